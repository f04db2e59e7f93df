/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The inside of the choice of a law.
 *
 *   select_candidates.c  what is tried, from the registry
 *   select.c             fits of all candidates, each from what simpler ones found
 *   select_verdict.c     which of them is enough, and why */
#ifndef STN_IDENTIFY_SELECTING_H
#define STN_IDENTIFY_SELECTING_H

#include "stiction/fit.h"

enum { STN_KNOWN_MAX = 256 };

/* What was found for a parameter, by the candidate with the smallest error on what was fitted. */
typedef struct StnKnown {
    char name[64];
    double value, fitted;
} StnKnown;

typedef struct StnChooser {
    const StnSelectDef *def;
    StnSelection *out;
    StnKnown known[STN_KNOWN_MAX];
    int nknown;
    /* Mean squares of what was measured, per signal, over the rows that judge: signals of different
     * units are added up as parts of these. */
    double size2[STN_FIT_SIGNALS_MAX];
    double *
        *error2; /* per candidate: squared errors of the rows that judge, over size2, in order */
    size_t nerror;
    bool need_viscous, need_apart; /* terms that the first law cannot do without */
} StnChooser;

/* ---- select.c ---- */

/* Whether a row, as the caller marked it, judges the candidates. */
bool stn_select_judges(const StnSelectDef *def, const StnFitRun *run, size_t row);
/* The free parameter of the friction with this last name (Fs); NULL: there is none. */
const StnFitParameter *stn_select_find(const StnFitResult *result, const char *item);

/* ---- select_verdict.c ---- */

/* Relative error on what was fitted, over all runs and signals, %; signals count alike. */
double stn_select_relative(const StnFitDef *fit, const StnFitResult *result);
/* After the first law, candidates [0, count): which terms are needed. */
void stn_select_terms(StnChooser *chooser, int count);
/* Judges what was fitted: best, recommended, and the reason. */
void stn_select_judge(StnChooser *chooser);

#endif
