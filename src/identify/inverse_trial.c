/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/inverse_trial.h"
#include "identify/failure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SPEEDS = 25, BINS = 128 };
#define SLOWEST 1e-4 /* of the largest speed: the lower end of the bins */
#define HOPE 0.05    /* of the sum of squares: bins that promise less are not followed */
#define BEYOND 1e-6  /* of a column's square: less is not beyond the model */

/* ---- Making ---- */

static void weigh(const StnInverseTrial *t, double *x)
{
    for (size_t i = 0; i < t->rows && t->root; i++)
        x[i] *= t->root[i];
}

StnStatus stn_inverse_trial_make(StnInverseTrial *t, const StnInverseModel *m, size_t rows)
{
    const double *weight = stn_inverse_weight(m);
    const size_t columns = (size_t)m->ncolumn + STN_TRIAL_COLUMNS, length = m->rows + 1;
    *t = (StnInverseTrial){.m = m, .rows = rows, .basis = {.rows = rows}};
    t->memory = malloc((columns + 3 + 2 * STN_TRIAL_COLUMNS) * length * sizeof *t->memory);
    if (!t->memory)
        return stn_out_of_memory(m->error);
    for (size_t k = 0; k < columns; k++)
        t->basis.q[k] = t->memory + k * length;
    t->rest = t->memory + columns * length;
    t->left = t->rest + length;
    t->root = weight ? t->left + length : NULL;
    for (int k = 0; k < STN_TRIAL_COLUMNS; k++) {
        t->tried[k] = t->left + (2 + (size_t)k) * length;
        t->kept[k] = t->tried[k] + STN_TRIAL_COLUMNS * length;
    }
    for (size_t i = 0; i < rows && weight; i++)
        t->root[i] = sqrt(weight[i]);
    for (int c = 0; c < m->ncolumn; c++) {
        memcpy(t->basis.q[t->basis.n], m->column[c], rows * sizeof(double));
        weigh(t, t->basis.q[t->basis.n]);
        stn_basis_add(&t->basis);
    }
    for (int k = 0; k < STN_TRIAL_COLUMNS; k++)
        t->extra[k] = t->basis.q[t->basis.n + k];
    memcpy(t->rest, m->y, rows * sizeof *t->rest);
    weigh(t, t->rest);
    stn_basis_take_off(&t->basis, 0, t->rest);
    t->plain = stn_dot(t->rest, t->rest, rows);
    return STN_OK;
}

void stn_inverse_trial_free(StnInverseTrial *t) { free(t->memory); }

/* ---- Gains ---- */

StnGain stn_inverse_trial_gain(StnInverseTrial *t, int columns)
{
    const int own = t->basis.n;
    StnGain gain = {.sse = INFINITY};
    bool good = true;
    for (int c = 0; c < columns; c++)
        memcpy(t->tried[c], t->extra[c], t->rows * sizeof *t->tried[c]);
    t->ntried = columns;
    for (int c = 0; c < columns && good; c++) {
        weigh(t, t->extra[c]);
        const double length = stn_basis_add(&t->basis);
        good = length > 0.0;
        if (good && c == 0) {
            gain.value = stn_dot(t->extra[c], t->rest, t->rows) / length;
            gain.length = length;
        }
    }
    if (good) {
        memcpy(t->left, t->rest, t->rows * sizeof *t->left);
        stn_basis_take_off(&t->basis, own, t->left);
        gain.sse = stn_dot(t->left, t->left, t->rows);
        gain.correlation = stn_neighbour_correlation(t->left, t->rows);
    }
    t->basis.n = own;
    return gain;
}

void stn_inverse_trial_keep(StnInverseTrial *t)
{
    for (int c = 0; c < t->ntried; c++)
        memcpy(t->kept[c], t->tried[c], t->rows * sizeof *t->kept[c]);
    t->nkept = t->ntried;
}

/* ---- Falling parts ---- */

/* A falling part is a function of the speed: sums over rows of nearly one speed are all that its gain needs, whatever
 * its Stribeck speed. */
