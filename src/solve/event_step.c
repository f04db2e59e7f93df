/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A step of the event engine: tried until it stands, and shortened to the first event in it. */
#include "kernel/real.h"
#include "solve/locate.h"

#include <math.h>

enum { SHORTER_MOST = 60, REFUSED_OFTEN = 4, DIP_POINTS = 8, GROUP_MOST = 16 };
#define FIRST_IN_BELL \
    10.0 /* first step of a series in a Stribeck zone, over one that is a small part of it */
#define FAR 1e100 /* beyond what any model means, and far from what cannot be multiplied any more */
#define DEFECT_MOST 100.0 /* of the weights; 1 to 20 where a polynomial is right to the tolerance */
enum { REFUSAL = 8, REFUSALS_MOST = 1000 }; /* more than one in nine of hundreds of steps */

/* Hairer's first guess, kept inside the narrow features of the laws. */
double stn_first_step(const StnSystem *S, StnState *st, const double *y, const double *dy)
{
    StnWork *W = stn_work(st);
    int n = S->model.n;
    double d0 = 0.0, d1 = 0.0, d2 = 0.0, f[STN_ROW];
    double probe[STN_ROW] = {0};
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
    double d = fmax(d1, d2), h1 = d <= 1e-15 ? fmax(1e-6, h0 * 1e-3) : stn_pow(0.01 / d, 1.0 / 9.0);
    return fmin(100.0 * h0, h1);
}

