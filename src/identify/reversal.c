/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/reversal.h"

#include <math.h>

#define SHORTEST 4e-3 /* of the longest way between reversals: the shortest that is tried */

double stn_reversal_way(StnReversalWay *way, double sign, double by)
{
    if (sign * way->sense < 0.0)
        way->since = 0.0;
    way->sense = sign != 0.0 ? sign : way->sense;
    return way->since += by;
}

double stn_reversal_shape(bool play, double way, double length)
{
    return !isfinite(way) ? 0.0 : play ? way < length : exp(-way / length);
}

double stn_reversal_length(double longest, double k, int count)
{
    return 0.5 * longest * pow(2.0 * SHORTEST, k / (count - 1));
}

const char *stn_reversal_laws(void)
{
    return "\"identify fit --law gms\" (or dahl, lugre) and \"select\"";
}

void stn_reversal_remark(bool play, double length, const char *way_unit, double height,
                         const char *effort_unit, StnRemarks *remarks)
{
    if (play)
        stn_remark(
            remarks,
            "It looks like play of about %.2g %s: so far after each reversal the effort is "
            "%.2g %s smaller, as if the drive moved alone.  Levels and mass above lie between "
            "those of the drive and those of all.  \"identify sine --play\" allows for it, "
            "and \"fit\" on a plant with play (chain, clutch).",
            length, way_unit, height, effort_unit);
    else
        stn_remark(
            remarks,
            "After each reversal friction builds up over about %.2g %s (pre-sliding), at first "
            "%.2g %s below what this model has: %s have it.",
            length, way_unit, height, effort_unit, stn_reversal_laws());
}
