/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The second, independent engine, for cross-checks: ARKODE (Dormand-Prince 5(4)) or, where a law
 * has states or the damping is stiff, CVODE (BDF, dense, exact Jacobian), with SUNDIALS' own root
 * finding on the guards.  It shares the modes and the equations with our engine, and no numerics:
 * not the integrators, not the search for events, not the interpolation.
 *
 * The state stays plain memory: integrators are made per smooth piece and go to its end exactly, so
 * rows cost restarts, and results depend on them within the tolerance.
 * Limits: a guard that dips below zero and comes back inside one step is not seen. */
#include "solve/step.h"

#if STN_HAVE_SUNDIALS && !defined(STN_CORE_ONLY) /* libstiction-core has only libc and libm */

#include "solve/sundials_integrator.h"

#include <math.h>
#include <string.h>

enum { POINTS = 3, ASK_EVERY = 64 };

/* ---- Energy ---- */

/* Work over [a, b], inside the last step, by Gauss along the integrator's own interpolation. */
static void add_work(StnSundials *e, StnSmoothPiece *piece, double a, double b, N_Vector at)
{
    static const double x[POINTS] = {0.1127016653792583, 0.5, 0.8872983346207417};
    static const double w[POINTS] = {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0};
    const StnSystem *S = piece->S;
    StnEvaluation at_q;
    double y[STN_ROW] = {0};
    for (int q = 0; q < POINTS; q++) {
        double t = a + x[q] * (b - a), weight = w[q] * (b - a);
        if (!stn_sundials_at(e, t, at))
            return;
        memcpy(y, NV_DATA_S(at), (size_t)S->model.n * sizeof *y);
        stn_evaluate(S, piece->st, t, y, 0, &at_q);
        for (int i = 0; i < S->model.nsite; i++) {
            const StnSite *site = &at_q.site[i];
            stn_add_work(&piece->st->energy, weight * site->h * site->v,
                         weight * at_q.FF[i] * site->v);
        }
    }
}

/* ---- A smooth piece ---- */

/* Take over what the integrator has at t; standing sites keep their place to the last bit. */
static StnStatus take(const StnSundials *e, const StnSystem *S, StnState *st, double t,
                      StnError *error)
{
    StnWork *W = stn_work(st);
    double *y = stn_coef(S, st), start[STN_STATES_MAX];
    memcpy(start, y, (size_t)S->model.n * sizeof *y);
    memcpy(y, NV_DATA_S(e->y), (size_t)S->model.n * sizeof *y);
    stn_pin(S, st, start, y);
    W->t0 = t;
    return stn_in_range(S, y) ? STN_OK : stn_diverged(S, W->t0, y, error);
}

/* Integrate to t_stop or to the first root; *fired says which. */
static StnStatus integrate(const StnEngine *E, StnSmoothPiece *piece, double t_stop, double h,
                           int *fired)
{
    StnError *error = E->error;
    const StnSystem *S = piece->S;
    StnState *st = piece->st;
    StnWork *W = stn_work(st);
    StnSundials e;
    const StnSundialsFunctions *call;
    StnStatus status = stn_sundials_load(&call, error);
    if (status)
        return status;
    double *y = stn_coef(S, st), dy[STN_ROW], t = W->t0, before;
    N_Vector at = NULL;
    int flag = 0, steps = 0;
    if (!stn_sundials_open(&e, call, piece, y, h) || !(at = call->N_VClone(e.y)) || e.memory_out)
        status = stn_sundials_not_made(&e, S, st, error);
    while (!status && flag != CV_ROOT_RETURN && t < t_stop) {
        stn_rates(S, st, t, y, dy, stn_guard(S, st));
        before = t;
        flag = stn_sundials_step(&e, fmin(t_stop, t + stn_piece_step(S, st, y, dy)), &t);
        if (e.memory_out) {
            status = stn_out_of_memory(error);
            break;
        }
        if (flag < 0) {
            status = stn_sundials_failed(&e, S, st, flag, error);
            break;
        }
        if (S->solver.energy && t > before)
            add_work(&e, piece, before, t, at);
        status = take(&e, S, st, t, error);
        W->h_next = fmax(W->h_next, t - before);
        if (!status && ++steps % ASK_EVERY == 0)
            status = stn_check_go_on(E, t);
    }
    if (flag == CV_ROOT_RETURN)
        *fired = stn_sundials_root(&e, S->model.nguard);
    if (e.memory)
        stn_sundials_count(&e, &st->counters);
    call->N_VDestroy(at);
    stn_sundials_close(&e);
    return status;
}

static StnStatus smooth(const StnEngine *E, double t_stop)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    StnSmoothPiece piece = {.S = S, .st = st, .rtol = stn_sundials_rtol(S)};
    double *y = E->y, dy[STN_ROW], now[STN_GUARDS_MAX];
    StnStatus status = STN_OK;
    stn_rates(S, st, W->t0, y, dy, now);
    double h = W->h_next > 0.0 ? W->h_next : stn_first_step(S, st, y, dy), left = t_stop - W->t0;
    h = fmin(fmin(h, stn_piece_step(S, st, y, dy)), left);
    W->h_next = 0.0;
    int fired = stn_piece_start(&piece, y, dy, now, h);
    const bool at_start = fired >= 0;
    if (fired < 0 && left < 1e-14 * fmax(fabs(t_stop), 1e-3)) { /* less than an integrator can do */
        for (int i = 0; i < S->model.n; i++)
            y[i] += left * dy[i];
        W->t0 = t_stop;
    } else if (fired < 0)
        status = integrate(E, &piece, t_stop, h, &fired);
    if (status || fired < 0)
        return status;
    W->h_next = 0.0;
    if (at_start)
        stn_piece_event_at_start(E, fired);
    else
        stn_modes_event(E, fired);
    return stn_watch_storm(E, fired);
}

StnStatus stn_sundials_advance(StnEngine *E, double t_end)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    StnStatus status = STN_OK;
    double *y = stn_coef(S, st);
    memcpy(y, stn_now(S, st), (size_t)S->model.n * sizeof *y);
    W->t0 = W->tv = st->t;
    W->degree = 0;
    W->due = STN_DUE_NOTHING;
    if (!W->ready) {
        if (st->started)
            stn_modes_resume(E);
        stn_piece_on_time(E);
        st->started = W->ready = 1;
        W->t_event = -INFINITY;
        E->events = st->counters.events;
    }
    while (!status && !E->at_event && (W->t_break <= W->t0 || W->t0 < t_end)) {
        if (W->t_break <= W->t0)
            stn_piece_on_time(E);
        else
            status = smooth(E, fmin(t_end, W->t_break));
        if (!status) /* a piece may be short, but costs more than many steps */
            status = stn_check_go_on(E, W->t0);
        stn_ends_at_event(E);
    }
    st->t = W->tv = W->t0;
    memcpy(stn_now(S, st), y, (size_t)S->model.n * sizeof *y);
    return status;
}

#endif
