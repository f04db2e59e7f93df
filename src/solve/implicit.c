/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Radau IIA, 5 stages, order 9, L-stable, for stiff modes (Hairer, Wanner, Solving ODEs II, section
 * IV.8).  Simplified Newton with the exact Jacobian, in the eigenbasis of the inverse Runge-Kutta
 * matrix: one real and two complex systems of the size of the state. */
#include "solve/step.h"

#include "kernel/real.h"
#include "solve/radau_table.h"
#include "solve/small_systems.h"

#include <math.h>
#include <string.h>

enum { STAGES = RADAU_STAGES, NEWTON_MOST = 10, STALLED_OFTEN = 8 };
#define NEWTON_ENOUGH 1e-2  /* of the weights */
#define ROUNDING 4e-15      /* of the terms of a rate: a few sums in the eigenbasis, about 20 ulp */
#define DOUBTFUL 0.3        /* an error above this would shorten the steps: is it one? */
#define RATE_LEAST 1e-2     /* contraction of a state in one Newton correction: bounds of what is */
#define RATE_MOST 0.9       /* believed; at its rounding a state does not contract */
#define ESTIMATE_MARGIN 8.0 /* of the error estimate over a rate */
#define SEEN_MARGIN 10.0    /* weights over rounding that was measured */
#define SEEN_MOST 1e-6      /* of the size of a state: what can be rounding at all */
#define UNTRIED 1e-4        /* a first correction has shown nothing of the slopes yet */

/* What every step calls, and one other place: the compiler would make a call of it. */
#define INTO_STEP static inline __attribute__((always_inline))

typedef struct {
    double *J, *lu0, *lu1, *lu2; /* lu1, lu2: n x n complex, interleaved */
    int p0[STN_STATES_MAX], p1[STN_STATES_MAX], p2[STN_STATES_MAX];
    double *Z, *F;                 /* STAGES x n */
    double *W0, *W1, *W2, *weight; /* Z in the eigenbasis; W1, W2 complex */
    bool raised;                   /* the weights are above rounding, */
    bool noisy[STN_STATES_MAX];    /* and are rounding */
} Work;

/* ---- Newton ---- */

/* All arrays here hold the active states only, na = S->model.nactive of them. */
static Work work_of(const StnSystem *S, StnState *st)
{
    size_t n = (size_t)S->model.nactive;
    Work w;
    w.J = stn_scratch(S, st);
    w.lu0 = w.J + S->model.n * S->model.n;
    w.lu1 = w.lu0 + n * n;
    w.lu2 = w.lu1 + 2 * n * n;
    w.Z = w.lu2 + 2 * n * n;
    w.F = w.Z + STAGES * n;
    w.W0 = w.F + STAGES * n;
    w.W1 = w.W0 + n;
    w.W2 = w.W1 + 2 * n;
    w.weight = w.W2 + 2 * n;
    w.raised = false;
    return w;
}

INTO_STEP void to_be_factored(const StnSystem *S, Work *w, double h)
{
    int n = S->model.nactive;
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            double j = w->J[S->model.active[r] * S->model.n + S->model.active[c]],
                   one = r == c ? 1.0 / h : 0.0;
            int i = r * n + c;
            w->lu0[i] = radau_real * one - j;
            w->lu1[2 * i] = radau_pair[0][0] * one - j;
            w->lu1[2 * i + 1] = radau_pair[0][1] * one;
            w->lu2[2 * i] = radau_pair[1][0] * one - j;
            w->lu2[2 * i + 1] = radau_pair[1][1] * one;
        }
}

/* Few states are most: n is a constant for them. */
INTO_STEP bool factors_of(Work *w, const int n)
{
    return stn_factor_real(w->lu0, n, w->p0) && stn_factor_complex(w->lu1, n, w->p1) &&
           stn_factor_complex(w->lu2, n, w->p2);
}

static bool factors(const StnSystem *S, Work *w, double h)
{
    int n = S->model.nactive;
    to_be_factored(S, w, h);
    switch (n) {
    case 2: return factors_of(w, 2);
    case 3: return factors_of(w, 3);
    default: return factors_of(w, n);
    }
}

