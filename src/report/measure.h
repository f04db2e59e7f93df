/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Numbers read off a run.  Columns are looked at in [from, to] (both 0: the whole run); event times
 * are those of the log, exact for set-valued laws in the event engine.  NaN: it did not happen, or
 * there is no such column. */
#ifndef STICTION_REPORT_MEASURE_H
#define STICTION_REPORT_MEASURE_H

#include "report/paper.h"

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

/* Whether an event is of a kind and at a site (NULL: any), and none of those at t = 0 that only say how it
 * begins. */
bool stn_run_is_event(const StnEvent *event, const char *site, StnEventKind kind);
/* Time of the index-th of them at or after `after`. */
double stn_run_event(const StnCaseRun *run, const char *site, StnEventKind kind, double after,
                     int index);
int stn_run_event_count(const StnCaseRun *run, const char *site, StnEventKind kind,
                        StnWindow window);

/* ---- The measures that a paper names ---- */

extern const StnMeasureDef stn_fact_measures[];
extern const int stn_fact_measure_count;

#endif
