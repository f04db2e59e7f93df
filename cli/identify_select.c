/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify select: the simplest law that is good enough. */
#include "identify_method.h"
#include "identify_problem.h"

#include "interrupt.h"
#include "message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LAWS_MOST = 16 };

typedef struct {
    ProblemOptions problem;
    FieldOptions own; /* of stn_select_fields */
    const char *laws, *site;
} SelectOptions;

static int parse(SelectOptions *w, int argc, char **argv)
{
    Option options[DATA_OPTIONS + PROBLEM_OPTIONS + STN_FIELDS_MAX + 2];
    int n = problem_options(&w->problem, options);
    options[n++] = (Option){"--laws", .text = &w->laws};
    options[n++] = (Option){"--site", .text = &w->site};
    n += field_options(&w->own, &stn_select_fields, options + n);
    return arguments_parse(argc, argv, options, n, &w->problem.files);
}

/* With the nearest name of a law, or of the ladder. */
static int unknown_law(const char *name, const StnCatalog *catalog)
{
    enum { MOST = 128 };
    const char *names[MOST];
    size_t count = 0;
    names[count++] = "ladder";
    for (int i = 0; i < stn_catalog_law_count(catalog) && count < MOST; i++)
        names[count++] = stn_catalog_law_at(catalog, i)->name;
    const StnSuggestion near = stn_suggest(name, names, count, NULL);
    return bad_input("--laws: there is no law \"%s\"%s", name,
                     near.text[0] ? near.text : "; \"stiction list laws\" names them");
}

