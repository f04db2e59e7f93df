/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction sweep: many runs of one scenario with other numbers. */
#include "command.h"
#include "experiment.h"
#include "ensemble_options.h"
#include "files.h"
#include "interrupt.h"
#include "message.h"
#include "output.h"
#include "progress.h"
#include "team.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OWN_OPTIONS = 5 };

typedef struct SweepOptions {
    EnsembleOptions shared;
    const char *from, *report;
    Texts metric, expect, trajectory;
} SweepOptions;

typedef struct Sweep {
    const SweepOptions *given;
    StnTeam team;
    char command[4096]; /* that runs the scenario once, with what holds for all runs */
    Experiment experiment;
    StnStudy *study;
    char *store;    /* path of the study while it is made; NULL: in memory */
    bool temporary; /* removed when the CSV is whole */
} Sweep;

/* All else stands in the study. */
static int check_from(SweepOptions *given, const Texts *others)
{
    const int more = others->count + given->shared.vary.count + given->shared.correlate.count +
                     given->metric.count + given->shared.set.count + given->shared.law.count;
    if (more > 0 || field_options_first(&given->shared.own))
        return bad_input(
            "--from takes scenario, quantities, metrics and design from the study; "
            "allowed beside it: -o, --report, --expect, --trajectories, --digits, --json, "
            "--quiet");
    return output_read_digits(given->shared.digits_text, &given->shared.digits);
}

static int parse(SweepOptions *given, int argc, char **argv)
{
    Texts others = {.count = 0};
    Option options[ENSEMBLE_OPTIONS + OWN_OPTIONS] = {
        {"--from", .text = &given->from},
        {"--report", .text = &given->report},
        {"--trajectories", .list = &given->trajectory},
        {"--metrics", .list = &given->metric},
        {"--expect", .list = &given->expect},
    };
    const int count =
        OWN_OPTIONS + ensemble_options(&given->shared, &stn_study_fields, options + OWN_OPTIONS);
    if (arguments_parse(argc, argv, options, count, &others) != EXIT_DONE)
        return EXIT_BAD_INPUT;
    if (given->from)
        return check_from(given, &others);
    given->shared.scenario = arguments_one(&others, argv[0], "a scenario");
    if (!given->shared.scenario)
        return EXIT_BAD_INPUT;
    if (given->shared.vary.count == 0)
        return bad_input("sweep needs --vary ADDRESS=SPREAD, as in --vary Fs=+-20%%; \"stiction "
                         "check SCENARIO --addresses\" names the numbers");
    return output_read_digits(given->shared.digits_text, &given->shared.digits);
}

static int check_options(const SweepOptions *given)
{
    if (given->from && access(given->from, R_OK) != 0)
        return bad_input("--from %s cannot be read: %s", given->from, strerror(errno));
    int code = given->from ? files_was_read("--from", given->from) : EXIT_DONE;
    if (code == EXIT_DONE)
        code = output_check("-o", given->shared.output,
                            given->from ? ".csv .mat -" : ".sqlite .csv .mat -");
    if (code == EXIT_DONE)
        code = output_check("--report", given->report, ".html");
    if (code == EXIT_DONE && given->shared.json && given->shared.output &&
        strcmp(given->shared.output, "-") == 0)
        code = bad_input("--json and data on standard output (-) exclude each other");
    return code;
}

/* ---- The study ---- */

/* What SQLite keeps beside a file, as long an ending. */
#define STORE_BESIDE "-wal"

