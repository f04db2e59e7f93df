/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The mean speed over K rows behind a row less that over the K rows before it is the integral of the acceleration, weighted
 * by a triangle, whatever the steps of time are.  So are those of the effort, of the sense, of the speed and of 1, and
 * least squares over windows without a pulse give 1/m, friction and the scatter of the rest.  In the window of a
 * pulse the rest is 1/m times its weighted area if it has acted, and 0 if not: where the scatter is small beside that, the motion
 * tells.  Of several K that one counts which tells most of a pulse.  The scatter holds what the model lacks, too. */
#include "identify/pulses.h"
#include "identify/failure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 4, SCALES = 6, SHORTEST = 4, LEAST_WINDOWS = 20 };
#define CERTAIN 4.0 /* deviations */

typedef struct Judge {
    const StnData *data;
    const double *base;
    double *x;               /* the position; of a speed alone, its integral */
    double *change;          /* windows: change of the speed ... */
    double *column[COLUMNS]; /* ... and what makes it */
    char *marked;            /* rows of pulses */
    double inverse_mass, inverse_mass_std, scatter; /* at the present K; NaN: not known */
    double value[COLUMNS];
} Judge;

/* A pulse while it is judged: what the motion makes of a unit of its area, and how certain that is. */
typedef struct Answer {
    double gain, std, inverse_mass;
    bool turns; /* the body turns or rests about it: friction may take up what acts */
} Answer;

static double row_effort(const Judge *j, const double *u, size_t i, double weight)
{
    const double *t = j->data->value[STN_ROLE_TIME];
    return weight * u[i] * (t[i + 1] - t[i]);
}

/* Change of the speed about row i, and its causes; false: it turns round or rests there. */
static bool window_at(const Judge *j, size_t i, size_t K, double *change, double cause[COLUMNS])
{
    const double *t = j->data->value[STN_ROLE_TIME], *x = j->x;
    const double behind = t[i + K] - t[i], before = t[i] - t[i - K];
    const double quick = (x[i + K] - x[i]) / behind, slow = (x[i] - x[i - K]) / before;
    *change = quick - slow;
    memset(cause, 0, COLUMNS * sizeof *cause);
    for (size_t k = i - K; k < i + K; k++) {
        const double middle = 0.5 * (t[k] + t[k + 1]), step = t[k + 1] - t[k];
        const double weight = k < i ? (middle - t[i - K]) / before : (t[i + K] - middle) / behind;
        const double v = k < i ? slow : quick;
        cause[0] += row_effort(j, j->base, k, weight);
        cause[1] += weight * step * ((v > 0.0) - (v < 0.0));
        cause[2] += weight * (x[k + 1] - x[k]);
        cause[3] += weight * step;
    }
    return quick * slow > 0.0;
}

static bool holds_pulse(const Judge *j, size_t i, size_t K)
{
    return memchr(j->marked + i - K, 1, 2 * K) != NULL;
}

/* Least squares over the windows of one length, which follow one another. */
static StnStatus learn(Judge *j, size_t K, StnError *error)
{
    static const char *const names[COLUMNS] = {"effort", "sense", "speed", "constant"};
    const double *column[COLUMNS];
    StnLeastSquares fit;
    StnError ignored;
    size_t rows = 0;
    for (int r = 0; r < j->data->nrun; r++)
        for (size_t i = j->data->run[r] + K; i + K < j->data->run[r + 1]; i += K) {
            double cause[COLUMNS];
            if (holds_pulse(j, i, K) || !window_at(j, i, K, &j->change[rows], cause))
                continue;
            for (int c = 0; c < COLUMNS; c++)
                j->column[c][rows] = cause[c];
            rows++;
        }
    memcpy(column, j->column, sizeof column);
    j->inverse_mass = NAN;
    if (rows < LEAST_WINDOWS)
        return STN_OK;
    const StnStatus status =
        stn_least_squares(column, COLUMNS, j->change, NULL, rows, names, &fit, NULL, &ignored);
    if (status == STN_NO_MEMORY)
        return stn_no_memory(error);
    if (status != STN_OK)
        return STN_OK;
    memcpy(j->value, fit.value, sizeof j->value);
    j->inverse_mass = fit.value[0];
    j->inverse_mass_std = fit.std[0];
    j->scatter = fit.sigma;
    return STN_OK;
}

/* What the motion makes of a pulse at this length, if it is more certain than before. */
static void weigh_pulse(const Judge *j, const StnPulse *pulse, size_t K, Answer *answer)
{
    const double *u = j->data->value[STN_ROLE_EFFORT];
    const size_t i = pulse->row;
    double change, cause[COLUMNS], area = 0.0;
    const bool slides = window_at(j, i, K, &change, cause);
    for (int c = 0; c < COLUMNS; c++)
        change -= j->value[c] * cause[c];
    for (size_t k = i - K; k < i + K; k++)
        if (j->marked[k])
            area += (u[k] - j->base[k]) *
                    (j->data->value[STN_ROLE_TIME][k + 1] - j->data->value[STN_ROLE_TIME][k]) *
                    (1.0 - fabs((double)k + 0.5 - (double)i) / (double)K);
    const double std = hypot(j->scatter / fabs(area), j->inverse_mass_std);
    if (std / j->inverse_mass < answer->std / answer->inverse_mass)
        *answer = (Answer){change / area, std, j->inverse_mass, !slides};
}

