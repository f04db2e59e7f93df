/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The event-driven engine: smooth steps with frozen modes, the first guard that reaches zero ends a
 * step, the modes are decided there, and so on.  Per mode the cheapest method that is right: exact
 * where the mode is affine, explicit otherwise, implicit where it turns out stiff. */
#include "solve/step.h"

#include <math.h>
#include <string.h>

enum {
    STIFF_ENOUGH = 5,
    EXACT_FIRST = 400,
    TRIAL = 6,
    SUSPECT_FIRST = 40, /* suspect explicit steps until the Jacobian is asked about stiffness, */
    SUSPECT_MORE = 3,   /* and so many times more after each time in vain */
    TRIED = 24,         /* implicit steps after which they are compared with the explicit ones */
    SHORTER_MOST = 60,
    SETTLE_MOST = 40,
    REFUSED_OFTEN = 4,
    BREAKAWAY_STEPS = 100,
    DIP_POINTS = 8,
    ASK_EVERY = 256
};

#define WORTH 2.0  /* an implicit step costs as much as one or two exact ones */
#define GAIN 4.0   /* and at most four explicit ones */
#define EDGE 0.6   /* mean step times fastest rate: what is damped so much has long died away */
#define DAMPED 0.3 /* of critical: what swings longer has to be followed anyway */
#define SWING_LEAST 1e-6 /* of the largest speed: what a swing counts at least in the weight of v */
#define TINY 1e-13       /* of t: steps so short are summed with what rounding takes */

/* Positions of set-valued sites are measured from where the present slip began: only the motion since
 * then matters, wherever the zero of x lies. */
static double origin(const StnSystem *S, const StnState *st, int i)
{
    StnWork *W = stn_work(st);
    return S->model.slip_of[i] >= 0 ? W->x_rest[S->model.slip_of[i]] : 0.0;
}

/* What an affine mode costs in implicit steps is up to rtol; it should not show beside exact ones. */
static double calm_rtol(double rtol) { return fmin(rtol, fmax(1e-2 * rtol, 1e-13)); }

static double weight(const StnSystem *S, const StnState *st, int i, double a, double b)
{
    StnWork *W = stn_work(st);
    double rtol = S->solver.rtol, zero = origin(S, st, i);
    if (W->how == STN_STEP_IMPLICIT && W->affine_mode) /* stiff but affine: asked to be exact */
        rtol = calm_rtol(rtol);
    double floor_i = fmax(fmin(stn_top(S, st)[i], S->scale_max[i]), S->scale_min[i]);
    int site = S->model.rough_of[i], speed = S->model.speed_of[i];
    double rounding = speed >= 0 ? 1e-14 * W->accel_at_event[speed] * W->h / rtol : 0.0;
    if (!(S->scale_max[i] < INFINITY)) /* no velocity, or no friction with a scale of its own */
        floor_i = fmax(floor_i, rounding);
    else if (W->v_bound[speed] < floor_i && /* v itself counts */
             !(S->model.soft[speed] && fmax(fabs(a), fabs(b)) <= stn_dead_band(S, st, speed)))
        floor_i = fmax(fmax(W->v_bound[speed], 1e-7 * S->scale_max[i]), rounding);
    if (W->how == STN_STEP_IMPLICIT && S->scale_max[i] < INFINITY) { /* a damped velocity: Newton */
        floor_i = fmax(floor_i, 1e-3 * S->scale_max[i]); /* cannot reach its least values */
        site = -1;
    }
    if (site >= 0 &&
        W->v_now[site] < S->num.shape[site].v_scale) /* breaking away: each decade of v counts */
        floor_i = fmax(fmax(1e-4 * floor_i, S->scale_min[i]),
                       1e-15 * W->accel_at_event[site] * W->h / rtol);
    return fmax(rtol, 2e-16) * fmax(fmax(fabs(a - zero), fabs(b - zero)), floor_i);
}

