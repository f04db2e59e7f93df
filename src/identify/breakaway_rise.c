/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Whether the effort rises slowly to the breakaways.  Where a motion is commanded from place to place the loop raises the
 * effort within a small part of the motion, and on while the body starts: what is read there is no level, but part of
 * the force that accelerates. */
#include "identify/breakaway_rise.h"
#include "identify/breakaway_delay.h"
#include "compare/sort.h"
#include "identify/failure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CREEP 0.1   /* of the way of a motion: so far bristles may yield before it */
#define ARRIVED 0.9 /* ...: the rest of it may be a slow settling */
#define SUDDEN \
    0.1 /* of the time of the motion: an effort that does half of its rise in less was not raised slowly */
#define LET_GO 2.5 /* sampling steps: an effort that rises for no longer fell before */
#define SLOW 0.25  /* s: no effort that takes so long for it jumps, however long it moves on */

size_t stn_rise_half(const double *u, size_t begin, size_t last, double sense)
{
    double mean = 0.0;
    for (size_t i = begin; i <= last; i++)
        mean += sense * u[i] / (double)(last - begin + 1);
    const double half = 0.5 * (mean + sense * u[last]);
    size_t at = last;
    while (at > begin && sense * u[at] >= half)
        at--;
    return at;
}

/* Samples of one point: the run and the next point bound them. */
typedef struct Stretch {
    size_t from, at, to;
    double sense;
} Stretch;

/* Times of half the rise and of the motion behind it; false: no way. */
static bool times_of(const StnData *data, const Stretch *s, double far, double *half,
                     double *motion)
{
    const double *t = data->value[STN_ROLE_TIME], *x = data->value[STN_ROLE_POSITION];
    double way = 0.0;
    for (size_t i = s->at; i < s->to; i++)
        way = fmax(way, s->sense * (x[i] - x[s->at]));
    size_t begin = s->at, arrived = s->at;
    while (arrived + 1 < s->to && s->sense * (x[arrived] - x[s->at]) < ARRIVED * way)
        arrived++;
    while (begin > s->from && fabs(x[begin - 1] - x[s->at]) < fmax(far, CREEP * way))
        begin--;
    *half = t[s->at] - t[stn_rise_half(data->value[STN_ROLE_EFFORT], begin, s->at, s->sense)];
    *motion = t[arrived] - t[s->at];
    return way > 0.0;
}

static double median(double *x, int count)
{
    stn_sort(x, (size_t)count);
    return stn_quantile(x, (size_t)count, 0.5);
}

/* The same for all points, in half[] and motion[]. */
static int times_of_points(const StnData *data, const StnBreakaway *r, double far, double *half,
                           double *motion)
{
    int count = 0, run = 0;
    for (int i = 0; i < r->npoint; i++) {
        const StnBreakawayPoint *p = &r->point[i];
        while (p->row >= data->run[run + 1])
            run++;
        const size_t end = data->run[run + 1], next = i + 1 < r->npoint ? p[1].row : end;
        const Stretch s = {data->run[run], p->row, next < end ? next : end, p->side ? -1.0 : 1.0};
        count += times_of(data, &s, far, &half[count], &motion[count]);
    }
    return count;
}

StnStatus stn_breakaway_refuse_commanded(const StnData *data, const StnBreakaway *r, double far,
                                         double late, StnError *error)
{
    double *half = malloc(2 * (size_t)r->npoint * sizeof *half);
    if (!half)
        return stn_no_memory(error);
    double *motion = half + r->npoint;
    const int count = times_of_points(data, r, far, half, motion);
    const double rise = count > 0 ? median(half, count) : 0.0;
    const double moves = count > 0 ? median(motion, count) : 0.0;
    free(half);
    if (!(rise < SLOW && rise < SUDDEN * moves))
        return STN_OK;
    char words[400] = "";
    if (late != 0.0)
        stn_breakaway_delay_words(late, data, words, sizeof words);
    if (*words)
        return stn_error(error, STN_BAD_INPUT,
                         "%s  As it is, the efforts are not those at which it breaks away", words);
    return stn_error(error, STN_BAD_INPUT,
                     "the effort is not raised slowly until the body breaks away: it does the last "
                     "half of its rise in %.2g s, and the body then moves for %.2g s: this is a "
                     "motion that is commanded, as from point to point, and its efforts are no "
                     "levels; \"identify inverse\", \"curve\" or \"power\" are for such motion%s",
                     rise, moves,
                     rise > LET_GO * data->Ts ? STN_OR_LATE
                                              : ".  Or the effort was let go before the motion "
                                                "shows: the position is recorded late (--delay)");
}

StnStatus stn_effort_step(const StnData *data, double *step, StnError *error)
{
    double *u = malloc(data->rows * sizeof *u);
    if (!u)
        return stn_no_memory(error);
    memcpy(u, data->value[STN_ROLE_EFFORT], data->rows * sizeof *u);
    stn_sort(u, data->rows);
    const double rounding = 1e-12 * fmax(fabs(u[0]), fabs(u[data->rows - 1]));
    size_t count = 0;
    double last = u[0];
    for (size_t i = 1; i < data->rows; i++)
        if (u[i] - last > rounding) {
            const double next = u[i];
            u[count++] = next - last;
            last = next;
        }
    stn_sort(u, count);
    *step = count > 0 ? stn_quantile(u, count, 0.5) : 0.0;
    free(u);
    return STN_OK;
}
