/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction run: one scenario. */
#include "arguments.h"
#include "command.h"
#include "experiment.h"
#include "interrupt.h"
#include "message.h"
#include "output.h"
#include "plot.h"
#include "progress.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct RunOptions {
    const char *scenario;
    Texts set, law;
    const char *output, *events, *figure, *digits_text;
    int digits;
    PlotOptions plot;
    bool json, quiet;
} RunOptions;

static bool is_standard_output(const char *path) { return path && strcmp(path, "-") == 0; }

static int parse(RunOptions *opts, int argc, char **argv)
{
    Texts others = {.count = 0};
    Option options[PLOT_OPTIONS + 9] = {
        {"--set", .list = &opts->set},
        {"--law", .list = &opts->law},
        {"-o", .text = &opts->output},
        {"--output", .text = &opts->output},
        {"--events", .text = &opts->events},
        {"--plot", .text = &opts->figure},
        {"--digits", .text = &opts->digits_text},
        {"--json", .flag = &opts->json},
        {"--quiet", .flag = &opts->quiet},
    };
    plot_options(&opts->plot, options + 9);
    if (arguments_parse(argc, argv, options, sizeof options / sizeof options[0], &others) !=
        EXIT_DONE)
        return EXIT_BAD_INPUT;
    opts->scenario = arguments_one(&others, argv[0], "a scenario");
    return opts->scenario ? output_read_digits(opts->digits_text, &opts->digits) : EXIT_BAD_INPUT;
}

/* Everything about the command line that needs no scenario. */
static int check_options(const RunOptions *opts)
{
    const bool data_out = is_standard_output(opts->output) || is_standard_output(opts->events);
    int code = output_check_record("-o", opts->output);
    if (code == EXIT_DONE)
        code = output_check("--events", opts->events, ".csv -");
    if (code == EXIT_DONE)
        code = output_check_figure("--plot", opts->figure);
    if (code != EXIT_DONE)
        return code;
    if (opts->json && data_out)
        return bad_input("--json and data on standard output (-) exclude each other");
    return plot_check(&opts->plot, opts->figure);
}

/* All files, in the order of the options; the first failure ends it. */
static int write_files(const RunOptions *opts, const Experiment *experiment, const Plot *plot,
                       const PlotRun *drawn)
{
    StnError error = {.status = STN_OK};
    char solver[200], title[400];
    const StnProvenance from = experiment_provenance(
        experiment, drawn->label, stn_solver_text(experiment->system, solver, sizeof solver));
    StnStatus status = STN_OK;
    if (opts->output)
        status = stn_record_write(opts->output, &experiment->record,
                                  &(StnWriteDef){.digits = opts->digits, .from = &from}, &error);
    if (status == STN_OK && opts->events)
        status = stn_events_write(opts->events, &experiment->record, &error);
    if (status == STN_OK && opts->figure) {
        snprintf(title, sizeof title, "%s (%s)", from.title, drawn->label);
        status = plot_write(plot, opts->figure, title, drawn, 1, &error);
    }
    return status == STN_OK ? EXIT_DONE : output_failed(&error);
}

static int put_summary(const RunOptions *opts, const Experiment *experiment, const Plot *plot,
                       const PlotRun *drawn)
{
    const bool data_out = is_standard_output(opts->output) || is_standard_output(opts->events);
    FILE *out = data_out ? stderr : stdout;
    StnResult result = {.method = NULL};
    if (opts->quiet && !opts->json)
        return EXIT_DONE;
    stn_report_scenario_run(experiment->scenario, experiment->name, &experiment->record,
                            experiment->status, opts->digits, &result);
    const int code = output_put(&result, opts->json ? stdout : out, opts->json);
    if (code != EXIT_DONE || opts->json || !isatty(fileno(out)))
        return code;
    putc('\n', out);
    return plot_put_text(plot, out, drawn, 1);
}

/* What happens after the run, by how it ended. */
static int finish(const RunOptions *opts, const Experiment *experiment, const Plot *plot)
{
    char laws[200];
    const PlotRun drawn = {opts->figure ? &experiment->detail : &experiment->record,
                           experiment_laws(experiment, laws, sizeof laws)};
    if (experiment->status != STN_OK && experiment->status != STN_CANCELLED)
        return report_error(&experiment->error);
    if (experiment->status == STN_CANCELLED)
        message("%s; what was computed is kept", experiment->error.text);
    const int written = write_files(opts, experiment, plot, &drawn);
    int code = written;
    if (code == EXIT_DONE || code == EXIT_INTERRUPTED)
        code = put_summary(opts, experiment, plot, &drawn);
    if (code == EXIT_DONE)
        code = written;
    return code == EXIT_DONE ? exit_code_of(experiment->status) : code;
}

