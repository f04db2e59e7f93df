/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The end of a step of the event engine: what is due there is decided, and a new mode begins. */
#include "solve/pair.h"
#include "solve/step.h"

#include <math.h>
#include <string.h>

enum { SETTLE_MOST = 40 };
#define T_ROUNDING 1e-13 /* of t: steps so short are summed with what rounding takes */

/* The slope at theta of the polynomial v[0] + v[n]*theta ...; even and odd powers side by side. */
static inline __attribute__((always_inline)) double slope_at(const double *v, const size_t n,
                                                             int degree, const double theta)
{
    const StnPair square = stn_pair_of(theta * theta), two = stn_pair_of(2.0);
    const double *last = v + (size_t)degree * n;
    const int top = degree - degree % 2;
    StnPair sum = {degree > top ? degree * *last : 0.0, 0.0}; /* of even and of odd powers */
    StnPair power = {top - 1, top};
    for (last = v + (size_t)top * n; last > v; power -= two, last -= 2 * n)
        sum = sum * square + power * (StnPair){*(last - n), *last};
    return sum[0] + theta * sum[1];
}

/* The slope of a site's velocity at the end of the step. */
static double slope_of_site(const StnSystem *S, const StnState *st, int site)
{
    const StnWork *W = stn_work(st);
    const double *v = stn_coef(S, st) + stn_site_first(&S->model, site);
    const size_t n = (size_t)S->model.n;
    return W->theta_due == 1.0 ? slope_at(v, n, W->degree, 1.0)
                               : slope_at(v, n, W->degree, W->theta_due);
}

/* What the acceleration at the end of the step would make of v within a tenth of the time since the last
 * event.  Where that is little the site creeps, and a small error of v is a large one of the time at
 * which it stops. */
static void note_creep(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    for (int i = 0; i < S->model.nsite; i++) {
        if (!st->modes.zone[i])
            continue;
        const double a = slope_of_site(S, st, i);
        W->v_bound[i] = a * st->modes.dir[i] < 0.0 /* slowing down */
                            ? 0.1 * fabs(a) / W->h * (W->tv - W->t_event)
                            : INFINITY;
    }
}

static void new_mode(StnState *st)
{
    StnWork *W = stn_work(st);
    for (int i = 0; i < STN_SITES_MAX; i++)
        W->v_bound[i] = INFINITY, W->terms[i] = 0.0;
    W->refusals = W->held_by_rounding = 0;
    W->affine_ready = W->affine_kept = W->form_known = 0;
    W->h_next = 0.0;
    W->h_newton = 0.0;
    W->newton_ready = 0;
    W->stalled = 0;
    W->mode_steps = 0;
    W->slope_ready = 0;
    W->error_before = W->h_beyond = 0.0;
}

void stn_pin(const StnSystem *S, const StnState *st, const double *start, double *y)
{
    bool still[STN_STATES_MAX]; /* positions that stand; only a plant with twists asks */
    if (S->model.ntwist > 0)
        memset(still, 0, (size_t)S->model.nplant * sizeof *still);
    for (int i = 0; i < S->model.nsite; i++) {
        int x = S->model.plant->sites[i].x, stop = S->model.site_stop[i];
        bool held = S->model.set_valued[i] || (stop >= 0 && st->modes.stop[stop] != 0.0);
        if (held && st->modes.dir[i] == 0.0 && !S->model.imposed[i]) {
            still[x] = true;
            y[x] = start[x];
            stn_site_set_v(&S->model, y, i, 0.0);
        }
    }
    for (int k = 0; k < S->model.ntwist; k++)
        if (still[S->num.twist[k].from] && still[S->num.twist[k].to])
            y[S->model.nplant + k] = start[S->model.nplant + k];
}

/* A standing site breaks away where its guard is not above zero in rounded numbers either: a force that
 * still holds by rounding would push it back into rest.  So the step ends there. */
static void settle(const StnSystem *S, StnState *st, int due, const double *y)
{
    StnWork *W = stn_work(st);
    double dy[STN_ROW], *guard = stn_guard(S, st);
    int i = (due - S->model.g_site) / 2;
    if (due < S->model.g_site || due >= S->model.g_stop || st->modes.dir[i] != 0.0 ||
        !S->model.set_valued[i] || S->model.imposed[i])
        return;
    for (int k = 0; k < SETTLE_MOST; k++) {
        stn_rates(S, st, W->tv, y, dy, guard);
        if (!(guard[due] > 0.0))
            return;
        W->tv = nextafter(W->tv, INFINITY);
    }
}

/* Guards of sites that reach zero at the same instant as what is due. */
typedef struct {
    int count, guard[2 * STN_SITES_MAX];
} Together;

/* Whoever comes to rest at this instant has v = 0 before anything is decided. */
static void rest_together(const StnSystem *S, const StnState *st, const Together *also, double *y)
{
    for (int k = 0; k < also->count; k++) {
        int i = (also->guard[k] - S->model.g_site) / 2;
        if (st->modes.dir[i] != 0.0)
            stn_site_set_v(&S->model, y, i, 0.0);
    }
}

/* Decide the others too, as far as the first decision has not done so. */
static void decide_together(const StnEngine *E, const Together *also, int due,
                            const StnModes *before)
{
    for (int k = 0; k < also->count; k++) {
        int i = (also->guard[k] - E->system->model.g_site) / 2;
        if (E->state->modes.dir[i] != before->dir[i])
            continue;
        if (due == STN_DUE_TIME)
            stn_modes_turn(E, i);
        else
            stn_modes_event(E, also->guard[k]);
    }
}

