/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The earliest event inside a step.  In an exact step every guard is itself a polynomial and no root
 * is missed.  Otherwise guards that are a state (velocity, zone edge, distance to a stop) are
 * polynomials too; the rest (relations, limits of a standing site) is sampled along the step. */
#include "solve/locate.h"

#include <math.h>
#include <string.h>

/* Samples per step; points between two of them; halvings of the first interval. */
enum { SAMPLES = 4, BETWEEN = 4, NEARER = 24 };
#define GROWS 1.2 /* from x to 2*x: the slowest guard, of a film, is as x^(2/3) */

#define ROUNDING 1e-14 /* of the largest speed: what sums of that size leave in v */

double stn_died_away(const StnSystem *S, const StnState *st, int site)
{
    StnWork *W = stn_work(st);
    if (S->model.set_valued[site])
        return 0.0;
    return fmax(ROUNDING * W->v_most[site], W->v_rounding[site]);
}

double stn_velocity_noise(const StnSystem *S, const StnState *st, int site)
{
    StnWork *W = stn_work(st);
    const StnModel *M = &S->model;
    double noise = 0.0;
    for (int v = stn_site_first(M, site); v >= 0; v = stn_site_next(M, site, v))
        noise += stn_weight(S, st, v, 0.0, 0.0);
    noise = fmax(noise, stn_died_away(S, st, site));
    if (M->set_valued[site] && S->num.shape[site].nonsmooth &&
        stn_site_v(M, stn_coef(S, st), site) == 0.0)
        noise *= 16.0; /* it has just left: no polynomial fits well */
    return ldexp(noise, 2 * (W->instant < 15 ? W->instant : 15));
}

/* The distance of a moving site's velocity to the edge of its zone. */
static void edge_poly(const StnSystem *S, const StnState *st, int i, double *poly)
{
    const double dir = st->modes.dir[i], zone = S->num.shape[i].zone;
    if (st->modes.zone[i])
        stn_site_poly(S, st, i, -dir, zone, poly);
    else
        stn_site_poly(S, st, i, dir, -zone, poly);
}

/* sign*state + offset as a polynomial of the step. */
static void state_poly(const StnSystem *S, const StnState *st, int state, double sign,
                       double offset, double *poly)
{
    StnWork *W = stn_work(st);
    const double *coef = stn_coef(S, st);
    poly[0] = sign * coef[state] + offset;
    for (int d = 1; d <= W->degree; d++)
        poly[d] = sign * coef[d * S->model.n + state];
}

/* Where in the step a moving site turns.  One that begins within the noise of zero is seen to leave it backwards up to some
 * noise later; where it may stand, and creeps, that would be late by as much over its acceleration. */
static double turn(const StnSystem *S, const StnState *st, int i, const double *poly)
{
    const int degree = stn_work(st)->degree;
    if (S->model.soft[i])
        return stn_soft_turn(S, st, i, poly);
    double noise = stn_velocity_noise(S, st, i), theta = stn_poly_first_root(poly, degree, noise);
    bool stands = S->model.set_valued[i] && !S->model.elastic[i];
    if (stands && theta <= 1.0 && poly[0] > 0.0 && poly[0] <= noise &&
        stn_poly_value(poly, degree, theta) < -noise)
        theta = stn_poly_root(poly, degree, theta);
    return theta;
}

/* A site that may stand is within the noise of zero through a whole implicit step, and behind zero at its end: friction that
 * still points against the old motion is balanced there by a shaft whose other end stands, and the site would rest in
 * motion for ever.  Explicit steps swing through the noise. */
static double rests_behind_zero(const StnSystem *S, StnState *st, int i, const double *poly)
{
    enum { POINTS = 4 };
    const int degree = stn_work(st)->degree;
    if (!(fabs(poly[0]) <= stn_velocity_noise(S, st, i)) ||
        !(stn_poly_value(poly, degree, 1.0) < 0.0))
        return 2.0;
    const double rounding = stn_implicit_rounding(S, st, i);
    for (int k = POINTS / 2; k <= POINTS; k++)
        if (!(stn_poly_value(poly, degree, (double)k / POINTS) < -rounding))
            return 2.0;
    return poly[0] > 0.0 ? stn_poly_root(poly, degree, 0.5) : 0.0;
}

