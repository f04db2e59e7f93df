/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/sort.h"

#include <math.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void stn_sort(double *value, size_t count) { qsort(value, count, sizeof *value, ascending); }

double stn_smallest_step(double *value, size_t count)
{
    double least = INFINITY;
    stn_sort(value, count);
    const double largest = count > 0 ? fmax(fabs(value[0]), fabs(value[count - 1])) : 0.0;
    for (size_t i = 1; i < count; i++) {
        const double step = value[i] - value[i - 1];
        if (step > 1e-12 * largest && step < least)
            least = step;
    }
    return isfinite(least) ? least : NAN;
}
