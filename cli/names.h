/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The names of all laws, plants, compensations, scenarios (built in and of plugins) and papers. */
#ifndef CLI_NAMES_H
#define CLI_NAMES_H

#include "stiction/stiction.h"

typedef enum NameKind {
    NAMES_LAWS = 1,
    NAMES_PLANTS = 2,
    NAMES_SCENARIOS = 4,
    NAMES_PAPERS = 8,
    NAMES_MEASURES = 16,
    NAMES_COMPENSATIONS = 32,
} NameKind;
enum { NAMES_MAX = 1024 };
/* Names of the kinds that are set in `kinds`; returns how many. */
size_t names_collect(const StnCatalog *catalog, unsigned kinds, const char *names[NAMES_MAX]);
/* The built-in scenario of a name; false when there is none. */
bool names_builtin(const char *name, StnBuiltin *builtin);

#endif
