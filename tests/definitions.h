/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The built-in scenarios as data of C, for builds of the core alone: write_definitions.c writes them, and
 * one_hash.c runs them. */
#ifndef STN_TESTS_DEFINITIONS_H
#define STN_TESTS_DEFINITIONS_H

#include "stiction/solve.h"

typedef struct {
    const char *law;
    const StnGiven *given;
    int ngiven;
} DefinedSite;

typedef struct {
    const char *name, *plant;
    const StnGiven *given;
    int ngiven;
    const StnGiven *initial;
    int ninitial;
    DefinedSite site[STN_SITES_MAX]; /* law NULL: there is none */
    StnSignal *(*input[STN_INPUTS_MAX])(void);
    StnSensorDef sensor[STN_SENSORS_MAX];
    int nsensor;
    uint64_t seed;
    StnSolverDef solver;
    double duration;
} Definition;

extern const Definition definitions[];
extern const int definition_count;

#endif
