/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "compare/comparison.h"
#include "kernel/pi.h"

#include <math.h>
#include <string.h>

const double *stn_measure_column(const StnRecord *record, const char *name)
{
    const int c = stn_record_column(record, name);
    return c < 0 || record->rows == 0 ? NULL : record->data[c];
}

static const double *times_of(const StnRecord *record)
{
    return record->rows > 0 ? record->data[0] : NULL;
}

void stn_measure_rows(const StnRecord *record, StnWindow window, size_t *first, size_t *end)
{
    const double *t = times_of(record);
    const bool whole = window.from == 0.0 && window.to == 0.0;
    *first = 0;
    *end = record->rows;
    if (whole || !t)
        return;
    while (*first < *end && t[*first] < window.from)
        ++*first;
    while (*end > *first && t[*end - 1] > window.to)
        --*end;
}

double stn_measure_end(const StnRecord *record, const char *column)
{
    const double *y = stn_measure_column(record, column);
    return y ? y[record->rows - 1] : NAN;
}

double stn_value_at(const double *t, const double *y, size_t rows, double time)
{
    size_t low = 0, high = rows - 1;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (t[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    const double width = t[high] - t[low];
    return width > 0.0 ? y[low] + (time - t[low]) / width * (y[high] - y[low]) : y[low];
}

double stn_measure_at(const StnRecord *record, const char *column, double t)
{
    const double *y = stn_measure_column(record, column), *time = times_of(record);
    if (!y || t < time[0] || t > time[record->rows - 1])
        return NAN;
    return stn_value_at(time, y, record->rows, t);
}

double stn_measure_min(const StnRecord *record, const char *column, StnWindow window)
{
    const double *y = stn_measure_column(record, column);
    double least = NAN;
    size_t i, end;
    stn_measure_rows(record, window, &i, &end);
    for (; y && i < end; i++)
        least = y[i] >= least ? least : y[i];
    return least;
}

double stn_measure_max(const StnRecord *record, const char *column, StnWindow window)
{
    const double *y = stn_measure_column(record, column);
    double most = NAN;
    size_t i, end;
    stn_measure_rows(record, window, &i, &end);
    for (; y && i < end; i++)
        most = y[i] <= most ? most : y[i];
    return most;
}

double stn_measure_mean(const StnRecord *record, const char *column, StnWindow window)
{
    const double *y = stn_measure_column(record, column), *t = times_of(record);
    double sum = 0.0;
    size_t first, end;
    stn_measure_rows(record, window, &first, &end);
    if (!y || end < first + 2)
        return NAN;
    for (size_t i = first + 1; i < end; i++)
        sum += 0.5 * (y[i] + y[i - 1]) * (t[i] - t[i - 1]);
    return sum / (t[end - 1] - t[first]);
}

/* From the end backwards to the last row outside the band; then linearly to its edge. */
double stn_measure_settled(const StnRecord *record, const char *column, double target, double band,
                           StnWindow window)
{
    const double *y = stn_measure_column(record, column), *t = times_of(record);
    size_t first, end;
    stn_measure_rows(record, window, &first, &end);
    if (!y || end == first || fabs(y[end - 1] - target) > band)
        return NAN;
    size_t i = end - 1;
    while (i > first && fabs(y[i - 1] - target) <= band)
        i--;
    if (i == first)
        return t[first];
    const double edge = target + copysign(band, y[i - 1] - target);
    return t[i - 1] + (edge - y[i - 1]) / (y[i] - y[i - 1]) * (t[i] - t[i - 1]);
}

/* still/(still + moving): exactly 0 and exactly 1 where it is. */
double stn_measure_still(const StnRecord *record, const char *column, StnWindow window)
{
    const double *y = stn_measure_column(record, column), *t = times_of(record);
    double still = 0.0, moving = 0.0;
    size_t first, end;
    stn_measure_rows(record, window, &first, &end);
    if (!y || end < first + 2)
        return NAN;
    for (size_t i = first + 1; i < end; i++)
        if (y[i] == 0.0 && y[i - 1] == 0.0)
            still += t[i] - t[i - 1];
        else
            moving += t[i] - t[i - 1];
    return still / (still + moving);
}

double stn_measure_sign_changes(const StnRecord *record, const char *column, StnWindow window)
{
    const double *y = stn_measure_column(record, column), *t = times_of(record);
    double count = 0.0, last = 0.0;
    size_t first, end;
    stn_measure_rows(record, window, &first, &end);
    if (!y || end < first + 2)
        return NAN;
    for (size_t i = first; i < end; i++) {
        count += y[i] * last < 0.0;
        last = y[i] != 0.0 ? y[i] : last;
    }
    return count / (t[end - 1] - t[first]);
}

double stn_measure_loop_area(const StnRecord *record, const char *x, const char *y,
                             StnWindow window)
{
    const double *a = stn_measure_column(record, x), *b = stn_measure_column(record, y);
    double twice = 0.0;
    size_t first, end;
    stn_measure_rows(record, window, &first, &end);
    if (!a || !b || end < first + 3)
        return NAN;
    for (size_t i = first, last = end - 1; i < end; last = i++)
        twice += a[last] * b[i] - a[i] * b[last];
    return fabs(0.5 * twice);
}

/* ---- Content by frequency ---- */

/* A window of a column, sampled at `step`. */
typedef struct Samples {
    const double *y;
    size_t count;
    double step, mean;
} Samples;

static bool samples_of(const StnRecord *record, const char *column, StnWindow window, Samples *out)
{
    const double *y = stn_measure_column(record, column), *t = times_of(record);
    size_t first, end;
    stn_measure_rows(record, window, &first, &end);
    if (!y || end < first + 8)
        return false;
    *out = (Samples){.y = y + first, .count = end - first - 1}; /* the last row opens a period */
    out->step = (t[end - 1] - t[first]) / (double)out->count;
    for (size_t i = 0; i < out->count; i++)
        out->mean += out->y[i] / (double)out->count;
    return true;
}

/* Squared amplitude of component k of the discrete Fourier transform, by Goertzel's recursion. */
static double power_at(const Samples *samples, size_t k)
{
    const double n = (double)samples->count;
    const double turn = 2.0 * cos(STN_TWO_PI * (double)k / n);
    double now = 0.0, before = 0.0;
    for (size_t i = 0; i < samples->count; i++) {
        const double next = samples->y[i] - samples->mean + turn * now - before;
        before = now;
        now = next;
    }
    return (now * now + before * before - turn * now * before) * 4.0 / (n * n);
}

/* Sum of squared amplitudes above `frequency`, and the frequency of the largest. */
static double power_above(const Samples *samples, double frequency, double *peak)
{
    const double spacing = 1.0 / ((double)samples->count * samples->step);
    double sum = 0.0, largest = -1.0;
    const size_t lowest = (size_t)ceil(frequency / spacing * (1.0 - 1e-12));
    for (size_t k = lowest > 0 ? lowest : 1; 2 * k < samples->count; k++) {
        const double power = power_at(samples, k);
        sum += power;
        if (power > largest) {
            largest = power;
            *peak = (double)k * spacing;
        }
    }
    return sum;
}

double stn_measure_content_above(const StnRecord *record, const char *column, double frequency,
                                 StnWindow window)
{
    Samples samples;
    double peak = NAN;
    if (!samples_of(record, column, window, &samples))
        return NAN;
    return sqrt(0.5 * power_above(&samples, frequency, &peak));
}

double stn_measure_peak_above(const StnRecord *record, const char *column, double frequency,
                              StnWindow window)
{
    Samples samples;
    double peak = NAN;
    if (samples_of(record, column, window, &samples))
        power_above(&samples, frequency, &peak);
    return peak;
}

/* ---- Events ---- */

bool stn_measure_is_event(const StnEvent *event, const char *site, StnEventKind kind)
{
    return event->kind == kind && (!site || (event->site && strcmp(event->site, site) == 0)) &&
           !(event->detail && strcmp(event->detail, "initial") == 0);
}

double stn_measure_event(const StnRecord *record, const char *site, StnEventKind kind, double after,
                         int index)
{
    for (size_t i = 0; i < record->nevent; i++) {
        const StnEvent *event = &record->event[i];
        if (stn_measure_is_event(event, site, kind) && event->t >= after && index-- == 0)
            return event->t;
    }
    return NAN;
}

int stn_measure_event_count(const StnRecord *record, const char *site, StnEventKind kind,
                            StnWindow window)
{
    const bool whole = window.from == 0.0 && window.to == 0.0;
    int count = 0;
    for (size_t i = 0; i < record->nevent; i++) {
        const StnEvent *event = &record->event[i];
        count += stn_measure_is_event(event, site, kind) &&
                 (whole || (event->t >= window.from && event->t <= window.to));
    }
    return count;
}
