/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The variables of an FMU, in the order of modelDescription.xml. */
#ifndef STN_FMU_VARIABLES_H
#define STN_FMU_VARIABLES_H

#include "stiction/scenario.h"

typedef enum StnFmuCausality {
    STN_FMU_PARAMETER,
    STN_FMU_INPUT,
    STN_FMU_OUTPUT,
    STN_FMU_LOCAL,
    STN_FMU_INDEPENDENT
} StnFmuCausality;
typedef enum StnFmuType { STN_FMU_REAL, STN_FMU_MODE, STN_FMU_FLAG } StnFmuType;

typedef struct StnFmuVariable {
    uint32_t reference;
    char name[160], unit[40];
    char text[400];
    StnFmuCausality causality;
    StnFmuType type;
    const char *variability;
    const char *initial;             /* NULL: the standard's default */
    double start, min, max, nominal; /* NaN, for bounds infinite: none */
    int derivative;                  /* index of the variable that it is the derivative of; -1 */
} StnFmuVariable;

typedef struct StnFmuVariables {
    StnFmuVariable *item;
    int count, capacity;
    bool memory_out;
    /* The first of each kind, and their numbers. */
    int input, slope, column, mode, state, rate, guard;
    int ninput, nslope, ncolumn, nmode, nstate, nguard;
} StnFmuVariables;

StnStatus stn_fmu_variables(const StnSystem *system, StnFmuVariables *out, StnError *error);
void stn_fmu_variables_free(StnFmuVariables *list);

/* What acts on what while modes are frozen: [unknown][known], unknowns being rates, columns and guards, knowns
 * states, inputs and slopes, each in the order of the variables. */
typedef struct StnFmuDependencies {
    int nunknown, nknown;
    bool *acts;
} StnFmuDependencies;
StnStatus stn_fmu_dependencies(const StnSystem *system, const StnFmuVariables *list,
                               StnFmuDependencies *out, StnError *error);
void stn_fmu_dependencies_free(StnFmuDependencies *d);

#endif
