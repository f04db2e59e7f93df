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
    return S->model.slip_of[i] >= 0 ? st->x_rest[S->model.slip_of[i]] : 0.0;
}

/* What an affine mode costs in implicit steps is up to rtol; it should not show beside exact ones. */
static double calm_rtol(double rtol) { return fmin(rtol, fmax(1e-2 * rtol, 1e-13)); }

static double weight(const StnSystem *S, const StnState *st, int i, double a, double b)
{
    double rtol = S->solver.rtol, zero = origin(S, st, i);
    if (st->how == STN_HOW_IMPLICIT && st->calm) /* stiff but affine: asked to be exact */
        rtol = calm_rtol(rtol);
    double floor_i = fmax(fmin(stn_top(S, st)[i], S->scale_max[i]), S->scale_min[i]);
    int site = S->model.rough_of[i], speed = S->model.speed_of[i];
    double rounding = speed >= 0 ? 1e-14 * st->push[speed] * st->h / rtol : 0.0;
    if (!(S->scale_max[i] < INFINITY)) /* no velocity, or no friction with a scale of its own */
        floor_i = fmax(floor_i, rounding);
    else if (st->creep[speed] < floor_i && /* v itself counts */
             !(S->model.soft[speed] && fmax(fabs(a), fabs(b)) <= stn_dead_band(S, st, speed)))
        floor_i = fmax(fmax(st->creep[speed], 1e-7 * S->scale_max[i]), rounding);
    if (st->how == STN_HOW_IMPLICIT && S->scale_max[i] < INFINITY) { /* a damped velocity: Newton */
        floor_i = fmax(floor_i, 1e-3 * S->scale_max[i]); /* cannot reach its least values */
        site = -1;
    }
    if (site >= 0 &&
        st->v_now[site] < S->shape[site].v_scale) /* breaking away: each decade of v counts */
        floor_i =
            fmax(fmax(1e-4 * floor_i, S->scale_min[i]), 1e-15 * st->push[site] * st->h / rtol);
    return fmax(rtol, 2e-16) * fmax(fmax(fabs(a - zero), fabs(b - zero)), floor_i);
}

double stn_weight(const StnSystem *S, const StnState *st, int i, double a, double b)
{
    double own = weight(S, st, i, a, b), *y = stn_coef(S, st);
    int k = i - S->model.nplant;
    if (k < 0 || k >= S->model.ntwist)
        return own;
    /* a stiff shaft hardly twists: no more is asked of it than its two speeds can show */
    int from = S->model.plant->partner[S->twist[k].from],
        to = S->model.plant->partner[S->twist[k].to];
    double by_from = weight(S, st, from, y[from], y[from]) / S->twist[k].pace_from;
    double by_to = weight(S, st, to, y[to], y[to]) / S->twist[k].pace_to;
    return fmax(own, fmin(by_from, by_to));
}

/* The sizes that errors are compared with: the largest so far; for the motion of set-valued sites the
 * largest of the present and of the last slip; for velocities under a law without a scale of its own (dahl,
 * none) that of the present and of the last swing. */
static void note_sizes(const StnSystem *S, StnState *st, const double *y)
{
    double *top = stn_top(S, st);
    for (int i = 0; i < S->model.n; i++)
        top[i] = fmax(top[i], fabs(y[i] - origin(S, st, i)));
    for (int i = 0; i < S->model.nsite; i++) {
        int x = S->model.plant->sites[i].x, v = S->model.plant->sites[i].v;
        st->x_now[i] = fmax(st->x_now[i], fabs(y[x] - st->x_rest[i]));
        st->v_now[i] = fmax(st->v_now[i], fabs(y[v]));
        st->v_most[i] = fmax(st->v_most[i], fabs(y[v]));
    }
}

/* Slips that ended: the next ones are measured against them. */
static void note_slips(const StnSystem *S, StnState *st, const double *y, const StnModes *before)
{
    double *top = stn_top(S, st);
    for (int i = 0; i < S->model.nsite; i++) {
        bool ended = before->dir[i] != 0.0 && before->dir[i] != st->modes.dir[i];
        if (before->dir[i] != st->modes.dir[i] &&
            S->model.rough_of[S->model.plant->sites[i].v] >= 0)
            st->slip_steps = 0;
        if (!ended || S->model.imposed[i])
            continue;
        double *size = &top[S->model.plant->sites[i].v];
        if (S->model.set_valued[i]) {
            *size = st->v_now[i];
            top[S->model.plant->sites[i].x] = st->x_now[i];
            st->x_now[i] = 0.0;
            st->x_rest[i] = y[S->model.plant->sites[i].x];
        } else if (!(S->shape[i].v_scale > 0.0)) { /* no scale of the law's own near standstill */
            *size = fmax(st->v_now[i], SWING_LEAST * st->v_most[i]);
        }
        st->v_now[i] = 0.0;
    }
}

