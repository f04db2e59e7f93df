/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Data and model put together for a fit. */
#include "identify_problem.h"

#include "files.h"
#include "message.h"
#include "output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CYCLES_SPREAD 10.0 /* of starts: features tell little of where to begin */

int problem_options(ProblemOptions *opts, Option *options)
{
    int n = data_options(&opts->data, options);
    const Option own[] = {
        {"--scenario", .text = &opts->scenario},
        {"--set", .list = &opts->set},
        {"--law", .list = &opts->law},
        {"--match", .list = &opts->match},
        {"--input", .list = &opts->input},
        {"--hold", .flag = &opts->hold},
        {"--each", .list = &opts->each},
        {"--free", .list = &opts->free},
        {"--cycles", .flag = &opts->cycles},
        {"--from-zero", .flag = &opts->from_zero},
        {"--means", .flag = &opts->means},
        {"--elements", .text = &opts->elements},
        {"--hold-out", .text = &opts->hold_out},
        {"--validate", .text = &opts->validate},
        {"--plot", .text = &opts->figure},
        {"-o", .text = &opts->output},
        {"--json", .flag = &opts->json},
        {"--quiet", .flag = &opts->quiet},
        {"--rows", .text = &opts->rows},
        {"--lines", .flag = &opts->lines},
        {"--hold-out-runs", .text = &opts->hold_out_runs},
    };
    _Static_assert(sizeof own / sizeof own[0] + STN_FIELDS_MAX == PROBLEM_OPTIONS,
                   "as the header says");
    memcpy(options + n, own, sizeof own);
    n += (int)(sizeof own / sizeof own[0]);
    return n + field_options(&opts->search, &stn_fit_fields, options + n);
}

/* ---- Columns of the file ---- */

/* "NAME=COLUMN": the part behind '=', or NULL after a message. */
static const char *after_equals(const char *option, const char *text)
{
    const char *equals = strchr(text, '=');
    if (equals && equals != text && equals[1])
        return equals + 1;
    bad_input("%s %s: write NAME=COLUMN", option, text);
    return NULL;
}

static size_t name_length(const char *text) { return strcspn(text, "="); }

static int take_columns(DataOptions *data, int *count, const char *option, const Texts *list,
                        bool first)
{
    for (int i = 0; i < list->count; i++) {
        const char *second = after_equals(option, list->item[i]);
        if (!second)
            return EXIT_BAD_INPUT;
        if (*count == STN_DATA_EXTRA_MAX)
            return bad_input("--match, --input and --each name more than %d columns",
                             STN_DATA_EXTRA_MAX);
        char *name = strdup(first ? list->item[i] : second);
        if (!name)
            return out_of_memory();
        if (first)
            name[name_length(name)] = '\0';
        data->extra[(*count)++] = name;
    }
    return EXIT_DONE;
}

static bool is_named(const char *name, const char *text)
{
    return strlen(name) == name_length(text) && strncmp(name, text, strlen(name)) == 0;
}

/* The units that the model has for the columns of --match and --input.  A name that it has not is complained
 * about later. */
static int ask_units(const ProblemOptions *opts, const StnCatalog *catalog, DataOptions *data)
{
    Experiment model = {.name = NULL};
    const ExperimentOptions load = {catalog, &opts->set, &opts->law};
    if (!opts->scenario || strcmp(opts->scenario, "-") == 0) /* standard input is read once */
        return EXIT_DONE;
    int code = experiment_load(&model, opts->scenario, &load);
    for (int i = 0; code == EXIT_DONE && i < opts->match.count; i++)
        for (int c = 0; c < stn_system_column_count(model.system); c++) {
            StnColumnInfo info = stn_system_column_at(model.system, c);
            if (is_named(info.name, opts->match.item[i]))
                snprintf(data->extra_unit[i], sizeof data->extra_unit[i], "%s", info.unit);
        }
    for (int i = 0; code == EXIT_DONE && i < opts->input.count; i++) {
        StnSystemDef def = stn_scenario_def(model.scenario);
        char *unit = data->extra_unit[opts->match.count + i];
        for (int k = 0; k < def.plant->ninput; k++)
            if (is_named(def.plant->inputs[k].name, opts->input.item[i]))
                snprintf(unit, sizeof data->extra_unit[0], "%s", def.plant->inputs[k].unit);
    }
    experiment_free(&model);
    return code;
}

