/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Experiments in which a force is given and the motion is observed. */
#include "characterize/rig.h"
#include "kernel/pi.h"

#include <math.h>

#define HOLD_SHARE 0.95 /* of Fs: just below breakaway */
#define HOLD_TIME 100.0 /* s */
#define REST_SHARE 0.5  /* of Fs */
#define REST_TIME 10.0  /* s */
#define REST_VIEW 5.0   /* s: the last ones of it */
#define SETTLE 1.0      /* s */
#define SHOWN_FAR 20.0  /* xe: a curve that leaves it is cut */
#define SHOWN_NEAR 4.0  /* xe: the same where loads are small */
enum { RISES_MAX = 2, RISE_POINTS = 512, RISE_ROWS = 1000000 };

static double rise_time(const StnSubject *s)
{
    return fmax(STN_RISE_TIME, STN_RISE_LENGTH * s->xe / s->vs);
}

/* Half cosines from 0 to the first level and on to each next one, then constant.  Slow, so that
 * bristles stay far below the Stribeck velocity: a fast rise would tear them off early.  Smooth, so
 * that laws without damping at rest do not ring. */
static StnSignal *glide(const StnSubject *s, const double *level, int count)
{
    double times[RISES_MAX * RISE_POINTS + 1] = {0.0}, values[RISES_MAX * RISE_POINTS + 1] = {0.0};
    size_t n = 1;
    for (int k = 0; k < count && k < RISES_MAX; k++) {
        const double from = k == 0 ? 0.0 : level[k - 1];
        for (int i = 1; i <= RISE_POINTS; i++, n++) {
            const double share = (double)i / RISE_POINTS;
            times[n] = (k + share) * rise_time(s);
            values[n] = from + (level[k] - from) * 0.5 * (1.0 - cos(STN_PI * share));
        }
    }
    return stn_signal_trapezoid(times, values, n);
}

static StnStatus trace_position(const StnRig *rig, double range, StnTrace *trace, StnError *error)
{
    const size_t rows = stn_rig_rows_within(rig, STN_RIG_X, range);
    return stn_rig_trace(rig, STN_RIG_T, STN_RIG_X, rows, trace, error);
}

/* u rises to share*Fs and stays for `hold`; the trace shows x within `range`.  A soft law rises for months:
 * its rise has a record of its own, with as many rows as anybody looks at, and the rig then has the
 * record of the hold only. */
static StnStatus load_up(StnRig *rig, const StnSubject *s, double share, double hold, double every,
                         double range, StnTrace *trace, StnError *error)
{
    const double level = share * s->Fs, rise = rise_time(s);
    const bool apart = rise > every * RISE_ROWS;
    StnStatus status = stn_rig_open(rig, s, STN_DRIVE_FORCE, glide(s, &level, 1), error);
    if (status == STN_OK)
        status = apart ? stn_rig_record(rig, rise, rise / RISE_ROWS, error)
                       : stn_rig_record(rig, rise + hold, every, error);
    if (status == STN_OK)
        status = trace_position(rig, range, trace, error);
    if (status == STN_OK && apart)
        status = stn_rig_record(rig, rise + hold, every, error);
    return status;
}

StnStatus stn_trial_hold(const StnSubject *s, StnCharacter *out, StnError *error)
{
    StnRig rig;
    StnStatus status = load_up(&rig, s, HOLD_SHARE, HOLD_TIME, 0.05, SHOWN_FAR * s->xe,
                               &out->trace[STN_TRIAL_HOLD], error);
    if (status == STN_OK) {
        const double *x = rig.record.data[STN_RIG_X];
        out->value[STN_MEASURE_HOLD_TOTAL] = stn_rig_now(&rig, STN_RIG_X);
        out->value[STN_MEASURE_HOLD_MOVED] =
            out->value[STN_MEASURE_HOLD_TOTAL] - x[stn_rig_row(&rig, rise_time(s) + SETTLE)];
    }
    stn_rig_close(&rig);
    return status;
}

