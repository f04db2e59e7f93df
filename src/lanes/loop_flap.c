/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed steps of the plant flap in lanes; compiled once for each back end (CMakeLists.txt). */
#define STN_FUSED
#include "plants/flap.plant.h"
#define FUSED_PLANT flap
#include "lanes/loop.h"
