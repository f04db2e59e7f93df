/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction describe: a law, a plant, a compensation or a scenario, from its descriptor. */
#include "describe.h"

#include "arguments.h"
#include "command.h"
#include "experiment.h"
#include "files.h"
#include "message.h"
#include "names.h"
#include "output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *describe_number(double value, char *out)
{
    snprintf(out, 32, "%g", value); /* also "inf" */
    if (strtod(out, NULL) != value)
        snprintf(out, 32, "%.15g", value);
    char *e = strchr(out, 'e');
    if (!e)
        return out;
    char *digits = e + 1 + (e[1] == '-'), *first = e + 2;
    while (first[0] == '0' && first[1])
        first++;
    memmove(digits, first, strlen(first) + 1);
    return out;
}

const char *describe_default(const StnParam *param, char *out, size_t size)
{
    char number[32];
    if (param->kind == STN_KIND_CHOICE)
        return stn_param_word(param, (int)param->def, out, size);
    if (isnan(param->def))
        snprintf(out, size, "%s", param->derived ? param->derived : "not given");
    else
        snprintf(out, size, "%s", describe_number(param->def, number));
    return out;
}

const char *describe_range(const StnParam *param, char *out, size_t size)
{
    char low[32], high[32];
    if (param->kind == STN_KIND_CHOICE) {
        size_t used = 0;
        for (const char *c = param->unit; *c && used + 4 < size; c++) {
            if (*c == '|')
                out[used++] = ' ';
            out[used++] = *c;
            if (*c == '|')
                out[used++] = ' ';
        }
        out[used] = '\0';
    } else if (isinf(param->min) && isinf(param->max)) {
        snprintf(out, size, "any");
    } else {
        snprintf(out, size, "%s .. %s", describe_number(param->min, low),
                 describe_number(param->max, high));
    }
    return out;
}

static int describe_scenario(const StnCatalog *catalog, const char *name, bool json)
{
    StnError error = {.status = STN_OK};
    StnBuiltin builtin = {.text = NULL};
    const StnScenarioOptions options = experiment_options(catalog);
    StnScenario *scenario = stn_scenario_load(name, &options, &error);
    if (!scenario)
        return report_error(&error);
    int code = files_was_read_by(scenario);
    if (code == EXIT_DONE && json)
        code = output_put_text(stn_describe_scenario_json(scenario, name, &error), &error);
    else if (code == EXIT_DONE)
        code = describe_scenario_text(scenario, name,
                                      names_builtin(name, &builtin) ? builtin.text : NULL);
    stn_scenario_free(scenario);
    return code;
}

static int describe(const StnCatalog *catalog, const char *name, bool json)
{
    const StnLaw *law = stn_catalog_law(catalog, name);
    const StnPlant *plant = stn_catalog_plant(catalog, name);
    const StnCompensation *compensation = stn_compensation_find(name);
    const char *names[NAMES_MAX];
    StnBuiltin builtin;
    StnError error = {.status = STN_OK};
    if ((law || plant || compensation) && json)
        return output_put_text(stn_describe_json(catalog, name, &error), &error);
    if (law)
        return describe_law_text(law);
    if (plant)
        return describe_plant_text(plant, catalog);
    if (compensation)
        return describe_compensation_text(compensation);
    if (names_builtin(name, &builtin) || access(name, F_OK) == 0)
        return describe_scenario(catalog, name, json);
    return unknown_word(
        "law, plant, compensation or scenario", name, names,
        names_collect(catalog, NAMES_LAWS | NAMES_PLANTS | NAMES_COMPENSATIONS | NAMES_SCENARIOS,
                      names));
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    Texts others = {.count = 0};
    bool json = false;
    const Option options[] = {{"--json", .flag = &json}};
    if (arguments_parse(argc, argv, options, 1, &others) != EXIT_DONE)
        return EXIT_BAD_INPUT;
    const char *name =
        arguments_one(&others, argv[0], "the name of a law, a plant, a compensation or a scenario");
    return name ? describe(catalog, name, json) : EXIT_BAD_INPUT;
}

const Command describe_command = {
    "describe",
    run,
    "a law, plant, compensation or scenario: equations, parameters, units, defaults, reference",
    "usage: stiction describe NAME [--json]\n"
    "\n"
    "NAME is a friction law, a plant, a compensation of friction or a scenario (stiction list "
    "shows\n"
    "them).  Prints title, equation, reference and the tables of parameters, states, inputs, "
    "outputs and options.\n"
    "\n"
    "Parameters of kind \"pair\" have a value per direction of motion: Fs: {forward: 830 N, "
    "backward:\n"
    "500 N}; one value means the same on both sides.  A \"vector\" is a list.  Where the default "
    "is a\n"
    "formula, the value is derived from others unless it is given.\n"
    "\n"
    "  --json  for machines; numbers in SI, null where there is none, \"inf\" for infinity\n"
    "\n"
    "examples:\n"
    "  stiction describe lugre\n"
    "  stiction describe block --json | jq '.parameters[].name'\n"
    "  stiction describe block-stick-slip\n",
};
