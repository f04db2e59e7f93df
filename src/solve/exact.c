/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Propagation by Taylor series of a mode whose dynamics are affine, y' = A*y + B*u(t) + c with u made of
 * polynomials and sines: summed to rounding, so exact.  The matrices are those of the complex step, made once
 * per mode.
 * Bells (series_bells.c) are summed to a fiftieth of the tolerance. */
#include "kernel/real.h"
#include "solve/locate.h"
#include "solve/pair.h"
#include "solve/series.h"

#include <math.h>
#include <string.h>

enum { ORDER = STN_DEGREE_MAX, OVERFLOWS = 4, FEW = STN_SERIES_FEW };
/* A factor so near to 1 is no reason to rescale a series: its last terms are 2.5e-17. */
#define NEARLY 0.9
#define BELL_REACH 2.0    /* of vs: how far v may go in a step */
#define BELL_FOOT 6.5     /* of vs: beyond it a bell is below rounding, exp(-6.5^2) = 4e-19 */
#define BELL_END 0.02     /* of rtol: the last terms of a series with bells, */
#define SERIES_LAST 2e-18 /* and of any, over its first ones */

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
        if (pieces[j].linear)
            stn_piece_line(&pieces[j], W->t0, W->h, u);
        else
            stn_piece_taylor(&pieces[j], W->t0, W->h, ORDER, u);
        degree = degree > most ? degree : most;
    }
    return degree;
}

/* What cannot change a sum any more, with room for what cancels. */
#define SERIES_END 1e-22

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

