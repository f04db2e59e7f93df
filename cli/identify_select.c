/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify select: the simplest law that is good enough. */
#include "identify_problem.h"

#include "interrupt.h"
#include "message.h"
#include "terminal.h"
#include "text_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_LAWS "coulomb,stribeck,dahl,lugre,gms"
#define DEFAULT_HELD 0.5
enum { DEFAULT_FOLDS = 10, LAWS_MOST = 16 };

typedef struct {
    ProblemOptions problem;
    const char *laws, *folds, *site, *worthwhile;
    bool all;
} SelectOptions;

static int parse(SelectOptions *w, int argc, char **argv)
{
    Option options[DATA_OPTIONS + PROBLEM_OPTIONS + 5];
    int n = problem_options(&w->problem, options);
    options[n++] = (Option){"--laws", .text = &w->laws};
    options[n++] = (Option){"--folds", .text = &w->folds};
    options[n++] = (Option){"--site", .text = &w->site};
    options[n++] = (Option){"--worthwhile", .text = &w->worthwhile};
    options[n++] = (Option){"--all", .flag = &w->all};
    return arguments_parse(argc, argv, options, n, &w->problem.files);
}

static int read_laws(const char *text, const StnCatalog *catalog, const StnLaw **laws, int *count)
{
    char *memory = NULL;
    Texts names = {.count = 0};
    int code = arguments_split(text, "--laws", &memory, &names);
    for (int i = 0; i < names.count && code == EXIT_DONE; i++) {
        if (i == LAWS_MOST)
            code = bad_input("--laws: more than %d laws", LAWS_MOST);
        else if (!(laws[i] = stn_catalog_law(catalog, names.item[i])))
            code = bad_input("--laws: there is no law \"%s\"; \"stiction list laws\" names them",
                             names.item[i]);
        *count = i + 1;
    }
    free(memory);
    return code;
}

/* The site whose law is in question. */
static int find_site(const char *name, const StnPlant *plant, int *site)
{
    const char *names[STN_SITES_MAX];
    for (int i = 0; i < plant->nsite; i++) {
        names[i] = plant->sites[i].name;
        if (name && strcmp(names[i], name) == 0)
            *site = i;
    }
    if (!name && plant->nsite == 1)
        *site = 0;
    if (*site >= 0)
        return EXIT_DONE;
    return name ? unknown_name("friction site", name, names, (size_t)plant->nsite)
                : bad_input("the plant has several friction sites: say which one with --site");
}

static int prepare(const SelectOptions *w, const StnCatalog *catalog, Problem *problem,
                   StnCandidate *candidate, StnSelectDef *def)
{
    const StnLaw *laws[LAWS_MOST];
    int nlaw = 0, site = -1;
    long folds = w->problem.means && !w->problem.hold_out ? DEFAULT_FOLDS : 0;
    int code = read_laws(w->laws ? w->laws : DEFAULT_LAWS, catalog, laws, &nlaw);
    *def = stn_default_select_def(problem->fit);
    if (code == EXIT_DONE)
        code = find_site(w->site, problem->run[0].def.plant, &site);
    if (code == EXIT_DONE)
        code = count_read("--folds", w->folds, 2, 100, &folds);
    if (code == EXIT_DONE)
        code = quantity_read("--worthwhile", w->worthwhile, "1", &def->worthwhile);
    if (code == EXIT_DONE && !(def->worthwhile >= 0.0 && def->worthwhile < 1.0))
        code = bad_input("--worthwhile %s: a part from 0 to 1 (0.02: 2 %%)", w->worthwhile);
    if (code != EXIT_DONE)
        return code;
    def->site = site;
    def->candidate = candidate;
    def->ncandidate = stn_select_candidates(&problem->run[0], site, laws, nlaw, candidate);
    def->all = w->all;
    def->folds = (int)folds;
    def->resolution = problem->resolution;
    return EXIT_DONE;
}

/* The rule that decided: the difference is small, may be chance, is none, or speaks by the criterion. */
static void put_verdict(TextTable *table, const StnSelectRow *row, double worthwhile)
{
    if (row->enough && row->loss < worthwhile)
        text_table_cell(table, "enough (%.1f %% worse)", 100.0 * row->loss);
    else if (row->enough)
        text_table_cell(table, "enough (p %.2g)", row->chance);
    else if (row->chance <= STN_SELECT_CHANCE)
        text_table_cell(table, "worse (p %.2g)", row->chance);
    else
        text_table_cell(table, "worse (BIC)");
}