/* A CSV or MATLAB file keeps its study beside it until it is whole. */
static int choose_store(Sweep *sweep)
{
    const char *output = sweep->given->shared.output;
    if (output == NULL || strcmp(output, "-") == 0 || sweep->given->from || sweep->team.rank > 0)
        return EXIT_DONE;
    sweep->temporary = !output_has_ending(output, ".sqlite");
    const size_t size = strlen(output) + sizeof ".sqlite" + sizeof STORE_BESIDE;
    sweep->store = malloc(size);
    if (sweep->store == NULL)
        return out_of_memory();
    snprintf(sweep->store, size, "%s%s", output, sweep->temporary ? ".sqlite" : "");
    if (!sweep->temporary)
        return EXIT_DONE;
    if (access(output, F_OK) == 0 && access(sweep->store, F_OK) != 0 && !sweep->given->shared.quiet)
        message("%s is there already, and is replaced when this study is done (a .sqlite would be "
                "resumed, or refused where it is of another study)",
                output);
    return files_will_write("-o", sweep->store);
}

static int study_failed(const StnError *error)
{
    if (error->status == STN_BAD_INPUT && error->path[0] && strcmp(error->path, "output") != 0)
        return bad_option(error);
    message("%s", error->text);
    return error->status == STN_BAD_INPUT ? EXIT_BAD_INPUT : EXIT_RUN_FAILED;
}

/* Values with blanks or braces stand in quotes. */
static void name_command(Sweep *sweep)
{
    const SweepOptions *given = sweep->given;
    const struct {
        const char *option;
        const Texts *list;
    } lists[] = {{"--law", &given->shared.law}, {"--set", &given->shared.set}};
    size_t used = (size_t)snprintf(sweep->command, sizeof sweep->command, "stiction run %s",
                                   given->shared.scenario);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < lists[k].list->count && used < sizeof sweep->command; i++)
            used += (size_t)snprintf(sweep->command + used, sizeof sweep->command - used,
                                     " %s '%s'", lists[k].option, lists[k].list->item[i]);
}

static int open_study(Sweep *sweep, SweepOptions *given, const StnCatalog *catalog)
{
    StnError error = {.status = STN_OK};
    StnStudyDef def = {.scenario = sweep->experiment.scenario,
                       .name = given->shared.scenario,
                       .command = sweep->command,
                       .catalog = catalog,
                       .vary = given->shared.vary.item,
                       .nvary = given->shared.vary.count,
                       .correlate = given->shared.correlate.item,
                       .ncorrelate = given->shared.correlate.count,
                       .metric = given->metric.item,
                       .nmetric = given->metric.count,
                       .expect = given->expect.item,
                       .nexpect = given->expect.count,
                       .trajectory = given->trajectory.item,
                       .ntrajectory = given->trajectory.count,
                       .store = sweep->store};
    name_command(sweep);
    stn_fields_default(&stn_study_fields, &def.settings);
    const int code = field_options_take(&given->shared.own, &stn_study_fields, &def.settings);
    if (code != EXIT_DONE)
        return code;
    if (sweep->team.size > 1 && def.settings.threads == 0)
        def.settings.threads = 1; /* a process for each processor is what mpirun starts */
    sweep->study = stn_study_new(&def, &error);
    return sweep->study ? EXIT_DONE : study_failed(&error);
}

static int64_t runs_done(const StnStudy *study)
{
    int64_t done = 0;
    for (int i = STN_OUTCOME_DONE; i < STN_OUTCOMES; i++)
        done += stn_study_done(study, (StnOutcome)i);
    return done;
}

static int open_from(Sweep *sweep, const SweepOptions *given, const StnCatalog *catalog)
{
    StnError error = {.status = STN_OK};
    const StnStudyFrom from = {.path = given->from,
                               .catalog = catalog,
                               .expect = given->expect.item,
                               .nexpect = given->expect.count,
                               .trajectory = given->trajectory.item,
                               .ntrajectory = given->trajectory.count};
    sweep->study = stn_study_open(&from, &error);
    if (sweep->study == NULL)
        return study_failed(&error);
    const int64_t done = runs_done(sweep->study), count = stn_study_count(sweep->study);
    if (done < count && !given->shared.quiet)
        message("%s has %" PRId64 " of its %" PRId64 " runs; the command that made it goes on",
                given->from, done, count);
    return EXIT_DONE;
}

