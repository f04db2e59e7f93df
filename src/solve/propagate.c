/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Equal steps of an affine mode by a kept propagator.
 *
 * A digital loop makes one step per period, all of one length and most in one mode.  With r the rates at the start of a
 * step and s the slopes that the inputs give them,
 *     y(h) = y + P*r + Q*s,    P = sum_k A^k*h^(k+1)/(k+1)!,    Q = sum_k A^k*h^(k+2)/(k+2)!
 * P and Q are kept for as long as the matrices are (in the scratch memory, which exact steps do not use), and with them
 * the same sums over |A|, which bound how far each state gets within the step.  Where no guard can reach zero by that
 * bound nothing happens in the step, and nobody needs its series; elsewhere the series is summed as ever.  Which of both
 * depends on the state alone: not on rows, nor on how often the run is advanced. */
#include "solve/locate.h"

#include <math.h>
#include <string.h>

enum { TERMS = STN_DEGREE_MAX };
#define SAME_LENGTH 1e-9 /* of the step: its square is below rounding */
#define NEGLIGIBLE 1e-19 /* of a sum: terms that do not change it */
#define BOUND_LEAST \
    0.9999 /* of a guard: rounding of the bound, and no velocity comes near to zero */

/* Numbers per active state; the states themselves in the order of the model's list. */
typedef struct Kept {
    double *P, *Q, *far_P, *far_Q; /* far: the sums over |A| */
    double *power, *far_power;     /* while the sums are made, */
    double *A;                     /* and then in the place of the first */
    double *rate, *slope, *end;    /* of the present step */
} Kept;

static inline Kept kept(const StnSystem *S, const StnState *st)
{
    const size_t na = (size_t)S->model.nactive, square = na * na;
    double *at = stn_scratch(S, st), *behind = at + 6 * square;
    return (Kept){.P = at,
                  .Q = at + square,
                  .far_P = at + 2 * square,
                  .far_Q = at + 3 * square,
                  .power = at + 4 * square,
                  .far_power = at + 5 * square,
                  .A = at + 4 * square,
                  .rate = behind,
                  .slope = behind + na,
                  .end = behind + 2 * na};
}

/* power = power*A*factor, or with |A|. */
static void next_power(const StnSystem *S, const double *A, double factor, bool absolute,
                       double *power)
{
    const int n = S->model.n, na = S->model.nactive;
    double row[STN_STATES_MAX];
    for (int i = 0; i < na; i++) {
        for (int j = 0; j < na; j++) {
            double sum = 0.0;
            for (int k = 0; k < na; k++) {
                const double a = A[S->model.active[k] * n + S->model.active[j]];
                sum += power[i * na + k] * (absolute ? fabs(a) : a);
            }
            row[j] = factor * sum;
        }
        for (int j = 0; j < na; j++)
            power[i * na + j] = row[j];
    }
}

/* The part of A that moves, without gaps. */
static void take_matrix(const StnSystem *S, const double *A, double *out)
{
    const int na = S->model.nactive;
    for (int i = 0; i < na; i++)
        for (int j = 0; j < na; j++)
            out[i * na + j] = A[S->model.active[i] * S->model.n + S->model.active[j]];
}

/* False where the sums do not converge soon: a motion too fast for steps of this length. */
static bool make(const StnSystem *S, StnState *st, double h)
{
    const int na = S->model.nactive, square = na * na;
    const double *A = stn_affine(S, st).A;
    const Kept K = kept(S, st);
    for (int e = 0; e < square; e++) {
        const double one = e % (na + 1) == 0;
        K.power[e] = K.far_power[e] = one;
        K.P[e] = K.far_P[e] = h * one;
        K.Q[e] = K.far_Q[e] = 0.5 * h * h * one;
    }
    for (int k = 1; k <= TERMS; k++) {
        bool done = true;
        next_power(S, A, h / (k + 1), false, K.power);
        next_power(S, A, h / (k + 1), true, K.far_power);
        for (int e = 0; e < square; e++) {
            const double far = h * K.far_power[e];
            done = done && far <= NEGLIGIBLE * K.far_P[e];
            K.P[e] += h * K.power[e];
            K.far_P[e] += far;
            K.Q[e] += h * h / (k + 2) * K.power[e];
            K.far_Q[e] += h * far / (k + 2);
        }
        if (done) {
            take_matrix(S, A, K.A);
            stn_work(st)->kept_terms = k;
            return true;
        }
    }
    return false;
}

/* Sites that a propagator does not care for: a narrow feature, a bristle at rest, imposed motion. */
static bool plain_sites(const StnSystem *S, const StnState *st)
{
    bool plain = S->model.nsoft == 0;
    for (int i = 0; plain && i < S->model.nsite; i++)
        plain = !st->modes.zone[i] && !S->model.imposed[i];
    return plain;
}