double stn_weight(const StnSystem *S, const StnState *st, int i, double a, double b)
{
    double own = weight(S, st, i, a, b), *y = stn_coef(S, st);
    int k = i - S->model.nplant;
    if (k < 0 || k >= S->model.ntwist)
        return own;
    /* a stiff shaft hardly twists: no more is asked of it than its two speeds can show */
    int from = S->model.plant->partner[S->num.twist[k].from],
        to = S->model.plant->partner[S->num.twist[k].to];
    double by_from = weight(S, st, from, y[from], y[from]) / S->num.twist[k].pace_from;
    double by_to = weight(S, st, to, y[to], y[to]) / S->num.twist[k].pace_to;
    return fmax(own, fmin(by_from, by_to));
}

/* The sizes that errors are compared with: the largest so far; for the motion of set-valued sites the
 * largest of the present and of the last slip; for velocities under a law without a scale of its own (dahl,
 * none) that of the present and of the last swing. */
static void note_sizes(const StnSystem *S, StnState *st, const double *y)
{
    StnWork *W = stn_work(st);
    double *top = stn_top(S, st);
    for (int i = 0; i < S->model.n; i++)
        top[i] = fmax(top[i], fabs(y[i] - origin(S, st, i)));
    for (int i = 0; i < S->model.nsite; i++) {
        double x = y[S->model.plant->sites[i].x], v = fabs(stn_site_v(&S->model, y, i));
        W->x_now[i] = fmax(W->x_now[i], fabs(x - W->x_rest[i]));
        W->v_now[i] = fmax(W->v_now[i], v);
        W->v_most[i] = fmax(W->v_most[i], v);
    }
}

/* Slips that ended: the next ones are measured against them. */
static void note_slips(const StnSystem *S, StnState *st, const double *y, const StnModes *before)
{
    StnWork *W = stn_work(st);
    double *top = stn_top(S, st);
    for (int i = 0; i < S->model.nsite; i++) {
        bool ended = before->dir[i] != 0.0 && before->dir[i] != st->modes.dir[i];
        if (before->dir[i] != st->modes.dir[i] && S->model.set_valued[i] && S->num.shape[i].rough)
            W->slip_steps = 0;
        if (!ended || S->model.imposed[i])
            continue;
        if (S->model.set_valued[i]) {
            stn_site_set_v(&S->model, top, i, W->v_now[i]);
            top[S->model.plant->sites[i].x] = W->x_now[i];
            W->x_now[i] = 0.0;
            W->x_rest[i] = y[S->model.plant->sites[i].x];
        } else if (!(S->num.shape[i].v_scale > 0.0)) /* no scale of the law's own near standstill */
            stn_site_set_v(&S->model, top, i, fmax(W->v_now[i], SWING_LEAST * W->v_most[i]));
        W->v_now[i] = 0.0;
    }
}

/* The last exact step was far shorter than what is left of the motion asks for: its fast parts have died
 * away and only stability holds it.  By the terms 2 to 4 of the series: where a solution changes on the
 * scale T they are (h/T)^k/k!, and the sixth, which an implicit step feels, allows h = T*(6!*rtol)^(1/6). */
static bool smooth(const StnSystem *S, const StnState *st)
{
    StnWork *W = stn_work(st);
    const double *c = stn_coef(S, st);
    double rtol = S->solver.rtol, q = pow(720.0 * calm_rtol(rtol), 1.0 / 6.0) / WORTH;
    double most[5] = {0.0, 0.0, q * q / 2.0, q * q * q / 6.0, q * q * q * q / 24.0};
    int n = S->model.n;
    if (W->t_break - W->t0 < 4.0 * WORTH * W->h)
        return false;
    for (int a = 0; a < S->model.nactive; a++) {
        int i = S->model.active[a];
        double size = stn_weight(S, st, i, c[i], c[i]) / rtol;
        for (int k = 2; k <= 4 && k <= W->degree; k++)
            if (fabs(c[k * n + i]) > most[k] * size)
                return false;
    }
    return true;
}

