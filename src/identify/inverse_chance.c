/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How likely chance explains terms of the inverse model: fits again without them. */
#include "identify/inverse_model.h"
#include "identify/failure.h"
#include "identify/spread.h"

#include <math.h>
#include <stdlib.h>

const double *stn_inverse_weight(const StnInverseModel *m)
{
    return m->huber ? m->huber : m->weight;
}

/* How likely chance explains the Stribeck column: fit again without it.  Its speed is a parameter
 * too where it was searched. */
static double stribeck_chance(const StnInverseModel *m, size_t rows, StnInverse *r,
                              StnStatus *status)
{
    StnLeastSquares fit;
    StnError ignored;
    const StnStatus fitted =
        stn_least_squares((const double *const *)m->column, m->dexp, m->y, stn_inverse_weight(m),
                          rows, NULL, &fit, NULL, &ignored);
    if (fitted == STN_NO_MEMORY)
        *status = stn_no_memory(m->error);
    if (fitted != STN_OK)
        return NAN;
    r->straight_rms = fit.rms;
    const double by_rest = stn_compare_correlated(
        fit.sse, m->dexp, r->fit.sse, m->ncolumn + isnan(m->def->vs), rows, r->correlation);
    /* The rest of a few rows beside reversals does not scatter as that of all others does: chance is no less likely than
     * the deviation of the height says, which knows that (Wald; one or two parameters). */
    const double apart = fmax(m->falling_deviations, 0.0);
    return fmax(by_rest, isnan(m->def->vs) ? exp(-0.5 * apart * apart) : erfc(sqrt(0.5) * apart));
}

/* The same for the difference between the directions: fit again with their columns added up. */
static double asymmetry_chance(const StnInverseModel *m, size_t rows, double correlation,
                               const StnLeastSquares *full, StnStatus *status)
{
    const int first = isnan(m->def->m); /* Fv+ Fv- Fc+ Fc- */
    double *column[STN_LEAST_SQUARES_MAX], *sum = malloc(2 * rows * sizeof *sum);
    StnLeastSquares fit;
    StnError ignored;
    int n = 0;
    if (!sum) {
        *status = stn_no_memory(m->error);
        return NAN;
    }
    for (int c = 0; c < m->ncolumn; c++)
        if (c < first || c >= first + 4)
            column[n++] = m->column[c];
    for (int k = 0; k < 2; k++) {
        column[n++] = sum + (size_t)k * rows;
        for (size_t i = 0; i < rows; i++)
            sum[(size_t)k * rows + i] =
                m->column[first + 2 * k][i] + m->column[first + 2 * k + 1][i];
    }
    const StnStatus fitted =
        stn_least_squares((const double *const *)column, n, m->y, stn_inverse_weight(m), rows, NULL,
                          &fit, NULL, &ignored);
    free(sum);
    if (fitted == STN_NO_MEMORY)
        *status = stn_no_memory(m->error);
    return fitted == STN_OK
               ? stn_compare_correlated(fit.sse, n, full->sse, m->ncolumn, rows, correlation)
               : NAN;
}

StnStatus stn_inverse_chances(const StnInverseModel *m, StnInverse *r, size_t rows)
{
    StnStatus status = STN_OK;
    if (m->dexp >= 0)
        r->stribeck_chance = m->falls ? stribeck_chance(m, rows, r, &status) : 1.0;
    if (status == STN_OK && m->def->asymmetric)
        r->asymmetry_chance = asymmetry_chance(m, rows, r->correlation, &r->fit, &status);
    return status;
}
