/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The measures that papers name, one function and one row of the table each; docs/papers.md says what
 * they mean. */
#include "stiction/compare.h"

#include <math.h>
#include <string.h>

/* ---- A column ---- */

#define MEASURE(name, value)                                                    \
    static double name(const StnMeasuredRun *run, const StnMeasureArguments *a) \
    {                                                                           \
        (void)a;                                                                \
        return value;                                                           \
    }
MEASURE(end, stn_measure_end(run->record, a->column))
MEASURE(end_size, fabs(stn_measure_end(run->record, a->column)))
MEASURE(at, stn_measure_at(run->record, a->column, a->at))
MEASURE(least, stn_measure_min(run->record, a->column, a->window))
MEASURE(most, stn_measure_max(run->record, a->column, a->window))
MEASURE(largest, fmax(most(run, a), -least(run, a)))
MEASURE(swing, most(run, a) - least(run, a))
MEASURE(mean, stn_measure_mean(run->record, a->column, a->window))
MEASURE(sign_changes, stn_measure_sign_changes(run->record, a->column, a->window))
MEASURE(still, stn_measure_still(run->record, a->column, a->window))
MEASURE(content_above, stn_measure_content_above(run->record, a->column, a->frequency, a->window))
MEASURE(peak_above, stn_measure_peak_above(run->record, a->column, a->frequency, a->window))
MEASURE(held_share, end_size(run, a) / stn_system_friction(run->system, 0, "Fs", 0))

static double smallest(const StnMeasuredRun *run, const StnMeasureArguments *a)
{
    const double *y = stn_measure_column(run->record, a->column);
    double size = NAN;
    size_t i, last;
    stn_measure_rows(run->record, a->window, &i, &last);
    for (; y && i < last; i++)
        size = fmin(size, fabs(y[i]));
    return size;
}

static double removed(const StnMeasuredRun *run, const StnMeasureArguments *a)
{
    return 1.0 - fabs(stn_measure_at(run->record, a->column, a->window.to) /
                      stn_measure_at(run->record, a->column, a->window.from));
}

/* 1 when a cycle neither grows nor dies. */
static double persistence(const StnMeasuredRun *run, const StnMeasureArguments *a)
{
    const double middle = 0.5 * (a->window.from + a->window.to);
    const StnWindow early = {a->window.from, middle}, late = {middle, a->window.to};
    return (stn_measure_max(run->record, a->column, late) - a->level) /
           (stn_measure_max(run->record, a->column, early) - a->level);
}

/* ---- A column and a target ---- */

static double settled_at(const StnMeasuredRun *run, const char *column,
                         const StnMeasureArguments *a)
{
    return stn_measure_settled(run->record, column, stn_measure_end(run->record, a->target),
                               a->band, a->window);
}

MEASURE(settled, settled_at(run, a->column, a))

static double midway_sum(const StnMeasuredRun *run, const StnMeasureArguments *a)
{
    const double half = 0.5 * settled_at(run, a->path, a);
    return -stn_measure_at(run->record, a->column, half) - stn_measure_at(run->record, a->by, half);
}

static double way_back(const StnMeasuredRun *run, const StnMeasureArguments *a)
{
    const double stop = stn_measure_event(run->record, a->site, STN_EVENT_STICK, a->window.from, 0);
    const double start = stn_measure_at(run->record, a->column, stop);
    const StnWindow after = {stop, a->window.to};
    if (isnan(stop) || isnan(start)) /* it never stopped */
        return NAN;
    return fmax(0.0, stn_measure_end(run->record, a->target) > start
                         ? start - stn_measure_min(run->record, a->column, after)
                         : stn_measure_max(run->record, a->column, after) - start);
}

/* ---- Two columns ---- */

static double least_difference(const StnMeasuredRun *run, const StnMeasureArguments *a)
{
    const double *y = stn_measure_column(run->record, a->column),
                 *x = stn_measure_column(run->record, a->by);
    double difference = NAN;
    for (size_t i = 0; x && y && i < run->record->rows; i++)
        difference = fmin(difference, y[i] - x[i]);
    return difference;
}

