/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Intervals of a fit that lacks a term that is named: as inverse_falsified.c has them. */
#include "identify/failure.h"
#include "identify/falsified.h"
#include "identify/fit_missing.h"

#include <math.h>
#include <stdlib.h>

/* Where the coordinates go with the term, and how much less they are determined; free[k]: which have slopes. */
typedef struct Moved {
    int free[STN_FREE_MAX], count;
    StnLeastSquares without, with;
} Moved;

/* False: nothing is known of it. */
static StnStatus move_coordinates(const StnFitter *fitter, const double *J, const double *r,
                                  const StnFitTerms *terms, Moved *moved)
{
    const size_t rows = fitter->nresidual;
    const double *column[STN_LEAST_SQUARES_MAX];
    moved->count = 0;
    for (int j = 0; j < fitter->map.nx; j++) {
        double square = 0.0;
        for (size_t i = 0; i < rows; i++)
            square += J[(size_t)j * rows + i] * J[(size_t)j * rows + i];
        if (!(square > 0.0))
            continue;
        if (moved->count + terms->count >= STN_LEAST_SQUARES_MAX)
            return STN_BAD_INPUT;
        column[moved->count] = J + (size_t)j * rows;
        moved->free[moved->count++] = j;
    }
    if (moved->count == 0)
        return STN_BAD_INPUT;
    for (int c = 0; c < terms->count; c++)
        column[moved->count + c] = terms->column + (size_t)c * rows;
    StnStatus status =
        stn_least_squares(column, moved->count, r, NULL, rows, NULL, &moved->without, NULL, NULL);
    if (status == STN_OK)
        status = stn_least_squares(column, moved->count + terms->count, r, NULL, rows, NULL,
                                   &moved->with, NULL, NULL);
    return status;
}

static void widen(const StnFitParam *p, double moved, double wider, StnFitParameter *out)
{
    const double before = out->high - out->low;
    if (!isfinite(before))
        return;
    stn_interval_hold(out->value, moved, wider, &out->low, &out->high);
    stn_interval_hold(out->value, moved, wider, &out->next_low, &out->next_high);
    out->low = fmax(out->low, p->lo), out->high = fmin(out->high, p->hi);
    out->next_low = fmax(out->next_low, p->lo), out->next_high = fmin(out->next_high, p->hi);
    if (before > 0.0)
        out->std *= (out->high - out->low) / before;
}

StnStatus stn_fit_falsify(const StnFitter *fitter, const double *x, const double *J,
                          const double *r, const StnFitTerms *terms, StnFitResult *result,
                          StnError *error)
{
    const StnFitMap *map = &fitter->map;
    double slope[STN_FREE_MAX * STN_FREE_MAX];
    Moved moved;
    const StnStatus status = move_coordinates(fitter, J, r, terms, &moved);
    stn_fit_slope(map, x, slope);
    for (int i = 0; i < map->nq && status == STN_OK; i++) {
        double by = 0.0, wider = 1.0;
        for (int k = 0; k < moved.count; k++) {
            const double own = slope[i * map->nx + moved.free[k]];
            by -= own * (moved.with.value[k] - moved.without.value[k]); /* of what r has too much */
            if (own != 0.0)
                wider = fmax(wider, moved.with.std[k] / moved.without.std[k]);
        }
        widen(&map->param[i], by, wider, &result->param[i]);
    }
    return status == STN_NO_MEMORY ? stn_out_of_memory(error) : STN_OK;
}

void stn_fit_withdraw(StnFitResult *result)
{
    for (int i = 0; i < result->nparam; i++) {
        StnFitParameter *out = &result->param[i];
        out->std = out->low = out->high = out->next_low = out->next_high = NAN;
    }
}
