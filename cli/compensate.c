/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction compensate: a scenario bare and with each remedy against friction, one table. */
#include "command.h"
#include "experiment.h"
#include "files.h"
#include "interrupt.h"
#include "message.h"
#include "output.h"
#include "progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SCALES_MAX = 16 };

typedef struct CompensateOptions {
    const char *scenario, *with, *scale, *laws;
    Texts set, sensor;
    const char *figure, *output, *digits_text, *tune, *minimise, *evaluations;
    int digits;
    bool all, json, quiet;
} CompensateOptions;

/* The texts of the options, taken apart. */
typedef struct Parts {
    char *memory[3];
    Texts with, scale, law;
    double factor[SCALES_MAX];
    StnOverride set[TEXTS_MAX];
} Parts;

/* What belongs to the search, and what does not. */
static int check_tune(const CompensateOptions *given)
{
    if (!given->tune && (given->minimise || given->output || given->evaluations))
        return bad_input("--minimise, --evaluations and -o belong to --tune NAME");
    if (!given->tune)
        return EXIT_DONE;
    if (!given->minimise)
        return bad_input("--tune needs --minimise METRIC, as in --minimise tracking_error; "
                         "\"stiction help compensate\" names them");
    if (given->with || given->all || given->scale || given->figure)
        return bad_input(
            "--tune looks at one remedy: --with, --all, --scale and --plot exclude it");
    if (given->json && given->output && strcmp(given->output, "-") == 0)
        return bad_input("--json and a scenario on standard output (-) exclude each other");
    return EXIT_DONE;
}

static int parse(CompensateOptions *given, int argc, char **argv)
{
    Texts others = {.count = 0};
    const Option options[] = {
        {"--with", .text = &given->with},
        {"--all", .flag = &given->all},
        {"--scale", .text = &given->scale},
        {"--sensor", .list = &given->sensor},
        {"--law", .text = &given->laws},
        {"--set", .list = &given->set},
        {"--plot", .text = &given->figure},
        {"--digits", .text = &given->digits_text},
        {"--tune", .text = &given->tune},
        {"--minimise", .text = &given->minimise},
        {"--evaluations", .text = &given->evaluations},
        {"-o", .text = &given->output},
        {"--output", .text = &given->output},
        {"--json", .flag = &given->json},
        {"--quiet", .flag = &given->quiet},
    };
    if (arguments_parse(argc, argv, options, sizeof options / sizeof options[0], &others) !=
        EXIT_DONE)
        return EXIT_BAD_INPUT;
    given->scenario = arguments_one(&others, argv[0], "a scenario");
    if (!given->scenario)
        return EXIT_BAD_INPUT;
    if (given->all && given->with)
        return bad_input("--all and --with exclude each other");
    if (strcmp(given->scenario, "-") == 0)
        return bad_input("compensate reads its scenario once per law and sensor: name a file");
    int code = output_check_figure("--plot", given->figure);
    if (code == EXIT_DONE)
        code = output_check("-o", given->output, ".yaml .yml -");
    if (code == EXIT_DONE)
        code = check_tune(given);
    return code == EXIT_DONE ? output_read_digits(given->digits_text, &given->digits) : code;
}

/* ---- Loading ---- */

static int split(const CompensateOptions *given, Parts *parts)
{
    int code = EXIT_DONE;
    if (given->with)
        code = arguments_split(given->with, "--with", &parts->memory[0], &parts->with);
    if (code == EXIT_DONE && given->scale)
        code = arguments_split(given->scale, "--scale", &parts->memory[1], &parts->scale);
    if (code == EXIT_DONE && given->laws)
        code = arguments_split(given->laws, "--law", &parts->memory[2], &parts->law);
    if (code == EXIT_DONE && parts->scale.count > SCALES_MAX)
        code = bad_input("--scale: more than %d factors", SCALES_MAX);
    for (int i = 0; i < parts->scale.count && code == EXIT_DONE; i++) {
        StnDimension dimension;
        bool bare;
        StnError error = {.status = STN_OK};
        if (stn_unit_parse(parts->scale.item[i], &parts->factor[i], &dimension, &bare, &error) !=
                STN_OK ||
            !stn_dimension_fits(dimension, (StnDimension){.m = 0}))
            code = bad_input("--scale: \"%s\" is no factor; it is written as 0.8,1,1.2",
                             parts->scale.item[i]);
    }
    return code;
}

/* Where the library names a setting, the option of that name is wrong. */
static int compensate_failed(StnError *error)
{
    if (error->path[0] && !error->file[0] && error->status != STN_NO_MEMORY)
        return bad_input("--%s: %s", error->path, error->text);
    return experiment_failed(error);
}

