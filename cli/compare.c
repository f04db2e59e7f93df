/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction compare: one scenario with several laws, one table. */
#include "compare.h"

#include "command.h"
#include "interrupt.h"
#include "message.h"
#include "names.h"
#include "output.h"
#include "plot.h"
#include "progress.h"
#include "summary.h"

#include <stdlib.h>
#include <string.h>

enum { LAWS_MAX = 64 };

typedef struct CompareWish {
    const char *scenario, *laws, *site;
    Texts set;
    const char *output, *figure, *digits_text;
    int digits;
    PlotWish plot;
    bool json, quiet;
} CompareWish;

/* The laws and what became of them. */
typedef struct Compare {
    const CompareWish *wish;
    const StnCatalog *catalog;
    Comparison row[LAWS_MAX];
    int count, site;
    Plot plot;
} Compare;

static int parse(CompareWish *wish, int argc, char **argv)
{
    Texts others = {.count = 0};
    Option options[PLOT_OPTIONS + 9] = {
        {"--laws", .text = &wish->laws},          {"--set", .list = &wish->set},
        {"--site", .text = &wish->site},          {"-o", .text = &wish->output},
        {"--output", .text = &wish->output},      {"--plot", .text = &wish->figure},
        {"--digits", .text = &wish->digits_text}, {"--json", .flag = &wish->json},
        {"--quiet", .flag = &wish->quiet},
    };
    plot_options(&wish->plot, options + 9);
    if (arguments_parse(argc, argv, options, sizeof options / sizeof options[0], &others) !=
        EXIT_DONE)
        return EXIT_BAD_INPUT;
    wish->scenario = arguments_one(&others, argv[0], "a scenario");
    if (!wish->scenario)
        return EXIT_BAD_INPUT;
    if (!wish->laws)
        return bad_input("compare needs --laws A,B,...; \"stiction list laws\" names them");
    return summary_read_digits(wish->digits_text, &wish->digits);
}

static int check_wish(const CompareWish *wish)
{
    int code = output_check("-o", wish->output, ".csv -");
    if (code == EXIT_DONE)
        code = output_check_figure("--plot", wish->figure);
    if (code == EXIT_DONE && wish->json && wish->output && strcmp(wish->output, "-") == 0)
        code = bad_input("--json and data on standard output (-) exclude each other");
    if (code == EXIT_DONE)
        code = plot_check(&wish->plot, wish->figure);
    if (code == EXIT_DONE && strcmp(wish->scenario, "-") == 0)
        code = bad_input("compare reads its scenario once per law: name a file");
    return code;
}

/* The names of --laws into compare->row; "all" stands for every law. */
static int find_laws(Compare *compare, Texts *names)
{
    const char *all[NAMES_MAX];
    const size_t count = names_collect(compare->catalog, NAMES_LAWS, all);
    if (names->count == 1 && strcmp(names->item[0], "all") == 0) {
        names->count = 0;
        for (size_t i = 0; i < count && names->count < TEXTS_MAX; i++)
            names->item[names->count++] = all[i];
    }
    if (names->count > LAWS_MAX)
        return bad_input("--laws: more than %d laws", LAWS_MAX);
    for (int i = 0; i < names->count; i++) {
        const StnLaw *law = stn_catalog_law(compare->catalog, names->item[i]);
        if (!law)
            return unknown_name("law in --laws:", names->item[i], all, count);
        for (int k = 0; k < i; k++)
            if (strcmp(compare->row[k].law, law->name) == 0)
                return bad_input("--laws: \"%s\" stands twice", law->name);
        compare->row[i].law = law->name;
    }
    compare->count = names->count;
    return EXIT_DONE;
}

static int find_site(Compare *compare)
{
    const StnPlant *plant = stn_system_plant(compare->row[0].experiment.system);
    const char *names[STN_SITES_MAX];
    const char *wanted = compare->wish->site;
    const int commanded = stn_system_commanded(compare->row[0].experiment.system);
    compare->site = commanded > 0 ? commanded : 0;
    if (plant->nsite == 0)
        return bad_input("the plant \"%s\" has no friction site", plant->name);
    for (int i = 0; wanted && i < plant->nsite && i < STN_SITES_MAX; i++) {
        names[i] = plant->sites[i].name;
        compare->site = i;
        if (strcmp(names[i], wanted) == 0)
            return EXIT_DONE;
    }
    if (wanted)
        return unknown_name("site in --site:", wanted, names, (size_t)plant->nsite);
    return EXIT_DONE;
}

/* All columns, whatever the scenario records: the metrics need position and velocity. */
static StnRunDef run_def(const Experiment *experiment)
{
    StnRunDef def = stn_scenario_run_def(experiment->scenario);
    def.columns = NULL;
    def.ncolumn = 0;
    return def;
}

/* Every scenario is loaded before the first one runs. */
static int load_all(Compare *compare)
{
    int code = EXIT_DONE;
    for (int i = 0; i < compare->count && code == EXIT_DONE; i++) {
        const Texts law = {.item = {compare->row[i].law}, .count = 1};
        const ExperimentWish wish = {compare->catalog, &compare->wish->set, &law};
        code = experiment_load(&compare->row[i].experiment, compare->wish->scenario, &wish);
    }
    if (code == EXIT_DONE)
        code = find_site(compare);
    if (code == EXIT_DONE) {
        const StnRunDef def = run_def(&compare->row[0].experiment);
        code = plot_plan(&compare->plot, &compare->wish->plot, compare->row[0].experiment.system,
                         &def, compare->count == 1);
    }
    return code;
}

