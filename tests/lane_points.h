/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Kernel functions at eight points at once, by a back end of any width, for test_lanes.c: points lie side
 * by side in, numbers of one kind side by side within a back end. */
#ifndef STN_TESTS_LANE_POINTS_H
#define STN_TESTS_LANE_POINTS_H

#include "stiction/core.h"

enum {
    POINTS = 8, /* they share the structure, and so a call */
    PARAMS_ROOM = 192,
    STATES_ROOM = 64,
    RELS_ROOM = 64,
    STOPS_ROOM = 16,
    INPUTS_ROOM = 16,
    OUTPUTS_ROOM = 64,
    SITES_ROOM = 8
};

/* What a kernel reads at one point; all of it is a double. */
typedef struct {
    double p[PARAMS_ROOM], s[STATES_ROOM], d[STATES_ROOM], out[OUTPUTS_ROOM], FF[SITES_ROOM];
    double mode[RELS_ROOM], stop[STOPS_ROOM], u[3 * INPUTS_ROOM];
    double v, x, h, m, load, a, dir, dt, play[2], barred[2];
} PointIn;

/* What it leaves behind. */
typedef struct {
    double result[3], s[STATES_ROOM], d[STATES_ROOM], rate[STATES_ROOM], out[OUTPUTS_ROOM];
    double mode[RELS_ROOM], guard[RELS_ROOM], next[RELS_ROOM], low[RELS_ROOM];
    double site[SITES_ROOM][8];
} PointOut;

/* What eight points share. */
typedef struct {
    StnSelf self;
    int live, imposed;
} PointShared;

enum { LAW_SLIDE, LAW_REST, LAW_DECIDE, LAW_ADVANCE, LAW_FUNCTIONS };
enum { PLANT_EVAL, PLANT_LATE, PLANT_OUTPUTS, PLANT_SAMPLE, PLANT_FUNCTIONS };

/* Whether the model has the function; out is filled then. */
typedef bool PointsFunction(int model, int function, const PointShared *shared, const PointIn *in,
                            PointOut *out);
PointsFunction points_law_1, points_law_4, points_law_8;
PointsFunction points_plant_1, points_plant_4, points_plant_8;
/* The elementary functions, at s. */
PointsFunction points_words_1, points_words_4, points_words_8;

#endif