static void put_table(const StnSelection *s, int folds, double worthwhile)
{
    TextTable table = {.columns = 7};
    const char *const head[] = {
        "",    "law",    "parameters", "fitted", folds ? "cross-validated" : "held out",
        "BIC", "verdict"};
    for (int i = 0; i < 7; i++)
        text_table_cell(&table, "%s", head[i]);
    for (int i = 0; i < s->count; i++) {
        const StnSelectRow *row = &s->row[i];
        if (row->left_out)
            continue;
        text_table_cell(&table, "%s", i == s->recommended ? "->" : "");
        text_table_cell(&table, "%s", row->label);
        text_table_cell(&table, "%d", row->nparam);
        if (row->status) {
            for (int k = 0; k < 3; k++)
                text_table_cell(&table, "-");
            text_table_cell(&table, "%s", stn_status_text(row->status));
            continue;
        }
        text_table_cell(&table, "%.4g %%", row->fitted);
        text_table_cell(&table, "%.4g %%", row->held);
        text_table_cell(&table, "%.1f", row->bic);
        if (i == s->best)
            text_table_cell(&table, "best");
        else
            put_verdict(&table, row, worthwhile);
    }
    text_table_print(&table, stdout, 0, "llrrrrl");
    text_table_free(&table);
}

static void put_text(const Problem *problem, const StnSelection *s, const StnSelectDef *def)
{
    result_put_data(&problem->data);
    putchar('\n');
    put_table(s, def->folds, def->worthwhile);
    putchar('\n');
    if (s->left_out[0]) {
        text_wrap(stdout, s->left_out, 0, terminal_text_width(stdout));
        putchar('\n');
    }
    char reason[sizeof s->reason + 1];
    snprintf(reason, sizeof reason, "%s.", s->reason);
    text_wrap(stdout, reason, 0, terminal_text_width(stdout));
    for (int i = 0; i < s->count; i++)
        if (s->row[i].why[0] && i != s->recommended) {
            char text[400];
            snprintf(text, sizeof text, "%s: %s.", s->row[i].label, s->row[i].why);
            text_wrap(stdout, text, 2, terminal_text_width(stdout));
        }
    if (s->recommended < 0)
        return;
    printf("\n%s\n", s->row[s->recommended].label);
    problem_put_text(problem, &s->row[s->recommended].result, false);
}

static void put_json(const Problem *problem, const StnSelection *s, bool interrupted)
{
    StnJsonText json = {.out = stdout};
    stn_json_open_map(&json, NULL);
    stn_json_put_text(&json, "version", STN_VERSION);
    stn_json_put_text(&json, "method", "select");
    stn_json_put_flag(&json, "interrupted", interrupted);
    result_put_data_json(&json, &problem->data);
    stn_json_open_list(&json, "candidates");
    for (int i = 0; i < s->count; i++) {
        const StnSelectRow *row = &s->row[i];
        stn_json_open_map(&json, NULL);
        stn_json_put_text(&json, "label", row->label);
        stn_json_put_text(&json, "status",
                          row->left_out ? "left out" : stn_status_text(row->status));
        stn_json_put_count(&json, "parameters", (uint64_t)row->nparam);
        stn_json_put_number(&json, "fitted_percent", row->fitted);
        stn_json_put_number(&json, "held_out_percent", row->held);
        stn_json_put_number(&json, "bic", row->bic);
        stn_json_put_number(&json, "chance", row->chance);
        stn_json_put_flag(&json, "enough", row->enough);
        stn_json_put_text(&json, "why", row->why);
        stn_json_close(&json);
    }
    stn_json_close(&json);
    stn_json_put_text(&json, "recommended",
                      s->recommended < 0 ? NULL : s->row[s->recommended].label);
    stn_json_put_text(&json, "reason", s->reason);
    if (s->recommended >= 0) {
        stn_json_open_map(&json, "fit");
        problem_put_json(&json, problem, &s->row[s->recommended].result, false);
        stn_json_close(&json);
    }
    stn_json_close(&json);
}

