/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a sensor does to an output, its lag and its sample times apart: those are states and events of the
 * engine. */
#ifndef STN_SIGNALS_SENSOR_H
#define STN_SIGNALS_SENSOR_H

#include "stiction/system.h"

/* What it shows of a value: draw k of stream number `sensor` is its noise. */
double stn_sensor_reading(const StnSensorDef *def, double value, uint64_t seed, uint64_t sensor,
                          uint64_t k);
/* Makes it ideal where a fit cannot follow it: no noise, and no steps unless they are kept; whether that
 * changed it. */
bool stn_sensor_idealise(StnSensorDef *def, bool keep_steps);

#endif
