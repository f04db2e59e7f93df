/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction check: the resolved scenario. */
#include "arguments.h"
#include "command.h"
#include "experiment.h"
#include "message.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

static int put_paths(const StnScenario *scenario)
{
    char *text = stn_scenario_paths(scenario);
    if (!text)
        return out_of_memory();
    fputs(text, stdout);
    stn_text_free(text);
    return EXIT_DONE;
}

/* Every number that the library can address, with its place in stn_address_at. */
static int put_addresses(const StnSystem *system)
{
    printf("%5s  %-40s %-14s %-12s %-26s %s\n", "index", "path", "value", "unit", "bounds",
           "tunable");
    for (int i = 0; i < stn_address_count(system); i++) {
        const StnAddress address = stn_address_at(system, i);
        const StnAddressInfo info = stn_address_info(system, address);
        char path[160], value[40], bounds[STN_FIELD_TEXT_SIZE];
        snprintf(value, sizeof value, "%.6g", info.value);
        stn_range_text(info.min, info.max, "", bounds, sizeof bounds);
        printf("%5d  %-40s %-14s %-12s %-26s %s\n", i,
               stn_address_path(system, address, path, sizeof path), value, info.unit, bounds,
               info.tunable ? "yes" : "no");
    }
    return EXIT_DONE;
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    Texts others = {.count = 0}, set = {.count = 0}, law = {.count = 0};
    bool quiet = false, paths = false, addresses = false;
    Experiment experiment;
    const Option options[] = {{"--set", .list = &set},
                              {"--law", .list = &law},
                              {"--paths", .flag = &paths},
                              {"--addresses", .flag = &addresses},
                              {"--quiet", .flag = &quiet}};
    if (arguments_parse(argc, argv, options, 5, &others) != EXIT_DONE)
        return EXIT_BAD_INPUT;
    const char *name = arguments_one(&others, argv[0], "a scenario");
    if (!name)
        return EXIT_BAD_INPUT;
    const ExperimentOptions opts = {catalog, &set, &law};
    int code = experiment_load(&experiment, name, &opts);
    if (code == EXIT_DONE) {
        experiment_put_notes(&experiment, NULL, false); /* derived values stand in the text */
        if (addresses)
            code = put_addresses(stn_scenario_system(experiment.scenario));
        else if (paths)
            code = put_paths(experiment.scenario);
        else if (!quiet)
            fputs(stn_scenario_resolved(experiment.scenario), stdout);
    }
    experiment_free(&experiment);
    return code;
}

const Command check_command = {
    "check",
    run,
    "the resolved scenario: every default, derived value and warning",
    "usage: stiction check SCENARIO [--set PATH=VALUE]... [--law LAW|SITE=LAW]...\n"
    "           [--paths | --addresses] [--quiet]\n"
    "\n"
    "Reads a scenario and prints it with everything written out that it leaves out: bases, "
    "defaults,\n"
    "derived values.  What is printed is a scenario itself.  Warnings go to standard error too.\n"
    "A mistake is named with file, line and column; exit code 2.\n"
    "\n"
    "  --set PATH=VALUE  override an entry, as in --set friction.contact.Fs=3N\n"
    "  --law LAW         the friction law at every site; SITE=LAW: at one site\n"
    "  --paths           print every path that --set takes, with its value: PATH=VALUE\n"
    "  --addresses       print every number that a program can set: index, path, value, unit, "
    "bounds,\n"
    "                    and whether it can be set without a new system (tunable)\n"
    "  --quiet           print no scenario, only errors and warnings\n"
    "\n"
    "examples:\n"
    "  stiction check mine.yaml\n"
    "  stiction check block-stick-slip --law lugre\n"
    "  stiction check block-limit-cycle > all.yaml      every value, to edit\n",
};
