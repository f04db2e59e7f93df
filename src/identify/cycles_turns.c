/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Whether the effort turns where the body breaks away.  A loop that hunts, and a spring that is pulled, wind the effort
 * up while the body rests, until it slips.  Where a motion is commanded from point to point the effort stands while the
 * body rests, jumps with the command, and is largest while the body is accelerated. */
#include "compare/sort.h"
#include "identify/cycles_hunt.h"

#include <math.h>

enum { PARTS = 10, FIRST = 2, LEAST_ROWS = 10 };

#define CREEP 0.1 /* of the way of a cycle: so far bristles may yield while the effort winds up */

#define MEAN_SIZE \
    0.51 /* deviation of white noise over the mean size of its second differences, sqrt(pi/12) */
#define UPON 3.0 /* deviations: the largest of noisy numbers is so much above the others */

/* Where the body is before the effort turns: rows begin ... end at one place, left at `left`. */
typedef struct Rest {
    size_t begin, end, left; /* left: all rows where it is not left in the record */
} Rest;

/* The last rest before or around row `at`, of places within `step`: there it stood for a pause. */
static Rest rest_at(const StnHunt *h, size_t at, double step, double pause)
{
    size_t i = at, k = at;
    for (;; i--) {
        while (k > h->begin && h->t[i] - h->t[k] < pause)
            k--;
        if (i == h->begin || fabs(h->x[i] - h->x[k]) < step)
            break;
    }
    Rest rest = {i, i, i};
    while (rest.left < h->rows && fabs(h->x[rest.left] - h->x[i]) < step)
        rest.left++;
    while (rest.begin > h->begin && fabs(h->x[rest.begin - 1] - h->x[i]) < step)
        rest.begin--;
    rest.end = rest.left - 1;
    return rest;
}

/* Of the effort, from row to row, by its second differences: what bends but in one place is hardly in it. */
static double noise_in(const StnHunt *h, Rest rest)
{
    const double *u = h->data->value[STN_ROLE_EFFORT];
    double sum = 0.0;
    for (size_t i = rest.begin + 1; i < rest.end; i++)
        sum += fabs(u[i - 1] - 2.0 * u[i] + u[i + 1]);
    return sum / (double)(rest.end - rest.begin - 1) * MEAN_SIZE;
}

/* The largest share of the rise of the effort in a rest that comes from one tenth of it to the next, of their means: a
 * tenth where it winds up steadily, a fifth where it does so with the square of time, nearly all where it jumps.  At
 * first a motion still dies out.  A jump may come with the last row, half a tenth behind the last mean, which is the
 * largest of noisy numbers.  least: what counts as a rise. */
static double largest_share(const StnHunt *h, Rest rest, double sense, double least)
{
    const double begin = h->t[rest.begin], length = h->t[rest.end] - begin;
    double most = 0.0, low = INFINITY, before = NAN, sum = 0.0;
    int part = 0, count = 0;
    if (rest.end < rest.begin + LEAST_ROWS)
        return NAN;
    for (size_t i = rest.begin; i <= rest.end; i++) {
        const int now = (int)(PARTS * (h->t[i] - begin) / length);
        if (now != part && count > 0) {
            const double mean = sense * sum / count;
            if (part > FIRST)
                most = fmax(most, mean - before);
            low = fmin(low, mean);
            before = mean, part = now;
            sum = 0.0, count = 0;
        }
        sum += h->u[i], count++;
    }
    const double last = sense * h->u[rest.end];
    most = fmax(most, 2.0 * (last - before - UPON * noise_in(h, rest)));
    return most / fmax(last - low, least);
}

/* By how much the effort rises on behind a rest: above its largest in the last tenth, which noise lifts as well. */
static double rise_behind(const StnHunt *h, Rest rest, size_t at, double sense)
{
    double most = -INFINITY;
    for (size_t i = rest.end - (rest.end - rest.begin) / PARTS; i <= rest.end; i++)
        most = fmax(most, sense * h->u[i]);
    return at > rest.end ? fmax(sense * h->u[at] - most, 0.0) : 0.0;
}

static double median(double *x, int count)
{
    stn_sort(x, (size_t)count);
    return count > 0 ? stn_quantile(x, (size_t)count, 0.5) : NAN;
}

StnHuntTurns stn_hunt_turns(const StnHunt *h, int side, double step, double pause, double *work)
{
    const double sense = side ? -1.0 : 1.0, near = (1.0 - 1e-6) * step,
                 creep = fmax(near, CREEP * h->result->position.mean);
    double *jump = work, *late = work + h->count;
    int njump = 0;
    StnHuntTurns turns = {.seen = 0};
    for (int i = 0; i < h->count; i++) {
        const size_t at = side ? h->cycle[i].bottom_at : h->cycle[i].top_at;
        const Rest rest = rest_at(h, at, near, pause);
        if (rest.left == h->rows)
            continue;
        turns.seen++;
        if (sense * (h->x[rest.left] - h->x[rest.end]) < 0.0)
            continue;
        late[turns.breakaways++] = rise_behind(h, rest, at, sense);
        Rest whole = rest_at(h, at, creep, pause);
        whole.end = whole.end < at ? whole.end : at; /* behind it the effort falls */
        jump[njump] = largest_share(h, whole, sense, h->result->effort.mean);
        njump += !isnan(jump[njump]);
    }
    turns.late = median(late, turns.breakaways);
    turns.jump = median(jump, njump);
    return turns;
}

/* How often the wanted position turns, by half of its range and more. */
int stn_hunt_reference_turns(const StnHunt *h)
{
    const double *wanted = h->data->value[STN_ROLE_COMMAND];
    double low = INFINITY, high = -INFINITY;
    int turns = -1, side = 0; /* the first way is no turn */
    for (size_t i = h->begin; wanted && i < h->rows; i++)
        low = fmin(low, wanted[i]), high = fmax(high, wanted[i]);
    if (!(high - low > CREEP * h->result->position.mean))
        return 0;
    const double reach = 0.5 * (high - low);
    low = high = wanted[h->begin];
    for (size_t i = h->begin; i < h->rows; i++) {
        low = fmin(low, wanted[i]), high = fmax(high, wanted[i]);
        const int now = wanted[i] - low >= reach ? 1 : high - wanted[i] >= reach ? -1 : side;
        if (now != side) {
            turns++;
            low = high = wanted[i];
        }
        side = now;
    }
    return turns > 0 ? turns : 0;
}
