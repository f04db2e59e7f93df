/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Where a body rests, friction holds it: the effort stays within the static level to both sides of the load, and the body
 * came to rest by itself.  What friction does not hold stands under more effort, and stops at once. */
#include "identify/end_of_travel.h"
#include "compare/sort.h"
#include "identify/failure.h"

#include <math.h>
#include <stdlib.h>

enum { SHORTEST = 5, STEPS = 4, SLOWEST = 4, LEAVES = 3 }; /* rows */

#define AT_END 0.05 /* of the rows, at the ends */
#define HOLDS 4.0   /* sliding levels: the range of resting efforts, to both sides, is less */
#define PRESSES 1.5 /* sliding levels: more than that friction hardly holds */
#define BEYOND 1.2  /* levels at which it leaves the end: more than that friction does not hold */
#define ACTS 0.5    /* sliding levels: an effort that has a sense */
#define VARIES 1.5  /* sliding levels: an effort that is none of a steady hold */
#define SLIDES \
    0.6 /* sliding levels: the effort of one that slides there, with noise and a falling friction */
#define FALLS \
    0.2 /* sliding levels in a quarter of a visit: from sliding to sliding back it is 0.5 */
#define MOST 0.5      /* of the visits, or of their rows */
#define NEARLY 0.75   /* of their rows */
#define APPROACH 0.25 /* of the travel: the way before an end */
#define AT_ONCE 0.45  /* of the speed on that way: it does not slow down */

typedef struct Friction {
    double load, level; /* the effort between the directions, and half of what is between them */
} Friction;

typedef struct End {
    const StnData *data;
    Friction friction;
    double place, sense; /* sense: 1 for the largest position */
    double travel, step;
    size_t rows; /* at the end */
    int visits;  /* whose begin shows a speed */
    int in, out; /* ... that begin at once; ... and are left so, too */
    double left; /* sum of efforts, inward, at which it leaves */
    int leaves;
    int slid;                /* visits between sliding outward and sliding inward */
    size_t pressed, outward; /* rows */
} End;

/* Mean efforts over the way, forward and backward; NaN where it moves in one direction only. */
static Friction sliding_friction(const StnData *data)
{
    const double *x = data->value[STN_ROLE_POSITION], *u = data->value[STN_ROLE_EFFORT];
    double way[2] = {0.0, 0.0}, work[2] = {0.0, 0.0};
    for (int r = 0; r < data->nrun; r++)
        for (size_t i = data->run[r]; i + 1 < data->run[r + 1]; i++) {
            const double step = x[i + 1] - x[i];
            way[step < 0.0] += fabs(step);
            work[step < 0.0] += fabs(step) * 0.5 * (u[i] + u[i + 1]);
        }
    const double forward = work[0] / way[0], backward = work[1] / way[1];
    return (Friction){0.5 * (forward + backward), 0.5 * (forward - backward)};
}

/* Whether the position is as fast close to the end as on the way to it or from it.  row: the last or first one beside a
 * visit; along: -1 before, 1 behind it.  -1: the sensor does not tell. */
static int is_sudden(const End *e, size_t row, size_t first, size_t end, int along)
{
    const double *x = e->data->value[STN_ROLE_POSITION];
    size_t far = row;
    while ((along < 0 ? far > first : far + 1 < end) &&
           fabs(x[far] - e->place) < APPROACH * e->travel)
        far = along < 0 ? far - 1 : far + 1;
    const double rows = fabs((double)far - (double)row), way = fabs(x[far] - x[row]);
    if (way < 0.5 * APPROACH * e->travel)
        return -1;
    const double least = ceil(STEPS * e->step * rows / way);
    if (SLOWEST * least > rows)
        return -1;
    const size_t near = along < 0 ? row - (size_t)least : row + (size_t)least;
    return fabs(x[near] - x[row]) / least > AT_ONCE * way / rows;
}

/* Whether it came as one that slides by itself does, and rests because the effort falls: slow motion that friction ends
 * stops as suddenly as at a stop.  At a stop the effort stays, or comes from a mass that is stopped. */
