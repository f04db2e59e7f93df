/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A scenario in the place of a file: the record of its run, through the same options. */
#include "experiment.h"
#include "identify.h"
#include "message.h"

#include <math.h>
#include <string.h>

int simulate_options(SimulateOptions *opts, Option *options)
{
    const Option own[] = {
        {"--simulate", .flag = &opts->on},
        {"--set", .list = &opts->set},
    };
    _Static_assert(sizeof own / sizeof own[0] == SIMULATE_OPTIONS, "as the header says");
    memcpy(options, own, sizeof own);
    return SIMULATE_OPTIONS;
}

int simulate_check(const SimulateOptions *opts, const char *with)
{
    if (!opts->on && opts->set.count > 0 && with)
        return bad_input("--set changes a scenario: it goes with %s", with);
    return EXIT_DONE;
}

/* Columns that were not named. */
static void choose_columns(DataOptions *data, const StnSimulated *found)
{
    if (!data->column[STN_ROLE_POSITION])
        data->column[STN_ROLE_POSITION] = found->position;
    if (data->effort.count == 0 && found->effort[0])
        data->effort = (Texts){.item = {found->effort}, .count = 1};
}

static int take_record(const DataOptions *data, const char *scenario, const StnSimulated *found,
                       StnData *out)
{
    char name[256];
    DataOptions all = *data;
    const StnTable table = {.rows = found->record.rows,
                            .ncolumn = found->record.ncolumn,
                            .column = found->record.column,
                            .data = found->record.data};
    snprintf(name, sizeof name, "%s, simulated", scenario);
    choose_columns(&all, found);
    all.simulated = true;
    return data_take(&all, &table, name, 20, out);
}

int simulate_data(const SimulateOptions *opts, const DataOptions *data, const StnCatalog *catalog,
                  const char *scenario, StnData *out, StnSimulated *found)
{
    Experiment experiment;
    StnError error = {.status = STN_OK};
    const ExperimentOptions how = {catalog, &opts->set, NULL};
    memset(out, 0, sizeof *out);
    *found = (StnSimulated){.target = NAN, .resolution = NAN, .m = NAN};
    int code = experiment_load(&experiment, scenario, &how);
    if (code != EXIT_DONE)
        return code;
    double Ts = NAN;
    code = data_sample(data, &Ts);
    if (code == EXIT_DONE &&
        stn_simulate_record(experiment.scenario, Ts, NAN, found, &error) != STN_OK)
        code = report_error(&error);
    if (code == EXIT_DONE)
        code = take_record(data, scenario, found, out);
    stn_simulated_free(found);
    experiment_free(&experiment);
    return code;
}