/* A stiff affine mode: where the motion is smooth, and anyway after many exact steps, the implicit method
 * is tried, and kept when it gets ahead faster; otherwise tried again when the mode has lasted four times as
 * long. */
static StnStepKind choose_calm(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    if (W->mode_steps == 0)
        W->implicit_trial_at = EXACT_FIRST, W->smooth_from = TRIAL;
    if (W->how == STN_STEP_EXACT)
        W->h_exact = W->h;
    if (W->mode_steps == 0)
        return STN_STEP_EXACT;
    if (W->how == STN_STEP_IMPLICIT) {
        if (W->mode_steps != W->implicit_trial_at + TRIAL || W->h >= WORTH * W->h_exact)
            return STN_STEP_IMPLICIT;
        W->implicit_trial_at = W->smooth_from = 4 * W->mode_steps;
        return STN_STEP_EXACT;
    }
    if (W->mode_steps < W->implicit_trial_at &&
        (W->mode_steps < W->smooth_from || W->mode_steps % 2 || !smooth(S, st)))
        return STN_STEP_EXACT;
    W->implicit_trial_at = W->mode_steps;
    return STN_STEP_IMPLICIT;
}

/* The mean of the last steps that were not affine; begins a new one. */
static double mean_step(StnState *st)
{
    StnWork *W = stn_work(st);
    double mean = W->nspan > 0 ? W->span / W->nspan : 0.0;
    W->span = 0.0;
    W->nspan = 0;
    return mean;
}

/* Explicit steps at the edge of stability pass like others, and their stages need not show what holds
 * them; so after many suspect ones the Jacobian is asked whether its fastest motion dies away within a few
 * steps.  Then the implicit method is tried, and kept when it gets ahead faster. */
static void look_for_stiffness(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    double *J = stn_scratch(S, st), *y = stn_coef(S, st);
    if (W->check_stiffness_at == 0)
        W->check_stiffness_at = SUSPECT_FIRST;
    if (W->stiff < STIFF_ENOUGH && W->suspect >= W->check_stiffness_at && !W->affine_mode) {
        stn_jacobian(S, st, W->t0, y, J, NULL, NULL, NULL, NULL, 0);
        W->slope_ready = 0; /* it stood there */
        StnFastest fastest = stn_fastest(S, st, J, y);
        W->h_tried = mean_step(st);
        W->suspect = 0;
        if (fastest.damping > DAMPED && W->h_tried * fastest.rate > EDGE)
            W->stiff = STIFF_ENOUGH;
        else
            W->h_tried = 0.0, W->check_stiffness_at *= SUSPECT_MORE;
    } else if (W->stiff >= STIFF_ENOUGH && W->h_tried > 0.0 && W->nspan >= TRIED) {
        if (mean_step(st) < GAIN * W->h_tried)
            W->stiff = 0, W->check_stiffness_at *= SUSPECT_MORE;
        W->h_tried = 0.0;
    }
}

/* A site under a rough law that has not reached its Stribeck velocity yet: each decade of v counts, which
 * Newton cannot give. */
static bool breaks_away(const StnSystem *S, const StnState *st)
{
    StnWork *W = stn_work(st);
    if (W->slip_steps >= BREAKAWAY_STEPS) /* it creeps, or something else is stiff */
        return false;
    for (int i = 0; i < S->model.nsite; i++)
        if (S->num.shape[i].rough && S->model.set_valued[i] && st->modes.zone[i] &&
            W->v_now[i] < S->num.shape[i].v_scale)
            return true;
    return false;
}

static void choose(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    W->affine_mode = stn_affine_holds(S, st);
    switch (S->solver.integrator) {
    case STN_INTEGRATOR_EXPLICIT: W->how = STN_STEP_EXPLICIT; return;
    case STN_INTEGRATOR_IMPLICIT: W->how = STN_STEP_IMPLICIT; return;
    case STN_INTEGRATOR_EXACT:
    case STN_INTEGRATOR_AUTO: break;
    }
    if (S->solver.integrator == STN_INTEGRATOR_AUTO)
        look_for_stiffness(S, st);
    W->rests = S->model.nsoft > 0 && !W->affine_mode && W->stiff < STIFF_ENOUGH &&
               stn_rest_is_stiff(S, st);
    if (W->affine_mode)
        W->how = choose_calm(S, st);
    else if (breaks_away(S, st))
        W->how = STN_STEP_EXPLICIT;
    else
        W->how = W->stiff >= STIFF_ENOUGH || W->rests ? STN_STEP_IMPLICIT : STN_STEP_EXPLICIT;
}

