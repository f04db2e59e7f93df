/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* test_lanes.c at twenty times as many points. */
#define LANE_TRIALS 100000
#include "test_lanes.c"
