/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/shift.h"

#include <math.h>
#include <stdlib.h>

enum { COARSE = 12 }; /* steps of the first search to either side */

static double left_at(const StnShift *s, long shift)
{
    return labs(shift) > s->most ? INFINITY : s->left(s->user, shift);
}

/* Where a step to one side leaves less, further steps to that side; then halved ones to both.  What is left falls all
 * the way to a delay, so that steps of three lengths beside 0 find out whether there is one. */
static long best_shift(const StnShift *s, double *least)
{
    const long coarse = s->most / COARSE > 0 ? s->most / COARSE : 1;
    const long steps[] = {coarse, coarse / 4, 1};
    long best = 0, step = 1;
    for (int k = 0; k < 3 && best == 0; k++)
        for (int side = -1; side <= 1 && steps[k] > 0; side += 2) {
            const double left = left_at(s, side * steps[k]);
            if (left < *least)
                *least = left, best = side * steps[k], step = steps[k];
        }
    for (const long way = best < 0 ? -step : step; best != 0;) {
        const double left = left_at(s, best + way);
        if (!(left < *least))
            break;
        *least = left, best += way;
    }
    for (step /= 2; step > 0 && best != 0; step /= 2) {
        const long around = best;
        for (int side = -1; side <= 1; side += 2) {
            const double left = left_at(s, around + side * step);
            if (left < *least)
                *least = left, best = around + side * step;
        }
    }
    return best;
}

/* Between samples: the bottom of the parabola through the best place and its neighbours. */
static double between(const StnShift *s, long best, double least)
{
    const double below = left_at(s, best - 1), above = left_at(s, best + 1);
    const double bend = below + above - 2.0 * least;
    const double part = isfinite(bend) && bend > 0.0 ? 0.5 * (below - above) / bend : 0.0;
    return (double)best + fmin(fmax(part, -0.5), 0.5);
}

bool stn_shift_find(const StnShift *shift, double *best, long *at, double *least)
{
    *at = best_shift(shift, least);
    if (*at == 0 || labs(*at) + 1 >= shift->most)
        return false;
    *best = between(shift, *at, *least);
    return true;
}
