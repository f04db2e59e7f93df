/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What sweep and tune both take. */
#ifndef CLI_ENSEMBLE_OPTIONS_H
#define CLI_ENSEMBLE_OPTIONS_H

#include "field_options.h"

/* Start from {0}; it points into itself: do not copy it. */
typedef struct EnsembleOptions {
    const char *scenario;
    Texts set, law, vary, correlate;
    const char *output, *digits_text;
    int digits;
    bool json, quiet;
    FieldOptions own; /* settings by their table */
} EnsembleOptions;

enum { ENSEMBLE_OPTIONS = 9 + STN_FIELDS_MAX };

/* Fills options[], at most ENSEMBLE_OPTIONS; returns how many. */
int ensemble_options(EnsembleOptions *given, const StnFields *fields, Option *options);
/* Says what is wrong with the option that error->path names; returns EXIT_BAD_INPUT. */
int bad_option(const StnError *error);

#endif
