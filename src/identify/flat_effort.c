/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/flat_effort.h"
#include "compare/sort.h"
#include "identify/failure.h"

#include <math.h>
#include <stdlib.h>

enum { SHORTEST = 24, STRETCHES = 3, RARE = 500 }; /* rows; stretches; 1 of so many rows */
#define WITHIN 4.0                                 /* deviations of the noise beside a level */
#define BEYOND 6.0                                 /* deviations: there is nothing beyond a limit */
#define ROUND 0.3   /* deviations that the middle of a crest is above its ends: 2.7 are expected */
#define LEAST 0.03  /* of the rows, at a level */
#define QUICKER 0.2 /* of the largest speed: so much it changes in a stretch */
#define LATER 0.2   /* ... of that in each half */
#define BLUR 6.0    /* deviations of the noise of a position: a way is longer */
#define USUAL 0.5   /* of their rows: in which the speed changes, */
#define ENDS 0.25   /* of the stretches: that end in the middle of a motion */
#define HEIGHT 10.0 /* deviations: a level that is none of the noise */

typedef struct Stretches {
    const StnData *data;
    const double *u;
    double side, level, noise, speed; /* noise: deviation; speed: the largest */
    double blur;                      /* of ways: by the noise of the position */
    size_t rows, moving;              /* moving: those of stretches in which the speed changes */
    int count, going_on;
    double roundness, weight;
} Stretches;

/* The deviation of noise that changes from row to row, of second differences by their median (of a normal distribution,
 * 0.6745 deviations); at least what the steps of a converter make. */
StnStatus stn_data_row_noise(const StnData *data, StnRole role, double *noise, StnError *error)
{
    const double *u = data->value[role];
    double *work = malloc(data->rows * sizeof *work), step = 0.0;
    size_t count = 0;
    if (!work)
        return stn_no_memory(error);
    for (int r = 0; r < data->nrun; r++)
        for (size_t i = data->run[r] + 1; i + 1 < data->run[r + 1]; i++)
            work[count++] = fabs(u[i - 1] - 2.0 * u[i] + u[i + 1]);
    *noise = 0.0;
    if (count > 0) {
        stn_sort(work, count);
        *noise = stn_quantile(work, count, 0.5) / (0.6745 * sqrt(6.0));
        for (size_t i = 0; i < data->rows; i++)
            work[i] = u[i];
        step = stn_smallest_step(work, data->rows);
    }
    *noise = fmax(*noise, isnan(step) ? 0.0 : step / sqrt(12.0));
    free(work);
    return STN_OK;
}

/* The way from one row to another, by whichever column there is. */
static double way(const StnData *data, size_t from, size_t to)
{
    const double *x = data->value[STN_ROLE_POSITION], *v = data->value[STN_ROLE_VELOCITY];
    double sum = 0.0;
    if (x)
        return x[to] - x[from];
    for (size_t i = from; i < to; i++)
        sum += v[i] * data->Ts;
    return sum;
}

static double mean(const double *x, size_t from, size_t to)
{
    double sum = 0.0;
    for (size_t i = from; i < to; i++)
        sum += x[i];
    return sum / (double)(to - from);
}

/* The level below the extreme: the mean of a band of the noise's width where most rows are. */
static double find_level(const StnData *data, double side, double noise)
{
    const double *u = data->value[STN_ROLE_EFFORT];
    double top = -INFINITY, sum = 0.0;
    size_t count = 0;
    for (size_t i = 0; i < data->rows; i++)
        top = fmax(top, side * u[i]);
    for (size_t i = 0; i < data->rows; i++)
        if (side * u[i] > top - 2.0 * WITHIN * noise)
            sum += u[i], count++;
    return sum / (double)count;
}