/* Whether there is a propagator for a step of this length in the present mode.  It is made when as many equal steps as
 * it has states were made with the matrices of the mode: it pays only where steps repeat. */
static bool have(const StnSystem *S, StnState *st, double h)
{
    StnWork *W = stn_work(st);
    if (!W->affine_kept || fabs(h - W->h_kept) > SAME_LENGTH * h) {
        W->h_kept = h;
        W->equal_steps = 0;
        W->propagator = STN_KEPT_NOT;
        return false;
    }
    if (W->propagator == STN_KEPT_NOT && ++W->equal_steps > S->model.nactive) {
        W->propagator = plain_sites(S, st) && make(S, st, h) ? STN_KEPT : STN_KEPT_NEVER;
        W->kept_rates = 0;
    }
    return W->propagator == STN_KEPT;
}

static inline void take_rates(const StnSystem *S, const Kept *K, const double *dy)
{
    for (int a = 0; a < S->model.nactive; a++)
        K->rate[a] = dy[S->model.active[a]];
}

void stn_kept_begin(const StnSystem *S, StnState *st, const StnEvaluation *now)
{
    StnWork *W = stn_work(st);
    const Kept K = kept(S, st);
    if (W->propagator != STN_KEPT)
        return;
    take_rates(S, &K, now->dy);
    memcpy(stn_guard(S, st), now->guard, (size_t)S->model.nguard * sizeof *now->guard);
    W->kept_rates = 1;
}

/* Rates, slopes and guards of the step; false where an input that acts is no straight line. */
static bool begin(const StnSystem *S, StnState *st, const Kept *K)
{
    StnWork *W = stn_work(st);
    const int na = S->model.nactive, nu = S->model.ninput;
    double dy[STN_ROW];
    for (int a = 0; a < na; a++)
        K->slope[a] = 0.0;
    for (int b = 0; b < W->nvarying && stn_mode_watch(st)->acting; b++) {
        const int j = W->varying[b];
        if (!(stn_mode_watch(st)->acting >> j & 1u))
            continue;
        if (!stn_pieces(S, st)[j].linear)
            return false;
        for (int a = 0; a < na; a++)
            K->slope[a] += stn_affine(S, st).B[S->model.active[a] * nu + j] * W->u[j].d1;
    }
    if (!W->kept_rates) {
        stn_rates(S, st, W->t0, stn_coef(S, st), dy, stn_guard(S, st));
        take_rates(S, K, dy);
    }
    W->kept_rates = 0;
    return true;
}

/* Can guard k, now at `value`, not reach zero while each state moves by no more than `far`? */
static inline bool stays(const StnSystem *S, const StnState *st, const StnAffine *m, int k,
                         double value, const double *far, int na)
{
    const StnWork *W = stn_work(st);
    const double *gy = m->Gy + k * S->model.n, *gu = m->Gu + k * S->model.ninput;
    double most = 0.0;
    for (int a = 0; a < na; a++)
        most += fabs(gy[S->model.active[a]]) * far[a];
    for (int b = 0; b < W->nvarying && stn_mode_watch(st)->acting; b++)
        if (gu[W->varying[b]] != 0.0)
            most += fabs(gu[W->varying[b]] * W->u[W->varying[b]].d1) * W->h_kept;
    return most < BOUND_LEAST * value;
}

/* Does no guard that moves reach zero? */
static inline __attribute__((always_inline)) bool
guards_stay(const StnSystem *S, const StnState *st, const Kept *K, const int na)
{
    const double *guard = stn_guard(S, st);
    const StnAffine m = stn_affine(S, st);
    double far[STN_STATES_MAX];
    bool stay = true;
    for (int i = 0; i < na; i++) {
        far[i] = 0.0;
        for (int j = 0; j < na; j++)
            far[i] +=
                K->far_P[i * na + j] * fabs(K->rate[j]) + K->far_Q[i * na + j] * fabs(K->slope[j]);
    }
    for (int word = 0; 64 * word < S->model.nguard; word++)
        for (uint64_t left = stn_mode_watch(st)->moving[word]; left && stay; left &= left - 1) {
            const int k = 64 * word + __builtin_ctzll(left);
            stay = k < S->model.nguard && stays(S, st, &m, k, guard[k], far, na);
        }
    return stay;
}

/* y at the end; `late`: by how much the step is longer than those that the propagator was made for. */
static inline __attribute__((always_inline)) void finish(const StnSystem *S, const StnState *st,
                                                         const Kept *K, double late, const int na)
{
    const double *y = stn_coef(S, st), h = stn_work(st)->h_kept;
    double moved[STN_STATES_MAX];
    for (int i = 0; i < na; i++) {
        moved[i] = 0.0;
        for (int j = 0; j < na; j++)
            moved[i] += K->P[i * na + j] * K->rate[j] + K->Q[i * na + j] * K->slope[j];
    }
    for (int i = 0; i < na; i++) {
        double rate = K->rate[i] + h * K->slope[i];
        for (int j = 0; j < na; j++)
            rate += K->A[i * na + j] * moved[j];
        K->end[i] = y[S->model.active[i]] + (moved[i] + late * rate);
    }
}

