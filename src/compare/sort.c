/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "compare/sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The end of the ascending stretch that begins at `from`. */
static size_t stretch(const double *x, size_t from, size_t count)
{
    size_t end = from + 1;
    while (end < count && x[end - 1] <= x[end])
        end++;
    return end;
}

/* Descending stretches the other way round. */
static void turn_round(double *x, size_t count)
{
    for (size_t from = 0, end; from < count; from = end) {
        for (end = from + 1; end < count && x[end - 1] > x[end];)
            end++;
        for (size_t low = from, high = end; low + 1 < high; low++) {
            const double kept = x[--high];
            x[high] = x[low];
            x[low] = kept;
        }
    }
}

/* Stretches, two by two, into `to`. */
static void merge(const double *x, size_t count, double *to)
{
    for (size_t from = 0, end; from < count; from = end) {
        const size_t middle = stretch(x, from, count);
        size_t a = from, b = middle;
        end = middle < count ? stretch(x, middle, count) : middle;
        while (a < middle && b < end)
            *to++ = x[b] < x[a] ? x[b++] : x[a++];
        while (a < middle)
            *to++ = x[a++];
        while (b < end)
            *to++ = x[b++];
    }
}

/* Natural merge sort: a position goes to and fro, so that a record of it is a few stretches in order already. */
void stn_sort(double *value, size_t count)
{
    double *other = malloc((count + 1) * sizeof *other), *from = value, *to = other;
    if (!other) {
        qsort(value, count, sizeof *value, ascending);
        return;
    }
    turn_round(value, count);
    /* each pass leaves half of the stretches, so that numbers of 64 bits cannot count more passes than that */
    for (int pass = 0; pass < 64 && stretch(from, 0, count) < count; pass++) {
        merge(from, count, to);
        double *kept = from;
        from = to;
        to = kept;
    }
    if (from != value)
        memcpy(value, from, count * sizeof *value);
    free(other);
}

double stn_quantile(const double *sorted, size_t count, double p)
{
    const double place = p * (double)(count - 1);
    const size_t low = (size_t)place;
    const double part = place - (double)low;
    return low + 1 < count ? sorted[low] + part * (sorted[low + 1] - sorted[low]) : sorted[low];
}

double stn_smallest_step(double *value, size_t count)
{
    double least = INFINITY;
    stn_sort(value, count);
    const double largest = count > 0 ? fmax(fabs(value[0]), fabs(value[count - 1])) : 0.0;
    for (size_t i = 1; i < count; i++) {
        const double step = value[i] - value[i - 1];
        if (step > 1e-12 * largest && step < least)
            least = step;
    }
    return isfinite(least) ? least : NAN;
}
