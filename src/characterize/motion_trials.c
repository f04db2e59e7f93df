/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Experiments in which the motion is imposed and the friction is observed. */
#include "characterize/rig.h"

#include <math.h>

/* ---- Frictional memory ---- */

#define LOOP_SWING 0.8   /* amplitude over mean speed: never reverses */
#define LOOP_SETTLE 10.0 /* s: longer than a lubricant film remembers */
#define LOOP_ROWS 256    /* per period */

/* The integral of FF dv over the record: positive when friction is larger on the way up. */
static double loop_area(const StnRecord *record)
{
    const double *v = record->data[STN_RIG_V], *F = record->data[STN_RIG_FF];
    double area = 0.0;
    for (size_t i = 1; i < record->rows; i++)
        area += 0.5 * (F[i] + F[i - 1]) * (v[i] - v[i - 1]);
    return area;
}

static StnStatus speed_loop(const StnSubject *s, double mean, double frequency, double *share,
                            StnTrace *trace, StnError *error)
{
    const double swing = LOOP_SWING * mean, period = 1.0 / frequency;
    StnRig rig;
    StnStatus status = stn_rig_open(&rig, s, STN_DRIVE_VELOCITY,
                                    stn_signal_sine(swing, frequency, 0.0, mean, 0.0), error);
    if (status == STN_OK)
        status = stn_rig_pass(&rig, LOOP_SETTLE, error);
    if (status == STN_OK)
        status = stn_rig_record(&rig, LOOP_SETTLE + period, period / LOOP_ROWS, error);
    if (status == STN_OK) {
        *share = 100.0 * loop_area(&rig.record) / (2.0 * swing * s->Fs);
        status = stn_rig_trace(&rig, STN_RIG_V, STN_RIG_FF, rig.record.rows, trace, error);
    }
    stn_rig_close(&rig);
    return status;
}

StnStatus stn_trial_lag(const StnSubject *s, StnCharacter *out, StnError *error)
{
    StnTrace *trace = &out->trace[STN_TRIAL_LAG];
    const StnStatus status =
        speed_loop(s, s->vs, 1.0, &out->value[STN_MEASURE_LAG_SLOW], trace, error);
    if (status != STN_OK)
        return status;
    return speed_loop(s, s->vs, 10.0, &out->value[STN_MEASURE_LAG_FAST], trace, error);
}

StnStatus stn_trial_fluid(const StnSubject *s, StnCharacter *out, StnError *error)
{
    StnTrace *trace = &out->trace[STN_TRIAL_FLUID];
    const double mean = 100.0 * s->vs;
    const StnStatus status =
        speed_loop(s, mean, 1.0, &out->value[STN_MEASURE_FLUID_SLOW], trace, error);
    if (status != STN_OK)
        return status;
    return speed_loop(s, mean, 10.0, &out->value[STN_MEASURE_FLUID_FAST], trace, error);
}

/* ---- Steady friction ---- */

#define STEADY_FIRST 0.01  /* s */
#define STEADY_LAST 100.0  /* s */
#define STEADY_CHANGE 1e-6 /* Fs, while the time doubles */

/* Speeds over vs, and which of them the slopes use. */
static const double speeds[] = {0.1, 0.2, 0.3, 0.5, 0.7, 1,   1.5, 2,   3,
                                5,   7,   10,  20,  50,  100, 200, 500, 1000};
enum { SPEEDS = sizeof speeds / sizeof speeds[0], LOW = 1, LOW_END = 7, HIGH = 14, HIGH_END = 17 };

static StnStatus steady_friction(const StnSubject *s, double v, double *FF, StnError *error)
{
    StnRig rig;
    double before = NAN; /* friction at half the time */
    StnStatus status = stn_rig_open(&rig, s, STN_DRIVE_VELOCITY, stn_signal_constant(v), error);
    for (double t = STEADY_FIRST; status == STN_OK && t <= STEADY_LAST; t *= 2.0) {
        status = stn_rig_record(&rig, t, INFINITY, error);
        if (status != STN_OK)
            break;
        *FF = stn_rig_now(&rig, STN_RIG_FF);
        if (fabs(*FF - before) <= STEADY_CHANGE * s->Fs)
            break;
        before = *FF;
    }
    stn_rig_close(&rig);
    return status;
}

StnStatus stn_trial_curve(const StnSubject *s, StnCharacter *out, StnError *error)
{
    double v[SPEEDS], FF[SPEEDS];
    StnStatus status = STN_OK;
    for (int i = 0; i < SPEEDS && status == STN_OK; i++) {
        v[i] = speeds[i] * s->vs;
        status = steady_friction(s, v[i], &FF[i], error);
    }
    if (status != STN_OK)
        return status;
    out->value[STN_MEASURE_SLOPE_LOW] = (FF[LOW_END] - FF[LOW]) / (v[LOW_END] - v[LOW]);
    out->value[STN_MEASURE_SLOPE_HIGH] = (FF[HIGH_END] - FF[HIGH]) / (v[HIGH_END] - v[HIGH]);
    return stn_trace_add(&out->trace[STN_TRIAL_CURVE], v, FF, SPEEDS, error);
}

