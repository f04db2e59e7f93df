/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Runs of fixed steps of any plant, in double: what core/fused_plant.h compiles for each. */
#ifndef STN_CORE_FUSED_RUN_H
#define STN_CORE_FUSED_RUN_H

#include "core/fused.h"
#include "core/fused_step.h"

#include <string.h>

/* Friction work with the mean velocity, as in fixed_step.c. */
STN_STEP_FN void fused_account(StnEnergy *energy, const FusedMotion *now, real v, double dt)
{
    double mean = 0.5 * (now->v_old + v) * dt;
    stn_add_work(energy, now->h * mean, (now->h - now->m * (v - now->v_old) * (1.0 / dt)) * mean);
}

STN_STEP_FN void fused_inputs(const StnSystem *S, const StnState *st, double t, StnIn *u)
{
    const StnWork *W = stn_work(st);
    for (int k = 0; k < W->nvarying; k++)
        stn_fused_input(S, st, W->varying[k], t, &u[W->varying[k]]);
}

STN_STEP_FN bool fused_in_range(const FusedPair *k, const StnSystem *S, const real *y)
{
    bool good = true;
    FUSED_UNROLL for (int i = 0; i < k->nstate + k->nlaw; i++)
    {
        if (i < S->model.n)
            good &= fabs(y[i]) <= S->range[i];
    }
    return good;
}

/* Has the step changed nothing? */
STN_STEP_FN bool fused_rests(const FusedPair *k, const FusedMotion *before,
                             const FusedMotion *after)
{
    FUSED_UNROLL for (int i = 0; i < k->nstate + k->nlaw; i++)
    {
        if (stn_differ(before->y[i], after->y[i]))
            return false;
    }
    return true;
}

/* The loop itself, of at most `most` steps up to the end of the inputs' present pieces.  varies: an input does. */
STN_STEP_FN int64_t fused_loop(const FusedPair *k, FusedRun run, const StnSystem *S, StnState *st,
                               int64_t most, const double dir, const bool varies)
{
    const StnWork *W = stn_work(st);
    const double dt = run.dt, start = W->t_fixed;
    const bool energy = S->solver.energy;
    const int64_t from = st->fixed_steps;
    const int64_t last = stn_fused_last(start, dt, W->t_break - 1e-9 * dt, from + most);
    double *y = stn_now(S, st);
    int64_t at = from;
    int check_in = STN_FUSED_LOOK - (int)(from % STN_FUSED_LOOK);
    StnEnergy sum = st->energy;
    StnIn u[FUSED_INPUTS];
    FusedMotion now;
    run.dir = dir, run.still = dir == 0.0;
    memcpy(u, W->u, (size_t)k->ninput * sizeof *u);
    FUSED_UNROLL for (int i = 0; i < k->nstate + k->nlaw; i++)
    {
        now.y[i] = i < S->model.n ? y[i] : 0.0;
    }
    now.FF = st->FF[0], now.m = W->mass[0], now.v_old = now.h = 0.0;
    while (at < last) {
        FusedMotion next = now;
        if (varies)
            fused_inputs(S, st, start + (double)at * dt, u);
        if (stn_any(fused_step(k, &run, u, &next)))
            break;
        if (energy)
            fused_account(&sum, &next, next.y[k->v], dt);
        const bool due = --check_in == 0;
        if ((due || at == from) && dir == 0.0 && !varies && fused_rests(k, &now, &next))
            at = last - 1; /* so will all others be */
        now = next;
        at++;
        if (due) {
            check_in = STN_FUSED_LOOK;
            if (!fused_in_range(k, S, now.y))
                break;
        }
    }
    FUSED_UNROLL for (int i = 0; i < k->nstate + k->nlaw; i++)
    {
        if (i < S->model.n && (i >= k->nstate || run.moves[i] || i == k->v))
            y[i] = now.y[i];
    }
    if (at > from)
        st->t = start + (double)at * dt;
    st->FF[0] = now.FF, st->energy = sum;
    st->fixed_steps = at;
    st->counters.steps += at - from, st->counters.rates += at - from;
    stn_work(st)->mass[0] = now.m;
    return at - from;
}

/* by_direction: a loop for each, in which what depends on it is known to the compiler. */
STN_STEP_FN int64_t fused_run(const FusedPair *k, const StnSystem *S, StnState *st, int64_t most,
                              const bool by_direction)
{
    const StnModel *M = &S->model;
    real p[FUSED_PARAMS], law_p[FUSED_PARAMS], mode[FUSED_RELS + STN_FUSED_LAW_RELS] = {0.0};
    real lo[FUSED_STOPS], hi[FUSED_STOPS], stop[FUSED_STOPS], step[FUSED_STATES];
    uniform moves[FUSED_STATES] = {0}, touches = 0;
    const int nrel = by_direction ? k->nrel + k->nlaw_rel : M->nrel; /* known to the compiler */
    if (!stn_fused_begins(S, st) || M->nrel > nrel)
        return 0;
    memcpy(p, S->p, (size_t)k->nparam * sizeof *p);
    memcpy(law_p, S->law_p[0], (size_t)k->nlaw_param * sizeof *law_p); /* 0: not known */
    memcpy(mode, stn_mode(S, st), (size_t)M->nrel * sizeof *mode);
    FUSED_UNROLL for (int j = 0; j < k->nstop; j++)
    {
        lo[j] = S->num.stop_lo[j], hi[j] = S->num.stop_hi[j], stop[j] = st->modes.stop[j];
        touches |= stop[j] != 0.0;
    }
    stn_fused_moves(S, moves);
    FUSED_UNROLL for (int i = 0; i < k->nstate; i++) { step[i] = moves[i] ? S->dt : 0.0; }
    const FusedRun run = {.self = &M->self,
                          .law_self = &M->law_self[0],
                          .p = p,
                          .law_p = k->nlaw_param > 0 ? law_p : S->law_p[0],
                          .d = stn_disc(S, st),
                          .mode = mode,
                          .lo = lo,
                          .hi = hi,
                          .stop = stop,
                          .moves = moves,
                          .step = step,
                          .dt = S->dt,
                          .edge = S->num.shape[0].zone,
                          .zone = st->modes.zone[0],
                          .nrel = nrel,
                          .zoned = S->num.shape[0].zone > 0.0,
                          .touches = touches};
    const double dir = st->modes.dir[0];
    const bool varies = stn_work(st)->nvarying > 0;
    if (!by_direction)
        return fused_loop(k, run, S, st, most, dir, varies);
    if (dir == 0.0 && !k->law.rest) /* a bristle never stands for long */
        return 0;
    if (dir == 0.0 && !varies) /* then only what the plant has besides its site moves */
        return fused_loop(k, run, S, st, most, 0.0, false);
    if (dir == 0.0)
        return fused_loop(k, run, S, st, most, 0.0, true);
    return dir > 0.0 ? fused_loop(k, run, S, st, most, 1.0, varies)
                     : fused_loop(k, run, S, st, most, -1.0, varies);
}

#endif
