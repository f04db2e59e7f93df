/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* All experiments on one law, and the verdicts. */
#define _POSIX_C_SOURCE 200809L
#include "characterize/rig.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

StnTrialInfo stn_trial_info(StnTrial trial)
{
#define ROW(id, title, x, y) {title, x, y},
    static const StnTrialInfo rows[] = {STN_TRIAL_LIST(ROW)};
#undef ROW
    return rows[trial];
}

StnBehaviourInfo stn_behaviour_info(StnBehaviour behaviour)
{
#define ROW(id, word, title, experiment, criterion) {word, title, experiment, criterion},
    static const StnBehaviourInfo rows[] = {STN_BEHAVIOUR_LIST(ROW)};
#undef ROW
    return rows[behaviour];
}

StnMeasureInfo stn_measure_info(StnMeasure measure)
{
#define ROW(id, trial, word, unit, text) {trial, word, unit, text},
    static const StnMeasureInfo rows[] = {STN_MEASURE_LIST(ROW)};
#undef ROW
    return rows[measure];
}

StnCharacterizeDef stn_default_characterize_def(const StnLaw *law)
{
    return (StnCharacterizeDef){.law = law,
                                .m = STN_CHARACTERIZE_MASS,
                                .dt = STN_CHARACTERIZE_DT,
                                .rtol = STN_CHARACTERIZE_RTOL};
}

/* ---- Verdicts ---- */

/* From the numbers alone; NaN makes every one of them false. */
static void judge(StnCharacter *c)
{
    const double *q = c->value, Fs = c->Fs, xe = c->xe, vs = c->vs;
    const double area = 100.0 * STN_AREA_LEAST, micro = fabs(q[STN_MEASURE_MICRO_OUT]);
    bool *shown = c->shown;
    shown[STN_BEHAVIOUR_STICTION] = fabs(q[STN_MEASURE_HOLD_MOVED]) < STN_HOLD_MOTION * xe &&
                                    fabs(q[STN_MEASURE_HOLD_TOTAL]) < STN_HOLD_RANGE * xe;
    shown[STN_BEHAVIOUR_RISING] =
        q[STN_MEASURE_BREAK_LONG] - q[STN_MEASURE_BREAK_SHORT] > STN_RISE_LEAST * Fs;
    shown[STN_BEHAVIOUR_MEMORY] =
        q[STN_MEASURE_LAG_SLOW] > area || q[STN_MEASURE_LAG_FAST] > area ||
        q[STN_MEASURE_FLUID_SLOW] > area || q[STN_MEASURE_FLUID_FAST] > area;
    shown[STN_BEHAVIOUR_PRESLIDING] = micro > STN_MICRO_LEAST * xe && micro < STN_HOLD_RANGE * xe &&
                                      q[STN_MEASURE_MICRO_RETURN] >= 100.0 * STN_MICRO_BACK;
    /* slopes times the spans of speed, 0.2 vs to 2 vs and 100 vs to 1000 vs */
    shown[STN_BEHAVIOUR_STRIBECK] = q[STN_MEASURE_SLOPE_LOW] * 1.8 * vs < -STN_CURVE_LEAST * Fs;
    shown[STN_BEHAVIOUR_VISCOUS] = q[STN_MEASURE_SLOPE_HIGH] * 900.0 * vs > STN_CURVE_LEAST * Fs;
    shown[STN_BEHAVIOUR_LOAD] =
        q[STN_MEASURE_LIFTING] - q[STN_MEASURE_UNLOADED] > STN_LOAD_LEAST * Fs;
    shown[STN_BEHAVIOUR_NONLOCAL] = q[STN_MEASURE_LOOP_GAP] < 100.0 * STN_NONLOCAL_GAP &&
                                    q[STN_MEASURE_LOOP_RETURN] < 100.0 * STN_NONLOCAL_GAP &&
                                    q[STN_MEASURE_LOOP_KINK] > STN_NONLOCAL_KINK;
    shown[STN_BEHAVIOUR_DRIFT] = fabs(q[STN_MEASURE_DRIFT_CYCLE]) > 100.0 * STN_DRIFT_LEAST;
    shown[STN_BEHAVIOUR_CREEP] = fabs(q[STN_MEASURE_CREEP_SPEED]) > STN_CREEP_LEAST * vs ||
                                 q[STN_MEASURE_CHATTER] > STN_CREEP_LEAST * vs;
}

/* A behaviour is known when its experiments went through. */
static void find_known(StnCharacter *c)
{
    static const StnTrial needs[STN_BEHAVIOUR_COUNT][2] = {
        [STN_BEHAVIOUR_STICTION] = {STN_TRIAL_HOLD, STN_TRIAL_HOLD},
        [STN_BEHAVIOUR_RISING] = {STN_TRIAL_BREAK, STN_TRIAL_BREAK},
        [STN_BEHAVIOUR_MEMORY] = {STN_TRIAL_LAG, STN_TRIAL_FLUID},
        [STN_BEHAVIOUR_PRESLIDING] = {STN_TRIAL_MICRO, STN_TRIAL_MICRO},
        [STN_BEHAVIOUR_STRIBECK] = {STN_TRIAL_CURVE, STN_TRIAL_CURVE},
        [STN_BEHAVIOUR_VISCOUS] = {STN_TRIAL_CURVE, STN_TRIAL_CURVE},
        [STN_BEHAVIOUR_LOAD] = {STN_TRIAL_LOAD, STN_TRIAL_LOAD},
        [STN_BEHAVIOUR_NONLOCAL] = {STN_TRIAL_LOOP, STN_TRIAL_LOOP},
        [STN_BEHAVIOUR_DRIFT] = {STN_TRIAL_DRIFT, STN_TRIAL_DRIFT},
        [STN_BEHAVIOUR_CREEP] = {STN_TRIAL_REST, STN_TRIAL_REST},
    };
    for (int b = 0; b < STN_BEHAVIOUR_COUNT; b++)
        c->known[b] = c->status[needs[b][0]] == STN_OK && c->status[needs[b][1]] == STN_OK;
}