static int run_experiment(const RunOptions *opts, Experiment *experiment, Plot *plot)
{
    Progress progress;
    StnRunDef def = stn_scenario_run_def(experiment->scenario);
    const int code = plot_plan(plot, &opts->plot, experiment->system, &def, true);
    if (code != EXIT_DONE)
        return code;
    interrupt_defer();
    if (!opts->quiet)
        experiment_put_notes(experiment, NULL, !opts->json);
    progress_begin(&progress, stn_system_plant(experiment->system)->name, opts->quiet);
    def.progress = progress_tell;
    def.user = &progress;
    def.detail = opts->figure ? &experiment->detail : NULL;
    experiment_run(experiment, &def);
    progress_end(&progress);
    return finish(opts, experiment, plot);
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    RunOptions opts = {.scenario = NULL};
    Experiment experiment = {.name = NULL};
    Plot plot = {.npanel = 0};
    int code = parse(&opts, argc, argv);
    if (code == EXIT_DONE)
        code = check_options(&opts);
    if (code == EXIT_DONE) {
        const ExperimentOptions load = {catalog, &opts.set, &opts.law};
        code = experiment_load(&experiment, opts.scenario, &load);
    }
    if (code == EXIT_DONE)
        code = run_experiment(&opts, &experiment, &plot);
    plot_free(&plot);
    experiment_free(&experiment);
    return code;
}

const Command run_command = {
    "run",
    run,
    "run a scenario: summary, data, event log, figure",
    "usage: stiction run SCENARIO [--set PATH=VALUE]... [--law LAW|SITE=LAW]...\n"
    "           [-o FILE{data}|-] [--events FILE.csv|-]\n"
    "           [--plot FILE{figures}] [--x COLUMN] [--y COLUMN,...] [--xrange FROM:TO]\n"
    "           [--yrange FROM:TO] [--unit COLUMN=UNIT|si]... [--size SIZE]\n"
    "           [--overlay FILE.csv]... [--data MEASURED.csv]\n"
    "           [--digits N] [--json] [--quiet]\n"
    "\n"
    "Runs a scenario and prints a summary: how the command was followed (final error, overshoot,\n"
    "rise and settling time), standstill and slips, events, final values; then energy and work.\n"
    "On a terminal a small plot too.  Warnings and derived values go to standard error.\n"
    "\n"
    "  --set PATH=VALUE   override an entry of the scenario, as in --set duration=30\n"
    "  --law LAW          the friction law at every site; SITE=LAW: at one site\n"
    "  -o FILE            write the record; the ending says the format.  -o -: CSV on standard "
    "output\n"
    "                     (the summary then goes to standard error)\n"
    "  --events FILE.csv  write the event log\n"
    "  --plot FILE        draw a figure (needs gnuplot); by default position, velocity, friction "
    "and\n"
    "                     what shares their units, over time\n" PLOT_USAGE
    "  --digits N         significant digits of the summary (4), and where given of CSV, which\n"
    "                     otherwise has as many as it takes to read the same numbers back\n"
    "  --json             the summary for machines, in full precision\n"
    "  --quiet            print nothing but errors\n"
    "\n"
    "Files are written whole, and get their names together at the end; none does when the run "
    "fails\n"
    "or one of them cannot be written (exit code 1).\n"
    "Ctrl-C ends the run; what was computed until then is written (exit code 130).  TERM and HUP "
    "do\n"
    "the same (143, 129).  While gnuplot draws they leave out the figure; the other files are "
    "written.\n"
    "\n"
    "examples:\n"
    "  stiction run block-stick-slip\n"
    "  stiction run block-stick-slip --plot stick-slip.svg --events events.csv -o stick-slip.csv\n"
    "  stiction run block-pre-sliding --law contact=dahl --plot loop.png --x x --y z --xrange "
    "0:1e-4\n"
    "  stiction run block-stick-slip --law lugre -o lugre.csv --quiet\n"
    "  stiction run block-stick-slip --plot both.pdf --overlay lugre.csv --unit x=mm\n"
    "  stiction run mine.yaml --set friction.contact.Fs=3N --set inputs.u.sine.amplitude=5N\n"
    "  stiction run block-stick-slip -o - | head\n",
};