static int load_with(const CompensateOptions *given, const StnCatalog *catalog, const Parts *parts,
                     StnRemedies **remedies)
{
    StnError error = {.status = STN_OK};
    StnRemediesDef def = {.scenario = given->scenario,
                          .options = experiment_options(catalog),
                          .remedy = given->with ? parts->with.item : NULL,
                          .nremedy = parts->with.count,
                          .scale = given->scale ? parts->factor : NULL,
                          .nscale = parts->scale.count,
                          .sensor = given->sensor.count > 0 ? given->sensor.item : NULL,
                          .nsensor = given->sensor.count,
                          .law = given->laws ? parts->law.item : NULL,
                          .nlaw = parts->law.count,
                          .keep = given->figure != NULL};
    def.options.set = parts->set;
    def.options.nset = given->set.count;
    *remedies = stn_remedies_new(&def, &error);
    return *remedies ? files_was_read_by(stn_remedies_at(*remedies, 0)->scenario)
                     : compensate_failed(&error);
}

/* ---- One remedy, tuned ---- */

static int search(StnRemedyTune *tune, const CompensateOptions *given)
{
    Progress progress;
    StnError error = {.status = STN_OK};
    interrupt_defer();
    progress_begin(&progress, "candidates", given->quiet);
    const StnStatus status = stn_remedy_tune_run(tune, progress_show, &progress, &error);
    progress_end(&progress);
    if (status == STN_CANCELLED) {
        message("interrupted; nothing is written");
        return EXIT_INTERRUPTED;
    }
    return status == STN_OK ? EXIT_DONE : report_error(&error);
}

/* As a scenario that inherits from the given one. */
static int write_found(const StnRemedyTune *tune, const CompensateOptions *given,
                       const StnCatalog *catalog)
{
    StnError error = {.status = STN_OK};
    const StnScenarioOptions options = experiment_options(catalog);
    char text[256];
    StnScenario *found = stn_scenario_copy(stn_remedy_tune_scenario(tune));
    StnScenario *base = found ? stn_scenario_load(given->scenario, &options, &error) : NULL;
    StnScenario *diff = found && base ? stn_scenario_diff(found, base, &error) : NULL;
    StnStatus status = diff ? STN_OK : found ? error.status : stn_out_of_memory(&error);
    if (diff) {
        snprintf(text, sizeof text, "stiction compensate: %s, minimises %s", given->tune,
                 given->minimise);
        stn_scenario_comment(diff, text);
        status = stn_scenario_write(diff, given->output, &error);
    }
    stn_scenario_free(diff);
    stn_scenario_free(base);
    stn_scenario_free(found);
    return status == STN_OK ? EXIT_DONE : output_failed(&error);
}

static int show_found(const StnRemedyTune *tune, const CompensateOptions *given)
{
    StnError error = {.status = STN_OK};
    StnResult out = {.method = NULL};
    const bool data_out = given->output && strcmp(given->output, "-") == 0;
    if (!given->json && (given->quiet || data_out))
        return EXIT_DONE;
    const StnStatus status = stn_report_remedy_tune(tune, given->digits, &out, &error);
    const int code =
        status == STN_OK ? output_put(&out, stdout, given->json) : report_error(&error);
    stn_result_free(&out);
    return code;
}

/* -o is none of the files that the scenario is read from. */
static int check_files(const CompensateOptions *given, const StnCatalog *catalog)
{
    StnError error = {.status = STN_OK};
    const StnScenarioOptions options = experiment_options(catalog);
    StnScenario *scenario = stn_scenario_load(given->scenario, &options, &error);
    const int code = scenario ? files_was_read_by(scenario) : report_error(&error);
    stn_scenario_free(scenario);
    return code;
}

/* What is to be known of the numbers found, as "run" says it of them. */
static int put_found_notes(const StnRemedyTune *tune, const CompensateOptions *given)
{
    StnError error = {.status = STN_OK};
    if (given->quiet)
        return EXIT_DONE;
    StnScenario *found = stn_scenario_copy(stn_remedy_tune_scenario(tune));
    const StnStatus status = found ? stn_scenario_check(found, &error) : stn_out_of_memory(&error);
    if (status == STN_OK) {
        const Experiment notes = {.scenario = found, .system = stn_scenario_system(found)};
        experiment_put_notes(&notes, given->tune, false);
    }
    stn_scenario_free(found);
    return status == STN_OK ? EXIT_DONE : report_error(&error);
}

/* Whether what was found has the metric, with the friction of the scenario. */
static bool metric_found(const StnRemedyTune *tune)
{
    for (int i = 0; i < stn_remedy_tune_count(tune); i++) {
        const StnRemedyTrial *trial = stn_remedy_tune_at(tune, i);
        if (trial->friction == 1.0 && trial->sensor == NULL)
            return !isnan(trial->value);
    }
    return false;
}

