/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction compare: one scenario with several laws, one table. */
#include "command.h"
#include "experiment.h"
#include "files.h"
#include "interrupt.h"
#include "message.h"
#include "output.h"
#include "plot.h"
#include "progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct CompareOptions {
    const char *scenario, *laws, *site;
    Texts set;
    const char *output, *figure, *digits_text;
    int digits;
    PlotOptions plot;
    bool json, quiet;
} CompareOptions;

/* The comparison and its figure. */
typedef struct Compare {
    const CompareOptions *given;
    StnComparison *comparison;
    StnPlot *plot;
} Compare;

static int parse(CompareOptions *given, int argc, char **argv)
{
    Texts others = {.count = 0};
    Option options[STN_FIELDS_MAX + 9] = {
        {"--laws", .text = &given->laws},          {"--set", .list = &given->set},
        {"--site", .text = &given->site},          {"-o", .text = &given->output},
        {"--output", .text = &given->output},      {"--plot", .text = &given->figure},
        {"--digits", .text = &given->digits_text}, {"--json", .flag = &given->json},
        {"--quiet", .flag = &given->quiet},
    };
    const int count = 9 + field_options(&given->plot.own, &stn_plot_fields, options + 9);
    if (arguments_parse(argc, argv, options, count, &others) != EXIT_DONE)
        return EXIT_BAD_INPUT;
    given->scenario = arguments_one(&others, argv[0], "a scenario");
    if (!given->scenario)
        return EXIT_BAD_INPUT;
    if (!given->laws)
        return bad_input("compare needs --laws A,B,...; \"stiction list laws\" names them");
    return output_read_digits(given->digits_text, &given->digits);
}

static int check_options(CompareOptions *given)
{
    int code = output_check("-o", given->output, ".csv -");
    if (code == EXIT_DONE)
        code = output_check_figure("--plot", given->figure);
    if (code == EXIT_DONE && given->json && given->output && strcmp(given->output, "-") == 0)
        code = bad_input("--json and data on standard output (-) exclude each other");
    if (code == EXIT_DONE)
        code = plot_take(&given->plot, given->figure);
    if (code == EXIT_DONE && strcmp(given->scenario, "-") == 0)
        code = bad_input("compare reads its scenario once per law: name a file");
    return code;
}

/* ---- Loading ---- */

/* Where the library names a setting, the option of that name is wrong. */
static int compare_failed(StnError *error)
{
    if (error->path[0] && !error->file[0])
        return bad_input("--%s: %s", error->path, error->text);
    return experiment_failed(error);
}

static int load_with(Compare *compare, const StnCatalog *catalog, const Texts *names,
                     const StnOverride *set)
{
    const CompareOptions *given = compare->given;
    const bool all = names->count == 1 && strcmp(names->item[0], "all") == 0;
    StnError error = {.status = STN_OK};
    StnComparisonDef def = {.scenario = given->scenario,
                            .options = experiment_options(catalog),
                            .law = all ? NULL : names->item,
                            .nlaw = names->count,
                            .site = given->site,
                            .detail = given->figure != NULL};
    def.options.set = set;
    def.options.nset = given->set.count;
    compare->comparison = stn_comparison_new(&def, &error);
    if (!compare->comparison)
        return compare_failed(&error);
    int code = EXIT_DONE;
    for (int i = 0; i < stn_comparison_count(compare->comparison) && code == EXIT_DONE; i++)
        code = files_was_read_by(stn_comparison_row(compare->comparison, i)->scenario);
    return code;
}