/* ---- Running ---- */

/* A study that takes longer is worth a file. */
enum { WORTH_A_FILE = 60 }; /* s */

typedef struct Running {
    Progress progress;
    bool lost; /* what is done would be lost with the process, which is said once */
} Running;

static bool show_progress(void *user, double fraction)
{
    Running *running = user;
    const Progress *progress = &running->progress;
    if (running->lost && seconds_since(&progress->start) > 1.0 &&
        isfinite(progress_whole(progress, fraction))) {
        const double whole = progress_whole(progress, fraction);
        char text[40];
        running->lost = false;
        if (whole > WORTH_A_FILE)
            message("this takes about %s, and an interrupted study without -o leaves nothing to "
                    "resume; -o FILE.sqlite keeps what is done",
                    progress_time(whole, text, sizeof text));
    }
    return progress_show(&running->progress, fraction);
}

static int run_study(Sweep *sweep)
{
    Running running = {.lost = sweep->store == NULL && !sweep->given->from &&
                               !sweep->given->shared.quiet};
    char label[48];
    StnError error = {.status = STN_OK};
    snprintf(label, sizeof label, "%" PRId64 " runs", stn_study_count(sweep->study));
    interrupt_defer();
    progress_begin(&running.progress, label, sweep->given->shared.quiet);
    running.progress.count = (double)stn_study_count(sweep->study);
    running.progress.from = (double)runs_done(sweep->study) / running.progress.count;
    const StnStatus status =
        sweep->team.size > 1 && !sweep->given->from
            ? stn_study_lead(sweep->study, &sweep->team, show_progress, &running, &error)
            : stn_study_run(sweep->study, show_progress, &running, &error);
    progress_end(&running.progress);
    if (status == STN_CANCELLED)
        return EXIT_INTERRUPTED;
    if (status != STN_OK && sweep->team.size > 1)
        message("%" PRId64 " of %" PRId64 " runs are kept; the same command goes on from there",
                runs_done(sweep->study), stn_study_count(sweep->study));
    return status == STN_OK ? EXIT_DONE : study_failed(&error);
}

/* The study beside a file goes when that is whole; after an interruption it stays, and the same
 * command goes on. */
static int write_output(Sweep *sweep, int code)
{
    const char *output = sweep->given->shared.output;
    StnError error = {.status = STN_OK};
    if (code == EXIT_INTERRUPTED) {
        message("interrupted; %" PRId64 " of %" PRId64 " runs are done%s", runs_done(sweep->study),
                stn_study_count(sweep->study),
                sweep->store ? "; the same command goes on from there" : "");
        return code;
    }
    if (code != EXIT_DONE || output == NULL || (sweep->store && !sweep->temporary))
        return code;
    const StnStatus status = output_has_ending(output, ".mat")
                                 ? stn_study_write_mat(sweep->study, output, &error)
                                 : stn_study_write_csv(sweep->study, output, &error);
    if (status != STN_OK)
        return output_failed(&error);
    return output_keep(code);
}

static int write_report(Sweep *sweep)
{
    StnError error = {.status = STN_OK};
    if (sweep->given->report == NULL)
        return EXIT_DONE;
    return stn_study_write_page(sweep->study, sweep->given->report, &error) == STN_OK
               ? EXIT_DONE
               : output_failed(&error);
}

/* Its path has room for the endings: at the end of a command nothing may be left for want of memory. */
static void remove_store(Sweep *sweep)
{
    static const char *const endings[] = {"", STORE_BESIDE, "-shm"};
    char *end = sweep->store + strlen(sweep->store);
    for (int i = 0; i < 3; i++) {
        memcpy(end, endings[i], strlen(endings[i]) + 1);
        remove(sweep->store);
    }
    *end = '\0';
}

