/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify cycles --against: the same test on a model. */
#include "experiment.h"
#include "identify_method.h"
#include "message.h"

static const char *against; /* of the one command that a process runs */
static Experiment model;

static int parse(Option *options)
{
    options[0] = (Option){"--against", .text = &against};
    return 1;
}

static int check(MethodJob *job)
{
    const Texts none = {.count = 0};
    const ExperimentOptions how = {job->catalog, job->simulate.on ? &none : &job->simulate.set,
                                   NULL};
    StnHuntingDef *def = job->options;
    if (def->play && job->out.output && !job->out.base)
        return bad_input("--play: levels inside a play belong to a plant with play; say which "
                         "scenario has it: --base SCENARIO");
    int code = simulate_check(&job->simulate, against ? NULL : "--simulate or --against");
    if (code == EXIT_DONE && against)
        code = experiment_load(&model, against, &how);
    def->against = model.scenario;
    def->against_name = against;
    return code;
}

static void release(void) { experiment_free(&model); }

/* clang-format off */
static const char usage[] =
    "  --against SCENARIO  validation: the same position test on a model; measured beside modelled step\n"
    "                     response, period and amplitudes (--set changes this scenario, where the data\n"
    "                     are a file)\n";
/* clang-format on */

const MethodExtra cycles_extra = {.method = "cycles",
                                  .usage = usage,
                                  .parse = parse,
                                  .check = check,
                                  .checks_set = true,
                                  .release = release};
