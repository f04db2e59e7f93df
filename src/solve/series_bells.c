/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Taylor series of a mode that is affine but for bells.  Sites within the Stribeck zone (n = 2) add E*w, w = exp(-q), q = s^2,
 * s = v/vs.  From w' = -q'*w the coefficients of w follow from those of s by two convolutions per order:
 *     q_k = sum s_i*s_(k-i),    w_k = -(1/k)*sum_(j=1..k) j*q_j*w_(k-j).
 * Each order waits for the one before, so what an order adds comes last in every sum.  Guards stay polynomials. */
#include "kernel/assertion.h"
#include "kernel/real.h"
#include "solve/pair.h"
#include "solve/series.h"
#include "solve/step.h"

/* The series of one bell, as far as that of its velocity is known.  back: from the last order to the first, so that both
 * factors of a convolution are read forwards. */
typedef struct Bell {
    double per;              /* 1/vs */
    int at;                  /* place of v among the active states */
    double w0, twice, slope; /* w_0, 2*s_0, 2*s_0*w_0 */
    double s[STN_DEGREE_MAX + 1], back_s[STN_DEGREE_MAX + 1]; /* s_k = back_s[STN_DEGREE_MAX - k] */
    double jq[STN_DEGREE_MAX + 1], back_w[STN_DEGREE_MAX + 1]; /* jq: j*q_j */
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
    const double *s = bell->s, *back = bell->back_s + STN_DEGREE_MAX - k;
    const int half = (k - 1) / 2;
    double sum = 0.0;
    int j = 2;
    if (j < half) {
        StnPair pair = stn_pair(s + j) * stn_pair(back + j);
        UNROLLED for (j += 2; j < half; j += 2) pair += stn_pair(s + j) * stn_pair(back + j);
        sum = pair[0] + pair[1];
    }
    if (j == half)
        sum += s[j] * back[j];
    if (k % 2 == 0)
        sum += 0.5 * (s[k / 2] * s[k / 2]);
    return 2.0 * (k > 2 ? sum + s[1] * back[1] : sum);
}

/* sum of j*q_j*w_(k-j), j = 1 ... k - 1. */
static inline __attribute__((always_inline)) double slope_term(const Bell *bell, const int k)
{
    const double *jq = bell->jq, *back = bell->back_w + STN_DEGREE_MAX - k;
    double sum = 0.0;
    int j = 2;
    if (j < k - 2) {
        StnPair pair = stn_pair(jq + j) * stn_pair(back + j);
        UNROLLED for (j += 2; j < k - 2; j += 2) pair += stn_pair(jq + j) * stn_pair(back + j);
        sum = pair[0] + pair[1];
    }
    for (; j < k; j++)
        sum += jq[j] * back[j];
    return k > 1 ? sum + jq[1] * back[1] : 0.0;
}

/* w_k, v_k being known; no more than two operations wait for that. */
static inline __attribute__((always_inline)) double bell_term(Bell *bell, const int k, double v)
{
    const double s = bell->per * v;
    bell->s[k] = bell->back_s[STN_DEGREE_MAX - k] = s;
    if (k == 0) {
        bell->w0 = stn_exp(-s * s);
        bell->twice = 2.0 * s;
        bell->slope = bell->twice * bell->w0;
        return bell->back_w[STN_DEGREE_MAX] = bell->w0;
    }
    const double square = square_term(bell, k);
    const double known = -stn_inverse[k] * slope_term(bell, k) - square * bell->w0;
    bell->jq[k] = k * (square + bell->twice * s);
    return bell->back_w[STN_DEGREE_MAX - k] = known - bell->slope * s;
}

/* What inputs and constants add to the rates at order k of the series. */
static inline void input_part(const StnSystem *S, const StnState *st, const StnAffine *m, int k,
                              double *out)
{
    const StnWork *W = stn_work(st);
    const double *taylor = stn_taylor(S, st);
    for (int a = 0; a < S->model.nactive; a++) {
        const int i = S->model.active[a];
        out[a] = k == 0 ? stn_constant_part(S, st, m, i) : 0.0;
        for (int b = 0; b < W->nvarying; b++)
            out[a] += m->B[i * S->model.ninput + W->varying[b]] *
                      taylor[W->varying[b] * (STN_DEGREE_MAX + 1) + k];
    }
}

/* What the orders of a series with bells share. */
typedef struct BellSeries {
    double h, *coef;
    int input_degree, n, active[STN_STATES_MAX];
    double now[STN_STATES_MAX];
    double A[STN_SERIES_FEW * STN_SERIES_FEW],
        E[STN_SERIES_FEW]; /* without gaps, where there are few states and one bell */
    Bell bell[STN_SITES_MAX];
} BellSeries;