/* The last exact step was far shorter than what is left of the motion asks for: its fast parts have died
 * away and only stability holds it.  By the terms 2 to 4 of the series: where a solution changes on the
 * scale T they are (h/T)^k/k!, and the sixth, which an implicit step feels, allows h = T*(6!*rtol)^(1/6). */
static bool smooth(const StnSystem *S, const StnState *st)
{
    const double *c = stn_coef(S, st);
    double rtol = S->solver.rtol, q = pow(720.0 * calm_rtol(rtol), 1.0 / 6.0) / WORTH;
    double most[5] = {0.0, 0.0, q * q / 2.0, q * q * q / 6.0, q * q * q * q / 24.0};
    int n = S->model.n;
    if (st->t_break - st->t0 < 4.0 * WORTH * st->h)
        return false;
    for (int a = 0; a < S->model.nactive; a++) {
        int i = S->model.active[a];
        double size = stn_weight(S, st, i, c[i], c[i]) / rtol;
        for (int k = 2; k <= 4 && k <= st->degree; k++)
            if (fabs(c[k * n + i]) > most[k] * size)
                return false;
    }
    return true;
}

/* A stiff affine mode: where the motion is smooth, and anyway after many exact steps, the implicit method
 * is tried, and kept when it gets ahead faster; otherwise tried again when the mode has lasted four times as
 * long. */
static StnHow choose_calm(const StnSystem *S, StnState *st)
{
    if (st->mode_steps == 0)
        st->trial = EXACT_FIRST, st->smooth_from = TRIAL;
    if (st->how == STN_HOW_EXACT)
        st->h_exact = st->h;
    if (st->mode_steps == 0)
        return STN_HOW_EXACT;
    if (st->how == STN_HOW_IMPLICIT) {
        if (st->mode_steps != st->trial + TRIAL || st->h >= WORTH * st->h_exact)
            return STN_HOW_IMPLICIT;
        st->trial = st->smooth_from = 4 * st->mode_steps;
        return STN_HOW_EXACT;
    }
    if (st->mode_steps < st->trial &&
        (st->mode_steps < st->smooth_from || st->mode_steps % 2 || !smooth(S, st)))
        return STN_HOW_EXACT;
    st->trial = st->mode_steps;
    return STN_HOW_IMPLICIT;
}

/* The mean of the last steps that were not affine; begins a new one. */
static double mean_step(StnState *st)
{
    double mean = st->nspan > 0 ? st->span / st->nspan : 0.0;
    st->span = 0.0;
    st->nspan = 0;
    return mean;
}

/* Explicit steps at the edge of stability pass like others, and their stages need not show what holds
 * them; so after many suspect ones the Jacobian is asked whether its fastest motion dies away within a few
 * steps.  Then the implicit method is tried, and kept when it gets ahead faster. */
static void look_for_stiffness(const StnSystem *S, StnState *st)
{
    double *J = stn_work(S, st), *y = stn_coef(S, st);
    if (st->look_at == 0)
        st->look_at = SUSPECT_FIRST;
    if (st->stiff < STIFF_ENOUGH && st->suspect >= st->look_at && !st->calm) {
        stn_jacobian(S, st, st->t0, y, J, NULL, NULL, NULL, NULL, 0);
        st->slope_ready = 0; /* it stood there */
        StnFastest fastest = stn_fastest(S, st, J, y);
        st->h_tried = mean_step(st);
        st->suspect = 0;
        if (fastest.damping > DAMPED && st->h_tried * fastest.rate > EDGE)
            st->stiff = STIFF_ENOUGH;
        else
            st->h_tried = 0.0, st->look_at *= SUSPECT_MORE;
    } else if (st->stiff >= STIFF_ENOUGH && st->h_tried > 0.0 && st->nspan >= TRIED) {
        if (mean_step(st) < GAIN * st->h_tried)
            st->stiff = 0, st->look_at *= SUSPECT_MORE;
        st->h_tried = 0.0;
    }
}

