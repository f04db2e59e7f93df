/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "core/affine.h"

#include <math.h>

static StnForm form_of_site(const StnSystem *S, const StnState *st, int i)
{
    const StnShape *shape = &S->num.shape[i];
    const double dir = st->modes.dir[i];
    const bool imposed = S->model.imposed[i];
    if (dir == 0.0 && !imposed && S->model.set_valued[i])
        return shape->curved_rest ? STN_FORM_OTHER : STN_FORM_AFFINE;
    if (!(shape->affine_above > 0.0))
        return STN_FORM_AFFINE;
    if (shape->affine_above > shape->zone || !S->solver.zone_guard)
        return STN_FORM_OTHER;
    if (!st->modes.zone[i])
        return STN_FORM_AFFINE;
    return dir != 0.0 && !imposed && stn_bell_vs(S, st, i) > 0.0 ? STN_FORM_BELL : STN_FORM_OTHER;
}

/* The worst form of a site.  A plant that looks at friction late may make anything of a bell. */
StnForm stn_form(const StnSystem *S, const StnState *st)
{
    StnPiece *pieces = stn_pieces(S, st);
    StnForm worst = STN_FORM_AFFINE;
    if (!S->model.affine)
        return STN_FORM_OTHER;
    for (int i = 0; i < S->model.ninput; i++)
        if (!pieces[i].exact || ((S->model.slopes >> i & 1u) && !pieces[i].linear))
            return STN_FORM_OTHER;
    for (int i = 0; i < S->model.nsite; i++) {
        const StnForm site = form_of_site(S, st, i);
        worst = site > worst ? site : worst;
    }
    return worst == STN_FORM_BELL && S->model.late ? STN_FORM_OTHER : worst;
}

bool stn_varying_still(const StnSystem *S, const StnState *st, const StnFrozen *then)
{
    const StnWork *W = stn_work(st);
    bool same =
        W->nvarying == then->nvarying && (S->model.full_plant->flags & STN_PLANT_AFFINE_HELD);
    for (int k = 0; same && k < W->nvarying; k++)
        same = W->varying[k] == then->varying[k];
    return same;
}

bool stn_frozen_still(const StnSystem *S, const StnState *st, const StnFrozen *then)
{
    const StnModel *M = &S->model;
    const double *mode = stn_mode(S, st);
    bool same = stn_varying_still(S, st, then);
    for (int i = 0; same && i < M->nsite; i++)
        same = st->modes.dir[i] == then->modes.dir[i] && st->modes.zone[i] == then->modes.zone[i];
    for (int j = 0; same && j < M->nstop; j++)
        same = st->modes.stop[j] == then->modes.stop[j];
    for (int k = 0; same && k < M->nrel; k++)
        same = mode[k] == then->mode[k];
    return same;
}

/* r - M*y - W*u: what is left constant. */
static double constant(double r, const double *M, const double *y, int n, const double *W,
                       const StnIn *u, int nu)
{
    for (int j = 0; j < n; j++)
        r -= M[j] * y[j];
    for (int j = 0; j < nu; j++)
        r -= W[j] * u[j].val;
    return r;
}

/* Column b of E: what the rates at v = 0, where w = 1, have beyond the affine part.  `far` is where no bell is. */
static void bell_column(const StnSystem *S, StnState *st, const StnAffine *m, int b, double t,
                        double *far, const StnIn *u)
{
    const int n = S->model.n, site = stn_work(st)->bell[b];
    double dy[STN_ROW], g[STN_GUARDS_MAX];
    const double v = stn_site_v(&S->model, far, site);
    stn_site_set_v(&S->model, far, site, 0.0);
    stn_rates(S, st, t, far, dy, g);
    for (int i = 0; i < n; i++)
        m->E[b * n + i] =
            constant(dy[i], m->A + i * n, far, n, m->B + i * S->model.ninput, u, S->model.ninput) -
            m->c[i];
    stn_site_set_v(&S->model, far, site, v);
}

/* The sites in their zones; puts them where their bells have ended. */
static void note_bells(const StnSystem *S, StnState *st, double *far)
{
    StnWork *W = stn_work(st);
    W->nbell = 0;
    for (int i = 0; i < S->model.nsite; i++)
        if (form_of_site(S, st, i) == STN_FORM_BELL) {
            stn_site_set_v(&S->model, far, i, st->modes.dir[i] * 2.0 * S->num.shape[i].zone);
            W->bell[W->nbell++] = i;
        }
}

void stn_affine_prepare(const StnSystem *S, StnState *st, double t, const double *at)
{
    StnWork *W = stn_work(st);
    double y[STN_ROW], dy[STN_ROW], g[STN_GUARDS_MAX];
    StnIn u[STN_INPUTS_MAX];
    StnAffine m = stn_affine(S, st);
    memcpy(y, at, (size_t)S->model.n * sizeof *y);
    note_bells(S, st, y);
    stn_inputs(S, st, t, u);
    stn_rates(S, st, t, y, dy, g);
    if (!W->affine_kept)
        stn_jacobian(S, st, t, y, m.A, m.Gy, m.B, m.Gu, W->varying, W->nvarying);
    for (int i = 0; i < S->model.n; i++)
        m.c[i] = constant(dy[i], m.A + i * S->model.n, y, S->model.n, m.B + i * S->model.ninput, u,
                          S->model.ninput);
    for (int k = 0; k < S->model.nguard; k++)
        m.gc[k] = constant(g[k], m.Gy + k * S->model.n, y, S->model.n, m.Gu + k * S->model.ninput,
                           u, S->model.ninput);
    for (int b = 0; b < W->nbell; b++)
        bell_column(S, st, &m, b, t, y, u);
    W->affine_ready = 1;
    W->affine_kept = 0;
}
