/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* One fixed step of a plant with one friction site and its law, written once on `real` for every back end: the
 * operations of fixed_step.c and assembly.h in their order.  Directions, sides of stops and modes of relations
 * stay the same during a run of such steps, so that what depends on them and on parameters alone is computed once. */
#ifndef STN_CORE_FUSED_STEP_H
#define STN_CORE_FUSED_STEP_H

#include "core/fused_rooms.h"
#include "kernel/table.h"

/* A pair, known to the compiler. */
typedef struct FusedPair {
    StnPlantKernel plant;
    StnLawKernel law;
    int nparam, nlaw_param, ninput;
    int nstate, nlaw;   /* states of the plant and of the law, */
    int nrel, nlaw_rel; /* and their relations; those of a vector law may be more */
    int nstop, v, x;    /* v, x: states of the site */
    const int *partner;
    const StnStopInfo *stop;
} FusedPair;

/* What does not change during a run. */
typedef struct FusedRun {
    const StnSelf *self, *law_self;
    const real *p, *law_p, *d;
    const real *mode; /* of the relations */
    const real *lo, *hi, *stop;
    const uniform *moves; /* per state of the plant: it is integrated */
    real dt, dir, edge;
    mask zone;
    uniform nrel;
    uniform touches; /* a stop is touched */
    uniform still;   /* every lane stands, */
    uniform some;    /* or some do: */
    mask stands;
} FusedRun;

typedef struct FusedMotion {
    real y[FUSED_STATES + STN_FUSED_LAW_STATES];
    real FF, v_old, h, m; /* of the last step */
} FusedMotion;

/* Loops over the few states of a plant: without indices they need no memory. */
#define FUSED_UNROLL _Pragma("GCC unroll 16")

/* A step in which something happens is void: alone it need not be completed, lanes are selected at its end. */
#ifdef STN_LANES
#define FUSED_LEAVE(changes, where) (changes) = stn_or(changes, where)
#else
#define FUSED_LEAVE(changes, where) \
    do {                            \
        if (where)                  \
            return 1;               \
    } while (0)
#endif

/* Lanes that stand beside others that move. */
STN_STEP_FN void fused_standing(const FusedPair *k, const FusedRun *run, StnSite *in, StnRel *r,
                                const real *s, real *FF, real *a, real *rate)
{
    real lo, hi, own[STN_FUSED_LAW_STATES];
    StnRelation before[FUSED_ALL_RELS];
    FUSED_UNROLL for (int i = 0; i < k->nlaw_rel; i++) before[i] = stn_relation(r, i);
    FUSED_UNROLL for (int j = 0; j < k->nlaw; j++) own[j] = rate[j];
    in->dir = stn_splat(0.0);
    k->law.rest(run->law_self, run->law_p, s, in, r, &lo, &hi, own);
    real held = stn_bound(in->h, lo, hi);
    *FF = stn_select(run->stands, held, *FF);
    *a = stn_select(run->stands, (in->h - held) * (1.0 / in->m), *a);
    FUSED_UNROLL for (int j = 0; j < k->nlaw; j++) rate[j] =
        stn_select(run->stands, own[j], rate[j]);
    FUSED_UNROLL for (int i = 0; i < k->nlaw_rel; i++)
        stn_restore(r, i, stn_not(run->stands), &before[i]);
}