static int read_laws(const char *text, const StnCatalog *catalog, const StnLaw **laws, int *count)
{
    char *memory = NULL;
    Texts names = {.count = 0};
    int code = arguments_split(text, "--laws", &memory, &names);
    for (int i = 0; i < names.count && code == EXIT_DONE; i++) {
        if (i == LAWS_MOST)
            code = bad_input("--laws: more than %d laws", LAWS_MOST);
        else if (strcmp(names.item[i], "ladder") == 0)
            code = bad_input("--laws %s: the steps of the ladder are compared with one another; it "
                             "stands alone",
                             text);
        else if (!(laws[i] = stn_catalog_law(catalog, names.item[i])))
            code = unknown_law(names.item[i], catalog);
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

static int prepare(SelectOptions *w, const StnCatalog *catalog, Problem *problem,
                   StnCandidate *candidate, StnSelectDef *def)
{
    const StnLaw *laws[LAWS_MOST];
    int nlaw = 0, site = -1;
    const bool ladder = w->laws && strcmp(w->laws, "ladder") == 0;
    int code =
        ladder ? EXIT_DONE : read_laws(w->laws ? w->laws : STN_SELECT_LAWS, catalog, laws, &nlaw);
    *def = stn_default_select_def(problem->fit);
    def->folds = w->problem.means && !w->problem.hold_out ? STN_SELECT_FOLDS : 0;
    if (code == EXIT_DONE)
        code = find_site(w->site, problem->run[0].def.plant, &site);
    if (code == EXIT_DONE)
        code = field_options_take(&w->own, &stn_select_fields, def);
    if (code == EXIT_DONE && ladder && !w->problem.scenario)
        code =
            bad_input("--laws ladder: friction that grows with drive and load needs a plant that "
                      "has both: --scenario");
    if (code != EXIT_DONE)
        return code;
    def->site = site;
    def->candidate = candidate;
    def->ncandidate = ladder
                          ? stn_select_ladder(&problem->run[0], site,
                                              stn_catalog_law(catalog, "stribeck_load"), candidate)
                          : stn_select_candidates(&problem->run[0], site, laws, nlaw, candidate);
    def->resolution = problem->resolution;
    return EXIT_DONE;
}

static int put_result(Problem *problem, const StnSelectDef *def, const StnSelection *s,
                      bool interrupted)
{
    const ProblemOptions *opts = problem->opts;
    const char *file = opts->output ? opts->output : opts->rows ? opts->rows : opts->figure;
    int code = EXIT_DONE;
    if (s->nothing && file) { /* the report stands on standard output, so it is no bad input */
        message("%s: nothing is written, since no law explains the data", file);
        code = EXIT_RUN_FAILED;
    }
    if (s->recommended >= 0) {
        const StnSelectRow *row = &s->row[s->recommended];
        code = problem_write(problem, problem->opts->output, &def->candidate[s->recommended],
                             def->site, &row->result); /* in the order of the candidates */
        if (code == EXIT_DONE)
            code = problem_draw(problem, problem->opts->figure, row->label, &row->result);
    }
    StnResult out = {.method = "select"};
    stn_report_selection(def, s, &problem->data, interrupted, &out);
    const int put = problem_put(problem, &out, &stn_select_fields, def);
    stn_result_free(&out);
    return code == EXIT_DONE ? put : code;
}

static int validate(const Problem *problem, const Problem *other, const StnSelectDef *def,
                    StnSelection *selection)
{
    StnError error = {.status = STN_OK};
    StnSelectDef unseen = *def;
    unseen.fit = other->fit;
    if (!problem->opts->validate)
        return EXIT_DONE;
    return stn_select_validate(&unseen, problem->opts->validate, selection, &error)
               ? report_error(&error)
               : EXIT_DONE;
}

static int choose(Problem *problem, const Problem *other, const StnSelectDef *def)
{
    StnError error = {.status = STN_OK};
    StnSelection selection;
    interrupt_defer();
    progress_begin(&problem->progress, "select", problem->opts->quiet);
    StnStatus status = stn_select_law(def, &selection, &error);
    progress_end(&problem->progress);
    int code = EXIT_DONE;
    if (status == STN_CANCELLED)
        message("interrupted; the laws fitted so far are compared");
    else if (status)
        code = report_error(&error);
    if (code == EXIT_DONE && !status)
        code = validate(problem, other, def, &selection);
    if (code == EXIT_DONE)
        code = put_result(problem, def, &selection, status == STN_CANCELLED);
    stn_selection_free(&selection);
    return code == EXIT_DONE ? exit_code_of(status) : code;
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    struct {
        SelectOptions opts;
        Problem problem, other;
        StnCandidate candidate[STN_CANDIDATES_MAX];
        StnSelectDef def;
    } *job = calloc(1, sizeof *job);
    if (!job)
        return out_of_memory();
    SelectOptions *w = &job->opts;
    int code = parse(w, argc, argv);
    const bool folds = w->own.text[0] != NULL; /* the first field */
    if (code == EXIT_DONE && folds && (w->problem.hold_out || w->problem.hold_out_runs))
        code = bad_input("--folds takes the place of %s: give one of them",
                         w->problem.hold_out ? "--hold-out" : "--hold-out-runs");
    w->problem.method = "select";
    if (code == EXIT_DONE)
        code = problem_load(&job->problem, &w->problem, catalog, folds ? 0.0 : STN_SELECT_HELD);
    if (code == EXIT_DONE && w->problem.cycles)
        code = bad_input("select compares rows; --cycles goes with \"identify fit\"");
    if (code == EXIT_DONE)
        code = prepare(w, catalog, &job->problem, job->candidate, &job->def);
    if (code == EXIT_DONE)
        code = problem_load_other(&job->other, &job->problem);
    if (code == EXIT_DONE)
        code = problem_mark(&job->problem, job->candidate, job->def.ncandidate);
    if (code == EXIT_DONE)
        code = problem_mark(&job->other, job->candidate, job->def.ncandidate);
    if (code == EXIT_DONE)
        code = choose(&job->problem, &job->other, &job->def);
    problem_free(&job->problem);
    problem_free(&job->other);
    free(job);
    return code;
}

/* clang-format off */
static const char usage[] =
    "  --laws A,B,...     (default: " STN_SELECT_LAWS ")\n"
    "  --laws ladder      M1 ... M6 of servo gears, stribeck_load: from Coulomb friction to levels that\n"
    "                     grow with the torques of drive and load\n"
    "  --free NAME,...    free in all of them beside the friction: m, initial.v, offset.COLUMN\n"
    "  --site SITE        the friction site in question (default: the only one)\n"
    "The part held out is 0.5 of each run unless --hold-out or --hold-out-runs says otherwise.\n";
/* clang-format on */

const MethodExtra select_extra = {.method = "select", .usage = usage, .run = run};
