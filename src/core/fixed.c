/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed steps on a grid, for real time and for the papers' own algorithms.  No allocation, bounded time. */
#include "core/affine.h"
#include "core/build.h"
#include "core/fixed.h"
#include "core/fused.h"

#include <math.h>

/* PARTS_MOST keeps a step bounded; divergence is looked for every LOOK_EVERY steps, and at the end. */
enum { PARTS_MOST = 10000, ASK_EVERY = 4096, LOOK_EVERY = STN_FUSED_LOOK };
/* A run of fused steps takes a while to begin: not for fewer than RUN_LEAST, and not again for RUN_WAIT steps where
 * something happens as often. */
enum { RUN_LEAST = 4, RUN_WAIT = 8 };
#define STEPS_MOST 1e15 /* so that the number of a step, and its time, are exact */
#define ON_GRID 1e-6    /* of a step: so near to the grid is on it */

/* Where a run begins: the directions of a fixed step are those of v, and what the start has reported of a
 * site at rest is not reported again. */
static void take_up_fixed(StnEngine *E)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    double *y = E->y;
    if (!st->started) {
        stn_inputs_refresh(S, st, st->t);
        stn_sample_due(S, st, st->t, y, W->u);
        stn_lags_start(S, st, y);
        stn_modes_start(E);
        st->started = 1;
    } else {
        stn_inputs_refresh(S, st, st->t);
        st->fixed_steps = 0;
        W->t_fixed = st->t;
    }
    for (int i = 0; i < S->model.nsite; i++)
        if (!S->model.imposed[i]) {
            double v = stn_site_v(&S->model, y, i);
            W->reported_dir[i] = v == 0.0 ? st->modes.dir[i] : 0.0;
            st->modes.dir[i] = stn_fixed_direction(S, st, i, v, st->modes.dir[i]);
            st->modes.zone[i] = S->num.shape[i].zone > 0.0 && fabs(v) < S->num.shape[i].zone;
        }
    W->ready = 1;
    E->events = st->counters.events; /* those of the start do not end an advance */
}

/* dt: auto: how many parts a step needs near standstill. */
static int parts(const StnSystem *S, const StnState *st, double dt)
{
    double most = 1.0;
    for (int i = 0; i < S->model.nsite; i++)
        if (fabs(stn_site_v(&S->model, stn_now(S, st), i)) < S->num.near_below[i])
            most = fmax(most, ceil(dt / S->num.near_step[i]));
    return (int)fmin(most, PARTS_MOST);
}

static inline void short_step(const StnEngine *E, double dt, double end)
{
    E->work->t_next = end;
    stn_fixed_step(E, dt);
}

/* One step of length dt to `end`, in parts where the law asks for it.  inline: the grid calls it for each
 * step, the end of a run once (a call costs 2 % of a run). */
static inline void long_step(const StnEngine *E, double dt, double end)
{
    StnState *st = E->state;
    if (E->system->solver.dt != 0.0) {
        short_step(E, dt, end);
        return;
    }
    int64_t steps = st->fixed_steps;
    double t = st->t;
    int count = parts(E->system, st, dt);
    for (int k = 1; k <= count; k++)
        short_step(E, dt / count, k == count ? end : t + (double)k * dt / count);
    st->fixed_steps = steps + 1;
}

StnStatus stn_fixed_finish(const StnEngine *E, double t_end)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    const double dt = S->dt, rest = t_end - st->t;
    if (!(rest > ON_GRID * dt))
        return STN_OK;
    long_step(E, rest, t_end);
    E->work->t_fixed =
        t_end - (double)st->fixed_steps * dt; /* whoever goes on begins a grid here */
    stn_fixed_refresh(S, st, dt);
    return stn_in_range(S, E->y) ? STN_OK : stn_diverged(S, st->t, E->y, E->error);
}

StnStatus stn_fixed_reaches(const StnSystem *S, const StnState *st, double t_end, StnError *error)
{
    return stn_fixed_can_count(S, t_end - stn_work(st)->t_fixed, t_end, error);
}

StnStatus stn_fixed_can_count(const StnSystem *S, double duration, double t_end, StnError *error)
{
    double steps = duration / S->dt;
    if (steps <= STEPS_MOST)
        return STN_OK;
    return stn_bad_setting(
        error, "solver.dt",
        "solver dt = %g s is too short: %.2g steps to t = %g s, at most %g are counted", S->dt,
        steps, t_end, STEPS_MOST);
}

/* What is looked at now and then: whether the caller wants no more, and whether the states are sane. */
static StnStatus look_after(const StnEngine *E, bool *sane)
{
    const StnState *st = E->state;
    if (st->fixed_steps % ASK_EVERY == 0) {
        StnStatus status = stn_check_go_on(E, st->t);
        if (status)
            return status;
    }
    *sane = stn_in_range(E->system, E->y);
    return STN_OK;
}