static bool slides_out(const End *e, size_t from, size_t to)
{
    const double *u = e->data->value[STN_ROLE_EFFORT], level = e->friction.level;
    const size_t part = (to - from) / 4;
    double first = 0.0, next = 0.0;
    for (size_t i = 0; i < part; i++) {
        first += e->sense * (u[from + i] - e->friction.load) / (double)part;
        next += e->sense * (u[from + part + i] - e->friction.load) / (double)part;
    }
    const double falls = first - next; /* ... by a quarter of the time */
    const double came = first + 0.5 * falls;
    return part > 0 && came > SLIDES * level && falls > FALLS * level;
}

static void take_visit(End *e, size_t from, size_t to, size_t first, size_t end)
{
    const double *u = e->data->value[STN_ROLE_EFFORT], level = e->friction.level;
    if (to - from < SHORTEST)
        return;
    const int in = from > first ? is_sudden(e, from - 1, first, end, -1) : -1,
              out = to < end ? is_sudden(e, to, first, end, 1) : -1;
    e->visits += in >= 0;
    e->in += in > 0;
    e->out += in >= 0 && out > 0;
    if (to < end) {
        double most = 0.0;
        for (size_t i = to - LEAVES; i <= to; i++)
            most = fmax(most, -e->sense * (u[i] - e->friction.load));
        e->left += most, e->leaves++;
        e->slid += most > SLIDES * level && slides_out(e, from, to);
    }
    for (size_t i = from; i < to; i++) {
        const double effort = e->sense * (u[i] - e->friction.load);
        e->pressed += fabs(effort) > PRESSES * level;
        e->outward += effort > ACTS * level;
    }
}

/* range: of the efforts at the end; outward: their largest, both without extremes. */
static bool is_held(const End *e, double range, double outward)
{
    const double visits = MOST * e->visits, rows = (double)e->rows, level = e->friction.level;
    const double leaves = e->leaves > 0 ? e->left / e->leaves : INFINITY;
    if (e->visits == 0 || e->in < visits) /* it slows down: friction may hold it */
        return false;
    return range > HOLDS * level || outward > BEYOND * leaves || (double)e->pressed > MOST * rows ||
           (double)e->outward > NEARLY * rows ||
           (e->out >= visits && range > VARIES * level && e->slid < visits);
}

/* Visits of the end, and the range of efforts in them, in work. */
static bool take_end(End *e, double *work)
{
    const double *x = e->data->value[STN_ROLE_POSITION], *u = e->data->value[STN_ROLE_EFFORT];
    for (int r = 0; r < e->data->nrun; r++) {
        const size_t first = e->data->run[r], end = e->data->run[r + 1];
        for (size_t i = first, to; i < end; i = to) {
            for (to = i; to < end && x[to] == e->place; to++)
                work[e->rows++] = u[to];
            if (to > i)
                take_visit(e, i, to, first, end);
            to += to == i;
        }
    }
    stn_sort(work, e->rows);
    const double high = stn_quantile(work, e->rows, 0.9), low = stn_quantile(work, e->rows, 0.1);
    return is_held(e, high - low, e->sense * ((e->sense > 0.0 ? high : low) - e->friction.load));
}

StnStatus stn_find_end_of_travel(const StnData *data, double *share, StnError *error)
{
    const double *x = data->value[STN_ROLE_POSITION];
    double low = INFINITY, high = -INFINITY, step = NAN;
    size_t held = 0;
    *share = 0.0;
    for (size_t i = 0; i < data->rows; i++)
        low = fmin(low, x[i]), high = fmax(high, x[i]);
    const Friction friction = sliding_friction(data);
    if (!(friction.level > 0.0) || !(high > low) ||
        stn_data_find_resolution(data, STN_ROLE_POSITION, NAN, &step, NULL) != STN_OK)
        return STN_OK;
    double *work = malloc(data->rows * sizeof *work);
    if (!work)
        return stn_no_memory(error);
    for (int k = 0; k < 2; k++) {
        End e = {.data = data,
                 .friction = friction,
                 .place = k ? low : high,
                 .sense = k ? -1.0 : 1.0,
                 .travel = high - low,
                 .step = step};
        if (take_end(&e, work))
            held += e.rows;
    }
    free(work);
    const double all = (double)held / (double)data->rows;
    *share = all > AT_END ? all : 0.0;
    return STN_OK;
}
