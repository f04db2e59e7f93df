/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed steps of the plant eha in lanes; compiled once for each back end (CMakeLists.txt). */
#define STN_FUSED
#include "plants/eha.plant.h"
#define FUSED_PLANT eha
#include "lanes/loop.h"