/* Whether a name stands in the lists of --free, "m,Fc=3N". */
static bool is_free(const Texts *list, const char *name)
{
    const size_t length = strlen(name);
    for (int i = 0; i < list->count; i++)
        for (const char *at = list->item[i]; *at; at += strcspn(at, ","), at += *at == ',')
            if (strncmp(at, name, length) == 0 && strcspn(at, "=,") == length)
                return true;
    return false;
}

/* Without a plant a mass takes the acceleration, which wants even samples. */
static bool wants_even(ProblemOptions *opts)
{
    return !opts->scenario && !opts->means &&
           (is_free(&opts->free, "m") || *problem_search_text(opts, "mass"));
}

static int read_data(Problem *problem)
{
    ProblemOptions *opts = problem->opts;
    DataOptions data = opts->data;
    int count = 0;
    data.even = wants_even(opts);
    const char *file = arguments_one(&opts->files, "identify", "a file");
    if (!file)
        return EXIT_BAD_INPUT;
    int code = take_columns(&data, &count, "--match", &opts->match, false);
    if (code == EXIT_DONE)
        code = take_columns(&data, &count, "--input", &opts->input, false);
    if (code == EXIT_DONE)
        code = take_columns(&data, &count, "--each", &opts->each, true);
    if (code == EXIT_DONE)
        code = ask_units(opts, problem->catalog, &data);
    if (code == EXIT_DONE)
        code = data_read(&data, file, 2, &problem->data);
    for (int i = 0; i < count; i++)
        free((char *)data.extra[i]);
    StnError error = {.status = STN_OK};
    problem->resolution = NAN;
    if (code == EXIT_DONE &&
        stn_data_position_resolution(&problem->data, &problem->resolution, &error))
        code = report_error(&error);
    return code;
}

static const double *extra(const Problem *problem, int index)
{
    return problem->data.value[STN_DATA_EXTRA + index];
}

double problem_each_value(const Problem *problem, int index, int run)
{
    int before = problem->opts->match.count + problem->opts->input.count;
    return extra(problem, before + index)[problem->data.run[run]];
}

/* ---- A scenario for each run ---- */

static int load_scenario(Problem *problem, int r)
{
    const ProblemOptions *opts = problem->opts;
    Texts set = opts->set;
    char *memory[STN_DATA_EXTRA_MAX] = {NULL};
    int code = EXIT_DONE;
    if (set.count + opts->each.count > TEXTS_MAX)
        return bad_input("--set and --each: more than %d changes", TEXTS_MAX);
    for (int i = 0; i < opts->each.count; i++) {
        char number[32];
        size_t room = strlen(opts->each.item[i]) + sizeof number + 2;
        memory[i] = malloc(room);
        if (!memory[i]) {
            code = out_of_memory();
            break;
        }
        stn_number_text(problem_each_value(problem, i, r), number);
        snprintf(memory[i], room, "%s=%s", after_equals("--each", opts->each.item[i]), number);
        set.item[set.count++] = memory[i];
    }
    const ExperimentOptions load = {problem->catalog, &set, &opts->law};
    if (code == EXIT_DONE)
        code = experiment_load(&problem->experiment[r], opts->scenario, &load);
    for (int i = 0; i < STN_DATA_EXTRA_MAX; i++)
        free(memory[i]);
    return code;
}