/* The same in an implicit step, for one that need not stand when it turns: such a step strides over what is stiff, and what
 * rounding leaves of a stiff torque may be more than the tolerance (a body between two that stand, on a
 * shaft whose play is large beside its twist).  What was found stays, since v begins with it in the next
 * step, and fades where less is found. */
static double turn_beyond_rounding(const StnSystem *S, StnState *st, int i, const double *poly)
{
    StnWork *W = stn_work(st);
    double theta = turn(S, st, i, poly);
    if (W->how != STN_STEP_IMPLICIT)
        return theta;
    if (theta > 1.0 && S->model.set_valued[i] && !S->model.elastic[i] && !S->model.soft[i])
        return rests_behind_zero(S, st, i, poly);
    if (theta > 1.0 || S->model.set_valued[i])
        return theta;
    W->v_rounding[i] = fmax(stn_implicit_rounding(S, st, i), 0.5 * W->v_rounding[i]);
    return turn(S, st, i, poly);
}

/* The velocity of a moving site, and the edge of its zone. */
static void site_guards(const StnSystem *S, StnState *st, int i, double *best, int *fired)
{
    StnWork *W = stn_work(st);
    const int k = S->model.g_site + 2 * i;
    double poly[STN_DEGREE_MAX + 1], dir = st->modes.dir[i], zone = S->num.shape[i].zone;
    stn_site_poly(S, st, i, dir, 0.0, poly);
    stn_earliest(turn_beyond_rounding(S, st, i, poly), k, best, fired);
    if (!(zone > 0.0) || !S->solver.zone_guard)
        return;
    edge_poly(S, st, i, poly);
    stn_earliest(stn_poly_first_root(poly, W->degree, STN_ZONE_NOISE * zone), k + 1, best, fired);
}

/* How far a polynomial that begins at zero rises above it in the step, or in a beginning of it. */
static double rise(const double *poly, int degree)
{
    double most = 0.0;
    for (int e = -NEARER; e <= 0; e++)
        most = fmax(most, stn_poly_value(poly, degree, ldexp(1.0, e)));
    return most;
}

/* The site of the stop moves towards this limit (sign: away from it), by its mode. */
static bool moves_onto(const StnSystem *S, const StnState *st, int stop, double sign)
{
    const StnStopInfo *info = &S->model.plant->stops[stop];
    int site = info->play ? -1 : info->site;
    return site >= 0 && !S->model.imposed[site] && st->modes.dir[site] * sign < 0.0;
}

/* The distance of a stop's state to one of its limits.  A state that has just left the limit begins there,
 * and near its beginning the polynomial may be on the wrong side: it is back only by more than the tolerance
 * can tell, or, where it clearly goes away, by a fraction of its way.  Once it is off, however little, its
 * return is an event like any other: a bounce of a nanometre lasts for microseconds.  Where it has turned
 * and moves onto the limit, only rounding counts. */
static void stop_guard(const StnSystem *S, const StnState *st, int stop, double sign, double limit,
                       double *best, int *fired)
{
    StnWork *W = stn_work(st);
    int k = S->model.g_stop + 2 * stop + (sign < 0.0), pos = S->model.plant->stops[stop].pos;
    double poly[STN_DEGREE_MAX + 1], noise = 1e-15 * fabs(limit);
    double rounding = fmax(noise, 1e-15 * S->scale[pos]);
    state_poly(S, st, pos, sign, -sign * limit, poly);
    bool near = poly[0] <= rounding;
    double seen = near ? stn_weight(S, st, pos, 0.0, 0.0) : 0.0; /* not asked for in vain */
    if (near && poly[0] >= -seen) {
        bool onto = moves_onto(S, st, stop, sign);
        double up = !onto && poly[0] >= -rounding ? 1e-3 * rise(poly, W->degree) : 0.0;
        noise = fmax(rounding, onto ? 0.0 : up > 0.0 ? fmin(seen, up) : seen);
    }
    stn_earliest(stn_poly_first_root(poly, W->degree, noise), k, best, fired);
}

/* Guards that are states. */
static void locate_states(const StnSystem *S, StnState *st, double *best, int *fired)
{
    for (int i = 0; i < S->model.nsite; i++) {
        if (st->modes.dir[i] != 0.0 && !S->model.imposed[i])
            site_guards(S, st, i, best, fired);
    }
    for (int j = 0; j < S->model.nstop; j++) {
        if (st->modes.stop[j] != 0.0)
            continue;
        if (S->num.stop_lo[j] > -INFINITY)
            stop_guard(S, st, j, 1.0, S->num.stop_lo[j], best, fired);
        if (S->num.stop_hi[j] < INFINITY)
            stop_guard(S, st, j, -1.0, S->num.stop_hi[j], best, fired);
    }
}