/* A site under a rough law that has not reached its Stribeck velocity yet: each decade of v counts, which
 * Newton cannot give. */
static bool breaks_away(const StnSystem *S, const StnState *st)
{
    if (st->slip_steps >= BREAKAWAY_STEPS) /* it creeps, or something else is stiff */
        return false;
    for (int i = 0; i < S->model.nsite; i++)
        if (S->shape[i].rough && S->model.set_valued[i] && st->modes.zone[i] &&
            st->v_now[i] < S->shape[i].v_scale)
            return true;
    return false;
}

static void choose(const StnSystem *S, StnState *st)
{
    st->calm = stn_affine_holds(S, st);
    switch (S->solver.integrator) {
    case STN_INTEGRATOR_EXPLICIT: st->how = STN_HOW_EXPLICIT; return;
    case STN_INTEGRATOR_IMPLICIT: st->how = STN_HOW_IMPLICIT; return;
    case STN_INTEGRATOR_EXACT:
    case STN_INTEGRATOR_AUTO: break;
    }
    if (S->solver.integrator == STN_INTEGRATOR_AUTO)
        look_for_stiffness(S, st);
    st->rests =
        S->model.nsoft > 0 && !st->calm && st->stiff < STIFF_ENOUGH && stn_rest_is_stiff(S, st);
    if (st->calm)
        st->how = choose_calm(S, st);
    else if (breaks_away(S, st))
        st->how = STN_HOW_EXPLICIT;
    else
        st->how = st->stiff >= STIFF_ENOUGH || st->rests ? STN_HOW_IMPLICIT : STN_HOW_EXPLICIT;
}

/* Hairer's first guess, kept inside the narrow features of the laws. */
double stn_first_step(const StnSystem *S, StnState *st, const double *y, const double *dy)
{
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
        double a = fabs(dy[S->model.plant->sites[i].v]);
        if (st->modes.zone[i] && a > 0.0)
            h0 = fmin(h0, 0.05 * S->shape[i].v_scale / a);
        h0 = fmin(h0, 0.1 * S->shape[i].t_scale);
    }
    for (int i = 0; i < n; i++)
        probe[i] = y[i] + h0 * dy[i];
    stn_rates(S, st, st->t0 + h0, probe, f, stn_guard(S, st));
    for (int i = 0; i < n; i++)
        d2 = fmax(d2, fabs(f[i] - dy[i]) / stn_weight(S, st, i, y[i], y[i]) / h0);
    double d = fmax(d1, d2), h1 = d <= 1e-15 ? fmax(1e-6, h0 * 1e-3) : pow(0.01 / d, 1.0 / 9.0);
    return fmin(100.0 * h0, h1);
}

/* A step that stays inside the narrow feature a moving site is in. */
static double zone_step(const StnSystem *S, StnState *st)
{
    double dy[STN_STATES_MAX + STN_VECTOR_MAX], h = INFINITY;
    stn_rates(S, st, st->t0, stn_coef(S, st), dy, stn_guard(S, st));
    for (int i = 0; i < S->model.nsite; i++) {
        double a = fabs(dy[S->model.plant->sites[i].v]);
        if (st->modes.zone[i] && a > 0.0)
            h = fmin(h, 0.05 * S->shape[i].v_scale / a);
    }
    return h;
}

static double wish(const StnSystem *S, StnState *st)
{
    double *y = stn_coef(S, st), dy[STN_STATES_MAX + STN_VECTOR_MAX];
    if (st->h_next > 0.0 && st->how != STN_HOW_EXACT && st->mode_steps == 0)
        return fmin(st->h_next, 8.0 * zone_step(S, st));
    if (st->h_next > 0.0)
        return st->h_next;
    if (st->how == STN_HOW_EXACT)
        return 1.0;
    stn_rates(S, st, st->t0, y, dy, stn_guard(S, st));
    return stn_first_step(S, st, y, dy);
}

/* What pushes a site, counted with the terms of its rate that may cancel each other (a pressure against a
 * load): near balance h itself is far below their rounding, and no step is short enough for that. */