/* Within a run, with room for the window. */
static bool has_room(const StnData *data, size_t row, size_t K)
{
    for (int r = 0; r < data->nrun; r++)
        if (row >= data->run[r] + K && row + K < data->run[r + 1])
            return true;
    return false;
}

static StnPulseFate fate_of(const Answer *a)
{
    const double gain = a->gain / a->inverse_mass, std = a->std / a->inverse_mass;
    return gain > 0.5 && gain > CERTAIN * std                      ? STN_PULSE_ACTED
           : !a->turns && gain < 0.5 && 1.0 - gain > CERTAIN * std ? STN_PULSE_ERROR
                                                                   : STN_PULSE_UNKNOWN;
}

/* Those that cannot be judged one by one, together: weighted means of their answers. */
static StnPulseFate fate_together(const StnPulse *pulse, const Answer *answer, size_t count)
{
    double sum = 0.0, weights = 0.0;
    for (size_t n = 0; n < count; n++) {
        const double std = answer[n].std / answer[n].inverse_mass;
        if (pulse[n].fate != STN_PULSE_UNKNOWN || answer[n].turns || !isfinite(std))
            continue;
        sum += answer[n].gain / answer[n].inverse_mass / (std * std);
        weights += 1.0 / (std * std);
    }
    const Answer all = {.gain = sum / weights, .std = 1.0 / sqrt(weights), .inverse_mass = 1.0};
    return weights > 0.0 ? fate_of(&all) : STN_PULSE_UNKNOWN;
}

/* ... and then as those that can, where these are all of one kind. */
static void judge_others(StnPulse *pulse, const Answer *answer, size_t count)
{
    enum { SOME = 3 };
    size_t of[3] = {0, 0, 0};
    StnPulseFate fate = fate_together(pulse, answer, count);
    for (size_t n = 0; n < count; n++)
        of[pulse[n].fate]++;
    if (fate == STN_PULSE_UNKNOWN && of[STN_PULSE_ACTED] >= SOME && of[STN_PULSE_ERROR] == 0)
        fate = STN_PULSE_ACTED;
    if (fate == STN_PULSE_UNKNOWN && of[STN_PULSE_ERROR] >= SOME && of[STN_PULSE_ACTED] == 0)
        fate = STN_PULSE_ERROR;
    for (size_t n = 0; n < count; n++)
        if (pulse[n].fate == STN_PULSE_UNKNOWN)
            pulse[n].fate = fate;
}

static void prepare(Judge *j, const StnPulse *pulse, size_t count)
{
    const StnData *data = j->data;
    const double *x = data->value[STN_ROLE_POSITION], *v = data->value[STN_ROLE_VELOCITY],
                 *t = data->value[STN_ROLE_TIME];
    for (size_t i = 0; i < data->rows; i++)
        j->x[i] = x        ? x[i]
                  : i == 0 ? 0.0
                           : j->x[i - 1] + 0.5 * (v[i] + v[i - 1]) * (t[i] - t[i - 1]);
    for (size_t n = 0; n < count; n++)
        memset(j->marked + pulse[n].row, 1, pulse[n].length);
}

static StnStatus judge(Judge *j, StnPulse *pulse, size_t count, Answer *answer, StnError *error)
{
    prepare(j, pulse, count);
    for (size_t n = 0; n < count; n++)
        answer[n] = (Answer){.std = INFINITY, .inverse_mass = 1.0};
    size_t K = SHORTEST;
    for (int scale = 0; scale < SCALES; scale++, K *= 2) {
        const StnStatus status = learn(j, K, error);
        if (status != STN_OK)
            return status;
        if (!(j->inverse_mass > CERTAIN * j->inverse_mass_std))
            continue;
        for (size_t n = 0; n < count; n++)
            if (has_room(j->data, pulse[n].row, K))
                weigh_pulse(j, &pulse[n], K, &answer[n]);
    }
    for (size_t n = 0; n < count; n++)
        pulse[n].fate = fate_of(&answer[n]);
    judge_others(pulse, answer, count);
    return STN_OK;
}

StnStatus stn_pulses_judge(const StnData *data, const double *base, StnPulse *pulse, size_t count,
                           StnError *error)
{
    const size_t rows = data->rows + 1;
    Judge j = {.data = data, .base = base};
    for (size_t n = 0; n < count; n++)
        pulse[n].fate = STN_PULSE_UNKNOWN;
    if (!data->value[STN_ROLE_POSITION] && !data->value[STN_ROLE_VELOCITY])
        return STN_OK;
    double *room = malloc((COLUMNS + 2) * rows * sizeof *room);
    Answer *answer = malloc((count + 1) * sizeof *answer);
    j.marked = calloc(rows, 1);
    StnStatus status = STN_NO_MEMORY;
    if (room && answer && j.marked) {
        j.x = room;
        j.change = room + rows;
        for (int c = 0; c < COLUMNS; c++)
            j.column[c] = room + (size_t)(c + 2) * rows;
        status = judge(&j, pulse, count, answer, error);
    } else {
        status = stn_no_memory(error);
    }
    free(room);
    free(answer);
    free(j.marked);
    return status;
}
