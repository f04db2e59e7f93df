/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a run shows about its friction law, as numbers.  All work on a record and its event log;
 * times in s, positions and velocities in the units of the site.  NaN: does not apply, or did
 * not happen.
 *
 * A slip begins and ends
 *   - for set-valued laws at the slip and stick events of the log (exact);
 *   - for the others, which never stand still exactly, where |v| rises above 2 % and falls below
 *     1 % of its largest value in the run, between recorded rows linearly; a standstill is at
 *     least 3 rows. */
#ifndef STICTION_REPORT_METRICS_H
#define STICTION_REPORT_METRICS_H

#include "stiction/scenario.h"

typedef struct StnMetrics {
    double final_error; /* |command - x| in the last row */
    bool stands;        /* v is exactly 0 in the last row */
    double standstill;  /* share of the time between rows with v exactly 0 at both ends, 0 .. 1 */
    double creep;       /* mean velocity over the last tenth of the run */
    double breakaway;   /* when the first slip begins; 0: it moves from the start */
    double period;      /* median time from the beginning of a slip to that of the next */
    double height;      /* median way of a slip, as a magnitude */
    double reversals;   /* changes of the direction of motion per second, from the event log */
} StnMetrics;

/* `command`: wanted position at the end, NaN when there is none. */
StnMetrics stn_metrics_of(const StnSystem *system, int site, const StnRecord *record,
                          double command);

/* The wanted position at the end of the run: of the input that the plant calls "wanted" or
 * "command...", where it is given and constant, or recorded as a column.  NaN otherwise. */
double stn_metrics_command(const StnScenario *scenario, int site, const StnRecord *record);

#endif
