/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "fmu_model.h"

#include "fmu/shell/fmu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *const fmu_token = "{test}";
const uint64_t fmu_seed = 7;

static StnScenario *scenario;

void fmu_model_choose(const char *name, const StnOverride *set)
{
    StnScenarioOptions options = {.set = set};
    StnError error = {.status = STN_OK};
    while (set && set[options.nset].path)
        options.nset++;
    fmu_model_free();
    scenario = stn_scenario_load(name, &options, &error);
    if (!scenario || !stn_scenario_system(scenario)) {
        fprintf(stderr, "%s: %s\n", name, error.text);
        exit(1);
    }
}

void fmu_model_free(void)
{
    stn_scenario_free(scenario);
    scenario = NULL;
}

StnSystem *fmu_system(StnError *error)
{
    StnSystemDef def = stn_scenario_def(scenario);
    def.duration = NAN;
    return stn_system_new(&def, error);
}
