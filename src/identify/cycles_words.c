/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What is said beside levels of limit cycles. */
#include "identify/breakaway_delay.h"
#include "identify/cycles_hunt.h"
#include "identify/offset_words.h"
#include "identify/spread.h"

#include <math.h>

static void remark_on_turns(const StnHunt *h)
{
    StnHunting *r = h->result;
    if (r->breaks_away[0] && r->breaks_away[1]) {
        stn_remark(&r->remarks,
                   "While it sticks friction is the effort: the effort turns at the static level, "
                   "so half of its top to bottom is %s%s.",
                   h->def->play ? "Cd_s" : "the mean of Fs+ and Fs-",
                   h->def->play ? ", the breakaway level inside the play" : "");
        return;
    }
    const int side = r->breaks_away[1];
    stn_remark(&r->remarks,
               "While it sticks friction is the effort, and the effort turns at the static level "
               "%s.  At the other turn it does not break away: that one is no level of friction%s.",
               side ? "backward" : "forward",
               h->def->play ? "" : ", and a scenario takes the same level for both directions");
}

/* The level forward less the one backward, which a weight makes twice as large as it is. */
static void remark_on_load(const StnHunt *h)
{
    StnHunting *r = h->result;
    const StnSpread *a = &r->top[0], *b = &r->top[1];
    const double chance = hypot(a->high - a->low, b->high - b->low);
    if (r->breaks_away[0] && r->breaks_away[1] && !(2.0 * fabs(r->offset) <= chance) &&
        fabs(r->offset) > STN_OFFSET_MUCH * fmin(fabs(a->mean), fabs(b->mean)))
        stn_remark_offset(&r->remarks, "A constant effort, as of a weight", r->offset,
                          h->data->rotary ? "N*m" : "N", "");
}

void stn_hunt_words(const StnHunt *h)
{
    StnHunting *r = h->result;
    const char *x = h->data->rotary ? "rad" : "m", *level = h->def->play ? "Cd" : "Fc";
    remark_on_turns(h);
    remark_on_load(h);
    if (r->used > 0 && isnan(h->def->m))
        stn_remark(
            &r->remarks,
            "%s is the work of the effort in %d slip%s from rest to rest, for each %s of way, "
            "viscous friction at that speed included.",
            level, r->used, r->used == 1 ? "" : "s", x);
    else if (r->used > 0)
        stn_remark(&r->remarks,
                   "%s is the mean effort of %d slip%s from the first to the last step that the "
                   "sensor shows, viscous friction at that speed included, less what the inertia "
                   "took meanwhile.",
                   level, r->used, r->used == 1 ? "" : "s");
    else
        stn_remark(&r->remarks,
                   "No slip of %d sensor steps (%.4g %s) or more breaks away at this level: %s, "
                   "the sliding level, is not seen; it is at most the static one.",
                   STN_SLIP_STEPS, r->dx, x, level);
    const double excess = r->used > 0 && !h->def->play ? stn_hunt_excess(h) : 0.0;
    if (excess > 0.01 * r->effort.mean)
        stn_remark(&r->remarks,
                   "The effort rises by up to %.2g %s until a motion shows: the static levels are "
                   "too high by that at most, which their intervals hold.",
                   excess, h->data->rotary ? "N*m" : "N");
    if (r->position.mean < 2.5 * r->dx)
        stn_remark(&r->remarks,
                   "A cycle moves the position by %.2g sensor step%s: its true height may be "
                   "anything below %.3g %s.",
                   r->position.mean / r->dx, r->position.mean < 1.05 * r->dx ? "" : "s",
                   r->position.mean + r->dx, x);
    if (r->period.std > 0.1 * r->period.mean)
        stn_remark(&r->remarks, "The cycles are not regular: their periods differ by %.0f %%.",
                   100.0 * r->period.std / r->period.mean);
    stn_remark_repetitions(&r->remarks, "cycles and slips");
}

#define MUCH 0.005 /* of the level: a change is said */

void stn_hunt_words_on_delay(const StnHunt *h, const StnHuntDelay *delay, const double *by)
{
    StnHunting *r = h->result;
    const char *F = h->data->rotary ? "N*m" : "N", *level = h->def->play ? "Cd" : "Fc";
    const double change = fabs(by[0]) > fabs(by[1]) ? by[0] : by[1];
    char words[400];
    if (!(fabs(change) > MUCH * r->effort.mean))
        return;
    if (delay->rows != 0) {
        stn_breakaway_delay_words((double)delay->rows * h->data->Ts, h->data, words, sizeof words);
        stn_remark(
            &r->remarks,
            "%s  %s is too %s by %.2g %s where it is recorded late, which is in its interval.",
            words, level, change > 0.0 ? "low" : "high", fabs(change), F);
    } else if (!delay->seen) {
        stn_remark(&r->remarks,
                   "Whether effort and position were recorded at the same time these slips do not "
                   "tell: an effort that is late by a twentieth of a slip, %.2g s, makes %s too %s "
                   "by %.2g %s (--delay takes that out), which is in its interval.",
                   (double)delay->most * h->data->Ts, level, change > 0.0 ? "low" : "high",
                   fabs(change), F);
    }
}