StnStatus stn_trial_rest(const StnSubject *s, StnCharacter *out, StnError *error)
{
    StnRig rig;
    /* the odd interval keeps out of step with chatter */
    StnStatus status = load_up(&rig, s, REST_SHARE, REST_TIME, 1.03e-3, SHOWN_NEAR * s->xe,
                               &out->trace[STN_TRIAL_REST], error);
    if (status == STN_OK) {
        const double *v = rig.record.data[STN_RIG_V], *x = rig.record.data[STN_RIG_X];
        const double *t = rig.record.data[STN_RIG_T];
        const size_t last = rig.record.rows - 1, from = stn_rig_row(&rig, t[last] - REST_VIEW);
        double sum = 0.0;
        for (size_t i = from; i <= last; i++)
            sum += v[i] * v[i];
        out->value[STN_MEASURE_CHATTER] = sqrt(sum / (double)(last - from + 1));
        out->value[STN_MEASURE_CREEP_SPEED] = (x[last] - x[from]) / (t[last] - t[from]);
    }
    stn_rig_close(&rig);
    return status;
}

StnStatus stn_trial_micro(const StnSubject *s, StnCharacter *out, StnError *error)
{
    const double rise = rise_time(s), levels[] = {REST_SHARE * s->Fs, 0.0};
    StnRig rig;
    StnStatus status = stn_rig_open(&rig, s, STN_DRIVE_FORCE, glide(s, levels, 2), error);
    if (status == STN_OK)
        status = stn_rig_record(&rig, 2.0 * rise + SETTLE, rise / 1000.0, error);
    if (status == STN_OK) {
        const double *x = rig.record.data[STN_RIG_X];
        const double far = x[stn_rig_row(&rig, rise)];
        const double back = far - stn_rig_now(&rig, STN_RIG_X);
        const size_t rows = stn_rig_rows_within(&rig, STN_RIG_X, SHOWN_NEAR * s->xe);
        out->value[STN_MEASURE_MICRO_OUT] = far;
        out->value[STN_MEASURE_MICRO_RETURN] = far != 0.0 ? 100.0 * back / far : 0.0;
        status =
            stn_rig_trace(&rig, STN_RIG_X, STN_RIG_U, rows, &out->trace[STN_TRIAL_MICRO], error);
    }
    stn_rig_close(&rig);
    return status;
}

/* ---- Breakaway after dwell ---- */

#define PUSH_SHARE 1.2 /* of Fs: slides */
#define PUSH_END 0.5   /* s */
#define PUSH_EDGE 0.01 /* s: rise and fall of the push */
#define RAMP_RATE 2.0  /* Fs per s */
#define RAMP_END 4.0   /* Fs */
#define STOPPED 0.1    /* vs: what counts as standstill after the push */
#define AWAY 10.0      /* vs: the body has broken away */

/* Push, nothing, ramp from t on (INFINITY: no ramp). */
static StnSignal *push_and_ramp(const StnSubject *s, double t)
{
    const double push = PUSH_SHARE * s->Fs, rise = RAMP_END / RAMP_RATE;
    const double times[] = {0.0, PUSH_EDGE, PUSH_END, PUSH_END + PUSH_EDGE, t, t + rise};
    const double levels[] = {0.0, push, push, 0.0, 0.0, RAMP_END * s->Fs};
    return stn_signal_trapezoid(times, levels, isfinite(t) ? 6 : 4);
}

/* When the body has come to rest after the push; a law that never stops gets the time that
 * Coulomb's law would take. */
static StnStatus find_stop(const StnSubject *s, double *stop, StnError *error)
{
    const double braking = (PUSH_END + PUSH_EDGE) * fmax(PUSH_SHARE * s->Fs / s->Fc - 1.0, 0.0);
    const double end = PUSH_END + PUSH_EDGE + fmin(1.05 * braking, 100.0) + 0.1;
    StnRig rig;
    StnStatus status = stn_rig_open(&rig, s, STN_DRIVE_FORCE, push_and_ramp(s, INFINITY), error);
    if (status == STN_OK)
        status = stn_rig_pass(&rig, PUSH_END, error);
    if (status == STN_OK)
        status = stn_rig_record(&rig, end, 1e-3, error);
    if (status == STN_OK) {
        const double *v = rig.record.data[STN_RIG_V];
        size_t last = rig.record.rows - 1;
        while (last > 0 && fabs(v[last]) <= STOPPED * s->vs)
            last--;
        *stop = rig.record.data[STN_RIG_T][last];
    }
    stn_rig_close(&rig);
    return status;
}

