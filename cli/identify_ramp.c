/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify ramp: stiffness and range of pre-sliding from a slow ramp. */
#include "identify.h"
#include "message.h"
#include "text_table.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CURVE_POINTS = 60 };

typedef struct RampWish {
    DataWish data;
    OutWish out;
    SimulateWish simulate;
    Texts files;
    const char *resolution, *steps, *soft;
} RampWish;

static int parse(RampWish *w, int argc, char **argv)
{
    Option options[DATA_OPTIONS + OUT_OPTIONS + SIMULATE_OPTIONS + 3];
    int n = data_options(&w->data, options);
    n += out_options(&w->out, options + n);
    n += simulate_options(&w->simulate, options + n);
    const Option own[] = {
        {"--resolution", .text = &w->resolution},
        {"--steps", .text = &w->steps},
        {"--soft", .text = &w->soft},
    };
    memcpy(options + n, own, sizeof own);
    n += (int)(sizeof own / sizeof own[0]);
    return arguments_parse(argc, argv, options, n, &w->files);
}

static int take_def(const RampWish *w, StnRampDef *def)
{
    long steps = def->steps;
    int code = positive_read("--resolution", w->resolution, "m|rad", &def->dx);
    if (code == EXIT_DONE)
        code = count_read("--steps", w->steps, 3, INT_MAX, &steps);
    if (code == EXIT_DONE)
        code = part_read("--soft", w->soft, &def->soft);
    def->steps = (int)steps;
    return code;
}

/* ---- Output ---- */

static const char *const side_words[] = {"forward", "backward"};

static void put_branches(const StnRamp *r, const StnData *data)
{
    const char *F = data->unit[STN_ROLE_EFFORT], *x = data->unit[STN_ROLE_POSITION];
    TextTable table = {.columns = 7};
    static const char *const heads[] = {"t",     "",          "starts", "effort",
                                        "slope", "slides at", "after",  ""};
    for (int i = 0; i < 7; i++)
        text_table_cell(&table, "%s", heads[i]);
    const char *units[] = {"s", "", "", F, "", F, x};
    for (int i = 0; i < 7; i++)
        if (i == 4)
            text_table_cell(&table, "[%s/%s]", F, x);
        else
            text_table_cell(&table, "%s%s%s", units[i][0] ? "[" : "", units[i],
                            units[i][0] ? "]" : "");
    for (int i = 0; i < r->nbranch; i++) {
        const StnRampBranch *b = &r->branch[i];
        if (b->left_out)
            continue; /* the remarks count them, --json has them */
        text_table_cell(&table, "%.4g", data->value[STN_ROLE_TIME][b->first]);
        text_table_cell(&table, "%s", side_words[b->side]);
        text_table_cell(&table, "%s", b->from_rest ? "at rest" : "turning");
        text_table_cell(&table, "%.4g", b->effort);
        text_table_cell(&table, "%.5g", b->slope);
        if (isnan(b->way)) {
            text_table_cell(&table, "-");
            text_table_cell(&table, "-");
        } else {
            text_table_cell(&table, "%.5g", b->level);
            text_table_cell(&table, "%.4g", b->way);
        }
    }
    text_table_print(&table, stdout, 2, "rllrrrr");
    text_table_free(&table);
}

static void put_json(const StnRamp *r, const StnData *data)
{
    StnJsonText json = {.out = stdout};
    stn_json_open_map(&json, NULL);
    stn_json_put_text(&json, "version", STN_VERSION);
    stn_json_put_text(&json, "method", "ramp");
    result_put_data_json(&json, data);
    stn_json_put_number(&json, "resolution", r->dx);
    stn_json_put_number(&json, "stiffness_ratio", r->ratio);
    result_put_estimates_json(&json, "parameters", &r->parameters);
    stn_json_open_list(&json, "branches");
    for (int i = 0; i < r->nbranch; i++) {
        const StnRampBranch *b = &r->branch[i];
        stn_json_open_map(&json, NULL);
        stn_json_put_number(&json, "t", data->value[STN_ROLE_TIME][b->first]);
        stn_json_put_text(&json, "side", side_words[b->side]);
        stn_json_put_flag(&json, "from_rest", b->from_rest);
        stn_json_put_number(&json, "x", b->x);
        stn_json_put_number(&json, "effort", b->effort);
        stn_json_put_number(&json, "slope", b->slope);
        stn_json_put_number(&json, "slope_std", b->slope_std);
        stn_json_put_flag(&json, "straight", b->straight);
        stn_json_put_number(&json, "level", b->level);
        stn_json_put_number(&json, "way", b->way);
        stn_json_put_text(&json, "left_out", b->left_out);
        stn_json_close(&json);
    }
    stn_json_close(&json);
    result_put_remarks_json(&json, "remarks", &r->remarks);
    stn_json_close(&json);
}

/* The fitted start of a branch: place over effort. */
static void fitted(const StnRampBranch *b, double *x, double *u)
{
    const double sense = b->side ? -1.0 : 1.0;
    for (int i = 0; i < CURVE_POINTS; i++) {
        const double e = b->fit_range * i / (CURVE_POINTS - 1);
        const double p = e / b->scale, *c = b->fit;
        const double way = c[0] + p * (c[1] + p * (c[2] + p * c[3])) + c[4] * (-log1p(-p) - p);
        x[i] = b->x + sense * way;
        u[i] = b->effort + sense * e;
    }
}