static int tune_with(const CompensateOptions *given, const StnCatalog *catalog, const Parts *parts)
{
    StnError error = {.status = STN_OK};
    double evaluations = 0.0;
    if (parts->law.count > 1)
        return bad_input("--tune takes one law");
    if (given->evaluations) {
        char *end;
        evaluations = strtod(given->evaluations, &end);
        if (*end != '\0' || !(evaluations >= 1.0 && evaluations <= 1e6))
            return bad_input("--evaluations: \"%s\"; allowed are 1 to 1000000", given->evaluations);
    }
    StnRemedyTuneDef def = {.scenario = given->scenario,
                            .options = experiment_options(catalog),
                            .law = parts->law.count > 0 ? parts->law.item[0] : NULL,
                            .remedy = given->tune,
                            .minimise = given->minimise,
                            .sensor = given->sensor.count > 0 ? given->sensor.item : NULL,
                            .nsensor = given->sensor.count,
                            .evaluations = (uint64_t)evaluations};
    def.options.set = parts->set;
    def.options.nset = given->set.count;
    StnRemedyTune *tune = stn_remedy_tune_new(&def, &error);
    if (!tune)
        return compensate_failed(&error);
    int code = check_files(given, catalog);
    if (code == EXIT_DONE)
        code = search(tune, given);
    if (code == EXIT_DONE)
        code = put_found_notes(tune, given);
    if (code == EXIT_DONE)
        code = show_found(tune, given);
    if (code == EXIT_DONE && !metric_found(tune)) {
        message("no candidate has the metric that is minimised%s",
                given->output ? ": nothing is written" : "");
        code = EXIT_RUN_FAILED;
    }
    if (code == EXIT_DONE && given->output)
        code = write_found(tune, given, catalog);
    stn_remedy_tune_free(tune);
    return code;
}

/* Fills *remedies, or tunes one and is done. */
static int load(const CompensateOptions *given, const StnCatalog *catalog, StnRemedies **remedies)
{
    Parts parts = {.memory = {NULL}};
    int code = split(given, &parts);
    if (code == EXIT_DONE) {
        code = experiment_split(&given->set, parts.set);
        if (code == EXIT_DONE)
            code = given->tune ? tune_with(given, catalog, &parts)
                               : load_with(given, catalog, &parts, remedies);
        experiment_free_split(&given->set, parts.set);
    }
    for (int i = 0; i < 3; i++)
        free(parts.memory[i]);
    return code;
}

/* ---- Running ---- */

static void put_notes(const StnRemedies *remedies)
{
    char label[160];
    for (int i = 0; i < stn_remedies_count(remedies); i++) {
        const StnRemedy *row = stn_remedies_at(remedies, i);
        const Experiment notes = {.scenario = row->scenario, .system = row->system};
        if (row->scenario)
            experiment_put_notes(&notes, stn_remedy_label(row, label, sizeof label), false);
    }
}

static int run_all(StnRemedies *remedies, const CompensateOptions *given)
{
    Progress progress;
    StnError error = {.status = STN_OK};
    char label[160], text[1400];
    int code = EXIT_DONE;
    if (!given->quiet)
        put_notes(remedies);
    interrupt_defer();
    progress_begin(&progress, "remedies", given->quiet);
    const StnStatus status = stn_remedies_run(remedies, progress_show, &progress, &error);
    progress_end(&progress);
    if (status == STN_NO_MEMORY)
        return out_of_memory();
    for (int i = 0; i < stn_remedies_count(remedies); i++) {
        const StnRemedy *row = stn_remedies_at(remedies, i);
        if (row->scenario && row->done && row->status != STN_OK) {
            message("%s: %s", stn_remedy_label(row, label, sizeof label),
                    stn_error_format(&row->error, text, sizeof text));
            code = EXIT_RUN_FAILED;
        }
    }
    if (status == STN_CANCELLED)
        message("interrupted; what was finished is shown");
    return status == STN_CANCELLED ? EXIT_INTERRUPTED : code;
}

/* ---- Output ---- */

static StnStatus draw(const StnRemedies *remedies, const CompensateOptions *given, StnError *error)
{
    StnResult out = {.method = NULL};
    stn_remedies_figure(remedies, &out);
    StnStatus status = stn_result_check(&out, error);
    if (status == STN_OK && out.figure.npanel > 0)
        status = output_draw(given->figure, &out.figure, error);
    stn_result_free(&out);
    return status;
}

