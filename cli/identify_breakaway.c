/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify breakaway: static levels from a record, or from an experiment on a plant. */
#include "experiment.h"
#include "identify_method.h"
#include "interrupt.h"
#include "message.h"
#include "progress.h"
#include "text_table.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CURVE_POINTS = 101 };

typedef struct BreakawayJob {
    MethodWish wish;
    Texts set;
    const char *resolution, *steps, *rest, *degree, *outlier, *sliding, *play;
    const char *input, *rate, *limit, *travel, *passes, *points, *longest, *sample;
    bool simulate;
    StnBreakawayDef def;
    StnBreakaway result;
} BreakawayJob;

static int parse(MethodWish *wish, int argc, char **argv)
{
    BreakawayJob *job = (BreakawayJob *)wish;
    const Option own[] = {
        {"--resolution", .text = &job->resolution},
        {"--steps", .text = &job->steps},
        {"--rest", .text = &job->rest},
        {"--degree", .text = &job->degree},
        {"--outlier", .text = &job->outlier},
        {"--sliding", .text = &job->sliding},
        {"--play", .text = &job->play},
        {"--simulate", .flag = &job->simulate},
        {"--set", .list = &job->set},
        {"--input", .text = &job->input},
        {"--rate", .text = &job->rate},
        {"--limit", .text = &job->limit},
        {"--travel", .text = &job->travel},
        {"--passes", .text = &job->passes},
        {"--points", .text = &job->points},
        {"--longest", .text = &job->longest},
        {"--sample", .text = &job->sample},
    };
    int code = method_parse(wish, own, sizeof own / sizeof own[0], argc, argv);
    wish->what = job->simulate ? "a scenario" : "a file";
    return code;
}

/* "A,B" or "A" for both. */
static int pair_read(const char *option, const char *text, const char *unit, char separator,
                     double out[2])
{
    char first[64];
    const char *second = text ? strchr(text, separator) : NULL;
    if (!text)
        return EXIT_DONE;
    snprintf(first, sizeof first, "%.*s", second ? (int)(second - text) : 60, text);
    int code = quantity_read(option, first, unit, &out[0]);
    out[1] = out[0];
    if (code == EXIT_DONE && second && strchr(second + 1, separator))
        return bad_input("%s %s: one value or two, parted by \"%c\"", option, text, separator);
    if (code == EXIT_DONE && second)
        code = quantity_read(option, second + 1, unit, &out[1]);
    return code;
}

static int levels_read(const char *option, const char *text, double out[2])
{
    const int code = pair_read(option, text, "N|N*m", ',', out);
    return code == EXIT_DONE && text && !(out[0] > 0.0 && out[1] > 0.0)
               ? bad_input("%s %s: levels above 0 are needed", option, text)
               : code;
}

static int take_def(MethodWish *wish)
{
    BreakawayJob *w = (BreakawayJob *)wish;
    StnBreakawayDef *def = &w->def;
    long steps = def->steps, degree = def->degree_max;
    int code = positive_read("--resolution", w->resolution, "m|rad", &def->dx);
    if (code == EXIT_DONE)
        code = count_read("--steps", w->steps, 1, INT_MAX, &steps);
    if (code == EXIT_DONE)
        code = unsigned_read("--rest", w->rest, "s", &def->rest);
    if (code == EXIT_DONE)
        code = count_read("--degree", w->degree, 0, 4, &degree);
    if (code == EXIT_DONE)
        code = positive_read("--outlier", w->outlier, "1", &def->outlier);
    if (code == EXIT_DONE)
        code = levels_read("--sliding", w->sliding, def->sliding);
    if (code == EXIT_DONE)
        code = unsigned_read("--play", w->play, "m|rad", &def->play);
    def->steps = (int)steps;
    def->degree_max = (int)degree;
    if (code == EXIT_DONE && !w->simulate)
        code =
            data_need(&wish->data, "breakaway", 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, 0);
    return code;
}

/* ---- The simulated bench ---- */

