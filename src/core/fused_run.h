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
    FUSED_UNROLL for (int i = 0; i < k->nstate + k->nlaw; i++) if (i < S->model.n) good &=
        fabs(y[i]) <= S->range[i];
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

/* The loop itself. */
STN_STEP_FN int64_t fused_loop(const FusedPair *k, FusedRun run, const StnSystem *S, StnState *st,
                               int64_t most, const double dir)
{
    const StnWork *W = stn_work(st);
    const double dt = run.dt, until = W->t_break - 1e-9 * dt, start = W->t_fixed;
    const bool energy = S->solver.energy;
    double *y = stn_now(S, st), t = st->t, count = (double)st->fixed_steps;
    int64_t left = most;
    int check_in = STN_FUSED_LOOK - (int)(st->fixed_steps % STN_FUSED_LOOK);
    StnEnergy sum = st->energy;
    StnIn u[FUSED_INPUTS];
    FusedMotion now;
    run.dir = dir, run.still = dir == 0.0;
    memcpy(u, W->u, (size_t)k->ninput * sizeof *u);
    FUSED_UNROLL for (int i = 0; i < k->nstate + k->nlaw; i++) now.y[i] =
        i < S->model.n ? y[i] : 0.0;
    now.FF = st->FF[0], now.m = W->mass[0], now.v_old = now.h = 0.0;
    while (left > 0 && t < until) {
        FusedMotion next = now;
        fused_inputs(S, st, t, u);
        if (stn_any(fused_step(k, &run, u, &next)))
            break;
        if (energy)
            fused_account(&sum, &next, next.y[k->v], dt);
        if (dir == 0.0 && W->nvarying == 0 && fused_rests(k, &now, &next)) {
            /* so will all others be */
            const int64_t at = st->fixed_steps + most - left;
            left -= stn_fused_last(start, dt, until, at + left) - at - 1;
            count = (double)(st->fixed_steps + most - left);
        }
        now = next;
        left--;
        count += 1.0;
        t = start + count * dt;
        if (--check_in == 0) {
            check_in = STN_FUSED_LOOK;
            if (!fused_in_range(k, S, now.y))
                break;
        }
    }
    FUSED_UNROLL for (int i = 0; i < k->nstate + k->nlaw; i++) if (i < S->model.n) y[i] = now.y[i];
    st->t = t, st->FF[0] = now.FF, st->energy = sum;
    st->fixed_steps += most - left;
    st->counters.steps += most - left, st->counters.rates += most - left;
    stn_work(st)->mass[0] = now.m;
    return most - left;
}

/* by_direction: a loop for each, in which what depends on it is known to the compiler. */
STN_STEP_FN int64_t fused_run(const FusedPair *k, const StnSystem *S, StnState *st, int64_t most,
                              const bool by_direction)
{
    const StnModel *M = &S->model;
    real p[FUSED_PARAMS], law_p[FUSED_PARAMS], mode[FUSED_RELS + STN_FUSED_LAW_RELS] = {0.0};
    real lo[FUSED_STOPS], hi[FUSED_STOPS], stop[FUSED_STOPS];
    uniform moves[FUSED_STATES] = {0}, touches = 0;
    if (!stn_fused_begins(S, st))
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
    const FusedRun run = {&M->self,
                          &M->law_self[0],
                          p,
                          k->nlaw_param > 0 ? law_p : S->law_p[0],
                          stn_disc(S, st),
                          mode,
                          lo,
                          hi,
                          stop,
                          moves,
                          S->dt,
                          0.0,
                          S->num.shape[0].zone,
                          st->modes.zone[0],
                          M->nrel,
                          touches,
                          0,
                          0,
                          0};
    const double dir = st->modes.dir[0];
    if (!by_direction)
        return fused_loop(k, run, S, st, most, dir);
    if (dir == 0.0) /* a bristle never stands for long */
        return k->law.rest ? fused_loop(k, run, S, st, most, 0.0) : 0;
    return dir > 0.0 ? fused_loop(k, run, S, st, most, 1.0) : fused_loop(k, run, S, st, most, -1.0);
}

#endif
