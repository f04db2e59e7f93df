/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "compare/comparison.h"
#include "compare/sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double slip_above = 0.02, stick_below = 0.01; /* of the largest |v| */
enum { STICK_ROWS = 3 };

/* The motion of one site. */
typedef struct Motion {
    const double *t, *x, *v; /* x, v NULL: not recorded */
    size_t rows;
    double begin, end;
} Motion;

typedef struct Slip {
    double begin, end; /* end NaN: still slipping */
} Slip;

typedef struct Slips {
    Slip *slip;
    size_t count, capacity;
    bool memory_out;
} Slips;

static Motion motion_of(const StnPlant *plant, int site, const StnRecord *record)
{
    const int x = stn_record_column(record, plant->states[plant->sites[site].x].name);
    const int v = stn_record_column(record, stn_site_velocity(plant, site)->name);
    if (record->rows == 0) /* it ended before its record began */
        return (Motion){.begin = NAN, .end = NAN};
    Motion motion = {.t = record->data[0], .rows = record->rows};
    motion.x = x < 0 ? NULL : record->data[x];
    motion.v = v < 0 ? NULL : record->data[v];
    motion.begin = motion.rows ? motion.t[0] : NAN;
    motion.end = motion.rows ? motion.t[motion.rows - 1] : NAN;
    return motion;
}

static double position_at(const Motion *motion, double time)
{
    return stn_value_at(motion->t, motion->x, motion->rows, time);
}

/* ---- Slips ---- */

static void slip_begins(Slips *slips, double t)
{
    if (slips->count == slips->capacity) {
        const size_t capacity = slips->capacity ? 2 * slips->capacity : 64;
        Slip *more = realloc(slips->slip, capacity * sizeof *more);
        if (!more) {
            slips->memory_out = true;
            return;
        }
        slips->slip = more;
        slips->capacity = capacity;
    }
    slips->slip[slips->count++] = (Slip){t, NAN};
}

static bool is_slipping(const Slips *slips)
{
    return slips->count > 0 && isnan(slips->slip[slips->count - 1].end);
}

static void slip_ends(Slips *slips, double t)
{
    if (is_slipping(slips))
        slips->slip[slips->count - 1].end = t;
}

static bool is_slip(StnEventKind kind)
{
    return kind == STN_EVENT_SLIP_FORWARD || kind == STN_EVENT_SLIP_BACKWARD;
}

static void slips_from_events(Slips *slips, const StnRecord *record, const char *site)
{
    for (size_t i = 0; i < record->nevent; i++) {
        const StnEvent *event = &record->event[i];
        if (!event->site || strcmp(event->site, site) != 0)
            continue;
        if (is_slip(event->kind) && !is_slipping(slips))
            slip_begins(slips, event->t);
        else if (event->kind == STN_EVENT_STICK)
            slip_ends(slips, event->t);
    }
}

/* When |v| passes `level` between the rows i - 1 and i. */
static double crossing(const Motion *motion, size_t i, double level)
{
    const double a = fabs(motion->v[i - 1]), b = fabs(motion->v[i]);
    const double part = a == b ? 1.0 : (level - a) / (b - a);
    return motion->t[i - 1] + part * (motion->t[i] - motion->t[i - 1]);
}

static double largest_speed(const Motion *motion)
{
    double largest = 0.0;
    for (size_t i = 0; i < motion->rows; i++)
        largest = fmax(largest, fabs(motion->v[i]));
    return largest;
}

static void slips_from_speed(Slips *slips, const Motion *motion)
{
    const double peak = largest_speed(motion), above = slip_above * peak,
                 below = stick_below * peak;
    size_t slow = 0; /* rows in a row below the lower level */
    double slow_since = 0.0;
    if (!(peak > 0.0))
        return;
    if (fabs(motion->v[0]) > above)
        slip_begins(slips, motion->begin);
    for (size_t i = 1; i < motion->rows; i++) {
        const double speed = fabs(motion->v[i]);
        if (!is_slipping(slips) && speed > above)
            slip_begins(slips, crossing(motion, i, above));
        if (speed < below && slow++ == 0)
            slow_since = crossing(motion, i, below);
        if (speed >= below)
            slow = 0;
        if (slow == STICK_ROWS)
            slip_ends(slips, slow_since);
    }
}

/* Sorts the values. */
static double median(double *values, size_t count)
{
    if (count == 0)
        return NAN;
    stn_sort(values, count);
    return 0.5 * (values[(count - 1) / 2] + values[count / 2]);
}