/* ---- The run ---- */

static const StnExperiment experiments[STN_TRIAL_COUNT] = {
    [STN_TRIAL_HOLD] = stn_trial_hold,   [STN_TRIAL_BREAK] = stn_trial_break,
    [STN_TRIAL_LAG] = stn_trial_lag,     [STN_TRIAL_FLUID] = stn_trial_fluid,
    [STN_TRIAL_MICRO] = stn_trial_micro, [STN_TRIAL_CURVE] = stn_trial_curve,
    [STN_TRIAL_LOOP] = stn_trial_loop,   [STN_TRIAL_DRIFT] = stn_trial_drift,
    [STN_TRIAL_REST] = stn_trial_rest,   [STN_TRIAL_LOAD] = stn_trial_load,
};

static void begin(StnCharacter *out, const StnSubject *subject, const StnVariant *variant)
{
    memset(out, 0, sizeof *out);
    snprintf(out->label, sizeof out->label, "%s",
             variant ? variant->label : subject->def->law->name);
    out->law = subject->def->law;
    out->m = subject->m;
    out->Fs = subject->Fs;
    out->Fc = subject->Fc;
    out->vs = subject->vs;
    out->xe = subject->xe;
    for (int i = 0; i < STN_MEASURE_COUNT; i++)
        out->value[i] = NAN;
}

/* Scales that the experiments divide by. */
static StnStatus check(const StnSubject *s, StnError *error)
{
    if (!(s->m > 0.0 && s->Fs > 0.0 && s->Fc > 0.0 && s->vs > 0.0 && s->xe > 0.0))
        return stn_error(error, STN_BAD_INPUT,
                         "the experiments are scaled by m = %g kg, Fs = %g N, Fc = %g N, "
                         "vs = %g m/s and Fs/sigma0 = %g m: all must be above 0",
                         s->m, s->Fs, s->Fc, s->vs, s->xe);
    return STN_OK;
}

static void forget(StnCharacter *out, StnTrial trial)
{
    for (int i = 0; i < STN_MEASURE_COUNT; i++)
        if (stn_measure_info((StnMeasure)i).trial == trial)
            out->value[i] = NAN;
    free(out->trace[trial].x);
    free(out->trace[trial].y);
    out->trace[trial] = (StnTrace){.count = 0};
}

/* An experiment that the event engine gives up is repeated with the fixed step; `reason` says
 * so. */
static StnStatus run_trial(StnSubject *subject, StnTrial trial, StnCharacter *out, StnError *error)
{
    StnError own = {.status = STN_OK};
    StnStatus status = experiments[trial](subject, out, &own);
    const bool given_up = status == STN_STORM || status == STN_STEP_TOO_SMALL;
    if (given_up && out->method != STN_METHOD_FIXED) {
        snprintf(out->reason[trial], sizeof out->reason[trial], "fixed step, because of an %s",
                 own.text);
        forget(out, trial);
        subject->fixed = true;
        status = experiments[trial](subject, out, &own);
        subject->fixed = false;
    }
    out->status[trial] = status;
    if (status == STN_OK)
        return STN_OK;
    snprintf(out->reason[trial], sizeof out->reason[trial], "%s", own.text);
    forget(out, trial);
    if (status != STN_BAD_INPUT && status != STN_NO_MEMORY && status != STN_CANCELLED)
        return STN_OK;
    if (error)
        *error = own;
    return status;
}

StnStatus stn_characterize(const StnCharacterizeDef *def, const StnVariant *variant,
                           StnCharacter *out, StnError *error)
{
    StnSubject subject;
    struct timespec begun, ended;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    const bool room = stn_subject_init(&subject, def, variant);
    begin(out, &subject, variant);
    StnStatus status = room ? check(&subject, error)
                            : stn_error(error, STN_BAD_INPUT, "too many friction parameters");
    if (status == STN_OK)
        status = stn_rig_method(&subject, &out->method, error);
    for (int i = 0; i < STN_TRIAL_COUNT && status == STN_OK; i++) {
        status = run_trial(&subject, (StnTrial)i, out, error);
        subject.done = (i + 1.0) / STN_TRIAL_COUNT;
        if (status == STN_OK && def->progress && !def->progress(def->user, subject.done))
            status = stn_error(error, STN_CANCELLED, "interrupted");
    }
    if (status == STN_OK) {
        find_known(out);
        judge(out);
    }
    clock_gettime(CLOCK_MONOTONIC, &ended);
    out->seconds =
        (double)(ended.tv_sec - begun.tv_sec) + 1e-9 * (double)(ended.tv_nsec - begun.tv_nsec);
    return status;
}

void stn_character_free(StnCharacter *character)
{
    for (int i = 0; i < STN_TRIAL_COUNT; i++)
        forget(character, (StnTrial)i);
}
