/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction characterize: what a law can show, measured. */
#include "arguments.h"
#include "command.h"
#include "experiment.h"
#include "interrupt.h"
#include "message.h"
#include "names.h"
#include "output.h"
#include "progress.h"
#include "stiction/characterize.h"
#include "terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GIVEN_MAX = 64, PATH_LENGTH = 100 };
/* clang-format off */
#define SCENARIO_ENTRY(parameter, number, unit) #parameter ": " #number ", "
static const char scenario_text[] =
    "{plant: block, inputs: {u: 0 N}, duration: 1 s, "
    "parameters: {m: " STN_QUOTED(STN_CHARACTERIZE_MASS) "}, "
    "solver: {dt: " STN_QUOTED(STN_CHARACTERIZE_DT) "}, "
    "friction: {contact: {" STN_CHARACTERIZE_COMMON(SCENARIO_ENTRY) "}}}";
/* clang-format on */

typedef struct CharacterizeOptions {
    Texts laws, set;
    const char *figure;
    bool all, json, quiet;
} CharacterizeOptions;

/* What is to be done, and what came out: a row per law and option. */
typedef struct Characterize {
    const CharacterizeOptions *opts;
    const StnCatalog *catalog;
    StnGiven given[GIVEN_MAX];
    StnCharacterizeDef def; /* without a law */
    const StnLaw *law[TEXTS_MAX];
    int nlaw;
    StnCharacter *row;
    int count, total; /* rows that are finished, rows wanted */
    Progress progress;
} Characterize;

static int parse(CharacterizeOptions *opts, int argc, char **argv)
{
    const Option options[] = {
        {"--set", .list = &opts->set},     {"--plot", .text = &opts->figure},
        {"--all", .flag = &opts->all},     {"--json", .flag = &opts->json},
        {"--quiet", .flag = &opts->quiet},
    };
    const int noption = sizeof options / sizeof options[0];
    if (arguments_parse(argc, argv, options, noption, &opts->laws) != EXIT_DONE)
        return EXIT_BAD_INPUT;
    if (opts->all && opts->laws.count > 0)
        return bad_input("--all and \"%s\": name laws or take them all", opts->laws.item[0]);
    if (!opts->all && opts->laws.count == 0)
        return bad_input("characterize needs laws, or --all; \"stiction list laws\" names them");
    return output_check_figure("--plot", opts->figure);
}

static int find_laws(Characterize *c)
{
    const char *all[NAMES_MAX];
    const size_t count = names_collect(c->catalog, NAMES_LAWS, all);
    const int wanted = c->opts->all ? (int)count : c->opts->laws.count;
    for (int i = 0; i < wanted && i < TEXTS_MAX; i++) {
        const char *name = c->opts->all ? all[i] : c->opts->laws.item[i];
        c->law[i] = stn_catalog_law(c->catalog, name);
        if (!c->law[i])
            return unknown_name("law", name, all, count);
        for (int k = 0; k < i; k++)
            if (c->law[k] == c->law[i])
                return bad_input("the law \"%s\" appears twice", name);
        c->nlaw++;
    }
    return EXIT_DONE;
}

/* ---- --set PARAM=VALUE ---- */

/* Where a parameter stands in a scenario of the block: m and dt have places of their own. */
static int read_path(const char *text, char path[PATH_LENGTH], const char **value)
{
    const int length = (int)strcspn(text, "=");
    if (text[length] != '=' || length == 0 || length > PATH_LENGTH / 2)
        return bad_input("--set %s: it has the form PARAM=VALUE, as in --set Fs=2N", text);
    const bool mass = strncmp(text, "m=", 2) == 0, step = strncmp(text, "dt=", 3) == 0;
    const char *place = mass ? "parameters" : step ? "solver" : "friction.contact";
    snprintf(path, PATH_LENGTH, "%s.%.*s", place, length, text);
    *value = text + length + 1;
    return EXIT_DONE;
}

static bool is_set(const Texts *set, const char *name)
{
    const size_t length = strlen(name);
    for (int i = 0; i < set->count; i++)
        if (strncmp(set->item[i], name, length) == 0 && set->item[i][length] == '=')
            return true;
    return false;
}