static int show(Sweep *sweep)
{
    const SweepOptions *given = sweep->given;
    StnError error = {.status = STN_OK};
    StnResult out = {.method = NULL};
    if (!given->shared.json &&
        (given->shared.quiet || (given->shared.output && strcmp(given->shared.output, "-") == 0)))
        return EXIT_DONE;
    int code = EXIT_DONE;
    if (stn_report_study(sweep->study, given->shared.digits, &out, &error) != STN_OK)
        code = study_failed(&error);
    else
        code = output_put(&out, stdout, given->shared.json);
    stn_result_free(&out);
    return code;
}

static int run_all(Sweep *sweep)
{
    int code = write_output(sweep, run_study(sweep));
    if (code == EXIT_DONE)
        code = write_report(sweep);
    if (code == EXIT_DONE)
        code = show(sweep);
    const bool whole = code == EXIT_DONE && sweep->temporary;
    stn_study_free(sweep->study);
    sweep->study = NULL;
    if (whole)
        remove_store(sweep);
    return code;
}

static int begin(Sweep *sweep, SweepOptions *given, const StnCatalog *catalog)
{
    const ExperimentOptions options = {catalog, &given->shared.set, &given->shared.law};
    if (given->from)
        return open_from(sweep, given, catalog);
    int code = experiment_load(&sweep->experiment, given->shared.scenario, &options);
    if (code == EXIT_DONE && !given->shared.quiet)
        experiment_put_notes(&sweep->experiment, NULL, false);
    if (code == EXIT_DONE)
        code = choose_store(sweep);
    return code == EXIT_DONE ? open_study(sweep, given, catalog) : code;
}

/* Another process than the first one: it makes the same study, and runs what it is given. */
static int serve(Sweep *sweep, SweepOptions *given, const StnCatalog *catalog)
{
    StnError error = {.status = STN_OK};
    given->shared.quiet = true;
    const int code = given->from ? EXIT_DONE : begin(sweep, given, catalog);
    stn_study_serve(sweep->study, &sweep->team,
                    sweep->study ? NULL : "it cannot make the study of the first one", &error);
    return code;
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    SweepOptions given = {.from = NULL};
    Sweep sweep = {.given = &given};
    int code = team_begin(&sweep.team);
    if (code != EXIT_DONE)
        return code;
    code = parse(&given, argc, argv);
    if (code == EXIT_DONE && sweep.team.rank > 0)
        code = serve(&sweep, &given, catalog);
    else if (code == EXIT_DONE) {
        code = check_options(&given);
        if (code == EXIT_DONE)
            code = begin(&sweep, &given, catalog);
        if (code == EXIT_DONE)
            code = run_all(&sweep);
    }
    stn_study_free(sweep.study);
    experiment_free(&sweep.experiment);
    free(sweep.store);
    return team_end(&sweep.team, code);
}