/* ---- Load ---- */

/* Loads over Fs, and the one that is measured at. */
static const double loads[] = {0.0, 0.5, 1.0, 2.0, 3.0, 4.0};
enum { LOADS = sizeof loads / sizeof loads[0], UNLOADED = 0, LOADED = 3 };
#define LOAD_SPEED 10.0 /* vs */

/* |FF| against (sense 1) or with (-1) the loads. */
static StnStatus under_loads(const StnSubject *s, double sense, double *FF, StnCharacter *out,
                             StnError *error)
{
    double load[LOADS];
    StnSubject loaded = *s;
    StnStatus status = STN_OK;
    for (int i = 0; i < LOADS && status == STN_OK; i++) {
        loaded.load = load[i] = loads[i] * s->Fs;
        double F = 0.0;
        status = steady_friction(&loaded, sense * LOAD_SPEED * s->vs, &F, error);
        FF[i] = sense * F;
    }
    return status ? status : stn_trace_add(&out->trace[STN_TRIAL_LOAD], load, FF, LOADS, error);
}

StnStatus stn_trial_load(const StnSubject *s, StnCharacter *out, StnError *error)
{
    double FF[LOADS];
    StnStatus status = under_loads(s, 1.0, FF, out, error);
    if (status != STN_OK)
        return status;
    out->value[STN_MEASURE_UNLOADED] = FF[UNLOADED];
    out->value[STN_MEASURE_LIFTING] = FF[LOADED];
    status = under_loads(s, -1.0, FF, out, error);
    if (status == STN_OK)
        out->value[STN_MEASURE_LOWERING] = FF[LOADED];
    return status;
}

/* ---- Nonlocal memory ---- */

/* One unit of travel and the time that it takes: far below the Stribeck velocity. */
#define UNIT_LENGTH 0.3  /* xe */
#define UNIT_SPEED 0.005 /* vs */
#define UNIT_ROWS 50
enum { AT_B = 10, BACK_AT_B = 12, TENTH = UNIT_ROWS / 10 };

/* Units of travel: a moment of rest (pre-sliding starts from it), to A = 2, to -2, to B = 1, to
 * C = 0, to B, to A; and the same without the inner loop. */
static const double inner_path[] = {0, 2, -4, 3, -1, 2};
static const double outer_path[] = {0, 2, -4, 4};

static StnStatus travel(StnRig *rig, const StnSubject *s, const double *path, int count,
                        StnError *error)
{
    const double v = UNIT_SPEED * s->vs, unit = UNIT_LENGTH * s->xe / v;
    double times[8], values[8], t = 0.0;
    for (int i = 0; i < count; i++) {
        times[i] = t;
        values[i] = path[i] == 0.0 ? 0.0 : copysign(v, path[i]);
        t += (path[i] == 0.0 ? 1.0 : fabs(path[i])) * unit;
    }
    const StnStatus status = stn_rig_open(
        rig, s, STN_DRIVE_VELOCITY, stn_signal_table(times, values, (size_t)count, true), error);
    return status == STN_OK ? stn_rig_record(rig, t, unit / UNIT_ROWS, error) : status;
}

/* Friction `rows` rows after a time in units. */
static double friction_at(const StnRig *rig, int unit, int rows)
{
    return rig->record.data[STN_RIG_FF][unit * UNIT_ROWS + rows];
}

static void measure_loop(const StnRig *inner, const StnRig *outer, double Fs, double *value)
{
    /* At B the motion turns and damping jumps: extrapolate from before it. */
    const double first = 2.0 * friction_at(inner, AT_B, -1) - friction_at(inner, AT_B, -2);
    const double again = friction_at(inner, BACK_AT_B, 0);
    const double before = again - friction_at(inner, BACK_AT_B, -TENTH);
    const double after = friction_at(inner, BACK_AT_B, TENTH) - again;
    double largest = 0.0;
    for (int i = 0; i <= UNIT_ROWS; i++)
        largest =
            fmax(largest, fabs(friction_at(inner, BACK_AT_B, i) - friction_at(outer, AT_B, i)));
    value[STN_MEASURE_LOOP_GAP] = 100.0 * fabs(again - first) / Fs;
    value[STN_MEASURE_LOOP_RETURN] = 100.0 * largest / Fs;
    value[STN_MEASURE_LOOP_KINK] = (before - after) / Fs / (UNIT_LENGTH * TENTH / UNIT_ROWS);
}

StnStatus stn_trial_loop(const StnSubject *s, StnCharacter *out, StnError *error)
{
    StnRig inner = {.system = NULL}, outer = {.system = NULL};
    StnStatus status = travel(&inner, s, inner_path, 6, error);
    if (status == STN_OK)
        status = travel(&outer, s, outer_path, 4, error);
    if (status == STN_OK) {
        measure_loop(&inner, &outer, s->Fs, out->value);
        status = stn_rig_trace(&inner, STN_RIG_X, STN_RIG_FF, inner.record.rows,
                               &out->trace[STN_TRIAL_LOOP], error);
    }
    stn_rig_close(&inner);
    stn_rig_close(&outer);
    return status;
}
