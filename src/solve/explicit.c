/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Explicit Runge-Kutta 8(5,3) of Dormand and Prince with dense output of order 7. */
#include "solve/step.h"

#include "solve/dop853_table.h"

#include <math.h>
#include <string.h>

#define LEAP 30.0
#define SWINGS 1e5 /* late terms of a polynomial over rtol of the state's size, */
#define FALLS \
    0.5 /* and over those before: (h*rate)^2/20 while a motion is followed, rate*h below 3 */
#define SWING_STEPS 10.0 /* what an error of v makes of a position in so many: see swing_error */
#define SUSPECT \
    0.6 /* h times growth rate: accurate steps of order 8 may be as long, but not many in a row */

/* y0 + h*sum of the first `count` stages; idle states stay as they are in y. */
static void stage(const StnSystem *S, double *y, const double *y0, const double *K, const double *a,
                  int count, double h)
{
    int n = S->model.n;
    for (int k = 0; k < S->model.nactive; k++) {
        int i = S->model.active[k];
        double sum = 0.0;
        for (int j = 0; j < count; j++)
            sum += a[j] * K[j * n + i];
        y[i] = y0[i] + h * sum;
    }
}

/* Estimates of fifth and third order for each active state, and its weight. */
typedef struct {
    double s5[STN_STATES_MAX], s3[STN_STATES_MAX], weight[STN_STATES_MAX];
} Estimates;

/* Hairer's mix of the sums of squares of both, over the weights. */
static inline double mixed(double e5, double e3, double h, int count)
{
    double below = e5 + 0.01 * e3;
    if (!isfinite(below))
        return INFINITY;
    return below > 0.0 ? fabs(h) * e5 / sqrt(below * count) : 0.0;
}

#define REST 1e-7      /* of a law's speed: below it v counts as none where a rough law lets go */
#define RESOLVED 2e-15 /* of time: a few ulp, */
#define SHORT 1e-11    /* and a step that is not far from them */

/* v has no Taylor series where a step leaves rest under a rough law.  Both estimates then fall with the same power of h, and
 * the fifth passes zero at some length of the step, where the mix would believe in it: both count as they are. */
static bool leaves_rest(const StnSystem *S, const StnState *st, const double *y0)
{
    for (int i = 0; i < S->model.nsite; i++) {
        const StnShape *shape = &S->num.shape[i];
        if (shape->nonsmooth && S->model.set_valued[i] && !S->model.imposed[i] &&
            st->modes.dir[i] != 0.0 && fabs(stn_site_v(&S->model, y0, i)) <= REST * shape->v_scale)
            return true;
    }
    return false;
}

/* Error of the step over its weight.  What leaves rest has begun at an instant that is known as well as time resolves, and
 * what comes to rest long after t = 0 ends at one: no more is asked of them. */
static double error_norm(const StnSystem *S, const StnState *st, const double *y0, const double *y1,
                         const double *K, Estimates *of)
{
    const StnWork *W = stn_work(st);
    const int n = S->model.n, active = S->model.nactive;
    const double h = W->h;
    const bool leaves = leaves_rest(S, st, y0);
    double e5 = 0.0, e3 = 0.0;
    for (int k = 0; k < active; k++) {
        int i = S->model.active[k];
        double s5 = 0.0, s3 = 0.0, w = stn_weight(S, st, i, y0[i], y1[i]);
        if (leaves || h < SHORT * W->t0)
            w = fmax(w, RESOLVED * fabs(W->t0 * K[(DOP_STAGES - 1) * n + i]));
        for (int j = 0; j < DOP_STAGES; j++) {
            s5 += dop_e5[j] * K[j * n + i];
            s3 += dop_e3[j] * K[j * n + i];
        }
        e5 += s5 * s5 / (w * w);
        e3 += s3 * s3 / (w * w);
        of->s5[i] = s5, of->s3[i] = s3, of->weight[i] = w;
    }
    const double norm = mixed(e5, e3, h, active);
    return leaves ? fmax(norm, fabs(h) * sqrt((e5 + 0.01 * e3) / active)) : norm;
}

/* Where a bristle swings under a load, the estimate for v passes zero at some length of the step, and that
 * for the deflection, a quarter of a turn apart, has a weight by the load, which may be thousands of times the
 * swing.  A step that is shortened until it passes finds that length, the same after each turn, thousands of
 * times in a row.  So the position must be right to what its speed would make of it in some steps. */
static double swing_error(const StnSystem *S, const StnState *st, const Estimates *of)
{
    const double h = stn_work(st)->h;
    double e5 = 0.0, e3 = 0.0;
    for (int i = 0; i < S->model.nsite; i++) {
        if (!S->model.soft[i] || st->modes.dir[i] == 0.0)
            continue;
        int x = S->model.plant->sites[i].x;
        double w = SWING_STEPS * h * of->weight[stn_site_first(&S->model, i)];
        e5 += of->s5[x] * of->s5[x] / (w * w);
        e3 += of->s3[x] * of->s3[x] / (w * w);
    }
    return mixed(e5, e3, h, S->model.nsoft);
}

