/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Radau IIA, 7 stages, order 13, L-stable, for stiff modes (Hairer, Wanner, Solving ODEs II, section
 * IV.8).  Simplified Newton with the exact Jacobian; its systems are in stages.c. */
#include "solve/stages.h"

#include "kernel/real.h"
#include "solve/radau_table.h"

#include <math.h>
#include <string.h>

enum { STAGES = RADAU_STAGES, NEWTON_MOST = 10, STALLED_OFTEN = 8, LATE = 4, STEEPENED_MOST = 6 };
#define NEWTON_ENOUGH 3e-2  /* of the weights */
#define DOUBTFUL 0.3        /* an error above this would shorten the steps: is it one? */
#define RATE_LEAST 1e-2     /* contraction of a state in one Newton correction: bounds of what is */
#define RATE_MOST 0.9       /* believed; at its rounding a state does not contract */
#define ESTIMATE_MARGIN 3.0 /* rounding of the error estimate over that of a rate: 68 ulp, */
#define ESTIMATE_MARGIN_AFFINE \
    24.0                 /* and where exact steps are the measure nothing of it may show */
#define SEEN_MARGIN 10.0 /* weights over rounding that was measured */
#define SEEN_MOST 1e-6   /* of the size of a state: what can be rounding at all */
#define ENDLESS 1e12     /* a slope times the step */
#define STEEP 30.0       /* the same, of a state that the step strides over */
#define JUMP 1e-2        /* of the weights: a stiff damper makes a force of it; */
#define BENT 0.7      /* way of a state to the first stage, over that by its rate at the start, */
#define LAYER 10.0    /* and the step through a layer, in the time in which it dies away; */
#define ROUNDED 1e-15 /* of a state, and of the terms of its rate: rounding, which has no layers; */
#define LAYER_LEAST 2.5e-14 /* of t: below that nobody sees where in the layer something happens */
#define FAR_AHEAD 16.0      /* a polynomial carried on by so many steps of its own says nothing */
#define CAUTION 4.0         /* of the error estimate: hardly a step more, and ten times as exact */
#define UNTRIED 1e-4        /* a first correction has shown nothing of the slopes yet */

static void stage_rates(const StnSystem *S, StnState *st, StnStages *w, const double *y0)
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

/* No weight below what rounding makes of a correction or of the error estimate: a method of high order that
 * is held to less would shorten its steps for nothing, since rounding does not fall with h.  Only asked for
 * where a step is about to fail. */
