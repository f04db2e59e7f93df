/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A scenario in the place of a measurement: the record of its run, and what is known of it. */
#include "stiction/identify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_column(const StnSystem *system, const char *name)
{
    for (int i = 0; i < stn_system_column_count(system); i++)
        if (strcmp(stn_system_column_at(system, i).name, name) == 0)
            return true;
    return false;
}

/* What a measurement would have: the position as its sensor shows it, and the input u. */
static void name_columns(const StnSystem *system, StnSimulated *out)
{
    const StnPlant *plant = stn_system_plant(system);
    const char *x = plant->states[plant->sites[out->site].x].name;
    snprintf(out->position, sizeof out->position, "%s_meas", x);
    if (!has_column(system, out->position))
        snprintf(out->position, sizeof out->position, "%s", x);
    snprintf(out->effort, sizeof out->effort, "%s", has_column(system, "u") ? "u" : "");
}

/* The wanted position at time t. */
static double target_at(const StnSystem *system, double t)
{
    const StnPlant *plant = stn_system_plant(system);
    for (int i = 0; i < plant->ninput; i++) {
        const double value = stn_system_input(system, i, t).val;
        if (plant->inputs[i].role == STN_ROLE_COMMAND && !isnan(value))
            return value;
    }
    return NAN;
}

static StnStatus run(const StnSystem *system, const StnRunDef *def, StnRecord *record,
                     StnError *error)
{
    void *memory = malloc(stn_state_size(system));
    if (!memory)
        return stn_out_of_memory(error);
    const StnStatus status = stn_run(system, stn_state_init(system, memory), def, record, error);
    free(memory);
    return status;
}

StnStatus stn_simulate_record(const StnScenario *scenario, double Ts, double duration,
                              StnSimulated *out, StnError *error)
{
    StnCheckDef known = stn_default_check_def();
    *out = (StnSimulated){.target = NAN, .resolution = NAN, .m = NAN};
    const StnStatus made = stn_scenario_check(scenario, error);
    if (made != STN_OK)
        return made;
    const StnSystem *system = stn_scenario_system(scenario);
    const int commanded = stn_system_commanded(system);
    out->site = commanded < 0 ? 0 : commanded;
    stn_check_from_system(&known, system, out->site);
    StnRunDef def = stn_scenario_run_def(scenario);
    def.columns = NULL;
    def.ncolumn = 0;
    def.duration = isnan(duration) ? def.duration : duration;
    def.every = !isnan(Ts) ? Ts : !isnan(known.Ts) ? known.Ts : def.every;
    if (def.duration / def.every > 1e8)
        return stn_error(error, STN_BAD_INPUT,
                         "%g s with a sample every %g s are more than 1e8 samples", def.duration,
                         def.every);
    out->target = target_at(system, def.duration);
    out->resolution = known.dx;
    out->m = known.m;
    name_columns(system, out);
    return run(system, &def, &out->record, error);
}

void stn_simulated_free(StnSimulated *simulated) { stn_record_free(&simulated->record); }
