/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify check: what the sensor can tell, from options, a file or a scenario. */
#include "experiment.h"
#include "identify_method.h"
#include "message.h"
#include "output.h"

#include <math.h>
#include <string.h>

static const char *site; /* of the one command that a process runs */

static int parse(Option *options)
{
    options[0] = (Option){"--site", .text = &site};
    return 1;
}

static int take_scenario(const char *file, const StnCatalog *catalog, StnCheckDef *def)
{
    Experiment experiment;
    StnError error = {.status = STN_OK};
    const Texts none = {.count = 0};
    const ExperimentOptions how = {catalog, &none, NULL};
    int code = experiment_load(&experiment, file, &how);
    if (code != EXIT_DONE)
        return code;
    if (stn_check_from_scenario(def, experiment.scenario, site, &error) != STN_OK)
        code = report_error(&error);
    experiment_free(&experiment);
    return code;
}

static int take_data(MethodJob *job, const char *file, StnCheckDef *def)
{
    StnData *data = &job->record[job->nrecord++];
    StnError error = {.status = STN_OK};
    if (site)
        return bad_input("--site names a friction site of a scenario, but %s is data", file);
    int code = data_read(&job->data, file, job->method->least_rows, data);
    const bool position = code == EXIT_DONE && data->value[STN_ROLE_POSITION];
    if (code == EXIT_DONE && isnan(def->dx) && !position)
        code = bad_input("the resolution of the sensor is not known: --position COLUMN, or "
                         "--resolution X");
    else if (isnan(def->dx) && position &&
             stn_data_require(data, 1u << STN_ROLE_POSITION, 0, &error) != STN_OK)
        code = report_error(&error);
    if (code == EXIT_DONE && stn_check_from_data(def, data, &error) != STN_OK)
        code = report_error(&error);
    return code;
}

/* Linear or rotary: a scenario and units of data know it, the unit of the resolution says it. */
static int read_all(MethodJob *job)
{
    StnCheckDef *def = job->options;
    const char *file = job->files.count > 0 ? job->files.item[0] : NULL;
    const bool data = file && (output_has_ending(file, ".csv") || output_has_ending(file, ".mat"));
    const bool rotary = def->rotary = def->rotary || kind_is_rotary();
    int code = EXIT_DONE;
    if (file)
        code = data ? take_data(job, file, def) : take_scenario(file, job->catalog, def);
    const bool known = data ? job->record[0].kind_known : file != NULL;
    def->rotary = def->rotary || (rotary && !known);
    return code == EXIT_DONE ? kind_check(def->rotary, known || !data || def->rotary) : code;
}

static bool reads(const MethodJob *job)
{
    (void)job;
    return true;
}

static const char usage[] = "  --site SITE        friction site of the scenario (the first)\n"
                            "  --json, --quiet    the results for machines; nothing but errors\n";

const MethodExtra check_extra = {.method = "check",
                                 .usage = usage,
                                 .no_output = true,
                                 .parse = parse,
                                 .reads = reads,
                                 .read = read_all};