/* Friction as the engine takes it where the law has no step of its own; the velocity after the step. */
STN_STEP_FN real fused_plain(const FusedPair *k, const FusedRun *run, StnSite *in, StnRel *r,
                             real *s, real *FF)
{
    real rate[STN_FUSED_LAW_STATES], a, zero = stn_splat(0.0);
    if (k->law.rest && run->still) {
        real lo, hi;
        in->dir = zero;
        k->law.rest(run->law_self, run->law_p, s, in, r, &lo, &hi, rate);
        *FF = stn_bound(in->h, lo, hi);
        a = (in->h - *FF) * (1.0 / in->m);
    } else {
        in->dir = run->dir;
        StnFric f = k->law.slide(run->law_self, run->law_p, s, in, r, rate);
        a = (in->h - f.F) * (1.0 / in->m); /* only laws with a step of their own add a mass */
        *FF = f.F + f.M * a;
        if (k->law.rest && run->some)
            fused_standing(k, run, in, r, s, FF, &a, rate);
    }
    real v = in->v + run->dt * a;
    if (k->law.rest)
        v = stn_select(stn_lt(in->v * v, zero), zero, v);
    FUSED_UNROLL for (int j = 0; j < k->nlaw; j++) s[j] = s[j] + run->dt * rate[j];
    return v;
}

/* The law's own step; at rest it goes the way of the force. */
STN_STEP_FN StnStep fused_own(const FusedPair *k, const FusedRun *run, StnSite *in, StnRel *r,
                              real *s)
{
    real zero = stn_splat(0.0), one = stn_splat(1.0);
    in->dt = run->dt;
    in->dir = run->dir;
    if (run->still || run->some) {
        real push = stn_gt0(in->h, one, stn_gt0(-in->h, -one, zero));
        in->dir = run->still ? push : stn_select(run->stands, push, run->dir);
    }
    return k->law.advance(run->law_self, run->law_p, s, in, r);
}

/* Stops that no site shares, where one is touched: what touches it stays there.  Where does one let go? */
STN_STEP_FN mask fused_held(const FusedPair *k, const FusedRun *run, real *rate)
{
    mask leaves = stn_never();
    FUSED_UNROLL for (int j = 0; j < k->nstop; j++)
    {
        const StnStopInfo *info = &k->stop[j];
        if (info->site >= 0)
            continue;
        const int driven = info->vel >= 0 ? info->vel : info->pos;
        mask free = stn_eq(run->stop[j], stn_splat(0.0));
        leaves = stn_or(leaves, stn_lt(run->stop[j] * rate[driven], stn_splat(0.0)));
        rate[driven] = stn_select(free, rate[driven], stn_splat(0.0));
        rate[info->pos] = stn_select(free, rate[info->pos], stn_splat(0.0));
    }
    return leaves;
}

/* The same after the step: a position that was on a limit is set onto it again.  Where does a stop change? */
STN_STEP_FN mask fused_put(const FusedPair *k, const FusedRun *run, real *y)
{
    mask changes = stn_never();
    real zero = stn_splat(0.0);
    FUSED_UNROLL for (int j = 0; j < k->nstop; j++)
    {
        real *x = &y[k->stop[j].pos];
        mask below = stn_lt(*x, run->hi[j]), above = stn_lt(run->lo[j], *x);
        mask was_up = stn_lt(zero, run->stop[j]), was_down = stn_lt(run->stop[j], zero);
        FUSED_LEAVE(changes, stn_or(stn_same(below, was_up), stn_same(above, was_down)));
        *x = stn_select(was_up, run->hi[j], stn_select(was_down, run->lo[j], *x));
    }
    return changes;
}

/* Where no stop is touched: is one reached? */
STN_STEP_FN mask fused_reaches(const FusedPair *k, const FusedRun *run, const real *y)
{
    mask changes = stn_never();
    FUSED_UNROLL for (int j = 0; j < k->nstop; j++)
    {
        FUSED_LEAVE(changes, stn_not(stn_lt(y[k->stop[j].pos], run->hi[j])));
        FUSED_LEAVE(changes, stn_not(stn_lt(run->lo[j], y[k->stop[j].pos])));
    }
    return changes;
}

