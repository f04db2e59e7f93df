/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Numbers read off a run.  Columns are looked at in [from, to] (both 0: the whole run); event times
 * are those of the log, exact for set-valued laws in the event engine.  NaN: it did not happen, or
 * there is no such column. */
#ifndef STICTION_REPORT_MEASURE_H
#define STICTION_REPORT_MEASURE_H

#include "report/paper.h"

typedef struct StnWindow {
    double from, to;
} StnWindow;

/* A column of a run; NULL when there is none. */
const double *stn_run_column(const StnCaseRun *run, const char *name);
/* Rows [*first, *end) of the window. */
void stn_run_rows(const StnCaseRun *run, StnWindow window, size_t *first, size_t *end);

double stn_run_end(const StnCaseRun *run, const char *column);
/* Between rows linearly. */
double stn_run_at(const StnCaseRun *run, const char *column, double t);
double stn_run_min(const StnCaseRun *run, const char *column, StnWindow window);
double stn_run_max(const StnCaseRun *run, const char *column, StnWindow window);
/* Mean over time, by trapezia. */
double stn_run_mean(const StnCaseRun *run, const char *column, StnWindow window);
/* First time in the window when the column lies within `band` of `target` and stays there. */
double stn_run_settled(const StnCaseRun *run, const char *column, double target, double band,
                       StnWindow window);
/* Share of the window between rows with the column exactly 0 at both ends. */
double stn_run_still(const StnCaseRun *run, const char *column, StnWindow window);
/* Changes of sign of a column per second. */
double stn_run_sign_changes(const StnCaseRun *run, const char *column, StnWindow window);
/* RMS of what a column contains from `frequency` up, by the discrete Fourier transform of the window,
 * whose rows must be equally spaced and which should hold whole periods. */
double stn_run_content_above(const StnCaseRun *run, const char *column, double frequency,
                             StnWindow window);
/* Frequency of the strongest component above `frequency`. */
double stn_run_peak_above(const StnCaseRun *run, const char *column, double frequency,
                          StnWindow window);
/* Area inside the loop that y runs through over x in the window. */
double stn_run_loop_area(const StnCaseRun *run, const char *x, const char *y, StnWindow window);

/* Time of the index-th event of a kind at a site (NULL: any) at or after `after`, without those at
 * t = 0 with detail "initial". */
double stn_run_event(const StnCaseRun *run, const char *site, StnEventKind kind, double after,
                     int index);
int stn_run_event_count(const StnCaseRun *run, const char *site, StnEventKind kind,
                        StnWindow window);

/* ---- Measures that several papers use, for tables of facts ---- */

const StnCaseRun *stn_fact_run(const StnPaperRun *paper, const StnFactDef *fact);
const StnCaseRun *stn_fact_other(const StnPaperRun *paper, const StnFactDef *fact);
/* Of fact->column of fact->run in the window. */
StnMeasure stn_measure_end, stn_measure_min, stn_measure_max, stn_measure_mean,
    stn_measure_sign_changes;
/* Share of the window with the column exactly 0. */
StnMeasure stn_measure_still;
/* Of slips at the first friction site: time from one to the next, way, how many; largest departure of a
 * period from their median, as a share of it (set-valued and fixed-step laws, from the event log). */
StnMeasure stn_measure_period, stn_measure_height, stn_measure_slips, stn_measure_irregularity;
/* When the first slip begins, and when the last one ends, by the event log; and the first of these
 * less that of fact->other. */
StnMeasure stn_measure_breakaway, stn_measure_last_stop, stn_measure_breakaway_delay;
/* fact->run over fact->other. */
StnMeasure stn_measure_period_ratio, stn_measure_height_ratio;

#endif