static void note_push(const StnSystem *S, StnState *st, const double *J, const double *y)
{
    for (int i = 0; i < S->model.nsite; i++) {
        double terms = 0.0;
        for (int j = 0; j < S->model.n; j++)
            terms += fabs(J[S->model.plant->sites[i].v * S->model.n + j] * y[j]);
        st->push[i] = fmax(st->push[i], isfinite(terms) ? terms : 0.0);
    }
}

/* A state is damped within a fraction of the step that was just refused.  Then it is stiff, although no
 * accepted step has shown it: a flow through an orifice that ends at equal pressures, where the slope
 * of the root has no limit and every few steps its sign changes. */
static bool overdamped(const StnSystem *S, StnState *st)
{
    double *J = stn_work(S, st);
    st->slope_ready = 0; /* it stood there */
    stn_jacobian(S, st, st->t0, stn_coef(S, st), J, NULL, NULL, NULL, NULL, 0);
    note_push(S, st, J, stn_coef(S, st));
    for (int i = 0; i < S->model.n; i++)
        if (-J[i * S->model.n + i] * st->h > 30.0)
            return true;
    return false;
}

/* Try until a step stands. */
static StnStatus attempt(const StnSystem *S, StnState *st, StnError *error)
{
    double *coef = stn_coef(S, st), least = 4e-16 * fmax(fabs(st->t0), 1e-3);
    if (breaks_away(S, st)) /* its beginning is short */
        least = 1e-7 * least;
    for (int refused = 1;; refused++) {
        st->outline = 0;
        StnTry result = st->how == STN_HOW_EXACT      ? stn_step_exact(S, st)
                        : st->how == STN_HOW_EXPLICIT ? stn_step_explicit(S, st)
                                                      : stn_step_implicit(S, st);
        st->counters.steps++;
        if (result == STN_TRY_OK)
            return STN_OK;
        if (result == STN_TRY_BAD)
            return stn_lost(S, st->t0, coef, STN_DIVERGED, "the run diverged", error);
        st->counters.rejected++;
        bool forced = S->solver.integrator == STN_INTEGRATOR_EXPLICIT;
        bool may_switch = st->how == STN_HOW_EXPLICIT && !forced && st->stiff < STIFF_ENOUGH;
        if (forced && refused == REFUSED_OFTEN && !st->pace.stiff)
            st->pace.stiff = overdamped(S, st);
        if (may_switch && (st->h < least || (refused == REFUSED_OFTEN && overdamped(S, st)))) {
            st->stiff = STIFF_ENOUGH;
            st->how = STN_HOW_IMPLICIT;
            st->h = fmax(st->h, 1e6 * least);
            continue;
        }
        if (st->h < least) {
            return stn_lost(
                S, st->t0, coef, STN_STEP_TOO_SMALL,
                "the step size fell below what time resolves: the run diverges or the tolerance is "
                "out of reach",
                error);
        }
    }
}

