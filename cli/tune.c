/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction tune: gains that minimise a metric over an ensemble. */
#include "command.h"
#include "experiment.h"
#include "ensemble_options.h"
#include "files.h"
#include "interrupt.h"
#include "message.h"
#include "output.h"
#include "progress.h"

#include <stdio.h>
#include <string.h>

enum { OWN_OPTIONS = 3 };

typedef struct TuneOptions {
    EnsembleOptions shared;
    const char *minimise;
    Texts tune, limit;
} TuneOptions;

static int parse(TuneOptions *given, int argc, char **argv)
{
    Texts others = {.count = 0};
    Option options[ENSEMBLE_OPTIONS + OWN_OPTIONS] = {
        {"--tune", .list = &given->tune},
        {"--minimise", .text = &given->minimise},
        {"--subject-to", .list = &given->limit},
    };
    const int count =
        OWN_OPTIONS + ensemble_options(&given->shared, &stn_tune_fields, options + OWN_OPTIONS);
    if (arguments_parse(argc, argv, options, count, &others) != EXIT_DONE)
        return EXIT_BAD_INPUT;
    given->shared.scenario = arguments_one(&others, argv[0], "a scenario");
    if (!given->shared.scenario)
        return EXIT_BAD_INPUT;
    if (given->tune.count == 0)
        return bad_input("tune needs --tune ADDRESS=FROM:TO, as in --tune Kp=1:100; \"stiction "
                         "check SCENARIO --addresses\" names the numbers");
    if (given->minimise == NULL)
        return bad_input("tune needs --minimise METRIC, as in --minimise settling_time");
    const int code = output_check("-o", given->shared.output, ".yaml .yml -");
    if (code != EXIT_DONE)
        return code;
    if (given->shared.json && given->shared.output && strcmp(given->shared.output, "-") == 0)
        return bad_input("--json and a scenario on standard output (-) exclude each other");
    return output_read_digits(given->shared.digits_text, &given->shared.digits);
}

static int tune_failed(const StnError *error)
{
    if (error->status == STN_BAD_INPUT && error->path[0])
        return bad_option(error);
    message("%s", error->text);
    return error->status == STN_BAD_INPUT ? EXIT_BAD_INPUT : EXIT_RUN_FAILED;
}

static int search(StnTune *tune, const TuneOptions *given)
{
    Progress progress;
    StnError error = {.status = STN_OK};
    interrupt_defer();
    progress_begin(&progress, "candidates", given->shared.quiet);
    const StnStatus status = stn_tune_run(tune, progress_show, &progress, &error);
    progress_end(&progress);
    if (status == STN_CANCELLED) {
        message("interrupted; nothing is written");
        return EXIT_INTERRUPTED;
    }
    return status == STN_OK ? EXIT_DONE : tune_failed(&error);
}

/* As a scenario that inherits from the given one, where that is a file or a built-in one. */
static int write_scenario(const StnTune *tune, const TuneOptions *given, const StnCatalog *catalog)
{
    StnError error = {.status = STN_OK};
    const StnScenarioOptions options = experiment_options(catalog);
    char text[256];
    if (given->shared.output == NULL)
        return EXIT_DONE;
    StnScenario *found = stn_tune_scenario(tune, &error);
    StnScenario *base = found && strcmp(given->shared.scenario, "-") != 0
                            ? stn_scenario_load(given->shared.scenario, &options, &error)
                            : NULL;
    StnScenario *diff = base ? stn_scenario_diff(found, base, &error) : NULL;
    /* what came from standard input, or inherits from nothing that can be named, is written whole */
    StnScenario *whole = diff ? diff : found;
    StnStatus status = whole && error.status != STN_NO_MEMORY ? STN_OK : error.status;
    if (status == STN_OK) {
        snprintf(text, sizeof text, "stiction tune: minimises %s", given->minimise);
        stn_scenario_comment(whole, text);
        for (int i = 0; i < given->limit.count; i++) {
            snprintf(text, sizeof text, "such that %s", given->limit.item[i]);
            stn_scenario_comment(whole, text);
        }
        status = stn_scenario_write(whole, given->shared.output, &error);
    }
    stn_scenario_free(diff);
    stn_scenario_free(base);
    stn_scenario_free(found);
    return status == STN_OK ? EXIT_DONE : output_failed(&error);
}

static int show(const StnTune *tune, const TuneOptions *given)
{
    StnError error = {.status = STN_OK};
    StnResult out = {.method = NULL};
    int code = EXIT_DONE;
    if (!given->shared.json &&
        (given->shared.quiet || (given->shared.output && strcmp(given->shared.output, "-") == 0)))
        return EXIT_DONE;
    if (stn_report_tune(tune, given->shared.digits, &out, &error) != STN_OK)
        code = tune_failed(&error);
    else
        code = output_put(&out, stdout, given->shared.json);
    stn_result_free(&out);
    return code;
}

