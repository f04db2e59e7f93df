/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The velocity that friction depends on, smoothed as far as the motion allows around every sample.  One cut-off
 * for a whole record serves its quickest part: a step of the reference then drowns the slow reversals, where friction
 * is seen, in noise.  Here each sample has its own window: the longest whose mean agrees with those of all shorter
 * ones within their noise (Lepski 1990; intersection of confidence intervals, Goldenshluger & Nemirovski 1997). */
#ifndef STN_IDENTIFY_SMOOTH_SPEED_H
#define STN_IDENTIFY_SMOOTH_SPEED_H

#include "identify/window.h"

typedef struct StnSmoothSpeed {
    double *v; /* of every sample; both position and velocity count where both are measured */
    double *deviation; /* of the noise in it */
    double *dead;      /* below this speed its sign is not certain */
} StnSmoothSpeed;

/* longest: boxes of the longest window; agree: how many deviations of their noise means may lie apart, which smoothing may
 * then be wrong by.  To be freed by stn_smooth_speed_free, also on failure. */
StnStatus stn_smooth_speed_make(const StnData *data, size_t longest, double agree,
                                StnSmoothSpeed *speed, StnError *error);
void stn_smooth_speed_free(StnSmoothSpeed *speed);

#endif
