/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The balance of power of a record, window by window. */
#ifndef STN_IDENTIFY_POWER_BALANCE_H
#define STN_IDENTIFY_POWER_BALANCE_H

#include "stiction/identify.h"

enum { STN_BALANCE_COLUMNS = 8 };

typedef struct StnBalance {
    const StnPowerDef *def;
    const StnData *data;
    double *x, *v, *sign; /* position (integrated where only the speed is known), speed, sense */
    double dx;            /* sensor step */
    bool means;           /* speeds are means of the position over windows */
    double blur;          /* of them, in squares of a sampling step */
    double noise;     /* covariance of such a mean's noise with that of a step of the position */
    size_t ends;      /* samples at the ends of a run without a speed */
    bool one_way;     /* it moves in one direction only */
    double shift;     /* sampling steps that the motion is behind the effort: 0, +-0.5 */
    bool cut;         /* rows at a stop were left out: runs are short */
    bool lacks, late; /* the inverse model of the same data lacks a term; it is a delay */
    bool may_be_held; /* ... and does not show whether the effort is held */
    bool refuted;     /* ... or what it leaves refutes it as a whole */
    StnEstimates inverse; /* ... and what it found then */
    size_t span;          /* samples per window */
    int ncolumn, arm;     /* arm: the first of its two columns, -1: none */
    const char *name[STN_BALANCE_COLUMNS], *unit[STN_BALANCE_COLUMNS];
    double *column[STN_BALANCE_COLUMNS], *work, *t;
    double *by_shift; /* what half a step later would add to the work */
    size_t *run;      /* nrun + 1 places: the first window of each */
    int rows, still;
    StnError *error;
} StnBalance;

/* Position, speed and sense of every row.  b: with its definition, its data and the error. */
StnStatus stn_balance_take_motion(StnBalance *b);
/* Columns by name, and their integrals over the windows, with the work of the effort; the shift must be known. */
StnStatus stn_balance_fill(StnBalance *b);

#endif