/* The same of a pair. */
static int own_terms_of_pair(const double *A, double h, const double *now_, const double *size_,
                             double *row, const size_t n, int k)
{
    const StnPair by_first = {A[0], A[2]}, by_second = {A[1], A[3]}, end = stn_pair_of(SERIES_END);
    StnPair now = stn_pair(now_), size = stn_pair(size_);
    for (; k < ORDER; k++) {
        const StnPair factor = stn_pair_of(h * stn_inverse[k + 1]);
        now = factor * by_first * stn_pair_of(now[0]) + factor * by_second * stn_pair_of(now[1]);
        const StnPair term = stn_pair_size(now);
        const StnPairBits ends = term <= end * size, grows = term > size;
        size = stn_pair_choose(grows, term, size);
        stn_pair_put(now, row);
        row += n;
        if (ends[0] & ends[1])
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
        if (na == 2 && k > input_degree && k > 0 && stn_are_pair(&S->model))
            return own_terms_of_pair(A, W->h, now, size,
                                     coef + (size_t)(k + 1) * (size_t)n + active[0], (size_t)n, k);
        if (na <= FEW && k > input_degree && k > 0)
            return own_terms(A, W->h, now, size, coef, active, n, k, na);
        const double factor = W->h / (k + 1);
        bool nothing = k >= input_degree;
        for (int a = 0; a < na; a++) {
            const int i = active[a];
            double sum = k == 0 ? stn_constant_part(S, st, m, i) : 0.0;
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

static int sum_series(const StnSystem *S, const StnState *st, const StnAffine *m, double *coef)
{
    const int input_degree = input_series(S, st);
    stn_work(st)->summed = -1;
    return stn_work(st)->nbell > 0 ? stn_series_with_bells(S, st, m, input_degree)
                                   : series(S, st, m, coef, input_degree);
}

/* The last two terms of series over their first ones, the largest of several series. */
typedef struct Tail {
    double last, before, sum; /* sum: no number where one of them is none */
} Tail;

static inline void tail(const double *c, const size_t stride, double floor, Tail *tail)
{
    const double *second = c + stride, *third = second + stride, *fourth = third + stride,
                 *back = c + ORDER * stride;
    double size = stn_larger(fabs(c[0]), floor);
    size = stn_larger(fabs(*second), size);
    size = stn_larger(fabs(*third), size);
    size = stn_larger(fabs(*fourth), size);
    size = stn_larger(fabs(fourth[stride]), size);
    if (!(size > 0.0))
        return;
    const double last = fabs(back[0]) / size, before = fabs(*(back - stride)) / size;
    tail->last = stn_larger(last, tail->last);
    tail->before = stn_larger(before, tail->before);
    tail->sum += last + before;
}

double stn_sum_terms(const StnSystem *S, StnState *st, int state)
{
    StnWork *W = stn_work(st);
    const size_t n = (size_t)S->model.n;
    const double *c = stn_coef(S, st) + state, *last = c + (size_t)W->degree * n;
    StnPair sum = {0.0, 0.0}, size = {0.0, 0.0}; /* of odd and of even terms */
    if (W->summed == state)
        return W->term_size;
    for (; c + n < last; c += 2 * n) {
        const StnPair two = {c[n], c[2 * n]};
        sum += two;
        size += stn_pair_size(two);
    }
    if (c < last)
        sum[0] += *last, size[0] += fabs(*last);
    W->summed = state;
    W->term_sum = sum[0] + sum[1];
    return W->term_size = size[0] + size[1];
}

/* By how much the step may grow for the sake of its bells.  Trap: beyond a few vs a bell is so small that a step right
 * across it shows nothing of it in its terms.  So a step reaches two vs at most (by which its terms fall), or, from
 * further away, the foot of the bell. */
static double growth_in_bells(const StnSystem *S, StnState *st, const double *coef)
{
    StnWork *W = stn_work(st);
    double most = INFINITY;
    for (int b = 0; b < W->nbell; b++) {
        const int site = W->bell[b];
        const double vs = stn_bell_vs(S, st, site);
        const int v = stn_site_first(&S->model, site); /* it has one */
        const double far = stn_sum_terms(S, st, v);
        double reach = fabs(coef[v]) - BELL_FOOT * vs;
        reach = reach > BELL_REACH * vs ? reach : BELL_REACH * vs;
        if (far > 0.0)
            most = stn_smaller(reach / far, most);
    }
    return most;
}

/* By how much the step may grow so that the last two terms vanish in rounding.  The inputs count too:
 * where no state moves the guards still see them. */
static double growth(const StnSystem *S, StnState *st, const double *coef)
{
    StnWork *W = stn_work(st);
    Tail last = {0.0, 0.0, 0.0};
    if (W->degree < ORDER)
        return INFINITY;
    for (int a = 0; a < S->model.nactive; a++)
        tail(coef + S->model.active[a], (size_t)S->model.n, 1e-9 * S->scale[S->model.active[a]],
             &last);
    for (int b = 0; b < W->nvarying; b++)
        if (!stn_pieces(S, st)[W->varying[b]].linear) /* of which the last terms are 0 */
            tail(stn_taylor(S, st) + (size_t)W->varying[b] * (ORDER + 1), 1, 0.0, &last);
    double most = INFINITY, enough = SERIES_LAST;
    if (isnan(last.sum))
        return NAN;
    if (W->nbell > 0 && BELL_END * S->solver.rtol > enough)
        enough = BELL_END * S->solver.rtol;
    if (last.last > 0.0)
        most = stn_step_root(enough / last.last, ORDER);
    if (last.before > 0.0)
        most = stn_smaller(stn_step_root(enough / last.before, ORDER - 1), most);
    if (W->nbell > 0 && most >= NEARLY) /* before, its terms do not fall and say nothing */
        most = stn_smaller(growth_in_bells(S, st, coef), most);
    return most;
}

/* c[k] *= q^k of the pair x and v, two orders at a time. */
static void rescale_pair(double *c, const size_t n, int degree, double q)
{
    const StnPair square = stn_pair_of(q * q);
    StnPair power = {q, q * q};
    for (int k = 1; k <= degree; k += 2) {
        c += n;
        stn_pair_put(stn_pair(c) * stn_pair_of(power[0]), c);
        if (k == degree)
            break;
        c += n;
        stn_pair_put(stn_pair(c) * stn_pair_of(power[1]), c);
        power *= square;
    }
}

/* Straight lines are enough. */
static bool inputs_are_lines(const StnSystem *S, const StnState *st)
{
    const StnWork *W = stn_work(st);
    bool lines = true;
    for (int b = 0; b < W->nvarying; b++)
        lines = lines && stn_pieces(S, st)[W->varying[b]].linear;
    return lines;
}

void stn_exact_rescale(const StnSystem *S, StnState *st, double q)
{
    StnWork *W = stn_work(st);
    const int n = S->model.n;
    double power[ORDER + 2];
    W->summed = -1;
    if (stn_are_pair(&S->model) && inputs_are_lines(S, st)) {
        rescale_pair(stn_coef(S, st) + S->model.active[0], (size_t)n, W->degree, q);
        for (int b = 0; b < W->nvarying && W->degree > 0; b++)
            stn_taylor(S, st)[W->varying[b] * (ORDER + 1) + 1] *= q;
        W->h *= q;
        return;
    }
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
        stn_note_below(S, st);
        for (int b = 0; b < W->nvarying; b++) /* behind a line there are no terms */
            memset(stn_taylor(S, st) + (size_t)W->varying[b] * (ORDER + 1), 0,
                   (ORDER + 1) * sizeof(double));
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
    W->h_next = stn_smaller(factor, 1e3) * W->h;
    st->counters.exact_steps++;
    return STN_TRY_OK;
}