/* The window shows pre-sliding; a body that runs away is cut off. */
static void window(const StnRamp *r, StnPanel *panel)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < r->nbranch; i++) {
        const StnRampBranch *b = &r->branch[i];
        const double sense = b->side ? -1.0 : 1.0;
        if (b->left_out || isnan(b->way))
            continue;
        low = fmin(low, fmin(b->x, b->x + sense * 3.0 * b->way));
        high = fmax(high, fmax(b->x, b->x + sense * 3.0 * b->way));
    }
    if (high > low)
        panel->xmin = low, panel->xmax = high;
}

static int draw(const char *path, const StnRamp *r, const StnData *data)
{
    char xlabel[80], ylabel[80];
    const size_t room = (size_t)r->nbranch * (CURVE_POINTS + 1);
    double *x = path ? malloc(2 * room * sizeof *x) : NULL, *u = x ? x + room : NULL;
    size_t n = 0;
    if (!path)
        return EXIT_DONE;
    if (!x)
        return out_of_memory();
    for (int i = 0; i < r->nbranch; i++) {
        if (r->branch[i].left_out)
            continue;
        fitted(&r->branch[i], x + n, u + n);
        n += CURVE_POINTS;
        x[n] = u[n] = NAN; /* breaks the line */
        n++;
    }
    const StnCurve curve[] = {
        {data->value[STN_ROLE_POSITION], data->value[STN_ROLE_EFFORT], data->rows, "measured",
         STN_LINES},
        {x, u, n, "starts of the branches, fitted", STN_DASHES},
    };
    snprintf(xlabel, sizeof xlabel, "position [%s]", data->unit[STN_ROLE_POSITION]);
    snprintf(ylabel, sizeof ylabel, "effort [%s]", data->unit[STN_ROLE_EFFORT]);
    StnPanel panel = {.xlabel = xlabel, .ylabel = ylabel, .curve = curve, .ncurve = 2};
    window(r, &panel);
    const StnFigure figure = {.title = "Pre-sliding", .panel = &panel, .npanel = 1, .columns = 1};
    const int code = result_draw(path, &figure);
    free(x);
    return code;
}

static int finish(const RampWish *w, const StnRamp *r, const StnData *data)
{
    char comment[512];
    snprintf(comment, sizeof comment,
             "Identified by stiction %s: slow ramp, %d branches of %s.\nThe sliding level is not "
             "identified: Fc = Fs, unless the base says otherwise.",
             STN_VERSION, r->nbranch, data->file);
    int code = result_write_scenario(&w->out, &r->identified, "Identified pre-sliding", comment);
    if (code == EXIT_DONE)
        code = draw(w->out.figure, r, data);
    if (w->out.json) {
        put_json(r, data);
    } else if (!w->out.quiet) {
        puts("Pre-sliding from a slow ramp");
        result_put_data(data);
        printf("\nBranches\n");
        put_branches(r, data);
        putchar('\n');
        result_put_estimates(&r->parameters);
        result_put_remarks(&r->remarks, "What was done, and what to know:");
        result_put_remarks(&data->remarks, "About the data:");
    }
    return code;
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    RampWish w = {.resolution = NULL};
    StnRampDef def = stn_default_ramp_def();
    StnRamp result = {.nbranch = 0};
    StnData data = {.rows = 0};
    StnError error = {.status = STN_OK};
    Simulated found = {NAN, NAN, NAN};
    int code = parse(&w, argc, argv);
    if (code == EXIT_DONE)
        code = simulate_check(&w.simulate, "--simulate");
    const char *file = code == EXIT_DONE ? arguments_one(&w.files, "identify ramp",
                                                         w.simulate.on ? "a scenario" : "a file")
                                         : NULL;
    if (!file)
        return EXIT_BAD_INPUT;
    code = take_def(&w, &def);
    if (code == EXIT_DONE)
        code = out_check(&w.out, catalog);
    if (code == EXIT_DONE)
        code = w.simulate.on
                   ? simulate_data(&w.simulate, &w.data, catalog, file, NAN, NAN, &data, &found)
                   : data_read(&w.data, file, 20, &data);
    def.dx = isnan(def.dx) ? found.resolution : def.dx;
    if (code == EXIT_DONE && stn_identify_ramp(&def, &data, &result, &error) != STN_OK)
        code = report_error(&error);
    if (code == EXIT_DONE)
        code = finish(&w, &result, &data);
    stn_ramp_free(&result);
    stn_data_free(&data);
    return code;
}

/* clang-format off */
static const char usage[] =
    "usage: stiction identify ramp FILE --effort COLUMN --position COLUMN [OPTION]...\n"
    "       stiction identify ramp SCENARIO --simulate [OPTION]...\n"
    "\n"
    "The effort, or the far end of a spring, or the position itself, went slowly there and back.  In the\n"
    "plane of position and effort each turn of the effort starts a stiff branch that bends over into\n"
    "sliding.  Prints, by direction, its first slope sigma0, the level at which it slides, the range\n"
    "z_max = level/sigma0 and the way into sliding.  Refuses where the sensor cannot see it.\n"
    "\n"
    "  --resolution X     step of the position sensor (from the data)\n"
    "  --steps N          fewer sensor steps before it slides are refused (5)\n"
    "  --soft PART        it slides where the curve is softer than this part of its first slope (0.05)\n"
    "\n"
    SIMULATE_USAGE "\n" DATA_USAGE "\n" OUT_USAGE
    "\n"
    "examples:\n"
    "  stiction identify ramp loop.csv --effort F --position x --plot loop.svg -o presliding.yaml\n"
    "  stiction identify ramp block-pre-sliding --simulate\n";
/* clang-format on */

const Command identify_ramp_command = {
    "ramp",
    run,
    "stiffness and range of pre-sliding from a slow ramp",
    usage,
};
