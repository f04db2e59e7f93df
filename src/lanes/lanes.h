/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Many fixed-step runs of variants of one system, stepped side by side; each has the bits of a run by itself. */
#ifndef STN_LANES_LANES_H
#define STN_LANES_LANES_H

#include "lanes/block.h"
#include "stiction/solve.h"

/* The widths that there are on this processor: up to this one, and at least 1.  most 0: all of them. */
int stn_lanes_width(int most);
/* The loop of a system's plant and law on vectors of this width; NULL: there is none, and *why is a reason. */
StnLaneLoop *stn_lanes_loop(const StnSystem *system, int width, const char **why);

/* One run: filled by `next`, and given back to `done`.  Its place is its own for so long. */
typedef struct StnLaneRun {
    int place; /* 0 ... STN_LANE_BLOCKS*width - 1: memory of the caller may go by it */
    const StnSystem *system;
    StnState *state;
    StnRunDef def;
    StnRecord record;
    StnError error;
    StnStatus status;
    void *user;
} StnLaneRun;

typedef struct StnLanesDef {
    const StnSystem *base; /* all runs are of variants of it */
    int width;
    StnLaneLoop *loop;
    /* The next run; false: there is none. */
    bool (*next)(void *user, StnLaneRun *run);
    /* It has ended; frees its record. */
    void (*done)(void *user, StnLaneRun *run);
    /* Asked now and then; false: all runs end with STN_CANCELLED. */
    bool (*go_on)(void *user);
    void *user;
} StnLanesDef;

/* All runs that `next` gives.  STN_NO_MEMORY: none was begun. */
StnStatus stn_lanes_run(const StnLanesDef *def, StnError *error);

#endif
