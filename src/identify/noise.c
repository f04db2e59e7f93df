/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/noise.h"
#include "identify/failure.h"

#include "kernel/pi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ORDERS = 8, SIGMAS = 4, TRIALS = 40 };

/* ---- Noise of a column ---- */

/* Mean squares of the differences of each order over all runs, over those of white noise of variance 1, which are the
 * binomial coefficients of 2k over k; the least of them. */
static double least_power(const StnData *data, const double *x, double *work)
{
    double sum[ORDERS + 1] = {0.0}, count[ORDERS + 1] = {0.0}, least = INFINITY;
    for (int r = 0; r < data->nrun; r++) {
        const size_t begin = data->run[r], length = data->run[r + 1] - begin;
        memcpy(work, x + begin, length * sizeof *work);
        for (size_t order = 1; order <= ORDERS && order < length; order++) {
            double squares = 0.0;
            for (size_t i = 0; i + order < length; i++) {
                work[i] = work[i + 1] - work[i];
                squares += work[i] * work[i];
            }
            sum[order] += squares;
            count[order] += (double)(length - order);
        }
    }
    for (int order = 1; order <= ORDERS; order++) {
        double gain = 1.0;
        for (int k = 1; k <= order; k++)
            gain *= (double)(order + k) / k;
        if (count[order] > 0.0) /* runs of few samples have no differences of high order */
            least = fmin(least, sum[order] / (count[order] * gain));
    }
    return isfinite(least) ? least : 0.0;
}

/* Each order of differences leaves less of the motion and all of white noise: the least is the noise. */
StnStatus stn_motion_noise(const StnData *data, StnMotionNoise *noise, StnError *error)
{
    const bool measured = data->value[STN_ROLE_VELOCITY] != NULL;
    const StnRole role = measured ? STN_ROLE_VELOCITY : STN_ROLE_POSITION;
    if (!data->value[role])
        return stn_error(error, STN_BAD_INPUT,
                         "this method needs the position or the velocity: name its column");
    double *work = malloc((data->rows + 1) * sizeof *work);
    if (!work)
        return stn_no_memory(error);
    const double least = least_power(data, data->value[role], work);
    free(work);
    *noise = (StnMotionNoise){.of_velocity = measured, .deviation = sqrt(least)};
    const StnStatus status = stn_data_find_resolution(data, role, NAN, &noise->step, error);
    noise->step = isnan(noise->step) ? 0.0 : noise->step;
    return status;
}

/* White noise has the density 2*Ts*deviation^2 up to half the sampling rate; a derivative multiplies it by
 * (2*pi*f)^2. */
static double derived(const StnMotionNoise *noise, double Ts, double cutoff, int derivatives)
{
    const double power = 2.0 * derivatives + 1.0;
    return noise->deviation * pow(2.0 * STN_PI, derivatives) *
           sqrt(2.0 * Ts * pow(cutoff, power) / power);
}

double stn_noise_of_velocity(const StnMotionNoise *noise, double Ts, double cutoff)
{
    return derived(noise, Ts, cutoff, noise->of_velocity ? 0 : 1);
}

double stn_noise_of_acceleration(const StnMotionNoise *noise, double Ts, double cutoff)
{
    return derived(noise, Ts, cutoff, noise->of_velocity ? 1 : 2);
}

/* A slow sensor of coarse steps is not noisy most of the time: one step within a period of the cut-off is a
 * speed as well. */
double stn_dead_speed(const StnMotionNoise *noise, double Ts, double cutoff)
{
    const double step = noise->of_velocity ? noise->step : 2.0 * noise->step * cutoff;
    return fmax(SIGMAS * stn_noise_of_velocity(noise, Ts, cutoff), step);
}

/* ---- Cut-off ---- */

static double variance(const double *x, size_t count)
{
    double mean = 0.0, sum = 0.0;
    for (size_t i = 0; i < count; i++)
        mean += x[i] / (double)count;
    for (size_t i = 0; i < count; i++)
        sum += (x[i] - mean) * (x[i] - mean) / (double)count;
    return sum;
}

/* The decimation behind the filter passes 0.4 of its cut-off: what lies above does not disturb. */
StnStatus stn_choose_cutoff(const StnData *data, const StnMotionNoise *noise, int order,
                            double *cutoff, double *a_rms, StnError *error)
{
    const double rate = 1.0 / data->Ts, factor = pow(10.0, -0.1);
    const double lowest = fmin(100.0 * rate * data->nrun / (double)data->rows, 0.1 * rate);
    *cutoff = 0.1 * rate;
    for (int k = 0; k < TRIALS; k++, *cutoff *= factor) {
        StnMotion motion;
        const StnStatus status = stn_motion_make(data, order, 0.4 * *cutoff, NAN, &motion, error);
        if (status != STN_OK)
            return status;
        const double disturbed = stn_noise_of_acceleration(noise, data->Ts, 0.4 * *cutoff);
        const double whole = variance(motion.a, motion.rows);
        stn_motion_free(&motion);
        *a_rms = sqrt(whole);
        if (disturbed * disturbed < STN_NOISE_SHARE * whole || *cutoff * factor < lowest)
            return STN_OK;
    }
    return STN_OK;
}

double stn_choose_velocity_cutoff(const StnMotionNoise *noise, double Ts, double cutoff, double a)
{
    double best = cutoff, least = INFINITY;
    const int tries = (int)floor(log(fmax(0.4 / (Ts * cutoff), 1.0)) / log(1.1));
    for (int k = 0; k <= tries; k++) {
        const double f = cutoff * pow(1.1, k);
        const double error = a / (2.0 * STN_PI * f) + stn_noise_of_velocity(noise, Ts, f);
        if (error < least)
            least = error, best = f;
    }
    return best;
}

/* ---- Sign ---- */

/* Between two samples of different sign: in the middle of the first and the last passage through zero. */
static size_t passage(const double *v, size_t from, size_t to)
{
    size_t first = to, last = from;
    for (size_t i = from; i < to; i++)
        if ((v[i] > 0.0) != (v[i + 1] > 0.0)) {
            first = first == to ? i + 1 : first;
            last = i + 1;
        }
    return first == to ? to : first + (last - first) / 2;
}

static void run_sign(const double *v, size_t begin, size_t end, const double *dead, double *sign)
{
    size_t before = SIZE_MAX; /* the last sample beyond the dead speed */
    for (size_t i = begin; i < end; i++) {
        sign[i] = before == SIZE_MAX ? 0.0 : sign[before];
        if (!(fabs(v[i]) >= dead[i]) || v[i] == 0.0)
            continue;
        const double now = v[i] > 0.0 ? 1.0 : -1.0;
        const size_t from = before == SIZE_MAX         ? begin
                            : sign[before] * now > 0.0 ? i
                                                       : passage(v, before, i);
        for (size_t k = from; k <= i; k++)
            sign[k] = now;
        before = i;
    }
}

void stn_motion_sign(const StnData *data, const double *v, const double *dead, double *sign)
{
    for (size_t i = 0; !dead && i < data->rows; i++)
        sign[i] = (v[i] > 0.0) - (v[i] < 0.0);
    for (int r = 0; dead && r < data->nrun; r++)
        run_sign(v, data->run[r], data->run[r + 1], dead, sign);
}
