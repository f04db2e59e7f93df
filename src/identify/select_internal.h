/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The inside of the choice of a law.
 *
 *   select_candidates.c  what is tried, from the registry
 *   select.c             fits of all candidates
 *   select_trial.c       one candidate: runs, free parameters, errors on rows that it has not seen
 *   warm_start.c         what was found, for those that come after
 *   select_verdict.c     which of them is enough, and why */
#ifndef STN_IDENTIFY_SELECT_INTERNAL_H
#define STN_IDENTIFY_SELECT_INTERNAL_H

#include "core/names.h"
#include "stiction/fit.h"

enum { STN_PRIOR_VALUES_MAX = 512 };

/* A path without its direction or element, which is `place`; -1: it has none. */
typedef struct StnSelectPath {
    StnPathWords words;
    int place;
} StnSelectPath;

/* What was found for a parameter, by the candidate with the smallest error on what was fitted: of one law
 * (and number of elements), or of all laws (NULL) where the data determine it. */
typedef struct StnPriorValue {
    StnSelectPath name;
    const StnLaw *law;
    int elements;
    double value, fitted;
} StnPriorValue;

typedef struct StnChooser {
    const StnSelectDef *def;
    StnSelection *out;
    StnPriorValue known[STN_PRIOR_VALUES_MAX];
    int nknown;
    /* Mean squares of what was measured, per signal, over the rows that judge: signals of different
     * units are added up as parts of these. */
    double size2[STN_FIT_SIGNALS_MAX];
    double *
        *error2; /* per candidate: squared errors of the rows that judge, over size2, in order */
    double *nothing2; /* the same where a model says 0 */
    size_t nerror;
    bool need_viscous, need_apart; /* terms that the first law cannot do without */
    bool ended;                    /* progress said so */
} StnChooser;

/* The fit of one candidate. */
typedef struct StnSelectTrial {
    StnFitRun run[STN_FIT_RUNS_MAX];
    StnGiven *given[STN_FIT_RUNS_MAX];
    unsigned char *use[STN_FIT_RUNS_MAX];
    StnFreeParameter free[STN_FREE_MAX];
    StnFitDef fit;
} StnSelectTrial;

/* ---- select.c ---- */

/* The free parameter of the friction (Fs); NULL: there is none. */
const StnFitParameter *stn_select_find(const StnFitResult *result, const char *item);

/* ---- select_trial.c ---- */

/* Fills an empty trial, to be freed by stn_select_trial_end; false: memory is out. */
bool stn_select_trial_make(StnChooser *chooser, const StnCandidate *c, StnSelectTrial *trial);
void stn_select_trial_end(StnSelectTrial *trial);
/* What is free starts where the run or the caller has it, not where other candidates ended. */
void stn_select_start_afresh(StnChooser *chooser, const StnCandidate *c, StnSelectTrial *trial);
/* Whether a candidate has a parameter free. */
bool stn_select_is_free(const StnCandidate *c, const char *path);
/* Whether a value of the model (Fs, sigma2, a share of a torque) is no part of a candidate, which then has the default
 * in its place: in its fit, and in the scenario of what was found. */
bool stn_select_drops(const StnCandidate *c, const char *name);
/* Whether a row, as the caller marked it, judges the candidates. */
bool stn_select_judges(const StnSelectDef *def, const StnFitRun *run, size_t row);
/* Rows that have nothing to do with their neighbours: steady states. */
bool stn_select_rows_apart(const StnFitRun *run);
/* Squared errors of the rows that a fit has not seen (fold < 0: of all that judge). */
void stn_select_note_errors(const StnChooser *chooser, const StnSelectTrial *trial,
                            const StnFitResult *result, double *error2, int fold);
/* The same by cross-validation from the full fit on. */
StnStatus stn_select_cross_validate(StnChooser *chooser, StnSelectTrial *trial,
                                    const StnFitResult *full, double *error2, StnError *error);

/* ---- warm_start.c ---- */

StnSelectPath stn_select_path(const char *path);
/* Whether a path as requested ("m", "friction.s.Fc") means this parameter ("parameters.m"); of any
 * place. */
bool stn_select_is_path_of(const StnSelectPath *path, const StnSelectPath *name);
/* Where a parameter starts: first from other candidates of the same law, which this one must not fall behind,
 * then from what any law found; NaN: nothing is known. */
double stn_select_start(StnChooser *chooser, const StnCandidate *c, const char *path);
/* Elements (k, nu) that another candidate of the same law found; found[0].count 0: none. */
void stn_select_elements(StnChooser *chooser, const StnCandidate *c, const char *site,
                         StnGiven found[2]);
/* The list with the values that a smaller model found: levels by direction take its offset in, a static level
 * that it has not is its sliding one. */
void stn_select_embed(const StnFitResult *small, StnFreeParameter *list, int count);
void stn_select_learn(StnChooser *chooser, const StnCandidate *c, const StnSelectRow *row);

/* ---- select_verdict.c ---- */

/* Whether all that is free in a is free in b, too: only then does an F-test compare them.  (Without a plant an
 * offset is part of levels by direction.) */
bool stn_select_is_part(const StnFitResult *a, const StnFitResult *b);
/* Relative error on what was fitted, over all runs and signals, %; signals count alike. */
double stn_select_relative(const StnFitDef *fit, const StnFitResult *result);
/* Errors of the first `count` that were fitted; returns the best, -1: none. */
int stn_select_score(StnChooser *chooser, int count);
/* After the first law, candidates [0, count): which terms are needed. */
void stn_select_terms(StnChooser *chooser, int count);
/* Judges what was fitted: best, recommended, and the reason. */
void stn_select_judge(StnChooser *chooser);

#endif
