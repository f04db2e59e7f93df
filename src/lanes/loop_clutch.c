/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed steps of the plant clutch in lanes; compiled once for each back end (CMakeLists.txt). */
#define STN_FUSED
#include "plants/clutch.plant.h"
#define FUSED_PLANT clutch
#include "lanes/loop.h"