/* The step, if nothing happens in it.  na is a constant where this is inlined. */
static inline __attribute__((always_inline)) bool
go_to_the_end(const StnSystem *S, const StnState *st, const Kept *K, double late, const int na)
{
    if (!guards_stay(S, st, K, na))
        return false;
    finish(S, st, K, late, na);
    return true;
}

/* No state moves and no input acts: the step is its start. */
static bool nothing_moves(const StnSystem *S, const StnState *st, const Kept *K)
{
    bool still = stn_mode_watch(st)->acting == 0;
    for (int a = 0; still && a < S->model.nactive; a++) {
        still = K->rate[a] == 0.0;
        K->end[a] = stn_coef(S, st)[S->model.active[a]];
    }
    return still;
}

/* Is every guard zero or above?  There are tens of them: by four. */
static bool no_guard_below(const double *guard, int count)
{
    bool hold = true;
    int k = 0;
    for (; k + 4 <= count; k += 4)
        hold = hold & (guard[k] >= 0.0) & (guard[k + 1] >= 0.0) & (guard[k + 2] >= 0.0) &
               (guard[k + 3] >= 0.0);
    for (; k < count; k++)
        hold = hold & (guard[k] >= 0.0);
    return hold;
}

static bool propagate(const StnSystem *S, const StnState *st, const Kept *K, double late)
{
    if (!no_guard_below(stn_guard(S, st), S->model.nguard))
        return false;
    if (nothing_moves(S, st, K))
        return true;
    switch (S->model.nactive) {
    case 1: return go_to_the_end(S, st, K, late, 1);
    case 2: return go_to_the_end(S, st, K, late, 2);
    case 3: return go_to_the_end(S, st, K, late, 3);
    default: return go_to_the_end(S, st, K, late, S->model.nactive);
    }
}

bool stn_step_kept(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    const double h = W->t_break - W->t0;
    if (W->how != STN_STEP_EXACT || W->bell_mode || W->mode_steps > 0 || !have(S, st, h) ||
        h > S->solver.h_max)
        return false;
    const Kept K = kept(S, st);
    if (!begin(S, st, &K) || !propagate(S, st, &K, h - W->h_kept))
        return false;
    W->h = h;
    W->degree = 0;
    W->dense_pending = 0;
    W->propagated = 1;
    st->counters.steps++;
    st->counters.exact_steps++;
    return true;
}

static inline void start(const StnSystem *S, const StnState *st, double *y)
{
    const double *from = stn_coef(S, st);
    for (int i = 0; i < S->model.n; i++)
        y[i] = from[i];
}

void stn_kept_end(const StnSystem *S, const StnState *st, double *y)
{
    const Kept K = kept(S, st);
    start(S, st, y);
    for (int a = 0; a < S->model.nactive; a++)
        y[S->model.active[a]] = K.end[a];
}

static inline __attribute__((always_inline)) void taylor(const StnSystem *S, const Kept *K,
                                                         double t, double *y, const int na)
{
    double term[STN_STATES_MAX], next[STN_STATES_MAX], size[STN_STATES_MAX];
    bool done = true;
    for (int a = 0; a < na; a++) {
        const double here = fabs(y[S->model.active[a]]);
        term[a] = t * K->rate[a];
        done = done && fabs(term[a]) <= NEGLIGIBLE * here && K->slope[a] == 0.0;
        size[a] = stn_larger(here, fabs(term[a]));
        y[S->model.active[a]] += term[a];
    }
    for (int k = 2; k <= TERMS + 1 && !done; k++) {
        done = true;
        for (int a = 0; a < na; a++) {
            double sum = 0.0;
            for (int b = 0; b < na; b++)
                sum += K->A[a * na + b] * term[b];
            next[a] = t / k * sum + (k == 2 ? 0.5 * t * t * K->slope[a] : 0.0);
        }
        for (int a = 0; a < na; a++) {
            term[a] = next[a];
            size[a] = stn_larger(size[a], fabs(term[a]));
            y[S->model.active[a]] += term[a];
            done = done && fabs(term[a]) <= NEGLIGIBLE * size[a];
        }
    }
}

void stn_kept_at(const StnSystem *S, const StnState *st, double theta, double *y)
{
    const double t = theta * stn_work(st)->h;
    const Kept K = kept(S, st);
    start(S, st, y);
    switch (S->model.nactive) {
    case 2: taylor(S, &K, t, y, 2); break;
    default: taylor(S, &K, t, y, S->model.nactive); break;
    }
}
