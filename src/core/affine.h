/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A mode whose dynamics are affine: y' = A*y + B*u + c, guards = Gy*y + Gu*u + gc.  The matrices are
 * those of the complex step, kept in the state for as long as the mode lasts.
 *
 * Sites inside the Stribeck zone of a law that has a bell (StnShape.bell_vs) add E*w to it, one column of E and
 * one w = exp(-(v/vs)^2) for each of them. */
#ifndef STN_CORE_AFFINE_H
#define STN_CORE_AFFINE_H

#include "core/system.h"

#include <string.h>

typedef struct StnAffine {
    double *A, *B, *c, *Gy, *Gu, *gc;
    double *E; /* W->nbell columns, each with n entries */
} StnAffine;

static inline StnAffine stn_affine(const StnSystem *S, const StnState *st)
{
    size_t n = (size_t)S->model.n, nu = (size_t)S->model.ninput, ng = (size_t)S->model.nguard;
    StnAffine m;
    m.A = stn_matrix(S, st) + (size_t)stn_work(st)->kept * S->model.kept_size;
    m.B = m.A + n * n;
    m.c = m.B + n * nu;
    m.Gy = m.c + n;
    m.Gu = m.Gy + ng * n;
    m.gc = m.Gu + ng * nu;
    m.E = m.gc + ng;
    return m;
}
/* What the matrices of the present mode say of inputs and guards. */
static inline StnModeWatch *stn_mode_watch(const StnState *st)
{
    return &stn_work(st)->watch[stn_work(st)->kept];
}
/* The width of the bell of a moving site's law, in the present direction; 0: it has none. */
static inline double stn_bell_vs(const StnSystem *S, const StnState *st, int site)
{
    return S->num.shape[site].bell_vs[st->modes.dir[site] < 0.0];
}
/* Is the present mode affine, with inputs that are polynomials and sines?  Or is it so but for bells, of which
 * there is one at least? */
typedef enum StnForm { STN_FORM_AFFINE, STN_FORM_BELL, STN_FORM_OTHER } StnForm;
StnForm stn_form(const StnSystem *S, const StnState *st);
/* What the matrices depend on beside numbers that a run does not change: modes, and which inputs vary.  What
 * a controller holds only adds to c and gc where the plant says so; a plant that does not is asked again. */
typedef struct StnFrozen {
    StnModes modes;
    double mode[STN_RELS_MAX];
    int nvarying, varying[STN_INPUTS_MAX];
} StnFrozen;
static inline void stn_frozen(const StnSystem *S, const StnState *st, StnFrozen *frozen)
{
    const StnWork *W = stn_work(st);
    frozen->modes = st->modes;
    memcpy(frozen->mode, stn_mode(S, st), (size_t)S->model.nrel * sizeof(double));
    memcpy(frozen->varying, W->varying, sizeof W->varying);
    frozen->nvarying = W->nvarying;
}
/* Whether matrices that were made then are those of now; the first where no mode has changed. */
bool stn_varying_still(const StnSystem *S, const StnState *st, const StnFrozen *then);
bool stn_frozen_still(const StnSystem *S, const StnState *st, const StnFrozen *then);
/* Fill the matrices at time t and states `at`; sets W->affine_ready.  Inputs that do not vary are in c and gc.  Where
 * W->affine_kept is set only c and gc are made anew. */
void stn_affine_prepare(const StnSystem *S, StnState *st, double t, const double *at);

/* Up to `most` fixed steps in one affine mode, as many as its guards allow; the number done.  The
 * friction law need not be called at all meanwhile.  *more: nothing ended the run but its length. */
int64_t stn_fixed_affine(const StnSystem *S, StnState *st, double dt, int64_t most, bool *more);

#endif