/* Hairer's first guess, kept inside the narrow features of the laws. */
double stn_first_step(const StnSystem *S, StnState *st, const double *y, const double *dy)
{
    StnWork *W = stn_work(st);
    int n = S->model.n;
    double d0 = 0.0, d1 = 0.0, d2 = 0.0, f[STN_STATES_MAX + STN_VECTOR_MAX];
    double probe[STN_STATES_MAX + STN_VECTOR_MAX] = {0};
    for (int i = 0; i < n; i++) {
        double w = stn_weight(S, st, i, y[i], y[i]);
        d0 = fmax(d0, fabs(y[i]) / w);
        d1 = fmax(d1, fabs(dy[i]) / w);
    }
    double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1;
    for (int i = 0; i < S->model.nsite; i++) {
        double a = fabs(stn_site_v(&S->model, dy, i));
        if (st->modes.zone[i] && a > 0.0)
            h0 = fmin(h0, 0.05 * S->num.shape[i].v_scale / a);
        h0 = fmin(h0, 0.1 * S->num.shape[i].t_scale);
    }
    for (int i = 0; i < n; i++)
        probe[i] = y[i] + h0 * dy[i];
    stn_rates(S, st, W->t0 + h0, probe, f, stn_guard(S, st));
    for (int i = 0; i < n; i++)
        d2 = fmax(d2, fabs(f[i] - dy[i]) / stn_weight(S, st, i, y[i], y[i]) / h0);
    double d = fmax(d1, d2), h1 = d <= 1e-15 ? fmax(1e-6, h0 * 1e-3) : pow(0.01 / d, 1.0 / 9.0);
    return fmin(100.0 * h0, h1);
}

/* A step that stays inside the narrow feature a moving site is in. */
static double zone_step(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    double dy[STN_STATES_MAX + STN_VECTOR_MAX], h = INFINITY;
    stn_rates(S, st, W->t0, stn_coef(S, st), dy, stn_guard(S, st));
    for (int i = 0; i < S->model.nsite; i++) {
        double a = fabs(stn_site_v(&S->model, dy, i));
        if (st->modes.zone[i] && a > 0.0)
            h = fmin(h, 0.05 * S->num.shape[i].v_scale / a);
    }
    return h;
}

static double proposed_step(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    double *y = stn_coef(S, st), dy[STN_STATES_MAX + STN_VECTOR_MAX];
    if (W->h_next > 0.0 && W->how != STN_STEP_EXACT && W->mode_steps == 0)
        return fmin(W->h_next, 8.0 * zone_step(S, st));
    if (W->h_next > 0.0)
        return W->h_next;
    if (W->how == STN_STEP_EXACT)
        return 1.0;
    stn_rates(S, st, W->t0, y, dy, stn_guard(S, st));
    return stn_first_step(S, st, y, dy);
}

/* What pushes a site, counted with the terms of its rate that may cancel each other (a pressure against a
 * load): near balance h itself is far below their rounding, and no step is short enough for that. */
static void note_push(const StnSystem *S, StnState *st, const double *J, const double *y)
{
    StnWork *W = stn_work(st);
    for (int i = 0; i < S->model.nsite; i++) {
        double terms = 0.0;
        for (int v = stn_site_first(&S->model, i); v >= 0; v = stn_site_next(&S->model, i, v))
            for (int j = 0; j < S->model.n; j++)
                terms += fabs(J[v * S->model.n + j] * y[j]);
        W->accel_at_event[i] = fmax(W->accel_at_event[i], isfinite(terms) ? terms : 0.0);
    }
}