static void run_one(Compare *compare, Comparison *row)
{
    Progress progress;
    StnRunDef def = run_def(&row->experiment);
    if (!compare->wish->quiet)
        experiment_put_notes(&row->experiment, row->law, false);
    progress_begin(&progress, row->law, compare->wish->quiet);
    def.progress = progress_tell;
    def.user = &progress;
    def.detail = compare->wish->figure ? &row->experiment.detail : NULL;
    experiment_run(&row->experiment, &def);
    progress_end(&progress);
    if (row->experiment.record.rows == 0)
        return; /* there is nothing to measure; its status says why */
    const double command =
        stn_metrics_command(row->experiment.scenario, compare->site, &row->experiment.record);
    row->response = stn_response_of(row->experiment.system, compare->site, &row->experiment.record);
    row->metrics =
        stn_metrics_of(row->experiment.system, compare->site, &row->experiment.record, command);
    if (row->metrics.memory_out)
        out_of_memory();
}

/* Laws that were not finished when Ctrl-C came are left out. */
static int run_all(Compare *compare)
{
    int code = EXIT_DONE;
    interrupt_defer();
    for (int i = 0; i < compare->count && !interrupt_asked(); i++) {
        Comparison *row = &compare->row[i];
        run_one(compare, row);
        if (row->experiment.status == STN_CANCELLED)
            break;
        if (row->experiment.status != STN_OK) {
            char text[1400];
            message("%s: %s", row->law,
                    stn_error_format(&row->experiment.error, text, sizeof text));
            code = EXIT_RUN_FAILED;
        }
    }
    return interrupt_asked() ? EXIT_INTERRUPTED : code;
}

/* How many laws from the first on were run to their end, well or badly. */
static int finished(const Compare *compare)
{
    int count = 0;
    while (
        count < compare->count && compare->row[count].experiment.status != STN_CANCELLED &&
        (compare->row[count].experiment.record.rows > 0 || compare->row[count].experiment.status))
        count++;
    return count;
}

static int write_files(const Compare *compare, int count)
{
    const CompareWish *wish = compare->wish;
    StnError error = {.status = STN_OK};
    StnStatus status = STN_OK;
    PlotRun runs[LAWS_MAX];
    int nrun = 0;
    for (int i = 0; i < count; i++)
        if (compare->row[i].experiment.status == STN_OK)
            runs[nrun++] = (PlotRun){&compare->row[i].experiment.detail, compare->row[i].law};
    if (wish->output)
        status = compare_write_csv(wish->output, compare->row, count, compare->site, &error);
    if (status == STN_OK && wish->figure && nrun > 0)
        status =
            plot_write(&compare->plot, wish->figure,
                       stn_scenario_title(compare->row[0].experiment.scenario), runs, nrun, &error);
    return status == STN_OK ? EXIT_DONE : output_failed(&error);
}

static int show(const Compare *compare, int code)
{
    const CompareWish *wish = compare->wish;
    const int count = finished(compare);
    const bool data_out = wish->output && strcmp(wish->output, "-") == 0;
    if (code == EXIT_INTERRUPTED)
        message("interrupted; %d of %d laws were finished", count, compare->count);
    if (count == 0)
        return code;
    const int written = write_files(compare, count);
    if (written == EXIT_RUN_FAILED)
        return written;
    if (written == EXIT_INTERRUPTED)
        code = written;
    code = output_keep(code); /* also where a law failed */
    if (wish->json) {
        compare_put_json(stdout, compare->row, count, compare->site);
    } else if (!wish->quiet && !data_out) {
        printf("%s\n\n", stn_scenario_title(compare->row[0].experiment.scenario));
        compare_put_text(stdout, compare->row, count, compare->site, wish->digits);
    }
    return code;
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    CompareWish wish = {.scenario = NULL};
    Compare *compare = calloc(1, sizeof *compare);
    char *memory = NULL;
    Texts names = {.count = 0};
    if (!compare)
        return out_of_memory();
    compare->wish = &wish;
    compare->catalog = catalog;
    int code = parse(&wish, argc, argv);
    if (code == EXIT_DONE)
        code = check_wish(&wish);
    if (code == EXIT_DONE)
        code = arguments_split(wish.laws, "--laws", &memory, &names);
    if (code == EXIT_DONE)
        code = find_laws(compare, &names);
    if (code == EXIT_DONE)
        code = load_all(compare);
    if (code == EXIT_DONE)
        code = show(compare, run_all(compare));
    for (int i = 0; i < LAWS_MAX; i++)
        experiment_free(&compare->row[i].experiment);
    plot_free(&compare->plot);
    free(memory);
    free(compare);
    return code;
}

const Command compare_command = {
    "compare",
    run,
    "run a scenario with several friction laws, one table",
    "usage: stiction compare SCENARIO --laws A,B,...|all [--set PATH=VALUE]... [--site SITE]\n"
    "           [-o FILE.csv|-] [--plot FILE.svg|.png|.pdf] [--x COLUMN] [--y COLUMN,...]\n"
    "           [--xrange FROM:TO] [--yrange FROM:TO] [--unit COLUMN=UNIT|si]... [--size SIZE]\n"
    "           [--overlay FILE.csv]... [--data MEASURED.csv] [--digits N] [--json] [--quiet]\n"
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
    "friction\n" PLOT_USAGE "  --digits N         significant digits of the table (4)\n"
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
