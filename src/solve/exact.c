/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Propagation by Taylor series of a mode whose dynamics are affine, y' = A*y + B*u(t) + c with u made of
 * polynomials and sines: summed to rounding, so exact.  The matrices are those of the complex step, made once
 * per mode.
 *
 * Bells.  Sites within the Stribeck zone (n = 2) add E*w, w = exp(-q), q = s^2, s = v/vs.  From w' = -q'*w the
 * coefficients of w follow from those of s by two convolutions per order:
 *     q_k = sum s_i*s_(k-i),    w_k = -(1/k)*sum_(j=1..k) j*q_j*w_(k-j).
 * Each order waits for the one before, so what an order adds comes last in every sum.  Guards stay polynomials.  Such a series is summed to a fiftieth of the tolerance. */
#include "kernel/assertion.h"
#include "kernel/real.h"
#include "solve/locate.h"

#include <math.h>
#include <string.h>

enum { ORDER = STN_DEGREE_MAX, OVERFLOWS = 4, FEW = 4 };
/* A factor so near to 1 is no reason to rescale a series: its last terms are 2.5e-17. */
#define NEARLY 0.9
#define BELL_REACH 2.0 /* of vs: how far v may go in a step */
#define BELL_FOOT 6.5  /* of vs: beyond it a bell is below rounding, exp(-6.5^2) = 4e-19 */
#define BELL_END 0.02  /* of rtol: the last terms of a series with bells */

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

typedef double Pair __attribute__((vector_size(16)));

static inline Pair load(const double *from)
{
    Pair pair;
    memcpy(&pair, from, sizeof pair);
    return pair;
}

/* The series of one bell, as far as that of its velocity is known.  back: from the last order to the first, so that both
 * factors of a convolution are read forwards. */
typedef struct Bell {
    double per;                              /* 1/vs */
    int at;                                  /* place of v among the active states */
    double w0, twice, slope;                 /* w_0, 2*s_0, 2*s_0*w_0 */
    double s[ORDER + 1], back_s[ORDER + 1];  /* s_k = back_s[ORDER - k] */
    double jq[ORDER + 1], back_w[ORDER + 1]; /* jq: j*q_j */
} Bell;

static inline __attribute__((always_inline)) void
bells_begin(const StnSystem *S, const StnState *st, Bell *bell, const int nbell)
{
    const StnWork *W = stn_work(st);
    for (int b = 0; b < nbell; b++) {
        const int site = W->bell[b], state = stn_site_first(&S->model, site);
        bell[b].per = 1.0 / stn_bell_vs(S, st, site);
        bell[b].at = 0;
        for (int a = 0; a < S->model.nactive; a++)
            if (S->model.active[a] == state)
                bell[b].at = a;
    }
}

/* Where k is a constant. */
#define UNROLLED _Pragma("GCC unroll 12")

/* sum of s_j*s_(k-j), j = 1 ... k - 1: each product but that in the middle is there twice.  Here and below numbers of the
 * last order are read one by one: a pair of which one half was just written must wait until it is in memory. */
static inline __attribute__((always_inline)) double square_term(const Bell *bell, const int k)
{
    const double *s = bell->s, *back = bell->back_s + ORDER - k;
    const int half = (k - 1) / 2;
    Pair pair = {0.0, 0.0};
    int j = 2;
    UNROLLED for (; j < half; j += 2) pair += load(s + j) * load(back + j);
    double sum = pair[0] + pair[1];
    if (j == half)
        sum += s[j] * back[j];
    if (k % 2 == 0)
        sum += 0.5 * (s[k / 2] * s[k / 2]);
    return 2.0 * (k > 2 ? sum + s[1] * back[1] : sum);
}

/* sum of j*q_j*w_(k-j), j = 1 ... k - 1. */
static inline __attribute__((always_inline)) double slope_term(const Bell *bell, const int k)
{
    const double *jq = bell->jq, *back = bell->back_w + ORDER - k;
    Pair pair = {0.0, 0.0};
    int j = 2;
    UNROLLED for (; j < k - 2; j += 2) pair += load(jq + j) * load(back + j);
    double sum = pair[0] + pair[1];
    for (; j < k; j++)
        sum += jq[j] * back[j];
    return k > 1 ? sum + jq[1] * back[1] : 0.0;
}

