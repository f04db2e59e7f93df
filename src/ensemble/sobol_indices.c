/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* First-order and total indices of Sobol' from the samples A, B and A with a quantity of B.
 * A. Saltelli et al., "Variance based sensitivity analysis of model output", Comput. Phys. Commun. 181
 * (2010) 259-270: equations (b) for the first order and (f), of Jansen, for the total. */
#include "ensemble/statistics.h"
#include "compare/sort.h"
#include "kernel/splitmix.h"

#include <math.h>
#include <stdlib.h>

enum { DRAWS = 400, POINTS_MIN = 8 };

/* Runs of a point stand together: A, B, then the mixtures. */
typedef struct Points {
    const double *y;
    const int64_t *at; /* first run of each point that is whole */
    int64_t count;
    int quantities;
    double mean; /* of A and B, taken away: the estimate of the first order then scatters less */
} Points;

/* One estimate for every quantity, from `count` points by their places; out[i] is first, then total. */
static void estimate(const Points *p, const int64_t *place, double *first, double *total)
{
    double sum = 0.0, square = 0.0;
    for (int i = 0; i < p->quantities; i++)
        first[i] = total[i] = 0.0;
    for (int64_t k = 0; k < p->count; k++) {
        const double *y = p->y + p->at[place ? place[k] : k];
        const double a = y[0] - p->mean, b = y[1] - p->mean;
        sum += a + b;
        square += a * a + b * b;
        for (int i = 0; i < p->quantities; i++) {
            const double mixed = y[2 + i] - p->mean;
            first[i] += b * (mixed - a);
            total[i] += 0.5 * (a - mixed) * (a - mixed);
        }
    }
    const double n = (double)p->count, mean = sum / (2.0 * n);
    const double variance = square / (2.0 * n) - mean * mean;
    for (int i = 0; i < p->quantities; i++) {
        first[i] = variance > 0.0 ? first[i] / n / variance : NAN;
        total[i] = variance > 0.0 ? total[i] / n / variance : NAN;
    }
}

/* From the 2.5 % to the 97.5 % point of the draws. */
static void take_interval(double *draw, StnShare *share)
{
    stn_sort(draw, DRAWS);
    share->low = draw[DRAWS / 40];
    share->high = draw[DRAWS - 1 - DRAWS / 40];
}

static void bootstrap(const Points *p, int64_t *place, double *draw, double *one,
                      StnSobolIndex *index)
{
    const int n = p->quantities;
    uint64_t stream = 1;
    for (int k = 0; k < DRAWS; k++) {
        for (int64_t i = 0; i < p->count; i++)
            place[i] = (int64_t)(stn_splitmix_next(&stream) % (uint64_t)p->count);
        estimate(p, place, one, one + n);
        for (int i = 0; i < 2 * n; i++)
            draw[(size_t)i * DRAWS + (size_t)k] = one[i];
    }
    for (int i = 0; i < n; i++) {
        take_interval(draw + (size_t)i * DRAWS, &index[i].first);
        take_interval(draw + (size_t)(n + i) * DRAWS, &index[i].total);
    }
}

static void find_points(const double *y, int64_t runs, Points *p, int64_t *at)
{
    double sum = 0.0;
    const int size = p->quantities + 2;
    for (int64_t first = 0; first + size <= runs; first += size) {
        bool whole = true;
        for (int i = 0; i < size; i++)
            whole = whole && !isnan(y[first + i]);
        if (!whole)
            continue;
        at[p->count++] = first;
        sum += y[first] + y[first + 1];
    }
    p->mean = p->count > 0 ? sum / (2.0 * (double)p->count) : NAN;
}

StnStatus stn_sobol_indices(const double *y, int64_t runs, int quantities, StnSobolIndex *index,
                            int64_t *used, StnError *error)
{
    const size_t points = (size_t)(runs / (quantities + 2)) + 1, n = (size_t)quantities;
    int64_t *at = malloc(2 * points * sizeof *at);
    double *draw = malloc((2 * n * DRAWS + 2 * n) * sizeof *draw);
    Points p = {.y = y, .at = at, .quantities = quantities};
    const StnShare none = {NAN, NAN, NAN};
    for (int i = 0; i < quantities; i++)
        index[i] = (StnSobolIndex){none, none};
    if (at == NULL || draw == NULL) {
        free(at);
        free(draw);
        return stn_out_of_memory(error);
    }
    find_points(y, runs, &p, at);
    if (p.count >= POINTS_MIN) {
        double *one = draw + 2 * n * DRAWS;
        estimate(&p, NULL, one, one + n);
        for (int i = 0; i < quantities; i++) {
            index[i].first.value = one[i];
            index[i].total.value = one[n + (size_t)i];
        }
        bootstrap(&p, at + points, draw, one, index);
    }
    *used = p.count;
    free(at);
    free(draw);
    return STN_OK;
}