static int take_inputs(Problem *problem, int r, size_t first, size_t rows)
{
    const ProblemOptions *opts = problem->opts;
    StnFitRun *run = &problem->run[r];
    const StnPlant *plant = run->def.plant;
    const char *names[STN_INPUTS_MAX];
    for (int k = 0; k < plant->ninput; k++)
        names[k] = plant->inputs[k].name;
    for (int i = 0; i < opts->input.count; i++) {
        const char *text = opts->input.item[i];
        int k = 0;
        while (k < plant->ninput && !is_named(names[k], text))
            k++;
        if (k >= plant->ninput) {
            char name[64];
            snprintf(name, sizeof name, "%.*s", (int)name_length(text), text);
            return unknown_name("input of the model:", name, names, (size_t)plant->ninput);
        }
        const double *value = extra(problem, opts->match.count + i) + first;
        const bool goal = stn_fit_holds(stn_scenario_system(problem->experiment[r].scenario), k);
        const bool hold = opts->hold || (goal && !opts->lines);
        problem->signal[r][k] = stn_signal_table(run->t, value, rows, hold);
        if (r == 0 && goal && !opts->hold && !opts->lines)
            stn_remark(
                &problem->data.remarks,
                "The goal %s is held between its samples, as a servo keeps it (--lines: straight "
                "lines).",
                names[k]);
        if (!problem->signal[r][k])
            return out_of_memory();
        run->def.input[k] = problem->signal[r][k];
    }
    return EXIT_DONE;
}

static int take_plant_run(Problem *problem, int r)
{
    const ProblemOptions *opts = problem->opts;
    const StnData *data = &problem->data;
    size_t first = data->run[r], rows = data->run[r + 1] - first;
    StnFitRun *run = &problem->run[r];
    int code = load_scenario(problem, r);
    if (code != EXIT_DONE)
        return code;
    run->def = stn_scenario_def(problem->experiment[r].scenario);
    double *t = data->value[STN_ROLE_TIME] + first, begin = t[0];
    for (size_t i = 0; opts->from_zero && i < rows; i++)
        t[i] -= begin;
    run->t = t;
    run->rows = rows;
    run->nsignal = opts->match.count;
    run->signal = problem->match[r];
    run->target = opts->cycles ? STN_FIT_TARGET_CYCLES : STN_FIT_TARGET_ROWS;
    for (int i = 0; i < opts->match.count; i++) {
        char *name = strdup(opts->match.item[i]);
        if (!name)
            return out_of_memory();
        name[name_length(name)] = '\0';
        problem->match[r][i] = (StnFitSignal){name, extra(problem, i) + first, NAN};
        problem->measured[i] = data->column[STN_DATA_EXTRA + i];
    }
    run->measured = problem->measured;
    return take_inputs(problem, r, first, rows);
}

const char **problem_search_text(ProblemOptions *opts, const char *name)
{
    int i = 0;
    while (strcmp(stn_fit_fields.field[i].name, name) != 0)
        i++;
    return &opts->search.text[i];
}

/* --mass VALUE is --set of the only parameter that is a mass. */
static int set_mass(ProblemOptions *opts, const StnPlant *plant, const char *value)
{
    char names[120] = "";
    const char *only = NULL;
    int count = 0;
    for (int i = 0; i < plant->nparam; i++) {
        const StnParam *p = &plant->params[i];
        const size_t used = strlen(names);
        if (strcmp(p->unit, "kg") != 0 && strcmp(p->unit, "kg*m^2") != 0)
            continue;
        if (count++ < 2)
            snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", p->name);
        only = p->name;
    }
    if (count != 1)
        return bad_input("--mass: the plant \"%s\" has several (%s%s): say which one, --set "
                         "parameters.NAME=%s",
                         plant->name, names, count > 2 ? ", ..." : "", value);
    if (is_free(&opts->free, only))
        return bad_input("--mass: %s is free, too; either it is known or it is found", only);
    if (opts->set.count == TEXTS_MAX)
        return bad_input("--set and --mass: more than %d changes", TEXTS_MAX);
    snprintf(opts->mass, sizeof opts->mass, "parameters.%s=%s", only, value);
    opts->set.item[opts->set.count++] = opts->mass;
    return EXIT_DONE;
}

/* A mass that is known, in the scenario of every run. */
static int take_known_mass(Problem *problem)
{
    ProblemOptions *opts = problem->opts;
    const char **text = problem_search_text(opts, "mass");
    Experiment model = {.name = NULL};
    const ExperimentOptions load = {problem->catalog, &opts->set, &opts->law};
    if (!*text)
        return EXIT_DONE;
    if (strcmp(opts->scenario, "-") == 0)
        return bad_input("--mass: the scenario of standard input is read once; give --set");
    int code = experiment_load(&model, opts->scenario, &load);
    if (code == EXIT_DONE)
        code = set_mass(opts, stn_system_plant(model.system), *text);
    *text = NULL;
    experiment_free(&model);
    return code;
}

