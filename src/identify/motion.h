/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Position, velocity and acceleration from what was measured, filtered without phase, run by run. */
#ifndef STN_IDENTIFY_MOTION_H
#define STN_IDENTIFY_MOTION_H

#include "stiction/identify.h"

typedef struct StnMotion {
    size_t rows;
    double *x, *v, *a; /* x NULL where no position was measured */
} StnMotion;

/* order 0: no filter.  cutoff in Hz filters every column that was measured; cutoff_a, if not NaN, the acceleration,
 * measured or not, once more.  Measured velocity and acceleration are
 * preferred to differences. */
StnStatus stn_motion_make(const StnData *data, int order, double cutoff, double cutoff_a,
                          StnMotion *motion, StnError *error);
void stn_motion_free(StnMotion *motion);
/* One column through a Butterworth filter, run by run; y may be x. */
StnStatus stn_motion_filter(const StnData *data, int order, double cutoff, const double *x,
                            double *y, StnError *error);
/* Central differences, run by run. */
StnStatus stn_motion_differentiate(const StnData *data, const double *x, double *y,
                                   StnError *error);

#endif
