/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Parameters with their intervals. */
#include "stiction/identify.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void stn_estimates_add(StnEstimates *estimates, const char *name, const char *unit, bool rotary,
                       const StnLeastSquares *fit, int index)
{
    if (estimates->count == STN_LEAST_SQUARES_MAX)
        return;
    StnEstimate *e = &estimates->item[estimates->count++];
    snprintf(e->name, sizeof e->name, "%s", name);
    if (strcmp(unit, "$m") == 0)
        snprintf(e->unit, sizeof e->unit, "%s", rotary ? "kg*m^2" : "kg");
    else
        stn_unit_text(unit, rotary, e->unit, sizeof e->unit);
    e->value = fit->value[index];
    e->std = fit->std[index];
    e->low = fit->low[index];
    e->high = fit->high[index];
    e->next_low = e->next_high = NAN;
}

const StnEstimate *stn_estimates_find(const StnEstimates *estimates, const char *name)
{
    for (int i = 0; i < estimates->count; i++)
        if (strcmp(estimates->item[i].name, name) == 0)
            return &estimates->item[i];
    return NULL;
}

double stn_estimates_value(const StnEstimates *estimates, const char *name, int side)
{
    char own[24];
    snprintf(own, sizeof own, "%s%c", name, side ? '-' : '+');
    const StnEstimate *e = stn_estimates_find(estimates, own);
    e = e ? e : stn_estimates_find(estimates, name);
    return e ? e->value : NAN;
}