/* The input that is raised: the one named, otherwise the first force or torque that is needed. */
static int find_input(const BreakawayJob *w, const StnSystem *system, int *input)
{
    const StnPlant *plant = stn_system_plant(system);
    const char *names[STN_INPUTS_MAX], *unit = plant->sites[0].rotary ? "N*m" : "N";
    *input = -1;
    for (int i = 0; i < plant->ninput; i++) {
        names[i] = plant->inputs[i].name;
        const bool fits = strcmp(plant->inputs[i].unit, unit) == 0 &&
                          !isnan(stn_system_input(system, i, 0.0).val);
        if (w->input ? strcmp(w->input, names[i]) == 0 : fits && *input < 0)
            *input = i;
    }
    if (*input >= 0)
        return EXIT_DONE;
    if (w->input)
        return unknown_name("input", w->input, names, (size_t)plant->ninput);
    return bad_input("no input of the scenario is a %s: name one with --input, or choose a drive "
                     "by effort (--set options.drive=...)",
                     plant->sites[0].rotary ? "torque" : "force");
}

static bool find_column(const StnSystem *system, const char *name, StnColumnInfo *out)
{
    for (int i = 0; i < stn_system_column_count(system); i++) {
        *out = stn_system_column_at(system, i);
        if (strcmp(out->name, name) == 0)
            return true;
    }
    return false;
}

/* Effort: the column named, otherwise the one of the input's name; position: likewise, preferring the
 * sensor's. */
static int find_columns(const BreakawayJob *w, const StnSystem *system, StnBenchDef *def,
                        StnColumnInfo found[2])
{
    const StnPlant *plant = stn_system_plant(system);
    const char *x = plant->states[plant->sites[0].x].name,
               *position = w->wish.data.column[STN_ROLE_POSITION];
    const char *effort = w->wish.data.effort.count > 0 ? w->wish.data.effort.item[0]
                                                       : plant->inputs[def->input].name;
    char meas[64];
    snprintf(meas, sizeof meas, "%s_meas", x);
    if (!find_column(system, effort, &found[0]))
        return bad_input("the scenario has no column \"%s\"; name the effort with --effort",
                         effort);
    if (position ? !find_column(system, position, &found[1])
                 : !find_column(system, meas, &found[1]) && !find_column(system, x, &found[1]))
        return bad_input("the scenario has no column \"%s\"", position ? position : x);
    def->effort = found[0].name;
    def->position = found[1].name;
    return EXIT_DONE;
}

/* A first guess for the trials: the effort rises by half a per cent of the static level while a fifth
 * of it moves the mass by a sensor step; between a twentieth and one level per second. */
static double rate_of(const StnSystem *system, double m, double dx)
{
    const double Fs = stn_system_friction(system, 0, "Fs", 0);
    const double level = isnan(Fs) ? stn_system_friction(system, 0, "Cs_forward", 0) : Fs;
    const double rate = 0.005 / sqrt(2.0 * dx * m / (0.2 * level));
    return level * (isnan(rate) ? 0.1 : fmin(1.0, fmax(0.05, rate)));
}

static int take_bench(const BreakawayJob *w, const StnSystem *system, const StnBreakawayDef *how,
                      StnBenchDef *def)
{
    StnCheckDef known = stn_default_check_def();
    double travel[2] = {NAN, NAN};
    long passes = def->passes, points = def->points;
    stn_check_from_system(&known, system, 0);
    def->dx = isnan(how->dx) ? known.dx : how->dx;
    def->Ts = isnan(known.Ts) ? def->Ts : known.Ts;
    def->rate = rate_of(system, known.m, def->dx);
    def->adapt = !w->rate;
    def->limit = isnan(known.umax) ? def->limit : known.umax;
    def->steps = how->steps;
    def->rest = fmax(def->rest, 2.0 * how->rest);
    int code = positive_read("--sample", w->sample, "s", &def->Ts);
    if (code == EXIT_DONE)
        code = positive_read("--rate", w->rate, "N/s|N*m/s", &def->rate);
    if (code == EXIT_DONE)
        code = positive_read("--limit", w->limit, "N|N*m", &def->limit);
    if (code == EXIT_DONE)
        code = positive_read("--longest", w->longest, "s", &def->longest);
    if (code == EXIT_DONE)
        code = count_read("--passes", w->passes, 1, 1000, &passes);
    if (code == EXIT_DONE)
        code = count_read("--points", w->points, 1, 100000, &points);
    if (code == EXIT_DONE)
        code = pair_read("--travel", w->travel, "m|rad", ':', travel);
    def->passes = (int)passes;
    def->points = (int)points;
    def->from = travel[0];
    def->to = travel[1];
    if (code == EXIT_DONE && isnan(travel[0]))
        return bad_input("--simulate needs the ends of the travel: --travel FROM:TO");
    if (code == EXIT_DONE && isnan(def->dx))
        return bad_input("the scenario's position has no sensor with a resolution: give "
                         "--resolution, or sensors in the scenario");
    return code;
}

