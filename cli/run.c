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
    Option options[STN_FIELDS_MAX + 9] = {
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
    const int count = 9 + field_options(&opts->plot.own, &stn_plot_fields, options + 9);
    if (arguments_parse(argc, argv, options, count, &others) != EXIT_DONE)
        return EXIT_BAD_INPUT;
    opts->scenario = arguments_one(&others, argv[0], "a scenario");
    return opts->scenario ? output_read_digits(opts->digits_text, &opts->digits) : EXIT_BAD_INPUT;
}

/* Everything about the command line that needs no scenario. */
static int check_options(RunOptions *opts)
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
    return plot_take(&opts->plot, opts->figure);
}

/* All files, in the order of the options; the first failure ends it. */
static int write_files(const RunOptions *opts, const Experiment *experiment, const char *laws,
                       const StnFigure *figure)
{
    StnError error = {.status = STN_OK};
    char solver[200];
    const StnProvenance from = experiment_provenance(
        experiment, laws, stn_solver_text(experiment->system, solver, sizeof solver));
    StnStatus status = STN_OK;
    if (opts->output)
        status = stn_record_write(opts->output, &experiment->record,
                                  &(StnWriteDef){.digits = opts->digits, .from = &from}, &error);
    if (status == STN_OK && opts->events)
        status = stn_events_write(opts->events, &experiment->record, &error);
    if (status == STN_OK && opts->figure)
        status = output_draw(opts->figure, figure, &error);
    return status == STN_OK ? EXIT_DONE : output_failed(&error);
}

/* Files, then the summary and on a terminal a plot. */
static int put_result(const RunOptions *opts, const Experiment *experiment, const StnPlot *plot,
                      StnResult *result)
{
    const bool data_out = is_standard_output(opts->output) || is_standard_output(opts->events);
    FILE *out = data_out && !opts->json ? stderr : stdout;
    const bool shown = !opts->json && !opts->quiet && isatty(fileno(out));
    char laws[200], title[400];
    StnError error = {.status = STN_OK};
    experiment_laws(experiment, laws, sizeof laws);
    snprintf(title, sizeof title, "%s (%s)", stn_scenario_title(experiment->scenario), laws);
    stn_report_scenario_run(experiment->scenario, experiment->name, &experiment->record,
                            experiment->status, opts->digits, result);
    if (opts->figure || shown)
        stn_plot_figure(
            plot, title,
            &(StnPlotRun){opts->figure ? &experiment->detail : &experiment->record, laws}, 1,
            result);
    if (stn_result_check(result, &error) != STN_OK)
        return report_error(&error);
    const int written = write_files(opts, experiment, laws, &result->figure);
    int code = written == EXIT_INTERRUPTED ? EXIT_DONE : written;
    if (code == EXIT_DONE && (opts->json || !opts->quiet))
        code = output_put(result, out, opts->json);
    if (code == EXIT_DONE && shown) {
        putc('\n', out);
        code = plot_put_text(&result->figure, out);
    }
    return code == EXIT_DONE ? written : code;
}

/* What happens after the run, by how it ended. */
static int finish(const RunOptions *opts, const Experiment *experiment, const StnPlot *plot)
{
    StnResult result = {.method = NULL};
    if (experiment->status != STN_OK && experiment->status != STN_CANCELLED)
        return report_error(&experiment->error);
    if (experiment->status == STN_CANCELLED)
        message("%s; what was computed is kept", experiment->error.text);
    const int code = put_result(opts, experiment, plot, &result);
    stn_result_free(&result);
    return code == EXIT_DONE ? exit_code_of(experiment->status) : code;
}

static int run_experiment(const RunOptions *opts, Experiment *experiment, StnPlot **plot)
{
    Progress progress;
    StnRunDef def = stn_scenario_run_def(experiment->scenario);
    const int code = plot_new(&opts->plot, experiment->system, &def, true, plot);
    if (code != EXIT_DONE)
        return code;
    interrupt_defer();
    if (!opts->quiet)
        experiment_put_notes(experiment, NULL, !opts->json);
    progress_begin(&progress, stn_system_plant(experiment->system)->name, opts->quiet);
    def.progress = progress_show;
    def.user = &progress;
    def.detail = opts->figure ? &experiment->detail : NULL;
    experiment_run(experiment, &def);
    progress_end(&progress);
    return finish(opts, experiment, *plot);
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    RunOptions opts = {.scenario = NULL};
    Experiment experiment = {.name = NULL};
    StnPlot *plot = NULL;
    int code = parse(&opts, argc, argv);
    if (code == EXIT_DONE)
        code = check_options(&opts);
    if (code == EXIT_DONE) {
        const ExperimentOptions load = {catalog, &opts.set, &opts.law};
        code = experiment_load(&experiment, opts.scenario, &load);
    }
    if (code == EXIT_DONE)
        code = run_experiment(&opts, &experiment, &plot);
    stn_plot_free(plot);
    experiment_free(&experiment);
    return code;
}

const Command run_command = {
    "run",
    run,
    "run a scenario: summary, data, event log, figure",
    "usage: stiction run SCENARIO [--set PATH=VALUE]... [--law LAW|SITE=LAW]...\n"
    "           [-o FILE{data}|-] [--events FILE.csv|-] [--plot FILE{figures}]\n"
    "           [--digits N] [--json] [--quiet] [OPTION OF THE FIGURE]...\n"
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
    "                     what shares their units, over time\n{plot}"
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
