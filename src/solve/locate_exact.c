/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The earliest event inside an exact step: every guard is itself a polynomial, and no root is missed. */
#include "solve/locate.h"

#include <math.h>

/* The velocity guard of a moving site. */
static bool is_velocity(const StnSystem *S, const StnState *st, int k)
{
    int i = (k - S->model.g_site) / 2;
    return k >= S->model.g_site && k < S->model.g_stop && (k - S->model.g_site) % 2 == 0 &&
           st->modes.dir[i] != 0.0 && !S->model.imposed[i];
}

/* Most guards do not change within a mode: those that do not apply. */
static inline bool is_constant(const StnSystem *S, const StnState *st, const double *gy,
                               const double *gu)
{
    StnWork *W = stn_work(st);
    for (int a = 0; a < S->model.nactive; a++)
        if (gy[S->model.active[a]] != 0.0)
            return false;
    for (int b = 0; b < W->nvarying; b++)
        if (gu[W->varying[b]] != 0.0)
            return false;
    return true;
}

/* The only state that a guard depends on, as most do; -1: there are several, or an input. */
static int only_state(const StnModel *M, const double *gy, const double *gu)
{
    int state = -1;
    for (int a = 0; a < M->nactive; a++)
        if (gy[M->active[a]] != 0.0) {
            if (state >= 0)
                return -1;
            state = M->active[a];
        }
    for (int j = 0; j < M->ninput; j++)
        if (gu[j] != 0.0)
            return -1;
    return state;
}

static void watch_guard(const StnModel *M, StnModeWatch *watch, const StnAffine *m, int k)
{
    watch->moving[k / 64] |= (uint64_t)1 << (k % 64);
    if (watch->count < STN_WATCHED_MOST) {
        watch->guard[watch->count] = k;
        watch->state[watch->count] = only_state(M, m->Gy + k * M->n, m->Gu + k * M->ninput);
    }
    watch->count++;
}

void stn_note_moving(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    const StnAffine m = stn_affine(S, st);
    const int n = S->model.n, nu = S->model.ninput;
    uint32_t drives = 0, acts = 0, varies = 0;
    StnModeWatch *watch = stn_mode_watch(st);
    *watch = (StnModeWatch){0};
    for (int k = 0; k < S->model.nguard; k++)
        if (!is_constant(S, st, m.Gy + k * n, m.Gu + k * nu))
            watch_guard(&S->model, watch, &m, k);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < nu; j++)
            drives |= (uint32_t)(m.B[i * nu + j] != 0.0) << j;
    for (int k = 0; k < S->model.nguard; k++)
        for (int j = 0; j < nu; j++)
            acts |= (uint32_t)(m.Gu[k * nu + j] != 0.0) << j;
    for (int b = 0; b < W->nvarying; b++)
        varies |= (uint32_t)1 << W->varying[b];
    watch->driving = drives;
    watch->acting = (drives | acts) & varies;
}

void stn_note_below(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    const StnAffine m = stn_affine(S, st);
    W->guard_below = 0;
    for (int k = 0; k < S->model.nguard; k++)
        if (m.gc[k] < 0.0 && !stn_is_moving(W, k))
            W->guard_below = 1;
}

/* poly[d] = slope*c[d*n]. */
static inline void begin_poly(double slope, const double *c, const size_t n, int degree,
                              double *poly)
{
    for (double *end = poly + degree; poly < end;)
        *++poly = slope * *(c += n);
}

/* Guard k, which moves, as a polynomial of the step. */
static inline __attribute__((always_inline)) void guard_poly(const StnSystem *S, const StnState *st,
                                                             const StnAffine *m, int k,
                                                             double *poly, double *noise)
{
    StnWork *W = stn_work(st);
    const double *coef = stn_coef(S, st), *gy = m->Gy + k * S->model.n,
                 *gu = m->Gu + k * S->model.ninput;
    const int n = S->model.n, degree = W->degree;
    double start = m->gc[k], size = fabs(start);
    bool first = true;
    for (int a = 0; a < S->model.nactive; a++) {
        const double slope = gy[S->model.active[a]], *c = coef + S->model.active[a];
        if (slope == 0.0)
            continue;
        start += slope * c[0];
        size += fabs(slope * c[0]);
        if (first)
            begin_poly(slope, c, (size_t)n, degree, poly);
        for (int d = 1; !first && d <= degree; d++)
            poly[d] += slope * c[d * n];
        first = false;
    }
    for (int d = 1; first && d <= degree; d++)
        poly[d] = 0.0;
    for (int j = 0; j < S->model.ninput; j++)
        start += gu[j] * W->u[j].val;
    for (int b = 0; b < W->nvarying; b++) {
        int j = W->varying[b];
        const double *u = stn_taylor(S, st) + (size_t)j * (STN_DEGREE_MAX + 1);
        if (gu[j] == 0.0)
            continue;
        size += fabs(gu[j] * u[0]);
        for (int d = 1; d <= degree; d++)
            poly[d] += gu[j] * u[d];
    }
    poly[0] = start;
    *noise = 1e-15 * size;
    if (degree > 0) /* time itself is rounded */
        *noise += fabs(poly[1]) * 4e-16 * fabs(W->t0) / W->h;
}