static int simulate(const BreakawayJob *w, const StnCatalog *catalog, const char *name,
                    StnBreakawayDef *how, StnData *data)
{
    Experiment experiment;
    Progress progress;
    StnError error = {.status = STN_OK};
    StnBenchDef def = stn_default_bench_def();
    const ExperimentWish wish = {catalog, &w->set, NULL};
    StnColumnInfo found[2];
    int code = experiment_load(&experiment, name, &wish);
    if (code != EXIT_DONE)
        return code;
    code = find_input(w, experiment.system, &def.input);
    if (code == EXIT_DONE)
        code = find_columns(w, experiment.system, &def, found);
    if (code == EXIT_DONE)
        code = take_bench(w, experiment.system, how, &def);
    if (code == EXIT_DONE) {
        interrupt_defer();
        progress_begin(&progress, "breakaway", w->wish.out.quiet);
        def.progress = progress_tell;
        def.user = &progress;
        how->dx = def.dx;
        if (stn_breakaway_experiment(&def, experiment.system, data, &error) != STN_OK) {
            code = report_error(&error);
            if (strcmp(error.path, "steps") == 0)
                message("--steps N says how many sensor steps are a motion: more than the noise");
        }
        progress_end(&progress);
    }
    experiment_free(&experiment);
    return code;
}

/* ---- Output ---- */

static const char *const side_words[] = {"forward", "backward"};

static void put_sides(const StnBreakaway *r, const StnData *data)
{
    const char *F = data->unit[STN_ROLE_EFFORT], *x = data->unit[STN_ROLE_POSITION];
    for (int i = 0; i < 2; i++) {
        const StnBreakawaySide *s = &r->side[i];
        char interval[INTERVAL_SIZE];
        if (s->count == 0)
            continue;
        printf("%s: %d points, %d left out\n", side_words[i], s->count, s->outliers);
        printf("  mean %.5g %s (95 %%: %s), standard deviation %.3g %s\n", s->mean, F,
               interval_text(s->mean_low, s->mean_high, 5, interval), s->std, F);
        printf("  mean over the travel %.4g ... %.4g %s: %.4g %s\n", s->x_min, s->x_max, x,
               s->travel_mean, F);
        if (!isnan(r->beta[i]))
            printf("  beta = static over sliding level: %.4g\n", r->beta[i]);
        printf("  polynomial of degree %d, rms %.3g %s: Cs(x) =", s->degree, s->fit.rms, F);
        for (int k = 0; k <= s->degree; k++)
            printf(" %s%.5g%s", k > 0 && s->fit.value[k] >= 0.0 ? "+" : "", s->fit.value[k],
                   k == 0   ? ""
                   : k == 1 ? "*x"
                   : k == 2 ? "*x^2"
                   : k == 3 ? "*x^3"
                            : "*x^4");
        putchar('\n');
    }
}

static void put_outliers(const StnBreakaway *r, const StnData *data)
{
    TextTable table = {.columns = 5};
    int count = 0;
    for (int i = 0; i < r->npoint; i++) {
        const StnBreakawayPoint *p = &r->point[i];
        if (!p->left_out)
            continue;
        count++;
        text_table_cell(&table, "t %.4f s", p->t);
        text_table_cell(&table, "x %.5g %s", p->x, data->unit[STN_ROLE_POSITION]);
        text_table_cell(&table, "%s", side_words[p->side]);
        text_table_cell(&table, "%.4g %s", p->effort, data->unit[STN_ROLE_EFFORT]);
        text_table_cell(&table, "%s", p->left_out);
    }
    if (count > 0)
        puts("\nLeft out:");
    text_table_print(&table, stdout, 2, "");
    text_table_free(&table);
}