static inline __attribute__((always_inline)) bool is_few(int na, int nbell)
{
    return na <= STN_SERIES_FEW && nbell == 1;
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

/* The terms of order k + 1 from those of order k. */
static inline __attribute__((always_inline)) void bell_order(const StnSystem *S, const StnState *st,
                                                             const StnAffine *m, BellSeries *b,
                                                             const int k, const int na,
                                                             const int nbell)
{
    const double factor = b->h * stn_inverse[k + 1];
    double add[STN_STATES_MAX], w[STN_SITES_MAX], next[STN_STATES_MAX];
    for (int a = 0; a < na; a++)
        add[a] = 0.0;
    if (k <= b->input_degree)
        input_part(S, st, m, k, add);
    for (int c = 0; c < nbell; c++)
        w[c] = bell_term(&b->bell[c], k, b->now[b->bell[c].at]);
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

/* The same for one body, x' = v, under inputs that are straight lines. */
typedef struct BodySeries {
    double h, x, v;
    double by_x, by_v, E; /* the row of v */
    double input[2];      /* of the orders 0 and 1; no others have any */
    double *next;         /* row */
    size_t n;
    Bell bell;
} BodySeries;

static inline __attribute__((always_inline)) void body_order(BodySeries *b, const int k)
{
    const double factor = b->h * stn_inverse[k + 1], w = bell_term(&b->bell, k, b->v);
    const double own =
        k <= 1 ? b->input[k] + b->by_x * b->x + b->by_v * b->v : b->by_x * b->x + b->by_v * b->v;
    b->x = factor * b->v;
    b->v = factor * own + factor * b->E * w;
    b->next[0] = b->x;
    b->next[1] = b->v;
    b->next += b->n;
}

/* Neither constants nor inputs are in the row of x. */
static bool rests_without_v(const StnSystem *S, const StnState *st, const StnAffine *m, int x)
{
    const double *B = m->B + x * S->model.ninput;
    bool rests = m->c[x] == 0.0;
    for (uint32_t left = stn_mode_watch(st)->driving; left; left &= left - 1)
        rests = rests && B[__builtin_ctz(left)] == 0.0;
    return rests;
}

/* False: it is another case. */
static bool body_begin(const StnSystem *S, const StnState *st, const StnAffine *m, int input_degree,
                       BodySeries *b)
{
    const StnModel *M = &S->model;
    const size_t n = (size_t)M->n, x = M->active[0];
    const double *A = m->A + x * n + x;
    double input[2] = {0.0, 0.0};
    if (!stn_are_pair(M) || stn_work(st)->nbell != 1 || input_degree > 1 ||
        M->active[1] != stn_site_first(M, stn_work(st)->bell[0]) || A[0] != 0.0 || A[1] != 1.0 ||
        m->E[x] != 0.0)
        return false;
    if (!rests_without_v(S, st, m, (int)x))
        return false;
    input[0] = stn_constant_part(S, st, m, (int)x + 1);
    for (int i = 0; i < stn_work(st)->nvarying; i++) {
        const int j = stn_work(st)->varying[i];
        const double B = m->B[(x + 1) * (size_t)M->ninput + (size_t)j];
        const double *u = stn_taylor(S, st) + (size_t)j * (STN_DEGREE_MAX + 1);
        input[0] += B * u[0];
        input[1] += B * u[1];
    }
    b->input[0] = input[0], b->input[1] = input_degree > 0 ? input[1] : 0.0;
    b->by_x = A[n], b->by_v = A[n + 1], b->E = m->E[x + 1];
    b->next = stn_coef(S, st) + x;
    b->x = b->next[0], b->v = b->next[1];
    b->next += n;
    b->n = n;
    b->h = stn_work(st)->h;
    bells_begin(S, st, &b->bell, 1);
    return true;
}

#define ORDERS_4(k) ORDER_OF(k) ORDER_OF((k) + 1) ORDER_OF((k) + 2) ORDER_OF((k) + 3)
#define ORDER_OF(k) body_order(&b, k);

/* One body on a bell, the usual case: every sum has a known length.  Builds with sanitizers define STN_ORDERS_IN_A_LOOP:
 * with a check at each access clang takes minutes for the orders written out. */
static __attribute__((noinline)) bool series_of_body(const StnSystem *S, const StnState *st,
                                                     const StnAffine *m, int input_degree)
{
    BodySeries b; /* not cleared: its arrays are filled as far as they are read */
    if (!body_begin(S, st, m, input_degree, &b))
        return false;
#ifdef STN_ORDERS_IN_A_LOOP
    for (int k = 0; k < STN_DEGREE_MAX; k++)
        body_order(&b, k);
#else
    /* clang-format off */
    ORDERS_4(0) ORDERS_4(4) ORDERS_4(8) ORDERS_4(12) ORDERS_4(16) ORDERS_4(20)
    /* clang-format on */
#endif
    return true;
}
STN_ASSERT_AT_BUILD(STN_DEGREE_MAX == 24, "as many orders as are written above");

/* The same with bells, whose terms do not end before the last order. */
int stn_series_with_bells(const StnSystem *S, const StnState *st, const StnAffine *m,
                          int input_degree)
{
    const int na = S->model.nactive, nbell = stn_work(st)->nbell;
    BellSeries b; /* as above */
    if (na < 1)   /* does not happen: the velocity of a bell is active */
        return 0;
    if (series_of_body(S, st, m, input_degree))
        return STN_DEGREE_MAX;
    b.input_degree = input_degree;
    bell_series_begin(S, st, m, &b, na, nbell);
    for (int k = 0; k < STN_DEGREE_MAX; k++)
        bell_order(S, st, m, &b, k, na, nbell);
    return STN_DEGREE_MAX;
}