static int take_plant(Problem *problem)
{
    const ProblemOptions *opts = problem->opts;
    const StnData *data = &problem->data;
    int code = EXIT_DONE;
    if (opts->match.count == 0)
        return bad_input("say what is compared: --match COLUMN=DATA, as in --match x=position");
    if (opts->data.effort.count > 0 || opts->means || opts->elements)
        return bad_input("%s goes without --scenario: there the friction force itself was measured",
                         opts->means      ? "--means"
                         : opts->elements ? "--elements"
                                          : "--effort");
    if (*problem_search_text(problem->opts, "cutoff"))
        return bad_input("--cutoff goes without --scenario: it filters a measured motion");
    if (opts->each.count > 0 && !opts->data.runs)
        return bad_input("--each changes the scenario run by run: give --runs COLUMN");
    if (data->nrun > STN_FIT_RUNS_MAX)
        return bad_input("%d runs; at most %d can be fitted at once (--where takes some of them)",
                         data->nrun, STN_FIT_RUNS_MAX);
    problem->nrun = data->nrun;
    code = take_known_mass(problem);
    for (int r = 0; r < data->nrun && code == EXIT_DONE; r++)
        code = take_plant_run(problem, r);
    return code;
}

/* ---- What is free, what is held out ---- */

/* Where a search starts, in the unit that the parameter has. */
static int take_start(const Problem *problem, const char *text, StnFreeParameter *one)
{
    StnError error = {.status = STN_OK};
    StnDimension dimension;
    bool bare;
    char option[sizeof one->path + 16], unit[32];
    snprintf(option, sizeof option, "--free %s", one->path);
    if (stn_unit_parse(text, &one->start, &dimension, &bare, &error) != STN_OK)
        return bad_input("%s=%s: %s", option, text, error.text);
    if (stn_free_parameter_unit(&problem->run[0], one, unit, &error) != STN_OK)
        return report_error(&error);
    return quantity_read(option, text, *unit ? unit : "1", &one->start);
}

/* NAME or NAME=START. */
static int take_one(Problem *problem, const char *text)
{
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : strlen(text);
    char path[sizeof problem->free[0].path];
    if (problem->nfree == STN_FREE_MAX)
        return bad_input("more than %d free parameters", STN_FREE_MAX);
    if (length >= sizeof path)
        return bad_input("--free %s: the name is too long", text);
    snprintf(path, sizeof path, "%.*s", (int)length, text);
    StnFreeParameter *one = &problem->free[problem->nfree++];
    *one = stn_free_parameter(path);
    return equals ? take_start(problem, equals + 1, one) : EXIT_DONE;
}

static int take_free(Problem *problem)
{
    int code = EXIT_DONE;
    for (int i = 0; i < problem->opts->free.count && code == EXIT_DONE; i++) {
        char *memory = NULL;
        Texts names = {.count = 0};
        code = arguments_split(problem->opts->free.item[i], "--free", &memory, &names);
        for (int k = 0; k < names.count && code == EXIT_DONE; k++)
            code = take_one(problem, names.item[k]);
        free(memory);
    }
    return code;
}

/* "spring=1002 speed=0.0043 " of a run among several. */
static void label_run(Problem *problem, int r)
{
    char *out = problem->label[r];
    const size_t size = sizeof problem->label[r];
    double value = problem->motion ? NAN : problem->data.run_value[r];
    const Texts *each = &problem->opts->each;
    size_t used = 0;
    for (int i = 0; problem->nrun > 1 && i < each->count && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%.*s=%.6g ",
                                 (int)strcspn(each->item[i], "="), each->item[i],
                                 problem_each_value(problem, i, r));
    if (used == 0 && !isnan(value))
        snprintf(out, size, "%s=%.6g ", problem->opts->data.runs, value);
    problem->run[r].label = out[0] ? out : NULL;
}

