/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/ramp_alias.h"

#include <math.h>

#define ALIKE 0.41 /* of a step: deviation of the difference of two errors within it, 1/sqrt(6) */

/* Rows see their place to a step of the sensor over as many as show it.  Where they keep pace with its steps the errors of
 * neighbours are alike, and drift from one end of the points to the other. */
double stn_ramp_alias(const double *p, const double *rows, size_t n, double dx,
                      const StnLeastSquares *fit)
{
    double sum = 0.0, squares = 0.0, parts = 0.0, low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        sum += p[i], squares += p[i] * p[i];
        parts += 1.0 / rows[i];
        low = fmin(low, p[i]), high = fmax(high, p[i]);
    }
    const double points = (double)n, line = sqrt(fmax(squares - sum * sum / points, 0.0)),
                 bent = fit->sigma > 0.0 ? line * fit->std[1] / fit->sigma : 1.0;
    return high > low ? ALIKE * dx * parts / points / (high - low) * fmax(bent, 1.0) : INFINITY;
}
