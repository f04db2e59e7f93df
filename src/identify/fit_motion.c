/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Friction along a measured motion: the law alone, from row to row at constant velocity, through the turn
 * of a cubic where the body turns between two rows (core/imposed.h), `parts` steps per row, and its force at the velocity that the row itself has.
 *
 * v alone, without x: every row is a steady state of its own (the mean of a run at constant speed).  Of a law without
 * states every row is one where v is smoothed; states move along x, also through rows that windows leave out. */
#include "core/imposed.h"
#include "identify/fit_internal.h"
#include "identify/noise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NOISE_BEND 0.9
enum { ASK_EVERY = 1024, FILTER_ORDER = 4 };
#define PASSED 0.4 /* of the cut-off that is chosen for what a decimation passes afterwards */
#define SOFTER 0.5 /* times the cut-off: what that changes of a velocity may be wrong with it */
#define SETTLES \
    4.0 /* over the cut-off: so long the ends of a run disturb a filtered acceleration */

/* In a row itself: the step that leads to it is half a sample late, and with it every reversal. */
double stn_fit_velocity_at(const StnFitRun *run, size_t i)
{
    const size_t before = i > 0 ? i - 1 : 0, after = i + 1 < run->rows ? i + 1 : i;
    return run->v ? run->v[i] : (run->x[after] - run->x[before]) / (run->t[after] - run->t[before]);
}

static double force_at(StnImposed *imposed, const StnFitRun *run, size_t i, double v)
{
    if (!run->x)
        return stn_imposed_steady(imposed, v);
    stn_imposed_turn(imposed, v);
    return stn_imposed_force(imposed, run->x[i], v);
}

/* The force that a smoothed velocity v stands for.  Smoothing takes off bends, the same in every period: along the slope of
 * the force the measured velocity puts that right, and its noise goes into the windows.  What noise in v makes of a
 * force that bends, E F(v + n) = F + F''*E(n^2)/2, is taken off, with the part that it has in common with the noise of the
 * measured one: NOISE_BEND of E(n^2), for means over cubic B-splines 1/2 + 0.667/0.479 - 1. */
static double force_of_smoothed(StnImposed *imposed, const StnFitRun *run, size_t i)
{
    const double v = run->v[i], step = fmin(run->v_noise[i], 0.5 * fabs(v));
    const double F = force_at(imposed, run, i, v);
    if (!(step > 0.0))
        return F;
    const double more = force_at(imposed, run, i, v + step),
                 less = force_at(imposed, run, i, v - step);
    return F + (more - less) / (2.0 * step) * (run->v_raw[i] - v) -
           NOISE_BEND * (more + less - 2.0 * F);
}

static bool same_modes(const StnImposed *a, const StnImposed *b)
{
    for (int k = 0; k < STN_RELS_MAX; k++)
        if (a->mode[k] != b->mode[k])
            return false;
    return true;
}

/* The step of a law is implicit and of first order: a stiffness that is fitted by it came out too high by half of the
 * deflection that a step makes, whatever the noise.  One step less two halves, twice, has that error no longer.  Elements
 * that yield in the one and not in the other have no such error; the halves count then. */
static void step(StnImposed *imposed, double x, double v, double dt)
{
    StnImposed whole = *imposed;
    stn_imposed_step(&whole, x, v, dt);
    stn_imposed_step(imposed, x, v, 0.5 * dt);
    stn_imposed_step(imposed, x, v, 0.5 * dt);
    if (!same_modes(&whole, imposed))
        return;
    for (int k = 0; k < imposed->system->model.law_nstate[0]; k++)
        imposed->s[k] = 2.0 * imposed->s[k] - whole.s[k];
}

static void go_on(StnImposed *imposed, double x, double way, double dt, int parts)
{
    const double v = way / dt;
    stn_imposed_turn(imposed, v);
    for (int k = 0; k < parts; k++)
        step(imposed, x, v, dt / parts);
}

/* Where the cubic between two rows, `way` apart, turns, as a part of their time: the root of its derivative.  a, b: velocities of
 * the rows times that time, of different sign. */
static double turning_point(double a, double way, double b)
{
    const double A = 3.0 * (a + b - 2.0 * way), B = 2.0 * (3.0 * way - 2.0 * a - b);
    const double q = -0.5 * (B + copysign(sqrt(B * B - 4.0 * A * a), B));
    const double s = a / q;
    return s > 0.0 && s < 1.0 ? s : q / A;
}

/* From row i - 1 to row i.  A body that turns goes further than either row shows: the way that lines between the rows cut off
 * is small, but bristles are short, and their stiffness came out too high by it (0.4 % with 100 rows per period). */
static void go_to_row(StnImposed *imposed, const StnFitRun *run, size_t i, int parts)
{
    const double dt = run->t[i] - run->t[i - 1], way = run->x[i] - run->x[i - 1];
    const double a = dt * stn_fit_velocity_at(run, i - 1), b = dt * stn_fit_velocity_at(run, i);
    const double s = a * b < 0.0 ? turning_point(a, way, b) : 0.0;
    if (!(s > 0.0 && s < 1.0)) {
        go_on(imposed, run->x[i], way, dt, parts);
        return;
    }
    const double first = s * (a + s * (3.0 * way - 2.0 * a - b + s * (a + b - 2.0 * way)));
    go_on(imposed, run->x[i - 1] + first, first, s * dt, parts);
    go_on(imposed, run->x[i], way - first, (1.0 - s) * dt, parts);
}

