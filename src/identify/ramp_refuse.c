/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Records of ramps that say nothing of pre-sliding, and why. */
#include "identify/failure.h"
#include "identify/ramp.h"

#include <math.h>
#include <stdio.h>

#define SLOW 0.25         /* s: it stands so long under a rising effort in no quick motion */
enum { MOVING_MOST = 4 }; /* branches that move on for each that is used */

const char *const stn_ramp_reason[STN_RAMP_REASONS] = {
    "too few sensor steps",
    "no stiff start that bends over",
    "the start is neither at rest nor from sliding the other way",
    "it moves on when the effort has turned: inertia is in it (ramp more slowly)",
};

/* Branches in which inertia is: it moves on when the effort has turned, or turns under an effort that is neither that of
 * rest nor that of sliding.  (One that starts within the sliding of its own direction is the next of a stick-slip.) */
static int count_moving(const StnRampTest *r, double least)
{
    int moving = 0;
    for (int i = 0; i < r->nbranch; i++) {
        const StnRampBranch *b = &r->branch[i];
        const bool turns = (b->side ? -b->effort : b->effort) <= least;
        moving += b->left_out == stn_ramp_reason[STN_RAMP_MOVES_ON] ||
                  (b->left_out == stn_ramp_reason[STN_RAMP_PARTIAL] && turns);
    }
    return moving;
}

/* No branch counts: the most frequent reason, or that there is none. */
static StnStatus no_branch(const StnData *data, const StnRampCoarse *coarse, const StnRampTest *r,
                           StnError *error)
{
    int most = 0, why = 0;
    for (int k = 0; k < STN_RAMP_REASONS; k++) {
        int count = 0;
        for (int i = 0; i < r->nbranch; i++)
            count += r->branch[i].left_out == stn_ramp_reason[k];
        if (count > most)
            most = count, why = k;
    }
    if (most > 0)
        return stn_error(
            error, STN_BAD_INPUT,
            "none of the %d branches of the ramp shows a stiffness; of %d: %s. %s", r->nbranch,
            most, stn_ramp_reason[why],
            why == STN_RAMP_PARTIAL
                ? "Let the ramp start without an effort, or slide both ways: that also shows a "
                  "constant effort, as of a weight, under which friction is not 0 where the "
                  "effort is"
                : "Less noise, a finer sensor or a slower ramp would show it");
    return stn_error(error, STN_BAD_INPUT,
                     "no ramp was found: the effort must rise or fall by %.4g %s or more, from "
                     "rest or from sliding, and the position with it",
                     coarse->least, data->rotary ? "N*m" : "N");
}

/* It slides before the sensor shows enough: no bristles, or none that it can see. */
static StnStatus too_stiff(const StnRampTestDef *def, const StnData *data,
                           const StnRampCoarse *coarse, const StnRampTest *r, StnError *error)
{
    const char *x = data->rotary ? "rad" : "m", *F = data->rotary ? "N*m" : "N";
    const double *level = coarse->level;
    char at[100];
    if (isnan(level[0]) || isnan(level[1]))
        snprintf(at, sizeof at, "%.4g %s%s", isnan(level[0]) ? level[1] : level[0], F,
                 isnan(level[0]) ? " backward" : "");
    else
        snprintf(at, sizeof at, "%.4g %s forward and %.4g %s backward", level[0], F, level[1], F);
    return stn_error(
        error, STN_BAD_INPUT,
        "pre-sliding is below %.0f sensor step%s of %.4g %s (z_max < %.3g %s), and "
        "it slides at about %s: friction is rigid, or the sensor cannot see it.  Leave pre-sliding "
        "out of the model, or use a sensor that is at least %.0f times finer",
        coarse->steps, coarse->steps > 1.0 ? "s" : "", r->dx, x, coarse->steps * r->dx, x, at,
        fmax(2.0, ceil(4.0 * def->steps / fmax(coarse->steps, 1.0))));
}

static StnStatus refuse(const StnRampTestDef *def, const StnData *data, const StnRampCoarse *coarse,
                        bool contrary, const StnRampTest *r, StnError *error)
{
    int used = 0;
    for (int i = 0; i < r->nbranch; i++)
        used += !r->branch[i].left_out;
    const int moving = count_moving(r, coarse->least);
    const bool rigid = used == 0 && coarse->stands > SLOW;
    if (!rigid && (contrary || (moving > MOVING_MOST * used && 2 * moving > r->nbranch)))
        return stn_error(
            error, STN_BAD_INPUT,
            "these are no slow ramps: of %d branches %d start neither at rest nor from sliding, or "
            "move on when the effort has turned%s, so inertia is in them, or the position is "
            "recorded late (--delay). A ramp takes seconds from rest into sliding; "
            "\"identify inverse\" or \"curve\" are for motion like this",
            r->nbranch, moving,
            contrary ? ", and those after a reversal are not as stiff as those from rest" : "");
    if (used == 0 && (!isnan(coarse->level[0]) || !isnan(coarse->level[1])))
        return too_stiff(def, data, coarse, r, error);
    return used == 0 ? no_branch(data, coarse, r, error) : STN_OK;
}

StnStatus stn_ramp_refuse(const StnRampTestDef *def, const StnData *data,
                          const StnRampCoarse *coarse, const StnRampDelay *delay, bool contrary,
                          const StnRampTest *r, StnError *error)
{
    StnError why;
    char words[400];
    const StnStatus status = refuse(def, data, coarse, contrary, r, &why);
    if (status == STN_OK)
        return status;
    stn_ramp_delay_words(delay, data, words, sizeof words);
    if (*words == '\0')
        return stn_error(error, status, "%s", why.text);
    return stn_error(error, status, "%s  Else: %s", words, why.text);
}
