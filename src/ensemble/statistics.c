/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "ensemble/statistics.h"
#include "compare/sort.h"

#include <math.h>
#include <stdlib.h>

StnDistribution stn_distribution(const double *value, int64_t count, double *scratch)
{
    StnDistribution d = {0, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    for (int64_t i = 0; i < count; i++)
        if (!isnan(value[i]))
            scratch[d.count++] = value[i];
    if (d.count == 0)
        return d;
    stn_sort(scratch, (size_t)d.count);
    d.least = scratch[0];
    d.most = scratch[d.count - 1];
    d.q05 = stn_quantile(scratch, (size_t)d.count, 0.05);
    d.median = stn_quantile(scratch, (size_t)d.count, 0.5);
    d.q95 = stn_quantile(scratch, (size_t)d.count, 0.95);
    double sum = 0.0, square = 0.0; /* about the median: no cancellation */
    for (int64_t i = 0; i < d.count; i++)
        sum += scratch[i] - d.median;
    d.mean = d.median + sum / (double)d.count;
    for (int64_t i = 0; i < d.count; i++)
        square += (scratch[i] - d.mean) * (scratch[i] - d.mean);
    if (d.count > 1)
        d.deviation = sqrt(square / (double)(d.count - 1));
    return d;
}

StnShare stn_share(int64_t passed, int64_t count)
{
    const double z = 1.959963984540054, n = (double)count, p = (double)passed / n;
    const double middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    const double half = z / (1.0 + z * z / n) * sqrt(p * (1.0 - p) / n + z * z / (4.0 * n * n));
    if (count == 0)
        return (StnShare){NAN, NAN, NAN};
    return (StnShare){p, passed == 0 ? 0.0 : middle - half, passed == count ? 1.0 : middle + half};
}

/* ---- Ranks ----------------------------------------------------------------------------------- */

typedef struct Pair {
    double value;
    int64_t place;
} Pair;

static int by_value(const void *a, const void *b)
{
    const double x = ((const Pair *)a)->value, y = ((const Pair *)b)->value;
    return (x > y) - (x < y);
}

/* Ranks less their mean; equal values share the mean of theirs. */
static void rank(Pair *pair, int64_t count, double *out)
{
    qsort(pair, (size_t)count, sizeof *pair, by_value);
    for (int64_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && pair[end].value == pair[i].value; end++)
            ;
        for (int64_t k = i; k < end; k++)
            out[pair[k].place] = 0.5 * (double)(i + end - 1) - 0.5 * (double)(count - 1);
    }
}

static double product(const double *a, const double *b, int64_t count)
{
    double sum = 0.0;
    for (int64_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

static double spearman(const double *x, const double *y, int64_t count)
{
    const double xy = product(x, y, count);
    const double square = product(x, x, count) * product(y, y, count);
    return square > 0.0 ? copysign(xy * xy / square, xy) : NAN;
}

/* Variance of the means of groups over the whole; x holds small whole numbers. */
static double correlation_ratio(const Pair *x, const double *y, int64_t count)
{
    const double whole = product(y, y, count);
    double between = 0.0;
    for (int64_t i = 0, end; i < count; i = end) { /* x is sorted */
        double sum = 0.0;
        for (end = i; end < count && x[end].value == x[i].value; end++)
            sum += y[x[end].place];
        between += sum * sum / (double)(end - i);
    }
    return whole > 0.0 ? between / whole : NAN;
}

StnStatus stn_rank_share(const double *x, const double *y, int64_t count, bool groups,
                         double *share, StnError *error)
{
    Pair *a = malloc(2 * ((size_t)count + 1) * sizeof *a), *b = a + count;
    double *rx = malloc(2 * ((size_t)count + 1) * sizeof *rx), *ry = rx + count;
    int64_t used = 0;
    *share = NAN;
    if (a == NULL || rx == NULL) {
        free(a);
        free(rx);
        return stn_out_of_memory(error);
    }
    for (int64_t i = 0; i < count; i++) {
        if (isnan(x[i]) || isnan(y[i]))
            continue;
        a[used] = (Pair){x[i], used};
        b[used] = (Pair){y[i], used};
        used++;
    }
    if (used >= 3) {
        rank(a, used, rx);
        rank(b, used, ry);
        *share = groups ? correlation_ratio(a, ry, used) : spearman(rx, ry, used);
    }
    free(a);
    free(rx);
    return STN_OK;
}
