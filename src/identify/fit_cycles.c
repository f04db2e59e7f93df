/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Stick-slip by its features.  No model keeps the phase of a real stick-slip record, so that rows
 * cannot be compared; regime, period, height and mean can.  They jump where the regime changes, so the
 * search needs no slopes: controlled random search with local mutation over the whole box, then Subplex
 * (NLopt). */
#include "compare/sort.h"
#include "identify/fit_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_ROWS = 50, MEDIAN_OF = 5, LEAST_CYCLES = 3 };

#define SKIP 0.2  /* of the record: what happens before a steady cycle is reached */
#define BAND 0.25 /* a turn counts when it exceeds this part of the span from 5 % to 95 % ... */
#define BAND_NOISE 6.0    /* ... and this many standard deviations of the noise */
#define SLIP_HEIGHT 0.125 /* of the mean: less is steady sliding */
#define WRONG_REGIME 1.5  /* residual; as much as a factor of 4.5 */
#define CLIP 3.0

/* The value below which the share p lies; sorts. */
static double quantile(double *value, size_t count, double p)
{
    stn_sort(value, count);
    return stn_quantile(value, count, p);
}

/* Median of five neighbours: sensors of slow slides spike. */
static void median_filter(const double *y, size_t count, double *out)
{
    for (size_t i = 0; i < count; i++) {
        double near[MEDIAN_OF];
        size_t n = 0;
        for (size_t k = i < 2 ? 0 : i - 2; k <= i + 2 && k < count; k++)
            near[n++] = y[k];
        stn_sort(near, n);
        out[i] = near[n / 2];
    }
}

/* Noise from the differences of neighbours, by their median: slips are rare among them. */
static double noise_of(const double *y, size_t count, double *scratch)
{
    for (size_t i = 0; i + 1 < count; i++)
        scratch[i] = y[i + 1] - y[i];
    double middle = quantile(scratch, count - 1, 0.5);
    for (size_t i = 0; i + 1 < count; i++)
        scratch[i] = fabs(scratch[i] - middle);
    return 1.4826 * quantile(scratch, count - 1, 0.5) / sqrt(2.0);
}

/* Turns of y that exceed the band: times of the peaks, heights from a peak to the next valley. */
static size_t turns(const double *t, const double *y, size_t count, double band, double *peak,
                    double *height)
{
    size_t n = 0, at_high = 0;
    double high = y[0], low = y[0], top = NAN;
    int sense = 0;
    for (size_t i = 1; i < count; i++) {
        if (y[i] > high)
            high = y[i], at_high = i;
        low = fmin(low, y[i]);
        if (sense >= 0 && y[i] < high - band) {
            top = high;
            peak[n] = t[at_high];
            sense = -1, low = y[i];
        } else if (sense <= 0 && y[i] > low + band) {
            if (sense < 0)
                height[n++] = top - low;
            sense = 1, high = y[i], at_high = i;
        }
    }
    return n;
}

static void features(const double *t, const double *y, size_t count, double *scratch,
                     StnCycles *cycles)
{
    double *peak = scratch, *height = scratch + count, sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += y[i], scratch[i] = y[i];
    cycles->mean = sum / (double)count;
    double span = quantile(scratch, count, 0.95) - quantile(scratch, count, 0.05);
    double band = fmax(BAND * span, BAND_NOISE * noise_of(y, count, scratch));
    size_t n = turns(t, y, count, band, peak, height);
    cycles->count = (int)n;
    cycles->height = span;
    if (n < LEAST_CYCLES || !(band > 0.0))
        return;
    for (size_t i = 0; i + 1 < n; i++)
        peak[i] = peak[i + 1] - peak[i];
    cycles->height = quantile(height, n, 0.5);
    cycles->height_spread =
        (quantile(height, n, 0.75) - quantile(height, n, 0.25)) / cycles->height;
    cycles->period = quantile(peak, n - 1, 0.5);
    cycles->period_spread =
        (quantile(peak, n - 1, 0.75) - quantile(peak, n - 1, 0.25)) / cycles->period;
    cycles->slips = cycles->height > SLIP_HEIGHT * fabs(cycles->mean);
}

StnStatus stn_cycles_measure(const double *t, const double *y, size_t rows, StnCycles *cycles,
                             StnError *error)
{
    size_t skip = (size_t)(SKIP * (double)rows), count = rows - skip;
    *cycles = (StnCycles){.period = NAN, .height = NAN, .mean = NAN};
    if (count < LEAST_ROWS)
        return stn_error(error, STN_BAD_INPUT,
                         "%zu rows are too few to look for stick-slip: %d are needed", rows,
                         (int)(LEAST_ROWS / (1.0 - SKIP)) + 1);
    double *memory = malloc(3 * count * sizeof *memory);
    if (!memory)
        return stn_out_of_memory(error);
    median_filter(y + skip, count, memory);
    features(t + skip, memory, count, memory + count, cycles);
    free(memory);
    return STN_OK;
}

/* ---- Residuals: relative errors ---- */

static double ratio(double model, double measured)
{
    double r = log(fmax(model, 1e-300) / measured);
    return fmin(fmax(r, -CLIP), CLIP);
}