/* A state is damped within a fraction of the step that was just refused.  Then it is stiff, although no
 * accepted step has shown it: a flow through an orifice that ends at equal pressures, where the slope
 * of the root has no limit and every few steps its sign changes. */
static bool overdamped(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    double *J = stn_scratch(S, st);
    W->slope_ready = 0; /* it stood there */
    stn_jacobian(S, st, W->t0, stn_coef(S, st), J, NULL, NULL, NULL, NULL, 0);
    note_push(S, st, J, stn_coef(S, st));
    for (int i = 0; i < S->model.n; i++)
        if (-J[i * S->model.n + i] * W->h > 30.0)
            return true;
    return false;
}

/* Try until a step stands. */
static StnStatus attempt(StnEngine *E)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    double *coef = stn_coef(S, st), least = 4e-16 * fmax(fabs(W->t0), 1e-3);
    if (breaks_away(S, st)) /* its beginning is short */
        least = 1e-7 * least;
    for (int refused = 1;; refused++) {
        W->dense_pending = 0;
        StnTry result = W->how == STN_STEP_EXACT      ? stn_step_exact(S, st)
                        : W->how == STN_STEP_EXPLICIT ? stn_step_explicit(S, st)
                                                      : stn_step_implicit(S, st);
        st->counters.steps++;
        if (result == STN_TRY_OK)
            return STN_OK;
        if (result == STN_TRY_BAD)
            return stn_lost(S, W->t0, coef, STN_DIVERGED, "the run diverged", E->error);
        st->counters.rejected++;
        bool forced = S->solver.integrator == STN_INTEGRATOR_EXPLICIT;
        bool may_switch = W->how == STN_STEP_EXPLICIT && !forced && W->stiff < STIFF_ENOUGH;
        if (forced && refused == REFUSED_OFTEN && !W->pace.stiff)
            W->pace.stiff = overdamped(S, st);
        if (may_switch && (W->h < least || (refused == REFUSED_OFTEN && overdamped(S, st)))) {
            W->stiff = STIFF_ENOUGH;
            W->how = STN_STEP_IMPLICIT;
            W->h = fmax(W->h, 1e6 * least);
            continue;
        }
        if (W->h < least) {
            return stn_lost(
                S, W->t0, coef, STN_STEP_TOO_SMALL,
                "the step size fell below what time resolves: the run diverges or the tolerance is "
                "out of reach",
                E->error);
        }
    }
}

/* A short event in a long exact step: shrink the scale, so that theta keeps all its digits. */
static void locate(const StnSystem *S, StnState *st, double *theta, int *fired)
{
    StnWork *W = stn_work(st);
    stn_locate(S, st, theta, fired);
    for (int i = 0;
         i < 8 && *fired >= 0 && W->how == STN_STEP_EXACT && *theta > 0.0 && *theta < 0.3; i++) {
        stn_exact_rescale(S, st, 1.5 * *theta);
        stn_locate(S, st, theta, fired);
    }
}

/* By how much to shorten a step that found guard `fired` at theta, 1: not at all.  A step that entered
 * a narrow feature ends at its edge: beyond it the stages have seen another curve.  One whose polynomial
 * swings ends at what it seems to have found: at its end it is right.  Near v = 0 a rough law has no Taylor
 * series: it comes up to the stop in steps that shrink with v, until what is left does not matter. */
static double shorter(const StnSystem *S, const StnState *st, int fired, double theta)
{
    StnWork *W = stn_work(st);
    int i = (fired - S->model.g_site) / 2;
    if (W->how == STN_STEP_EXPLICIT && W->swings && W->instant == 0)
        return theta > 0.999 ? 1.0 : theta * (1.0 + 1e-7);
    if (W->how == STN_STEP_EXACT || fired < S->model.g_site || fired >= S->model.g_stop ||
        st->modes.dir[i] == 0.0)
        return 1.0;
    if ((fired - S->model.g_site) % 2)
        return st->modes.zone[i] || theta > 0.999 ? 1.0 : theta * (1.0 + 1e-7);
    double v = st->modes.dir[i] * stn_site_v(&S->model, stn_coef(S, st), i);
    bool rough =
        S->num.shape[i].rough && S->model.set_valued[i] && v > 1e-7 * S->num.shape[i].v_scale;
    return rough ? 0.8 * theta : 1.0;
}

