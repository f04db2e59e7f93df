/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Whether effort and position of limit cycles were recorded at the same time.  What winds up the effort answers the slip:
 * a loop by u = a + b*t - K*x - D*v - I*(integral of x), a spring by its K alone.  Where the effort is moved in time until
 * that holds best, it is late by as much: the slip begins with a kink, which no gains put elsewhere. */
#include "identify/breakaway_delay.h"
#include "identify/cycles_hunt.h"
#include "identify/failure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLIPS = 8,
    POINTS = 150,
    STEPS = 30,
    LEAST_ROWS = 10,
    COLUMNS = 5,
    FEWEST = 2,
    TRIALS = 2 * STEPS + 48
};

#define FOLLOWS 0.05 /* of the variance beside a rise: more is left, and the effort tells nothing */
#define BETTER 0.8   /* of what is left where the effort stands: then it is moved */
#define FINE 50.0    /* steps of the sensor in a slip, at least: its speed is seen */
#define REACH 0.025  /* of a slip: over so long a time the speed is taken, at least a row */
#define TWENTIETH 0.05

typedef struct Answer {
    const StnHunt *h;
    size_t first[SLIPS],
        rows; /* of a slip: each has as many before it, and twice as many from there */
    int count;
    double *column[COLUMNS], *effort, *memory;
} Answer;