StnStatus stn_fit_motion(const StnFitInside *inside, const StnSystem *system, double start,
                         size_t rows, double *FF, StnObserver observer, StnError *error)
{
    const StnFitRun *run = inside->run;
    const bool moves = run->x && inside->law->nstate > 0;
    StnImposed imposed;
    stn_imposed_begin(&imposed, system, 0, 0.0);
    if (!isnan(start))
        stn_fit_load(&imposed, inside, start);
    for (size_t i = 0; i < rows; i++) {
        if (i % ASK_EVERY == 0 && !observer.go_on(observer.user))
            return stn_error(error, STN_CANCELLED, "interrupted");
        if (run->v_raw && !moves) {
            FF[i] = run->v[i] != 0.0 ? force_of_smoothed(&imposed, run, i) : 0.0;
            continue;
        }
        if (!run->x) {
            FF[i] = stn_imposed_steady(&imposed, run->v[i]);
            continue;
        }
        if (i > 0)
            go_to_row(&imposed, run, i, inside->parts);
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

/* The column that the motion is made of behind a low-pass, to be freed; NULL: *status says why. */
static double *filter(const StnData *data, double cutoff, StnStatus *status, StnError *error)
{
    const bool position = !data->value[STN_ROLE_VELOCITY];
    const double *y = data->value[position ? STN_ROLE_POSITION : STN_ROLE_VELOCITY];
    double *filtered = malloc((data->rows + 1) * sizeof *filtered);
    *status = filtered ? stn_motion_filter(data, FILTER_ORDER, cutoff, y, filtered, error)
                       : stn_out_of_memory(error);
    if (!*status)
        return filtered;
    free(filtered);
    return NULL;
}

/* So many samples at the ends of a run the filter disturbs. */
static size_t end_of(const StnData *data, double cutoff)
{
    return 2 + (size_t)fmin(SETTLES / (cutoff * data->Ts), (double)data->rows);
}

static StnStatus make_acceleration(const StnData *data, double cutoff, double *a, StnError *error)
{
    const bool position = !data->value[STN_ROLE_VELOCITY];
    const size_t end = end_of(data, cutoff);
    StnStatus status;
    double *filtered = filter(data, cutoff, &status, error);
    for (int r = 0; filtered && r < data->nrun; r++) {
        const size_t from = data->run[r], rows = data->run[r + 1] - from;
        for (size_t i = 0; i < rows; i++)
            a[from + i] = i < end || i + end >= rows
                              ? NAN
                              : derivative(filtered + from, i, data->Ts, position);
    }
    free(filtered);
    return status;
}

/* x: of the position, or NULL. */
static StnStatus differentiate(const StnData *data, double cutoff, double *v, double *x,
                               StnError *error)
{
    const bool position = !data->value[STN_ROLE_VELOCITY];
    StnStatus status;
    double *filtered = filter(data, cutoff, &status, error);
    for (int r = 0; filtered && r < data->nrun; r++) {
        const size_t from = data->run[r], rows = data->run[r + 1] - from;
        for (size_t i = 0; i < rows; i++)
            v[from + i] = !position                ? filtered[from + i]
                          : i >= 2 && i + 2 < rows ? derivative(filtered + from, i, data->Ts, false)
                          : i + 1 < rows ? (filtered[from + i + 1] - filtered[from + i]) / data->Ts
                                         : (filtered[from + i] - filtered[from + i - 1]) / data->Ts;
    }
    if (filtered && x)
        memcpy(x, position ? filtered : data->value[STN_ROLE_POSITION], data->rows * sizeof *x);
    free(filtered);
    return status;
}

/* Friction turns with the velocity: below the speed at which its sign is certain the last direction holds. */
static StnStatus make_velocity(const StnData *data, const StnMotionNoise *noise, StnKinematics *out,
                               StnError *error)
{
    StnStatus status = differentiate(data, out->cutoff, out->v, out->x, error);
    if (status == STN_OK && out->v_wrong)
        status = differentiate(data, SOFTER * out->cutoff, out->v_wrong, NULL, error);
    out->dead = stn_dead_speed(noise, data->Ts, out->cutoff);
    for (size_t i = 0; status == STN_OK && i < data->rows; i++) {
        if (out->v_wrong)
            out->v_wrong[i] = fabs(out->v_wrong[i] - out->v[i]);
        out->v[i] = fabs(out->v[i]) < out->dead ? 0.0 : out->v[i];
    }
    return status;
}

/* The steps of an encoder are no speed: a level that depends on it needs the motion behind the filter, and the
 * elements of laws with states move with it. */
StnStatus stn_fit_kinematics(const StnData *data, StnKinematics *out, StnError *error)
{
    StnMotionNoise noise;
    double cutoff, size;
    StnStatus status = stn_data_require_uniform(data, error);
    for (int r = 0; !status && r < data->nrun; r++)
        if (data->run[r + 1] - data->run[r] < 5)
            status = stn_error(error, STN_BAD_INPUT, "a run has fewer than 5 samples");
    if (!status)
        status = stn_motion_noise(data, &noise, error);
    if (!status)
        status = stn_choose_cutoff(data, &noise, FILTER_ORDER, &cutoff, &size, error);
    if (status)
        return status;
    out->cutoff_a = PASSED * cutoff;
    if (isnan(out->cutoff))
        out->cutoff = stn_choose_velocity_cutoff(&noise, data->Ts, cutoff, size);
    else
        out->cutoff_a = fmin(out->cutoff_a, out->cutoff);
    status = make_acceleration(data, out->cutoff_a, out->a, error);
    return status ? status : make_velocity(data, &noise, out, error);
}