typedef struct Bins {
    double speed[BINS], count[BINS];
    double square[BINS], rest[BINS], along[STN_LEAST_SQUARES_MAX][BINS];
} Bins;

static void fill_bins(const StnInverseTrial *t, double largest, Bins *bins)
{
    const double scale = (BINS - 1) / log(1.0 / SLOWEST);
    for (size_t i = 0; i < t->rows; i++) {
        const double v = t->m->v[i], speed = fabs(v), root = t->root ? t->root[i] : 1.0;
        const double sign = v > 0.0 ? root : -root;
        const double place =
            speed > SLOWEST * largest ? (BINS - 1) + scale * log(fmin(speed / largest, 1.0)) : 0.0;
        const int b = (int)place;
        bins->speed[b] += speed;
        bins->count[b] += 1.0;
        bins->square[b] += root * root;
        bins->rest[b] += sign * t->rest[i];
        for (int k = 0; k < t->basis.n; k++)
            bins->along[k][b] += sign * t->basis.q[k][i];
    }
    for (int b = 0; b < BINS; b++)
        bins->speed[b] /= fmax(bins->count[b], 1.0);
}

/* About what a part with this Stribeck speed takes off the sum of squares; 0 where it rises. */
static double screen(const StnInverseTrial *t, const Bins *bins, double vs)
{
    double fall[BINS], rest = 0.0, square = 0.0;
    for (int b = 0; b < BINS; b++) {
        const double s = bins->speed[b] / vs;
        fall[b] =
            bins->count[b] > 0.0 ? exp(-(t->m->def->n == 2.0 ? s * s : pow(s, t->m->def->n))) : 0.0;
        rest += fall[b] * bins->rest[b];
        square += fall[b] * fall[b] * bins->square[b];
    }
    double beyond = square;
    for (int k = 0; k < t->basis.n; k++)
        beyond -= pow(stn_dot(fall, bins->along[k], BINS), 2);
    return rest > 0.0 && beyond > BEYOND * square ? rest * rest / beyond : 0.0;
}

static double speed_at(double largest, int k)
{
    return largest / 3.0 * pow(1.0 / 33.0, (double)k / (SPEEDS - 1));
}

static StnGain gain_at(StnInverseTrial *t, double vs)
{
    const StnStatus status = stn_inverse_falling(t->m, vs, t->extra[0]);
    t->memory_out = t->memory_out || status == STN_NO_MEMORY;
    const StnGain gain =
        status == STN_OK ? stn_inverse_trial_gain(t, 1) : (StnGain){.sse = INFINITY};
    return gain.value > 0.0 ? gain : (StnGain){.sse = INFINITY};
}

/* The place of the grid that the bins like best; from there on by the column itself, as far as it gains: within a
 * window the speed changes, and smoothing does, too. */
StnGain stn_inverse_trial_falling(StnInverseTrial *t, double largest, double *vs)
{
    StnGain best = {.sse = INFINITY};
    Bins *bins = calloc(1, sizeof *bins);
    if (!bins) {
        t->memory_out = true;
        return best;
    }
    int at = 0;
    double most = 0.0;
    fill_bins(t, largest, bins);
    for (int k = 0; k < SPEEDS; k++) {
        const double gain = screen(t, bins, speed_at(largest, k));
        if (gain > most)
            most = gain, at = k;
    }
    free(bins);
    if (!(most > HOPE * t->plain))
        return best;
    best = gain_at(t, speed_at(largest, at));
    const int from = at;
    for (int way = -1; way <= 1 && at == from; way += 2)
        for (int k = at + way; k >= 0 && k < SPEEDS; k += way) {
            const StnGain next = gain_at(t, speed_at(largest, k));
            if (!(next.sse < best.sse))
                break;
            best = next, at = k;
        }
    if (!isfinite(best.sse))
        return best;
    *vs = speed_at(largest, at);
    return gain_at(t, *vs); /* the last that is tried */
}
