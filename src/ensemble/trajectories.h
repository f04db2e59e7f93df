/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Columns over time of some runs of a study, at common times. */
#ifndef STN_ENSEMBLE_TRAJECTORIES_H
#define STN_ENSEMBLE_TRAJECTORIES_H

#include "stiction/ensemble.h"

enum { STN_TRACES_MAX = 16, STN_TRACE_POINTS = 201 };

typedef struct StnTraces {
    int ncolumn; /* 0: none are wanted */
    char name[STN_TRACES_MAX][48], unit[STN_TRACES_MAX][32];
    int nrun;
    int64_t *run;  /* the chosen ones, ascending */
    bool *there;   /* of each run */
    double *value; /* by run, column and point; NaN: beyond its end */
    double end;    /* s; points are at equal distances from 0 to it */
} StnTraces;

/* STN_TRACE_POINTS values of a chosen run, by its place. */
double *stn_trace(const StnTraces *traces, int place, int column);
double stn_trace_time(const StnTraces *traces, int point);
/* Takes the names (one or several in a text, commas between) and chooses the runs; error->path "trajectories". */
StnStatus stn_traces_choose(StnStudy *study, const char *const *text, int count, int64_t runs,
                            StnError *error);
/* Reads those that the study's file has. */
StnStatus stn_traces_load(StnStudy *study, StnError *error);
/* Runs what is not there, and keeps it in the study's file where that is written. */
StnStatus stn_traces_run(StnStudy *study, bool (*progress)(void *user, double fraction), void *user,
                         StnError *error);
void stn_traces_free(StnTraces *traces);

#endif