/* The same for a relation that an explicit step finds wrong only between its ends.  At the edge of stability
 * such a step is right at its ends, while its polynomial swings: a step that ends in the dip decides. */
static double into_dip(const StnSystem *S, StnState *st, int fired, double theta)
{
    StnWork *W = stn_work(st);
    double y[STN_STATES_MAX + STN_VECTOR_MAX], dy[STN_STATES_MAX + STN_VECTOR_MAX];
    double *guard = stn_guard(S, st), least = 0.0, at = theta;
    if (W->how != STN_STEP_EXPLICIT || fired >= S->model.g_site)
        return 1.0;
    for (int k = DIP_POINTS; k > 0; k--) {
        double x = theta + (1.0 - theta) * k / DIP_POINTS;
        stn_poly_at(S, st, x, y);
        stn_rates(S, st, W->t0 + x * W->h, y, dy, guard);
        if (k == DIP_POINTS && !(guard[fired] > 0.0))
            return 1.0;
        if (guard[fired] < least)
            least = guard[fired], at = x;
    }
    return at;
}

static void method_begins(StnState *st)
{
    StnWork *W = stn_work(st);
    bool stiff_affine = W->affine_mode && W->how == STN_STEP_IMPLICIT && W->mode_steps > 0;
    W->h_next = stiff_affine ? WORTH * W->h_exact : W->rests && W->mode_steps > 0 ? W->h : 0.0;
    W->h_newton = W->error_before = 0.0;
    W->newton_ready = W->slope_ready = 0;
}

/* Where nothing moves only the signals say how far a step may see; guards are sampled along it. */
static double max_lookahead(const StnSystem *S, const StnState *st)
{
    StnWork *W = stn_work(st);
    StnPiece *pieces = stn_pieces(S, st);
    double far = INFINITY;
    bool stands = false;
    for (int i = 0; i < S->model.nsite; i++)
        stands = stands || (st->modes.dir[i] == 0.0 && !S->model.imposed[i]);
    for (int j = 0; j < S->model.ninput; j++) {
        const StnPiece *piece = &pieces[j];
        if (stn_replaced(S, st)[j].when != STN_REPLACED_NOT)
            continue;
        if (!piece->exact)
            far = fmin(far, 0.12 * S->num.t_shortest);
        else if (!piece->linear && W->how != STN_STEP_EXACT)
            far = fmin(far, (stands ? 0.12 : 0.5) * S->num.t_shortest);
    }
    return far;
}

static StnStatus step(StnEngine *E)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    double theta, limit = W->t_break - W->t0;
    int fired;
    StnStepKind before = W->how;
    choose(S, st);
    if (W->how != before)
        method_begins(st);
    double cap = fmin(S->solver.h_max, 1e3 * fmax(1.0, fabs(W->t0)));
    W->h = fmin(proposed_step(S, st), fmin(cap, max_lookahead(S, st)));
    if (W->h > 0.999 * limit)
        W->h = limit;
    else if (W->h > 0.5 * limit)
        W->h = 0.5 * limit;
    StnStatus status = attempt(E);
    if (status)
        return status;
    W->mode_steps++;
    W->slip_steps++;
    locate(S, st, &theta, &fired);
    for (int k = 0; k < SHORTER_MOST && fired >= 0 && theta > 0.0; k++) {
        double factor = fmin(shorter(S, st, fired, theta), into_dip(S, st, fired, theta));
        if (factor >= 1.0)
            break;
        W->h *= factor;
        W->h_newton = 0.0; /* the polynomial at hand is this step's, not the last one's */
        status = attempt(E);
        if (status)
            return status;
        locate(S, st, &theta, &fired);
    }
    bool lands = W->h >= limit;
    if (fired >= 0) {
        W->tv = W->t0 + (theta * W->h + W->t_low);
        W->theta_due = theta;
        W->due = fired;
    } else {
        W->tv = lands ? W->t_break : W->t0 + (W->h + W->t_low);
        W->theta_due = 1.0;
        W->due = lands ? STN_DUE_TIME : STN_DUE_NOTHING;
    }
    if (!W->affine_mode && (W->how == STN_STEP_IMPLICIT) == (W->stiff >= STIFF_ENOUGH))
        W->span += W->theta_due * W->h, W->nspan++;
    return STN_OK;
}

