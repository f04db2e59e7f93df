/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/smooth_speed.h"
#include "identify/failure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIGMAS 4.0      /* deviations of a speed whose sign is certain */
#define GROWTH 1.41     /* of windows */
#define LENGTH 2.6      /* of a window that counts, in boxes: the tails of the spline hardly do */
#define SQUARE 0.4794   /* integral of the square of the cubic B-spline, 151/315 */
#define SLOPE (2.0 / 3) /* of the square of its derivative */

/* The speed by one of the columns, raw, and its noise. */
typedef struct Source {
    double *raw; /* NULL: no such column */
    double deviation, step;
    bool of_velocity;
} Source;

/* What is known of every sample while windows grow. */
typedef struct Search {
    const StnData *data;
    StnSmoothSpeed *speed;
    Source source[2];
    double *low, *high; /* where all means so far may lie; low > high: the search has ended here */
    double *mean, *work, *other;
    double agree; /* deviations of a mean that another may be away from it */
} Search;

void stn_smooth_speed_free(StnSmoothSpeed *speed)
{
    free(speed->v);
    free(speed->deviation);
    free(speed->dead);
    *speed = (StnSmoothSpeed){.v = NULL};
}

/* Steps of an encoder are noise of at least their width over the root of 12, however rare they are. */
static StnStatus open_source(const StnData *data, StnRole role, Source *source, StnError *error)
{
    StnMotionNoise noise;
    StnData alone = *data;
    StnMotion motion;
    if (!data->value[role])
        return STN_OK;
    const StnRole other = role == STN_ROLE_POSITION ? STN_ROLE_VELOCITY : STN_ROLE_POSITION;
    alone.value[other] = NULL;
    StnStatus status = stn_motion_noise(&alone, &noise, error);
    if (status == STN_OK)
        status = stn_motion_make(&alone, 0, NAN, NAN, &motion, error);
    if (status != STN_OK)
        return status;
    *source = (Source){.raw = motion.v,
                       .deviation = fmax(noise.deviation, noise.step / sqrt(12.0)),
                       .step = noise.step,
                       .of_velocity = noise.of_velocity};
    motion.v = NULL;
    stn_motion_free(&motion);
    return STN_OK;
}

/* Variance of a mean over a window of white noise; of the position, partial summation puts the difference onto the
 * spline. */
static double variance(const Source *source, double Ts, size_t box)
{
    const double b = (double)box, s = source->deviation * source->deviation;
    if (source->of_velocity)
        return box > 1 ? s * SQUARE / b : s;
    return box > 1 ? s * SLOPE / (b * b * b * Ts * Ts) : 0.5 * s / (Ts * Ts);
}

/* Means over windows of this length into s->mean, from both columns by their variances; returns that of the
 * result. */
static double take_means(Search *s, size_t box)
{
    const double Ts = s->data->Ts;
    double whole = 0.0;
    for (int k = 0; k < 2; k++)
        whole += s->source[k].raw ? 1.0 / fmax(variance(&s->source[k], Ts, box), 1e-300) : 0.0;
    if (!s->source[0].raw || !s->source[1].raw) {
        const Source *only = &s->source[s->source[0].raw ? 0 : 1];
        stn_window_mean(s->data, box, only->raw, s->mean, s->work);
        return 1.0 / whole;
    }
    memset(s->mean, 0, s->data->rows * sizeof *s->mean);
    for (int k = 0; k < 2; k++) {
        const double share = 1.0 / fmax(variance(&s->source[k], Ts, box), 1e-300) / whole;
        stn_window_mean(s->data, box, s->source[k].raw, s->other, s->work);
        for (size_t i = 0; i < s->data->rows; i++)
            s->mean[i] += share * s->other[i];
    }
    return 1.0 / whole;
}

/* Goes on where the new mean agrees; returns whether it does anywhere.  Steps of an encoder cannot be distinguished
 * from motion within less than one of them. */
static bool grow(Search *s, size_t box)
{
    const StnData *data = s->data;
    const size_t reach = stn_window_reach(box);
    const double deviation = sqrt(take_means(s, box)), within = s->agree * deviation;
    double step = 0.0;
    for (int k = 0; k < 2; k++) /* of the position where both are measured */
        if (s->source[k].raw)
            step = s->source[k].of_velocity ? s->source[k].step
                                            : s->source[k].step / (LENGTH * (double)box * data->Ts);
    const double dead = fmax(SIGMAS * deviation, step);
    bool any = false;
    for (int r = 0; r < data->nrun; r++)
        for (size_t i = data->run[r] + reach; i + reach < data->run[r + 1]; i++) {
            double low = s->mean[i] - within, high = s->mean[i] + within;
            low = low > s->low[i] ? low : s->low[i];
            high = high < s->high[i] ? high : s->high[i];
            const bool on = s->low[i] <= s->high[i];
            s->low[i] = low;
            s->high[i] = high;
            if (!on || low > high)
                continue;
            any = true;
            s->speed->v[i] = s->mean[i];
            s->speed->deviation[i] = deviation;
            s->speed->dead[i] = dead;
        }
    return any;
}

static StnStatus search(Search *s, size_t longest, StnError *error)
{
    const size_t rows = s->data->rows, size = (rows + 4) * sizeof(double);
    s->low = malloc(size);
    s->high = malloc(size);
    s->mean = malloc(size);
    s->work = malloc(size);
    s->other = malloc(size);
    bool good = s->low && s->high && s->mean && s->work && s->other;
    good = (s->speed->v = malloc(size)) && (s->speed->deviation = malloc(size)) && good;
    good = (s->speed->dead = malloc(size)) && good;
    if (!good)
        return stn_no_memory(error);
    for (size_t i = 0; i < rows; i++) {
        s->low[i] = -INFINITY;
        s->high[i] = INFINITY;
    }
    for (size_t box = 1; box <= longest && grow(s, box);)
        box = (size_t)fmax((double)box + 1.0, round(GROWTH * (double)box));
    return STN_OK;
}

StnStatus stn_smooth_speed_make(const StnData *data, size_t longest, double agree,
                                StnSmoothSpeed *speed, StnError *error)
{
    Search s = {.data = data, .speed = speed, .agree = agree};
    *speed = (StnSmoothSpeed){.v = NULL};
    StnStatus status = open_source(data, STN_ROLE_VELOCITY, &s.source[0], error);
    if (status == STN_OK)
        status = open_source(data, STN_ROLE_POSITION, &s.source[1], error);
    if (status == STN_OK)
        status = search(&s, longest, error);
    free(s.source[0].raw);
    free(s.source[1].raw);
    free(s.low);
    free(s.high);
    free(s.mean);
    free(s.work);
    free(s.other);
    return status;
}