static double crossing(const StnMeasuredRun *run, const StnMeasureArguments *a)
{
    const double *y = stn_measure_column(run->record, a->column),
                 *x = stn_measure_column(run->record, a->by);
    for (size_t i = 0; x && y && i < run->record->rows; i++)
        if (x[i] >= a->level)
            return y[i];
    return NAN;
}

static double loop_share(const StnMeasuredRun *run, const StnMeasureArguments *a)
{
    const double width = stn_measure_max(run->record, a->by, a->window) -
                         stn_measure_min(run->record, a->by, a->window);
    return stn_measure_loop_area(run->record, a->by, a->column, a->window) /
           (width * swing(run, a));
}

/* Work over way: what an inertia takes and gives is even over whole periods. */
static double mean_over_way(const StnMeasuredRun *run, const StnMeasureArguments *a)
{
    const double *y = stn_measure_column(run->record, a->column),
                 *x = stn_measure_column(run->record, a->by);
    double work = 0.0, way = 0.0;
    for (size_t i = 1; x && y && i < run->record->rows; i++) {
        work += 0.5 * (y[i] + y[i - 1]) * (x[i] - x[i - 1]);
        way += fabs(x[i] - x[i - 1]);
    }
    return work / way;
}

/* ---- Events ---- */

static double event(const StnMeasuredRun *run, const StnMeasureArguments *a)
{
    const int index = a->which > 1 ? a->which - 1 : 0;
    return stn_measure_event(run->record, a->site, (StnEventKind)a->event, a->after, index);
}

MEASURE(events, stn_measure_event_count(run->record, a->site, (StnEventKind)a->event, a->window))

static double standstill(const StnMeasuredRun *run, const StnMeasureArguments *a)
{
    StnMeasureArguments stop = *a;
    stop.event = STN_EVENT_STICK;
    const double from = event(run, &stop);
    return fmin(stn_measure_event(run->record, a->site, STN_EVENT_SLIP_FORWARD, from, 0),
                stn_measure_event(run->record, a->site, STN_EVENT_SLIP_BACKWARD, from, 0)) -
           from;
}

static double cycle(const StnMeasuredRun *run, const StnMeasureArguments *a)
{
    const StnEventKind kind = (StnEventKind)a->event;
    const int count = stn_measure_event_count(run->record, a->site, kind, a->window);
    const double first = stn_measure_event(run->record, a->site, kind, a->window.from, 0);
    const double last = stn_measure_event(run->record, a->site, kind, a->window.from, count - 1);
    return count > 1 ? (last - first) / (count - 1) : NAN;
}

static double mean_at_events(const StnMeasuredRun *run, const StnMeasureArguments *a)
{
    double sum = 0.0, way = 0.0, last_x = NAN, last_y = NAN;
    for (int i = 0;; i++) {
        const double t = stn_measure_event(run->record, a->site, (StnEventKind)a->event, 0.0, i);
        if (isnan(t))
            return way > 0.0 ? sum / way : NAN;
        const double x = stn_measure_at(run->record, a->by, t),
                     y = fabs(stn_measure_at(run->record, a->column, t));
        const double step = fabs(x - last_x);
        if (x < a->range.from || x > a->range.to)
            continue;
        if (!isnan(step)) {
            sum += 0.5 * (y + last_y) * step;
            way += step;
        }
        last_x = x;
        last_y = y;
    }
}

/* ---- Slips at the first friction site ---- */

static const char *first_site(const StnMeasuredRun *run)
{
    return stn_system_plant(run->system)->sites[0].name;
}

static int count_of(const StnMeasuredRun *run, StnEventKind kind)
{
    return stn_measure_event_count(run->record, first_site(run), kind, (StnWindow){0.0, 0.0});
}

static double time_of(const StnMeasuredRun *run, StnEventKind kind, int index)
{
    return stn_measure_event(run->record, first_site(run), kind, 0.0, index);
}

MEASURE(period, run->metrics.period)
MEASURE(height, run->metrics.height)
MEASURE(slips, count_of(run, STN_EVENT_SLIP_FORWARD) + count_of(run, STN_EVENT_SLIP_BACKWARD))
MEASURE(breakaway,
        fmin(time_of(run, STN_EVENT_SLIP_FORWARD, 0), time_of(run, STN_EVENT_SLIP_BACKWARD, 0)))
MEASURE(last_stop, time_of(run, STN_EVENT_STICK, count_of(run, STN_EVENT_STICK) - 1))

