/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/window.h"
#include "compare/sort.h"
#include "identify/failure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BOXES = 4, TRIALS = 40, SHORTEST = 2 };
#define COLOURED 1.5 /* times the variance of white noise: it is not white */
#define SEEN 0.1     /* of its variance: with less noise an acceleration is seen */
#define WORSE 2.0    /* times the least share of noise: windows are too long */
#define FEWEST \
    0.4 /* of the samples are the middle of a window in which the sign of v does not change */

/* Running means of `box` samples, BOXES times; each pass shortens the run by box - 1. */
static void run_mean(const double *x, size_t count, size_t box, double *y, double *work)
{
    const size_t reach = stn_window_reach(box);
    if (count < 2 * reach + 1) {
        memset(y, 0, count * sizeof *y);
        return;
    }
    memcpy(y, x, count * sizeof *y);
    size_t left = count;
    for (int pass = 0; pass < BOXES && box > 1; pass++) {
        const double scale = pass + 1 < BOXES ? 1.0 : pow((double)box, -BOXES);
        double sum = work[0] = 0.0;
        for (size_t i = 0; i + 1 < box; i++)
            work[i + 1] = sum += y[i];
        left -= box - 1;
        for (size_t i = 0; i < left; i++) {
            work[i + box] = sum += y[i + box - 1];
            y[i] = scale * (sum - work[i]);
        }
    }
    memmove(y + reach, y, left * sizeof *y);
    memset(y, 0, reach * sizeof *y);
    memset(y + reach + left, 0, (count - reach - left) * sizeof *y);
}

/* Coefficients of (1 + q + ... + q^(box - 1))^BOXES, of which the first half is enough: sums so far divide by 1 - q, and
 * differences over a box multiply by 1 - q^box. */
void stn_window_weights(size_t box, double *weight)
{
    const size_t reach = stn_window_reach(box);
    memset(weight, 0, (reach + 1) * sizeof *weight);
    weight[reach] = 1.0;
    for (int pass = 0; pass < BOXES; pass++) { /* from the end of the window to its middle */
        double sum = 0.0;
        for (size_t k = 0; k <= reach; k++)
            weight[reach - k] = sum += weight[reach - k];
        for (size_t k = reach; k >= box; k--)
            weight[reach - k] -= weight[reach - k + box];
    }
    for (size_t k = 0; k <= reach; k++)
        weight[k] /= pow((double)box, BOXES);
}

void stn_window_mean(const StnData *data, size_t box, const double *x, double *y, double *work)
{
    for (int r = 0; r < data->nrun; r++)
        run_mean(x + data->run[r], data->run[r + 1] - data->run[r], box, y + data->run[r], work);
}

static void second_differences(const double *x, size_t count, double Ts, double *a)
{
    for (size_t i = 0; i < count; i++)
        a[i] = i > 0 && i + 1 < count ? (x[i + 1] - 2.0 * x[i] + x[i - 1]) / (Ts * Ts) : 0.0;
}

void stn_window_sharpen(const StnData *data, double part, double *x)
{
    for (int r = 0; r < data->nrun; r++) {
        const size_t end = data->run[r + 1];
        if (end - data->run[r] < 5)
            continue;
        double before = x[data->run[r] + 1]; /* an end has no difference to both sides */
        for (size_t i = data->run[r] + 2; i + 2 < end; i++) {
            const double own = x[i];
            x[i] -= part * (x[i + 1] - 2.0 * own + before);
            before = own;
        }
    }
}

StnStatus stn_window_motion(const StnData *data, StnMotion *motion, StnError *error)
{
    StnStatus status = stn_motion_make(data, 0, NAN, NAN, motion, error);
    const bool v = data->value[STN_ROLE_VELOCITY] != NULL,
               a = data->value[STN_ROLE_ACCELERATION] != NULL;
    for (int r = 0; r < data->nrun && status == STN_OK && !v && !a; r++) {
        const size_t begin = data->run[r];
        second_differences(motion->x + begin, data->run[r + 1] - begin, data->Ts,
                           motion->a + begin);
    }
    if (status == STN_OK && !v)
        stn_window_sharpen(data, STN_CENTRAL_BLUR, motion->v);
    if (status == STN_OK && !a)
        stn_window_sharpen(data, stn_window_blur(v), motion->a);
    return status;
}

/* Variance of the mean acceleration that white noise makes: sums of the squares of the differences of the weights, which
 * partial summation puts there.  Those of second, third and fourth differences of a spline of boxes are (8/3 +
 * 10/(3*b^2))/b^5, 20/b^7 and 70/b^8; sharpening by p makes d2 + 2*p*d3 + p^2*d4 of them.  Central differences of a velocity
 * have means of two neighbours in the place of one, which takes off a quarter of the next order. */
