/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A motion in communication steps of 1 ms, by Co-Simulation of an FMU or by stn_advance: what tests/long_fmu_cost.sh counts
 * the instructions of.  Prints the first column at the end.
 * usage: fmu_cost advance SCENARIO STEPS | fmu_cost fmi2|fmi3 LIBRARY TOKEN STEPS */
#include "fmi2.h"
#undef REFERENCES
#include "fmi3.h"
#include "fmu/shell/references.h"
#include "stiction/stiction.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEP 1e-3
#define FIND(name) \
    __typeof__(&name) name##_ = __extension__(__typeof__(&name)) dlsym(library, #name)

static void ignore(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status,
                   fmi2String category, fmi2String message, ...)
{
    (void)environment, (void)name, (void)status, (void)category, (void)message;
}

static bool by_fmi2(void *library, const char *token, long count, double *x)
{
    FIND(fmi2Instantiate);
    FIND(fmi2SetupExperiment);
    FIND(fmi2EnterInitializationMode);
    FIND(fmi2SetBoolean);
    FIND(fmi2ExitInitializationMode);
    FIND(fmi2DoStep);
    FIND(fmi2GetReal);
    FIND(fmi2FreeInstance);
    const fmi2CallbackFunctions functions = {.logger = ignore};
    const fmi2ValueReference internal = FMU_INTERNAL, first = FMU_COLUMN;
    const fmi2Boolean yes = 1;
    fmi2Component c = fmi2Instantiate_("i", fmi2CoSimulation, token, NULL, &functions, 0, 0);
    bool good = c && fmi2SetupExperiment_(c, 0, 0.0, 0.0, 0, 0.0) == fmi2OK &&
                fmi2EnterInitializationMode_(c) == fmi2OK &&
                fmi2SetBoolean_(c, &internal, 1, &yes) == fmi2OK &&
                fmi2ExitInitializationMode_(c) == fmi2OK;
    for (long k = 0; k < count && good; k++) {
        const double now = STEP * (double)k, end = STEP * (double)(k + 1);
        good = fmi2DoStep_(c, now, end - now, 1) == fmi2OK;
    }
    good = good && fmi2GetReal_(c, &first, 1, x) == fmi2OK;
    fmi2FreeInstance_(c);
    return good;
}

static bool by_fmi3(void *library, const char *token, long count, double *x)
{
    FIND(fmi3InstantiateCoSimulation);
    FIND(fmi3EnterInitializationMode);
    FIND(fmi3SetBoolean);
    FIND(fmi3ExitInitializationMode);
    FIND(fmi3DoStep);
    FIND(fmi3GetFloat64);
    FIND(fmi3FreeInstance);
    const fmi3ValueReference internal = FMU_INTERNAL, first = FMU_COLUMN;
    const bool yes = true;
    bool event, ends, early;
    double last;
    fmi3Instance I = fmi3InstantiateCoSimulation_("i", token, NULL, false, false, false, false,
                                                  NULL, 0, NULL, NULL, NULL);
    bool good = I && fmi3EnterInitializationMode_(I, false, 0.0, 0.0, false, 0.0) == fmi3OK &&
                fmi3SetBoolean_(I, &internal, 1, &yes, 1) == fmi3OK &&
                fmi3ExitInitializationMode_(I) == fmi3OK;
    for (long k = 0; k < count && good; k++) {
        const double now = STEP * (double)k, end = STEP * (double)(k + 1);
        good = fmi3DoStep_(I, now, end - now, true, &event, &ends, &early, &last) == fmi3OK &&
               last == now + (end - now);
    }
    good = good && fmi3GetFloat64_(I, &first, 1, x, 1) == fmi3OK;
    fmi3FreeInstance_(I);
    return good;
}

static bool by_advance(const char *name, long count, double *x)
{
    StnError error = {.status = STN_OK};
    StnScenario *scenario = stn_scenario_load(name, NULL, &error);
    const StnSystem *system = scenario ? stn_scenario_system(scenario) : NULL;
    void *memory = system ? malloc(stn_state_size(system)) : NULL;
    double *column =
        system ? malloc((size_t)stn_system_column_count(system) * sizeof *column) : NULL;
    bool good = memory && column;
    if (good) {
        StnState *state = stn_state_init(system, memory);
        for (long k = 0; k <= count && good; k++)
            good = stn_advance(system, state, STEP * (double)k, NULL, &error) == STN_OK;
        stn_state_columns(system, state, column);
        *x = column[0];
    }
    free(column);
    free(memory);
    stn_scenario_free(scenario);
    return good;
}

int main(int argc, char **argv)
{
    double x = 0.0;
    bool good = false;
    if (argc == 4 && strcmp(argv[1], "advance") == 0) {
        good = by_advance(argv[2], strtol(argv[3], NULL, 10), &x);
    } else if (argc == 5) {
        void *library = dlopen(argv[2], RTLD_NOW);
        const long count = strtol(argv[4], NULL, 10);
        if (library)
            good = strcmp(argv[1], "fmi2") == 0 ? by_fmi2(library, argv[3], count, &x)
                                                : by_fmi3(library, argv[3], count, &x);
    }
    printf("%.17g\n", x);
    return good ? 0 : 1;
}