/* A map is for several sites, and for one at rest where nothing else moves, over which it leaps; otherwise the
 * fused loop is faster.  inline: asked before each single step (1 % of one). */
static inline bool runs_affine(const StnSystem *S, const StnState *st)
{
    return S->model.runs_affine && (st->modes.dir[0] == 0.0 || !st->modes.zone[0]) &&
           (!S->model.fused || (S->model.rests && st->modes.dir[0] == 0.0)) &&
           stn_form(S, st) == STN_FORM_AFFINE && (!S->solver.energy || stn_all_stand(S, st));
}

/* The steps of the present affine mode, as far as it holds.  Whoever counts on multiples of ASK_EVERY would
 * miss those that a run leaps over: it asks itself. */
static __attribute__((noinline)) StnStatus run_affine(const StnEngine *E, int64_t last)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    bool more = true;
    while (more && st->fixed_steps < last) {
        int64_t before = st->fixed_steps / ASK_EVERY;
        stn_fixed_affine(S, st, S->dt, last - st->fixed_steps, &more);
        if (st->fixed_steps / ASK_EVERY != before) {
            StnStatus status = stn_check_go_on(E, st->t);
            if (status)
                return status;
        }
    }
    return STN_OK;
}

/* Steps in which nothing happens, in the loop of this plant and law.  sane: as in look_after. */
static __attribute__((noinline)) StnStatus run_fused(const StnEngine *E, int64_t last, int *wait,
                                                     bool *sane)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    const int64_t from = st->fixed_steps;
    int64_t most, done;
    do {
        most = ASK_EVERY - st->fixed_steps % ASK_EVERY;
        most = most < last - st->fixed_steps ? most : last - st->fixed_steps;
        done = S->model.fused(S, st, most);
        if (done > 0 && st->fixed_steps % LOOK_EVERY == 0) {
            StnStatus status = look_after(E, sane);
            if (status || !*sane)
                return status;
        }
    } while (done == most && st->fixed_steps < last);
    *wait = st->fixed_steps - from < RUN_LEAST ? RUN_WAIT : 0;
    return STN_OK;
}

/* Runs of steps in which nothing happens: of the present affine mode, or fused. */
static inline StnStatus run_on(const StnEngine *E, int64_t last, int *wait, bool *sane)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    if (runs_affine(S, st))
        return run_affine(E, last);
    if (!S->model.fused || last - st->fixed_steps < RUN_LEAST || (E->observer && E->observer->step))
        return STN_OK;
    if (E->work->lane != STN_LANE_NONE) {
        E->work->lane = E->work->lane == STN_LANE_READY ? STN_LANE_WAITS : STN_LANE_READY;
        return STN_OK;
    }
    if (*wait > 0)
        return (*wait)--, STN_OK;
    return run_fused(E, last, wait, sane);
}

/* Runs of steps in one affine mode, and single ones; the number of the last step is `last`. */
static StnStatus steps_to(StnEngine *E, int64_t last)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    const double dt = S->dt, *y = E->y;
    const bool watched = E->until_event || (E->observer && E->observer->step);
    bool sane = true;
    int wait = 0;
    while (st->fixed_steps < last) {
        const double t = st->t;
        StnStatus status = run_on(E, last, &wait, &sane);
        if (status || !sane || E->work->lane == STN_LANE_WAITS)
            return status;
        if (st->fixed_steps >= last) {
            stn_step_emit(E, t, st->t, y);
            return STN_OK;
        }
        long_step(E, dt, E->work->t_fixed + (double)(st->fixed_steps + 1) * dt);
        if (st->fixed_steps % LOOK_EVERY == 0) {
            status = look_after(E, &sane);
            if (status || !sane)
                return status;
        }
        if (st->counters.events > S->solver.max_events)
            return stn_error(E->error, STN_STORM,
                             "more than max_events = %ld events by t = %.9g s, at \"%s\"",
                             S->solver.max_events, st->t, S->model.plant->sites[0].name);
        if (watched) { /* 3 % of a step where nobody watches */
            stn_step_emit(E, t, st->t, y);
            if (stn_ends_at_event(E))
                return STN_OK;
        }
    }
    return STN_OK;
}

int64_t stn_fixed_last(const StnSystem *S, const StnState *st, double t_end)
{
    return (int64_t)floor((t_end - stn_work(st)->t_fixed) / S->dt + ON_GRID);
}

StnStatus stn_fixed_advance(StnEngine *E, double t_end)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    double dt = S->dt, *y = E->y;
    StnStatus status = stn_fixed_reaches(S, st, t_end, E->error);
    if (status)
        return status;
    if (!E->work->ready)
        take_up_fixed(E);
    status = steps_to(E, stn_fixed_last(S, st, t_end));
    if (status || E->work->lane == STN_LANE_WAITS)
        return status;
    if (!stn_in_range(S, y))
        return stn_diverged(S, st->t, y, E->error);
    stn_fixed_refresh(S, st, dt);
    return STN_OK;
}
