/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed steps of the plant servo in lanes; compiled once for each back end (CMakeLists.txt). */
#define STN_FUSED
#include "plants/servo.plant.h"
#define FUSED_PLANT servo
#include "lanes/loop.h"
