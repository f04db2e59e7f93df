/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The built-in scenarios as C text, for builds of the core alone: write_definitions.c writes them by stn_def_code, and
 * one_hash.c runs them. */
#ifndef STN_TESTS_DEFINITIONS_H
#define STN_TESTS_DEFINITIONS_H

#include "stiction/solve.h"

typedef struct {
    const char *name;
    bool (*def)(StnSystemDef *def); /* what stn_def_code wrote */
} Definition;

extern const Definition definitions[];
extern const int definition_count;

#endif