/* A short event in a long exact step: shrink the scale, so that theta keeps all its digits. */
static void locate(const StnSystem *S, StnState *st, double *theta, int *fired)
{
    stn_locate(S, st, theta, fired);
    for (int i = 0;
         i < 8 && *fired >= 0 && st->how == STN_HOW_EXACT && *theta > 0.0 && *theta < 0.3; i++) {
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
    int i = (fired - S->model.g_site) / 2;
    if (st->how == STN_HOW_EXPLICIT && st->swings && st->instant == 0)
        return theta > 0.999 ? 1.0 : theta * (1.0 + 1e-7);
    if (st->how == STN_HOW_EXACT || fired < S->model.g_site || fired >= S->model.g_stop ||
        st->modes.dir[i] == 0.0)
        return 1.0;
    if ((fired - S->model.g_site) % 2)
        return st->modes.zone[i] || theta > 0.999 ? 1.0 : theta * (1.0 + 1e-7);
    double v = st->modes.dir[i] * stn_coef(S, st)[S->model.plant->sites[i].v];
    bool rough = S->shape[i].rough && S->model.set_valued[i] && v > 1e-7 * S->shape[i].v_scale;
    return rough ? 0.8 * theta : 1.0;
}

/* The same for a relation that an explicit step finds wrong only between its ends.  At the edge of stability
 * such a step is right at its ends, while its polynomial swings: a step that ends in the dip decides. */
static double into_dip(const StnSystem *S, StnState *st, int fired, double theta)
{
    double y[STN_STATES_MAX + STN_VECTOR_MAX], dy[STN_STATES_MAX + STN_VECTOR_MAX];
    double *guard = stn_guard(S, st), least = 0.0, at = theta;
    if (st->how != STN_HOW_EXPLICIT || fired >= S->model.g_site)
        return 1.0;
    for (int k = DIP_POINTS; k > 0; k--) {
        double x = theta + (1.0 - theta) * k / DIP_POINTS;
        stn_poly_at(S, st, x, y);
        stn_rates(S, st, st->t0 + x * st->h, y, dy, guard);
        if (k == DIP_POINTS && !(guard[fired] > 0.0))
            return 1.0;
        if (guard[fired] < least)
            least = guard[fired], at = x;
    }
    return at;
}

static void method_begins(StnState *st)
{
    bool stiff_affine = st->calm && st->how == STN_HOW_IMPLICIT && st->mode_steps > 0;
    st->h_next = stiff_affine ? WORTH * st->h_exact : st->rests && st->mode_steps > 0 ? st->h : 0.0;
    st->h_newton = st->error_before = 0.0;
    st->newton_ready = st->slope_ready = 0;
}

/* Where nothing moves only the signals say how far a step may see; guards are sampled along it. */
static double sight(const StnSystem *S, const StnState *st)
{
    double far = INFINITY;
    bool stands = false;
    for (int i = 0; i < S->model.nsite; i++)
        stands = stands || (st->modes.dir[i] == 0.0 && !S->model.imposed[i]);
    for (int j = 0; j < S->model.ninput; j++) {
        const StnPiece *piece = &st->piece[j];
        if (st->replaced[j])
            continue;
        if (!piece->exact)
            far = fmin(far, 0.12 * S->t_shortest);
        else if (piece->nsine > 0 && st->how != STN_HOW_EXACT)
            far = fmin(far, (stands ? 0.12 : 0.5) * S->t_shortest);
    }
    return far;
}

static StnStatus step(const StnSystem *S, StnState *st, StnError *error)
{
    double theta, limit = st->t_break - st->t0;
    int fired;
    StnHow before = st->how;
    choose(S, st);
    if (st->how != before)
        method_begins(st);
    double cap = fmin(S->solver.h_max, 1e3 * fmax(1.0, fabs(st->t0)));
    st->h = fmin(wish(S, st), fmin(cap, sight(S, st)));
    if (st->h > 0.999 * limit)
        st->h = limit;
    else if (st->h > 0.5 * limit)
        st->h = 0.5 * limit;
    StnStatus status = attempt(S, st, error);
    if (status)
        return status;
    st->mode_steps++;
    st->slip_steps++;
    locate(S, st, &theta, &fired);
    for (int k = 0; k < SHORTER_MOST && fired >= 0 && theta > 0.0; k++) {
        double factor = fmin(shorter(S, st, fired, theta), into_dip(S, st, fired, theta));
        if (factor >= 1.0)
            break;
        st->h *= factor;
        st->h_newton = 0.0; /* the polynomial at hand is this step's, not the last one's */
        status = attempt(S, st, error);
        if (status)
            return status;
        locate(S, st, &theta, &fired);
    }
    bool lands = st->h >= limit;
    if (fired >= 0) {
        st->tv = st->t0 + (theta * st->h + st->t_low);
        st->theta_due = theta;
        st->due = fired;
    } else {
        st->tv = lands ? st->t_break : st->t0 + (st->h + st->t_low);
        st->theta_due = 1.0;
        st->due = lands ? STN_DUE_TIME : STN_DUE_NOTHING;
    }
    if (!st->calm && (st->how == STN_HOW_IMPLICIT) == (st->stiff >= STIFF_ENOUGH))
        st->span += st->theta_due * st->h, st->nspan++;
    return STN_OK;
}

/* What the acceleration at the end of the step would make of v within a tenth of the time since the last
 * event.  Where that is little the site creeps, and a small error of v is a large one of the time at
 * which it stops. */
static void note_creep(const StnSystem *S, StnState *st)
{
    for (int i = 0; i < S->model.nsite; i++) {
        int v = S->model.plant->sites[i].v, n = S->model.n;
        const double *c = stn_coef(S, st);
        double a = 0.0;
        if (!st->modes.zone[i])
            continue;
        for (int d = st->degree; d >= 1; d--)
            a = a * st->theta_due + d * c[d * n + v];
        st->creep[i] = a * st->modes.dir[i] < 0.0 /* slowing down */
                           ? 0.1 * fabs(a) / st->h * (st->tv - st->t_event)
                           : INFINITY;
    }
}

static void new_mode(StnState *st)
{
    for (int i = 0; i < STN_SITES_MAX; i++)
        st->creep[i] = INFINITY;
    st->affine_ready = 0;
    st->h_next = 0.0;
    st->h_newton = 0.0;
    st->newton_ready = 0;
    st->mode_steps = 0;
    st->slope_ready = 0;
    st->error_before = 0.0;
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
            y[S->model.plant->sites[i].v] = 0.0;
        }
    }
    for (int k = 0; k < S->model.ntwist; k++)
        if (still[S->twist[k].from] && still[S->twist[k].to])
            y[S->model.nplant + k] = start[S->model.nplant + k];
}

