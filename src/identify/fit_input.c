/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Noise of measured inputs.  A model that is driven by a measured current or force is driven by its noise as well, and
 * integrates it: residuals are then smooth, however white the noise of the column is.  The column itself tells how large
 * it is, and simulations with more of such noise tell what it does to the residuals. */
#include "identify/fit_colour.h"
#include "compare/sort.h"
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

static uint64_t stream_of(int run, int i) { return (uint64_t)run * STN_INPUTS_MAX + (uint64_t)i; }

/* The input with some more noise; NULL: no memory. */
static StnSignal *disturbed(const StnSignal *signal, double deviation, uint64_t seed,
                            uint64_t stream)
{
    const double *t, *value;
    const size_t rows = stn_signal_points(signal, &t, &value);
    double *more = malloc((rows + 1) * sizeof *more);
    for (size_t i = 0; more && i < rows; i++)
        more[i] = value[i] + deviation * stn_noise(seed, stream, i);
    StnSignal *out = more ? stn_signal_table(t, more, rows, holds(signal, t, value, rows)) : NULL;
    free(more);
    return out;
}

/* Input i of all runs that have noise there; false: none has. */
static bool disturb_all(StnFitter *fitter, StnFitDeviations deviation, int i, uint64_t draw)
{
    bool any = false;
    for (int r = 0; r < fitter->nrun; r++) {
        StnFitInside *inside = &fitter->run[r];
        if (i >= inside->run->def.plant->ninput || !(deviation[r][i] > 0.0))
            continue;
        inside->added =
            disturbed(present(inside, i), SMALL * deviation[r][i], draw + 1, stream_of(r, i));
        inside->added_to = i;
        any = true;
        if (!inside->added)
            atomic_store(&fitter->memory_out, true);
    }
    return any;
}

bool stn_fit_disturb(StnFitter *fitter, StnFitWorkspace *workspace, const double *x,
                     const double *r, StnFitDeviations deviation, uint64_t draw, double *out)
{
    const size_t m = fitter->nresidual;
    double *moved = malloc((m + 1) * sizeof *moved);
    bool good = moved != NULL;
    if (!moved)
        atomic_store(&fitter->memory_out, true);
    memset(out, 0, m * sizeof *out);
    for (int i = 0; good && i < STN_INPUTS_MAX; i++) {
        if (!disturb_all(fitter, deviation, i, draw))
            continue;
        good = stn_fit_residual(fitter, workspace, x, moved, NULL);
        for (int k = 0; k < fitter->nrun; k++) {
            stn_signal_free(fitter->run[k].added);
            fitter->run[k].added = NULL;
        }
        for (size_t k = 0; good && k < m; k++)
            out[k] += (moved[k] - r[k]) / SMALL;
    }
    free(moved);
    return good;
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
        for (int k = 0; k < STN_FIT_DRAWS; k++)
            moved[i] += fitter->colour.part[run][k] * deviation *
                        stn_noise((uint64_t)k + 1, stream_of(run, input), i);
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