const Command sweep_command = {
    "sweep",
    run,
    "run a scenario many times with other numbers: tolerances, gains, laws",
    "usage: stiction sweep SCENARIO --vary ADDRESS=SPREAD... [--metrics METRIC,...]...\n"
    "           [--expect 'METRIC < VALUE']... [--correlate ADDRESS,ADDRESS=VALUE]...\n"
    "           [--law [SITE=]LAW]... [--set PATH=VALUE]... [-o FILE.sqlite|.csv|.mat|-]\n"
    "           [--digits N] [--json] [--quiet] [OPTION]...\n"
    "       stiction sweep --from STUDY.sqlite [--expect 'METRIC < VALUE']... [-o "
    "FILE.csv|.mat|-]\n"
    "           [--digits N] [--json] [--quiet]\n"
    "\n"
    "Runs a scenario many times, each time with other numbers, and prints what its metrics do:\n"
    "mean, deviation and quantiles, how often what is expected holds, and what each quantity\n"
    "explains.\n"
    "\n"
    "  --vary ADDRESS=SPREAD  a number of the scenario, as friction.contact.Fs, or its last words\n"
    "                    where they are unique, and its values:\n"
    "                      lin:1 N:2 N:5        5 values at equal distances\n"
    "                      log:1 N:100 N:5      5 values at equal ratios\n"
    "                      list:1 N,2 N,5 N     these values; of friction.SITE.law, these laws\n"
    "                      uniform:1 N:2 N      evenly between two values\n"
    "                      normal:1 N:0.1 N     normal, mean and deviation (also 10 %)\n"
    "                      lognormal:1 N:10 %   its logarithm is normal\n"
    "                      +-20 %               evenly around the value of the scenario\n"
    "                    A percentage is one of the value of the scenario.\n"
    "  --correlate A,B=0.7  correlation of two quantities\n"
    "  --metrics M,...   what is measured of each run: final_error, largest_error, overshoot,\n"
    "                    rise_time, settling_time (with another share of the way than 2 %:\n"
    "                    settling_time(band=5 %)), stands, stands_since, standstill, creep,\n"
    "                    breakaway, period, height, slips, reversals, events, work, "
    "friction_loss,\n"
    "                    impact_loss, right_hand_sides, those of \"compensate\";\n"
    "                    or a measure of a column or of events:\n"
    "                    max(x), min(v, window=1 s..2 s), at(x, 0.5 s), end(FF), swing(x), "
    "mean(FF),\n"
    "                    event(stick, which=2), events(slip_forward) and the others of\n"
    "                    docs/papers.md\n"
    "  --expect 'M < V'  a test of each run; also <=, >, >=.  The share that passes is printed "
    "with\n"
    "                    its 95 % interval.  A metric that does not exist in a run does not pass.\n"
    "  -o FILE.sqlite    keep every run in a study; the same command goes on where it was\n"
    "                    interrupted\n"
    "  -o FILE.csv       one row per run; until it is whole the study is kept in FILE.csv.sqlite\n"
    "  -o FILE.mat       the same for MATLAB, one variable per column\n"
    "  --report PAGE.html  one page that needs nothing else: histograms, metrics over quantities,\n"
    "                    what each explains, and the runs that miss or fail with their commands\n"
    "  --trajectories COLUMN,...  keep these columns over time of some runs (--trajectory-runs), "
    "for\n"
    "                    the page as bands in which half and nine tenths of the runs lie\n"
    "  --from STUDY.sqlite  run nothing: what the study has, as a table or by -o; --expect asks "
    "it\n"
    "                    anew of metrics that it has\n"
    "{sweep}"
    "  --law, --set      as in \"stiction run\", for all runs\n"
    "  --digits N        significant digits of the table (4)\n"
    "  --json            for machines, in full precision\n"
    "  --quiet           print nothing but errors\n"
    "\n"
    "Every run has the numbers of \"stiction run SCENARIO --set ...\" with the same values, to "
    "the\n"
    "bit, whatever the threads.  Values that break a rule make a run invalid, which is counted "
    "and\n"
    "not measured.\n"
    "\n"
    "examples:\n"
    "  stiction sweep eha-step --vary Fs=+-20% --vary Fc=+-20% --vary MJ=+-10% \\\n"
    "      --expect 'rise_time < 20 ms'\n"
    "  stiction sweep block-stick-slip --vary K=log:0.5 N/m:8 N/m:9 --metrics period,height\n"
    "  stiction sweep block-limit-cycle --vary law=list:coulomb,stribeck,lugre --vary Fs=+-10% \\\n"
    "      --samples 200 -o hunting.csv\n"
    "  stiction sweep eha-step --vary Fs=+-20% --vary Fc=+-20% --design saltelli --samples 256\n"
    "  stiction sweep eha-step --vary Fs=+-20% --vary Fc=+-20% --trajectories XJ,DXJ \\\n"
    "      --expect 'rise_time < 18.9 ms' --report step.html\n",
};