static int take_search(Problem *problem)
{
    ProblemOptions *opts = problem->opts;
    problem->fit = stn_default_fit_def(problem->run, problem->nrun, problem->free, problem->nfree);
    if (problem->motion)
        stn_measured_search(&problem->fit);
    else if (opts->cycles)
        problem->fit.spread = CYCLES_SPREAD;
    problem->fit.progress = progress_show;
    problem->fit.user = &problem->progress;
    for (int r = 0; r < problem->nrun; r++)
        label_run(problem, r);
    const int code = field_options_take(&opts->search, &stn_fit_fields, &problem->fit);
    if (code == EXIT_DONE && problem->fit.drift && problem->moved.counted)
        return bad_input("--drift: the time begins anew in each run, so that nobody knows when it "
                         "was measured");
    return code;
}

/* With a scenario columns come by --match and --input. */
static int refuse_columns(const ProblemOptions *opts)
{
    const unsigned own = 1u << STN_ROLE_TIME | 1u << STN_ROLE_EFFORT,
                   motion = 1u << STN_ROLE_POSITION | 1u << STN_ROLE_VELOCITY;
    const int code = data_refuse(&opts->data, opts->method, own | motion);
    if (code != EXIT_DONE || !opts->scenario || !(data_roles(&opts->data) & motion))
        return code;
    return bad_input("%s goes without --scenario: with one --match and --input name the columns",
                     opts->data.column[STN_ROLE_POSITION] ? "--position" : "--velocity");
}

int problem_load(Problem *problem, ProblemOptions *opts, const StnCatalog *catalog, double hold_out)
{
    memset(problem, 0, sizeof *problem);
    problem->opts = opts;
    problem->catalog = catalog;
    int code = output_check("-o", opts->output, ".yaml .yml -");
    if (code == EXIT_DONE)
        code = output_check_figure("--plot", opts->figure);
    if (code == EXIT_DONE)
        code = output_check_record("--rows", opts->rows);
    if (code == EXIT_DONE && opts->rows && opts->cycles)
        code = bad_input("--rows: --cycles compares features, not rows");
    if (code == EXIT_DONE && opts->validate && opts->cycles)
        code = bad_input("--validate compares rows; it does not go with --cycles");
    if (code == EXIT_DONE)
        code = files_was_read("--validate", opts->validate);
    if (code == EXIT_DONE)
        code = refuse_columns(opts);
    if (code == EXIT_DONE)
        code = read_data(problem);
    if (code == EXIT_DONE)
        code = opts->scenario ? take_plant(problem) : problem_take_motion(problem);
    if (code == EXIT_DONE)
        code = take_free(problem);
    if (code == EXIT_DONE)
        code = problem_take_held(problem, opts->means || opts->cycles ? 0.0 : hold_out);
    return code == EXIT_DONE ? take_search(problem) : code;
}

int problem_load_other(Problem *problem, const Problem *first)
{
    ProblemOptions *opts = first->opts;
    const Texts files = opts->files;
    const char *hold_out = opts->hold_out, *hold_out_runs = opts->hold_out_runs;
    if (!opts->validate)
        return EXIT_DONE;
    opts->files = (Texts){.item = {opts->validate}, .count = 1};
    opts->hold_out = opts->hold_out_runs = NULL;
    const int code = problem_load(problem, opts, first->catalog, 0.0);
    opts->files = files;
    opts->hold_out = hold_out;
    opts->hold_out_runs = hold_out_runs;
    return code;
}

void problem_free(Problem *problem)
{
    for (int r = 0; r < STN_FIT_RUNS_MAX; r++) {
        for (int i = 0; !problem->motion && i < problem->run[r].nsignal; i++)
            free((char *)problem->match[r][i].column);
        for (int k = 0; k < STN_INPUTS_MAX; k++)
            stn_signal_free(problem->signal[r][k]);
        experiment_free(&problem->experiment[r]);
    }
    stn_measured_free(&problem->moved);
    free(problem->use);
    stn_data_free(&problem->data);
}