/* Every scenario is loaded before the first one runs. */
static int load(Compare *compare, const StnCatalog *catalog)
{
    const CompareOptions *given = compare->given;
    StnOverride set[TEXTS_MAX];
    char *split = NULL;
    Texts names = {.count = 0};
    int code = arguments_split(given->laws, "--laws", &split, &names);
    if (code == EXIT_DONE) {
        code = experiment_split(&given->set, set);
        if (code == EXIT_DONE)
            code = load_with(compare, catalog, &names, set);
        experiment_free_split(&given->set, set);
    }
    free(split);
    if (code != EXIT_DONE)
        return code;
    const StnRunDef def = stn_comparison_run_def(compare->comparison, 0);
    return plot_new(&given->plot, stn_comparison_row(compare->comparison, 0)->system, &def,
                    stn_comparison_count(compare->comparison) == 1, &compare->plot);
}

/* ---- Running ---- */

static void run_one(Compare *compare, int index)
{
    Progress progress;
    const StnComparisonRow *row = stn_comparison_row(compare->comparison, index);
    const Experiment notes = {.scenario = row->scenario, .system = row->system};
    if (!compare->given->quiet)
        experiment_put_notes(&notes, row->law, false);
    progress_begin(&progress, row->law, compare->given->quiet);
    stn_comparison_run(compare->comparison, index, progress_show, &progress);
    progress_end(&progress);
    if (row->metrics.memory_out)
        out_of_memory();
}

/* Laws that were not finished when Ctrl-C came are left out. */
static int run_all(Compare *compare)
{
    int code = EXIT_DONE;
    interrupt_defer();
    for (int i = 0; i < stn_comparison_count(compare->comparison) && !interrupt_asked(); i++) {
        const StnComparisonRow *row = stn_comparison_row(compare->comparison, i);
        run_one(compare, i);
        if (row->status == STN_CANCELLED)
            break;
        if (row->status != STN_OK) {
            char text[1400];
            message("%s: %s", row->law, stn_error_format(&row->error, text, sizeof text));
            code = EXIT_RUN_FAILED;
        }
    }
    return interrupt_asked() ? EXIT_INTERRUPTED : code;
}

/* ---- Output ---- */

static StnStatus draw(const Compare *compare, StnError *error)
{
    const StnComparison *comparison = compare->comparison;
    StnPlotRun runs[STN_COMPARISON_LAWS_MAX];
    StnResult out = {.method = NULL};
    int nrun = 0;
    for (int i = 0; i < stn_comparison_done(comparison); i++) {
        const StnComparisonRow *row = stn_comparison_row(comparison, i);
        if (row->status == STN_OK)
            runs[nrun++] = (StnPlotRun){&row->detail, row->law};
    }
    if (nrun == 0)
        return STN_OK;
    stn_plot_figure(compare->plot, stn_scenario_title(stn_comparison_row(comparison, 0)->scenario),
                    runs, nrun, &out);
    StnStatus status = stn_result_check(&out, error);
    if (status == STN_OK)
        status = output_draw(compare->given->figure, &out.figure, error);
    stn_result_free(&out);
    return status;
}

static int write_files(const Compare *compare)
{
    const CompareOptions *given = compare->given;
    StnError error = {.status = STN_OK};
    StnStatus status = STN_OK;
    if (given->output)
        status = stn_comparison_write_csv(compare->comparison, given->output, &error);
    if (status == STN_OK && given->figure)
        status = draw(compare, &error);
    return status == STN_OK ? EXIT_DONE : output_failed(&error);
}

static int show(const Compare *compare, int code)
{
    const CompareOptions *given = compare->given;
    const StnComparison *comparison = compare->comparison;
    const int count = stn_comparison_done(comparison);
    const bool data_out = given->output && strcmp(given->output, "-") == 0;
    if (code == EXIT_INTERRUPTED)
        message("interrupted; %d of %d laws were finished", count,
                stn_comparison_count(comparison));
    if (count == 0)
        return code;
    const int written = write_files(compare);
    if (written == EXIT_RUN_FAILED)
        return written;
    if (written == EXIT_INTERRUPTED)
        code = written;
    code = output_keep(code); /* also where a law failed */
    if (!given->json && (given->quiet || data_out))
        return code;
    StnResult out = {.method = NULL};
    stn_report_comparison(comparison, given->digits, &out);
    const int shown = output_put(&out, stdout, given->json);
    stn_result_free(&out);
    return code == EXIT_DONE ? shown : code;
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    CompareOptions given = {.scenario = NULL};
    Compare compare = {.given = &given};
    int code = parse(&given, argc, argv);
    if (code == EXIT_DONE)
        code = check_options(&given);
    if (code == EXIT_DONE)
        code = load(&compare, catalog);
    if (code == EXIT_DONE)
        code = show(&compare, run_all(&compare));
    stn_comparison_free(compare.comparison);
    stn_plot_free(compare.plot);
    return code;
}