/* A standing site breaks away where its guard is not above zero in rounded numbers either: a force that
 * still holds by rounding would push it back into rest. */
static void settle(const StnSystem *S, StnState *st, int due)
{
    double dy[STN_STATES_MAX + STN_VECTOR_MAX], *guard = stn_guard(S, st);
    int i = (due - S->model.g_site) / 2;
    if (due < S->model.g_site || due >= S->model.g_stop || st->modes.dir[i] != 0.0 ||
        !S->model.set_valued[i] || S->model.imposed[i])
        return;
    for (int k = 0; k < SETTLE_MOST; k++) {
        stn_rates(S, st, st->t0, stn_coef(S, st), dy, guard);
        if (!(guard[due] > 0.0))
            return;
        st->t0 = nextafter(st->t0, INFINITY);
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
            y[S->model.plant->sites[i].v] = 0.0;
    }
}

/* Decide the others too, as far as the first decision has not done so. */
static void decide_together(const StnSystem *S, StnState *st, const Together *also, int due,
                            const StnModes *before, const StnObserver *observer)
{
    for (int k = 0; k < also->count; k++) {
        int i = (also->guard[k] - S->model.g_site) / 2;
        if (st->modes.dir[i] != before->dir[i])
            continue;
        if (due == STN_DUE_TIME)
            stn_modes_turn(S, st, stn_coef(S, st), i, observer);
        else
            stn_modes_event(S, st, stn_coef(S, st), also->guard[k], observer);
    }
}

/* A kink of an input or a sample: all that is due at t0 is decided anew. */
static void on_time(const StnSystem *S, StnState *st, const Together *also,
                    const StnObserver *observer)
{
    double *coef = stn_coef(S, st);
    stn_inputs_refresh(S, st, st->t0);
    stn_sample_due(S, st, st->t0, coef);
    stn_inputs_refresh(S, st, st->t0);
    StnModes before = st->modes;
    stn_modes_refresh(S, st, coef, observer);
    decide_together(S, st, also, STN_DUE_TIME, &before, observer);
    note_slips(S, st, coef, &before);
}

/* What is due is a turn of a site that need not stand for it. */
static bool velocity_due(const StnSystem *S, const StnState *st)
{
    int i = (st->due - S->model.g_site) / 2;
    return st->due >= S->model.g_site && st->due < S->model.g_stop &&
           (st->due - S->model.g_site) % 2 == 0 && st->modes.dir[i] != 0.0 &&
           !S->model.set_valued[i] && !S->model.imposed[i];
}

