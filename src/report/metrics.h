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
    double since; /* it stands since then (the last stick, or the first of the rows with v 0) */
    double standstill; /* share of the time between rows with v exactly 0 at both ends, 0 .. 1 */
    double creep;      /* mean velocity over the last tenth of the run */
    double breakaway;  /* when the first slip begins; 0: it moves from the start */
    double period;     /* median time from the beginning of a slip to that of the next */
    double height;     /* median way of a slip, as a magnitude */
    int slips;         /* how many began */
    double reversals;  /* changes of the direction of motion per second, from the event log */
    bool memory_out;   /* to count the slips: what is said of them is not to be used */
} StnMetrics;

/* `command`: wanted position at the end, NaN when there is none. */
StnMetrics stn_metrics_of(const StnSystem *system, int site, const StnRecord *record,
                          double command);

/* The input that says where the site should be; -1 when there is none. */
int stn_metrics_command_input(const StnSystem *system, int site);
/* The wanted position at the end of the run: of the input that the plant calls "wanted" or
 * "command...", where it is given and constant, or recorded as a column.  NaN otherwise. */
double stn_metrics_command(const StnScenario *scenario, int site, const StnRecord *record);

/* How a site follows its command.  The command comes to rest at `at` when it has its final value from
 * there on.  It is a step when it jumps there from the one value that it had before (from the start: when
 * it is constant).  Then `size` is the way from the position at that time to the command; otherwise it is
 * the travel of the command, its largest value less its least.  Crossings lie between rows linearly. */
typedef struct StnResponse {
    int input; /* -1: nothing is commanded, and all else is NaN */
    bool step;
    double at;            /* NaN: the command moves till the end */
    double command, size; /* final command; see above */
    double final_error;   /* command - position in the last row */
    double largest_error; /* of all rows, as a magnitude */
    double overshoot;     /* farthest beyond the command after `at`, as a share of the way; >= 0 */
    double rise;          /* of a step, from 10 % to 90 % of the way */
    double settling; /* from `at` until it stays within STN_SETTLED of the way around the command */
} StnResponse;
#define STN_SETTLED 0.02
StnResponse stn_response_of(const StnSystem *system, int site, const StnRecord *record);

#endif
