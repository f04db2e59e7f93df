/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Noise of measured inputs.  A model that is driven by a measured current or force is driven by its noise as well, and
 * integrates it: residuals are then smooth, however white the noise of the column is.  The column itself tells how large
 * it is, and simulations with more of such noise tell what it does to the residuals. */
#include "identify/fit_colour.h"
#include "compare/sort.h"
#include "kernel/pi.h"
#include "signals/signal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ORDERS = 8, LEAST_POINTS = 50 };
#define NEARLY 1.15   /* of the least variance */
#define MEDIAN 0.6745 /* of |x|, x standard normal */
#define SMALL 0.1     /* of the noise is added, so that its effect is in proportion */

/* Standard deviation of white noise in a column.  Each order of differences leaves less of the signal and all of the
 * noise, but is less certain than the one before: the first counts that is nearly the least.  Where the median is far
 * below the mean, a few differences are jumps of the signal. */
static double white_part(const double *value, size_t rows, double *work)
{
    double variance[ORDERS], least = INFINITY, gain = 1.0, *sorted = work + rows;
    size_t orders = 0;
    memcpy(work, value, rows * sizeof *work);
    for (; orders < ORDERS && orders + 2 < rows; orders++) {
        const size_t n = rows - orders - 1;
        double mean = 0.0;
        for (size_t i = 0; i < n; i++) {
            work[i] = work[i + 1] - work[i];
            sorted[i] = fabs(work[i]);
            mean += work[i] * work[i] / (double)n;
        }
        gain *= (double)(4 * orders + 2) / (double)(orders + 1); /* 2k over k */
        stn_sort(sorted, n);
        const double middle = sorted[n / 2] * sorted[n / 2] / (MEDIAN * MEDIAN);
        variance[orders] = (middle < 0.5 * mean ? middle : mean) / gain;
        least = fmin(least, variance[orders]);
    }
    for (size_t k = 0; k < orders; k++)
        if (variance[k] <= NEARLY * least)
            return sqrt(variance[k]);
    return 0.0;
}

/* The table that drives input i of a run; NULL: it has none, or one of its own choice, which has no noise. */
static const StnSignal *measured(const StnFitter *fitter, int run, int i)
{
    const StnFitInside *inside = &fitter->run[run];
    const StnSystem *system = inside->base.system;
    const double *t, *value;
    const StnRole role = inside->run->def.plant->inputs[i].role;
    for (int k = 0; k < fitter->map.nq; k++)
        if (fitter->map.param[k].place == STN_FIT_PLACE_INPUT && fitter->map.param[k].index == i)
            return NULL;
    if (!system || inside->nfit == 0 || role == STN_ROLE_COMMAND || role == STN_ROLE_SPEED_COMMAND)
        return NULL;
    return stn_signal_points(system->input[i], &t, &value) >= LEAST_POINTS ? system->input[i]
                                                                           : NULL;
}

bool stn_fit_input_deviations(StnFitter *fitter, StnFitDeviations out)
{
    bool any = false;
    memset(out, 0, sizeof(StnFitDeviations));
    for (int r = 0; r < fitter->nrun; r++)
        for (int i = 0; i < fitter->run[r].run->def.plant->ninput; i++) {
            const StnSignal *signal = measured(fitter, r, i);
            const double *t, *value;
            const size_t rows = signal ? stn_signal_points(signal, &t, &value) : 0;
            if (rows > 0 && stn_fit_white_part(fitter, value, rows, &out[r][i]))
                any = any || out[r][i] > 0.0;
        }
    return any;
}

bool stn_fit_white_part(StnFitter *fitter, const double *value, size_t rows, double *deviation)
{
    double *work = malloc((2 * rows + 1) * sizeof *work);
    if (!work)
        atomic_store(&fitter->memory_out, true);
    *deviation = work ? white_part(value, rows, work) : NAN;
    free(work);
    return work != NULL;
}

/* Whether a table keeps its values between the points. */
static bool holds(const StnSignal *signal, const double *t, const double *value, size_t rows)
{
    for (size_t i = 0; i + 1 < rows; i++)
        if (value[i + 1] != value[i] && t[i + 1] > t[i])
            return stn_signal_at(signal, 0.5 * (t[i] + t[i + 1])).val == value[i];
    return true;
}

/* The input as it is now. */
static const StnSignal *present(const StnFitInside *inside, int i)
{
    return inside->shifted && inside->shifted_to == i ? inside->shifted
                                                      : inside->base.system->input[i];
}

/* What is added to an input: noise of this draw and stream, or a wave. */
typedef struct Pattern {
    bool is_wave;
    uint64_t number, stream;
} Pattern;

/* Row i of a pattern, in deviations of the noise.  Waves are the columns of the orthogonal cosine transform. */
static double pattern_at(const Pattern *pattern, size_t i, size_t rows)
{
    const double k = (double)pattern->number, n = (double)rows;
    if (!pattern->is_wave)
        return stn_noise(pattern->number + 1, pattern->stream, i);
    return sqrt((pattern->number == 0 ? 1.0 : 2.0) / n) * cos(STN_PI * k * ((double)i + 0.5) / n);
}