static int tune_all(const Experiment *experiment, TuneOptions *given, const StnCatalog *catalog)
{
    StnError error = {.status = STN_OK};
    StnTuneDef def = {.scenario = experiment->scenario,
                      .name = given->shared.scenario,
                      .catalog = catalog,
                      .tune = given->tune.item,
                      .ntune = given->tune.count,
                      .vary = given->shared.vary.item,
                      .nvary = given->shared.vary.count,
                      .correlate = given->shared.correlate.item,
                      .ncorrelate = given->shared.correlate.count,
                      .minimise = given->minimise,
                      .limit = given->limit.item,
                      .nlimit = given->limit.count};
    stn_fields_default(&stn_tune_fields, &def.settings);
    int code = field_options_take(&given->shared.own, &stn_tune_fields, &def.settings);
    if (code != EXIT_DONE)
        return code;
    StnTune *tune = stn_tune_new(&def, &error);
    if (tune == NULL)
        return tune_failed(&error);
    code = search(tune, given);
    if (code == EXIT_DONE)
        code = show(tune, given);
    if (code == EXIT_DONE && !stn_tune_found(tune)) {
        message("%s%s",
                given->limit.count > 0 ? "no candidate meets all limits"
                                       : "no candidate has the metric that is minimised",
                given->shared.output ? ": nothing is written" : "");
        code = EXIT_RUN_FAILED;
    }
    if (code == EXIT_DONE)
        code = write_scenario(tune, given, catalog);
    stn_tune_free(tune);
    return code;
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    TuneOptions given = {.minimise = NULL};
    Experiment experiment = {0};
    int code = parse(&given, argc, argv);
    const ExperimentOptions options = {catalog, &given.shared.set, &given.shared.law};
    if (code == EXIT_DONE)
        code = experiment_load(&experiment, given.shared.scenario, &options);
    if (code != EXIT_DONE)
        return code;
    if (!given.shared.quiet)
        experiment_put_notes(&experiment, NULL, false);
    code = tune_all(&experiment, &given, catalog);
    experiment_free(&experiment);
    return code;
}

const Command tune_command = {
    "tune",
    run,
    "find gains that minimise a metric, also over tolerances",
    "usage: stiction tune SCENARIO --tune ADDRESS=FROM:TO... --minimise METRIC\n"
    "           [--vary ADDRESS=SPREAD]... [--correlate ADDRESS,ADDRESS=VALUE]...\n"
    "           [--robust SHARE] [--subject-to 'METRIC < VALUE']...\n"
    "           [--law [SITE=]LAW]... [--set PATH=VALUE]... [-o FILE.yaml|-]\n"
    "           [--digits N] [--json] [--quiet] [OPTION]...\n"
    "\n"
    "Searches numbers of a scenario, mostly gains of a controller, that make a metric small: over\n"
    "the whole range first, then from the best candidate.  Where other numbers vary, each "
    "candidate\n"
    "is run with the same samples of them, and what counts is the metric that a share of these "
    "runs\n"
    "does not exceed.  The same seed gives the same answer, whatever the threads.\n"
    "\n"
    "  --tune ADDRESS=FROM:TO  a number that is searched, and its range; log:FROM:TO searches its\n"
    "                    logarithm, +-50% is around the value of the scenario\n"
    "  --minimise METRIC  as in \"stiction sweep --metrics\", one\n"
    "  --vary ADDRESS=SPREAD  a number that nobody chooses, as in \"stiction sweep\"\n"
    "  --correlate A,B=0.7  correlation of two that vary\n"
    "  --subject-to 'M < V'  a limit; also <=, >, >=.  It holds in the share of --robust at least\n"
    "  -o FILE.yaml      a scenario that inherits from the given one, with the numbers found\n"
    "{tune}"
    "  --law, --set      as in \"stiction run\", for all runs\n"
    "  --digits N        significant digits of the table (4)\n"
    "  --json            for machines, in full precision\n"
    "  --quiet           print nothing but errors\n"
    "\n"
    "A run in which a metric does not exist (it never settles) is worse than any number; such "
    "runs\n"
    "are counted.  Where no candidate meets all limits the nearest one is shown, and the exit "
    "code\n"
    "is 1.  Candidates that no other one beats show what a limit costs.\n"
    "\n"
    "examples:\n"
    "  stiction tune eha-step --tune GAP=log:0.5:5 --tune GAD=0:0.01 --minimise rise_time \\\n"
    "      --subject-to 'overshoot < 5 %'\n"
    "  stiction tune block-limit-cycle --tune Kp=1:50 --tune Ki=0:20 --vary Fs=+-20% \\\n"
    "      --minimise final_error --robust 95% -o quiet.yaml\n",
};