/* Stiffness shows as a step at the edge of stability: h times the local growth rate near 6 in steps that
 * grow until they fail.  Steps that settle below that are no proof, but many of them are a reason to look
 * at the Jacobian (look_for_stiffness in choose.c). */
static void watch_stiffness(const StnSystem *S, StnState *st, const double *K, const double *y_last,
                            const double *y_before)
{
    StnWork *W = stn_work(st);
    int n = S->model.n;
    double up = 0.0, down = 0.0;
    for (int k = 0; k < S->model.nactive; k++) {
        int i = S->model.active[k];
        double w = stn_weight(S, st, i, y_last[i], y_last[i]);
        double dk = (K[12 * n + i] - K[11 * n + i]) / w, dy = (y_last[i] - y_before[i]) / w;
        up += dk * dk;
        down += dy * dy;
    }
    double edge = down > 0.0 ? W->h * sqrt(up / down) : 0.0;
    W->stiff = edge > 6.1 ? W->stiff + 1 : W->stiff > 0 ? W->stiff - 1 : 0;
    W->suspect = edge > SUSPECT ? W->suspect + 1 : W->suspect > 0 ? W->suspect - 1 : 0;
}

static void expand(const StnSystem *S, double *coef, const double *K, double h)
{
    int n = S->model.n;
    for (int k = 1; k <= DOP_DEGREE; k++)
        for (int a = 0; a < S->model.nactive; a++) {
            int i = S->model.active[a];
            double sum = 0.0;
            for (int j = 0; j < DOP_ALL; j++)
                sum += dop_dense[j][k] * K[j * n + i];
            coef[k * n + i] = h * sum;
        }
}

/* A motion that has died away is held near zero at the ends of steps by the error estimate.  In between the
 * polynomial multiplies what is left of it, by thousands at and beyond the edge of stability.  Its late
 * terms show it, which otherwise fall. */
static StnSwings swings(const StnSystem *S, const StnState *st)
{
    const int n = S->model.n, law = S->model.nplant + S->model.ntwist;
    const double *c = stn_coef(S, st);
    StnSwings found = STN_SWINGS_NOT;
    for (int k = 0; k < S->model.nactive; k++) {
        const int i = S->model.active[k];
        const double *p = c + i;
        double late = fmax(fmax(fabs(p[5 * n]), fabs(p[6 * n])), fabs(p[7 * n]));
        if (late > FALLS * fmax(fabs(p[3 * n]), fabs(p[4 * n])) &&
            late > SWINGS * S->solver.rtol * stn_top(S, st)[i] &&
            late > SWINGS * stn_weight(S, st, i, *p, *p)) {
            if (i >= law)
                return STN_SWINGS_LAW;
            found = STN_SWINGS_PLANT;
        }
    }
    return found;
}

void stn_explicit_dense(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    int n = S->model.n;
    double *coef = stn_coef(S, st), *K = stn_scratch(S, st), y[STN_ROW];
    memcpy(y, coef, (size_t)n * sizeof *y);
    memset(coef + n, 0, (size_t)(DOP_DEGREE * n) * sizeof *coef);
    for (int j = 13; j < DOP_ALL; j++) {
        stage(S, y, coef, K, dop_a[j], j, W->h);
        stn_rates(S, st, W->t0 + dop_c[j] * W->h, y, K + j * n, stn_guard(S, st));
    }
    expand(S, coef, K, W->h);
    W->degree = DOP_DEGREE;
    W->dense_pending = 0;
    W->swings = swings(S, st);
}

void stn_explicit_at(const StnSystem *S, StnState *st, double theta, double *y)
{
    StnWork *W = stn_work(st);
    double K[DOP_STAGES * (STN_ROW)], h = theta * W->h;
    double guard[STN_GUARDS_MAX], *y0 = stn_coef(S, st);
    memcpy(K, stn_scratch(S, st), (size_t)S->model.n * sizeof *K);
    memcpy(y, y0, (size_t)S->model.n * sizeof *y);
    for (int j = 1; j < DOP_STAGES; j++) {
        stage(S, y, y0, K, dop_a[j], j, h);
        stn_rates(S, st, W->t0 + dop_c[j] * h, y, K + j * S->model.n, guard);
    }
    stage(S, y, y0, K, dop_b, DOP_STAGES, h);
}

const double *stn_explicit_end(const StnSystem *S, const StnState *st)
{
    return stn_scratch(S, st) + DOP_ALL * S->model.n;
}