/* Which input of a run a wave is of, and which wave there: the inputs with noise take turns.  -1: none has noise. */
static int input_of_wave(const StnFitter *fitter, int run, int wave, Pattern *pattern)
{
    int with[STN_INPUTS_MAX], many = 0;
    for (int i = 0; i < fitter->run[run].run->def.plant->ninput; i++)
        if (fitter->colour.deviation[run][i] > 0.0)
            with[many++] = i;
    *pattern = (Pattern){.is_wave = true, .number = many > 0 ? (uint64_t)(wave / many) : 0};
    return many > 0 ? with[wave % many] : -1;
}

/* Puts an input of a run with some more noise in its place. */
static void add_pattern(StnFitter *fitter, int run, int input, const Pattern *pattern)
{
    StnFitInside *inside = &fitter->run[run];
    const StnSignal *signal = present(inside, input);
    const double *t, *value, deviation = SMALL * fitter->colour.deviation[run][input];
    const size_t rows = stn_signal_points(signal, &t, &value);
    double *more = malloc((rows + 1) * sizeof *more);
    for (size_t i = 0; more && i < rows; i++)
        more[i] = value[i] + deviation * pattern_at(pattern, i, rows);
    inside->added = more ? stn_signal_table(t, more, rows, holds(signal, t, value, rows)) : NULL;
    inside->added_to = input;
    if (!inside->added)
        atomic_store(&fitter->memory_out, true);
    free(more);
}

/* Adds to out what the inputs that are in place now change in the residuals, and takes them away. */
static bool add_change(StnFitter *fitter, StnFitWorkspace *workspace, const double *x,
                       const double *r, double *out)
{
    const size_t m = fitter->nresidual;
    double *moved = malloc((m + 1) * sizeof *moved);
    if (!moved)
        atomic_store(&fitter->memory_out, true);
    const bool good = moved && stn_fit_residual(fitter, workspace, x, moved, NULL);
    for (int k = 0; k < fitter->nrun; k++) {
        stn_signal_free(fitter->run[k].added);
        fitter->run[k].added = NULL;
    }
    for (size_t k = 0; good && k < m; k++)
        out[k] += (moved[k] - r[k]) / SMALL;
    free(moved);
    return good;
}

bool stn_fit_disturb(StnFitter *fitter, StnFitWorkspace *workspace, const double *x,
                     const double *r, uint64_t draw, double *out)
{
    bool good = true;
    memset(out, 0, fitter->nresidual * sizeof *out);
    for (int i = 0; good && i < STN_INPUTS_MAX; i++) {
        bool any = false;
        for (int k = 0; k < fitter->nrun; k++)
            if (i < fitter->run[k].run->def.plant->ninput && fitter->colour.deviation[k][i] > 0.0) {
                const Pattern noise = {.number = draw,
                                       .stream = (uint64_t)k * STN_INPUTS_MAX + (uint64_t)i};
                add_pattern(fitter, k, i, &noise);
                any = true;
            }
        good = !any || add_change(fitter, workspace, x, r, out);
    }
    return good;
}

bool stn_fit_wave(StnFitter *fitter, StnFitWorkspace *workspace, const double *x, const double *r,
                  int wave, double *out)
{
    memset(out, 0, fitter->nresidual * sizeof *out);
    for (int k = 0; k < fitter->nrun; k++) {
        Pattern pattern;
        const int input = input_of_wave(fitter, k, wave, &pattern);
        if (input >= 0)
            add_pattern(fitter, k, input, &pattern);
    }
    return add_change(fitter, workspace, x, r, out);
}

/* The only input of a run that has noise; -1: there are none, or several. */
static int only_input(const StnFitter *fitter, int run)
{
    int only = -1;
    for (int i = 0; i < fitter->run[run].run->def.plant->ninput; i++)
        if (fitter->colour.deviation[run][i] > 0.0) {
            if (only >= 0)
                return -1;
            only = i;
        }
    return only;
}

static bool shift_run(StnFitter *fitter, int run, int input)
{
    StnFitInside *inside = &fitter->run[run];
    const StnSignal *signal = inside->base.system->input[input];
    const double *t, *value, deviation = fitter->colour.deviation[run][input];
    const size_t rows = stn_signal_points(signal, &t, &value);
    double *moved = malloc((rows + 1) * sizeof *moved);
    for (size_t i = 0; moved && i < rows; i++) {
        moved[i] = value[i];
        for (int k = 0; k < fitter->colour.waves; k++) {
            const Pattern wave = {.is_wave = true, .number = (uint64_t)k};
            moved[i] += fitter->colour.part[run][k] * deviation * pattern_at(&wave, i, rows);
        }
    }
    stn_signal_free(inside->shifted);
    inside->shifted =
        moved ? stn_signal_table(t, moved, rows, holds(signal, t, value, rows)) : NULL;
    inside->shifted_to = input;
    free(moved);
    if (!inside->shifted)
        atomic_store(&fitter->memory_out, true);
    return inside->shifted != NULL;
}

bool stn_fit_shift_inputs(StnFitter *fitter)
{
    bool good = true;
    for (int k = 0; good && k < fitter->nrun; k++)
        good = fitter->run[k].nfit == 0 || only_input(fitter, k) >= 0;
    for (int k = 0; good && k < fitter->nrun; k++)
        good = fitter->run[k].nfit == 0 || shift_run(fitter, k, only_input(fitter, k));
    return good;
}

void stn_fit_unshift(StnFitter *fitter)
{
    for (int k = 0; k < fitter->nrun; k++) {
        stn_signal_free(fitter->run[k].shifted);
        fitter->run[k].shifted = NULL;
    }
}
