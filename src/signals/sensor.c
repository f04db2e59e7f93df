/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* `sensors`: what a sensor does to an output. */
#include "signals/sensor.h"

#include "signals/signal.h"

#include <math.h>

#define S StnSensorDef
/* clang-format off */
static const StnField sensor_entries[] = {
    STN_NUMBER(S, resolution, "$u", 0.0, 0.0, DBL_MAX, "step of the sensor"),
    STN_NUMBER(S, noise,      "$u", 0.0, 0.0, DBL_MAX, "standard deviation of its noise"),
    STN_NUMBER(S, sample,     "s",  0.0, 0.0, DBL_MAX, "time between samples"),
    STN_NUMBER(S, lag,        "s",  0.0, 0.0, DBL_MAX, "time constant"),
};
/* clang-format on */
#undef S

const StnFields stn_sensor_fields = STN_TABLE("sensor", StnSensorDef, sensor_entries);

double stn_sensor_reading(const StnSensorDef *def, double value, uint64_t seed, uint64_t sensor,
                          uint64_t k)
{
    if (def->noise > 0.0)
        value += def->noise * stn_noise(seed, sensor, k);
    return def->resolution > 0.0 ? def->resolution * floor(value / def->resolution + 0.5) : value;
}

/* The noise of a model is not that of the machine, and steps in a loop make a cost that no slope follows. */
bool stn_sensor_idealise(StnSensorDef *def, bool keep_steps)
{
    const StnSensorDef old = *def;
    def->noise = 0.0;
    if (!keep_steps)
        def->resolution = 0.0;
    return def->noise != old.noise || def->resolution != old.resolution;
}
