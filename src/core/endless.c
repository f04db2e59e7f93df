/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Work that can never end is refused before it begins, with the number to change. */
#include "core/build.h"

#include <math.h>

#define MOST 1e9 /* samples, pulses, periods or steps: hours of work */

/* What comes again and again: at `path`, in words, how often, and what to change. */
typedef struct {
    const char *path, *setting, *name; /* name: behind both */
    const char *things, *change;
    double interval;
} Repeated;

static StnStatus check(const StnSystem *S, const Repeated *it, StnError *error)
{
    char path[96], setting[96];
    if (!(it->interval < S->duration / MOST))
        return STN_OK;
    stn_format(path, sizeof path, "%s%s", it->path, it->name);
    stn_format(setting, sizeof setting, "%s%s", it->setting, it->name);
    return stn_bad_setting(
        error, path,
        "%s = %g s makes %.3g %s in %g s, more than the %g that a run does: give %s, or "
        "a shorter duration",
        setting, it->interval, S->duration / it->interval, it->things, S->duration, MOST,
        it->change);
}

StnStatus stn_endless(const StnSystem *S, StnError *error)
{
    const StnModel *M = &S->model;
    StnStatus status = STN_OK;
    if (!isfinite(S->duration) || !(S->duration > 0.0))
        return STN_OK;
    for (int i = 0; !status && i < M->ninput; i++) {
        if (!S->input[i] || stn_signal_shape(S->input[i]) == STN_SIGNAL_CONSTANT)
            continue;
        const Repeated periods = {"inputs.",
                                  "the period of input ",
                                  M->plant->inputs[i].name,
                                  "periods",
                                  "a longer period or a lower frequency",
                                  stn_signal_period(S->input[i])};
        status = check(S, &periods, error);
    }
    for (int k = 0; !status && k < M->nsensor; k++) {
        const StnSensorDef *sensor = &S->num.sensor[k];
        const Repeated samples = {
            "sensors.", "sample of sensor ",    M->full_plant->outputs[sensor->output].name,
            "samples",  "a longer sample time", sensor->sample > 0.0 ? sensor->sample : INFINITY};
        status = check(S, &samples, error);
    }
    const Repeated samples = {
        "controller.Ts", "controller Ts",        "",
        "samples",       "a longer sample time", M->sampled ? S->num.Ts : INFINITY};
    const Repeated steps = {"solver.h_max", "solver.h_max",   "",
                            "steps",        "a larger h_max", S->solver.h_max};
    if (status || (status = check(S, &samples, error)))
        return status;
    return M->method == STN_METHOD_FIXED ? stn_fixed_can_count(S, S->duration, S->duration, error)
                                         : check(S, &steps, error);
}