static void measure_slips(StnMetrics *metrics, const Slips *slips, const Motion *motion)
{
    double *values = slips->count ? malloc(slips->count * sizeof *values) : NULL;
    size_t count = 0;
    metrics->memory_out = slips->memory_out || (slips->count > 0 && !values);
    if (!values)
        return;
    metrics->breakaway = slips->slip[0].begin - motion->begin;
    for (size_t i = 0; i + 1 < slips->count; i++)
        values[count++] = slips->slip[i + 1].begin - slips->slip[i].begin;
    metrics->period = median(values, count);
    count = 0;
    for (size_t i = 0; i < slips->count && motion->x; i++)
        if (!isnan(slips->slip[i].end))
            values[count++] = fabs(position_at(motion, slips->slip[i].end) -
                                   position_at(motion, slips->slip[i].begin));
    metrics->height = median(values, count);
    free(values);
}

/* ---- Rows and events ---- */

static double standstill_share(const Motion *motion)
{
    double still = 0.0;
    for (size_t i = 1; i < motion->rows; i++)
        if (motion->v[i] == 0.0 && motion->v[i - 1] == 0.0)
            still += motion->t[i] - motion->t[i - 1];
    return motion->end > motion->begin ? still / (motion->end - motion->begin) : NAN;
}

/* Since when the velocity is exactly 0, NaN when it is not. */
static double stands_since(const StnRecord *record, const Motion *motion, const char *site)
{
    size_t first = motion->rows;
    while (first > 0 && motion->v[first - 1] == 0.0)
        first--;
    if (first == motion->rows)
        return NAN;
    for (size_t i = record->nevent; i > 0; i--) {
        const StnEvent *event = &record->event[i - 1];
        if (event->site && strcmp(event->site, site) == 0 && event->kind == STN_EVENT_STICK)
            return event->t;
        if (event->site && strcmp(event->site, site) == 0 && is_slip(event->kind))
            break;
    }
    return motion->t[first];
}

static double mean_velocity(const Motion *motion)
{
    const double span = 0.1 * (motion->end - motion->begin);
    return span > 0.0
               ? (motion->x[motion->rows - 1] - position_at(motion, motion->end - span)) / span
               : NAN;
}

/* A slip against the direction of the one before counts; so does every reversal. */
static double reversals_per_second(const StnRecord *record, const Motion *motion, const char *site)
{
    double count = 0.0;
    int direction = 0;
    for (size_t i = 0; i < record->nevent; i++) {
        const StnEvent *event = &record->event[i];
        if (!event->site || strcmp(event->site, site) != 0)
            continue;
        if (event->kind == STN_EVENT_REVERSAL) {
            count += 1.0;
            direction = event->detail && strcmp(event->detail, "backward") == 0 ? -1 : 1;
        } else if (is_slip(event->kind)) {
            const int now = event->kind == STN_EVENT_SLIP_FORWARD ? 1 : -1;
            count += direction == -now;
            direction = now;
        }
    }
    return motion->end > motion->begin ? count / (motion->end - motion->begin) : NAN;
}

StnMetrics stn_metrics_of(const StnSystem *system, int site, const StnRecord *record,
                          double command)
{
    const StnPlant *plant = stn_system_plant(system);
    const char *name = plant->sites[site].name;
    const Motion motion = motion_of(plant, site, record);
    StnMetrics metrics = {.final_error = NAN,
                          .since = NAN,
                          .standstill = NAN,
                          .creep = NAN,
                          .breakaway = NAN,
                          .period = NAN,
                          .height = NAN,
                          .reversals = NAN};
    Slips slips = {.count = 0};
    if (motion.rows == 0)
        return metrics;
    if (motion.x) {
        metrics.final_error = fabs(command - motion.x[motion.rows - 1]);
        metrics.creep = mean_velocity(&motion);
    }
    if (motion.v) {
        metrics.stands = motion.v[motion.rows - 1] == 0.0;
        metrics.since = stands_since(record, &motion, name);
        metrics.standstill = standstill_share(&motion);
    }
    if (stn_system_law(system, site)->flags & STN_LAW_SET_VALUED)
        slips_from_events(&slips, record, name);
    else if (motion.v)
        slips_from_speed(&slips, &motion);
    measure_slips(&metrics, &slips, &motion);
    metrics.slips = (int)slips.count;
    metrics.reversals = reversals_per_second(record, &motion, name);
    free(slips.slip);
    return metrics;
}