/* Guard k depends on `state` alone and cannot reach zero, whatever its noise is, so that nobody needs its polynomial: by
 * its negative terms alone.  By sizes: a branch at each sign would be guessed wrong every other time. */
static inline bool stays_positive(const StnSystem *S, StnState *st, const StnAffine *m, int k,
                                  int state)
{
    if (state < 0)
        return false;
    const double slope = m->Gy[k * S->model.n + state];
    const double size = fabs(slope) * stn_sum_terms(S, st, state),
                 sum = slope * stn_work(st)->term_sum;
    const double start = m->gc[k] + slope * stn_coef(S, st)[state];
    return start - 0.5 * (size - sum) > 1e-14 * (start + size); /* rounding of the sums */
}

/* What rounding can make of a guard within an exact step, beyond its value at the start: each term of
 * the series is rounded, and the rate of a velocity is a sum that may cancel (a load at its limit). */
static double rounding(const StnSystem *S, const StnState *st, const StnAffine *m, int k,
                       const double *poly)
{
    StnWork *W = stn_work(st);
    double size = 0.0, sum = 0.0;
    for (const double *c = poly, *end = poly + W->degree; c < end;)
        sum += fabs(*++c);
    const StnModel *M = &S->model;
    const int i = (k - M->g_site) / 2;
    for (int v = is_velocity(S, st, k) ? stn_site_first(M, i) : -1; v >= 0;
         v = stn_site_next(M, i, v)) {
        const double *A = m->A + v * M->n, *B = m->B + v * M->ninput, *y = stn_coef(S, st);
        size += fabs(m->c[v]);
        for (int b = 0; b < W->nbell; b++)
            size += fabs(m->E[b * M->n + v]);
        for (int j = 0; j < M->n; j++)
            size += fabs(A[j] * y[j]);
        for (int j = 0; j < M->ninput; j++)
            size += fabs(B[j] * W->u[j].val);
    }
    return 8e-16 * (sum + W->h * size);
}

/* The band of a velocity guard in an exact step.  All is known to rounding, and so is the stop; where
 * events repeat the band widens, up to the tolerance.  What is left of a motion that has died away has
 * terms so small that their own rounding would be no bound: it counts by what it was. */
static double exact_band(const StnSystem *S, const StnState *st, const StnAffine *m, int k,
                         const double *poly, double noise)
{
    StnWork *W = stn_work(st);
    int site = (k - S->model.g_site) / 2;
    double least = noise + rounding(S, st, m, k, poly);
    double band = fmin(ldexp(least, 2 * (W->instant < 15 ? W->instant : 15)),
                       stn_velocity_noise(S, st, site));
    return S->model.set_valued[site] ? band : fmax(fmax(least, stn_died_away(S, st, site)), band);
}

/* When guard k, which moves, reaches zero: 2 when it does not. */
static double reaches_zero(const StnSystem *S, StnState *st, const StnAffine *m, int k)
{
    const int site = (k - S->model.g_site) / 2;
    const bool velocity = is_velocity(S, st, k);
    double poly[STN_DEGREE_MAX + 1], noise;
    guard_poly(S, st, m, k, poly, &noise);
    if (velocity && S->model.soft[site])
        return stn_soft_turn(S, st, site, poly);
    if (velocity)
        noise = exact_band(S, st, m, k, poly, noise);
    else if (k > S->model.g_site && is_velocity(S, st, k - 1))
        noise = STN_ZONE_NOISE * S->num.shape[site].zone;
    else if (stn_begins_at_zero(S, st, k))
        noise *= STN_SWITCHED_NOISE;
    return stn_poly_first_root(poly, stn_work(st)->degree, noise);
}

