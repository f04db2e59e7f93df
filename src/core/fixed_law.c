/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* One site in a fixed step: the law's own step, or its rates.
 *
 * Set-valued laws take the Borello step: friction balances h at v = 0, and a velocity that changes
 * sign inside a step is set to exactly 0, so that the next step decides. */
#include "core/fixed.h"

#include <math.h>
#include <string.h>

/* The law's step from *in, with whatever bars the way: a law from outside may not heed it. */
static inline StnStep law_step(const StnSystem *S, StnState *st, double *y, StnFixedStep *w, int i,
                               const StnSite *in)
{
    int k = S->model.law_rel[i];
    StnRel r = {stn_mode(S, st) + k,          w->guard + k, stn_next(S, st) + k, 1,
                w->guard + S->model.nrel + k, NULL};
    StnStep step = S->model.law[i]->advance(&S->model.law_self[i], S->law_p[i],
                                            y + S->model.law_state[i], in, &r);
    if (in->barred[step.v < 0.0] > 0.0)
        step.v = 0.0;
    return step;
}

/* What a law remembers, to take a step of it back. */
typedef struct {
    double s[STN_ROW], mode[STN_RELS_MAX];
} LawMemory;

static void keep(const StnSystem *S, const StnState *st, const double *y, int i, LawMemory *kept)
{
    memcpy(kept->s, y + S->model.law_state[i], (size_t)S->model.law_nstate[i] * sizeof *kept->s);
    memcpy(kept->mode, stn_mode(S, st) + S->model.law_rel[i],
           (size_t)S->model.law_nrel[i] * sizeof *kept->mode);
}

static void put_back(const StnSystem *S, StnState *st, double *y, int i, const LawMemory *kept)
{
    memcpy(y + S->model.law_state[i], kept->s, (size_t)S->model.law_nstate[i] * sizeof *kept->s);
    memcpy(stn_mode(S, st) + S->model.law_rel[i], kept->mode,
           (size_t)S->model.law_nrel[i] * sizeof *kept->mode);
}

/* A brake is dry friction beside the law: `brake` against the motion, or what it takes to hold the body
 * where that is less.  The law's states see the velocity that comes of it.  FF is that of both. */
static StnStep braked_step(const StnSystem *S, StnState *st, double *y, StnFixedStep *w, int i,
                           const StnSite *in)
{
    LawMemory kept;
    StnSite held = *in, moves = *in;
    StnStep step = {0.0, 0.0, 0.0};
    double sense = stn_sign(in->v);
    held.barred[0] = held.barred[1] = 1.0;
    keep(S, st, y, i, &kept);
    if (sense == 0.0) { /* does it hold? */
        step = law_step(S, st, y, w, i, &held);
        if (fabs(in->h - step.FF) <= in->brake)
            return (StnStep){0.0, in->h, 0.0};
        put_back(S, st, y, i, &kept);
        sense = stn_sign(in->h - step.FF);
    }
    moves.h = in->h - sense * in->brake;
    moves.dir = sense;
    step = law_step(S, st, y, w, i, &moves);
    if (sense * step.v < 0.0) { /* it comes to rest: the next step decides */
        put_back(S, st, y, i, &kept);
        step = law_step(S, st, y, w, i, &held);
    }
    double rest = in->h - in->m * (step.v - in->v) / in->dt - step.FF;
    step.FF += fmin(fmax(rest, -in->brake), in->brake);
    return step;
}

/* The law's own step.  Under imposed motion the mass is without limit, so that v follows the signal. */
void stn_fixed_own(const StnSystem *S, StnState *st, StnFixedStep *w, int i, double dt)
{
    double *y = stn_now(S, st);
    StnSite *in = &w->site[i], driven;
    double stop = stn_stop_of(S, st, i);
    in->dt = dt;
    in->dir = in->v != 0.0 ? stn_sign(in->v) : stn_sign(in->h);
    in->barred[0] = stop > 0.0, in->barred[1] = stop < 0.0;
    if (S->model.imposed[i]) {
        driven = *in, in = &driven;
        in->h = in->m * in->a + st->FF[i], in->m = 1e30;
    }
    StnStep step = in->brake > 0.0 ? braked_step(S, st, y, w, i, in) : law_step(S, st, y, w, i, in);
    w->v_new[i] = step.v;
    w->extra[i] = step.extra;
    w->FF[i] = S->model.imposed[i] ? w->FF[i] : step.FF;
}