/* Z into the eigenbasis. */
static void to_eigenbasis(Work *w, int n)
{
    for (int i = 0; i < n; i++) {
        double z0 = 0.0, r1 = 0.0, i1 = 0.0, r2 = 0.0, i2 = 0.0;
        for (int s = 0; s < STAGES; s++) {
            double z = w->Z[s * n + i];
            z0 += radau_ti0[s] * z;
            r1 += radau_ti1[s][0] * z, i1 += radau_ti1[s][1] * z;
            r2 += radau_ti2[s][0] * z, i2 += radau_ti2[s][1] * z;
        }
        w->W0[i] = z0;
        w->W1[2 * i] = r1, w->W1[2 * i + 1] = i1;
        w->W2[2 * i] = r2, w->W2[2 * i + 1] = i2;
    }
}

/* Right-hand sides in the eigenbasis: T^-1*F - lambda/h*W. */
INTO_STEP void residual(const Work *w, const int n, double h, double *b0, double *b1, double *b2)
{
    const double *p1 = radau_pair[0], *p2 = radau_pair[1];
    for (int i = 0; i < n; i++) {
        const double *w1 = &w->W1[2 * i], *w2 = &w->W2[2 * i];
        double f0 = 0.0, r1 = 0.0, i1 = 0.0, r2 = 0.0, i2 = 0.0;
        for (int s = 0; s < STAGES; s++) {
            double f = w->F[s * n + i];
            f0 += radau_ti0[s] * f;
            r1 += radau_ti1[s][0] * f, i1 += radau_ti1[s][1] * f;
            r2 += radau_ti2[s][0] * f, i2 += radau_ti2[s][1] * f;
        }
        b0[i] = f0 - radau_real * w->W0[i] / h;
        b1[2 * i] = r1 - (p1[0] * w1[0] - p1[1] * w1[1]) / h;
        b1[2 * i + 1] = i1 - (p1[0] * w1[1] + p1[1] * w1[0]) / h;
        b2[2 * i] = r2 - (p2[0] * w2[0] - p2[1] * w2[1]) / h;
        b2[2 * i + 1] = i2 - (p2[0] * w2[1] + p2[1] * w2[0]) / h;
    }
}

/* One Newton correction; returns its size over the weights, and that of each state in size. */
INTO_STEP double correct_of(Work *w, double h, double *size, const int n)
{
    double b0[STN_STATES_MAX], b1[2 * STN_STATES_MAX], b2[2 * STN_STATES_MAX], norm = 0.0;
    residual(w, n, h, b0, b1, b2);
    stn_solve_real(w->lu0, n, w->p0, b0);
    stn_solve_complex(w->lu1, n, w->p1, b1);
    stn_solve_complex(w->lu2, n, w->p2, b2);
    for (int i = 0; i < n; i++) {
        double most = 0.0;
        for (int s = 0; s < STAGES; s++) {
            double d = radau_t0[s] * b0[i] +
                       2.0 * (radau_t1[s][0] * b1[2 * i] - radau_t1[s][1] * b1[2 * i + 1] +
                              radau_t2[s][0] * b2[2 * i] - radau_t2[s][1] * b2[2 * i + 1]);
            w->Z[s * n + i] += d;
            most = fabs(d) > most || isnan(d) ? fabs(d) : most;
        }
        w->W0[i] += b0[i];
        w->W1[2 * i] += b1[2 * i], w->W1[2 * i + 1] += b1[2 * i + 1];
        w->W2[2 * i] += b2[2 * i], w->W2[2 * i + 1] += b2[2 * i + 1];
        size[i] = most / w->weight[i];
        norm = size[i] > norm || isnan(size[i]) ? size[i] : norm;
    }
    return norm;
}

static double correct(const StnSystem *S, const StnState *st, Work *w, double *size)
{
    const double h = stn_work(st)->h;
    switch (S->model.nactive) {
    case 2: return correct_of(w, h, size, 2);
    case 3: return correct_of(w, h, size, 3);
    default: return correct_of(w, h, size, S->model.nactive);
    }
}