/* Cubic through both ends with their slopes: enough to see that nothing happens inside. */
static void prepare_cubic(const StnSystem *S, StnState *st, const double *y1, const double *f0,
                          const double *f1)
{
    StnWork *W = stn_work(st);
    int n = S->model.n;
    double *coef = stn_coef(S, st), h = W->h;
    for (int i = 0; i < n; i++) {
        double rise = y1[i] - coef[i];
        coef[n + i] = h * f0[i];
        coef[2 * n + i] = 3.0 * rise - h * (2.0 * f0[i] + f1[i]);
        coef[3 * n + i] = h * (f0[i] + f1[i]) - 2.0 * rise;
    }
    W->degree = 3;
    W->dense_pending = 1;
    W->swings = STN_SWINGS_NOT;
}

/* The usual rule, and where errors rise from step to step also their trend: near breakaway each
 * step must be shorter than the one before. */
static double explicit_factor(StnState *st, double error)
{
    StnWork *W = stn_work(st);
    double factor = error > 1e-12 ? 0.9 / stn_eighth_root(error) : 6.0;
    if (W->error_before > 0.0 && error > 0.0) {
        double trend =
            0.9 * W->h / W->h_before * stn_eighth_root(W->error_before / (error * error));
        factor = fmin(factor, trend);
    }
    return fmin(fmax(factor, 0.2), 6.0);
}

/* Inside a narrow feature no step may leap over it.  The Stribeck curve changes over v_scale near
 * standstill, and farther out over v itself: exp(-(v/vs)^n) with a small n has a long tail. */
static double feature_limit(const StnSystem *S, const StnState *st, const double *slope)
{
    StnWork *W = stn_work(st);
    double limit = INFINITY;
    const double *y = stn_coef(S, st);
    for (int i = 0; i < S->model.nsite; i++) {
        double v = stn_site_v(&S->model, y, i), a = fabs(stn_site_v(&S->model, slope, i));
        double reach = 1.2 * fmax(S->num.shape[i].v_scale, 0.5 * fabs(v));
        if (st->modes.zone[i] && a * W->h > reach)
            limit = fmin(limit, reach / a);
    }
    return limit;
}

/* Breaking away under a rough law no step may multiply v by more than LEAP: across more decades the
 * error estimate can pass by chance. */
static bool leaps(const StnSystem *S, const double *y0, const double *y1)
{
    for (int i = 0; i < S->model.nsite; i++) {
        const StnShape *shape = &S->num.shape[i];
        double from = fmax(fabs(stn_site_v(&S->model, y0, i)), REST * shape->v_scale);
        if (shape->nonsmooth && S->model.set_valued[i] && !S->model.imposed[i] &&
            from < shape->v_scale && fabs(stn_site_v(&S->model, y1, i)) > LEAP * from)
            return true;
    }
    return false;
}

StnTry stn_step_explicit(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    int n = S->model.n;
    double *coef = stn_coef(S, st), *K = stn_scratch(S, st), *guard = stn_guard(S, st);
    double *y1 = K + DOP_ALL * n, y[STN_ROW];
    memcpy(y, coef, (size_t)n * sizeof *y);
    memcpy(y1, coef, (size_t)n * sizeof *y);
    if (W->slope_ready ==
        2) /* the slope at the end of the last step is the one at the start of this */
        memcpy(K, K + 12 * n, (size_t)n * sizeof *K);
    else if (W->slope_ready == 0)
        stn_rates(S, st, W->t0, coef, K, guard);
    W->slope_ready = 1;
    double h = W->h = fmin(W->h, feature_limit(S, st, K));
    for (int j = 1; j < DOP_STAGES; j++) {
        stage(S, y, coef, K, dop_a[j], j, h);
        stn_rates(S, st, W->t0 + dop_c[j] * h, y, K + j * n, guard);
    }
    stage(S, y1, coef, K, dop_b, DOP_STAGES, h);
    Estimates of;
    double error = error_norm(S, st, coef, y1, K, &of);
    if (!isfinite(error)) {
        W->h = 0.1 * h;
        return STN_TRY_REJECTED;
    }
    if (error <= 1.0 && leaps(S, coef, y1)) {
        W->h = 0.5 * h;
        return STN_TRY_REJECTED;
    }
    if (S->model.nsoft > 0 && error <= 1.0)
        error = fmax(error, swing_error(S, st, &of));
    if (error > 1.0) {
        W->h = h * fmax(0.9 / stn_eighth_root(error), 0.2);
        return STN_TRY_REJECTED;
    }
    stn_rates(S, st, W->t0 + h, y1, K + 12 * n, guard);
    watch_stiffness(S, st, K, y1, y);
    prepare_cubic(S, st, y1, K, K + 12 * n);
    W->h_next = h * explicit_factor(st, error);
    W->error_before = fmax(error, 1e-4);
    W->h_before = h;
    st->counters.explicit_steps++;
    return STN_TRY_OK;
}
