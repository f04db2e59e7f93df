/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Slips of a limit cycle, as far as a sensor with steps shows them: what moves the body meanwhile is the sliding level. */
#include "identify/cycles_hunt.h"

#include <math.h>

#define SLOWER 4.0 /* a step that takes so many times longer than any before in a slip ends it */
#define ALIKE 0.2  /* slips whose breakaway effort is off by more are not of the cycle */

/* Rows at which the position has moved on by `step` since the last one of them. */
static size_t next_step(const StnHunt *h, size_t from, double anchor, double step)
{
    size_t i = from + 1;
    while (i < h->rows && fabs(h->x[i] - anchor) < (1.0 - 1e-6) * step)
        i++;
    return i;
}

/* The largest effort in the sense of a slip shortly before it shows. */
static double effort_before(const StnHunt *h, size_t first, double sense, double pause)
{
    double most = -INFINITY;
    for (size_t i = first; i > 0 && h->t[first] - h->t[i - 1] <= pause; i--)
        most = fmax(most, sense * h->u[i - 1]);
    return isfinite(most) ? most : sense * h->u[first > 0 ? first - 1 : 0];
}

enum { FIRST_STEP, LAST_BUT_ONE, LAST_STEP, ROWS };

/* Work of the effort on the way from one row to another, per unit of way: over its steps, in each of which the speed is
 * about the same.  From rest to rest it is the work of friction, whatever the mass. */
static double work_of(const StnHunt *h, const StnSlip *slip, size_t first, size_t last, double step)
{
    const double *u = h->data->value[STN_ROLE_EFFORT], sense = slip->side ? -1.0 : 1.0;
    double work = 0.0;
    for (size_t i = first, next; i < last; i = next) {
        double sum = 0.0;
        next = next_step(h, i, h->x[i], step);
        next = next < last ? next : last;
        for (size_t k = i; k < next; k++)
            sum += sense * u[k];
        work += sum / (double)(next - i) * fabs(h->x[next] - h->x[i]);
    }
    return work;
}

/* The part of a slip behind its last visible step: how far it is, and the effort over it.  Braked steadily, the step s took
 * the time t1 and what is left, r, takes t1/(sqrt(1 + s/r) - 1). */
typedef struct End {
    double way, effort;
} End;

static End end_of(const StnHunt *h, size_t before, size_t last, double sense, double pause)
{
    const double *u = h->data->value[STN_ROLE_EFFORT], *t = h->t;
    double most = sense * h->x[last], sum = 0.0, weights = 0.0;
    for (size_t i = last; i < h->rows && t[i] - t[last] <= pause; i++)
        most = fmax(most, sense * h->x[i]);
    const double way = most - sense * h->x[last] + 0.5 * h->result->dx,
                 step = fabs(h->x[last] - h->x[before]),
                 time = (t[last] - t[before]) / (sqrt(1.0 + step / way) - 1.0);
    for (size_t i = last; i < h->rows && (i == last || t[i] - t[last] < time); i++) {
        const double weight = fmax(1.0 - (t[i] - t[last]) / time, 0.0); /* as its speed */
        sum += weight * sense * u[i], weights += weight;
    }
    return (End){way, weights > 0.0 ? sum / weights : sense * u[last]};
}

/* Momentum that the mass has more at the end than at the beginning came from the effort too. */
static double level_by_mass(const StnHunt *h, const StnSlip *slip, size_t first, size_t last,
                            double v1, double v2)
{
    const double *u = h->data->value[STN_ROLE_EFFORT], sense = slip->side ? -1.0 : 1.0;
    double sum = 0.0;
    for (size_t i = first; i < last; i++)
        sum += sense * u[i] * (h->t[i + 1] - h->t[i]); /* held between samples */
    return (sum - h->def->m * (v2 - v1)) / slip->duration;
}

/* How far it has gone when its first step shows. */
static double begin_of(const StnHunt *h, size_t first, double sense, double pause)
{
    double least = sense * h->x[first];
    for (size_t i = first; i > 0 && h->t[first] - h->t[i - 1] <= pause; i--)
        least = fmin(least, sense * h->x[i - 1]);
    return sense * h->x[first] - least - 0.5 * h->result->dx;
}