/* Adds what was set and is not known yet, as the scenario has read it. */
static void take_values(Characterize *c, const StnSystem *system)
{
    for (int i = 0; i < stn_system_value_count(system, 0) && c->def.ngiven < GIVEN_MAX; i++) {
        const StnValue value = stn_system_value_at(system, 0, i);
        bool wanted = is_set(&c->opts->set, value.param->name);
        for (int k = 0; k < c->def.ngiven; k++)
            wanted = wanted && strcmp(c->given[k].name, value.param->name) != 0;
        if (!wanted)
            continue;
        c->given[c->def.ngiven++] = stn_given_make(value.param->name, value.value, value.count);
    }
}

/* A scenario with the law reads and checks the values of --set. */
static int read_values(Characterize *c, const StnLaw *law, StnError *error)
{
    char path[TEXTS_MAX][PATH_LENGTH];
    StnOverride set[TEXTS_MAX];
    StnScenarioOptions options = experiment_options(c->catalog);
    options.set = set;
    options.nset = c->opts->set.count;
    options.law = &law->name;
    options.nlaw = 1;
    for (int i = 0; i < c->opts->set.count; i++) {
        set[i].path = path[i];
        if (read_path(c->opts->set.item[i], path[i], &set[i].value) != EXIT_DONE)
            return EXIT_BAD_INPUT;
    }
    StnScenario *scenario = stn_scenario_parse(scenario_text, sizeof scenario_text - 1,
                                               "characterize", &options, error);
    if (!scenario)
        return exit_code_of(error->status);
    c->def.m = stn_system_parameter(stn_scenario_system(scenario), "m");
    c->def.dt = stn_system_step(stn_scenario_system(scenario));
    take_values(c, stn_scenario_system(scenario));
    stn_scenario_free(scenario);
    return EXIT_DONE;
}

/* Puts a law and its values into the definition.  Levels that the law lacks still scale the
 * experiments: other laws read them. */
static int choose_law(Characterize *c, const StnLaw *law)
{
    StnError error = {.status = STN_OK}, ignored;
    c->def.law = law;
    c->def.ngiven = 0;
    const int code = read_values(c, law, &error);
    if (error.status != STN_OK)
        return report_error(&error);
    for (int i = 0; i < stn_law_count() && code == EXIT_DONE && c->def.ngiven < c->opts->set.count;
         i++)
        read_values(c, stn_law_at(i), &ignored);
    return code;
}

/* ---- Running ---- */

static bool show_progress(void *user, double fraction)
{
    Characterize *c = user;
    return progress_show(&c->progress, (c->count + fraction) / c->total);
}

static int run_variant(Characterize *c, const StnVariant *variant)
{
    StnError error = {.status = STN_OK};
    StnCharacter *row = &c->row[c->count];
    const StnStatus status = stn_characterize(&c->def, variant, row, &error);
    c->count += status == STN_OK;
    if (status != STN_OK)
        stn_character_free(row);
    if (status != STN_OK && status != STN_CANCELLED)
        message("%s: %s", variant->label, error.text);
    return exit_code_of(status);
}

static int run_all(Characterize *c)
{
    StnVariant variant[STN_VARIANTS_MAX];
    int code = EXIT_DONE;
    for (int l = 0; l < c->nlaw && code == EXIT_DONE; l++) {
        code = choose_law(c, c->law[l]);
        c->total += code == EXIT_DONE ? stn_characterize_variants(&c->def, variant) : 0;
    }
    if (code != EXIT_DONE)
        return code;
    c->row = calloc((size_t)c->total + 1, sizeof *c->row);
    if (!c->row)
        return out_of_memory();
    interrupt_defer();
    progress_begin(&c->progress, "characterize", c->opts->quiet);
    for (int l = 0; l < c->nlaw && code == EXIT_DONE; l++) {
        code = choose_law(c, c->law[l]);
        const int count = code == EXIT_DONE ? stn_characterize_variants(&c->def, variant) : 0;
        for (int i = 0; i < count && code == EXIT_DONE; i++)
            code = run_variant(c, &variant[i]);
    }
    progress_end(&c->progress);
    if (code == EXIT_INTERRUPTED)
        message("interrupted; %d of %d rows are finished", c->count, c->total);
    return code;
}

/* What failed, or went otherwise than planned; whether something failed. */
static bool put_reasons(const Characterize *c)
{
    bool failed = false;
    for (int i = 0; i < c->count; i++)
        for (int t = 0; t < STN_TRIAL_COUNT; t++) {
            failed = failed || c->row[i].status[t] != STN_OK;
            if (c->row[i].reason[t][0] && (!c->opts->quiet || c->row[i].status[t] != STN_OK))
                message("%s: \"%s\": %s", c->row[i].label, stn_trial_info((StnTrial)t).title,
                        c->row[i].reason[t]);
        }
    return failed;
}

