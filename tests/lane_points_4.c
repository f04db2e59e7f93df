/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#define STN_LANES 4
#define LANE(x, lane) ((x)[lane])
#define WIDTH 4
#define POINTS_LAW points_law_4
#define POINTS_PLANT points_plant_4
#define POINTS_WORDS points_words_4
#include "lane_points.h"
#include "lane_points.inc"