const Command compare_command = {
    "compare",
    run,
    "run a scenario with several friction laws, one table",
    "usage: stiction compare SCENARIO --laws A,B,...|all [--set PATH=VALUE]... [--site SITE]\n"
    "           [-o FILE.csv|-] [--plot FILE{figures}] [--digits N] [--json] [--quiet]\n"
    "           [OPTION OF THE FIGURE]...\n"
    "\n"
    "Runs a scenario once with each law and prints one table.  Its columns, of which those are "
    "left out\n"
    "that apply to none of the laws (JSON and CSV have all):\n"
    "  engine            event, fixed (fixed-step laws, or as the scenario says) or sundials\n"
    "  final error       |wanted - reached position| in the last row, where the plant follows a\n"
    "                    command and that is constant or recorded\n"
    "  overshoot         how far beyond the command after it came to rest, as a share of the step\n"
    "  rise time         of a step of the command: from 10 % to 90 % of the way\n"
    "  settling time     from the command's rest until the position stays within 2 % of the step\n"
    "  stands at end     whether the velocity in the last row is exactly 0\n"
    "  still share       share of the time between rows with velocity exactly 0 at both ends\n"
    "  creep velocity    way over the last tenth of the run, divided by its time; 0: it stood "
    "still\n"
    "  breakaway         when the first slip begins; 0: it moved from the start\n"
    "  slip period       median time from the beginning of a slip to that of the next\n"
    "  slip height       median way of a slip\n"
    "  reversals         changes of the direction of motion per second, from the event log\n"
    "  of load, lifting  what more load adds to the friction while a speed lasts, per load, "
    "moving\n"
    "                    against it (1/eta_opp - 1 of a gear), at 10*vs\n"
    "  of load, lowering the same moving with it (1 - eta_aid of a gear)\n"
    "  right-hand sides  evaluations of the equations\n"
    "  wall time         of the run\n"
    "A slip begins and ends with the slip and stick events of set-valued laws.  Other laws never "
    "stand\n"
    "still exactly: there a slip begins where |v| rises above 2 % of its largest value in the run, "
    "and\n"
    "ends where it falls below 1 % for at least 3 rows, interpolated between rows.  A reversal\n"
    "without standstill ends no slip.\n"
    "\n"
    "  --laws A,B,...    the laws; all: every one\n"
    "  --set PATH=VALUE  override an entry of the scenario, for all laws\n"
    "  --site SITE       the friction site that is looked at; by default that which follows\n"
    "                    the command, or the first one\n"
    "  -o FILE.csv       write the table, SI units, full precision\n"
    "  --plot FILE       draw the laws over one another; by default position, velocity and "
    "friction\n{plot}  --digits N        significant digits of the table (4)\n"
    "  --json            the table for machines, in full precision\n"
    "  --quiet           print nothing but errors\n"
    "\n"
    "A law whose run fails is named on standard error and leaves a row of dashes; exit code 1 "
    "then.\n"
    "\n"
    "examples:\n"
    "  stiction compare block-stick-slip --laws coulomb,stribeck,lugre,hyperviscous\n"
    "  stiction compare block-limit-cycle --laws stribeck,lugre --plot hunting.svg --y x,v\n"
    "  stiction compare block-no-drift --laws lugre,elastoplastic,hybrid --json\n",
};