/* All guards one by one. */
static void locate_among_all(const StnSystem *S, StnState *st, const StnAffine *m, double *best,
                             int *fired)
{
    const StnModel *M = &S->model;
    for (int k = 0; k < M->nguard; k++) {
        if (!stn_is_moving(stn_work(st), k)) {
            if (m->gc[k] < 0.0) /* a mode that another's switch ended */
                stn_earliest(0.0, k, best, fired);
            continue;
        }
        const int state = only_state(M, m->Gy + k * M->n, m->Gu + k * M->ninput);
        if (!stays_positive(S, st, m, k, state))
            stn_earliest(reaches_zero(S, st, m, k), k, best, fired);
    }
}

/* Guard number w of those watched is the velocity of a body outside its zone, which it enters before it stops: the guard
 * that comes next says when. */
static inline bool is_behind(const StnSystem *S, const StnState *st, const StnAffine *m, int w)
{
    const StnModeWatch *watch = stn_mode_watch(st);
    const int k = watch->guard[w], state = watch->state[w], n = S->model.n;
    if (w + 1 >= watch->count || state < 0 || !is_velocity(S, st, k) ||
        S->model.soft[(k - S->model.g_site) / 2])
        return false;
    return watch->guard[w + 1] == k + 1 && watch->state[w + 1] == state &&
           m->Gy[k * n + state] == m->Gy[(k + 1) * n + state] && m->gc[k] > m->gc[k + 1];
}

void stn_locate_exact(const StnSystem *S, StnState *st, double *best, int *fired)
{
    StnWork *W = stn_work(st);
    const StnModeWatch *watch = stn_mode_watch(st);
    const StnAffine m = stn_affine(S, st);
    stn_inputs_now(S, st, W->t0);
    if (watch->count > STN_WATCHED_MOST || W->guard_below) {
        locate_among_all(S, st, &m, best, fired);
        return;
    }
    for (int w = 0; w < watch->count; w++)
        if (!is_behind(S, st, &m, w) &&
            !stays_positive(S, st, &m, watch->guard[w], watch->state[w]))
            stn_earliest(reaches_zero(S, st, &m, watch->guard[w]), watch->guard[w], best, fired);
}

/* ---- Guards that reach zero together ---- */

/* How many guards of site i can be among those that reach zero with `fired`: the limits of a standing site,
 * the velocity of a moving one.  Most are far from it, which is cheap to see.  What stands when an input
 * jumps or a stop takes a velocity is decided by the new forces. */
static int may_vanish(const StnSystem *S, const StnState *st, int i, int fired, const double *y)
{
    if (S->model.imposed[i])
        return 0;
    if (st->modes.dir[i] == 0.0)
        return S->model.set_valued[i] && fired >= 0 && fired < S->model.g_stop ? 2 : 0;
    const double before = stn_site_v(&S->model, stn_coef(S, st), i);
    return fabs(stn_site_v(&S->model, y, i)) <= 1e-6 * fabs(before) ? 1 : 0;
}

static bool vanishes(const StnSystem *S, StnState *st, double theta, int k)
{
    StnWork *W = stn_work(st);
    StnAffine m = stn_affine(S, st);
    double poly[STN_DEGREE_MAX + 1], noise, slope;
    stn_inputs_now(S, st, W->t0);
    if (!stn_is_moving(W, k))
        return false;
    guard_poly(S, st, &m, k, poly, &noise);
    noise += rounding(S, st, &m, k, poly);
    double value;
    stn_poly_both(poly, W->degree, theta, &value, &slope);
    return poly[0] > noise && fabs(value) <= noise && slope < 0.0;
}

int stn_together(const StnSystem *S, StnState *st, double theta, int fired, const double *y,
                 int *list)
{
    StnWork *W = stn_work(st);
    int count = 0;
    for (int i = 0; i < S->model.nsite && W->how == STN_STEP_EXACT; i++) {
        int first = S->model.g_site + 2 * i, end = first + may_vanish(S, st, i, fired, y);
        for (int k = first; k < end; k++)
            if (k != fired && vanishes(S, st, theta, k))
                list[count++] = k;
    }
    return count;
}
