/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Polynomials: evaluation, and the first root without missing any. */
#include "solve/pair.h"
#include "solve/step.h"

#include <math.h>
#include <string.h>

enum {
    CHEAP = 4,        /* halvings that are judged by the bounds of the whole step */
    FEW_TERMS = 8,    /* terms that are looked at first */
    MOTION_STARTS = 3 /* from rest the velocity grows as time, its square or its cube */
};

/* c[0] + c[stride]*theta + ... + c[d*stride]*theta^d: even and odd powers side by side, each of which waits for itself
 * half as long; c[0] last, so that no more than one rounding is one of its size. */
static inline __attribute__((always_inline)) double value_of_halves(const double *c, int stride,
                                                                    int d, const double theta)
{
    const double square = theta * theta;
    const int top = d - d % 2;
    double even = top > 0 ? c[top * stride] : 0.0, odd = d > top ? c[d * stride] : 0.0;
    for (int k = top - 2; k > 0; k -= 2) {
        odd = odd * square + c[(k + 1) * stride];
        even = even * square + c[k * stride];
    }
    if (top > 0)
        odd = odd * square + c[stride];
    return c[0] + theta * (odd + theta * even);
}

/* The same of two states side by side. */
static inline __attribute__((always_inline)) StnPair
pair_of_halves(const double *c, const size_t stride, size_t d, const double theta)
{
    const StnPair at = stn_pair_of(theta), square = stn_pair_of(theta * theta);
    const size_t top = d - d % 2;
    const double *k = c + top * stride;
    StnPair even = stn_pair_of(0.0), odd = even;
    if (top > 0)
        even = stn_pair(k);
    if (d > top)
        odd = stn_pair(k + stride);
    for (k -= 2 * stride; k > c; k -= 2 * stride) {
        odd = odd * square + stn_pair(k + stride);
        even = even * square + stn_pair(k);
    }
    if (top > 0)
        odd = odd * square + stn_pair(c + stride);
    return stn_pair(c) + at * (odd + at * even);
}

void stn_poly_at(const StnSystem *S, const StnState *st, double theta, double *y)
{
    StnWork *W = stn_work(st);
    int n = S->model.n, d = W->degree;
    const double *c = stn_coef(S, st);
    if (theta == 0.0)
        d = 0;
    if (S->model.nactive < n) /* what does not move */
        memcpy(y, c, (size_t)n * sizeof *y);
    if (stn_are_pair(&S->model)) {
        const int i = S->model.active[0];
        stn_pair_put(theta == 1.0 ? pair_of_halves(c + i, (size_t)n, (size_t)d, 1.0)
                                  : pair_of_halves(c + i, (size_t)n, (size_t)d, theta),
                     y + i);
        return;
    }
    for (int a = 0; a < S->model.nactive; a++) {
        const int i = S->model.active[a];
        if (S->model.nactive <= 2) { /* of more the sums overlap by themselves */
            y[i] = theta == 1.0 ? value_of_halves(c + i, n, d, 1.0)
                                : value_of_halves(c + i, n, d, theta);
            continue;
        }
        double sum = c[d * n + i];
        for (int k = d - 1; k >= 0; k--)
            sum = sum * theta + c[k * n + i];
        y[i] = sum;
    }
}

void stn_step_at(const StnSystem *S, StnState *st, double theta, double *y)
{
    const StnWork *W = stn_work(st);
    if (W->propagated)
        stn_kept_at(S, st, theta, y);
    else if (W->how == STN_STEP_EXPLICIT && W->swings && theta > 0.0 && theta < 1.0)
        stn_explicit_at(S, st, theta, y);
    else
        stn_poly_at(S, st, theta, y);
}

/* Bounds of |p'| and |p''| on [0, b]. */
static void bounds(const double *c, int d, double b, double *first, double *second)
{
    double f = 0.0, s = 0.0;
    for (int k = d; k >= 1; k--) {
        double a = k * fabs(c[k]);
        f = f * b + a;
        if (k >= 2)
            s = s * b + (k - 1) * a;
    }
    *first = f;
    *second = s;
}

/* Root in [a, b] with p(a) >= 0 > p(b): Newton kept inside by bisection.  It ends where the value is rounding: a
 * shorter step than that would only be followed by bisection, for some twenty rounds without a better digit. */
static double refine_root(const double *c, int d, double a, double b)
{
    double x = 0.5 * (a + b), way = b - a;
    for (int i = 0; i < 80; i++) {
        double v, s;
        stn_poly_both(c, d, x, &v, &s);
        if (v == 0.0 && s < 0.0)
            return x;
        if (v < 0.0)
            b = x;
        else
            a = x;
        double next = x - v / s;
        const bool newton = next > a && next < b;
        if (!newton)
            next = 0.5 * (a + b);
        const double before = way;
        way = fabs(next - x);
        const double coming = way * way * way / (before * before); /* Newton's next way */
        if (way <= 4e-16 * b || b - a <= 4e-16 * b ||
            (newton && way <= 1e-12 * b && way >= before) ||
            (newton && way < 1e-3 * before && coming <= 1e-18 * b))
            return next;
        x = next;
    }
    return x;
}