static int show(const StnRemedies *remedies, const CompensateOptions *given, int code)
{
    StnError error = {.status = STN_OK};
    StnResult out = {.method = NULL};
    if (given->figure && draw(remedies, given, &error) != STN_OK)
        return output_failed(&error);
    code = output_keep(code); /* also where a run failed */
    if (given->quiet && !given->json)
        return code;
    stn_report_remedies(remedies, given->digits, &out);
    const int shown = output_put(&out, stdout, given->json);
    stn_result_free(&out);
    return code == EXIT_DONE ? shown : code;
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    CompensateOptions given = {.scenario = NULL};
    StnRemedies *remedies = NULL;
    int code = parse(&given, argc, argv);
    if (code == EXIT_DONE)
        code = load(&given, catalog, &remedies);
    if (code == EXIT_DONE && remedies)
        code = show(remedies, &given, run_all(remedies, &given));
    stn_remedies_free(remedies);
    return code;
}

const Command compensate_command = {
    "compensate",
    run,
    "a scenario bare and with each remedy against friction",
    "usage: stiction compensate SCENARIO [--with NAME,...|--all] [--scale 0.8,1,1.2]\n"
    "           [--sensor SENSOR]... [--law LAW,...] [--set PATH=VALUE]... [--plot FILE{figures}]\n"
    "           [--digits N] [--json] [--quiet]\n"
    "       stiction compensate SCENARIO --tune NAME --minimise METRIC [--evaluations N] [-o "
    "FILE.yaml|-]\n"
    "           [--sensor SENSOR]... [--law LAW] [--set PATH=VALUE]... [--digits N] [--json] "
    "[--quiet]\n"
    "\n"
    "Runs a scenario with a position loop as it is, without its integrator, with each compensation "
    "of\n"
    "friction (with the integrator and without) and with each rule of the integrator; one table of "
    "the\n"
    "second half of each run:\n"
    "  result            stands, hunts or creeps at a command that rests; follows or steps on one\n"
    "                    that runs; tracks\n"
    "  hunting           largest less least error while the command rests\n"
    "  staircase         the same while the command runs one way\n"
    "  quadrant_glitch   largest error within a quarter period after the command turns\n"
    "  swing_period      of hunting or staircase; 0: it stands still\n"
    "  held_share        share of the time at less than a tenth of the speed of the command\n"
    "  standing_error    at the end, where the command rests and it stands\n"
    "  tracking_error, rms_error  largest and RMS error\n"
    "  settling_time     until it stays within 2 % of the way around the command; whole run\n"
    "  stands_since      the last stop, where it stands at the end\n"
    "  largest_effort, rms_effort, effort_reversals  of the drive; changes of its sign per second\n"
    "  work              of the active forces at friction sites; whole run\n"
    "A number that does not exist in a run is a dash.  What a compensation needs and the scenario "
    "does\n"
    "not say is derived from its friction and controller: a table says what and how.  These are "
    "where\n"
    "tuning begins.  What cannot be used is named with the reason.\n"
    "\n"
    "  --with NAME,...   these compensations (\"stiction list compensations\") and rules of the\n"
    "                    integrator (band, reset, ...) only\n"
    "  --all             all of them, as without --with\n"
    "  --scale A,B,...   factors of what a compensation adds: how wrong its model may be\n"
    "  --sensor SENSOR   of the position, as 'resolution: 1 mm, noise: 10 um', or ideal; several "
    "times\n"
    "  --law LAW,...     laws of friction of the plant, or SITE=LAW\n"
    "  --set PATH=VALUE  override an entry of the scenario\n"
    "  --plot FILE       position, error, effort, friction and the compensation, a row for each\n"
    "  --tune NAME       search for the numbers of one of them, then try what was found with the "
    "friction\n"
    "                    levels of the plant 20 % lower and higher, and with other sensors "
    "(ideal, and\n"
    "                    an encoder with 1/1000 of the way; or --sensor)\n"
    "  --minimise METRIC  one of the above, or any of \"stiction help sweep\"\n"
    "  --evaluations N   candidates of the search (60)\n"
    "  -o FILE.yaml      write the scenario with what was found\n"
    "  --digits N        significant digits of the table (4)\n"
    "  --json            the table for machines, in full precision\n"
    "  --quiet           print nothing but errors\n"
    "\n"
    "A run that fails is named on standard error and leaves a row of dashes; exit code 1 then.\n"
    "\n"
    "examples:\n"
    "  stiction compensate block-limit-cycle --set controller.Ts=1ms --plot hunting.svg\n"
    "  stiction compensate eha-ramp --with push,dither --scale 0.66,1\n"
    "  stiction compensate clutch-step --with push,reset --law coulomb_map,lugre --json\n"
    "  stiction compensate block-limit-cycle --set controller.Ts=1ms --tune push \\\n"
    "      --minimise tracking_error -o cured.yaml\n",
};
