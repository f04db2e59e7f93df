/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed steps of the plant cylinder in lanes; compiled once for each back end (CMakeLists.txt). */
#define STN_FUSED
#include "plants/cylinder.plant.h"
#define FUSED_PLANT cylinder
#include "lanes/loop.h"