static void stage_rates(const StnSystem *S, StnState *st, Work *w, const double *y0)
{
    StnWork *W = stn_work(st);
    double y[STN_ROW], dy[STN_ROW];
    double guard[STN_GUARDS_MAX]; /* those of the start stay in the state, for stn_locate */
    int n = S->model.nactive;
    memcpy(y, y0, (size_t)S->model.n * sizeof *y);
    for (int s = 0; s < STAGES; s++) {
        for (int i = 0; i < n; i++)
            y[S->model.active[i]] = y0[S->model.active[i]] + w->Z[s * n + i];
        stn_rates(S, st, W->t0 + radau_c[s] * W->h, y, dy, guard);
        for (int i = 0; i < n; i++)
            w->F[s * n + i] = dy[S->model.active[i]];
    }
}

/* The terms of an affine rate beside its states: inputs, with the rounding of time in them, and constants. */
static void input_terms(const StnSystem *S, const StnState *st, double *terms)
{
    StnWork *W = stn_work(st);
    const int n = S->model.nactive, nu = S->model.ninput;
    const StnAffine m = stn_affine(S, st);
    StnIn u[STN_INPUTS_MAX];
    memset(terms, 0, (size_t)n * sizeof *terms);
    if (!W->affine_mode || !W->affine_ready)
        return;
    stn_inputs(S, st, W->t0, u);
    for (int i = 0; i < n; i++) {
        terms[i] = fabs(m.c[S->model.active[i]]);
        for (int j = 0; j < nu; j++)
            terms[i] +=
                fabs(m.B[S->model.active[i] * nu + j]) * (fabs(u[j].val) + fabs(W->t0 * u[j].d1));
    }
}

/* What rounding of the rates makes of each state.  A rate is the sum of terms J_ij*y_j, each with its
 * rounding; where they cancel (two large angles in a stiff shaft, friction against a load) the sum is far
 * less certain than its size says.  Costs as much as a factorisation. */
static void rounding_of_states(const StnSystem *S, const StnState *st, const Work *w,
                               const double *y0, double *noise)
{
    int n = S->model.nactive;
    double column[STN_STATES_MAX], given[STN_STATES_MAX];
    memset(noise, 0, (size_t)n * sizeof *noise);
    input_terms(S, st, given);
    for (int c = 0; c < n; c++) {
        const double *J = w->J + S->model.active[c] * S->model.n;
        double terms = given[c];
        for (int i = 0; i < n; i++)
            terms += fabs(J[S->model.active[i]] * y0[S->model.active[i]]);
        if (terms == 0.0)
            continue;
        memset(column, 0, (size_t)n * sizeof *column);
        column[c] = ROUNDING * terms;
        stn_solve_real(w->lu0, n, w->p0, column);
        for (int i = 0; i < n; i++)
            noise[i] += fabs(column[i]);
    }
}

double stn_implicit_rounding(const StnSystem *S, StnState *st, int site)
{
    const StnModel *M = &S->model;
    Work w = work_of(S, st);
    double noise[STN_STATES_MAX], sum = 0.0;
    to_be_factored(S, &w, stn_work(st)->h);
    if (!stn_factor_real(w.lu0, M->nactive, w.p0))
        return 0.0;
    rounding_of_states(S, st, &w, stn_coef(S, st), noise);
    for (int v = stn_site_first(M, site); v >= 0; v = stn_site_next(M, site, v))
        for (int i = 0; i < M->nactive; i++)
            sum += M->active[i] == v ? noise[i] : 0.0;
    return sum;
}

/* No weight below what rounding makes of a correction or of the error estimate: a method of high order that
 * is held to less would shorten its steps for nothing, since rounding does not fall with h.  Only asked for
 * where a step is about to fail. */
static void raise_weights(const StnSystem *S, const StnState *st, Work *w, const double *y0)
{
    double noise[STN_STATES_MAX] = {0};
    if (!w->raised)
        rounding_of_states(S, st, w, y0, noise);
    for (int i = 0; i < S->model.nactive; i++) {
        w->noisy[i] = noise[i] > w->weight[i];
        w->weight[i] = fmax(w->weight[i], noise[i]);
    }
    w->raised = true;
}

/* Corrections that do not shrink any more although the weights are above rounding, by the last two.  Where
 * the mode is affine the first correction is right but for rounding, and so it is rounding that is seen: its
 * size is measured better than it can be foretold, and no weight is below it.  Otherwise a shorter step may
 * help, and only where it often did not are states whose weight is that of their rounding left so. */