/* A step that stays inside the narrow feature a moving site is in. */
static double zone_step(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    double dy[STN_ROW], h = INFINITY;
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
    double *y = stn_coef(S, st), dy[STN_ROW];
    if (W->h_next > 0.0 && W->how != STN_STEP_EXACT && W->mode_steps == 0)
        return fmin(W->h_next, 8.0 * zone_step(S, st));
    if (W->h_next > 0.0)
        return W->h_next;
    if (W->how == STN_STEP_EXACT)
        return W->bell_mode ? fmin(1.0, FIRST_IN_BELL * zone_step(S, st)) : 1.0;
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

/* The terms of each site's rate, where their rounding in a step is more than the tolerance of its speed. */
static bool below_rounding(const StnSystem *S, StnState *st, const double *J)
{
    StnWork *W = stn_work(st);
    const double *y = stn_coef(S, st);
    bool any = false;
    for (int i = 0; i < S->model.nsite; i++) {
        double terms = 0.0, least = INFINITY;
        for (int v = stn_site_first(&S->model, i); v >= 0; v = stn_site_next(&S->model, i, v)) {
            least = fmin(least, stn_weight(S, st, v, y[v], y[v]));
            for (int j = 0; j < S->model.n; j++)
                terms += fabs(J[v * S->model.n + j] * y[j]);
        }
        bool below = isfinite(terms) && STN_STEP_ROUNDING * terms * W->h > least;
        W->terms[i] = below && st->modes.dir[i] != 0.0 ? terms : 0.0;
        any = any || W->terms[i] > 0.0;
    }
    return any;
}

/* Explicit steps that are refused now and then, again and again: is it rounding that is followed?  There the
 * error does not fall with the step.  Then weights are raised above it, and stiffness is looked for although
 * no step is near the edge of stability. */
static void suspect_rounding(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    double *J = stn_scratch(S, st) + STN_EXPLICIT_ROWS * S->model.n;
    W->refusals += REFUSAL;
    if (W->refusals < REFUSALS_MOST)
        return;
    W->refusals = 0;
    stn_jacobian(S, st, W->t0, stn_coef(S, st), J, NULL, NULL, NULL, NULL, 0);
    if (below_rounding(S, st, J) && !W->held_by_rounding)
        W->held_by_rounding = 1;
}

/* A state is damped within a fraction of the step that was just refused.  Then it is stiff, although no
 * accepted step has shown it: a flow through an orifice that ends at equal pressures, where the slope
 * of the root has no limit and every few steps its sign changes. */
static bool overdamped(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    double *J = stn_scratch(S, st);
    W->slope_ready = 0; /* J overwrites it */
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
    double *coef = stn_coef(S, st), least = 4e-16 * stn_larger(fabs(W->t0), 1e-3);
    if (W->how != STN_STEP_EXACT && stn_breaks_away(S, st)) /* its beginning is short */
        least = 1e-7 * least;
    bool gave_up = false; /* the implicit method has refused every step */
    for (int refused = 1;; refused++) {
        W->dense_pending = W->propagated = 0;
        StnTry result = W->how == STN_STEP_EXACT      ? stn_step_exact(S, st)
                        : W->how == STN_STEP_EXPLICIT ? stn_step_explicit(S, st)
                                                      : stn_step_implicit(S, st);
        st->counters.steps++;
        if (result == STN_TRY_OK) {
            W->refusals -= W->refusals > 0;
            return STN_OK;
        }
        if (result == STN_TRY_BAD)
            return stn_lost(S, W->t0, coef, STN_DIVERGED, "the run diverged", E->error);
        st->counters.rejected++;
        if (W->how == STN_STEP_EXPLICIT)
            suspect_rounding(S, st);
        bool forced = S->solver.integrator == STN_INTEGRATOR_EXPLICIT;
        bool may_switch =
            W->how == STN_STEP_EXPLICIT && !forced && !gave_up && W->stiff < STN_STIFF_ENOUGH;
        if (forced && refused == REFUSED_OFTEN && !W->progress.stiff)
            W->progress.stiff = overdamped(S, st);
        const bool too_small = !(W->h >= least); /* or no number */
        if (may_switch && (too_small || (refused == REFUSED_OFTEN && overdamped(S, st)))) {
            W->stiff = STN_STIFF_ENOUGH;
            W->how = STN_STEP_IMPLICIT;
            W->h = fmax(W->h, 1e6 * least);
            continue;
        }
        if (too_small && !gave_up && S->solver.integrator == STN_INTEGRATOR_AUTO &&
            W->how == STN_STEP_IMPLICIT && !W->affine_mode) {
            gave_up = true; /* a film that begins at v = 0 has no series: its first digits go */
            W->stiff = 0;
            W->how = STN_STEP_EXPLICIT;
            W->h = 1e6 * least;
            continue;
        }
        if (too_small) {
            return stn_lost(
                S, W->t0, coef, STN_STEP_TOO_SMALL,
                "the step size fell below what time resolves: the run diverges or the tolerance is "
                "out of reach",
                E->error);
        }
    }
}

/* A short event in a long exact step: shrink the scale, so that theta keeps all its digits.  The root of a straight line
 * has them anyway, unless it was looked for near the start. */
static void locate(const StnSystem *S, StnState *st, double *theta, int *fired)
{
    StnWork *W = stn_work(st);
    const double few = W->how == STN_STEP_EXACT && W->degree <= 1 ? 1e-6 : 0.3;
    stn_locate(S, st, theta, fired);
    for (int i = 0;
         i < 8 && *fired >= 0 && W->how == STN_STEP_EXACT && *theta > 0.0 && *theta < few; i++) {
        stn_exact_rescale(S, st, 1.5 * *theta);
        stn_locate(S, st, theta, fired);
    }
}

/* Moving site i has not turned at the end of an explicit step, as far as the tolerance can tell.  p: its velocity.
 * Soft sites have their band instead. */
static bool runs_on(const StnSystem *S, const StnState *st, int i, double *p)
{
    const StnWork *W = stn_work(st);
    if (st->modes.dir[i] == 0.0 || S->model.soft[i] || S->model.imposed[i])
        return false;
    stn_site_poly(S, st, i, st->modes.dir[i], 0.0, p);
    return stn_poly_value(p, W->degree, 1.0) >= -stn_velocity_noise(S, st, i);
}

/* An event finds some body thrown backwards by the polynomial alone: the next step would begin with a turn. */
static bool throws_back(const StnSystem *S, const StnState *st, double theta)
{
    double p[STN_DEGREE_MAX + 1];
    for (int i = 0; i < S->model.nsite; i++)
        if (runs_on(S, st, i, p) &&
            stn_poly_value(p, stn_work(st)->degree, theta) < -stn_velocity_noise(S, st, i))
            return true;
    return false;
}

/* The defect h*(dp/dt - f(p)) of an explicit step's polynomial at theta, largest over the weights.  The step is of
 * order 8 and its error is estimated at its end only; the polynomial is of order 7, and where a motion
 * is damped about as fast as the step is long it may be wrong by a thousand tolerances in between.  Its
 * error e shows in the defect as h*rate*e, with what is left of e's own slope. */
static double defect(const StnSystem *S, StnState *st, double theta)
{
    StnWork *W = stn_work(st);
    const int n = S->model.n;
    double y[STN_ROW], dy[STN_ROW], guard[STN_GUARDS_MAX], most = 0.0;
    stn_poly_at(S, st, theta, y);
    stn_rates(S, st, W->t0 + theta * W->h, y, dy, guard);
    for (int a = 0; a < S->model.nactive; a++) {
        const int i = S->model.active[a];
        const double *c = stn_coef(S, st) + i;
        double slope = 0.0;
        for (int k = W->degree; k >= 1; k--)
            slope = slope * theta + k * c[k * n];
        most = fmax(most, fabs(slope - W->h * dy[i]) / stn_weight(S, st, i, y[i], y[i]));
    }
    return most;
}

/* The event at theta of an explicit step is perhaps one of its polynomial only.  Where events go on repeating at one
 * instant, more than those of a group of elements, steps that end there have not helped. */
static bool doubtful(const StnSystem *S, StnState *st, double theta)
{
    const StnWork *W = stn_work(st);
    if (W->how != STN_STEP_EXPLICIT || W->instant > GROUP_MOST)
        return false;
    return W->swings || throws_back(S, st, theta) || defect(S, st, theta) > DEFECT_MOST;
}

/* By how much to shorten a step that found guard `fired` at theta, 1: not at all.  A step that entered
 * a narrow feature ends at its edge: beyond it the stages have seen another curve.  One whose polynomial
 * is doubtful ends at what it seems to have found: at its end it is right.  Near v = 0 a rough law has no Taylor
 * series: it comes up to the stop in steps that shrink with v, until what is left does not matter. */
static double shorter(const StnSystem *S, StnState *st, int fired, double theta)
{
    StnWork *W = stn_work(st);
    int i = (fired - S->model.g_site) / 2;
    if (doubtful(S, st, theta))
        return theta > 0.999 ? 1.0 : theta * (1.0 + 1e-7);
    const double through = W->how == STN_STEP_IMPLICIT ? stn_implicit_to_event(S, st) : 1.0;
    if (through < 1.0)
        return through;
    if (W->how == STN_STEP_EXACT || fired < S->model.g_site || fired >= S->model.g_stop ||
        st->modes.dir[i] == 0.0)
        return 1.0;
    if ((fired - S->model.g_site) % 2)
        return st->modes.zone[i] || theta > 0.999 ? 1.0 : theta * (1.0 + 1e-7);
    double v = st->modes.dir[i] * stn_site_v(&S->model, stn_coef(S, st), i);
    bool nonsmooth =
        S->num.shape[i].nonsmooth && S->model.set_valued[i] && v > 1e-7 * S->num.shape[i].v_scale;
    return nonsmooth ? 0.8 * theta : 1.0;
}

/* The same for a relation that an explicit step finds wrong only between its ends.  At the edge of stability
 * such a step is right at its ends, while its polynomial swings: a step that ends in the dip decides. */
static double into_dip(const StnSystem *S, StnState *st, int fired, double theta)
{
    StnWork *W = stn_work(st);
    double y[STN_ROW], dy[STN_ROW];
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

/* The same for a body that turns between the ends of an explicit step only.  What is left of a swing that has died
 * away the polynomial multiplies, at the edge of stability by more than ten, and the body seemed to
 * turn there and back. */
static double into_turn(const StnSystem *S, const StnState *st, int fired, double theta)
{
    const StnWork *W = stn_work(st);
    const int i = (fired - S->model.g_site) / 2;
    double p[STN_DEGREE_MAX + 1], least = INFINITY, at = theta;
    if (W->how != STN_STEP_EXPLICIT || fired < S->model.g_site || fired >= S->model.g_stop ||
        (fired - S->model.g_site) % 2 || !runs_on(S, st, i, p))
        return 1.0;
    for (int k = 0; k < DIP_POINTS; k++) {
        double x = theta + (1.0 - theta) * k / DIP_POINTS, v = stn_poly_value(p, W->degree, x);
        if (v < least)
            least = v, at = x;
    }
    return at;
}

/* Where nothing moves only the signals say how far a step may see; guards are sampled along it. */
static double max_lookahead(const StnSystem *S, const StnState *st)
{
    StnWork *W = stn_work(st);
    StnPiece *pieces = stn_pieces(S, st);
    double far = INFINITY;
    bool stands = false;
    if (W->how == STN_STEP_EXACT) /* of inputs that are known in full */
        return INFINITY;
    for (int i = 0; i < S->model.nsite; i++)
        stands = stands || (st->modes.dir[i] == 0.0 && !S->model.imposed[i]);
    for (int j = 0; j < S->model.ninput; j++) {
        const StnPiece *piece = &pieces[j];
        if (stn_replaced(S, st)[j].when != STN_REPLACED_NOT)
            continue;
        if (!piece->exact)
            far = fmin(far, 0.12 * S->num.t_shortest);
        else if (!piece->linear)
            far = fmin(far, (stands ? 0.12 : 0.5) * S->num.t_shortest);
    }
    return far;
}

/* An exact step in which all lines are straight, as those of a body that stands under a ramp, may be as long as one
 * likes.  Straight is what has no next term at all: one that is only small would grow with the square of the step.  Numbers
 * that would overflow are left alone. */
static void lengthen(const StnSystem *S, StnState *st, double most)
{
    StnWork *W = stn_work(st);
    const double longer = fmin(W->h_next, most), factor = longer / W->h;
    if (W->how != STN_STEP_EXACT || W->degree > 1 || !(factor > 1.0))
        return;
    const double *first = stn_coef(S, st) + S->model.n, *next = first + W->degree * S->model.n;
    for (int a = 0; a < S->model.nactive; a++)
        if (next[S->model.active[a]] != 0.0 || !(factor * fabs(first[S->model.active[a]]) < FAR))
            return;
    for (int b = 0; b < W->nvarying; b++) {
        const double *u = stn_taylor(S, st) + (size_t)W->varying[b] * (STN_DEGREE_MAX + 1);
        if (!(factor * fabs(u[1]) < FAR))
            return;
    }
    stn_exact_rescale(S, st, factor);
    W->h = longer;
}

/* The longest step from here: to the next kink or sample, or half the way. */
static double step_within(double h, double limit)
{
    return h > 0.999 * limit ? limit : h > 0.5 * limit ? 0.5 * limit : h;
}

StnStatus stn_event_step(StnEngine *E)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    double theta, limit = W->t_break - W->t0;
    int fired;
    stn_choose_method(S, st);
    if (stn_step_kept(S, st)) {
        W->mode_steps++;
        W->slip_steps++;
        W->tv = W->t_break;
        W->theta_due = 1.0;
        W->due = STN_DUE_TIME;
        return STN_OK;
    }
    const double far = 1e3 * stn_larger(1.0, fabs(W->t0)), cap = stn_smaller(S->solver.h_max, far);
    const double most = stn_smaller(cap, max_lookahead(S, st));
    W->h = step_within(stn_smaller(proposed_step(S, st), most), limit);
    StnStatus status = attempt(E);
    if (status)
        return status;
    lengthen(S, st, step_within(most, limit));
    W->mode_steps++;
    W->slip_steps++;
    W->h_whole = W->h;
    locate(S, st, &theta, &fired);
    for (int k = 0; k < SHORTER_MOST && fired >= 0 && theta > 0.0 && W->how != STN_STEP_EXACT;
         k++) {
        double factor = fmin(shorter(S, st, fired, theta), into_dip(S, st, fired, theta));
        factor = fmin(factor, into_turn(S, st, fired, theta));
        if (factor >= 1.0)
            break;
        W->h_newton = W->how == STN_STEP_IMPLICIT ? W->h : 0.0;
        W->newton_again = 1;
        W->h *= factor;
        status = attempt(E);
        if (status)
            return status;
        locate(S, st, &theta, &fired);
    }
    bool lands = W->h >= limit;
    if (fired >= 0) {
        W->tv = W->t0 + (theta * W->h + W->t_low);
        if (W->t_break - W->tv <= 4e-16 * fabs(W->tv)) /* both at once: no step lies between */
            W->tv = W->t_break;
        W->theta_due = theta;
        W->due = fired;
    } else {
        W->tv = lands ? W->t_break : W->t0 + (W->h + W->t_low);
        W->theta_due = 1.0;
        W->due = lands ? STN_DUE_TIME : STN_DUE_NOTHING;
    }
    if (!W->affine_mode && !W->bell_mode &&
        (W->how == STN_STEP_IMPLICIT) == (W->stiff >= STN_STIFF_ENOUGH))
        W->span += W->theta_due * W->h, W->nspan++;
    return STN_OK;
}
