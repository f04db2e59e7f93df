/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What is said beside breakaway levels. */
#include "identify/breakaway_words.h"
#include "identify/offset_words.h"
#include "identify/spread.h"

#include <math.h>

#define MUCH 0.005 /* of the level: a rise while a motion shows */

static double largest_level(const StnBreakaway *r)
{
    return fmax(r->side[0].mean, r->side[1].mean);
}

/* What a delay makes of the levels; 0: it is little. */
static double change_of_delay(const StnBreakawaySeen *seen, const StnBreakaway *r)
{
    const double by = seen->moved.by;
    return fabs(by) > MUCH * largest_level(r) ? by : 0.0;
}

void stn_breakaway_widen(const StnBreakawaySeen *seen, StnBreakaway *r)
{
    const double excess = seen->excess / r->npoint, by = change_of_delay(seen, r);
    const double above = excess > MUCH * largest_level(r) ? excess : 0.0;
    for (int side = 0; side < 2; side++) {
        StnBreakawaySide *own = &r->side[side];
        own->mean_high += fmax(by, 0.0);
        own->mean_low = own->mean - hypot(own->mean - own->mean_low, above) + fmin(by, 0.0);
    }
}

static void remark_delay(const StnData *data, const StnBreakawaySeen *seen, StnBreakaway *r)
{
    const double by = change_of_delay(seen, r);
    char words[400];
    if (by == 0.0)
        return;
    stn_breakaway_delay_words(seen->moved.late, data, words, sizeof words);
    stn_remark(&r->remarks,
               "%s  The levels are too %s by %.2g %s, then, which is in their intervals.", words,
               by > 0.0 ? "low" : "high", fabs(by), stn_role_unit(STN_ROLE_EFFORT, data->rotary));
}

static void remark_rise(const StnData *data, const StnBreakawaySeen *seen, StnBreakaway *r)
{
    const double excess = seen->excess / r->npoint, delay = seen->delay / r->npoint;
    const char *F = stn_role_unit(STN_ROLE_EFFORT, data->rotary);
    if (!(excess > MUCH * largest_level(r)))
        return;
    stn_remark(
        &r->remarks,
        "The effort rises by up to %.2g %s in the %.2g s that a motion takes to show: the "
        "levels are too high by that at most (their intervals reach down by it), or, if the "
        "effort is late, too low by %.2g %s for each ms that it is recorded late (--delay takes "
        "that out).  A slower rise makes both less.",
        excess, F, delay, 1e-3 * excess / delay, F);
}

static void remark_count(const StnBreakawaySide *own, int side, StnRemarks *remarks)
{
    const char *where = side ? "backward" : "forward";
    if (own->count == 0)
        stn_remark(remarks,
                   "No breakaway %s was found; the scenario takes the other direction's level.",
                   where);
    else if (own->count < 3)
        stn_remark(remarks, "Only %d point%s %s: its level is no mean, and has no %s.", own->count,
                   own->count == 1 ? "" : "s", where,
                   own->count == 1 ? "interval" : "interval to rely on");
    else if (own->count < 8)
        stn_remark(remarks, "Only %d points %s: the polynomial is weak.", own->count, where);
}

/* A weight adds to the one level what it takes from the other. */
static void remark_load(const StnData *data, StnBreakaway *r)
{
    const StnBreakawaySide *a = &r->side[0], *b = &r->side[1];
    const double load = 0.5 * (a->travel_mean - b->travel_mean);
    if (a->count == 0 || b->count == 0)
        return;
    const double reach = hypot(a->mean_high - a->mean, b->mean_high - b->mean); /* NaN: one point */
    if (!(2.0 * fabs(load) <= reach) &&
        fabs(load) > STN_OFFSET_MUCH * fmin(a->travel_mean, b->travel_mean))
        stn_remark_offset(&r->remarks, "A constant effort, as of a weight", load,
                          stn_role_unit(STN_ROLE_EFFORT, data->rotary), "");
}

void stn_breakaway_words(const StnBreakawayDef *def, const StnData *data,
                         const StnBreakawaySeen *seen, StnBreakaway *r)
{
    const char *x = data->rotary ? "rad" : "m";
    stn_remark(&r->remarks,
               "Motion is a change of position by %.4g %s (the sensor resolves %.4g %s), after at "
               "least %g s "
               "without one; the effort is that of the last sample before it.",
               seen->motion, x, r->dx, x, def->rest);
    if (r->crept > 0)
        stn_remark(&r->remarks,
                   "%d of the points %s of rises in which it creeps before it runs away; the "
                   "effort is that of the "
                   "instant from which it runs. \"identify ramp\" tells how far it creeps.",
                   r->crept, r->crept == 1 ? "is" : "are");
    remark_rise(data, seen, r);
    remark_delay(data, seen, r);
    if (seen->against > 0)
        stn_remark(&r->remarks,
                   "%d motion%s left out: against the effort (a spring, a load, or the sign of the "
                   "effort is wrong).",
                   seen->against, seen->against == 1 ? " is" : "s are");
    for (int side = 0; side < 2; side++)
        remark_count(&r->side[side], side, &r->remarks);
    remark_load(data, r);
    if (r->side[0].count > 1 || r->side[1].count > 1)
        stn_remark_repetitions(&r->remarks, "breakaways");
}
