/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The test rig: a block with the law under examination, pushed or moved by one signal. */
#ifndef STN_CHARACTERIZE_RIG_H
#define STN_CHARACTERIZE_RIG_H

#include "stiction/characterize.h"

/* What is examined: the law, its friction in full, and the scales of the experiments. */
enum { STN_SUBJECT_GIVEN = 96 };
typedef struct StnSubject {
    const StnCharacterizeDef *def;
    StnGiven given[STN_SUBJECT_GIVEN];
    int ngiven;
    double m, Fs, Fc, vs, xe;
    double load; /* N, against positive motion */
    bool fixed;  /* take the fixed step whatever the law */
    double done; /* share of the experiments that are finished */
} StnSubject;

/* Common friction, then the variant, then the caller's; false: too many entries. */
bool stn_subject_init(StnSubject *subject, const StnCharacterizeDef *def,
                      const StnVariant *variant);
/* Takes Fs, Fc, vs and xe from the list. */
void stn_subject_scale(StnSubject *subject);
/* Replaces or adds an entry; false: no room. */
bool stn_subject_give(StnSubject *subject, const StnGiven *given);
bool stn_subject_set(StnSubject *subject, const char *name, double value);
/* The entry's first value; NaN when there is none. */
double stn_subject_value(const StnSubject *subject, const char *name);
/* Whether the caller has given the parameter. */
bool stn_subject_chosen(const StnCharacterizeDef *def, const char *name);

/* Whether the law has the parameter. */
bool stn_law_has(const StnLaw *law, const char *name);

typedef enum StnDrive { STN_DRIVE_FORCE, STN_DRIVE_VELOCITY } StnDrive;

/* Columns of a rig's record; column 0 is t. */
enum { STN_RIG_T, STN_RIG_X, STN_RIG_V, STN_RIG_U, STN_RIG_FF };

typedef struct StnRig {
    const StnSubject *subject;
    StnSystem *system;
    StnState *state;
    StnRecord record;
} StnRig;

/* Takes the signal, also on failure.  Close in any case. */
StnStatus stn_rig_open(StnRig *rig, const StnSubject *subject, StnDrive drive, StnSignal *signal,
                       StnError *error);
/* The method that a rig of this subject takes; an error when its friction is not acceptable. */
StnStatus stn_rig_method(const StnSubject *subject, StnMethod *method, StnError *error);
/* Goes on to time t without a record. */
StnStatus stn_rig_pass(StnRig *rig, double t, StnError *error);
/* Goes on to time t with a new record of t, x, v, u, FF. */
StnStatus stn_rig_record(StnRig *rig, double t, double every, StnError *error);
/* A column at the present time. */
double stn_rig_now(const StnRig *rig, int column);
void stn_rig_close(StnRig *rig);

/* The record's row at time t, within half a row. */
size_t stn_rig_row(const StnRig *rig, double t);
/* Rows from the first on in which |column| <= limit. */
size_t stn_rig_rows_within(const StnRig *rig, int column, double limit);
/* Adds two columns of the record's first `rows` rows as a curve. */
StnStatus stn_rig_trace(const StnRig *rig, int x, int y, size_t rows, StnTrace *trace,
                        StnError *error);
/* Adds a curve, behind a gap where there is one already. */
StnStatus stn_trace_add(StnTrace *trace, const double *x, const double *y, size_t count,
                        StnError *error);

/* ---- The experiments: each fills its numbers and curves in *out ---- */

typedef StnStatus (*StnExperiment)(const StnSubject *subject, StnCharacter *out, StnError *error);
StnStatus stn_trial_hold(const StnSubject *subject, StnCharacter *out, StnError *error);
StnStatus stn_trial_rest(const StnSubject *subject, StnCharacter *out, StnError *error);
StnStatus stn_trial_micro(const StnSubject *subject, StnCharacter *out, StnError *error);
StnStatus stn_trial_break(const StnSubject *subject, StnCharacter *out, StnError *error);
StnStatus stn_trial_drift(const StnSubject *subject, StnCharacter *out, StnError *error);
StnStatus stn_trial_lag(const StnSubject *subject, StnCharacter *out, StnError *error);
StnStatus stn_trial_fluid(const StnSubject *subject, StnCharacter *out, StnError *error);
StnStatus stn_trial_curve(const StnSubject *subject, StnCharacter *out, StnError *error);
StnStatus stn_trial_load(const StnSubject *subject, StnCharacter *out, StnError *error);
StnStatus stn_trial_loop(const StnSubject *subject, StnCharacter *out, StnError *error);

#endif