static void guards_at(const StnSystem *S, StnState *st, double theta, double *guard)
{
    StnWork *W = stn_work(st);
    double y[STN_ROW], dy[STN_ROW];
    stn_poly_at(S, st, theta, y);
    stn_rates(S, st, W->t0 + theta * W->h, y, dy, guard);
}

/* Root of guard k between a (positive) and b (negative): Illinois. */
static double refine(const StnSystem *S, StnState *st, int k, double a, double fa, double b,
                     double fb)
{
    double guard[STN_GUARDS_MAX];
    int side = 0;
    for (int i = 0; i < 60 && b - a > 1e-15 * fmax(b, 1e-3); i++) {
        double x = (fa * b - fb * a) / (fa - fb);
        if (!(x > a && x < b))
            x = 0.5 * (a + b);
        guards_at(S, st, x, guard);
        double f = guard[k];
        if (f == 0.0)
            return x;
        if (f > 0.0) {
            a = x, fa = f;
            fb = side == 1 ? 0.5 * fb : fb;
            side = 1;
        } else {
            b = x, fb = f;
            fa = side == -1 ? 0.5 * fa : fa;
            side = -1;
        }
    }
    return b;
}

/* Where the curve through the samples of guard k falls lowest between them, in samples; 0: it has no
 * reason to fall below zero. */
static double deepest(double (*g)[STN_GUARDS_MAX], int k)
{
    double d[SAMPLES + 1], least = INFINITY, most = -INFINITY, low = 0.0, at = 0.0;
    for (int s = 0; s <= SAMPLES; s++)
        d[s] = g[s][k], least = fmin(least, d[s]), most = fmax(most, d[s]);
    if (!(least < most - least))
        return 0.0;
    for (int order = 1; order <= SAMPLES; order++) /* Newton's differences */
        for (int s = SAMPLES; s >= order; s--)
            d[s] = (d[s] - d[s - 1]) / order;
    for (int i = 1; i < BETWEEN * SAMPLES; i++) {
        double x = (double)i / BETWEEN, value = d[SAMPLES];
        for (int order = SAMPLES - 1; order >= 0; order--)
            value = value * (x - order) + d[order];
        if (value < low)
            low = value, at = x;
    }
    return at;
}

/* A guard that begins at zero: does it fall at once, or rise first?  Where it has risen, and its value there; 0
 * when it falls.  What is farther off at twice the distance is no rounding of large numbers whose difference
 * the guard is. */
static double rises(const StnSystem *S, StnState *st, int k, double end, double noise,
                    double *value)
{
    double guard[STN_GUARDS_MAX];
    guards_at(S, st, ldexp(end, -NEARER), guard);
    for (int e = -NEARER; e < 0; e++) {
        const double x = ldexp(end, e);
        *value = guard[k];
        guards_at(S, st, 2.0 * x, guard);
        if (fabs(*value) > noise && guard[k] / *value > GROWS)
            return *value > 0.0 ? x : 0.0;
    }
    return 0.0;
}

/* Guard k is that of a bristle site held by its stop, with a force that presses it on a moment later, by the
 * rule that let it stand: where a body that slides steadily meets the stop, the force begins at zero and its
 * sign is the tolerance's. */
static bool stays_on_stop(const StnSystem *S, StnState *st, int k)
{
    StnWork *W = stn_work(st);
    double guard[STN_GUARDS_MAX];
    int i = (k - S->model.g_site) / 2;
    if (k < S->model.g_site || k >= S->model.g_stop || S->model.set_valued[i] ||
        S->model.imposed[i] || st->modes.dir[i] != 0.0)
        return false;
    guards_at(S, st, fmin(1e-9 * fmax(1.0, fabs(W->t0)) / W->h, 1.0), guard);
    return guard[k] > 0.0;
}

/* Guard k begins on the wrong side of zero, and is on the right one before time can tell the difference: a
 * relation that has just switched, or an imposed velocity, whose zero is at no time that can be written. */
