/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The answer of a position loop to a step: rise, overshoot, what is left. */
#include "stiction/identify.h"

#include <math.h>

/* When the share of the step is reached first, between samples linearly. */
static double reached(const double *t, const double *x, size_t rows, const StnStepResponse *s,
                      double share)
{
    const double level = s->from + share * (s->to - s->from), sense = s->to > s->from ? 1.0 : -1.0;
    for (size_t i = 1; i < rows; i++)
        if (sense * (x[i] - level) >= 0.0)
            return t[i - 1] + (level - x[i - 1]) / (x[i] - x[i - 1]) * (t[i] - t[i - 1]);
    return NAN;
}

StnStatus stn_step_response(const StnData *data, double from, double target, StnStepResponse *step,
                            StnError *error)
{
    const double *t = data->value[STN_ROLE_TIME], *x = data->value[STN_ROLE_POSITION];
    const double *reference = data->value[STN_ROLE_COMMAND];
    double sum = 0.0, beyond = 0.0, low = INFINITY, high = -INFINITY;
    size_t settled = 0;
    const StnStatus status = stn_data_require(data, 1u << STN_ROLE_POSITION, 0, error);
    if (status != STN_OK)
        return status;
    if (isnan(target) && reference)
        target = reference[data->rows - 1];
    for (size_t i = 0; i < data->rows; i++) {
        if (t[i] < from)
            continue;
        sum += x[i];
        settled++;
        low = fmin(low, x[i]), high = fmax(high, x[i]);
    }
    const double mean = sum / (double)settled;
    StnStepResponse s = {.from = x[0], .to = isnan(target) ? mean : target, .error = mean - target};
    const double size = fabs(s.to - s.from), sense = s.to > s.from ? 1.0 : -1.0;
    s.rise = s.overshoot = NAN;
    if (size > 2.0 * (high - low) && size > 0.0) { /* otherwise it only hunts */
        for (size_t i = 0; i < data->rows; i++)
            beyond = fmax(beyond, sense * (x[i] - s.to));
        s.rise = reached(t, x, data->rows, &s, 0.9) - reached(t, x, data->rows, &s, 0.1);
        s.overshoot = 100.0 * beyond / size;
    }
    *step = s;
    return STN_OK;
}