static double white_noise(const StnMotionNoise *noise, double Ts, size_t box)
{
    const double b = (double)box, s = noise->deviation * noise->deviation;
    const double p = stn_window_blur(noise->of_velocity);
    const double d1 = (2.0 / 3.0 - 1.0 / (6.0 * pow(b, 4))) / (b * b * b);
    const double d2 = (8.0 / 3.0 + 10.0 / (3.0 * b * b)) / pow(b, 5), d3 = 20.0 / pow(b, 7),
                 d4 = 70.0 / pow(b, 8);
    return noise->of_velocity
               ? s * (d1 + 2.0 * p * (d2 - d3 / 4.0) + p * p * (d3 - d4 / 4.0)) / (Ts * Ts)
               : s * (d2 + 2.0 * p * d3 + p * p * d4) / pow(Ts, 4);
}

double stn_window_change_variance(const StnMotionNoise *noise, double Ts, size_t box)
{
    const double b = (double)box, s = noise->deviation * noise->deviation;
    const double d2 = (8.0 / 3.0 + 10.0 / (3.0 * b * b)) / pow(b, 5), d3 = 20.0 / pow(b, 7);
    return noise->of_velocity ? s * d2 / (Ts * Ts) : s * d3 / pow(Ts, 4);
}

double stn_window_step_covariance(const StnMotionNoise *noise, double Ts, size_t box)
{
    const double b = (double)box, p = STN_CENTRAL_BLUR;
    /* weights of a cubic spline fall from its middle as 1 - (k/b)^2 + |k/b|^3/2 of 2/(3*b) */
    double w[4], d[2];
    for (int k = 0; k < 4; k++) {
        const double at = k / b;
        w[k] = at < 1.0 ? 2.0 / 3.0 - at * at + 0.5 * at * at * at
                        : pow(fmax(2.0 - at, 0.0), 3.0) / 6.0;
    }
    for (int k = 0; k < 2; k++)
        d[k] = 0.5 * (w[k] - w[k + 2]) / b;
    return noise->deviation * noise->deviation * ((1.0 + 2.0 * p) * d[0] - p * d[1]) / (Ts * Ts);
}

/* The part of the samples around which the mean velocity keeps its sign for a window, and the mean square of the
 * acceleration there: what a controller does where its reference turns at once is in no such window. */
static double steady(const StnData *data, const double *v, const double *a, size_t box,
                     double *square)
{
    const size_t reach = stn_window_reach(box);
    size_t good = 0;
    double sum = 0.0;
    for (int r = 0; r < data->nrun; r++) {
        size_t since = data->run[r]; /* the first sample of this sign */
        for (size_t i = data->run[r]; i < data->run[r + 1]; i++) {
            if (i > since && v[i] * v[i - 1] <= 0.0)
                since = i;
            if (i - since < 2 * reach)
                continue;
            sum += a[i - reach] * a[i - reach];
            good++;
        }
    }
    *square = good > 0 ? sum / (double)good : 0.0;
    return (double)good / (double)data->rows;
}

/* The same from the data, whatever the colour of the noise: fourth differences of means over windows that do not overlap,
 * where the velocity keeps its sign, hold next to nothing of the motion, and 70 times the variance; 0: too few. */
static double measured_noise(const StnData *data, const double *v, const double *mean, size_t box)
{
    const size_t apart = 2 * stn_window_reach(box) + 1; /* also what v looks beyond a turn */
    double sum = 0.0;
    size_t count = 0;
    for (int r = 0; r < data->nrun; r++) {
        size_t since = data->run[r];
        for (size_t i = data->run[r]; i < data->run[r + 1]; i++) {
            if (i > since && v[i] * v[i - 1] <= 0.0)
                since = i;
            if (i - since < 7 * apart)
                continue;
            const double *at = mean + i - apart - apart / 2;
            const double d = at[0] - 4.0 * at[-(ptrdiff_t)apart] + 6.0 * at[-2 * (ptrdiff_t)apart] -
                             4.0 * at[-3 * (ptrdiff_t)apart] + at[-4 * (ptrdiff_t)apart];
            sum += d * d / 70.0;
            count++;
        }
    }
    return count > 20 * apart ? sum / (double)count : 0.0;
}

/* Samples from one step of an encoder to the next of the same sense (the median); 0: there are none.  A rest
 * or a turn is one of many.  room: for as many as there are samples. */
static size_t samples_between_steps(const StnData *data, double *room)
{
    const double *x = data->value[STN_ROLE_POSITION];
    size_t count = 0;
    for (int r = 0; r < data->nrun; r++) {
        size_t last = 0;
        double before = 0.0;
        for (size_t i = data->run[r] + 1; i < data->run[r + 1]; i++) {
            const double by = x[i] - x[i - 1];
            if (by == 0.0)
                continue;
            if (by * before > 0.0)
                room[count++] = (double)(i - last);
            last = i;
            before = by;
        }
    }
    stn_sort(room, count);
    return count > 0 ? (size_t)room[count / 2] : 0;
}

