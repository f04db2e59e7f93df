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
    const uniform *moves; /* per state of the plant: it is integrated, */
    const real *step;     /* dt where it is, else 0 */
    real dt, dir, edge;
    mask zone;
    uniform nrel;
    uniform zoned;   /* the law has a zone */
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
#define FUSED_LEAVE(changes, where)     \
    do {                                \
        if (__builtin_expect(where, 0)) \
            return 1;                   \
    } while (0)
#endif

/* Lanes that stand beside others that move: their friction, and the rates of the law's states.  What slide has said of
 * relations does not hold there, and what rest says does not elsewhere. */
STN_STEP_FN real fused_standing(const FusedPair *k, const FusedRun *run, StnSite *in, StnRel *r,
                                const real *s, real F, real *rate)
{
#ifdef STN_LANES
    real lo, hi, own[STN_FUSED_LAW_STATES], mode[FUSED_ALL_RELS];
    const mask off = *r->off;
    *r->off = stn_never();
    FUSED_UNROLL for (int i = 0; i < k->nlaw_rel; i++) { mode[i] = r->mode[i]; }
    FUSED_UNROLL for (int j = 0; j < k->nlaw; j++) { own[j] = rate[j]; }
    in->dir = stn_splat(0.0);
    k->law.rest(run->law_self, run->law_p, s, in, r, &lo, &hi, own);
    FUSED_UNROLL for (int j = 0; j < k->nlaw; j++)
    {
        rate[j] = stn_select(run->stands, own[j], rate[j]);
    }
    FUSED_UNROLL for (int i = 0; i < k->nlaw_rel; i++)
    {
        r->mode[i] = stn_select(run->stands, r->mode[i], mode[i]);
    }
    *r->off = stn_or(stn_and(run->stands, *r->off), stn_and(stn_not(run->stands), off));
    return stn_select(run->stands, stn_bound(in->h, lo, hi), F);
#else
    (void)k, (void)run, (void)in, (void)r, (void)s, (void)rate;
    return F;
#endif
}

/* Where all stand: it stays so while friction takes all of h. */
STN_STEP_FN mask fused_still(const FusedPair *k, const FusedRun *run, StnSite *in, StnRel *r,
                             real *s, StnStep *step)
{
    real lo, hi, rate[STN_FUSED_LAW_STATES];
    in->dir = stn_splat(0.0);
    k->law.rest(run->law_self, run->law_p, s, in, r, &lo, &hi, rate);
    FUSED_UNROLL for (int j = 0; j < k->nlaw; j++) { s[j] = s[j] + run->dt * rate[j]; }
    step->FF = stn_bound(in->h, lo, hi);
    step->v = in->v;
    return stn_not(stn_eq(step->FF, in->h));
}

/* Friction as the engine takes it where the law has no step of its own, and the velocity after the step.  One that changes its
 * sign is none that fused_turns lets pass. */