static bool rounding_left(const StnSystem *S, const StnState *st, Work *w, const double *size,
                          const double *before)
{
    StnWork *W = stn_work(st);
    double most = W->affine_mode ? SEEN_MOST / stn_affine_rtol(S->solver.rtol) : 1.0;
    if (!W->affine_mode && W->stalled++ < STALLED_OFTEN)
        return false;
    for (int i = 0; i < S->model.nactive; i++) {
        double seen = fmax(size[i], before[i]);
        if (seen > (W->affine_mode || w->noisy[i] ? most : 10.0 * NEWTON_ENOUGH))
            return false;
        if (W->affine_mode)
            w->weight[i] *= fmax(SEEN_MARGIN * seen, 1.0);
    }
    return true;
}

/* What the corrections to come would add up to, over the weights.  The rate of contraction is that of each
 * state by itself: where one state was far off at first and is right at once, the sum of all contracts
 * well, although another, with a slope that the start of the step does not show (the root of an orifice
 * at equal pressures), has made no way at all.  A rate that one pair of corrections shows is not trusted
 * below RATE_LEAST: so the last correction itself is within the tolerance. */
static double outstanding(int n, const double *size, const double *before)
{
    double left = 0.0;
    for (int i = 0; i < n; i++) {
        double rate = fmin(fmax(size[i] / fmax(before[i], 1e-300), RATE_LEAST), RATE_MOST);
        left = fmax(left, rate / (1.0 - rate) * size[i]);
    }
    return left;
}

static bool newton(const StnSystem *S, StnState *st, Work *w, const double *y0, int *iterations)
{
    StnWork *W = stn_work(st);
    double before = 0.0, sizes[2][STN_STATES_MAX];
    for (int k = 0; k <= NEWTON_MOST; k++) {
        stage_rates(S, st, w, y0);
        double *size = sizes[k % 2], norm = correct(S, st, w, size);
        *iterations = k + 1;
        if (!isfinite(norm))
            return false;
        double left = before > 0.0 ? outstanding(S->model.nactive, size, sizes[(k + 1) % 2])
                      : k == 0 && !W->affine_mode
                          ? norm / UNTRIED
                          : norm; /* affine: the Jacobian holds all over the step */
        if (left <= NEWTON_ENOUGH)
            return true;
        bool stalls = before > 0.0 && norm >= 0.99 * before && norm > 1e-2;
        bool last = k >= NEWTON_MOST - 1;
        if (stalls && w->raised)
            return rounding_left(S, st, w, size, sizes[(k + 1) % 2]);
        if (last && w->raised)
            return norm <= 1e-1;
        if (stalls || last) { /* on rounding, perhaps */
            raise_weights(S, st, w, y0);
            before = 0.0;
        } else {
            before = norm;
        }
    }
    return false;
}

static double weighted(const Work *w, int n, const double *e)
{
    double norm = 0.0;
    for (int i = 0; i < n; i++)
        norm = fabs(e[i]) / w->weight[i] > norm || isnan(e[i]) ? fabs(e[i]) / w->weight[i] : norm;
    return norm;
}

/* Error estimate of order 5, filtered so that stiff parts do not blow it up. */
static double estimate(const StnSystem *S, StnState *st, Work *w, const double *y0,
                       const double *f0)
{
    StnWork *W = stn_work(st);
    int n = S->model.nactive;
    double e[STN_STATES_MAX], y[STN_ROW];
    double sum[STN_STATES_MAX], f[STN_ROW], norm = 0.0;
    double guard[STN_GUARDS_MAX];
    for (int i = 0; i < n; i++) {
        sum[i] = 0.0;
        for (int s = 0; s < STAGES; s++)
            sum[i] += radau_e[s] * w->Z[s * n + i];
        sum[i] *= radau_real / W->h;
        e[i] = f0[S->model.active[i]] + sum[i];
    }
    for (int pass = 0;; pass++) {
        stn_solve_real(w->lu0, n, w->p0, e);
        norm = weighted(w, n, e);
        if (norm > (W->noisy ? DOUBTFUL : 1.0) && !w->raised && isfinite(norm)) {
            double before = norm;
            raise_weights(S, st, w, y0);
            for (int i = 0; i < n; i++) /* five stages add up in it */
                w->weight[i] *= W->affine_mode && w->noisy[i] ? ESTIMATE_MARGIN : 1.0;
            norm = weighted(w, n, e);
            W->noisy = norm < 0.5 * before;
        }
        if (pass == 1 || norm < 1.0 || W->newton_ready || !isfinite(norm))
            return norm;
        memcpy(y, y0, (size_t)S->model.n * sizeof *y); /* a first step: filter once more */
        for (int i = 0; i < n; i++)
            y[S->model.active[i]] += e[i];
        stn_rates(S, st, W->t0, y, f, guard);
        for (int i = 0; i < n; i++)
            e[i] = f[S->model.active[i]] + sum[i];
    }
}