static int finish(const Characterize *c)
{
    StnResult out = {.method = "characterize"};
    StnError error = {.status = STN_OK};
    const bool failed = put_reasons(c);
    stn_report_characters(&c->def, c->row, c->count, c->opts->set.item, c->opts->set.count, &out);
    StnStatus status = stn_result_check(&out, &error);
    int code = EXIT_DONE;
    if (!status && c->opts->figure && output_draw(c->opts->figure, &out.figure, &error) != STN_OK)
        code = output_failed(&error);
    if (code == EXIT_DONE)
        code = output_keep(EXIT_DONE); /* also where an experiment failed */
    if (!status && c->opts->json)
        status = stn_result_write_json(&out, NULL, NULL, stdout, &error);
    else if (!status && !c->opts->quiet)
        status = stn_result_write_text(&out, stdout, terminal_text_width(stdout), &error);
    stn_result_free(&out);
    if (status)
        return report_error(&error);
    return code != EXIT_DONE ? code : failed ? EXIT_RUN_FAILED : EXIT_DONE;
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    CharacterizeOptions opts = {.figure = NULL};
    Characterize *c = calloc(1, sizeof *c);
    if (!c)
        return out_of_memory();
    int code = parse(&opts, argc, argv);
    if (code == EXIT_DONE) {
        c->opts = &opts;
        c->catalog = catalog;
        c->def = stn_default_characterize_def(NULL);
        c->def.given = c->given;
        c->def.progress = show_progress;
        c->def.user = c;
        code = find_laws(c);
    }
    if (code == EXIT_DONE) {
        code = run_all(c);
        if (c->count > 0 && (code == EXIT_DONE || code == EXIT_INTERRUPTED)) {
            const int end = finish(c);
            code = code == EXIT_DONE ? end : code;
        }
    }
    for (int i = 0; c && i < c->count; i++)
        stn_character_free(&c->row[i]);
    free(c ? c->row : NULL);
    free(c);
    return code;
}

/* clang-format off */
#define ENTRY(id, word, title, experiment, criterion) \
    "  " word ": " title "\n      " experiment "\n      yes: " criterion "\n"
#define COMMON(parameter, number, unit) "  " #parameter " " #number " " unit "\n"
static const char usage[] =
    "usage: stiction characterize LAW... [--set PARAM=VALUE]... [--plot FILE{figures}]\n"
    "           [--json] [--quiet]\n"
    "       stiction characterize --all ...\n"
    "\n"
    "Runs the standard experiments on the block with each law, and again with each option that it\n"
    "has (pre-sliding, rising level, memory); prints a matrix of yes and no, and the numbers.\n"
    "\n"
    "  --all              every law\n"
    "  --set PARAM=VALUE  friction of all laws, as in Fs=2N or vs=[1mm/s,2mm/s]; also m and dt\n"
    "  --plot FILE        draw the experiments, one panel each, laws overlaid (needs gnuplot)\n"
    "  --json             the results for machines\n"
    "  --quiet            print nothing but errors\n"
    "\n"
    "Parameters unless set; the others have the defaults of the laws (stiction describe LAW):\n"
    "  m " STN_QUOTED(STN_CHARACTERIZE_MASS) " kg\n"
    STN_CHARACTERIZE_COMMON(COMMON)
    "\n"
    "Experiments and verdicts; xe = Fs/sigma0 is the elastic length, tr = "
    STN_QUOTED(STN_RISE_TIME) " s, or " STN_QUOTED(STN_RISE_LENGTH) " xe/vs if longer:\n"
    STN_BEHAVIOUR_LIST(ENTRY)
    "\n"
    "In drift a law without sigma1 gets the same damping as sigma2: it would resonate otherwise.\n"
    "A fall of stiffness at B says that one place, force and sense can have two futures.\n"
    "Fixed-step laws (*) run with dt " STN_QUOTED(STN_CHARACTERIZE_DT) " s, the others with the "
    "event engine, rtol " STN_QUOTED(STN_CHARACTERIZE_RTOL) ".\n"
    "\n"
    "examples:\n"
    "  stiction characterize lugre elastoplastic gms hybrid --plot laws.svg\n"
    "  stiction characterize --all --json > laws.json\n";
/* clang-format on */

const Command characterize_command = {
    "characterize",
    run,
    "what a law can show: eight behaviours and two defects, measured",
    usage,
};
