/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the residual of an inverse model has of the way since the last reversal (reversal.h). */
#include "identify/inverse_trial.h"
#include "identify/failure.h"
#include "identify/reversal.h"

#include <math.h>
#include <stdlib.h>

enum { BINS = 44, LENGTHS = 13 };
#define HOPE 0.8    /* of what another term explains: bins that promise less are not followed */
#define LEAST 0.08  /* ... and of the sum of squares */
#define BEYOND 1e-6 /* of a column's square: less is not beyond the model */

/* Sums over rows of nearly one way: what a column that follows the way gains hangs on these alone. */
typedef struct Bins {
    double way[BINS], count[BINS];
    double square[BINS], rest[BINS], along[STN_LEAST_SQUARES_MAX][BINS];
    double longest;
} Bins;

/* The way since the last reversal in the middle of each row; infinite before the first one.  Returns the longest. */
static double ways_of(const StnInverseTrial *t, double *way)
{
    const StnInverseModel *m = t->m;
    double longest = 0.0;
    size_t row = 0;
    for (int n = 0; n < m->data->nrun; n++) {
        StnReversalWay turned = {INFINITY, 0.0};
        for (size_t i = m->data->run[n]; i < m->data->run[n + 1] && row < t->rows; i++) {
            const double since =
                stn_reversal_way(&turned, m->full_sign[i], fabs(m->full_v[i]) * m->data->Ts);
            if (m->place[row] != i)
                continue;
            way[row++] = since;
            longest = isfinite(since) ? fmax(longest, since) : longest;
        }
    }
    return longest;
}

/* Four bins in each octave below the longest way: mantissas of 0.5 ... 1 by eighths. */
static int bin_of(double part)
{
    int octave;
    const double mantissa = frexp(fmin(part, 1.0), &octave);
    const int b = BINS - 1 - 4 * (1 - octave) + (int)(8.0 * mantissa) - 4;
    return b < 0 ? 0 : b < BINS ? b : BINS - 1;
}

static void fill_bins(const StnInverseTrial *t, const double *way, Bins *bins)
{
    for (size_t i = 0; i < t->rows; i++) {
        const double root = t->root ? t->root[i] : 1.0;
        const double sign = t->m->v[i] > 0.0 ? root : -root;
        if (!isfinite(way[i]))
            continue;
        const int b = bin_of(way[i] / bins->longest);
        bins->way[b] += way[i];
        bins->count[b] += 1.0;
        bins->square[b] += root * root;
        bins->rest[b] += sign * t->rest[i];
        for (int k = 0; k < t->basis.n; k++)
            bins->along[k][b] += sign * t->basis.q[k][i];
    }
    for (int b = 0; b < BINS; b++)
        bins->way[b] /= fmax(bins->count[b], 1.0);
}

/* About what it takes off the sum of squares; 0 where the effort is larger after a reversal, not smaller. */
static double screen(const StnInverseTrial *t, const Bins *bins, bool play, double length)
{
    double shape[BINS], rest = 0.0, square = 0.0;
    for (int b = 0; b < BINS; b++) {
        shape[b] = bins->count[b] > 0.0 ? stn_reversal_shape(play, bins->way[b], length) : 0.0;
        rest += shape[b] * bins->rest[b];
        square += shape[b] * shape[b] * bins->square[b];
    }
    double beyond = square;
    for (int k = 0; k < t->basis.n; k++)
        beyond -= pow(stn_dot(shape, bins->along[k], BINS), 2);
    return rest < 0.0 && beyond > BEYOND * square ? rest * rest / beyond : 0.0;
}

/* With the columns themselves; mass: what lies behind a play takes its mass along. */
static StnGain gain_at(StnInverseTrial *t, const double *way, bool play, bool mass, double length)
{
    const StnInverseModel *m = t->m;
    for (size_t i = 0; i < t->rows; i++) {
        const double shape = stn_reversal_shape(play, way[i], length);
        t->extra[0][i] = m->v[i] > 0.0 ? shape : -shape;
        if (mass)
            t->extra[1][i] = shape * m->column[0][i];
    }
    const StnGain gain = stn_inverse_trial_gain(t, mass ? 2 : 1);
    return gain.value < 0.0 ? gain : (StnGain){.sse = INFINITY};
}

/* The place of the grid that the bins like best, and its neighbours. */
static StnReversal best_gain(StnInverseTrial *t, const double *way, const Bins *bins, bool play,
                             double share)
{
    StnReversal best = {.gain = {.sse = INFINITY}, .length = NAN};
    double most = 0.0;
    int at = 0;
    for (int k = 0; k < LENGTHS; k++) {
        const double gain = screen(t, bins, play, stn_reversal_length(bins->longest, k, LENGTHS));
        if (gain > most)
            most = gain, at = k;
    }
    if (!(most > fmax(HOPE * share, LEAST) * t->plain))
        return best;
    for (int k = at > 0 ? at - 1 : 0; k < LENGTHS && k <= at + 1; k++) {
        const double length = stn_reversal_length(bins->longest, k, LENGTHS);
        const StnGain gain = gain_at(t, way, play, false, length);
        if (gain.sse < best.gain.sse)
            best = (StnReversal){.gain = gain, .length = length};
    }
    return best;
}

/* So that the best one is the last that is tried. */
static void repeat_best(StnInverseTrial *t, const double *way, bool play, const StnReversal *best)
{
    if (isfinite(best->gain.sse))
        gain_at(t, way, play, play && isnan(t->m->def->m), best->length);
}

/* Between the places of the grid, and with the mass. */
static void refine_play(StnInverseTrial *t, const double *way, StnReversal *play)
{
    const double longest = 2.0 * play->length; /* of a grid that has its own length at 0 */
    const bool mass = isnan(t->m->def->m);
    play->gain.sse = INFINITY;
    for (int k = -4; k <= 4; k++) {
        const double next = stn_reversal_length(longest, 0.25 * k, LENGTHS);
        const StnGain gain = gain_at(t, way, true, mass, next);
        if (gain.sse < play->gain.sse)
            *play = (StnReversal){.gain = gain, .length = next};
    }
}

StnReversal stn_inverse_trial_reversal(StnInverseTrial *t, double share, bool *play)
{
    double *way = calloc(t->rows + 1, sizeof *way);
    Bins *bins = calloc(1, sizeof *bins);
    StnReversal free_way = {.gain = {.sse = INFINITY}, .length = NAN}, builds = free_way;
    t->memory_out = t->memory_out || !way || !bins;
    if (way && bins && (bins->longest = ways_of(t, way)) > 0.0) {
        fill_bins(t, way, bins);
        free_way = best_gain(t, way, bins, true, share);
        builds = best_gain(t, way, bins, false, share);
    }
    *play = free_way.gain.sse < builds.gain.sse;
    if (way && *play) /* without ways neither has a sum of squares */
        refine_play(t, way, &free_way);
    if (way)
        repeat_best(t, way, *play, *play ? &free_way : &builds);
    free(way);
    free(bins);
    return *play ? free_way : builds;
}