static void raise_weights(const StnSystem *S, StnState *st, StnStages *w, const double *y0)
{
    double noise[STN_STATES_MAX] = {0};
    if (!w->raised)
        stn_stages_rounding(S, st, w, y0, noise);
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
static bool rounding_left(const StnSystem *S, const StnState *st, StnStages *w, const double *size,
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

/* Corrections of a damped state that jump to and fro over a root steeper than the Jacobian knows (of an orifice at nearly
 * equal pressures, +-sqrt(|dp|)) never end, and what they leave is taken for an error that no shorter step makes smaller.
 * The slope between two of them, at the stage that jumps most, takes the place of the Jacobian's; false: none is steeper. */
static bool steepen(const StnSystem *S, StnState *st, StnStages *w, const double *y0)
{
    const StnWork *W = stn_work(st);
    const int n = S->model.nactive;
    double Z[STAGES * STN_STATES_MAX], F[STAGES * STN_STATES_MAX], size[STN_STATES_MAX];
    bool steeper = false;
    stage_rates(S, st, w, y0);
    memcpy(Z, w->Z, (size_t)(STAGES * n) * sizeof *Z);
    memcpy(F, w->F, (size_t)(STAGES * n) * sizeof *F);
    if (!isfinite(stn_stages_correct(S, w, W->h, size)))
        return false;
    stage_rates(S, st, w, y0);
    for (int i = 0; i < n; i++) {
        double *J = w->J + S->model.active[i] * (S->model.n + 1), most = 0.0, slope = 0.0;
        for (int k = i; k < STAGES * n; k += n) {
            const double moved = w->Z[k] - Z[k];
            if (fabs(moved) > most)
                most = fabs(moved), slope = (w->F[k] - F[k]) / moved;
        }
        if (size[i] > NEWTON_ENOUGH && slope < *J && isfinite(slope))
            *J = slope, steeper = true;
    }
    return steeper && stn_stages_factor(S, w, W->h);
}

static bool newton(const StnSystem *S, StnState *st, StnStages *w, const double *y0,
                   int *iterations)
{
    StnWork *W = stn_work(st);
    int steepened = W->affine_mode ? STEEPENED_MOST : 0;
    double before = 0.0, sizes[2][STN_STATES_MAX];
    for (int k = 0; k <= NEWTON_MOST; k++) {
        stage_rates(S, st, w, y0);
        double *size = sizes[k % 2], norm = stn_stages_correct(S, w, W->h, size);
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
        if (stalls && w->raised && W->stalled >= STALLED_OFTEN && steepened++ < STEEPENED_MOST &&
            steepen(S, st, w, y0)) {
            before = 0.0, k = 0;
            continue;
        }
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

/* The estimate over the weights; where those are rounding, no more can be asked for. */
static double weighted(const StnStages *w, int n, const double *e)
{
    double norm = 0.0;
    for (int i = 0; i < n; i++) {
        double over = (w->raised && w->noisy[i] ? 1.0 : CAUTION) * fabs(e[i]) / w->weight[i];
        norm = over > norm || isnan(over) ? over : norm;
    }
    return norm;
}

/* Error estimate of order 7, filtered so that stiff parts do not blow it up. */
static double estimate(const StnSystem *S, StnState *st, StnStages *w, const double *y0,
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
        stn_stages_solve_real(w, n, e);
        norm = weighted(w, n, e);
        if (norm > (W->noisy ? DOUBTFUL : 1.0) && !w->raised && isfinite(norm)) {
            double before = norm;
            raise_weights(S, st, w, y0);
            for (int i = 0; i < n; i++) /* all stages add up in it */
                w->weight[i] *= !w->noisy[i]     ? 1.0
                                : W->affine_mode ? ESTIMATE_MARGIN_AFFINE
                                                 : ESTIMATE_MARGIN;
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

/* Start of the iteration: the polynomial at hand carried on, that of the last step or of a try from the same start
 * that was too long, or rest. */
static void predict(const StnSystem *S, const StnState *st, StnStages *w, const double *last)
{
    StnWork *W = stn_work(st);
    int n = S->model.nactive;
    if (W->h_newton <= 0.0 || W->h > FAR_AHEAD * W->h_newton) {
        memset(w->Z, 0, (size_t)(STAGES * n) * sizeof *w->Z);
        return;
    }
    const double from = W->newton_again ? 0.0 : 1.0;
    for (int i = 0; i < n; i++) {
        const double *c = last + S->model.active[i];
        double start = 0.0;
        for (int k = STAGES; k >= 1; k--)
            start = (start + c[k * S->model.n]) * from;
        for (int s = 0; s < STAGES; s++) {
            double x = from + radau_c[s] * W->h / W->h_newton, at = 0.0;
            for (int k = STAGES; k >= 1; k--)
                at = (at + c[k * S->model.n]) * x;
            w->Z[s * n + i] = at - start;
        }
    }
}

/* The polynomial through the stages.  Its straight part is taken out first: the large entries of the table would make
 * much of its rounding. */
static void collocation(const StnSystem *S, const StnStages *w, double *coef)
{
    int n = S->model.nactive;
    memset(coef + S->model.n, 0, (size_t)(STAGES * S->model.n) * sizeof *coef);
    for (int i = 0; i < n; i++) {
        double bent[STAGES], out[RADAU_WIDTH], end = w->Z[(STAGES - 1) * n + i];
        double *c = coef + S->model.active[i];
        for (int s = 0; s < STAGES; s++)
            bent[s] = w->Z[s * n + i] - radau_c[s] * end;
        stn_stage_product(radau_dense, bent, 1, out);
        out[0] += end;
        for (int k = 0; k < STAGES; k++)
            c[(k + 1) * S->model.n] = out[k];
    }
}

void stn_implicit_end(const StnSystem *S, StnState *st, double *y)
{
    StnStages w;
    stn_stages_place(S, st, &w);
    const double *y0 = stn_coef(S, st), *end = w.Z + (STAGES - 1) * S->model.nactive;
    memcpy(y, y0, (size_t)S->model.n * sizeof *y);
    for (int i = 0; i < S->model.nactive; i++)
        y[S->model.active[i]] += end[i];
}

/* Some state is damped within a thirtieth of the step.  Its own rounding, multiplied by a polynomial that is carried on, may
 * be more than what its slope holds for (the root of an orifice at equal pressures), and corrections do not come back
 * from there: the same step is tried again without a prediction. */
static bool steep(const StnSystem *S, const StnStages *w, double h)
{
    for (int i = 0; i < S->model.nactive; i++)
        if (fabs(w->J[S->model.active[i] * (S->model.n + 1)]) * h > STEEP)
            return true;
    return false;
}

static StnTry refuse(StnState *st, double factor)
{
    StnWork *W = stn_work(st);
    W->h *= factor;
    W->newton_ready = 0;
    W->h_newton = 0.0;
    return STN_TRY_REJECTED;
}

/* Too large an error, but the stages are right for what they are: the next try begins with them. */
static StnTry too_long(const StnSystem *S, StnState *st, const StnStages *w, double factor)
{
    StnWork *W = stn_work(st);
    collocation(S, w, stn_coef(S, st));
    W->h_newton = W->h;
    W->newton_again = 1;
    W->newton_ready = 0;
    W->h *= factor;
    return STN_TRY_REJECTED;
}

/* A slope without end at the start of the step: the root of an orifice at equal pressures, of a chamber at the supply
 * pressure. */
static bool endless(const StnSystem *S, const StnStages *w, double h)
{
    for (int i = 0; i < S->model.nactive; i++) {
        int k = S->model.active[i];
        if (!(fabs(w->J[k * S->model.n + k]) * h < ENDLESS))
            return true;
    }
    return false;
}

/* The Jacobian of the corrections is that of a late stage, by the prediction: corrections then contract faster than with
 * that of the start.  Without a prediction it is that of the start, unless that has a slope without end: no
 * correction would move such a state, whatever its rate, and all would seem to be well. */
static void late_jacobian(const StnSystem *S, StnState *st, StnStages *w, const double *y0,
                          const double *f0)
{
    StnWork *W = stn_work(st);
    const double late = radau_c[LATE] * W->h;
    double y[STN_ROW];
    memcpy(y, y0, (size_t)S->model.n * sizeof *y);
    if (W->h_newton > 0.0) {
        for (int i = 0; i < S->model.nactive; i++)
            y[S->model.active[i]] += w->Z[LATE * S->model.nactive + i];
        stn_structured_jacobian(S, st, W->t0 + late, y, w->J);
        return;
    }
    stn_structured_jacobian(S, st, W->t0, y, w->J);
    if (!endless(S, w, W->h))
        return;
    for (int i = 0; i < S->model.nactive; i++)
        y[S->model.active[i]] += late * f0[S->model.active[i]];
    stn_structured_jacobian(S, st, W->t0 + late, y, w->J);
}

/* The sizes of what adds up to the rate of state i. */
static double terms_of_rate(const StnSystem *S, const StnStages *w, const double *y, int i)
{
    double terms = 0.0;
    for (int j = 0; j < S->model.n; j++)
        terms += fabs(w->J[i * S->model.n + j] * y[j]);
    return terms;
}

/* A mode that does not begin at its equilibrium runs into it through a layer, within a time that may be far shorter than
 * the step: a sample of a controller, and a damper that holds the speed within nanoseconds.  The stages lie behind the layer
 * and are right there, and so is the end; but the polynomial takes a share of the step for the way, and what lies within
 * (an event, the work of friction) is not where it was.  Returns how long a step through it is, 0: there is none.  seen: how
 * far, over the weights, a state must go through a layer that counts. */
static double layer_step(const StnSystem *S, const StnState *st, const StnStages *w,
                         const double *f0, double seen)
{
    const StnWork *W = stn_work(st);
    const double least = LAYER_LEAST * fmax(fabs(W->t0), 1e-3), *y0 = stn_coef(S, st);
    double h = INFINITY;
    for (int i = 0; i < S->model.nactive; i++) {
        const int k = S->model.active[i];
        const double way = fabs(w->Z[i]), slope = fabs(f0[k]);
        if (way > fmax(seen * w->weight[i], ROUNDED * fabs(y0[k])) &&
            way < BENT * radau_c[0] * W->h * slope && slope > ROUNDED * terms_of_rate(S, w, y0, k))
            h = fmin(h, LAYER * way / slope);
    }
    h = fmax(h, least);
    return h < 0.5 * W->h ? h : 0.0;
}

/* Whether the step is refused for a layer, which the next try follows.  Only where a mode begins: what else
 * comes up to an equilibrium within a step has an error that is seen. */
static bool enters_layer(const StnSystem *S, StnState *st, const StnStages *w, const double *f0)
{
    StnWork *W = stn_work(st);
    if (W->mode_steps > 0 && W->h_beyond <= 0.0)
        return false;
    const double h = layer_step(S, st, w, f0, JUMP);
    if (h > 0.0) {
        W->h_beyond = fmax(W->h_beyond, W->h);
        refuse(st, h / W->h);
        return true;
    }
    if (W->h >= W->h_beyond)
        W->h_beyond = 0.0;
    return false;
}

/* An event says on which side of a guard a state is, however little is left between them: a damper that holds the speed at
 * the onset of a film crosses it within picoseconds and 1e-12 of the speed, when a sample lets the drive go. */
double stn_implicit_to_event(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    const double *coef = stn_coef(S, st);
    double f0[STN_ROW];
    StnStages w;
    if (W->mode_steps > 1 && W->h_beyond <= 0.0)
        return 1.0;
    stn_stages_place(S, st, &w);
    stn_rates(S, st, W->t0, coef, f0, stn_guard(S, st));
    const double h = layer_step(S, st, &w, f0, 0.0);
    if (!(h > 0.0))
        return 1.0;
    W->h_beyond = fmax(W->h_beyond, W->h);
    return h / W->h;
}

/* The usual rule, and where errors rise from step to step also their trend: near breakaway each step must be
 * shorter than the one before (Gustafsson). */
static double implicit_factor(const StnState *st, double error, int iterations)
{
    StnWork *W = stn_work(st);
    double safety = 0.9 * (2.0 * NEWTON_MOST + 1.0) / (2.0 * NEWTON_MOST + iterations);
    double factor = error > 0.0 ? safety * stn_pow(error, -1.0 / (STAGES + 1)) : 8.0;
    if (W->error_before > 0.0 && error > 0.0)
        factor = fmin(factor, safety * W->h / W->h_before *
                                  stn_pow(W->error_before / (error * error), 1.0 / (STAGES + 1)));
    return fmin(factor, 8.0);
}

StnTry stn_step_implicit(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    int iterations = 0;
    double *coef = stn_coef(S, st), f0[STN_ROW];
    StnStages w;
    stn_stages_place(S, st, &w);
    for (int i = 0; i < S->model.nactive; i++)
        w.weight[i] = stn_weight(S, st, S->model.active[i], coef[S->model.active[i]],
                                 coef[S->model.active[i]]);
    stn_rates(S, st, W->t0, coef, f0, stn_guard(S, st));
    predict(S, st, &w, coef);
    late_jacobian(S, st, &w, coef, f0);
    double limit = stn_growth_limit(S, st, w.J, w.lu[0]);
    if (W->h > limit) {
        W->h = limit;
        W->h_beyond = fmin(W->h_beyond, limit);
        predict(S, st, &w, coef);
    }
    if (!stn_stages_factor(S, &w, W->h) || !newton(S, st, &w, coef, &iterations)) {
        W->h_beyond = fmin(W->h_beyond, 0.3 * W->h); /* as long as these corrections bear */
        return refuse(st, W->h_newton > 0.0 && steep(S, &w, W->h) ? 1.0 : 0.3);
    }
    if (enters_layer(S, st, &w, f0))
        return STN_TRY_REJECTED;
    double error = estimate(S, st, &w, coef, f0);
    if (!isfinite(error))
        return refuse(st, 0.1);
    double factor = implicit_factor(st, error, iterations);
    if (error > 1.0)
        return too_long(S, st, &w, fmax(factor, 0.1));
    collocation(S, &w, coef);
    W->degree = STAGES;
    W->h_next = fmax(W->h * factor, W->h_beyond);
    W->error_before = fmax(error, 1e-2);
    W->h_before = W->h;
    W->newton_ready = 1;
    W->newton_again = 0;
    st->counters.implicit_steps++;
    return STN_TRY_OK;
}
