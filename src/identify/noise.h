/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a record can tell about the motion: the noise and the steps of its columns as measured, and what
 * follows from them for filters and for the sign of the velocity. */
#ifndef STN_IDENTIFY_NOISE_H
#define STN_IDENTIFY_NOISE_H

#include "identify/motion.h"

/* Of the column that the motion is made of: the velocity where it is measured, otherwise the position. */
typedef struct StnMotionNoise {
    bool of_velocity;
    double deviation; /* standard deviation of its noise, white, from its high frequencies */
    double step;      /* the smallest step between two values: resolution, or printed digits */
} StnMotionNoise;

StnStatus stn_motion_noise(const StnData *data, StnMotionNoise *noise, StnError *error);
/* Standard deviations behind a low-pass at this frequency. */
double stn_noise_of_velocity(const StnMotionNoise *noise, double Ts, double cutoff);
double stn_noise_of_acceleration(const StnMotionNoise *noise, double Ts, double cutoff);
/* Below this speed the sign of the velocity is not certain, behind a low-pass at this frequency. */
double stn_dead_speed(const StnMotionNoise *noise, double Ts, double cutoff);
/* The largest cut-off, up to a tenth of the sampling rate, at which noise makes less than STN_NOISE_SHARE of
 * the variance of the acceleration; the lowest that the record allows where there is none.  a_rms: of the
 * acceleration behind it. */
#define STN_NOISE_SHARE 5e-4
StnStatus stn_choose_cutoff(const StnData *data, const StnMotionNoise *noise, int order,
                            double *cutoff, double *a_rms, StnError *error);
/* Friction depends on the velocity where it changes fastest, near reversals, and not on the acceleration: the
 * cut-off at which smoothing (an acceleration of `a` is lost for 1/(2*pi*f)) and noise together disturb the
 * velocity least, between the other one and 0.4 of the sampling rate. */
double stn_choose_velocity_cutoff(const StnMotionNoise *noise, double Ts, double cutoff, double a);
/* The sign of the velocity, run by run: it changes where v passes zero on its way from beyond +-dead to
 * beyond the other, not with noise in between.  dead, of every sample; NULL: 0. */
void stn_motion_sign(const StnData *data, const double *v, const double *dead, double *sign);

#endif
