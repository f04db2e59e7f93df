/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* `sensors`: what a sensor does to an output. */
#include "stiction/system.h"

#define S StnSensorDef
/* clang-format off */
static const StnField entries[] = {
    STN_NUMBER(S, resolution, "$u", 0.0, 0.0, DBL_MAX, "step of the sensor"),
    STN_NUMBER(S, noise,      "$u", 0.0, 0.0, DBL_MAX, "standard deviation of its noise"),
    STN_NUMBER(S, sample,     "s",  0.0, 0.0, DBL_MAX, "time between samples"),
    STN_NUMBER(S, lag,        "s",  0.0, 0.0, DBL_MAX, "time constant"),
};
/* clang-format on */
#undef S

const StnFields stn_sensor_fields = STN_TABLE("sensor", StnSensorDef, entries);