static void put_side_json(StnJsonText *json, const StnBreakaway *r, int i)
{
    const StnBreakawaySide *s = &r->side[i];
    stn_json_open_map(json, side_words[i]);
    stn_json_put_count(json, "points", (uint64_t)s->count);
    stn_json_put_count(json, "left_out", (uint64_t)s->outliers);
    stn_json_put_number(json, "mean", s->count ? s->mean : NAN);
    stn_json_put_number(json, "mean_low", s->count ? s->mean_low : NAN);
    stn_json_put_number(json, "mean_high", s->count ? s->mean_high : NAN);
    stn_json_put_number(json, "travel_mean", s->count ? s->travel_mean : NAN);
    stn_json_put_number(json, "beta", r->beta[i]);
    stn_json_put_number(json, "rms", s->fit.rms);
    stn_json_open_list(json, "polynomial");
    for (int k = 0; k <= s->degree && s->count > 0; k++)
        stn_json_put_number(json, NULL, s->fit.value[k]);
    stn_json_close(json);
    stn_json_close(json);
}

static void put_json(const MethodWish *wish, const StnData *data)
{
    const StnBreakaway *r = &((const BreakawayJob *)wish)->result;
    StnJsonText json = {.out = stdout};
    stn_json_open_map(&json, NULL);
    stn_json_put_text(&json, "version", STN_VERSION);
    stn_json_put_text(&json, "method", "breakaway");
    result_put_data_json(&json, data);
    stn_json_put_number(&json, "resolution", r->dx);
    put_side_json(&json, r, 0);
    put_side_json(&json, r, 1);
    stn_json_open_list(&json, "points");
    for (int i = 0; i < r->npoint; i++) {
        const StnBreakawayPoint *p = &r->point[i];
        stn_json_open_map(&json, NULL);
        stn_json_put_number(&json, "t", p->t);
        stn_json_put_number(&json, "x", p->x);
        stn_json_put_number(&json, "effort", p->effort);
        stn_json_put_text(&json, "side", side_words[p->side]);
        stn_json_put_text(&json, "left_out", p->left_out);
        stn_json_close(&json);
    }
    stn_json_close(&json);
    result_put_remarks_json(&json, "remarks", &r->remarks);
    stn_json_close(&json);
}

/* Points, outliers and polynomial of one direction, as curves in memory[] (x then y). */
static int side_curves(const StnBreakaway *r, int side, StnCurve *curve, double *memory)
{
    const StnBreakawaySide *s = &r->side[side];
    double *x[3], *y[3];
    size_t n[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        x[k] = memory + (size_t)k * 2 * ((size_t)r->npoint + CURVE_POINTS);
        y[k] = x[k] + (size_t)r->npoint + CURVE_POINTS;
    }
    for (int i = 0; i < r->npoint; i++) {
        const StnBreakawayPoint *p = &r->point[i];
        if (p->side != side)
            continue;
        const int k = p->left_out ? 1 : 0;
        x[k][n[k]] = p->x;
        y[k][n[k]++] = p->effort;
    }
    for (int i = 0; i < CURVE_POINTS && s->count > 0; i++) {
        const double place = s->x_min + (s->x_max - s->x_min) * i / (CURVE_POINTS - 1);
        double sum = 0.0;
        for (int k = s->degree; k >= 0; k--)
            sum = sum * place + s->fit.value[k];
        x[2][n[2]] = place;
        y[2][n[2]++] = sum;
    }
    const char *labels[] = {"breakaway", "left out", "polynomial"};
    const StnStyle styles[] = {STN_POINTS, STN_MARKS, STN_HAIRLINE};
    for (int k = 0; k < 3; k++)
        curve[k] = (StnCurve){x[k], y[k], n[k], side == 0 ? labels[k] : NULL, styles[k]};
    return 3;
}

static int draw(const char *path, const MethodWish *wish, const StnData *data)
{
    const StnBreakaway *r = &((const BreakawayJob *)wish)->result;
    char xlabel[80], ylabel[80];
    StnCurve curve[6];
    StnPanel panel[2];
    const size_t each = 6 * ((size_t)r->npoint + CURVE_POINTS);
    double *memory = malloc(2 * each * sizeof *memory);
    if (!memory)
        return out_of_memory();
    snprintf(xlabel, sizeof xlabel, "position [%s]", data->unit[STN_ROLE_POSITION]);
    snprintf(ylabel, sizeof ylabel, "level [%s]", data->unit[STN_ROLE_EFFORT]);
    for (int side = 0; side < 2; side++) {
        const int count = side_curves(r, side, &curve[3 * side], memory + (size_t)side * each);
        panel[side] = (StnPanel){.title = side_words[side],
                                 .xlabel = xlabel,
                                 .ylabel = ylabel,
                                 .curve = &curve[3 * side],
                                 .ncurve = count};
    }
    const StnFigure figure = {
        .title = "Breakaway levels", .panel = panel, .npanel = 2, .columns = 1};
    const int code = result_draw(path, &figure);
    free(memory);
    return code;
}

