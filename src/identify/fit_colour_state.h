/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a fitter keeps of the noise of measured inputs (fit_colour.h). */
#ifndef STN_IDENTIFY_FIT_COLOUR_STATE_H
#define STN_IDENTIFY_FIT_COLOUR_STATE_H

#include "stiction/fit.h"

/* Standard deviations of the noise of measured inputs, by run and input; 0: none. */
typedef double StnFitDeviations[STN_FIT_RUNS_MAX][STN_INPUTS_MAX];

/* Noise of inputs in the residuals of each run (fit_colour.c).  OFF: nothing of it is used.  SHIFTED: the inputs are those in
 * place of which the measured ones were found.  WEIGHED: residuals also are as if they were not shifted, less what noise
 * makes of them. */
typedef enum StnFitColourMode {
    STN_FIT_COLOUR_OFF,
    STN_FIT_COLOUR_SHIFTED,
    STN_FIT_COLOUR_WEIGHED
} StnFitColourMode;
enum { STN_FIT_WAVES = 160 };
typedef struct StnFitColour {
    StnFitColourMode mode;
    StnFitDeviations deviation;
    double *direction; /* of the noise, at right angles; NULL: none was found */
    double *offset;    /* what the shift of the inputs changes, to first order */
    double *turn; /* from directions to waves, run by run, STN_FIT_WAVES x STN_FIT_WAVES each */
    int rank[STN_FIT_RUNS_MAX];
    double power[STN_FIT_RUNS_MAX][STN_FIT_WAVES]; /* variance along each direction */
    double part[STN_FIT_RUNS_MAX][STN_FIT_WAVES];  /* of each wave in the shift */
    double variance[STN_FIT_RUNS_MAX];             /* of the residuals without that noise */
    int waves;                                     /* how many were simulated */
} StnFitColour;

#endif
