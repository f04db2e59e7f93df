/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed steps of the plant block in lanes; compiled once for each back end (CMakeLists.txt). */
#define STN_FUSED
#include "plants/block.plant.h"
#define FUSED_PLANT block
#include "lanes/loop.h"