void stn_fit_cycle_residuals(const StnCycles *measured, const StnCycles *model, double *r)
{
    r[0] = measured->slips != model->slips ? WRONG_REGIME : 0.0;
    r[1] = 0.0;
    r[2] = ratio(fabs(model->mean), fabs(measured->mean));
    if (measured->slips && model->slips)
        r[0] = ratio(model->period, measured->period);
    if (measured->slips)
        r[1] = ratio(model->height, measured->height);
    else if (model->slips) /* how far it is from steady */
        r[1] = ratio(model->height, SLIP_HEIGHT * fabs(model->mean));
}

/* ---- Search ---- */

#if defined(STN_HAVE_NLOPT) && STN_HAVE_NLOPT

#include <nlopt.h>

#define GLOBAL_SHARE 0.7 /* of the evaluations */

typedef struct {
    StnFitter *fitter;
    StnFitWorkspace workspace;
    double *r;
    nlopt_opt opt;
    long done;
} Hunt;

static double cost_at(unsigned n, const double *x, double *slope, void *user)
{
    Hunt *hunt = user;
    StnFitter *fitter = hunt->fitter;
    (void)slope;
    double cost = 1e3;
    if (stn_fit_residual(fitter, &hunt->workspace, x, hunt->r, NULL))
        cost = stn_fit_cost(fitter, hunt->r);
    if (cost < fitter->best_cost) {
        fitter->best_cost = cost;
        memcpy(fitter->best_x, x, n * sizeof *x);
    }
    atomic_fetch_add(&fitter->iterations, 1);
    if (!stn_fit_progress(fitter, 0.9 / (double)fitter->def->evaluations))
        nlopt_force_stop(hunt->opt);
    return cost;
}

static void box(const StnFitMap *map, const double *x, double spread, double *lo, double *hi)
{
    for (int i = 0; i < map->nq; i++) {
        const StnFitParam *p = &map->param[i];
        if (p->x < 0)
            continue;
        double at = x[p->x], width = log(spread);
        bool linear = p->how == STN_COORDINATE_LINEAR;
        lo[p->x] = linear ? (at != 0.0 ? at / spread : 0.0) : at - width;
        hi[p->x] = linear ? (at != 0.0 ? at * spread : spread) : at + width;
        if (linear && at < 0.0)
            lo[p->x] = at * spread, hi[p->x] = at / spread;
    }
    stn_fit_inside(map, lo);
    stn_fit_inside(map, hi);
}

static void hunt_with(Hunt *hunt, nlopt_algorithm algorithm, const double *lo, const double *hi,
                      long evaluations, double *x)
{
    double cost, step[STN_FREE_MAX];
    unsigned n = (unsigned)hunt->fitter->map.nx;
    hunt->opt = nlopt_create(algorithm, n);
    if (!hunt->opt)
        return;
    for (unsigned j = 0; j < n; j++)
        step[j] = 0.1 * (hi[j] - lo[j]);
    nlopt_set_min_objective(hunt->opt, cost_at, hunt);
    nlopt_set_lower_bounds(hunt->opt, lo);
    nlopt_set_upper_bounds(hunt->opt, hi);
    nlopt_set_initial_step(hunt->opt, step);
    nlopt_set_xtol_rel(hunt->opt, 1e-4);
    nlopt_set_maxeval(hunt->opt, (int)evaluations);
    nlopt_optimize(hunt->opt, x, &cost);
    nlopt_destroy(hunt->opt);
    hunt->opt = NULL;
    memcpy(x, hunt->fitter->best_x, n * sizeof *x);
}

StnStatus stn_fit_cycle_search(StnFitter *fitter, double *x, StnFitResult *result, StnError *error)
{
    Hunt hunt = {.fitter = fitter};
    double lo[STN_FREE_MAX], hi[STN_FREE_MAX];
    long global =
        fitter->def->starts > 1 ? (long)(GLOBAL_SHARE * (double)fitter->def->evaluations) : 0;
    hunt.r = malloc((fitter->nresidual + 1) * sizeof *hunt.r);
    if (!hunt.r || !stn_fit_workspace(fitter, &hunt.workspace)) {
        free(hunt.r);
        return stn_out_of_memory(error);
    }
    fitter->fraction_to = 0.9;
    box(&fitter->map, x, fitter->def->spread, lo, hi);
    nlopt_srand((unsigned long)fitter->def->seed);
    cost_at((unsigned)fitter->map.nx, x, NULL, &hunt);
    if (global > 0 && !atomic_load(&fitter->stop))
        hunt_with(&hunt, NLOPT_GN_CRS2_LM, lo, hi, global, x);
    if (!atomic_load(&fitter->stop))
        hunt_with(&hunt, NLOPT_LN_SBPLX, lo, hi, fitter->def->evaluations - global, x);
    stn_fit_workspace_free(&hunt.workspace);
    free(hunt.r);
    result->nstart = 1;
    result->start_cost[0] = fitter->best_cost;
    if (atomic_load(&fitter->stop))
        return stn_error(error, STN_CANCELLED, "interrupted; the best so far is kept");
    return STN_OK;
}

#else

StnStatus stn_fit_cycle_search(StnFitter *fitter, double *x, StnFitResult *result, StnError *error)
{
    (void)fitter, (void)x, (void)result;
    return stn_error(error, STN_UNAVAILABLE, "this build has no NLopt: fits of cycles are off");
}

#endif