/* Go to the end of the present step and do what is due there. */
static StnStatus arrive(const StnSystem *S, StnState *st, const StnObserver *observer,
                        StnError *error)
{
    double y[STN_STATES_MAX + STN_VECTOR_MAX], *coef = stn_coef(S, st);
    Together also, none;
    also.count = none.count = 0; /* the lists behind are not read */
    int due = st->due;
    if (st->outline && (S->solver.energy || st->theta_due != 1.0))
        stn_explicit_dense(S, st);
    if (S->solver.energy)
        stn_energy_step(S, st, st->theta_due);
    if (st->how == STN_HOW_EXPLICIT && st->theta_due == 1.0)
        memcpy(y, stn_explicit_end(S, st), (size_t)S->model.n * sizeof *y);
    else
        stn_poly_at(S, st, st->theta_due, y);
    stn_pin(S, st, coef, y);
    if (!stn_in_range(S, y))
        return stn_diverged(S, st->tv, y, error);
    note_creep(S, st);
    bool turns = velocity_due(S, st);
    double turned = turns ? stn_turn_instant(S, st, (due - S->model.g_site) / 2) : st->tv;
    if (S->model.nsoft > 0)
        stn_rest_note(S, st, turned, y);
    if (due != STN_DUE_NOTHING)
        also.count = stn_together(S, st, st->theta_due, due, y, also.guard);
    rest_together(S, st, &also, y);
    memcpy(coef, y, (size_t)S->model.n * sizeof *y);
    note_sizes(S, st, y);
    double way = st->theta_due * st->h, lost = way + st->t_low - (st->tv - st->t0);
    st->t_low = way < TINY * fabs(st->t0) && due == STN_DUE_NOTHING ? lost : 0.0;
    st->t0 = st->tv;
    if (due == STN_DUE_NOTHING) {
        st->slope_ready = st->how == STN_HOW_EXPLICIT ? 2 : 0;
        st->h_newton = st->how == STN_HOW_IMPLICIT ? st->h : 0.0;
        return STN_OK;
    }
    double h_last = st->how == STN_HOW_IMPLICIT ? st->h : 0.0;
    new_mode(st);
    if (due == STN_DUE_TIME) {
        on_time(S, st, &also, observer);
        return STN_OK;
    }
    settle(S, st, due);
    StnModes before = st->modes;
    st->late = fmax(st->t0 - turned, 0.0);
    stn_modes_event(S, st, coef, due, observer);
    st->late = 0.0;
    if (turns)
        stn_rest_forget(st, (due - S->model.g_site) / 2);
    decide_together(S, st, &also, due, &before, observer);
    note_slips(S, st, coef, &before);
    st->h_next = 0.5 * h_last;                          /* a stiff mode goes on much as before */
    if (st->t_break - st->t0 <= 4e-16 * fabs(st->t0)) { /* both at once: no step lies between */
        st->t0 = st->t_break;
        on_time(S, st, &none, observer);
    }
    return stn_watch_storm(S, st, coef, due, error);
}

static void start(const StnSystem *S, StnState *st, const StnObserver *observer)
{
    double *coef = stn_coef(S, st);
    memcpy(coef, stn_now(S, st), (size_t)S->model.n * sizeof *coef);
    st->t0 = st->tv = st->t;
    stn_inputs_refresh(S, st, st->t0);
    stn_sample_due(S, st, st->t0, coef);
    stn_inputs_refresh(S, st, st->t0);
    stn_lags_start(S, st, coef);
    stn_modes_start(S, st, coef, observer);
    for (int i = 0; i < S->model.nsite; i++)
        st->x_rest[i] = coef[S->model.plant->sites[i].x];
    stn_rest_begins(S, st, coef);
    st->started = 1;
    st->t_event = -INFINITY;
}

StnStatus stn_event_advance(const StnSystem *S, StnState *st, double t_end,
                            const StnObserver *observer, StnError *error)
{
    StnStatus status = STN_OK;
    double *now = stn_now(S, st), *coef = stn_coef(S, st);
    if (!st->started) {
        start(S, st, observer);
        status = step(S, st, error);
    }
    while (!status && (st->tv < t_end || (st->tv == t_end && st->due != STN_DUE_NOTHING))) {
        status = arrive(S, st, observer, error);
        if (!status)
            status = step(S, st, error);
        if (!status && S->solver.integrator == STN_INTEGRATOR_EXPLICIT)
            status =
                stn_watch_pace(S, st, t_end, st->pace.stiff || st->stiff >= STIFF_ENOUGH, error);
        if (!status && st->counters.steps % ASK_EVERY == 0)
            status = stn_ask(observer, st->t0, error);
    }
    st->t = status ? st->t0 : t_end;
    bool inside = !status && st->t > st->t0 && st->t < st->t0 + st->h;
    if (st->outline && inside)
        stn_explicit_dense(S, st);
    if (status)
        memcpy(now, coef, (size_t)S->model.n * sizeof *now);
    else if (inside && st->how == STN_HOW_EXPLICIT && st->swings)
        stn_explicit_at(S, st, (st->t - st->t0) / st->h, now);
    else
        stn_poly_at(S, st, (st->t - st->t0) / st->h, now);
    stn_pin(S, st, coef, now);
    if (!status && !stn_in_range(S, now))
        status = stn_diverged(S, st->t, now, error);
    return status;
}