/* From rest to rest: the sensor does not show half of a step at either end. */
static double level_by_work(const StnHunt *h, const StnSlip *slip, const size_t *row, double step,
                            double pause)
{
    const double sense = slip->side ? -1.0 : 1.0,
                 begin = begin_of(h, row[FIRST_STEP], sense, pause);
    const End end = end_of(h, row[LAST_BUT_ONE], row[LAST_STEP], sense, pause);
    const size_t first = row[FIRST_STEP];
    const double before = 0.5 * (slip->before + sense * h->data->value[STN_ROLE_EFFORT][first - 1]);
    return (work_of(h, slip, first, row[LAST_STEP], step) + begin * before + end.way * end.effort) /
           (fabs(slip->way) + begin + end.way);
}

static void judge_slip(const StnHunt *h, StnSlip *slip)
{
    const double own = h->result->top[slip->side].mean;
    if (slip->steps < STN_SLIP_STEPS)
        slip->left_out = "too short for the sensor";
    else if (!(fabs(slip->before - own) <= ALIKE * fabs(own)))
        slip->left_out = "breaks away at another level";
    else if (!(slip->level > 0.0))
        slip->left_out = "driven by its own inertia";
}

void stn_hunt_slips(StnHunt *h, double step, double pause)
{
    StnHunting *r = h->result;
    size_t i = next_step(h, 0, h->x[0], step);
    while (i < h->rows && r->nslip < STN_SLIPS_MAX) {
        const double sense = h->x[i] > h->x[i - 1] ? 1.0 : -1.0;
        StnSlip slip = {.t = h->t[i], .side = sense < 0.0, .steps = 1, .late = INFINITY};
        slip.before = effort_before(h, i, sense, pause);
        const size_t first = i;
        size_t last = i, before = i, next = next_step(h, i, h->x[i], step);
        double v1 = NAN, v2 = NAN, longest = INFINITY;
        while (next < h->rows && sense * (h->x[next] - h->x[last]) > 0.0 &&
               h->t[next] - h->t[last] <= fmin(pause, SLOWER * longest)) {
            const double time = h->t[next] - h->t[last];
            v2 = sense * (h->x[next] - h->x[last]) / time;
            v1 = isnan(v1) ? v2 : v1;
            longest = isinf(longest) ? time : fmax(longest, time);
            before = last, last = next;
            slip.steps++;
            if (slip.steps <= STN_SLIP_STEPS)
                slip.late = fmin(slip.late, (h->t[last] - h->t[first]) / (cbrt(slip.steps) - 1.0));
            next = next_step(h, last, h->x[last], step);
        }
        if (slip.steps > 1) {
            slip.duration = h->t[last] - h->t[first];
            slip.way = h->x[last] - h->x[first];
            const size_t row[ROWS] = {first, before, last};
            slip.level = isnan(h->def->m) ? level_by_work(h, &slip, row, step, pause)
                                          : level_by_mass(h, &slip, first, last, v1, v2);
            judge_slip(h, &slip);
            if (next == h->rows && h->t[next - 1] - h->t[last] <= fmin(pause, SLOWER * longest))
                slip.left_out = "not over at the end of the record";
            r->slip[r->nslip++] = slip;
        }
        i = next;
    }
}

double stn_hunt_rest(const StnHunt *h, double step, double pause)
{
    double still = 0.0;
    size_t k = h->begin;
    for (size_t i = h->begin + 1; i < h->rows; i++) {
        while (h->t[i] - h->t[k] > pause)
            k++;
        still += fabs(h->x[i] - h->x[k]) < (1.0 - 1e-6) * step ? h->t[i] - h->t[i - 1] : 0.0;
    }
    return still / (h->t[h->rows - 1] - h->t[h->begin]);
}

/* It starts before it shows.  As an effort that rises steadily accelerates it, with the cube of time, the first of N steps
 * takes 1/(cbrt(N) - 1) times as long as the N - 1 that follow, and less where it starts with a jump; meanwhile the
 * effort rises on, at first as fast as before. */
double stn_hunt_excess(const StnHunt *h)
{
    const StnHunting *r = h->result;
    const double *u = h->u, pause = STN_SLIP_PAUSE * r->period.mean;
    double sum = 0.0;
    size_t i = 0;
    for (int k = 0; k < r->nslip; k++) {
        const StnSlip *s = &r->slip[k];
        while (i + 1 < h->rows && h->t[i + 1] < s->t - s->late)
            i++;
        size_t before = i;
        while (before > 0 && h->t[i] - h->t[before] < 0.5 * pause)
            before--;
        if (s->left_out || before == i)
            continue;
        const double rate = fabs(u[i] - u[before]) / (h->t[i] - h->t[before]);
        sum += rate * s->late / r->used;
    }
    return sum;
}