/* w_k, v_k being known; no more than two operations wait for that. */
static inline __attribute__((always_inline)) double bell_term(Bell *bell, const int k, double v)
{
    const double s = bell->per * v;
    bell->s[k] = bell->back_s[ORDER - k] = s;
    if (k == 0) {
        bell->w0 = stn_exp(-s * s);
        bell->twice = 2.0 * s;
        bell->slope = bell->twice * bell->w0;
        return bell->back_w[ORDER] = bell->w0;
    }
    const double square = square_term(bell, k);
    const double known = -stn_inverse[k] * slope_term(bell, k) - square * bell->w0;
    bell->jq[k] = k * (square + bell->twice * s);
    return bell->back_w[ORDER - k] = known - bell->slope * s;
}

/* The terms of few states from order k + 1 on, when neither inputs nor bells add anything: A is without gaps.  Each
 * order waits for the one before: of one or two states the factor goes to A, for which nobody waits. */
static inline __attribute__((always_inline)) int own_terms(const double *A, double h, double *now,
                                                           double *size, double *coef,
                                                           const int *active, int n, int k,
                                                           const int na)
{
    double next[FEW];
    for (; k < ORDER; k++) {
        const double factor = na <= 2 ? h * stn_inverse[k + 1] : h / (k + 1);
        double *out = coef + (k + 1) * n;
        bool nothing = true;
        for (int a = 0; a < na; a++) {
            const double *row = A + a * na;
            double sum = na <= 2 ? factor * row[0] * now[0] : row[0] * now[0];
            for (int b = 1; b < na; b++)
                sum += na <= 2 ? factor * row[b] * now[b] : row[b] * now[b];
            next[a] = na <= 2 ? sum : factor * sum;
            const double term = fabs(next[a]);
            nothing = nothing & (term <= SERIES_END * size[a]);
            size[a] = term > size[a] ? term : size[a];
        }
        for (int a = 0; a < na; a++)
            out[active[a]] = now[a] = next[a];
        if (nothing)
            return k;
    }
    return ORDER;
}

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
        if (na <= FEW && k > input_degree && k > 0)
            return own_terms(A, W->h, now, size, coef, active, n, k, na);
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

/* What inputs and constants add to the rates at order k of the series. */
static void input_part(const StnSystem *S, const StnState *st, const StnAffine *m, int k,
                       double *out)
{
    const StnWork *W = stn_work(st);
    const double *taylor = stn_taylor(S, st);
    for (int a = 0; a < S->model.nactive; a++) {
        const int i = S->model.active[a];
        out[a] = k == 0 ? constant_part(S, st, m, i) : 0.0;
        for (int b = 0; b < W->nvarying; b++)
            out[a] +=
                m->B[i * S->model.ninput + W->varying[b]] * taylor[W->varying[b] * (ORDER + 1) + k];
    }
}

/* What the orders of a series with bells share. */
typedef struct BellSeries {
    double h, *coef;
    int input_degree, n, active[STN_STATES_MAX];
    double now[STN_STATES_MAX];
    double A[FEW * FEW], E[FEW]; /* without gaps, where there are few states and one bell */
    Bell bell[STN_SITES_MAX];
} BellSeries;

static inline __attribute__((always_inline)) bool is_few(int na, int nbell)
{
    return na <= FEW && nbell == 1;
}

static inline __attribute__((always_inline)) void
bell_series_begin(const StnSystem *S, const StnState *st, const StnAffine *m, BellSeries *b,
                  const int na, const int nbell)
{
    b->h = stn_work(st)->h;
    b->coef = stn_coef(S, st);
    b->n = S->model.n;
    bells_begin(S, st, b->bell, nbell);
    for (int a = 0; a < na; a++) {
        const int i = b->active[a] = S->model.active[a];
        b->now[a] = b->coef[i];
        for (int c = 0; is_few(na, nbell) && c < na; c++)
            b->A[a * na + c] = m->A[i * b->n + S->model.active[c]];
        if (is_few(na, nbell))
            b->E[a] = m->E[i];
    }
}

/* The terms of order k + 1 from those of order k.  na, nbell and k are constants where this is unrolled.  body: x and v of
 * one body, under inputs that are straight lines. */