static size_t row_of(const StnHunt *h, double t)
{
    size_t low = 0, high = h->rows - 1;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (h->t[middle] < t)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void take_slips(Answer *a)
{
    const StnHunting *r = a->h->result;
    double longest = 0.0;
    for (int i = 0; i < r->nslip; i++)
        if (!r->slip[i].left_out && r->slip[i].t > r->from)
            longest = fmax(longest, r->slip[i].duration);
    a->rows = (size_t)(longest / a->h->data->Ts);
    a->rows = a->rows > LEAST_ROWS ? a->rows : LEAST_ROWS;
    for (int i = 0; i < r->nslip && a->count < SLIPS; i++) {
        const size_t row = row_of(a->h, r->slip[i].t);
        if (!r->slip[i].left_out && r->slip[i].t > r->from && row > 2 * a->rows &&
            row + 3 * a->rows < a->h->rows)
            a->first[a->count++] = row;
    }
}

/* Columns of a slip, each of which may be 0 everywhere; returns how many points there are. */
static size_t load_points(const Answer *a, size_t first, long shift)
{
    const StnHunt *h = a->h;
    const size_t from = first - a->rows, to = first + 2 * a->rows,
                 stride = (to - from) / POINTS + 1, reach = (size_t)(REACH * (double)a->rows) + 1;
    double integral = 0.0;
    size_t n = 0;
    for (size_t i = from; i < to; i++) {
        if ((i - from) % stride == 0) {
            const double of[COLUMNS] = {1.0, h->t[i] - h->t[from], h->x[i] - h->x[from], integral,
                                        (h->x[i + reach] - h->x[i - reach]) /
                                            (h->t[i + reach] - h->t[i - reach])};
            for (int k = 0; k < COLUMNS; k++)
                a->column[k][n] = of[k];
            a->effort[n++] = h->data->value[STN_ROLE_EFFORT][(size_t)((long)i + shift)];
        }
        integral += (h->x[i] - h->x[from]) * (h->t[i + 1] - h->t[i]);
    }
    return n;
}

/* What all slips leave of the variance beside a rise, with the effort moved by some rows. */
static StnStatus left_by(const Answer *a, long shift, double *left, StnError *error)
{
    double with = 0.0, plain = 0.0;
    for (int i = 0; i < a->count; i++) {
        StnLeastSquares fit[2];
        StnError why = {.status = STN_OK};
        const size_t n = load_points(a, a->first[i], shift);
        for (int k = 0; k < 2; k++) {
            const StnStatus status =
                stn_least_squares((const double *const *)a->column, k ? COLUMNS : 2, a->effort,
                                  NULL, n, NULL, &fit[k], NULL, &why);
            if (status == STN_NO_MEMORY)
                return stn_no_memory(error);
            if (status != STN_OK)
                fit[k].sse = k ? fit[0].sse : 0.0; /* columns depend on each other */
        }
        plain += fit[0].sse, with += fit[1].sse;
    }
    *left = plain > 0.0 ? with / plain : INFINITY;
    return STN_OK;
}

/* What was left at the shifts that were tried. */
typedef struct Trials {
    long shift[TRIALS];
    double left[TRIALS];
    int count, best;
} Trials;

static StnStatus try_shifts(const Answer *a, long least, long most, long step, Trials *tried,
                            StnError *error)
{
    for (long shift = least; shift <= most && tried->count < TRIALS; shift += step) {
        const int now = tried->count++;
        const StnStatus status = left_by(a, shift, &tried->left[now], error);
        if (status != STN_OK)
            return status;
        tried->shift[now] = shift;
        if (tried->left[now] < tried->left[tried->best])
            tried->best = now;
    }
    return STN_OK;
}

/* From row to row where it leaves least; the shifts that leave hardly more are open. */
static StnStatus find(const Answer *a, StnHuntDelay *delay, StnError *error)
{
    const long most = (long)a->rows / 2, step = most / STEPS + 1;
    Trials tried = {.count = 0};
    StnStatus status = try_shifts(a, 0, 0, 1, &tried, error);
    if (status == STN_OK)
        status = try_shifts(a, -most, most, step, &tried, error);
    const long best = tried.shift[tried.best];
    if (status == STN_OK && step > 1)
        status = try_shifts(a, best - step, best + step, step / 10 + 1, &tried, error);
    const long rows = tried.shift[tried.best];
    const double left = tried.left[tried.best];
    if (status != STN_OK || left >= FOLLOWS || labs(rows) >= most)
        return status;
    delay->least = delay->most = rows;
    for (int i = 0; i < tried.count; i++)
        if (tried.left[i] * BETTER <= left) {
            delay->least = tried.shift[i] < delay->least ? tried.shift[i] : delay->least;
            delay->most = tried.shift[i] > delay->most ? tried.shift[i] : delay->most;
        }
    delay->seen = true;
    if (labs(rows) > 1 && left < BETTER * tried.left[0])
        delay->rows = rows;
    return STN_OK;
}

StnStatus stn_hunt_delay(const StnHunt *h, StnHuntDelay *delay, StnError *error)
{
    Answer a = {.h = h};
    *delay = (StnHuntDelay){.rows = 0};
    take_slips(&a);
    delay->most = (long)(TWENTIETH * (double)a.rows) + 1;
    delay->least = -delay->most;
    if (a.count < FEWEST || h->result->position.mean < FINE * h->result->dx)
        return STN_OK;
    a.memory = malloc((COLUMNS + 1) * (POINTS + 1) * sizeof *a.memory);
    if (!a.memory)
        return stn_no_memory(error);
    for (int k = 0; k < COLUMNS; k++)
        a.column[k] = a.memory + (size_t)k * (POINTS + 1);
    a.effort = a.memory + (size_t)COLUMNS * (POINTS + 1);
    const StnStatus status = find(&a, delay, error);
    free(a.memory);
    return status;
}

/* The slips again, with the effort moved. */
StnStatus stn_hunt_slips_moved(const StnHunt *h, double step, double pause, long rows,
                               StnHunting *moved, StnError *error)
{
    StnHunt other = *h;
    StnData data = *h->data;
    const double *u = h->data->value[STN_ROLE_EFFORT];
    double *effort = malloc(h->rows * sizeof *effort);
    *moved = *h->result;
    moved->nslip = 0;
    moved->slip = malloc(STN_SLIPS_MAX * sizeof *moved->slip);
    if (!effort || !moved->slip) {
        free(effort);
        return stn_no_memory(error);
    }
    for (size_t i = 0; i < h->rows; i++) {
        const long at = (long)i + rows, end = (long)h->rows - 1;
        effort[i] = u[at < 0 ? 0 : at > end ? end : at];
    }
    data.value[STN_ROLE_EFFORT] = effort;
    other.data = &data;
    other.result = moved;
    stn_hunt_slips(&other, step, pause);
    free(effort);
    return STN_OK;
}
