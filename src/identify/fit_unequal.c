/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Intervals of a fit to means over windows.  Where friction falls, the noise of a measured velocity comes into the model's
 * force times the slope of the friction: rows of slow motion scatter several times as much as the others, and the static
 * level hangs on these few.  So the residuals count as they are, row by row, as in the inverse model (spread.c). */
#include "identify/fit_internal.h"
#include "identify/inverse_model.h"
#include "identify/spread.h"

#include <math.h>
#include <stdlib.h>

/* The rows that are fitted, in their order; NULL: no memory. */
static size_t *places_of(const StnFitInside *inside)
{
    size_t *place = malloc((inside->nfit + 1) * sizeof *place), n = 0;
    for (size_t i = 0; place && i < inside->last_fitted; i++)
        if (!inside->run->use || inside->run->use[i] == STN_ROW_FIT)
            place[n++] = i;
    return place;
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
    const bool good = place && stn_rows_widen(&rows, &fit, NULL) == STN_OK;
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