/* The largest friction from the start of the ramp until the body is away. */
static StnStatus break_away(const StnSubject *s, double ramp, double *level, StnTrace *trace,
                            StnError *error)
{
    StnRig rig;
    StnStatus status = stn_rig_open(&rig, s, STN_DRIVE_FORCE, push_and_ramp(s, ramp), error);
    if (status == STN_OK)
        status = stn_rig_pass(&rig, ramp, error);
    if (status == STN_OK)
        status = stn_rig_record(&rig, ramp + RAMP_END / RAMP_RATE, 1e-4, error);
    if (status == STN_OK) {
        const size_t rows = stn_rig_rows_within(&rig, STN_RIG_V, AWAY * s->vs);
        *level = 0.0;
        for (size_t i = 0; i < rows; i++)
            *level = fmax(*level, rig.record.data[STN_RIG_FF][i]);
        status = stn_rig_trace(&rig, STN_RIG_U, STN_RIG_FF, rows, trace, error);
    }
    stn_rig_close(&rig);
    return status;
}

StnStatus stn_trial_break(const StnSubject *s, StnCharacter *out, StnError *error)
{
    StnTrace *trace = &out->trace[STN_TRIAL_BREAK];
    double stop = 0.0;
    StnStatus status = find_stop(s, &stop, error);
    if (status == STN_OK)
        status = break_away(s, stop + 0.1, &out->value[STN_MEASURE_BREAK_SHORT], trace, error);
    if (status == STN_OK)
        status = break_away(s, stop + 100.0, &out->value[STN_MEASURE_BREAK_LONG], trace, error);
    return status;
}

/* ---- Drift below breakaway ---- */

#define DRIFT_RISE 5.0   /* s */
#define DRIFT_FROM 10.0  /* s: the first cycle that counts */
#define DRIFT_TO 59.0    /* s: the last one */
#define DRIFT_RANGE 0.01 /* m: z_max */

static void set_unless_chosen(StnSubject *s, const char *name, double value)
{
    if (!stn_subject_chosen(s->def, name))
        stn_subject_set(s, name, value);
    stn_subject_scale(s);
}

/* The published numbers (plants.md, "no drift") where the caller has not chosen others.  A law with
 * pre-sliding as an option keeps it on or off.  A law without sigma1 gets the same damping as
 * sigma2: an undamped bristle would resonate with the load, and slide for that reason. */
static StnSubject drift_subject(const StnSubject *subject)
{
    StnSubject s = *subject;
    const bool damped = stn_law_has(s.def->law, "sigma1");
    set_unless_chosen(&s, "Fs", 1.1);
    set_unless_chosen(&s, "Fc", 1.0);
    set_unless_chosen(&s, "vs", 0.1);
    if (!isnan(stn_subject_value(&s, "z_max")))
        set_unless_chosen(&s, "z_max", DRIFT_RANGE);
    set_unless_chosen(&s, "sigma0", s.Fs / DRIFT_RANGE);
    set_unless_chosen(&s, "sigma1", 2.0 * sqrt(s.m * s.Fs / s.xe));
    set_unless_chosen(&s, "sigma2", damped ? 0.0 : 2.0 * sqrt(s.m * s.Fs / s.xe));
    set_unless_chosen(&s, "z_ba", 0.99 * s.Fc * s.xe / s.Fs);
    return s;
}

/* Mean position over the cycle that begins at t. */
static double cycle_mean(const StnRig *rig, double t)
{
    const size_t from = stn_rig_row(rig, t), to = stn_rig_row(rig, t + 1.0);
    double sum = 0.0;
    for (size_t i = from; i < to; i++)
        sum += rig->record.data[STN_RIG_X][i];
    return sum / (double)(to - from);
}

StnStatus stn_trial_drift(const StnSubject *subject, StnCharacter *out, StnError *error)
{
    const StnSubject s = drift_subject(subject);
    StnSignal *part[] = {stn_signal_ramp(0.6 * s.Fs / DRIFT_RISE, 0.0, 0.0, DRIFT_RISE),
                         stn_signal_sine(0.3 * s.Fs, 1.0, 0.0, 0.0, DRIFT_RISE)};
    StnRig rig;
    StnStatus status = stn_rig_open(&rig, &s, STN_DRIVE_FORCE, stn_signal_sum(part, 2), error);
    if (status == STN_OK)
        status = stn_rig_record(&rig, DRIFT_TO + 1.0, 0.01, error);
    if (status == STN_OK) {
        const double moved = cycle_mean(&rig, DRIFT_TO) - cycle_mean(&rig, DRIFT_FROM);
        out->value[STN_MEASURE_DRIFT_CYCLE] = 100.0 * moved / (DRIFT_TO - DRIFT_FROM) / s.xe;
        status = trace_position(&rig, SHOWN_FAR * s.xe, &out->trace[STN_TRIAL_DRIFT], error);
    }
    stn_rig_close(&rig);
    return status;
}
