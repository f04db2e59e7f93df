/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Exact propagation of a mode whose dynamics are affine, y' = A*y + B*u(t) + c with u made of
 * polynomials and sines: the Taylor series summed to rounding.  The matrices are those of the complex
 * step, made once per mode. */
#include "solve/step.h"

#include <math.h>

enum { ORDER = STN_DEGREE_MAX, OVERFLOWS = 4, FEW = 4 };
/* A factor so near to 1 is no reason to rescale a series: its last terms are 2.5e-17. */
#define NEARLY 0.9

/* Taylor coefficients of the inputs that vary; the degree of the highest. */
static int input_series(const StnSystem *S, const StnState *st)
{
    StnWork *W = stn_work(st);
    StnPiece *pieces = stn_pieces(S, st);
    int degree = 0;
    for (int b = 0; b < W->nvarying; b++) {
        int j = W->varying[b];
        int most = pieces[j].linear ? 1 : ORDER;
        double *u = stn_taylor(S, st) + (size_t)j * (ORDER + 1);
        stn_piece_taylor(&pieces[j], W->t0, W->h, most, u);
        for (int k = most + 1; k <= ORDER; k++)
            u[k] = 0.0;
        degree = degree > most ? degree : most;
    }
    return degree;
}

/* The constant part of row i: c and the inputs that do not vary. */
static double constant_part(const StnSystem *S, const StnState *st, const StnAffine *m, int i)
{
    StnWork *W = stn_work(st);
    double sum = m->c[i];
    for (int j = 0; j < S->model.ninput; j++)
        sum += m->B[i * S->model.ninput + j] * W->u[j].val;
    for (int b = 0; b < W->nvarying; b++)
        sum -= m->B[i * S->model.ninput + W->varying[b]] * W->u[W->varying[b]].val;
    return sum;
}

/* What cannot change a sum any more, with room for what cancels. */
#define SERIES_END 1e-22

/* Computes Taylor coefficients until they are negligible or ORDER is reached; returns the degree.  A
 * stuck site needs none, a step that a sample cut short few.  na is a constant where this is inlined: for few
 * states everything stays in registers. */
static inline __attribute__((always_inline)) int series_of(const StnSystem *S, const StnState *st,
                                                           const StnAffine *m, double *coef,
                                                           int input_degree, const int na)
{
    StnWork *W = stn_work(st);
    const int n = S->model.n, nu = S->model.ninput;
    const double *taylor = stn_taylor(S, st);
    double size[STN_STATES_MAX], now[STN_STATES_MAX], next[STN_STATES_MAX];
    double A[FEW * FEW];
    int active[STN_STATES_MAX]; /* bytes would be read again after each number that is written */
    for (int a = 0; a < na; a++) {
        active[a] = S->model.active[a];
        now[a] = coef[active[a]];
        size[a] = fabs(now[a]);
    }
    for (int a = 0; na <= FEW && a < na; a++)
        for (int b = 0; b < na; b++)
            A[a * na + b] = m->A[active[a] * n + active[b]];
    for (int k = 0; k < ORDER; k++) {
        const double factor = W->h / (k + 1);
        bool nothing = k >= input_degree;
        for (int a = 0; a < na; a++) {
            const int i = active[a];
            double sum = k == 0 ? constant_part(S, st, m, i) : 0.0;
            for (int b = 0; b < na; b++)
                sum += (na <= FEW ? A[a * na + b] : m->A[i * n + active[b]]) * now[b];
            for (int b = 0; k <= input_degree && b < W->nvarying; b++)
                sum += m->B[i * nu + W->varying[b]] * taylor[W->varying[b] * (ORDER + 1) + k];
            next[a] = factor * sum;
            const double term = fabs(next[a]);
            nothing = nothing && term <= SERIES_END * size[a];
            size[a] = term > size[a] ? term : size[a];
        }
        double *out = coef + (k + 1) * n;
        for (int a = 0; a < na; a++)
            out[active[a]] = now[a] = next[a];
        if (nothing)
            return k > input_degree ? k : input_degree;
    }
    return ORDER;
}