STN_STEP_FN void fused_plain(const FusedPair *k, const FusedRun *run, StnSite *in, StnRel *r,
                             real *s, StnStep *step)
{
    real rate[STN_FUSED_LAW_STATES];
    in->dir = run->dir;
    step->FF = k->law.slide(run->law_self, run->law_p, s, in, r, rate).F;
    if (k->law.rest && run->some)
        step->FF = fused_standing(k, run, in, r, s, step->FF, rate);
    /* only laws with a step of their own add a mass */
    FUSED_UNROLL for (int j = 0; j < k->nlaw; j++) { s[j] = s[j] + run->dt * rate[j]; }
    step->v = in->v + run->dt * (1.0 / in->m) * (in->h - step->FF);
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
STN_STEP_FN mask fused_reaches(const FusedPair *k, const FusedRun *run, uniform still,
                               const real *y)
{
    mask changes = stn_never();
    FUSED_UNROLL for (int j = 0; j < k->nstop; j++)
    {
        if (still && k->partner[k->stop[j].pos] == k->v)
            continue;
        FUSED_LEAVE(changes, stn_not(stn_lt(y[k->stop[j].pos], run->hi[j])));
        FUSED_LEAVE(changes, stn_not(stn_lt(run->lo[j], y[k->stop[j].pos])));
    }
    return changes;
}

/* Every state after the step; of one that is not integrated a step of 0, which costs less than a choice. */
STN_STEP_FN void fused_states(const FusedPair *k, const FusedRun *run, const real *rate,
                              StnStep step, uniform still, FusedMotion *now)
{
    real *y = now->y;
    FUSED_UNROLL for (int i = 0; i < k->nstate; i++)
    {
        if (k->partner[i] < 0 && i != k->v)
            y[i] = y[i] + run->step[i] * rate[i];
    }
    y[k->v] = step.v;
    FUSED_UNROLL for (int i = 0; i < k->nstate; i++)
    {
        if (k->partner[i] >= 0 && !(still && k->partner[i] == k->v))
            y[i] = y[i] + run->step[i] * y[k->partner[i]];
    }
    if (k->law.advance) {
        y[k->x] = y[k->x] + step.extra;
        FUSED_UNROLL for (int j = 0; j < k->nstop; j++)
        {
            if (k->stop[j].play && run->moves[k->stop[j].pos])
                y[k->stop[j].pos] = y[k->stop[j].pos] + step.extra;
        }
    }
}

/* Does v leave its direction or its zone? */
STN_STEP_FN mask fused_turns(const FusedRun *run, real v)
{
    real speed = run->dir * v;
    mask changes = stn_never(), stays = stn_lt(stn_splat(0.0), speed);
    if (run->still) /* with a law that has a step of its own */
        stays = stn_eq(v, speed);
    else if (run->some) /* where one stands, speed is 0 */
        stays = stn_or(stays, stn_and(run->stands, stn_eq(v, speed)));
    FUSED_LEAVE(changes, stn_not(stays));
    if (run->zoned)
        FUSED_LEAVE(changes, stn_not(stn_same(stn_lt(speed, run->edge), run->zone)));
    return changes;
}

/* The step from *now under the inputs u, in place; where something happens, *now is void there. */
STN_STEP_FN mask fused_step(const FusedPair *k, const FusedRun *run, const StnIn *u,
                            FusedMotion *now)
{
    real mode[FUSED_RELS + STN_FUSED_LAW_RELS], guard[FUSED_RELS + STN_FUSED_LAW_RELS];
    real next[FUSED_RELS + STN_FUSED_LAW_RELS], rate[FUSED_STATES], *s = now->y + k->nstate;
    mask changes = stn_never();
    FUSED_UNROLL for (int i = 0; i < k->nrel + k->nlaw_rel; i++) { mode[i] = run->mode[i]; }
    for (int i = k->nrel + k->nlaw_rel; i < run->nrel; i++)
        mode[i] = run->mode[i];
    StnRel rel = {
        .mode = mode, .guard = guard, .next = next, .live = STN_LIVE_LOOP, .stop = run->stop};
    StnRel law = {.mode = mode + k->nrel,
                  .guard = guard + k->nrel,
                  .next = next + k->nrel,
                  .live = STN_LIVE_LOOP};
#ifdef STN_LANES
    mask off = stn_never(), law_off = stn_never();
    rel.off = &off, law.off = &law_off;
#endif
    StnSite in;
    in.drive = in.brake = in.play[0] = in.play[1] = in.barred[0] = in.barred[1] = stn_splat(0.0);
    in.a = in.dt = in.dir = stn_splat(0.0);
    in.imposed = 0;
    k->plant.eval(run->self, run->p, now->y, u, run->d, &rel, &in, rate);
    StnStep step = {stn_splat(0.0), stn_splat(0.0), stn_splat(0.0)};
    const uniform still = !k->law.advance && k->law.rest && run->still;
    if (still) {
        FUSED_LEAVE(changes, fused_still(k, run, &in, &law, s, &step));
    } else {
        if (k->law.advance)
            step = fused_own(k, run, &in, &law, s);
        else
            fused_plain(k, run, &in, &law, s, &step);
        FUSED_LEAVE(changes, fused_turns(run, step.v));
    }
#ifdef STN_LANES
    changes = stn_or(changes, stn_or(off, law_off));
#endif
    FUSED_UNROLL for (int i = 0; i < k->nrel + k->nlaw_rel; i++)
    {
        FUSED_LEAVE(changes, stn_differ(mode[i], run->mode[i]));
    }
    for (int i = k->nrel + k->nlaw_rel; i < run->nrel; i++)
        FUSED_LEAVE(changes, stn_differ(mode[i], run->mode[i]));
    if (run->touches)
        FUSED_LEAVE(changes, fused_held(k, run, rate));
    now->FF = step.FF, now->v_old = in.v, now->h = in.h, now->m = in.m;
    fused_states(k, run, rate, step, still, now);
    if (run->touches)
        FUSED_LEAVE(changes, fused_put(k, run, now->y));
    else
        FUSED_LEAVE(changes, fused_reaches(k, run, still, now->y));
    return changes;
}

#endif
