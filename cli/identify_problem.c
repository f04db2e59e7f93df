/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Data and model put together for a fit. */
#include "identify_problem.h"

#include "message.h"
#include "output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOTION_STARTS = 16 }; /* a law alone costs little, and nobody knows where to start */
#define WIDE 10.0

int problem_options(ProblemWish *wish, Option *options)
{
    int n = data_options(&wish->data, options);
    const Option own[] = {
        {"--scenario", .text = &wish->scenario},
        {"--set", .list = &wish->set},
        {"--law", .list = &wish->law},
        {"--match", .list = &wish->match},
        {"--input", .list = &wish->input},
        {"--hold", .flag = &wish->hold},
        {"--each", .list = &wish->each},
        {"--free", .list = &wish->free},
        {"--cycles", .flag = &wish->cycles},
        {"--means", .flag = &wish->means},
        {"--elements", .text = &wish->elements},
        {"--hold-out", .text = &wish->hold_out},
        {"--starts", .text = &wish->starts},
        {"--spread", .text = &wish->spread},
        {"--seed", .text = &wish->seed},
        {"--threads", .text = &wish->threads},
        {"--evaluations", .text = &wish->evaluations},
        {"--plot", .text = &wish->figure},
        {"-o", .text = &wish->output},
        {"--json", .flag = &wish->json},
        {"--quiet", .flag = &wish->quiet},
    };
    _Static_assert(sizeof own / sizeof own[0] == PROBLEM_OPTIONS, "as the header says");
    memcpy(options + n, own, sizeof own);
    return n + PROBLEM_OPTIONS;
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

static int take_columns(DataWish *data, int *count, const char *option, const Texts *list,
                        bool first)
{
    for (int i = 0; i < list->count; i++) {
        const char *second = after_equals(option, list->item[i]);
        if (!second)
            return EXIT_BAD_INPUT;
        if (*count == STN_EXTRA_MAX)
            return bad_input("--match, --input and --each name more than %d columns",
                             STN_EXTRA_MAX);
        char *name = strdup(first ? list->item[i] : second);
        if (!name)
            return bad_input("out of memory");
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
static int ask_units(const ProblemWish *wish, const StnCatalog *catalog, DataWish *data)
{
    Experiment model = {.name = NULL};
    const ExperimentWish load = {catalog, &wish->set, &wish->law};
    if (!wish->scenario || strcmp(wish->scenario, "-") == 0) /* standard input is read once */
        return EXIT_DONE;
    int code = experiment_load(&model, wish->scenario, &load);
    for (int i = 0; code == EXIT_DONE && i < wish->match.count; i++)
        for (int c = 0; c < stn_system_column_count(model.system); c++) {
            StnColumnInfo info = stn_system_column_at(model.system, c);
            if (is_named(info.name, wish->match.item[i]))
                snprintf(data->extra_unit[i], sizeof data->extra_unit[i], "%s", info.unit);
        }
    for (int i = 0; code == EXIT_DONE && i < wish->input.count; i++) {
        StnSystemDef def = stn_scenario_def(model.scenario);
        char *unit = data->extra_unit[wish->match.count + i];
        for (int k = 0; k < def.plant->ninput; k++)
            if (is_named(def.plant->inputs[k].name, wish->input.item[i]))
                snprintf(unit, sizeof data->extra_unit[0], "%s", def.plant->inputs[k].unit);
    }
    experiment_free(&model);
    return code;
}

/* Of the position, or of what is compared and is one. */
static double position_resolution(const StnData *data)
{
    for (int role = STN_POSITION; role < STN_ROLE_COUNT; role++)
        if ((role == STN_POSITION || role >= STN_EXTRA) && data->value[role] &&
            (strcmp(data->unit[role], "m") == 0 || strcmp(data->unit[role], "rad") == 0))
            return stn_data_resolution(data, (StnRole)role);
    return NAN;
}

static int read_data(Problem *problem, const StnCatalog *catalog)
{
    const ProblemWish *wish = problem->wish;
    DataWish data = wish->data;
    int count = 0;
    const char *file = arguments_one(&wish->files, "identify", "a file");
    if (!file)
        return EXIT_BAD_INPUT;
    int code = take_columns(&data, &count, "--match", &wish->match, false);
    if (code == EXIT_DONE)
        code = take_columns(&data, &count, "--input", &wish->input, false);
    if (code == EXIT_DONE)
        code = take_columns(&data, &count, "--each", &wish->each, true);
    if (code == EXIT_DONE)
        code = ask_units(wish, catalog, &data);
    if (code == EXIT_DONE)
        code = data_read(&data, file, 2, &problem->data);
    for (int i = 0; i < count; i++)
        free((char *)data.extra[i]);
    problem->resolution = code == EXIT_DONE ? position_resolution(&problem->data) : NAN;
    return code;
}

static const double *extra(const Problem *problem, int index)
{
    return problem->data.value[STN_EXTRA + index];
}

/* ---- A scenario for each run ---- */

static int load_scenario(Problem *problem, const StnCatalog *catalog, int r, size_t first)
{
    const ProblemWish *wish = problem->wish;
    Texts set = wish->set;
    char *memory[STN_EXTRA_MAX] = {NULL};
    int before = wish->match.count + wish->input.count, code = EXIT_DONE;
    for (int i = 0; i < wish->each.count && set.count < TEXTS_MAX; i++) {
        char number[32];
        size_t room = strlen(wish->each.item[i]) + sizeof number + 2;
        memory[i] = malloc(room);
        if (!memory[i]) {
            code = bad_input("out of memory");
            break;
        }
        stn_number_text(extra(problem, before + i)[first], number);
        snprintf(memory[i], room, "%s=%s", after_equals("--each", wish->each.item[i]), number);
        set.item[set.count++] = memory[i];
    }
    const ExperimentWish load = {catalog, &set, &wish->law};
    if (code == EXIT_DONE)
        code = experiment_load(&problem->experiment[r], wish->scenario, &load);
    for (int i = 0; i < STN_EXTRA_MAX; i++)
        free(memory[i]);
    return code;
}

static int take_inputs(Problem *problem, int r, size_t first, size_t rows)
{
    const ProblemWish *wish = problem->wish;
    StnFitRun *run = &problem->run[r];
    const StnPlant *plant = run->def.plant;
    const char *names[STN_INPUTS_MAX];
    for (int k = 0; k < plant->ninput; k++)
        names[k] = plant->inputs[k].name;
    for (int i = 0; i < wish->input.count; i++) {
        const char *text = wish->input.item[i];
        int k = 0;
        while (k < plant->ninput && !is_named(names[k], text))
            k++;
        if (k == plant->ninput) {
            char name[64];
            snprintf(name, sizeof name, "%.*s", (int)name_length(text), text);
            return unknown_name("input of the model:", name, names, (size_t)plant->ninput);
        }
        const double *value = extra(problem, wish->match.count + i) + first;
        problem->signal[r][k] = stn_signal_table(run->t, value, rows, wish->hold);
        if (!problem->signal[r][k])
            return bad_input("out of memory");
        run->def.input[k] = problem->signal[r][k];
    }
    return EXIT_DONE;
}

static int take_plant_run(Problem *problem, const StnCatalog *catalog, int r)
{
    const ProblemWish *wish = problem->wish;
    const StnData *data = &problem->data;
    size_t first = data->run[r], rows = data->run[r + 1] - first;
    StnFitRun *run = &problem->run[r];
    int code = load_scenario(problem, catalog, r, first);
    if (code != EXIT_DONE)
        return code;
    run->def = stn_scenario_def(problem->experiment[r].scenario);
    run->t = data->value[STN_TIME] + first;
    run->rows = rows;
    run->nsignal = wish->match.count;
    run->signal = problem->match[r];
    run->target = wish->cycles ? STN_TARGET_CYCLES : STN_TARGET_ROWS;
    for (int i = 0; i < wish->match.count; i++) {
        char *name = strdup(wish->match.item[i]);
        if (!name)
            return bad_input("out of memory");
        name[name_length(name)] = '\0';
        problem->match[r][i] = (StnFitSignal){name, extra(problem, i) + first, NAN};
    }
    return take_inputs(problem, r, first, rows);
}

static int take_plant(Problem *problem, const StnCatalog *catalog)
{
    const ProblemWish *wish = problem->wish;
    const StnData *data = &problem->data;
    int code = EXIT_DONE;
    if (wish->match.count == 0)
        return bad_input("say what is compared: --match COLUMN=DATA, as in --match x=position");
    if (wish->each.count > 0 && !wish->data.runs)
        return bad_input("--each changes the scenario run by run: give --runs COLUMN");
    if (data->nrun > STN_FIT_RUNS_MAX)
        return bad_input("%d runs; at most %d can be fitted at once (--where takes some of them)",
                         data->nrun, STN_FIT_RUNS_MAX);
    problem->nrun = data->nrun;
    for (int r = 0; r < data->nrun && code == EXIT_DONE; r++)
        code = take_plant_run(problem, catalog, r);
    return code;
}

/* ---- Measured motion ---- */

static void guess(Problem *problem, const char *name, int count, const double *value)
{
    if (problem->nguess == PROBLEM_GUESS)
        return;
    StnGiven *g = &problem->guess[problem->nguess++];
    snprintf(g->name, sizeof g->name, "%s", name);
    g->count = count;
    memcpy(g->value, value, (size_t)count * sizeof *value);
}

static double largest(const double *value, size_t rows)
{
    double most = 0.0;
    for (size_t i = 0; value && i < rows; i++)
        most = fmax(most, fabs(value[i]));
    return most;
}

/* Values to start from: levels from the largest force, lengths from the way, elements that slip one
 * after the other along it. */
static void take_guesses(Problem *problem, int elements)
{
    const StnFitRun *run = &problem->run[0];
    double force = 0.9 * largest(run->signal[0].value, run->rows), lo = INFINITY, hi = -INFINITY;
    double speed = 0.1 * largest(run->v, run->rows), k[STN_VECTOR_MAX], nu[STN_VECTOR_MAX];
    for (size_t i = 0; run->x && i < run->rows; i++)
        lo = fmin(lo, run->x[i]), hi = fmax(hi, run->x[i]);
    double way = run->x && hi > lo ? hi - lo : 1e-3;
    for (size_t i = 1; run->x && i < run->rows; i++)
        speed = fmax(speed, 0.1 * fabs(run->x[i] - run->x[i - 1]) / (run->t[i] - run->t[i - 1]));
    for (int i = 0; i < elements; i++) {
        nu[i] = 1.0 / elements;
        k[i] = force * nu[i] / (way * 0.02 * pow(20.0, elements > 1 ? i / (elements - 1.0) : 0.5));
    }
    guess(problem, "Fc", 1, (const double[]){force});
    guess(problem, "sigma0", 1, (const double[]){force / (0.1 * way)});
    if (speed > 0.0)
        guess(problem, "vs", 1, (const double[]){speed});
    guess(problem, "k", elements, k);
    guess(problem, "nu", elements, nu);
}

/* NAME=VALUE of --set, which stands beside the guesses. */
static int take_sets(Problem *problem)
{
    for (int i = 0; i < problem->wish->set.count; i++) {
        const char *text = problem->wish->set.item[i];
        char name[32], *end;
        size_t length = name_length(text);
        double value = strtod(text + length + (text[length] == '='), &end);
        if (text[length] != '=' || length >= sizeof name || *end || end == text + length + 1)
            return bad_input("--set %s: without a scenario write NAME=NUMBER, in SI units", text);
        snprintf(name, sizeof name, "%.*s", (int)length, text);
        for (int k = 0; k < problem->nguess; k++)
            if (strcmp(problem->guess[k].name, name) == 0)
                problem->guess[k].count = 1, problem->guess[k].value[0] = value, name[0] = '\0';
        if (name[0])
            guess(problem, name, 1, &value);
    }
    return EXIT_DONE;
}

static int take_means(Problem *problem)
{
    const StnData *data = &problem->data;
    StnFitRun *run = &problem->run[0];
    size_t count = (size_t)data->nrun;
    if (!data->value[STN_VELOCITY] || data->nrun < 4)
        return bad_input(
            "--means takes the mean of each run at constant speed: give --velocity and "
            "--runs COLUMN (at least 4 runs)");
    for (int k = 0; k < 3; k++) {
        problem->mean[k] = calloc(count, sizeof(double));
        if (!problem->mean[k])
            return bad_input("out of memory");
    }
    for (size_t r = 0; r < count; r++) {
        double n = (double)(data->run[r + 1] - data->run[r]);
        problem->mean[0][r] = (double)r;
        for (size_t i = data->run[r]; i < data->run[r + 1]; i++) {
            problem->mean[1][r] += data->value[STN_EFFORT][i] / n;
            problem->mean[2][r] += data->value[STN_VELOCITY][i] / n;
        }
    }
    run->t = problem->mean[0];
    run->v = problem->mean[2];
    run->rows = count;
    problem->match[0][0].value = problem->mean[1];
    return EXIT_DONE;
}

static int take_motion(Problem *problem, const StnCatalog *catalog)
{
    const ProblemWish *wish = problem->wish;
    const StnData *data = &problem->data;
    StnFitRun *run = &problem->run[0];
    long elements = 4;
    const char *name = wish->law.count == 1 ? wish->law.item[0] : "coulomb";
    const StnLaw *law = stn_catalog_law(catalog, name);
    problem->motion = true;
    problem->nrun = 1;
    if (!law)
        return bad_input("there is no law \"%s\"; \"stiction list laws\" names them", name);
    if (!data->value[STN_EFFORT] || !(data->value[STN_POSITION] || data->value[STN_VELOCITY]))
        return bad_input(
            "without a scenario the friction force and the motion are needed: --effort "
            "COLUMN and --position COLUMN (or --velocity COLUMN)");
    if (data->nrun > 1 && !wish->means)
        return bad_input(
            "several runs of measured motion: take one of them (--where), or their means "
            "(--means)");
    int code = count_read("--elements", wish->elements, 1, STN_VECTOR_MAX, &elements);
    problem->match[0][0] = (StnFitSignal){"FF", data->value[STN_EFFORT], NAN};
    run->signal = problem->match[0];
    run->nsignal = 1;
    run->t = data->value[STN_TIME];
    run->rows = data->rows;
    run->x = data->value[STN_POSITION];
    run->v = data->value[STN_VELOCITY];
    if (code == EXIT_DONE && wish->means)
        code = take_means(problem);
    if (code != EXIT_DONE)
        return code;
    take_guesses(problem, (int)elements);
    code = take_sets(problem);
    run->def = stn_motion_def(law, problem->guess, problem->nguess);
    run->rotary = data->rotary;
    return code;
}

/* ---- What is free, what is held out ---- */

static int take_free(Problem *problem)
{
    for (int i = 0; i < problem->wish->free.count; i++) {
        char *memory = NULL;
        Texts names = {.count = 0};
        int code = arguments_split(problem->wish->free.item[i], "--free", &memory, &names);
        for (int k = 0; k < names.count && code == EXIT_DONE; k++) {
            const char *equals = strchr(names.item[k], '=');
            char path[sizeof problem->free[0].path];
            if (problem->nfree == STN_FREE_MAX)
                code = bad_input("more than %d free parameters", STN_FREE_MAX);
            if (strlen(names.item[k]) >= sizeof path)
                code = bad_input("--free %s: the name is too long", names.item[k]);
            if (code != EXIT_DONE)
                break;
            snprintf(path, sizeof path, "%.*s",
                     (int)(equals ? equals - names.item[k] : (int)strlen(names.item[k])),
                     names.item[k]);
            StnFree *f = &problem->free[problem->nfree++];
            *f = stn_free(path);
            StnDimension dimension;
            bool bare;
            StnError error = {.status = STN_OK};
            if (equals &&
                stn_unit_parse(equals + 1, &f->start, &dimension, &bare, &error) != STN_OK)
                code = bad_input("--free %s: %s", names.item[k], error.text);
        }
        free(memory);
        if (code != EXIT_DONE)
            return code;
    }
    return EXIT_DONE;
}

static int take_held(Problem *problem, double part)
{
    size_t all = 0, at = 0;
    int code = quantity_read("--hold-out", problem->wish->hold_out, "1", &part);
    if (code != EXIT_DONE)
        return code;
    if (!(part >= 0.0 && part < 0.95))
        return bad_input("--hold-out %s: a part from 0 to 0.95 is needed", problem->wish->hold_out);
    for (int r = 0; r < problem->nrun; r++)
        all += problem->run[r].rows;
    problem->use = malloc(all + 1);
    if (!problem->use)
        return bad_input("out of memory");
    memset(problem->use, STN_ROW_FIT, all + 1);
    for (int r = 0; r < problem->nrun; r++) {
        StnFitRun *run = &problem->run[r];
        size_t kept = (size_t)((1.0 - part) * (double)run->rows + 0.5);
        run->use = problem->use + at;
        memset(problem->use + at + kept, STN_ROW_HELD, run->rows - kept);
        at += run->rows;
    }
    return EXIT_DONE;
}

static int take_search(Problem *problem)
{
    const ProblemWish *wish = problem->wish;
    problem->fit = stn_default_fit_def(problem->run, problem->nrun, problem->free, problem->nfree);
    long starts = problem->motion ? MOTION_STARTS : problem->fit.starts;
    long seed = 1, threads = 0, evaluations = problem->fit.evaluations;
    problem->fit.spread = problem->motion || wish->cycles ? WIDE : problem->fit.spread;
    int code = count_read("--starts", wish->starts, 1, STN_FIT_STARTS_MAX, &starts);
    if (code == EXIT_DONE)
        code = count_read("--seed", wish->seed, 0, 1L << 62, &seed);
    if (code == EXIT_DONE)
        code = count_read("--threads", wish->threads, 1, 64, &threads);
    if (code == EXIT_DONE)
        code = count_read("--evaluations", wish->evaluations, 10, 100000000, &evaluations);
    if (code == EXIT_DONE)
        code = quantity_read("--spread", wish->spread, "1", &problem->fit.spread);
    problem->fit.starts = (int)starts;
    problem->fit.seed = (uint64_t)seed;
    problem->fit.threads = (int)threads;
    problem->fit.evaluations = evaluations;
    problem->fit.progress = progress_tell;
    problem->fit.user = &problem->progress;
    return code;
}

int problem_load(Problem *problem, const ProblemWish *wish, const StnCatalog *catalog,
                 double hold_out)
{
    memset(problem, 0, sizeof *problem);
    problem->wish = wish;
    int code = output_check("-o", wish->output, ".yaml .yml -");
    if (code == EXIT_DONE)
        code = output_check_figure("--plot", wish->figure);
    if (code == EXIT_DONE)
        code = read_data(problem, catalog);
    if (code == EXIT_DONE)
        code = wish->scenario ? take_plant(problem, catalog) : take_motion(problem, catalog);
    if (code == EXIT_DONE)
        code = take_free(problem);
    if (code == EXIT_DONE)
        code = take_held(problem, wish->means || wish->cycles ? 0.0 : hold_out);
    return code == EXIT_DONE ? take_search(problem) : code;
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
    for (int k = 0; k < 3; k++)
        free(problem->mean[k]);
    free(problem->use);
    stn_data_free(&problem->data);
}