static int put_result(Problem *problem, const StnSelectDef *def, const StnSelection *s,
                      bool interrupted)
{
    int code = EXIT_DONE;
    if (s->recommended >= 0) {
        const StnSelectRow *row = &s->row[s->recommended];
        code = problem_write(problem, problem->wish->output, &def->candidate[s->recommended],
                             def->site, &row->result); /* in the order of the candidates */
        if (code == EXIT_DONE)
            code = problem_draw(problem, problem->wish->figure, row->label, &row->result);
    }
    if (problem->wish->json)
        put_json(problem, s, interrupted);
    else if (!problem->wish->quiet)
        put_text(problem, s, def);
    return code;
}

static int choose(Problem *problem, const StnSelectDef *def)
{
    StnError error = {.status = STN_OK};
    StnSelection selection;
    interrupt_defer();
    progress_begin(&problem->progress, "select", problem->wish->quiet);
    StnStatus status = stn_select_law(def, &selection, &error);
    progress_end(&problem->progress);
    int code = EXIT_DONE;
    if (status == STN_CANCELLED)
        message("interrupted; the laws fitted so far are compared");
    else if (status)
        code = report_error(&error);
    if (code == EXIT_DONE)
        code = put_result(problem, def, &selection, status == STN_CANCELLED);
    stn_selection_free(&selection);
    return code == EXIT_DONE ? exit_code_of(status) : code;
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    struct {
        SelectOptions wish;
        Problem problem;
        StnCandidate candidate[STN_CANDIDATES_MAX];
        StnSelectDef def;
    } *job = calloc(1, sizeof *job);
    if (!job)
        return out_of_memory();
    SelectOptions *w = &job->wish;
    int code = parse(w, argc, argv);
    if (code == EXIT_DONE && w->folds && w->problem.hold_out)
        code = bad_input("--folds takes the place of --hold-out: give one of them");
    if (code == EXIT_DONE)
        code = problem_load(&job->problem, &w->problem, catalog, w->folds ? 0.0 : DEFAULT_HELD);
    if (code == EXIT_DONE && w->problem.cycles)
        code = bad_input("select compares rows; --cycles goes with \"identify fit\"");
    if (code == EXIT_DONE)
        code = prepare(w, catalog, &job->problem, job->candidate, &job->def);
    if (code == EXIT_DONE)
        code = choose(&job->problem, &job->def);
    problem_free(&job->problem);
    free(job);
    return code;
}

/* clang-format off */
static const char usage[] =
    "usage: stiction identify select FILE --scenario SCENARIO --match COLUMN=DATA [--free NAME,...] [OPTION]...\n"
    "       stiction identify select FILE --effort COLUMN --position COLUMN [OPTION]...\n"
    "       stiction identify select FILE --effort COLUMN --velocity COLUMN --runs COLUMN --means [OPTION]...\n"
    "\n"
    "Fits several laws, each with and without a viscous term, alike to both sides and by direction, and\n"
    "recommends the simplest one that is not significantly worse than the best on data that no fit has\n"
    "seen; with the reason.\n"
    "\n"
    "  --laws A,B,...     (default: " DEFAULT_LAWS ")\n"
    "  --free NAME,...    free in all of them beside the friction: m, initial.v, offset.COLUMN\n"
    "  --folds N          cross-validation in N parts instead of a part held out (with --means: 10, unless\n"
    "                     --hold-out says otherwise)\n"
    "  --worthwhile PART  a smaller reduction of the error does not count (0.02)\n"
    "  --all              fit every candidate; otherwise a term (viscous, by direction) that takes a fifth off\n"
    "                     the error of the first law is taken for granted in the others\n"
    "  --site SITE        the friction site in question (default: the only one)\n"
    "The part held out is 0.5 unless --hold-out says otherwise.\n"
    "\n"
    PROBLEM_USAGE "\n" DATA_USAGE "\n" PROBLEM_OUT_USAGE "\n"
    "examples:\n"
    "  stiction identify select axis.csv --scenario axis.yaml --match u=force --free m,initial.v\n"
    "  stiction identify select contact.csv --effort F --position x --free offset.FF --laws dahl,lugre,gms\n"
    "  stiction identify select screw.csv --effort torque --velocity speed --runs set_speed --means \\\n"
    "      --laws coulomb,stribeck --free offset.FF\n";
/* clang-format on */

const Command identify_select_command = {
    "select",
    run,
    "the simplest law that is good enough, with the reason",
    usage,
};
