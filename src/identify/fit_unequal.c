/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Intervals of a fit to means over windows.  Where friction falls, the noise of a measured velocity comes into the model's
 * force times the slope of the friction: rows of slow motion scatter several times as much as the others, and the static
 * level hangs on these few.  So the residuals count as they are, row by row, as in the inverse model (spread.c).
 *
 * Few rows may also happen to scatter little, and a fit that hangs on ten of 600 follows them: of 200 records the static
 * level was wrong by 1.36 deviations (root mean square).  So a deviation is no smaller than if all rows scattered alike,
 * with what is not known of inertia in windows that leave rests out (fit_rests.c): 1.06. */
#include "identify/fit_internal.h"
#include "identify/inverse_model.h"
#include "identify/spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The rows that are fitted, in their order; NULL: no memory. */
static size_t *places_of(const StnFitInside *inside)
{
    size_t *place = malloc((inside->nfit + 1) * sizeof *place), n = 0;
    for (size_t i = 0; place && i < inside->last_fitted; i++)
        if (!inside->run->use || inside->run->use[i] == STN_ROW_FIT)
            place[n++] = i;
    return place;
}

/* ---- As if all rows scattered alike ---- */

/* Whether so many rows lie between row i and an earlier one as between windows that follow one another. */
static bool follows(const StnRows *rows, size_t i, size_t lag)
{
    return lag <= i && rows->place[i] - rows->place[i - lag] == lag * rows->every;
}

/* How alike residuals so many rows apart are, over all. */
static void autocovariances(const StnRows *rows, double *c)
{
    for (size_t lag = 0; lag <= STN_WINDOW_OVERLAP; lag++) {
        double sum = 0.0;
        size_t pairs = 0;
        for (size_t i = lag; i < rows->count; i++)
            if (follows(rows, i, lag)) {
                sum += rows->residual[i] * rows->residual[i - lag];
                pairs++;
            }
        c[lag] = pairs > 0 ? sum / (double)pairs : 0.0;
    }
}

/* Variance of the sum of g*residual. */
static double variance_alike(const StnRows *rows, const double *g, const double *c)
{
    const double count = (double)rows->count;
    double sum = 0.0;
    for (size_t i = 0; i < rows->count; i++) {
        sum += c[0] * g[i] * g[i];
        for (size_t lag = 1; lag <= STN_WINDOW_OVERLAP; lag++)
            if (follows(rows, i, lag))
                sum += 2.0 * c[lag] * g[i] * g[i - lag];
    }
    return fmax(sum, 0.0) * count / (count - rows->n);
}

/* What a deviation of each rest makes of the rows, rest by rest: pairs of a row and how much of its window a rest is, times
 * the deviation of the acceleration there. */
typedef struct Rests {
    size_t count, *row, nrest, *first; /* first: nrest + 1 places */
    double *part;
} Rests;

static void rests_free(Rests *rests)
{
    free(rests->row);
    free(rests->first);
    free(rests->part);
}

/* The rows whose windows reach samples from ... to - 1, a rest, from `*row` on. */
static void add_rest(const StnRows *rows, const double *noise, const double *weight, size_t reach,
                     size_t from, size_t to, size_t *row, Rests *out)
{
    while (*row < rows->count && rows->place[*row] + reach < from)
        ++*row;
    for (size_t i = *row; i < rows->count && rows->place[i] < to + reach; i++) {
        const size_t at = rows->place[i];
        double sum = 0.0;
        for (size_t k = from; k < to; k++) {
            const size_t apart = k > at ? k - at : at - k;
            sum += apart <= reach ? weight[apart] * noise[k] : 0.0;
        }
        out->row[out->count] = i;
        out->part[out->count++] = sum;
    }
    out->first[++out->nrest] = out->count;
}

/* A window reaches four boxes at most, so a rest is in so many rows and one more for each box of its length. */
static bool find_rests(const StnFitRun *run, const StnRows *rows, const double *weight, Rests *out)
{
    const size_t reach = stn_window_reach(run->box), most = 6 * (run->rows + 1);
    const double *noise = run->rest_noise;
    *out = (Rests){.row = malloc(most * sizeof *out->row),
                   .first = calloc(run->rows + 2, sizeof *out->first),
                   .part = malloc(most * sizeof *out->part)};
    const bool good = out->row && out->first && out->part;
    for (size_t from = 0, to, row = 0; good && noise && from < run->rows; from = to) {
        for (to = from + 1; to < run->rows && noise[to] == noise[from];)
            to++;
        if (noise[from] > 0.0)
            add_rest(rows, noise, weight, reach, from, to, &row, out);
    }
    return good;
}

