/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What export and fmu both take: a scenario for another program. */
#ifndef CLI_EXPORT_OPTIONS_H
#define CLI_EXPORT_OPTIONS_H

#include "field_options.h"

/* Start from {.file = NULL}; it points into itself: do not copy it. */
typedef struct ExportOptions {
    Texts set, law;
    const char *file;
    bool quiet;
    FieldOptions own; /* settings by their table */
} ExportOptions;

enum { EXPORT_OPTIONS = 4 + STN_FIELDS_MAX };

/* Fills options[], at most EXPORT_OPTIONS; returns how many. */
int export_options(ExportOptions *given, const StnFields *fields, Option *options);

#endif
