/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Friction along a measured motion: the law alone, from row to row at constant velocity (core/imposed.h),
 * `parts` steps per row, and its force at the velocity that the row itself has.
 *
 * v alone, without x: every row is a steady state of its own (the mean of a run at constant speed). */
#include "core/imposed.h"
#include "identify/fit_internal.h"
#include "identify/noise.h"

#include <math.h>
#include <stdlib.h>

enum { LOOK_EVERY = 1024, FILTER_ORDER = 4 };
#define SETTLES \
    2.0 /* over the cut-off: so long the ends of a run disturb a filtered acceleration */

/* In a row itself: the step that leads to it is half a sample late, and with it every reversal. */
double stn_fit_velocity_at(const StnFitRun *run, size_t i)
{
    const size_t before = i > 0 ? i - 1 : 0, after = i + 1 < run->rows ? i + 1 : i;
    return run->v ? run->v[i] : (run->x[after] - run->x[before]) / (run->t[after] - run->t[before]);
}

StnStatus stn_fit_motion(const StnFitInside *inside, const StnSystem *system, size_t rows,
                         double *FF, const atomic_bool *stop, StnError *error)
{
    const StnFitRun *run = inside->run;
    StnImposed imposed;
    stn_imposed_begin(&imposed, system, 0, 0.0);
    for (size_t i = 0; i < rows; i++) {
        if (i % LOOK_EVERY == 0 && atomic_load_explicit(stop, memory_order_relaxed))
            return stn_error(error, STN_CANCELLED, "interrupted");
        if (!run->x) {
            FF[i] = stn_imposed_steady(&imposed, run->v[i]);
            continue;
        }
        double dt = i > 0 ? run->t[i] - run->t[i - 1] : 0.0;
        double v = i > 0 ? (run->x[i] - run->x[i - 1]) / dt : 0.0;
        stn_imposed_turn(&imposed, v);
        for (int k = 0; i > 0 && k < inside->parts; k++)
            stn_imposed_step(&imposed, run->x[i], v, dt / inside->parts);
        const double now = stn_fit_velocity_at(run, i);
        stn_imposed_turn(&imposed, now);
        FF[i] = stn_imposed_force(&imposed, run->x[i], now);
    }
    return STN_OK;
}

StnSystemDef stn_motion_def(const StnLaw *law, StnGiven *given, int ngiven, StnGiven *drive)
{
    *drive = (StnGiven){.name = "drive", .count = 1, .value = {3.0}}; /* the last word: motion */
    StnSystemDef def = stn_default_system_def(stn_catalog_plant(NULL, "block"));
    def.given = drive;
    def.ngiven = 1;
    def.site[0] = (StnSiteDef){law, given, ngiven};
    def.borrow = true;
    return def;
}

/* Differences over five samples: over three a sine of 30 samples per period loses 1.5 % of its acceleration. */
static double derivative(const double *y, size_t i, double Ts, bool twice)
{
    static const double five[2][5] = {{1.0, -8.0, 0.0, 8.0, -1.0}, {-1.0, 16.0, -30.0, 16.0, -1.0}};
    double sum = 0.0;
    for (size_t k = 0; k < 5; k++)
        sum += five[twice][k] * y[i + k - 2];
    return sum / (12.0 * Ts * (twice ? Ts : 1.0));
}

StnStatus stn_fit_acceleration(const StnData *data, double *a, StnError *error)
{
    const bool position = !data->value[STN_ROLE_VELOCITY];
    const double *y = data->value[position ? STN_ROLE_POSITION : STN_ROLE_VELOCITY];
    StnMotionNoise noise;
    double cutoff, size;
    StnStatus status = stn_data_require_uniform(data, error);
    if (!status)
        status = stn_motion_noise(data, &noise, error);
    if (!status)
        status = stn_choose_cutoff(data, &noise, FILTER_ORDER, &cutoff, &size, error);
    double *filtered = status ? NULL : malloc(data->rows * sizeof *filtered);
    if (!status && !filtered)
        status = stn_out_of_memory(error);
    if (!status)
        status = stn_motion_filter(data, FILTER_ORDER, cutoff, y, filtered, error);
    for (int r = 0; !status && r < data->nrun; r++) {
        const size_t from = data->run[r], rows = data->run[r + 1] - from;
        const size_t end = 2 + (size_t)(SETTLES / (cutoff * data->Ts));
        for (size_t i = 0; i < rows; i++)
            a[from + i] = i < end || i + end >= rows
                              ? NAN
                              : derivative(filtered + from, i, data->Ts, position);
    }
    free(filtered);
    return status;
}
