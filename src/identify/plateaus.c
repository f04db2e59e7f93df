/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/plateaus.h"
#include "identify/failure.h"
#include "identify/window.h"

#include "kernel/pi.h"

#include <math.h>
#include <stdlib.h>

/* A plateau: the speed stays within BAND of its mean (or within the noise) for SHARE of the record and LEAST
 * samples.  At its ends SETTLE of it are left out, where the speed comes and goes. */
#define BAND 0.03
#define SHARE 0.01
#define SETTLE 0.2
enum { LEAST = 20, NOISES = 4, SPEEDS = 3, WAVES = 100 };
#define SPLINE_SQUARE 0.479 /* integral of the square of a cubic B-spline */
#define RULE 0.5            /* of the motion lies on plateaus */
#define DISTINCT 0.1        /* speeds differ by this part */

/* The end of the stretch from `begin` on. */
static size_t stretch(const double *v, size_t begin, size_t end, double noise)
{
    double sum = v[begin];
    size_t i = begin + 1;
    for (; i < end; i++) {
        const double mean = sum / (double)(i - begin);
        if (fabs(v[i] - mean) > fmax(BAND * fabs(mean), NOISES * noise))
            break;
        sum += v[i];
    }
    return i;
}

static StnPlateau trimmed(const double *v, size_t begin, size_t end)
{
    const size_t cut = (size_t)(SETTLE * (double)(end - begin));
    StnPlateau p = {begin + cut, end - cut, 0.0, NAN};
    for (size_t i = p.begin; i < p.end; i++)
        p.v += v[i] / (double)(p.end - p.begin);
    return p;
}

static size_t shortest(const StnData *data)
{
    return (size_t)fmax(LEAST, SHARE * (double)data->rows);
}

StnStatus stn_plateaus_find(const StnData *data, const double *v, double noise,
                            StnPlateau **plateau, int *count, StnError *error)
{
    const size_t least = shortest(data);
    const size_t most = data->rows / least + 1;
    *count = 0;
    *plateau = calloc(most, sizeof **plateau);
    if (!*plateau)
        return stn_no_memory(error);
    for (int r = 0; r < data->nrun; r++)
        for (size_t begin = data->run[r]; begin < data->run[r + 1];) {
            const size_t end = stretch(v, begin, data->run[r + 1], noise);
            const StnPlateau p = trimmed(v, begin, end);
            const bool keeps = end - begin >= least && fabs(p.v) > NOISES * noise;
            if (keeps)
                (*plateau)[(*count)++] = p;
            /* a stretch that is too short begins within a ramp: try from a little later on */
            begin = keeps ? end : begin + 1 + (end - begin) / 8;
        }
    return STN_OK;
}

bool stn_plateaus_rule(const StnData *data, const double *v, double dead, const StnPlateau *plateau,
                       int count)
{
    size_t moving = 0, resting = 0;
    int speeds = 0;
    for (size_t i = 0; i < data->rows; i++)
        moving += fabs(v[i]) > dead;
    for (int k = 0; k < count; k++) {
        bool fresh = true;
        resting += plateau[k].end - plateau[k].begin;
        for (int n = 0; n < k; n++)
            fresh = fresh && fabs(plateau[k].v - plateau[n].v) > DISTINCT * fabs(plateau[k].v);
        speeds += fresh;
    }
    return speeds >= SPEEDS && (double)resting > RULE * (1.0 - 2.0 * SETTLE) * (double)moving;
}

/* The error of an encoder is a saw tooth over its steps: its k-th wave has (6/pi^2)/k^2 of the variance.  What a window
 * leaves of that, which `steps` pass during each of its four running means, and of the part that is too quick for the samples
 * and so looks white. */
static double saw_tooth_left(double steps, size_t box)
{
    double left = 0.0, slow = 0.0;
    for (int k = 1; k <= WAVES && k * steps < 0.5 * (double)box; k++) {
        const double share = 6.0 / (STN_PI * STN_PI * k * k), w = STN_PI * k * steps;
        slow += share;
        left += share * (w > 0.0 ? pow(sin(w) / w, 8) : 1.0);
    }
    return left + (1.0 - slow) * SPLINE_SQUARE / (double)box;
}

/* The mean of the position's derivative over a plateau is the way between two windows: their errors, of the steps and of
 * noise beyond these, over its time. */
static double way_error(const StnMotionNoise *noise, double Ts, size_t box, const StnPlateau *p)
{
    const double coarse = noise->step * noise->step / 12.0;
    const double white = fmax(noise->deviation * noise->deviation - coarse, 0.0);
    double variance = white * SPLINE_SQUARE / (double)box;
    if (noise->step > 0.0)
        variance += coarse * saw_tooth_left(fabs(p->v) * (double)box * Ts / noise->step, box);
    return sqrt(2.0 * variance) / ((double)(p->end - p->begin) * Ts);
}

StnStatus stn_plateaus_of(const StnData *data, StnPlateau **plateau, int *count, StnError *error)
{
    const size_t box = 1 + shortest(data) / 8;
    const double b = (double)box;
    StnMotion motion;
    StnMotionNoise noise;
    StnStatus status = stn_window_motion(data, &motion, error);
    *plateau = NULL;
    *count = 0;
    if (status != STN_OK)
        return status;
    double *v = malloc((2 * data->rows + 4) * sizeof *v);
    status = v ? stn_motion_noise(data, &noise, error) : stn_no_memory(error);
    if (status == STN_OK) {
        /* of means over splines: the integral of the square, and of its derivative's */
        const double own =
            noise.of_velocity ? SPLINE_SQUARE / b : 2.0 / 3.0 / (b * b * b * data->Ts * data->Ts);
        stn_window_mean(data, box, motion.v, v, v + data->rows);
        status = stn_plateaus_find(data, v, noise.deviation * sqrt(own), plateau, count, error);
        for (int k = 0; k < *count && !noise.of_velocity; k++)
            (*plateau)[k].v_error = way_error(&noise, data->Ts, box, &(*plateau)[k]);
    }
    free(v);
    stn_motion_free(&motion);
    return status;
}
