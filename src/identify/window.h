/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Means over windows of finite length, weighted by a cubic B-spline (four running means after one another).  An
 * equation that holds in every sample of a window holds for the means of all its terms, with raw second
 * differences of the position as acceleration: partial summation puts the differences onto the spline, so that noise
 * does not grow and nothing from outside the window comes in, as it does with a filter. */
#ifndef STN_IDENTIFY_WINDOW_H
#define STN_IDENTIFY_WINDOW_H

#include "identify/noise.h"

/* Samples on each side of the middle, for running means of `box` samples. */
static inline size_t stn_window_reach(size_t box) { return 2 * (box - 1); }
/* Of each run by itself; where a window does not fit, y is 0.  work: two places more than the longest run. */
void stn_window_mean(const StnData *data, size_t box, const double *x, double *y, double *work);
/* The weights of a window from its middle outwards, stn_window_reach(box) + 1 of them; and the mean about *x. */
void stn_window_weights(size_t box, double *weight);
static inline double stn_window_at(const double *x, const double *weight, size_t reach)
{
    double sum = weight[0] * x[0];
    for (size_t k = 1; k <= reach; k++)
        sum += weight[k] * (x[k] + x[-(ptrdiff_t)k]);
    return sum;
}
/* Differences are means over the samples that they reach, and what bends within them is lost: a second difference of
 * the position is a + h^2/12*a'' (the mean by a triangle), a central difference f' + h^2/6*f'''.  x less `part` of its
 * own second difference puts that right (Numerov's method from the other side); a mass of quick transients would be off
 * by some thousandths, whatever the noise.  Ends of runs stay. */
#define STN_TRIANGLE_BLUR (1.0 / 12.0)
#define STN_CENTRAL_BLUR (1.0 / 6.0)
static inline double stn_window_blur(bool of_velocity)
{
    return of_velocity ? STN_CENTRAL_BLUR : STN_TRIANGLE_BLUR;
}
void stn_window_sharpen(const StnData *data, double part, double *x);
/* Position, velocity and acceleration as they are, by such differences. */
StnStatus stn_window_motion(const StnData *data, StnMotion *motion, StnError *error);
/* box: samples of a running mean; of the means of the acceleration: their root mean square, and the variance that
 * noise makes. */
typedef struct StnSpline {
    size_t box;
    double a_rms, noise;
} StnSpline;
/* Puts noise->deviation right where noise is not white: where time jitters, high differences show less of it than there
 * is.  The window: the shortest at which noise makes less than `share` of the variance of the acceleration's means; shorter than that where
 * windows of one direction become rare. */
StnStatus stn_window_choose(const StnData *data, StnMotionNoise *noise, const StnMotion *motion,
                            double share, StnSpline *window, StnError *error);
/* Of the variance of the acceleration's means, what noise may make in the windows of the inverse model. */
#define STN_WINDOW_SHARE 1e-3
/* Of position and velocity that one makes the motion whose noise needs the shorter windows, which are chosen. */
StnStatus stn_window_find(const StnData *data, double share, StnMotionNoise *noise,
                          StnMotion *motion, StnSpline *window, StnError *error);
/* What would be chosen of a position with such steps, before there are data: by the acceleration and the speed that are usual
 * (NaN: quicker than a step in a sample). */
StnSpline stn_window_expect(double step, double Ts, double a_rms, double speed);
/* s, from end to end. */
static inline double stn_window_length(size_t box, double Ts)
{
    return (double)(2 * stn_window_reach(box) + 1) * Ts;
}
/* Variance of what noise makes of the change of a mean acceleration over a sampling step. */
double stn_window_change_variance(const StnMotionNoise *noise, double Ts, size_t box);
/* What white noise of the position makes of the product of its step, over Ts, with the mean of the speed about that step:
 * the mean of the two beside it, each of central differences, sharpened. */
double stn_window_step_covariance(const StnMotionNoise *noise, double Ts, size_t box);

#endif