static bool begins_right(const StnSystem *S, const StnState *st, int k, double g0, double g1,
                         double after)
{
    int i = (k - S->model.g_site) / 2;
    if (stn_begins_at_zero(S, st, k))
        return true;
    if (k < S->model.g_site || k >= S->model.g_stop || (k - S->model.g_site) % 2 ||
        !S->model.imposed[i])
        return false;
    return -g0 * after <= stn_instant(stn_work(st)->t0) * (g1 - g0);
}

/* Guard k, sampled at multiples of `apart`: the first interval at whose end it is negative, or a dip
 * between two samples. */
static void locate_guard(const StnSystem *S, StnState *st, double (*g)[STN_GUARDS_MAX], int k,
                         double apart, double *best, int *fired)
{
    StnWork *W = stn_work(st);
    double size = 0.0, between[STN_GUARDS_MAX], end, value;
    for (int s = 0; s <= SAMPLES; s++)
        size = fmax(size, fabs(g[s][k]));
    double noise = 1e-12 * size, near = noise; /* near: at the start */
    int s = 0;
    if (stn_begins_at_zero(S, st, k)) /* at an instant that was rounded */
        near = fmax(near, STN_SWITCHED_NOISE * 4e-16 * fabs(W->t0) * fabs(g[1][k] - g[0][k]) /
                              (apart * W->h));
    bool zero = fabs(g[0][k]) <= near ||
                (g[0][k] < 0.0 && begins_right(S, st, k, g[0][k], g[1][k], apart * W->h));
    if (zero && (g[1][k] < -near || W->mode_steps <= 1)) {
        double first = 0.0, from = rises(S, st, k, apart, near, &first);
        if (g[1][k] < -near && from > 0.0)
            from = refine(S, st, k, from, first, apart, g[1][k]);
        if (g[1][k] < -near || first < -near) { /* it falls, perhaps to rise before the sample */
            stn_earliest(from, k, best, fired);
            return;
        }
    }
    if (!zero && g[0][k] < 0.0 && !(g[1][k] > noise && stays_on_stop(S, st, k))) {
        stn_earliest(0.0, k, best, fired);
        return;
    }
    while (s < SAMPLES && (!(g[s + 1][k] < (s + 1 < SAMPLES ? 0.0 : -noise)) ||
                           (s == 0 && g[0][k] <= noise))) /* it began near zero */
        s++;
    double from = s * apart, start = g[s][k];
    if (s < SAMPLES) {
        end = s + 1, value = g[s + 1][k];
    } else {
        end = deepest(g, k), s = (int)floor(end);
        if (end == 0.0)
            return;
        guards_at(S, st, end * apart, between);
        value = between[k], from = s * apart, start = g[s][k];
        if (value < 0.0 && start <= noise) /* it began at zero, has risen and fallen since */
            from = zero && s == 0 ? rises(S, st, k, end * apart, noise, &start) : 0.0;
        if (!(start > noise))
            return;
    }
    if (value < 0.0 && from < *best)
        stn_earliest(refine(S, st, k, from, start, end * apart, value), k, best, fired);
}

/* Guards that have passed zero before the event that was found, and may be back at the next sample: a gap that
 * opens and closes within a fraction of the step. */
static void locate_before(const StnSystem *S, StnState *st, double (*g)[STN_GUARDS_MAX],
                          const bool *done, double apart, double *best, int *fired)
{
    double guard[STN_GUARDS_MAX];
    const int s = (int)(*best / apart);
    const double end = *best, from = s * apart, *start = g[s < SAMPLES ? s : SAMPLES];
    if (!(from < end))
        return;
    guards_at(S, st, end, guard);
    for (int k = 0; k < S->model.nguard; k++) {
        double noise = 1e-12 * fmax(start[k], -guard[k]);
        if (!done[k] && k != *fired && start[k] > noise && guard[k] < -noise)
            stn_earliest(refine(S, st, k, from, start[k], end, guard[k]), k, best, fired);
    }
}

/* Up to the event that the states have, or to the end of the step. */
static void locate_sampled(const StnSystem *S, StnState *st, const bool *done, double *best,
                           int *fired)
{
    StnWork *W = stn_work(st);
    double g[SAMPLES + 1][STN_GUARDS_MAX], apart = fmin(*best, 1.0) / SAMPLES;
    if (!(apart > 0.0))
        return;
    if (W->how == STN_STEP_IMPLICIT) /* it has left those of its start */
        memcpy(g[0], stn_guard(S, st), (size_t)S->model.nguard * sizeof g[0][0]);
    else
        guards_at(S, st, 0.0, g[0]);
    for (int s = 1; s <= SAMPLES; s++)
        guards_at(S, st, s * apart, g[s]);
    for (int k = 0; k < S->model.nguard; k++)
        if (!done[k])
            locate_guard(S, st, g, k, apart, best, fired);
    if (*fired >= 0)
        locate_before(S, st, g, done, apart, best, fired);
}