/* Every state after the step. */
STN_STEP_FN void fused_states(const FusedPair *k, const FusedRun *run, const real *rate,
                              StnStep step, FusedMotion *now)
{
    real *y = now->y;
    FUSED_UNROLL for (int i = 0; i < k->nstate; i++) if (k->partner[i] < 0) y[i] =
        stn_when(run->moves[i], y[i] + run->dt * rate[i], y[i]);
    y[k->v] = step.v;
    FUSED_UNROLL for (int i = 0; i < k->nstate; i++) if (k->partner[i] >= 0) y[i] =
        stn_when(run->moves[i], y[i] + run->dt * y[k->partner[i]], y[i]);
    if (k->law.advance) {
        y[k->x] = y[k->x] + step.extra;
        FUSED_UNROLL for (int j = 0; j < k->nstop;
                          j++) if (k->stop[j].play && run->moves[k->stop[j].pos])
            y[k->stop[j].pos] = y[k->stop[j].pos] + step.extra;
    }
}

/* Does v leave its direction or its zone? */
STN_STEP_FN mask fused_turns(const FusedRun *run, real v)
{
    real speed = run->dir * v;
    mask changes = stn_never(), inside = stn_lt(speed, run->edge);
    if (run->still)
        FUSED_LEAVE(changes, stn_not(stn_eq(v, speed)));
    else if (run->some)
        FUSED_LEAVE(changes,
                    stn_or(stn_and(run->stands, stn_not(stn_eq(v, speed))),
                           stn_and(stn_not(run->stands), stn_not(stn_lt(stn_splat(0.0), speed)))));
    else
        FUSED_LEAVE(changes, stn_not(stn_lt(stn_splat(0.0), speed)));
    FUSED_LEAVE(changes, stn_not(stn_same(inside, run->zone)));
    return changes;
}

/* The step from *now under the inputs u, in place; where something happens, *now is void there. */
STN_STEP_FN mask fused_step(const FusedPair *k, const FusedRun *run, const StnIn *u,
                            FusedMotion *now)
{
    real mode[FUSED_RELS + STN_FUSED_LAW_RELS], guard[FUSED_RELS + STN_FUSED_LAW_RELS];
    real next[FUSED_RELS + STN_FUSED_LAW_RELS], rate[FUSED_STATES], *s = now->y + k->nstate;
    FUSED_UNROLL for (int i = 0; i < k->nrel + k->nlaw_rel; i++) mode[i] = run->mode[i];
    for (int i = k->nrel + k->nlaw_rel; i < run->nrel; i++)
        mode[i] = run->mode[i];
    StnRel rel = {mode, guard, next, 1, NULL, run->stop};
    StnRel law = {mode + k->nrel, guard + k->nrel, next + k->nrel, 1, NULL, NULL};
    StnSite in;
    in.drive = in.brake = in.play[0] = in.play[1] = in.barred[0] = in.barred[1] = stn_splat(0.0);
    in.a = in.dt = in.dir = stn_splat(0.0);
    in.imposed = 0;
    k->plant.eval(run->self, run->p, now->y, u, run->d, &rel, &in, rate);
    StnStep step = {stn_splat(0.0), stn_splat(0.0), stn_splat(0.0)};
    if (k->law.advance)
        step = fused_own(k, run, &in, &law, s);
    else
        step.v = fused_plain(k, run, &in, &law, s, &step.FF);
    mask changes = stn_never();
    FUSED_LEAVE(changes, fused_turns(run, step.v));
    FUSED_UNROLL for (int i = 0; i < k->nrel + k->nlaw_rel; i++)
    {
        FUSED_LEAVE(changes, stn_differ(mode[i], run->mode[i]));
    }
    for (int i = k->nrel + k->nlaw_rel; i < run->nrel; i++)
        FUSED_LEAVE(changes, stn_differ(mode[i], run->mode[i]));
    if (run->touches)
        FUSED_LEAVE(changes, fused_held(k, run, rate));
    now->FF = step.FF, now->v_old = in.v, now->h = in.h, now->m = in.m;
    fused_states(k, run, rate, step, now);
    if (run->touches)
        FUSED_LEAVE(changes, fused_put(k, run, now->y));
    else
        FUSED_LEAVE(changes, fused_reaches(k, run, now->y));
    return changes;
}

#endif
