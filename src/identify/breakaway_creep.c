/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Under a slow rise of the effort many contacts creep by some counts of an encoder before they run away: bristles bend,
 * and faster the nearer the level is.  No place is a rest, then, and no count is the breakaway; but the speed of the
 * run is many times that of the creep.  What runs away is driven by a nearly constant surplus, so its way grows with the
 * square of time, and two instants of it tell when it began. */
#include "identify/breakaway_creep.h"

#include <math.h>

#define RISE 0.1 /* of the largest effort: less is no rise */
#define FALL 0.2 /* ... a rise that has fallen by as much has ended */
#define REST \
    0.02 /* ... between rises noise decides which sample is the lowest: they are at its level up to here */
#define SLOW 30.0 /* the run is faster than the creep by this factor, or more */
#define LONG \
    5.0 /* and the creep lasts longer by this factor than the run takes to go 4 times as far */

bool stn_rise_next(const double *u, size_t from, size_t to, double most, StnRise *rise)
{
    size_t low = from, i = from;
    while (i < to && !(fabs(u[i]) > fabs(u[low]) + RISE * most)) {
        low = fabs(u[i]) <= fabs(u[low]) ? i : low;
        i++;
    }
    if (i == to)
        return false;
    const size_t lowest = low;
    const double level = fabs(u[low]) + REST * most;
    for (size_t k = low; k < i; k++) /* the body may still run out at the lowest sample */
        low = fabs(u[k]) <= level ? k : low;
    *rise = (StnRise){.lowest = lowest, .begin = low, .sense = u[i] > 0.0 ? 1.0 : -1.0};
    for (double top = 0.0; i < to && rise->sense * u[i] > top - FALL * most; i++)
        top = fmax(top, rise->sense * u[i]);
    rise->end = i;
    return true;
}

/* The first sample from `from` on that is this way further than sample `base`; `to`: none. */
static size_t reached(const double *x, double sense, size_t base, size_t from, size_t to,
                      double way)
{
    size_t i = from;
    while (i < to && sense * (x[i] - x[base]) < way)
        i++;
    return i;
}

/* Where the creep ends: the last motion before the fastest that is SLOW times slower; 0: there is none. */
static size_t end_of_creep(const double *t, const double *x, const StnRise *rise, double far)
{
    double fastest = 0.0;
    size_t top = 0, slow = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t base = rise->begin, i = base + 1; i < rise->end && (pass == 0 || i < top);
             i++) {
            const double way = rise->sense * (x[i] - x[base]);
            if (fabs(way) < far)
                continue;
            const double v = way / (t[i] - t[base]);
            if (pass == 0 && v > fastest)
                fastest = v, top = i;
            if (pass == 1 && v > 0.0 && SLOW * v <= fastest)
                slow = i;
            base = i;
        }
    return slow;
}

size_t stn_rise_breakaway(const StnData *data, const StnRise *rise, double far, double rest)
{
    const double *t = data->value[STN_ROLE_TIME], *x = data->value[STN_ROLE_POSITION];
    const size_t slow = end_of_creep(t, x, rise, far);
    const double way = slow > 0 ? rise->sense * (x[slow] - x[rise->begin]) : 0.0;
    if (way < 2.0 * far || t[slow] - t[rise->begin] < rest)
        return 0;
    const size_t one = reached(x, rise->sense, slow, slow, rise->end, 4.0 * way);
    const size_t four = reached(x, rise->sense, slow, one, rise->end, 16.0 * way);
    size_t at = slow;
    if (four <
        rise->end) /* sqrt(16/4) = 2: as long from the start to the one as from it to the other */
        while (at > rise->begin && t[at] > 2.0 * t[one] - t[four])
            at--;
    at = t[at] - t[rise->begin] < rest ? slow : at;
    /* What only starts slowly moves for the first time shortly before it runs. */
    const size_t moved = reached(x, rise->sense, rise->begin, rise->begin, at, far);
    const double takes = t[one < rise->end ? one : rise->end - 1] - t[at];
    return t[at] - t[moved] >= LONG * takes ? at : 0;
}

double stn_rise_effort(const StnData *data, const StnRise *rise, size_t at, double rest)
{
    const double *t = data->value[STN_ROLE_TIME], *u = data->value[STN_ROLE_EFFORT];
    double sum = u[at];
    size_t count = 1;
    for (size_t k = 1; at >= rise->begin + k && at + k < rise->end && t[at + k] - t[at] <= rest;
         k++) {
        sum += u[at + k] + u[at - k];
        count += 2;
    }
    return rise->sense * sum / (double)count;
}