/* Start of the iteration: the previous step's polynomial carried on, or rest. */
static void predict(const StnSystem *S, const StnState *st, Work *w, const double *last,
                    double h_last)
{
    StnWork *W = stn_work(st);
    int n = S->model.nactive;
    if (h_last <= 0.0) {
        memset(w->Z, 0, (size_t)(STAGES * n) * sizeof *w->Z);
        return;
    }
    for (int i = 0; i < n; i++) {
        const double *c = last + S->model.active[i];
        double one = 0.0;
        for (int k = STAGES; k >= 1; k--)
            one += c[k * S->model.n];
        for (int s = 0; s < STAGES; s++) {
            double x = 1.0 + radau_c[s] * W->h / h_last, at = 0.0;
            for (int k = STAGES; k >= 1; k--)
                at = (at + c[k * S->model.n]) * x;
            w->Z[s * n + i] = at - one;
        }
    }
}

static void collocation(const StnSystem *S, const Work *w, double *coef)
{
    int n = S->model.nactive;
    memset(coef + S->model.n, 0, (size_t)(STAGES * S->model.n) * sizeof *coef);
    for (int k = 0; k < STAGES; k++)
        for (int i = 0; i < n; i++) {
            double sum = 0.0;
            for (int s = 0; s < STAGES; s++)
                sum += radau_dense[k][s] * w->Z[s * n + i];
            coef[(k + 1) * S->model.n + S->model.active[i]] = sum;
        }
}

static StnTry refuse(StnState *st, double factor)
{
    StnWork *W = stn_work(st);
    W->h *= factor;
    W->newton_ready = 0;
    W->h_newton = 0.0;
    return STN_TRY_REJECTED;
}

StnTry stn_step_implicit(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    int iterations = 0;
    double *coef = stn_coef(S, st), f0[STN_ROW];
    Work w = work_of(S, st);
    for (int i = 0; i < S->model.nactive; i++)
        w.weight[i] = stn_weight(S, st, S->model.active[i], coef[S->model.active[i]],
                                 coef[S->model.active[i]]);
    stn_rates(S, st, W->t0, coef, f0, stn_guard(S, st));
    stn_jacobian(S, st, W->t0, coef, w.J, NULL, NULL, NULL, NULL, 0);
    W->h = fmin(W->h, stn_growth_limit(S, st, w.J, w.lu1));
    predict(S, st, &w, coef, W->h_newton);
    to_eigenbasis(&w, S->model.nactive);
    if (!factors(S, &w, W->h) || !newton(S, st, &w, coef, &iterations))
        return refuse(st, 0.3);
    double error = estimate(S, st, &w, coef, f0);
    if (!isfinite(error))
        return refuse(st, 0.1);
    double safety = 0.9 * (2.0 * NEWTON_MOST + 1.0) / (2.0 * NEWTON_MOST + iterations);
    double factor = error > 0.0 ? safety * stn_pow(error, -1.0 / (STAGES + 1)) : 8.0;
    if (error > 1.0)
        return refuse(st, fmax(factor, 0.1));
    collocation(S, &w, coef);
    W->degree = STAGES;
    W->h_next = W->h * fmin(factor, 8.0);
    W->newton_ready = 1;
    st->counters.implicit_steps++;
    return STN_TRY_OK;
}