static inline __attribute__((always_inline)) void bell_order(const StnSystem *S, const StnState *st,
                                                             const StnAffine *m, BellSeries *b,
                                                             const int k, const int na,
                                                             const int nbell, const bool body)
{
    const double factor = b->h * stn_inverse[k + 1];
    double add[STN_STATES_MAX], w[STN_SITES_MAX], next[STN_STATES_MAX];
    for (int a = 0; a < na; a++)
        add[a] = 0.0;
    if (k <= b->input_degree && (!body || k <= 1)) {
        double part[STN_STATES_MAX];
        input_part(S, st, m, k, part);
        for (int a = 0; a < na; a++)
            add[a] = part[a];
    }
    for (int c = 0; c < nbell; c++)
        w[c] = bell_term(&b->bell[c], k, b->now[body ? 1 : b->bell[c].at]);
    for (int a = 0; a < na; a++) {
        const double *row = m->A + b->active[a] * b->n;
        for (int c = 0; c < na; c++)
            add[a] += (is_few(na, nbell) ? b->A[a * na + c] : row[b->active[c]]) * b->now[c];
        next[a] = factor * add[a];
        for (int c = 0; c < nbell; c++)
            next[a] +=
                factor * (is_few(na, nbell) ? b->E[a] : m->E[c * b->n + b->active[a]]) * w[c];
    }
    for (int a = 0; a < na; a++)
        b->coef[(k + 1) * b->n + b->active[a]] = b->now[a] = next[a];
}

#define ORDERS_4(k) ORDER_OF(k) ORDER_OF((k) + 1) ORDER_OF((k) + 2) ORDER_OF((k) + 3)
#define ORDER_OF(k) bell_order(S, st, m, &b, k, 2, 1, true);

/* One body on a bell, the usual case: every sum has a known length.  Builds with sanitizers define STN_ORDERS_IN_A_LOOP:
 * with a check at each access clang takes minutes for the orders written out. */
static __attribute__((noinline)) void series_of_body(const StnSystem *S, const StnState *st,
                                                     const StnAffine *m, int input_degree)
{
    BellSeries b; /* not cleared: its arrays are filled as far as they are read */
    b.input_degree = input_degree;
    bell_series_begin(S, st, m, &b, 2, 1);
#ifdef STN_ORDERS_IN_A_LOOP
    for (int k = 0; k < ORDER; k++)
        bell_order(S, st, m, &b, k, 2, 1, true);
#else
    /* clang-format off */
    ORDERS_4(0) ORDERS_4(4) ORDERS_4(8) ORDERS_4(12) ORDERS_4(16) ORDERS_4(20)
    /* clang-format on */
#endif
}
STN_ASSERT_AT_BUILD(ORDER == 24, "as many orders as are written above");

/* The same with bells, whose terms do not end before the last order. */
static __attribute__((noinline)) int series_with_bells(const StnSystem *S, const StnState *st,
                                                       const StnAffine *m, int input_degree)
{
    const int na = S->model.nactive, nbell = stn_work(st)->nbell;
    BellSeries b; /* as above */
    if (na < 1)   /* does not happen: the velocity of a bell is active */
        return 0;
    if (na == 2 && nbell == 1 && input_degree <= 1 &&
        S->model.active[1] == stn_site_first(&S->model, stn_work(st)->bell[0])) {
        series_of_body(S, st, m, input_degree);
        return ORDER;
    }
    b.input_degree = input_degree;
    bell_series_begin(S, st, m, &b, na, nbell);
    for (int k = 0; k < ORDER; k++)
        bell_order(S, st, m, &b, k, na, nbell, false);
    return ORDER;
}

static int sum_series(const StnSystem *S, const StnState *st, const StnAffine *m, double *coef)
{
    const int input_degree = input_series(S, st);
    return stn_work(st)->nbell > 0 ? series_with_bells(S, st, m, input_degree)
                                   : series(S, st, m, coef, input_degree);
}

/* The last two terms of a series over its first ones. */
static void tail(const double *c, int stride, double floor, double *last, double *before)
{
    double size = floor;
    for (int k = 0; k <= 4; k++)
        size = fabs(c[k * stride]) > size ? fabs(c[k * stride]) : size;
    if (!(size > 0.0))
        return;
    double a = fabs(c[ORDER * stride]) / size, b = fabs(c[(ORDER - 1) * stride]) / size;
    *last = a > *last || isnan(a) ? a : *last; /* fmax would drop a NaN */
    *before = b > *before || isnan(b) ? b : *before;
}