double stn_poly_root(const double *c, int degree, double b)
{
    return refine_root(c, degree, 0.0, b);
}

/* Does p stay positive, or is it monotone, within `half` of `mid`?  By the bounds of the whole step, which
 * are cheap, but say little where large terms cancel. */
static void judge(const double *c, int d, double mid, double half, bool *positive, bool *monotone)
{
    double p1, p2;
    bounds(c, d, mid + half, &p1, &p2);
    *positive = stn_poly_value(c, d, mid) > p1 * half;
    *monotone = fabs(stn_poly_slope(c, d, mid)) > p2 * half;
}

/* The same by the series about `mid`: a velocity that dies away as exp(-4.5*theta) needs a handful of
 * intervals, by the bounds of the whole step tens of thousands. */
static void judge_nearby(const double *c, int d, double mid, double half, bool *positive,
                         bool *monotone)
{
    double q[STN_DEGREE_MAX + 1], spread = 0.0, bend = 0.0;
    memcpy(q, c, (size_t)(d + 1) * sizeof *q);
    for (int i = 0; i < d; i++) /* Horner's shift of the origin */
        for (int k = d - 1; k >= i; k--)
            q[k] += mid * q[k + 1];
    for (int k = d; k >= 1; k--) {
        spread = (spread + fabs(q[k])) * half;
        if (k >= 2)
            bend = (bend + k * fabs(q[k])) * half;
    }
    *positive = q[0] > spread;
    *monotone = fabs(q[1]) > bend;
}

/* First crossing in [a, b], p(a) >= 0: an interval is dropped when a bound of p' shows that p stays
 * positive, settled when a bound of p'' shows that p is monotone, and halved otherwise.  A touch
 * without crossing that is narrower than 1e-9 of the step is no event. */
static double search(const double *c, int d, double a, double b, double noise)
{
    double stack[64];
    int depth = 0;
    stack[depth++] = b;
    while (depth > 0) {
        double end = stack[depth - 1], mid = 0.5 * (a + end), half = 0.5 * (end - a);
        bool positive, monotone;
        if (depth <= CHEAP)
            judge(c, d, mid, half, &positive, &monotone);
        else
            judge_nearby(c, d, mid, half, &positive, &monotone);
        if (!positive && !monotone && half > 5e-10 && depth < 60) {
            stack[depth++] = mid;
            continue;
        }
        if (!positive && stn_poly_value(c, d, end) < -noise)
            return refine_root(c, d, a, end);
        a = end;
        depth--;
    }
    return 2.0;
}

/* Starting within noise of zero: see which way it leaves.  Returns the place from which on the usual
 * search holds, 0 when it leaves downwards, 2 when it does not leave. */
static double leave(const double *c, int d, double noise)
{
    const double first = d > 0 ? fabs(c[1]) : 0.0, second = d > 1 ? fabs(c[2]) : 0.0;
    double rest = 0.0;
    for (int k = 3; k <= d; k++)
        rest += fabs(c[k]);
    for (double x = 0x1p-40; x <= 1.0; x *= 2.0) {
        if (fabs(c[0]) + x * (first + x * (second + x * rest)) < 3.9 * noise) /* a bound of |v| */
            continue;
        const double v = stn_poly_value(c, d, x);
        if (v < -4.0 * noise)
            return -x;
        if (v > 4.0 * noise)
            return x;
    }
    return 2.0;
}

/* Sweeps i to i + 3 of the triangle at once: in sweep i each number behind place i is added to by the one before it.
 * p, q, r, s: the number before, as each of the sweeps finds it. */
static inline __attribute__((always_inline)) void four_sweeps(double *b, const int d, int i)
{
    double p = b[i], q = b[i + 1] + p, second = b[i + 2] + b[i + 1], r = second + q;
    const double third = b[i + 3] + b[i + 2];
    double s = third + second + r;
    p = b[i + 3];
    b[i + 1] = q, q = third;
    b[i + 2] = r, r = third + second;
    b[i + 3] = s;
    _Pragma("GCC unroll 4") for (int k = i + 4; k <= d; k++)
    {
        const double one = b[k] + p, two = one + q, three = two + r;
        p = b[k], q = one, r = two;
        b[k] = three + s;
        s = three;
    }
}

