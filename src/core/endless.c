/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Work that can never end is refused before it begins, with the number to change. */
#include "core/build.h"

#include <math.h>

#define MOST 1e9 /* samples, pulses, periods or steps: hours of work */

static StnStatus refuse(const StnSystemDef *def, const char *what, const char *which,
                        double interval, const char *change, StnError *error)
{
    return stn_bad(
        error, NULL,
        "%s%s every %g s is %.3g times in the duration of %g s, which never ends (at most "
        "%g): %s, or a shorter duration",
        which, what, interval, def->duration / interval, def->duration, MOST, change);
}

StnStatus stn_endless(const StnSystem *S, const StnSystemDef *def, StnError *error)
{
    if (!isfinite(def->duration) || !(def->duration > 0.0))
        return STN_OK;
    const double least = def->duration / MOST;
    for (int i = 0; i < S->nu; i++) {
        const double period = def->input[i] ? stn_signal_period(def->input[i]) : INFINITY;
        if (period < least)
            return refuse(def, ": a period", S->plant->inputs[i].name, period,
                          "a longer period or a lower frequency", error);
    }
    for (int k = 0; k < def->nsensor; k++)
        if (def->sensor[k].sample > 0.0 && def->sensor[k].sample < least)
            return refuse(def, ": a sample", S->whole->outputs[def->sensor[k].output].name,
                          def->sensor[k].sample, "a longer sample time of the sensor", error);
    if (S->sampled && S->Ts < least)
        return refuse(def, "a sample", "controller: ", S->Ts, "a longer sample time Ts", error);
    if (S->method != STN_METHOD_FIXED && def->solver.h_max < least)
        return refuse(def, "a step", "solver.h_max: ", def->solver.h_max, "a larger h_max", error);
    return STN_OK;
}