static int series(const StnSystem *S, const StnState *st, const StnAffine *m, double *coef,
                  int input_degree)
{
    switch (S->model.nactive) {
    case 1: return series_of(S, st, m, coef, input_degree, 1);
    case 2: return series_of(S, st, m, coef, input_degree, 2);
    case 3: return series_of(S, st, m, coef, input_degree, 3);
    case 4: return series_of(S, st, m, coef, input_degree, 4);
    default: return series_of(S, st, m, coef, input_degree, S->model.nactive);
    }
}

/* The last two terms of a series over its first ones. */
static void tail(const double *c, int stride, double floor, double *last, double *before)
{
    double size = floor;
    for (int k = 0; k <= 4; k++)
        size = fmax(size, fabs(c[k * stride]));
    if (!(size > 0.0))
        return;
    double a = fabs(c[ORDER * stride]) / size, b = fabs(c[(ORDER - 1) * stride]) / size;
    *last = a > *last || isnan(a) ? a : *last; /* fmax would drop a NaN */
    *before = b > *before || isnan(b) ? b : *before;
}

/* By how much the step may grow so that the last two terms vanish in rounding.  The inputs count too:
 * where no state moves the guards still see them. */
static double growth(const StnSystem *S, const StnState *st, const double *coef)
{
    StnWork *W = stn_work(st);
    double last = 0.0, before = 0.0;
    if (W->degree < ORDER)
        return INFINITY;
    for (int a = 0; a < S->model.nactive; a++)
        tail(coef + S->model.active[a], S->model.n, 1e-9 * S->scale[S->model.active[a]], &last,
             &before);
    for (int b = 0; b < W->nvarying; b++)
        tail(stn_taylor(S, st) + (size_t)W->varying[b] * (ORDER + 1), 1, 0.0, &last, &before);
    double most = INFINITY;
    if (isnan(last) || isnan(before))
        return NAN;
    if (last > 0.0)
        most = stn_step_root(2e-18 / last, ORDER);
    if (before > 0.0)
        most = fmin(most, stn_step_root(2e-18 / before, ORDER - 1));
    return most;
}

void stn_exact_rescale(const StnSystem *S, StnState *st, double q)
{
    StnWork *W = stn_work(st);
    double *coef = stn_coef(S, st), power = 1.0;
    for (int k = 1; k <= W->degree; k++) {
        power *= q;
        for (int i = 0; i < S->model.n; i++)
            coef[k * S->model.n + i] *= power;
        for (int b = 0; b < W->nvarying; b++)
            stn_taylor(S, st)[W->varying[b] * (ORDER + 1) + k] *= power;
    }
    W->h *= q;
}

StnTry stn_step_exact(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    double *coef = stn_coef(S, st);
    if (!W->affine_ready) {
        stn_affine_prepare(S, st, W->t0, coef);
        for (int k = 1; k <= ORDER; k++)
            for (int i = 0; S->model.nactive < S->model.n && i < S->model.n; i++)
                coef[k * S->model.n + i] = 0.0;
    }
    StnAffine m = stn_affine(S, st);
    stn_inputs_now(S, st, W->t0);
    int input_degree = input_series(S, st);
    W->degree = series(S, st, &m, coef, input_degree);
    double factor = growth(S, st, coef);
    for (int k = 1; k < OVERFLOWS && isnan(factor); k++) {
        W->h *= 1e-8; /* the powers of a very fast mode may not be finite */
        input_degree = input_series(S, st);
        W->degree = series(S, st, &m, coef, input_degree);
        factor = growth(S, st, coef);
    }
    if (isnan(factor))
        return STN_TRY_BAD;
    /* a step far too long makes its own first terms large, so once may not be enough */
    for (int i = 0; i < 12 && factor < NEARLY; i++) {
        stn_exact_rescale(S, st, factor);
        factor = growth(S, st, coef);
    }
    W->h_next = fmin(factor, 1e3) * W->h;
    st->counters.exact_steps++;
    return STN_TRY_OK;
}
