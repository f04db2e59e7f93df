/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#define STN_LANES 8
#define LANE(x, lane) ((x)[lane])
#define WIDTH 8
#define POINTS_LAW points_law_8
#define POINTS_PLANT points_plant_8
#define POINTS_WORDS points_words_8
#include "lane_points.h"
#include "lane_points.inc"
