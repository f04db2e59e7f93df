/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A scenario in the place of a file: the record of its run, through the same options. */
#include "experiment.h"
#include "identify.h"
#include "message.h"

#include <math.h>
#include <string.h>

int simulate_options(SimulateOptions *wish, Option *options)
{
    const Option own[] = {
        {"--simulate", .flag = &wish->on},
        {"--set", .list = &wish->set},
        {"--sample", .text = &wish->sample},
    };
    _Static_assert(sizeof own / sizeof own[0] == SIMULATE_OPTIONS, "as the header says");
    memcpy(options, own, sizeof own);
    return SIMULATE_OPTIONS;
}

int simulate_check(const SimulateOptions *wish, const char *with)
{
    if (!wish->on && wish->set.count > 0 && with)
        return bad_input("--set changes a scenario: it goes with %s", with);
    if (!wish->on && wish->sample)
        return bad_input("--sample is the time between samples of a simulated test: it goes with "
                         "--simulate");
    return EXIT_DONE;
}

static bool has_column(const StnSystem *system, const char *name)
{
    for (int i = 0; i < stn_system_column_count(system); i++)
        if (strcmp(stn_system_column_at(system, i).name, name) == 0)
            return true;
    return false;
}

/* Columns that were not named.  meas: room for a name. */
static void choose_columns(DataOptions *data, const StnSystem *system, int site, char *meas,
                           size_t size)
{
    const StnPlant *plant = stn_system_plant(system);
    const char *x = plant->states[plant->sites[site].x].name;
    snprintf(meas, size, "%s_meas", x);
    if (!data->column[STN_ROLE_POSITION])
        data->column[STN_ROLE_POSITION] = has_column(system, meas) ? meas : x;
    if (data->effort.count == 0 && has_column(system, "u"))
        data->effort = (Texts){.item = {"u"}, .count = 1};
}

/* The wanted position at time t. */
static double target_at(const StnSystem *system, double t)
{
    const StnPlant *plant = stn_system_plant(system);
    double target = NAN;
    for (int i = 0; i < plant->ninput; i++) {
        const bool command = plant->inputs[i].role == STN_ROLE_COMMAND;
        const double value = stn_system_input(system, i, t).val;
        target = command && isnan(target) ? value : target;
    }
    return target;
}

static int run_def(const SimulateOptions *wish, const Experiment *experiment, double Ts,
                   double duration, double own, StnRunDef *def)
{
    *def = stn_scenario_run_def(experiment->scenario);
    def->columns = NULL;
    def->ncolumn = 0;
    def->duration = isnan(duration) ? def->duration : duration;
    def->every = !isnan(Ts) ? Ts : !isnan(own) ? own : def->every;
    const int code = positive_read("--sample", wish->sample, "s", &def->every);
    if (code == EXIT_DONE && def->duration / def->every > 1e8)
        return bad_input("%g s with a sample every %g s are more than 1e8 samples", def->duration,
                         def->every);
    return code;
}

int simulate_data(const SimulateOptions *wish, const DataOptions *data, const StnCatalog *catalog,
                  const char *scenario, double Ts, double duration, StnData *out, Simulated *found)
{
    Experiment experiment;
    StnCheckDef known = stn_default_check_def();
    StnRunDef def;
    DataOptions all = *data;
    char meas[64], name[256];
    const ExperimentWish how = {catalog, &wish->set, NULL};
    memset(out, 0, sizeof *out);
    int code = experiment_load(&experiment, scenario, &how);
    if (code != EXIT_DONE)
        return code;
    const int commanded = stn_system_commanded(experiment.system);
    const int site = commanded < 0 ? 0 : commanded;
    stn_check_from_system(&known, experiment.system, site);
    code = run_def(wish, &experiment, Ts, duration, known.Ts, &def);
    if (code == EXIT_DONE) {
        experiment_run(&experiment, &def);
        if (experiment.status != STN_OK)
            code = report_error(&experiment.error);
    }
    if (code == EXIT_DONE) {
        const StnRecord *record = &experiment.record;
        const StnTable table = {.rows = record->rows,
                                .ncolumn = record->ncolumn,
                                .column = record->column,
                                .data = record->data};
        snprintf(name, sizeof name, "%s, simulated", scenario);
        choose_columns(&all, experiment.system, site, meas, sizeof meas);
        code = data_take(&all, &table, name, 20, out);
    }
    *found = (Simulated){target_at(experiment.system, def.duration), known.dx, known.m};
    experiment_free(&experiment);
    return code;
}