/* A kink of an input or a sample: all that is due at t0 is decided anew.  affine: there are matrices of the
 * mode, which are kept where nothing but their constants changes: a controller's samples would cost a
 * Jacobian each. */
static void on_time(const StnEngine *E, const Together *also, bool affine)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnFrozen before;
    StnEvaluation now;
    stn_frozen(S, st, &before);
    stn_inputs_refresh(S, st, E->work->t0);
    stn_sample_due(S, st, E->work->t0, E->y, E->work->u);
    const bool same = stn_modes_refresh(E, &now) && also->count == 0;
    if (same) {
        E->work->affine_kept = affine && stn_varying_still(S, st, &before);
        if (E->work->affine_kept)
            stn_kept_begin(S, st, &now);
        return;
    }
    decide_together(E, also, STN_DUE_TIME, &before.modes);
    stn_note_slips(S, st, E->y, &before.modes);
    E->work->affine_kept = affine && stn_frozen_still(S, st, &before);
}

/* What is due is a turn of a site that need not stand for it. */
static bool velocity_due(const StnSystem *S, const StnState *st)
{
    StnWork *W = stn_work(st);
    int i = (W->due - S->model.g_site) / 2;
    return W->due >= S->model.g_site && W->due < S->model.g_stop &&
           (W->due - S->model.g_site) % 2 == 0 && st->modes.dir[i] != 0.0 &&
           (!S->model.set_valued[i] || S->model.elastic[i]) && !S->model.imposed[i];
}

/* y at the end of the present step; its work is added to the energy account. */
static void finish_step(const StnSystem *S, StnState *st, double *y)
{
    StnWork *W = stn_work(st);
    if (W->dense_pending && (S->solver.energy || W->theta_due != 1.0))
        stn_explicit_dense(S, st);
    if (S->solver.energy)
        stn_energy_step(S, st, W->theta_due);
    if (W->propagated && W->theta_due == 1.0)
        stn_kept_end(S, st, y);
    else if (W->propagated)
        stn_kept_at(S, st, W->theta_due, y);
    else if (W->how == STN_STEP_EXPLICIT && W->theta_due == 1.0)
        memcpy(y, stn_explicit_end(S, st), (size_t)S->model.n * sizeof *y);
    else if (W->how == STN_STEP_IMPLICIT && W->theta_due == 1.0)
        stn_implicit_end(S, st, y);
    else
        stn_poly_at(S, st, W->theta_due, y);
    stn_pin(S, st, stn_coef(S, st), y);
}

/* Guard `due` reached zero, a turn of a site perhaps in an earlier step, at `turned`. */
static StnStatus on_guard(const StnEngine *E, const Together *also, int due, bool turns,
                          double turned)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    const double h_last = W->how == STN_STEP_IMPLICIT ? W->h_whole : 0.0;
    Together none;
    none.count = 0; /* the list behind is not read */
    StnModes before = st->modes;
    W->event_delay = fmax(W->t0 - turned, 0.0);
    stn_modes_event(E, due);
    W->event_delay = 0.0;
    stn_note_switch(S, st, due);
    if (turns)
        stn_rest_forget(S, st, (due - S->model.g_site) / 2);
    decide_together(E, also, due, &before);
    stn_note_slips(S, st, E->y, &before);
    W->h_next = 0.5 * h_last; /* a stiff mode goes on much as before */
    if (W->t0 >= W->t_break)  /* both at once */
        on_time(E, &none, false);
    return stn_watch_storm(E, due);
}

/* Go to the end of the present step and do what is due there. */
StnStatus stn_event_arrive(StnEngine *E)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    double y[STN_ROW], *coef = stn_coef(S, st);
    Together also;
    also.count = 0; /* the list behind is not read */
    int due = W->due;
    finish_step(S, st, y);
    if (!stn_in_range(S, y))
        return stn_diverged(S, W->tv, y, E->error);
    settle(S, st, due, y);
    stn_step_emit(E, W->t0, W->tv, y);
    note_creep(S, st);
    bool turns = velocity_due(S, st);
    double turned = turns ? stn_turn_instant(S, st, (due - S->model.g_site) / 2) : W->tv;
    if (due != STN_DUE_NOTHING || S->model.nsoft + S->model.nelastic > 0)
        stn_rest_note(S, st, turned, y);
    if (due != STN_DUE_NOTHING && !W->propagated)
        also.count = stn_together(S, st, W->theta_due, due, y, also.guard);
    rest_together(S, st, &also, y);
    memcpy(coef, y, (size_t)S->model.n * sizeof *y);
    stn_note_sizes(S, st, y);
    double way = W->theta_due * W->h, lost = way + W->t_low - (W->tv - W->t0);
    W->t_low = way < T_ROUNDING * fabs(W->t0) && due == STN_DUE_NOTHING ? lost : 0.0;
    W->t0 = W->tv;
    if (W->t0 - W->t_event > stn_instant(W->t0))
        W->instant = 0; /* time has moved on: bands are as narrow again as the tolerance */
    if (due == STN_DUE_NOTHING) {
        W->slope_ready = W->how == STN_STEP_EXPLICIT ? 2 : 0;
        W->h_newton = W->how == STN_STEP_IMPLICIT ? W->h : 0.0;
        W->newton_again = 0;
        return STN_OK;
    }
    const bool affine = W->affine_ready || W->affine_kept;
    new_mode(st);
    if (due != STN_DUE_TIME)
        return on_guard(E, &also, due, turns, turned);
    on_time(E, &also, affine);
    return STN_OK;
}