/* Variance of the sum of g*residual that rests make of a mass. */
static double variance_of_rests(const Rests *rests, const double *g, double mass)
{
    double sum = 0.0;
    for (size_t r = 0; r < rests->nrest; r++) {
        double along = 0.0;
        for (size_t k = rests->first[r]; k < rests->first[r + 1]; k++)
            along += g[rests->row[k]] * rests->part[k];
        sum += along * along;
    }
    return mass * mass * sum;
}

/* The mass that acts, in units of the residuals. */
static double mass_of(const StnFitSlopes *slopes)
{
    const StnFitter *fitter = slopes->fitter;
    const double known = isnan(fitter->def->m) ? 0.0 : fitter->def->m;
    double q[STN_FREE_MAX];
    stn_fit_to_q(&fitter->map, slopes->x, q);
    return stn_fit_beside(&fitter->map, q, STN_FIT_PLACE_MASS, known) / fitter->run[0].sigma[0];
}

/* Puts that into a fit whose deviations are those of its own rows. */
static bool widen_alike(const StnFitSlopes *slopes, const double *inverse, const StnRows *rows,
                        StnLeastSquares *fit)
{
    const int n = rows->n;
    const StnFitRun *run = slopes->fitter->run[0].run;
    const size_t length = stn_window_reach(run->box) + 1;
    const double mass = mass_of(slopes), reach = stn_student_95((double)rows->count - n);
    double c[STN_WINDOW_OVERLAP + 1];
    double *g = malloc((rows->count + length) * sizeof *g);
    double *weight = g ? g + rows->count : NULL;
    Rests rests = {.count = 0};
    if (g)
        stn_window_weights(run->box, weight);
    const bool good = g && find_rests(run, rows, weight, &rests);
    autocovariances(rows, c);
    for (int a = 0; a < n && good; a++) {
        for (size_t i = 0; i < rows->count; i++) {
            g[i] = 0.0;
            for (int k = 0; k < n; k++)
                g[i] += inverse[a * n + k] * rows->column[k][i];
        }
        const double std = sqrt(variance_alike(rows, g, c) + variance_of_rests(&rests, g, mass));
        const double by = fit->std[a] > 0.0 ? std / fit->std[a] : 0.0;
        fit->high[a] = fmax(fit->high[a], fit->value[a] + reach * std);
        if (!(by > 1.0))
            continue;
        fit->std[a] = std;
        for (int b = 0; b < n; b++)
            fit->covariance[a][b] *= by, fit->covariance[b][a] *= by;
    }
    rests_free(&rests);
    free(g);
    return good;
}

bool stn_fit_unequal(const StnFitSlopes *slopes, const double *inverse, double variance,
                     double *covariance, double *reach)
{
    StnFitter *fitter = slopes->fitter;
    const StnFitInside *inside = &fitter->run[0];
    const int n = slopes->n;
    if (inside->run->box == 0 || fitter->nrun > 1 || n > STN_LEAST_SQUARES_MAX)
        return false;
    StnLeastSquares fit = {.nparam = n, .rows = fitter->nresidual, .sigma = sqrt(variance)};
    size_t *place = places_of(inside);
    const StnRows rows = {.column = slopes->column,
                          .n = n,
                          .residual = slopes->r,
                          .count = fitter->nresidual,
                          .nrun = 1,
                          .overlap = STN_WINDOW_OVERLAP,
                          .place = place,
                          .every = inside->run->box};
    for (int a = 0; a < n; a++) {
        for (int b = 0; b < n; b++)
            fit.covariance[a][b] = variance * inverse[a * n + b];
        fit.std[a] = sqrt(fit.covariance[a][a]);
    }
    const bool good = place && stn_rows_widen(&rows, &fit, NULL) == STN_OK &&
                      widen_alike(slopes, inverse, &rows, &fit);
    if (!good)
        atomic_store(&fitter->memory_out, true);
    for (int a = 0; a < n && good; a++) {
        reach[a] = fit.std[a] > 0.0 ? (fit.high[a] - fit.value[a]) / fit.std[a] : reach[a];
        for (int b = 0; b < n; b++)
            covariance[a * n + b] =
                fit.std[a] > 0.0 && fit.std[b] > 0.0 ? fit.covariance[a][b] : 0.0;
    }
    free(place);
    return good;
}