/* Guards that locate_states does not cover and that can change. */
static bool sampled_guards(const StnSystem *S, const StnState *st, bool *done)
{
    const double *guard = stn_guard(S, st);
    bool any = false;
    for (int k = 0; k < S->model.g_site;
         k++) { /* options leave relations untouched: constant 1 or no limit */
        done[k] = guard[k] == 1.0 || guard[k] == INFINITY;
        any = any || !done[k];
    }
    for (int i = 0; i < S->model.nsite; i++) {
        bool moving = st->modes.dir[i] != 0.0 && !S->model.imposed[i];
        done[S->model.g_site + 2 * i] = done[S->model.g_site + 2 * i + 1] = moving;
        any = any || !moving;
    }
    for (int j = 0; j < S->model.nstop; j++) {
        bool open = st->modes.stop[j] == 0.0 || S->model.plant->stops[j].site >= 0;
        done[S->model.g_stop + 2 * j] = open;
        done[S->model.g_stop + 2 * j + 1] = true;
        any = any || !open;
    }
    return any;
}

/* True when the cubic's minimum stays above half its smaller end value: it has no root there. */
static bool clear(const double *c)
{
    double c0 = c[0], c1 = c[1], c2 = c[2], c3 = c[3], least = fmin(c0, c0 + c1 + c2 + c3);
    double square = c2 * c2 - 3.0 * c1 * c3; /* of the slope c1 + 2*c2*x + 3*c3*x^2 */
    if (!(least > 0.0))
        return false;
    if (square <= 0.0)
        return true;
    double q = -(c2 + copysign(sqrt(square), c2));
    double root[2] = {c1 / q, q / (3.0 * c3)}; /* turning points; not finite: there is none */
    for (int k = 0; k < 2; k++) {
        double x = root[k];
        if (x > 0.0 && x < 1.0 && c0 + x * (c1 + x * (c2 + x * c3)) < 0.5 * least)
            return false;
    }
    return true;
}

static bool outline_clear(const StnSystem *S, const StnState *st)
{
    double poly[STN_DEGREE_MAX + 1]; /* a cubic: the polynomial is not completed yet */
    for (int i = 0; i < S->model.nsite; i++) {
        double dir = st->modes.dir[i];
        if (dir == 0.0 || S->model.imposed[i])
            continue;
        double noise = S->model.soft[i] ? 0.0 : stn_velocity_noise(S, st, i);
        stn_site_poly(S, st, i, dir, noise, poly);
        if (!clear(poly))
            return false;
        if (!(S->num.shape[i].zone > 0.0) || !S->solver.zone_guard)
            continue;
        edge_poly(S, st, i, poly);
        if (!clear(poly))
            return false;
    }
    for (int j = 0; j < S->model.nstop; j++) {
        const int pos = S->model.plant->stops[j].pos;
        const double lo = S->num.stop_lo[j], hi = S->num.stop_hi[j];
        if (st->modes.stop[j] != 0.0)
            continue;
        if (lo > -INFINITY) {
            state_poly(S, st, pos, 1.0, -lo, poly);
            if (!clear(poly))
                return false;
        }
        if (hi < INFINITY) {
            state_poly(S, st, pos, -1.0, hi, poly);
            if (!clear(poly))
                return false;
        }
    }
    return true;
}

void stn_locate(const StnSystem *S, StnState *st, double *theta, int *guard)
{
    StnWork *W = stn_work(st);
    bool done[STN_GUARDS_MAX];
    *theta = 1.5;
    *guard = -1;
    if (W->how == STN_STEP_EXACT) {
        stn_locate_exact(S, st, theta, guard);
        return;
    }
    bool more = sampled_guards(S, st, done);
    if (W->dense_pending) {
        if (!more && outline_clear(S, st))
            return;
        stn_explicit_dense(S, st);
    }
    locate_states(S, st, theta, guard);
    if (more)
        locate_sampled(S, st, done, theta, guard);
}