/* Rows [from, to) at the level, in one run. */
static void take_stretch(Stretches *s, size_t from, size_t to, size_t end)
{
    const size_t rows = to - from, third = rows / 3, quarter = rows / 4, part = rows / 8;
    if (rows < SHORTEST)
        return;
    const double outer = 0.5 * (mean(s->u, from, from + third) + mean(s->u, to - third, to));
    s->roundness += s->side * (mean(s->u, from + third, to - third) - outer) * (double)rows;
    s->weight += (double)rows;
    s->rows += rows;
    s->count++;
    const size_t middle = from + (rows - part) / 2;
    const double first = way(s->data, from, from + part), mid = way(s->data, middle, middle + part),
                 last = way(s->data, to - 1 - part, to - 1);
    const double change = fmax(QUICKER * s->speed * (double)part * s->data->Ts, s->blur);
    /* Sliding friction, too, begins with a speed that changes, while the bristles bend, and may end with one, where the
     * effort is late; in between it is steady. */
    if (fabs(last - first) > change && fmin(fabs(mid - first), fabs(last - mid)) > LATER * change)
        s->moving += rows;
    if (to + quarter < end) {
        const double before = way(s->data, to - 1 - quarter, to - 1),
                     behind = way(s->data, to - 1, to - 1 + quarter);
        s->going_on += before * behind > 0.0 && fmin(fabs(before), fabs(behind)) > s->blur;
    }
}

/* The largest speed, of means over as many rows as a stretch compares at least. */
static double largest_speed(const StnData *data)
{
    const size_t part = SHORTEST / 2;
    double most = 0.0;
    for (int r = 0; r < data->nrun; r++)
        for (size_t i = data->run[r]; i + part < data->run[r + 1]; i += part)
            most = fmax(most, fabs(way(data, i, i + part)) / ((double)part * data->Ts));
    return most;
}

/* All stretches; one row beyond the noise does not end one. */
static void take_stretches(Stretches *s)
{
    for (int r = 0; r < s->data->nrun; r++) {
        const size_t end = s->data->run[r + 1];
        for (size_t i = s->data->run[r]; i < end;) {
            size_t to = i;
            while (to < end &&
                   (fabs(s->u[to] - s->level) < WITHIN * s->noise ||
                    (to > i && to + 1 < end && fabs(s->u[to + 1] - s->level) < WITHIN * s->noise)))
                to++;
            take_stretch(s, i, to, end);
            i = to + 1;
        }
    }
}

static bool is_flat(const Stretches *s)
{
    size_t beyond = 0;
    for (size_t i = 0; i < s->data->rows; i++)
        beyond += s->side * (s->u[i] - s->level) > BEYOND * s->noise;
    const double count = s->count;
    return s->count >= STRETCHES && beyond * RARE <= s->data->rows &&
           (double)s->rows > LEAST * (double)s->data->rows &&
           fabs(s->roundness / s->weight) < ROUND * s->noise &&
           (double)s->moving >= USUAL * (double)s->rows && s->going_on >= ENDS * count &&
           s->going_on > 1;
}

StnStatus stn_find_flat_effort(const StnData *data, StnFlatEffort *flat, StnError *error)
{
    double noise, blur = 0.0;
    *flat = (StnFlatEffort){.rows = {0, 0}};
    StnStatus status = stn_data_row_noise(data, STN_ROLE_EFFORT, &noise, error);
    if (status == STN_OK && data->value[STN_ROLE_POSITION])
        status = stn_data_row_noise(data, STN_ROLE_POSITION, &blur, error);
    if (status != STN_OK || !(noise > 0.0))
        return status;
    const double speed = largest_speed(data),
                 centre = mean(data->value[STN_ROLE_EFFORT], 0, data->rows);
    for (int k = 0; k < 2; k++) {
        const double side = k ? -1.0 : 1.0, level = find_level(data, side, noise);
        Stretches s = {.data = data,
                       .u = data->value[STN_ROLE_EFFORT],
                       .side = side,
                       .level = level,
                       .noise = noise,
                       .speed = speed,
                       .blur = BLUR * blur};
        if (side * (level - centre) < HEIGHT * noise)
            continue;
        take_stretches(&s);
        if (is_flat(&s)) {
            flat->level[k] = level;
            flat->rows[k] = s.rows;
            flat->stretches[k] = s.count;
        }
    }
    return STN_OK;
}