/* By how much the step may grow for the sake of its bells.  Trap: beyond a few vs a bell is so small that a step right
 * across it shows nothing of it in its terms.  So a step reaches two vs at most (by which its terms fall), or, from
 * further away, the foot of the bell. */
static double growth_in_bells(const StnSystem *S, const StnState *st, const double *coef)
{
    StnWork *W = stn_work(st);
    double most = INFINITY;
    for (int b = 0; b < W->nbell; b++) {
        const int site = W->bell[b], n = S->model.n;
        const double vs = stn_bell_vs(S, st, site);
        const double *v = coef + stn_site_first(&S->model, site); /* it has one */
        double odd = 0.0, even = 0.0, reach = fabs(v[0]) - BELL_FOOT * vs;
        for (int k = 1; k < ORDER; k += 2) {
            odd += fabs(v[k * n]);
            even += fabs(v[(k + 1) * n]);
        }
        reach = reach > BELL_REACH * vs ? reach : BELL_REACH * vs;
        if (odd + even > 0.0)
            most = fmin(most, reach / (odd + even));
    }
    return most;
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
        if (!stn_pieces(S, st)[W->varying[b]].linear) /* of which the last terms are 0 */
            tail(stn_taylor(S, st) + (size_t)W->varying[b] * (ORDER + 1), 1, 0.0, &last, &before);
    double most = INFINITY, enough = W->nbell > 0 ? fmax(BELL_END * S->solver.rtol, 2e-18) : 2e-18;
    if (isnan(last) || isnan(before))
        return NAN;
    if (last > 0.0)
        most = fmin(most, stn_step_root(enough / last, ORDER));
    if (before > 0.0)
        most = fmin(most, stn_step_root(enough / before, ORDER - 1));
    if (W->nbell > 0 && most >= NEARLY) /* before, its terms do not fall and say nothing */
        most = fmin(most, growth_in_bells(S, st, coef));
    return most;
}

void stn_exact_rescale(const StnSystem *S, StnState *st, double q)
{
    StnWork *W = stn_work(st);
    const int n = S->model.n;
    double power[ORDER + 2];
    power[0] = 1.0, power[1] = q;
    if (S->model.nactive <= 2) /* two at a time, which wait for each other half as long */
        for (int k = 2; k <= W->degree; k += 2) {
            power[k] = q * q * power[k - 2];
            power[k + 1] = q * q * power[k - 1];
        }
    else
        for (int k = 2; k <= W->degree; k++)
            power[k] = q * power[k - 1];
    for (int a = 0; a < S->model.nactive; a++) { /* the others have no terms */
        double *c = stn_coef(S, st) + S->model.active[a];
        for (int k = 1; k <= W->degree; k++)
            c[k * n] *= power[k];
    }
    for (int b = 0; b < W->nvarying; b++) {
        const int j = W->varying[b];
        const int most = stn_pieces(S, st)[j].linear && W->degree > 1 ? 1 : W->degree;
        double *u = stn_taylor(S, st) + (size_t)j * (ORDER + 1);
        for (int k = 1; k <= most; k++)
            u[k] *= power[k];
    }
    W->h *= q;
}

StnTry stn_step_exact(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    double *coef = stn_coef(S, st);
    if (!W->affine_ready) {
        const bool kept = W->affine_kept || stn_recall_matrices(S, st);
        W->affine_kept = kept;
        stn_affine_prepare(S, st, W->t0, coef);
        if (!kept)
            stn_note_moving(S, st);
        if (S->model.nactive < S->model.n)
            memset(coef + S->model.n, 0, (size_t)(ORDER * S->model.n) * sizeof *coef);
    }
    StnAffine m = stn_affine(S, st);
    stn_inputs_now(S, st, W->t0);
    W->degree = sum_series(S, st, &m, coef);
    double factor = growth(S, st, coef);
    for (int k = 1; k < OVERFLOWS && isnan(factor); k++) {
        W->h *= 1e-8; /* the powers of a very fast mode may not be finite */
        W->degree = sum_series(S, st, &m, coef);
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
