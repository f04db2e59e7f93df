/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/falsified.h"

#include <math.h>
#include <string.h>

void stn_interval_hold(double value, double moved, double wider, double *low, double *high)
{
    const double below = wider * (value - *low), above = wider * (*high - value);
    if (!isfinite(below) || !isfinite(above) || !isfinite(moved))
        return;
    *low = fmin(*low, value + moved - below);
    *high = fmax(*high, value + moved + above);
}

void stn_estimate_hold(StnEstimate *e, double moved, double wider)
{
    const double before = e->high - e->low;
    stn_interval_hold(e->value, moved, wider, &e->low, &e->high);
    stn_interval_hold(e->value, moved, wider, &e->next_low, &e->next_high);
    if (before > 0.0 && isfinite(before))
        e->std *= (e->high - e->low) / before;
}

static void cover(double low, double high, double *own_low, double *own_high)
{
    if (!isfinite(*own_low) || !isfinite(*own_high) || !isfinite(low) || !isfinite(high))
        return;
    *own_low = fmin(*own_low, low);
    *own_high = fmax(*own_high, high);
}

void stn_estimate_cover(StnEstimate *e, const StnEstimate *other)
{
    const double before = e->high - e->low;
    cover(other->low, other->high, &e->low, &e->high);
    cover(other->next_low, other->next_high, &e->next_low, &e->next_high);
    if (before > 0.0 && isfinite(before))
        e->std *= (e->high - e->low) / before;
}

void stn_estimates_cover(StnEstimates *estimates, const StnEstimates *other, double beyond)
{
    for (int i = 0; i < estimates->count; i++)
        for (int k = 0; k < other->count && estimates->item[i].path[0]; k++)
            if (strcmp(other->item[k].path, estimates->item[i].path) == 0) {
                stn_estimate_hold(&estimates->item[i],
                                  beyond * (other->item[k].value - estimates->item[i].value), 1.0);
                stn_estimate_cover(&estimates->item[i], &other->item[k]);
            }
}

void stn_estimate_withdraw(StnEstimate *e)
{
    e->std = e->low = e->high = e->next_low = e->next_high = NAN;
}
