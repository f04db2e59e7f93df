/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Work that can never end is refused before it begins, with the number to change. */
#include "core/build.h"

#include <math.h>

#define MOST 1e9 /* samples, pulses, periods or steps: hours of work */

/* setting: what makes them, at `path`; things: samples, periods or steps. */
static StnStatus refuse(const StnSystemDef *def, const char *path, const char *setting,
                        const char *things, double interval, const char *change, StnError *error)
{
    return stn_bad_setting(
        error, path,
        "%s = %g s makes %.3g %s in %g s, more than the %g that a run does: give %s, or "
        "a shorter duration",
        setting, interval, def->duration / interval, things, def->duration, MOST, change);
}

StnStatus stn_endless(const StnSystem *S, const StnSystemDef *def, StnError *error)
{
    if (!isfinite(def->duration) || !(def->duration > 0.0))
        return STN_OK;
    const double least = def->duration / MOST;
    char path[96], setting[96];
    for (int i = 0; i < S->model.ninput; i++) {
        const double period = def->input[i] ? stn_signal_period(def->input[i]) : INFINITY;
        stn_format(setting, sizeof setting, "the period of input %s",
                   S->model.plant->inputs[i].name);
        stn_format(path, sizeof path, "inputs.%s", S->model.plant->inputs[i].name);
        if (period < least)
            return refuse(def, path, setting, "periods", period,
                          "a longer period or a lower frequency", error);
    }
    for (int k = 0; k < def->nsensor; k++) {
        const StnSensorDef *sensor = &def->sensor[k];
        stn_format(setting, sizeof setting, "sample of sensor %s",
                   S->model.full_plant->outputs[sensor->output].name);
        stn_format(path, sizeof path, "sensors.%s",
                   S->model.full_plant->outputs[sensor->output].name);
        if (sensor->sample > 0.0 && sensor->sample < least)
            return refuse(def, path, setting, "samples", sensor->sample, "a longer sample time",
                          error);
    }
    if (S->model.sampled && S->num.Ts < least)
        return refuse(def, "controller.Ts", "controller Ts", "samples", S->num.Ts,
                      "a longer sample time", error);
    if (S->model.method == STN_METHOD_FIXED)
        return stn_fixed_can_count(S, def->duration, def->duration, error);
    if (def->solver.h_max < least)
        return refuse(def, "solver.h_max", "solver.h_max", "steps", def->solver.h_max,
                      "a larger h_max", error);
    return STN_OK;
}
