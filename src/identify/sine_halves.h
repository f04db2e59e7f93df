/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Sinusoidal-speed records cut into half periods, and these into segments of one amplitude. */
#ifndef STN_IDENTIFY_SINE_HALVES_H
#define STN_IDENTIFY_SINE_HALVES_H

#include "stiction/identify.h"

/* One half period. */
typedef struct StnHalf {
    double t, duration, sense;
    double speed;      /* mean |v| */
    double mean;       /* mean of u*sgn(v) */
    double lag, ratio; /* behind the reference, s; measured over commanded travel; NaN */
    double crossing;   /* share of it that only crosses the play */
    double low, high;  /* ends of its way; NaN without a position */
    double stood;      /* share of the half period at its turning point beyond that of a sine */
    bool broken;       /* it does not follow the half before it without a gap */
    int record;        /* which one it is of */
} StnHalf;

typedef struct StnHalves {
    StnHalf *half;
    int count, capacity;
    StnSineSign sign; /* of the record that is cut */
    unsigned signs;   /* those of all records, 1u << sign */
    int records;
} StnHalves;

/* Why a segment is left out of which settling leaves too little. */
extern const char stn_sine_too_short[];

/* Adds the complete half periods of a record. */
StnStatus stn_sine_halves(const StnSineTestDef *def, const StnData *data, StnHalves *halves,
                          StnError *error);
/* Groups them: a point for the stretches of alike half periods of a record. */
StnStatus stn_sine_points(const StnSineTestDef *def, const StnHalves *halves, StnSineTest *result,
                          StnError *error);

#endif