/* What the acceleration at the end of the step would make of v within a tenth of the time since the last
 * event.  Where that is little the site creeps, and a small error of v is a large one of the time at
 * which it stops. */
static void note_creep(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    for (int i = 0; i < S->model.nsite; i++) {
        const double *c = stn_coef(S, st);
        double a = 0.0;
        if (!st->modes.zone[i])
            continue;
        for (int d = W->degree; d >= 1; d--)
            a = a * W->theta_due + d * stn_site_v(&S->model, c + d * S->model.n, i);
        W->v_bound[i] = a * st->modes.dir[i] < 0.0 /* slowing down */
                            ? 0.1 * fabs(a) / W->h * (W->tv - W->t_event)
                            : INFINITY;
    }
}

static void new_mode(StnState *st)
{
    StnWork *W = stn_work(st);
    for (int i = 0; i < STN_SITES_MAX; i++)
        W->v_bound[i] = INFINITY;
    W->affine_ready = 0;
    W->h_next = 0.0;
    W->h_newton = 0.0;
    W->newton_ready = 0;
    W->mode_steps = 0;
    W->slope_ready = 0;
    W->error_before = 0.0;
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
 * still holds by rounding would push it back into rest. */
static void settle(const StnSystem *S, StnState *st, int due)
{
    StnWork *W = stn_work(st);
    double dy[STN_STATES_MAX + STN_VECTOR_MAX], *guard = stn_guard(S, st);
    int i = (due - S->model.g_site) / 2;
    if (due < S->model.g_site || due >= S->model.g_stop || st->modes.dir[i] != 0.0 ||
        !S->model.set_valued[i] || S->model.imposed[i])
        return;
    for (int k = 0; k < SETTLE_MOST; k++) {
        stn_rates(S, st, W->t0, stn_coef(S, st), dy, guard);
        if (!(guard[due] > 0.0))
            return;
        W->t0 = nextafter(W->t0, INFINITY);
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

/* A kink of an input or a sample: all that is due at t0 is decided anew. */
static void on_time(const StnEngine *E, const Together *also)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    stn_inputs_refresh(S, st, E->work->t0);
    stn_sample_due(S, st, E->work->t0, E->y);
    stn_inputs_refresh(S, st, E->work->t0);
    StnModes before = st->modes;
    stn_modes_refresh(E);
    decide_together(E, also, STN_DUE_TIME, &before);
    note_slips(S, st, E->y, &before);
}

/* What is due is a turn of a site that need not stand for it. */
static bool velocity_due(const StnSystem *S, const StnState *st)
{
    StnWork *W = stn_work(st);
    int i = (W->due - S->model.g_site) / 2;
    return W->due >= S->model.g_site && W->due < S->model.g_stop &&
           (W->due - S->model.g_site) % 2 == 0 && st->modes.dir[i] != 0.0 &&
           !S->model.set_valued[i] && !S->model.imposed[i];
}

/* Go to the end of the present step and do what is due there. */
static StnStatus arrive(StnEngine *E)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    double y[STN_STATES_MAX + STN_VECTOR_MAX], *coef = stn_coef(S, st);
    Together also, none;
    also.count = none.count = 0; /* the lists behind are not read */
    int due = W->due;
    if (W->dense_pending && (S->solver.energy || W->theta_due != 1.0))
        stn_explicit_dense(S, st);
    if (S->solver.energy)
        stn_energy_step(S, st, W->theta_due);
    if (W->how == STN_STEP_EXPLICIT && W->theta_due == 1.0)
        memcpy(y, stn_explicit_end(S, st), (size_t)S->model.n * sizeof *y);
    else
        stn_poly_at(S, st, W->theta_due, y);
    stn_pin(S, st, coef, y);
    if (!stn_in_range(S, y))
        return stn_diverged(S, W->tv, y, E->error);
    stn_step_emit(E, W->t0, W->tv, y);
    note_creep(S, st);
    bool turns = velocity_due(S, st);
    double turned = turns ? stn_turn_instant(S, st, (due - S->model.g_site) / 2) : W->tv;
    if (S->model.nsoft > 0)
        stn_rest_note(S, st, turned, y);
    if (due != STN_DUE_NOTHING)
        also.count = stn_together(S, st, W->theta_due, due, y, also.guard);
    rest_together(S, st, &also, y);
    memcpy(coef, y, (size_t)S->model.n * sizeof *y);
    note_sizes(S, st, y);
    double way = W->theta_due * W->h, lost = way + W->t_low - (W->tv - W->t0);
    W->t_low = way < TINY * fabs(W->t0) && due == STN_DUE_NOTHING ? lost : 0.0;
    W->t0 = W->tv;
    if (due == STN_DUE_NOTHING) {
        W->slope_ready = W->how == STN_STEP_EXPLICIT ? 2 : 0;
        W->h_newton = W->how == STN_STEP_IMPLICIT ? W->h : 0.0;
        return STN_OK;
    }
    double h_last = W->how == STN_STEP_IMPLICIT ? W->h : 0.0;
    new_mode(st);
    if (due == STN_DUE_TIME) {
        on_time(E, &also);
        return STN_OK;
    }
    settle(S, st, due);
    StnModes before = st->modes;
    W->event_delay = fmax(W->t0 - turned, 0.0);
    stn_modes_event(E, due);
    W->event_delay = 0.0;
    if (turns)
        stn_rest_forget(st, (due - S->model.g_site) / 2);
    decide_together(E, &also, due, &before);
    note_slips(S, st, coef, &before);
    W->h_next = 0.5 * h_last;                        /* a stiff mode goes on much as before */
    if (W->t_break - W->t0 <= 4e-16 * fabs(W->t0)) { /* both at once: no step lies between */
        W->t0 = W->t_break;
        on_time(E, &none);
    }
    return stn_watch_storm(E, due);
}

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
        stn_sample_due(S, st, W->t0, coef);
        stn_inputs_refresh(S, st, W->t0);
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
    else if (inside && W->how == STN_STEP_EXPLICIT && W->swings)
        stn_explicit_at(S, st, (st->t - W->t0) / W->h, now);
    else
        stn_poly_at(S, st, (st->t - W->t0) / W->h, now);
    stn_pin(S, st, coef, now);
    if (!status && !stn_in_range(S, now))
        status = stn_diverged(S, st->t, now, E->error);
    return status;
}

StnStatus stn_event_advance(StnEngine *E, double t_end)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    StnStatus status = STN_OK;
    if (!W->ready) {
        take_up(E);
        status = step(E);
    }
    while (!status && !E->at_event &&
           (W->tv < t_end || (W->tv == t_end && W->due != STN_DUE_NOTHING))) {
        status = arrive(E);
        if (!status)
            status =
                step(E); /* also where the advance ends: whoever goes on makes the same steps */
        if (!status && S->solver.integrator == STN_INTEGRATOR_EXPLICIT)
            status =
                stn_watch_pace(S, st, t_end, W->pace.stiff || W->stiff >= STIFF_ENOUGH, E->error);
        if (!status && st->counters.steps % ASK_EVERY == 0)
            status = stn_check_go_on(E, W->t0);
        stn_ends_at_event(E);
    }
    st->t = status || E->at_event ? W->t0 : t_end;
    return show(E, status);
}
