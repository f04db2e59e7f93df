/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* For tests: the loop that hunts, block-limit-cycle with Ts = 1 ms for 200 s, and what its position does.
 *
 *     Trial a;
 *     RUN(&a, "block-limit-cycle", HUNTING("stribeck"), {"controller.Ki", "0"});
 *     CHECK(hunting_swing(&a, 100.0) < 1e-5, "it moves"); */
#ifndef TEST_HUNTING_LOOP_H
#define TEST_HUNTING_LOOP_H

#include "run_scenario.h"

#define HUNTING(law) \
    {"friction.contact.law", law}, {"controller.Ts", "1 ms"}, { "duration", "200 s" }

/* Largest less least position from a time on. */
static inline double hunting_swing(const Trial *a, double from)
{
    const double *x = trial_column(a, "x");
    double lo = INFINITY, hi = -INFINITY;
    for (size_t k = trial_row(a, from); k < a->record.rows; k++)
        lo = fmin(lo, x[k]), hi = fmax(hi, x[k]);
    return hi - lo;
}

/* When it was last farther than this from its target, 1 m. */
static inline double hunting_last_beyond(const Trial *a, double far)
{
    const double *x = trial_column(a, "x"), *t = trial_column(a, "t");
    double last = 0.0;
    for (size_t k = 0; k < a->record.rows; k++)
        if (fabs(x[k] - 1.0) > far)
            last = t[k];
    return last;
}

#endif