static double irregularity(const StnMeasuredRun *run, const StnMeasureArguments *a)
{
    const double median = period(run, a);
    double worst = NAN, last = NAN;
    for (size_t i = 0; i < run->record->nevent; i++) {
        const StnEvent *e = &run->record->event[i];
        if (!stn_measure_is_event(e, first_site(run), STN_EVENT_SLIP_FORWARD) &&
            !stn_measure_is_event(e, first_site(run), STN_EVENT_SLIP_BACKWARD))
            continue;
        worst = fmax(worst, fabs(e->t - last - median) / median);
        last = e->t;
    }
    return worst;
}

/* ---- The table ---- */

static const StnRunMeasure measures[] = {
    {"end", "column", "$column", "the last value of `column`", end},
    {"end_size", "column", "$column", "the size of its last value", end_size},
    {"at", "column at", "$column", "its value at the time `at`, between rows linearly", at},
    {"min", "column window?", "$column", "its least value in `window`", least},
    {"max", "column window?", "$column", "its largest value in `window`", most},
    {"largest", "column window?", "$column", "its largest size in `window`", largest},
    {"smallest", "column window?", "$column", "its smallest size in `window`", smallest},
    {"swing", "column window?", "$column", "its largest less its least value in `window`", swing},
    {"mean", "column window?", "$column", "its mean over time in `window`", mean},
    {"sign_changes", "column window?", "1/s", "how often a second it changes its sign in `window`",
     sign_changes},
    {"still", "column window?", "1", "the share of `window` in which it is exactly 0", still},
    {"content_above", "column frequency window", "$column",
     "RMS of what it contains from `frequency` up in `window`", content_above},
    {"peak_above", "column frequency window", "Hz",
     "frequency of its strongest component from `frequency` up", peak_above},
    {"removed", "column window", "1",
     "the share of its value at the start of `window` that is gone at the end", removed},
    {"held_share", "column", "1", "the size of its last value over Fs of the first site",
     held_share},
    {"persistence", "column level window", "1",
     "how far it exceeds `level` in the second half of `window`, over the first half", persistence},
    {"settled", "column target band window?", "s",
     "when it comes within `band` of the last value of `target`, to stay", settled},
    {"midway_sum", "column by path target band", "$column",
     "less `column`, less `by`, at half the time at which `path` settles", midway_sum},
    {"way_back", "column target site window", "$column",
     "how far it goes away from `target` after the first stop in `window`", way_back},
    {"least_difference", "column by", "$column", "the least value of `column` less `by`",
     least_difference},
    {"crossing", "column by level", "$column", "its value where `by` first reaches `level`",
     crossing},
    {"loop_share", "column by window", "1",
     "area of its loop over `by`, as a share of the rectangle around it", loop_share},
    {"mean_over_way", "column by", "$column", "its mean over the way of `by`: work over way",
     mean_over_way},
    {"event", "event site? after? which?", "s",
     "the time of an event, the `which`-th at or after `after`", event},
    {"events", "event site? window?", "1", "how many events there are in `window`", events},
    {"standstill", "site? after? which?", "s",
     "the time from the `which`-th stop at or after `after` to the next slip", standstill},
    {"cycle", "event site? window", "s", "the mean time between events in `window`", cycle},
    {"mean_at_events", "column by range event site?", "$column",
     "mean of its size at the events, over the way of `by` within `range`", mean_at_events},
    {"period", "", "s", "median time from slip to slip at the first site", period},
    {"height", "", "$x", "median way of a slip at the first site", height},
    {"slips", "", "1", "how many slips there are at the first site", slips},
    {"irregularity", "", "1", "largest departure of a period from the median, as a share of it",
     irregularity},
    {"breakaway", "", "s", "when the first slip begins", breakaway},
    {"last_stop", "", "s", "when the last slip ends", last_stop},
};

int stn_run_measure_count(void) { return (int)(sizeof measures / sizeof measures[0]); }

const StnRunMeasure *stn_run_measure_at(int index) { return &measures[index]; }

const StnRunMeasure *stn_run_measure(const char *name)
{
    for (int i = 0; i < stn_run_measure_count(); i++)
        if (strcmp(measures[i].name, name) == 0)
            return &measures[i];
    return NULL;
}
