/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#define STN_KERNEL_ONLY
#define LANE(x, lane) (*(&(x) + (lane)))
#define WIDTH 1
#define POINTS_LAW points_law_1
#define POINTS_PLANT points_plant_1
#define POINTS_WORDS points_words_1
#include "lane_points.h"
#include "lane_points.inc"