static void put_text(const MethodWish *wish, const StnData *data)
{
    const StnBreakaway *r = &((const BreakawayJob *)wish)->result;
    puts("Breakaway levels");
    result_put_data(data);
    putchar('\n');
    put_sides(r, data);
    put_outliers(r, data);
    result_put_remarks(&r->remarks, "What was done, and what to know:");
    result_put_remarks(&data->remarks, "About the data:");
}

static int read_data(MethodWish *wish, const StnCatalog *catalog, const char *name, StnData *data)
{
    BreakawayJob *job = (BreakawayJob *)wish;
    return job->simulate ? simulate(job, catalog, name, &job->def, data)
                         : data_read(&wish->data, name, 20, data);
}

static int work(MethodWish *wish, const StnData *data)
{
    BreakawayJob *job = (BreakawayJob *)wish;
    StnBreakaway *r = &job->result;
    StnError error = {.status = STN_OK};
    if (stn_identify_breakaway(&job->def, data, r, &error) != STN_OK)
        return report_error(&error);
    wish->identified = &r->identified;
    snprintf(wish->comment, sizeof wish->comment,
             "Identified by stiction %s: breakaway levels, %d points of %s.%s", STN_VERSION,
             r->npoint, data->file,
             isnan(r->beta[0]) && !wish->out.base
                 ? "\nThe sliding level is not identified: Fc = Fs."
                 : "");
    return EXIT_DONE;
}

static void release(MethodWish *wish) { stn_breakaway_free(&((BreakawayJob *)wish)->result); }

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    static const Method method =
        METHOD("identify breakaway", "Identified breakaway levels", 20, read_data);
    BreakawayJob job = {.def = stn_default_breakaway_def()};
    return method_run(&method, &job.wish, catalog, argc, argv);
}

/* clang-format off */
static const char usage[] =
    "usage: stiction identify breakaway FILE --effort COLUMN --position COLUMN [OPTION]...\n"
    "       stiction identify breakaway SCENARIO --simulate --travel FROM:TO [OPTION]...\n"
    "\n"
    "Where the position leaves a rest, the effort just before is a point of the static level.  Prints\n"
    "mean levels per direction, a polynomial over the position (degree chosen by the data), and the\n"
    "points left out.  With --simulate the experiment itself runs, on any plant with a quantised\n"
    "sensor: raise the effort, let go when it moves, go on, turn round at the ends of the travel.\n"
    "\n"
    "  --resolution X     step of the position sensor (from the data)\n"
    "  --steps N          motion is a change by N sensor steps (2); more than the noise makes\n"
    "  --rest TIME        without a step before a breakaway counts (0.05 s)\n"
    "  --degree N         largest degree of the polynomials (4)\n"
    "  --outlier K        points further off than K robust deviations are left out (4)\n"
    "  --sliding F[,F]    known sliding levels (forward, backward): gives beta, and Fc in the scenario\n"
    "  --play X           play between sensor and contact: places are those of the contact, which lags by\n"
    "                     half of it\n"
    "\n"
    "With --simulate:\n"
    "  --travel FROM:TO   ends of the travel\n"
    "  --passes N         there and back is 2 (2)\n"
    "  --points N         per pass at most, spread over the travel (100)\n"
    "  --input NAME       what is raised (the force or torque of the scenario)\n"
    "  --rate R           how fast, always (found in trials: near the level so slow that the rise\n"
    "                     while a motion shows is below half a per cent, far below it quicker)\n"
    "  --limit U          largest effort: turn round where it is reached\n"
    "  --sample TIME      of the bench (as the scenario, otherwise 1 ms)\n"
    "  --longest TIME     simulated time at most (3600 s), shared by the passes\n"
    "  --set PATH=VALUE   changes the scenario\n"
    "\n"
    DATA_USAGE "\n" OUT_USAGE
    "\n"
    "examples:\n"
    "  stiction identify breakaway ramps.csv --effort u --position theta --plot levels.svg\n"
    "  stiction identify breakaway block-brake --simulate --set initial.v=0 --resolution 0.1mm \\\n"
    "      --travel 0:20mm\n";
/* clang-format on */

const Command identify_breakaway_command = {
    "breakaway",
    run,
    "static level per direction and position",
    usage,
};
