/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A drive at its limit does no harm: what it is at its limit acts.  A sensor at its limit does, as do columns that were
 * swapped: the model cannot follow, and what it leaves is as smooth as the motion.  Intervals that were widened for such
 * residuals still took them for noise: of an effort that was cut off at 1.15 of friction a mass was 0.08 to 0.19 of the true one. */
#include "identify/refuted.h"
#include "identify/falsified.h"
#include "identify/suspect.h"

#include <math.h>

#define LEFT_OF_LIMITED 3.0 /* %: less is no matter */
#define LEFT 50.0

bool stn_is_refuted(double percent, double share, double correlation, bool limited)
{
    const double left = percent * sqrt(fmax(1.0 - share, 0.0));
    return correlation > STN_UNLIKE_NOISE &&
           ((left > LEFT && share == 0.0) || (left > LEFT_OF_LIMITED && limited));
}

void stn_remark_refuted(bool limited, const char *effort, StnRemarks *remarks)
{
    if (limited)
        stn_remark(
            remarks,
            "What the model leaves of the effort is no noise, and the effort (%s) is at its "
            "limit in many rows: if a sensor is, what acted beyond was not measured.  Nothing "
            "has an interval, since none knows how far that puts values off; leave these "
            "rows out (--where), or move less.",
            effort);
    else
        stn_remark(remarks, "What is left is no noise either, and no interval knows how far values "
                            "are off then: nothing has one.");
}

void stn_withdraw_refuted(const StnData *data, StnEstimates *estimates, StnRemarks *remarks)
{
    for (int i = 0; i < estimates->count; i++)
        stn_estimate_withdraw(&estimates->item[i]);
    stn_remark_refuted(stn_data_clips(data), data->column[STN_ROLE_EFFORT], remarks);
}

void stn_remark_disagreeing(const StnData *data, StnRemarks *remarks)
{
    stn_remark(
        remarks,
        "Position and velocity (%s, %s) disagree about how fast the motion is: one of them is "
        "wrong, and nothing has an interval until --unit or --gain put it right, or one of "
        "the two is left out.",
        data->column[STN_ROLE_POSITION], data->column[STN_ROLE_VELOCITY]);
}

void stn_withdraw_disagreeing(const StnData *data, StnEstimates *estimates, StnRemarks *remarks)
{
    if (!stn_data_disagrees(data))
        return;
    for (int i = 0; i < estimates->count; i++)
        stn_estimate_withdraw(&estimates->item[i]);
    stn_remark_disagreeing(data, remarks);
}
