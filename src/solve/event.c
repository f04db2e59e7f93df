/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The event-driven engine: smooth steps with frozen modes, the first guard that reaches zero ends a
 * step, the modes are decided there, and so on.  Per mode the cheapest method that is right: exact
 * where the mode is affine, explicit otherwise, implicit where it turns out stiff. */
#include "solve/step.h"

#include <math.h>
#include <string.h>

enum { EVENT_ASK_EVERY = 256, STANDS_MOST = 40 };

/* Steps without progress in time: some ten thousand, many times those of an event storm. */
typedef struct {
    double t;
    int asked;
} Standstill;

/* What the engine remembers of a motion that begins here, or comes from another engine. */
static void take_up(StnEngine *E)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    double *coef = stn_coef(S, st);
    memcpy(coef, stn_now(S, st), (size_t)S->model.n * sizeof *coef);
    W->t0 = W->tv = st->t;
    stn_inputs_refresh(S, st, W->t0);
    if (!st->started) {
        stn_sample_due(S, st, W->t0, coef, W->u);
        stn_lags_start(S, st, coef);
        stn_modes_start(E);
        st->started = 1;
    } else {
        stn_modes_resume(E);
    }
    for (int i = 0; i < S->model.nsite; i++)
        W->x_rest[i] = coef[S->model.plant->sites[i].x];
    stn_rest_begins(S, st, coef);
    W->t_event = -INFINITY;
    W->ready = 1;
    E->events = st->counters.events; /* those of the start do not end an advance */
}

/* y at the end of the advance, which lies in the present step. */
static StnStatus show(StnEngine *E, StnStatus status)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    double *now = stn_now(S, st), *coef = stn_coef(S, st);
    bool inside = !status && st->t > W->t0 && st->t < W->t0 + W->h;
    if (W->dense_pending && inside)
        stn_explicit_dense(S, st);
    if (status)
        memcpy(now, coef, (size_t)S->model.n * sizeof *now);
    else if (inside)
        stn_step_at(S, st, (st->t - W->t0) / W->h, now);
    else
        stn_poly_at(S, st, (st->t - W->t0) / W->h, now);
    stn_pin(S, st, coef, now);
    if (!status && !stn_in_range(S, now))
        status = stn_diverged(S, st->t, now, E->error);
    return status;
}

/* Steps that pass and take no time: forces so large that the product with every step is, like the step,
 * 0 or below what time resolves. */
static StnStatus watch_progress(const StnEngine *E, Standstill *still)
{
    const double t = E->work->t0;
    if (!(t - still->t <= 4e-16 * fmax(fabs(t), 1e-3))) {
        *still = (Standstill){t, 0};
        return STN_OK;
    }
    if (++still->asked < STANDS_MOST)
        return STN_OK;
    return stn_lost(E->system, t, E->y, STN_STEP_TOO_SMALL,
                    "steps make no progress in time: the run diverges", E->error);
}

StnStatus stn_event_advance(StnEngine *E, double t_end)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    StnStatus status = STN_OK;
    Standstill still = {-INFINITY, 0};
    if (!W->ready) {
        take_up(E);
        status = stn_event_step(E);
    }
    while (!status && !E->at_event &&
           (W->tv < t_end || (W->tv == t_end && W->due != STN_DUE_NOTHING))) {
        int64_t before =
            st->counters.steps / EVENT_ASK_EVERY; /* refused ones count: two at a time too */
        status = stn_event_arrive(E);
        if (!status)
            status = stn_event_step(
                E); /* also where the advance ends: whoever goes on makes the same steps */
        if (!status && S->solver.integrator == STN_INTEGRATOR_EXPLICIT)
            status = stn_watch_explicit(
                S, st, t_end, W->progress.stiff || W->stiff >= STN_STIFF_ENOUGH, E->error);
        if (!status)
            status = stn_watch_switches(E, t_end);
        if (!status && st->counters.steps / EVENT_ASK_EVERY != before &&
            (status = stn_check_go_on(E, W->t0)) == STN_OK)
            status = watch_progress(E, &still);
        stn_ends_at_event(E);
    }
    st->t = status || E->at_event ? W->t0 : t_end;
    return show(E, status);
}
