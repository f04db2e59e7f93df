/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/undetermined.h"
#include "identify/basis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PART 0.1 /* of the effort: what an estimate may make, up and down */
#define DEPENDENT \
    3e3 /* condition of scaled columns: with less they tell parameters apart, if not well */

#define ALIKE 0.99 /* correlation: one makes up for the other */

static bool is_undetermined(const StnEstimate *e, const double *column, size_t rows, double whole)
{
    const double half = 0.5 * (e->high - e->low);
    return half * half * stn_dot(column, column, rows) > PART * PART * whole;
}

/* Whether a column goes with one of those that were dropped. */
static bool depends(const StnLeastSquares *fit, int c, uint32_t dropped, int n)
{
    for (int k = 0; k < n; k++)
        if (dropped >> k & 1u && fabs(fit->covariance[c][k]) >
                                     ALIKE * sqrt(fit->covariance[c][c] * fit->covariance[k][k]))
            return true;
    return false;
}

static bool holds_zero(const StnEstimate *e) { return e->low < 0.0 && e->high > 0.0; }

void stn_estimates_undetermined(StnEstimates *estimates, const double *const *column,
                                const char *const *name, int n, const double *y,
                                const StnLeastSquares *fit, StnRemarks *remarks)
{
    char names[STN_LEAST_SQUARES_MAX * (sizeof estimates->item[0].name + 2)] = "";
    const double whole = stn_dot(y, y, fit->rows);
    uint32_t columns = 0;
    int dropped = 0;
    for (int k = 0; fit->condition > DEPENDENT && k < 2 * estimates->count; k++) {
        StnEstimate *e = &estimates->item[k % estimates->count];
        int c = 0;
        while (c < n && strcmp(e->name, name[c]) != 0)
            c++;
        if (c == n || !isfinite(e->std))
            continue;
        /* beside such a one a term that may be 0 is as little known, however little it makes */
        const bool beside = k >= estimates->count && holds_zero(e) && depends(fit, c, columns, n);
        if (!beside && !is_undetermined(e, column[c], fit->rows, whole))
            continue;
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", dropped > 0 ? ", " : "", e->name);
        e->std = e->high = e->next_high = INFINITY;
        e->low = e->next_low = -INFINITY;
        columns |= 1u << c;
        dropped++;
    }
    if (dropped > 0)
        stn_remark(remarks,
                   "These data do not determine %s: other values, far from these, fit as well, "
                   "where %s.  Motion with other speeds and accelerations would tell %s.",
                   names, dropped > 1 ? "one makes up for another" : "other terms make up for it",
                   dropped > 1 ? "them apart" : "it");
}