/* Bernstein coefficients: power coefficients over binomials begin a triangle of sums. */
static inline __attribute__((always_inline)) void bernstein(const double *c, const int d, double *b)
{
    double inverse = 1.0; /* 1/C(d, k) = (1/C(d, k - 1)) * k/(d - k + 1) */
    b[0] = c[0];
    for (int k = 1; k <= d; k++) {
        inverse *= k * stn_inverse[d - k + 1];
        b[k] = c[k] * inverse;
    }
    int i = 0;
    for (; i + 4 <= d; i += 4)
        four_sweeps(b, d, i);
    for (; i < d; i++)
        for (int k = d; k > i; k--)
            b[k] += b[k - 1];
}

typedef enum Sign { SIGN_NONE, SIGN_ONE, SIGN_UNSURE } Sign;

/* Most steps hold no root, and most of these show it by their first terms: what the others can add is no more than the sum
 * of their sizes. */
static bool stays_above(const double *c, int d, double noise, double margin)
{
    double b[FEW_TERMS + 1];
    for (; d > FEW_TERMS; d--)
        margin += fabs(c[d]);
    bernstein(c, FEW_TERMS, b);
    bool above = true;
    for (int k = 1; k <= FEW_TERMS; k++)
        above = above && b[k] >= margin - noise;
    return above;
}

/* A polynomial lies within its Bernstein coefficients on [0, 1], and has no more roots than they change sign, and as
 * many or an even number less (Farin, Curves and Surfaces for CAGD, ch. 6).  So if none is below -noise it does not
 * fall below that; if all up to one are positive and all behind it negative it falls once.  rest: the sum of
 * |c[1]| ..., of which the coefficients carry DEGREE roundings. */
static Sign signs(const double *c, int d, double noise, double rest)
{
    double b[STN_DEGREE_MAX + 1], margin = 1.2e-16 * STN_DEGREE_MAX * rest, dropped = 0.0;
    while (d > 0 && dropped + fabs(c[d]) <= 0.1 * noise)
        dropped += fabs(c[d--]);
    margin += dropped;
    if (d > FEW_TERMS && stays_above(c, d, noise, margin))
        return SIGN_NONE;
    if (d == STN_DEGREE_MAX)
        bernstein(c, STN_DEGREE_MAX, b);
    else
        bernstein(c, d, b);
    bool above = true, once = true, fallen = false;
    for (int k = 1; k <= d; k++) {
        above = above && b[k] >= margin - noise;
        fallen = fallen || b[k] < -noise - margin;
        once = once && (fallen ? b[k] < -noise - margin : b[k] > margin);
    }
    return above ? SIGN_NONE : once ? SIGN_ONE : SIGN_UNSURE;
}

/* A motion that begins from rest is x^m*r(x), m = 1 to 3, but for c[0] within noise and other coefficients before c[m] that
 * are roundings.  Where all Bernstein coefficients of r are positive it does not return in (from, 1]: the
 * roundings are less than half of the least of them there, and what evaluation rounds is less than the other half. */
static bool leaves_for_good(const double *c, int d, double from, double size)
{
    double b[STN_DEGREE_MAX + 1];
    for (int m = 1; m <= MOTION_STARTS && m <= d; m++) {
        bernstein(c + m, d - m, b);
        double least = b[0], power = from;
        for (int k = 1; k <= d - m; k++)
            least = fmin(least, b[k]);
        if (!(least > 8e-16 * STN_DEGREE_MAX * size))
            continue;
        bool small = true;
        for (int k = m - 1; k >= 1; k--, power *= from)
            small = small && m * fabs(c[k]) <= 0.5 * least * power;
        return small;
    }
    return false;
}

double stn_poly_first_root(const double *c, int degree, double noise)
{
    double rest = 0.0, from = 0.0;
    if (c[0] < -noise)
        return 0.0;
    while (degree > 0 && c[degree] == 0.0)
        degree--;
    double even = 0.0;
    for (int k = 1; k < degree; k += 2)
        rest += fabs(c[k]), even += fabs(c[k + 1]);
    rest += even + (degree % 2 ? fabs(c[degree]) : 0.0);
    if (c[0] > rest || !isfinite(c[0] + rest)) /* not finite: the end of the step will tell */
        return 2.0;
    if (c[0] <= noise) {
        from = leave(c, degree, noise);
        if (from < 0.0)
            return -from;
        if (from >= 1.0)
            return 2.0;
    }
    noise += 4e-16 * rest;
    switch (signs(c, degree, noise, rest)) {
    case SIGN_NONE: return 2.0;
    case SIGN_ONE: return refine_root(c, degree, from, 1.0);
    default:
        if (from > 0.0 && leaves_for_good(c, degree, from, fabs(c[0]) + rest))
            return 2.0;
        return search(c, degree, from, 1.0, noise);
    }
}