/* The shortest window that is tried.  Where steps of the position are rarer than samples its error is no white noise but a
 * saw tooth, which high differences hardly see, and within a window without a step the body seems to stand: windows
 * span several steps, and the error counts as even within one. */
static StnStatus shortest_window(const StnData *data, StnMotionNoise *noise, size_t *length,
                                 StnError *error)
{
    *length = SHORTEST;
    if (noise->of_velocity || !(noise->step > 0.0))
        return STN_OK;
    double *room = malloc((data->rows + 1) * sizeof *room);
    if (!room)
        return stn_no_memory(error);
    const size_t between = samples_between_steps(data, room);
    free(room);
    if (between > *length) {
        *length = between;
        noise->deviation = fmax(noise->deviation, noise->step / sqrt(12.0));
    }
    return STN_OK;
}

/* What the shortest windows show of noise that is not white. */
static void put_right(const StnData *data, const double *v, const double *mean, size_t length,
                      StnMotionNoise *noise)
{
    const StnMotionNoise unit = {.of_velocity = noise->of_velocity, .deviation = 1.0};
    const double square =
        measured_noise(data, v, mean, length) / white_noise(&unit, data->Ts, length);
    if (square > COLOURED * noise->deviation * noise->deviation)
        noise->deviation = sqrt(square);
}

StnStatus stn_window_choose(const StnData *data, StnMotionNoise *noise, const StnMotion *motion,
                            double share, StnSpline *window, StnError *error)
{
    size_t length;
    if (shortest_window(data, noise, &length, error) != STN_OK)
        return STN_NO_MEMORY;
    const bool white = length == SHORTEST;
    double *mean = calloc(3 * data->rows + 4, sizeof *mean);
    if (!mean)
        return stn_no_memory(error);
    double *work = mean + data->rows, *v = work + data->rows + 3;
    double least = INFINITY;
    for (int k = 0; k < TRIALS; k++, length = (size_t)ceil(1.15 * (double)length)) {
        double square;
        stn_window_mean(data, length, motion->v, v, work);
        stn_window_mean(data, length, motion->a, mean, work);
        const bool rare = steady(data, v, mean, length, &square) < FEWEST;
        if (k > 0 && rare)
            break;
        if (k == 0 && white) /* the shortest windows hold more noise than motion */
            put_right(data, v, mean, length, noise);
        /* the steady parts of longer windows may hold no acceleration: then a shorter one stays */
        const double now = white_noise(noise, data->Ts, length);
        if (k > 0 && least < SEEN && now > WORSE * least * square)
            continue;
        *window = (StnSpline){.box = length, .a_rms = sqrt(square), .noise = now};
        least = square > 0.0 ? fmin(least, now / square) : least;
        if (now < share * square)
            break;
    }
    free(mean);
    return STN_OK;
}

/* Windows on the raw motion of one of the columns, the velocity where `data` has it. */
static StnStatus try_windows(const StnData *data, double share, StnMotionNoise *noise,
                             StnMotion *motion, StnSpline *window, StnError *error)
{
    *window = (StnSpline){.box = SHORTEST};
    StnStatus status = stn_motion_noise(data, noise, error);
    if (status == STN_OK)
        status = stn_window_motion(data, motion, error);
    if (status == STN_OK)
        status = stn_window_choose(data, noise, motion, share, window, error);
    return status;
}

StnStatus stn_window_find(const StnData *data, double share, StnMotionNoise *noise,
                          StnMotion *motion, StnSpline *window, StnError *error)
{
    StnStatus status = try_windows(data, share, noise, motion, window, error);
    if (status != STN_OK || !data->value[STN_ROLE_POSITION] || !data->value[STN_ROLE_VELOCITY] ||
        data->value[STN_ROLE_ACCELERATION])
        return status;
    StnData alone = *data;
    StnMotionNoise other_noise;
    StnMotion second = {.rows = 0};
    StnSpline other;
    alone.value[STN_ROLE_VELOCITY] = NULL;
    status = try_windows(&alone, share, &other_noise, &second, &other, error);
    if (status == STN_OK && other.box < window->box) {
        const StnMotion first = *motion;
        *motion = second;
        second = first;
        *window = other;
        *noise = other_noise;
    }
    stn_motion_free(&second);
    return status;
}

StnSpline stn_window_expect(double step, double Ts, double a_rms, double speed)
{
    const StnMotionNoise noise = {.deviation = step / sqrt(12.0), .step = step};
    const double between = isnan(speed) ? 0.0 : step / (speed * Ts);
    StnSpline window = {.box = (size_t)fmin(fmax(between, SHORTEST), 1e6), .a_rms = a_rms};
    for (int k = 0; k < TRIALS; k++) {
        window.noise = white_noise(&noise, Ts, window.box);
        if (window.noise < STN_WINDOW_SHARE * a_rms * a_rms)
            break;
        window.box = (size_t)ceil(1.15 * (double)window.box);
    }
    return window;
}
