/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A run into a record that can be left and gone on with: many of them take turns in lanes. */
#ifndef STN_SOLVE_OPEN_RUN_H
#define STN_SOLVE_OPEN_RUN_H

#include "stiction/solve.h"

typedef struct StnOpenRun {
    const StnSystem *system;
    StnState *state;
    const StnRunDef *def;
    StnRecord *record;
    StnError *error;
    StnStatus status; /* why it ended */
    int *source;      /* system column of each record column but t */
    double *row;
    bool memory_out; /* for an event */
    double begin, end;
    double clock; /* when it began */
    StnObserver observer;

    int64_t stretch; /* number of the present stretch between two rows, from 1 */
    bool in_stretch, whole;
    double before, goal; /* times at which it begins and ends */
    size_t first_event;  /* of this stretch */
    bool event_before;   /* one took place just where it begins */

    StnState *replay;   /* at_events: goes over the last stretch again, event by event */
    StnState *trace;    /* detail: goes over it again in small steps around events */
    StnState *probe;    /* detail: looks whether a stretch without events bends between its rows */
    double *low, *high; /* detail: of each column so far */
} StnOpenRun;

/* Fills *run; what is wrong with the definition ends it.  Everything given must outlive it; it stays where it is. */
void stn_open_run_begin(StnOpenRun *run, const StnSystem *system, StnState *state,
                        const StnRunDef *def, StnRecord *record, StnError *error);
/* Goes on.  True: it waits for steps that the caller makes (StnLane); false: it has ended, well or not. */
bool stn_open_run_go(StnOpenRun *run);
/* Completes the record and frees what the run had. */
StnStatus stn_open_run_end(StnOpenRun *run);

#endif
