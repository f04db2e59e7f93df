/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify curve: friction over speed. */
#include "identify_method.h"
#include "message.h"
#include "text_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CURVE_POINTS = 201 };

typedef struct CurveJob {
    MethodWish wish;
    const char *mass, *weight, *order, *cutoff, *cutoff_a, *n, *settle, *bins;
    bool per_side, free_exponent, no_offset, gravity;
    StnCurveDef def;
    StnFrictionCurve result;
} CurveJob;

static int parse(MethodWish *wish, int argc, char **argv)
{
    CurveJob *job = (CurveJob *)wish;
    const Option own[] = {
        {"--mass", .text = &job->mass},         {"--weight", .text = &job->weight},
        {"--gravity", .flag = &job->gravity},   {"--order", .text = &job->order},
        {"--cutoff", .text = &job->cutoff},     {"--cutoff-acceleration", .text = &job->cutoff_a},
        {"--exponent", .text = &job->n},        {"--free-exponent", .flag = &job->free_exponent},
        {"--per-side", .flag = &job->per_side}, {"--no-offset", .flag = &job->no_offset},
        {"--settle", .text = &job->settle},     {"--bins", .text = &job->bins},
    };
    return method_parse(wish, own, sizeof own / sizeof own[0], argc, argv);
}

static int take_def(MethodWish *wish)
{
    CurveJob *w = (CurveJob *)wish;
    StnCurveDef *def = &w->def;
    long order = def->order, bins = def->bins;
    def->per_side = w->per_side;
    def->free_exponent = w->free_exponent;
    def->no_offset = w->no_offset;
    int code = unsigned_read("--mass", w->mass, "kg|kg*m^2", &def->m);
    if (code == EXIT_DONE)
        code = quantity_read("--weight", w->weight, "N|N*m", &def->weight);
    if (code == EXIT_DONE)
        code = positive_read("--cutoff", w->cutoff, "Hz", &def->cutoff);
    if (code == EXIT_DONE)
        code = positive_read("--cutoff-acceleration", w->cutoff_a, "Hz", &def->cutoff_a);
    if (code == EXIT_DONE)
        code = positive_read("--exponent", w->n, "1", &def->n);
    if (code == EXIT_DONE)
        code = unsigned_read("--settle", w->settle, "s", &def->settle);
    if (code == EXIT_DONE)
        code = count_read("--order", w->order, 0, STN_FILTER_ORDER_MAX, &order);
    if (code == EXIT_DONE)
        code = count_read("--bins", w->bins, 2, 10000, &bins);
    def->order = (int)order;
    def->bins = (int)bins;
    if (code == EXIT_DONE && w->settle && !wish->data.runs)
        return bad_input("--settle drops the start of each run: give --runs COLUMN");
    if (code == EXIT_DONE && w->gravity && !w->mass)
        return bad_input("--gravity subtracts m*g: give --mass");
    if (w->gravity)
        def->weight += 9.81 * def->m;
    if (code == EXIT_DONE)
        code = data_need(&wish->data, "curve", 1u << STN_ROLE_EFFORT,
                         1u << STN_ROLE_POSITION | 1u << STN_ROLE_VELOCITY);
    return code;
}

/* ---- Output ---- */

static const char *side_word(const StnFrictionCurve *r, int side)
{
    return r->nside == 1 ? "Both directions" : side ? "Backward" : "Forward";
}

static void put_points(const StnFrictionCurve *r, const StnData *data)
{
    const char *v = data->rotary ? "rad/s" : "m/s", *F = data->unit[STN_ROLE_EFFORT];
    TextTable table = {.columns = 5};
    static const char *const heads[] = {"velocity", "friction", "deviation", "fitted", "samples"};
    const char *units[] = {v, F, F, F, ""};
    for (int i = 0; i < 5; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < 5; i++)
        text_table_cell(&table, "%s%s%s", units[i][0] ? "[" : "", units[i], units[i][0] ? "]" : "");
    for (int i = 0; i < r->npoint; i++) {
        const StnCurvePoint *p = &r->point[i];
        text_table_cell(&table, "%.5g", p->v);
        text_table_cell(&table, "%.5g", p->F);
        text_table_cell(&table, "%.2g", p->std);
        text_table_cell(&table, "%.5g", p->fitted);
        text_table_cell(&table, "%zu", p->samples);
    }
    text_table_print(&table, stdout, 2, "rrrrr");
    text_table_free(&table);
}

static void put_text(const MethodWish *wish, const StnData *data)
{
    const StnFrictionCurve *r = &((const CurveJob *)wish)->result;
    const char *F = data->unit[STN_ROLE_EFFORT];
    printf("Friction over speed, from %d %s\n", r->npoint,
           r->runs ? "runs" : "intervals of speed of a moving record");
    result_put_data(data);
    putchar('\n');
    put_points(r, data);
    for (int side = 0; side < r->nside; side++) {
        const StnCharacteristic *c = &r->side[side];
        printf("\n%s, Coulomb and viscous: rms %.4g %s\n", side_word(r, side), c->coulomb_rms, F);
        result_put_estimates(&c->coulomb);
        if (!c->fitted)
            continue;
        printf("\n%s, Stribeck and viscous: rms %.4g %s, probability of chance %.2g%s\n",
               side_word(r, side), c->stribeck_rms, F, c->chance,
               c->significant     ? ""
               : c->chance < 0.05 ? " (rising, not falling)"
                                  : " (not significant)");
        result_put_estimates(&c->stribeck);
    }
    result_put_remarks(&r->remarks, "What was done, and what to know:");
    result_put_remarks(&data->remarks, "About the data:");
}

static void put_side_json(StnJsonText *json, const StnFrictionCurve *r, int side)
{
    const StnCharacteristic *c = &r->side[side];
    stn_json_open_map(json, r->nside == 1 ? "both" : side ? "backward" : "forward");
    result_put_estimates_json(json, "coulomb", &c->coulomb);
    stn_json_put_number(json, "coulomb_rms", c->coulomb_rms);
    result_put_estimates_json(json, "stribeck", &c->stribeck);
    stn_json_put_number(json, "stribeck_rms", c->stribeck_rms);
    stn_json_put_number(json, "stribeck_chance", c->chance);
    stn_json_put_flag(json, "stribeck_significant", c->significant);
    stn_json_close(json);
}

static void put_json(const MethodWish *wish, const StnData *data)
{
    const StnFrictionCurve *r = &((const CurveJob *)wish)->result;
    StnJsonText json = {.out = stdout};
    stn_json_open_map(&json, NULL);
    stn_json_put_text(&json, "version", STN_VERSION);
    stn_json_put_text(&json, "method", "curve");
    result_put_data_json(&json, data);
    stn_json_open_list(&json, "points");
    for (int i = 0; i < r->npoint; i++) {
        const StnCurvePoint *p = &r->point[i];
        stn_json_open_map(&json, NULL);
        stn_json_put_number(&json, "velocity", p->v);
        stn_json_put_number(&json, "friction", p->F);
        stn_json_put_number(&json, "std", p->std);
        stn_json_put_number(&json, "fitted", p->fitted);
        stn_json_put_count(&json, "samples", p->samples);
        stn_json_put_number(&json, "run", p->run);
        stn_json_close(&json);
    }
    stn_json_close(&json);
    for (int side = 0; side < r->nside; side++)
        put_side_json(&json, r, side);
    result_put_remarks_json(&json, "remarks", &r->remarks);
    stn_json_close(&json);
}

/* The axis of the points and half as much again. */
static void fit_axis(const StnFrictionCurve *r, StnPanel *panel)
{
    double low = 0.0, high = 0.0;
    for (int i = 0; i < r->npoint; i++) {
        low = fmin(low, fmin(r->point[i].F, r->point[i].fitted));
        high = fmax(high, fmax(r->point[i].F, r->point[i].fitted));
    }
    panel->ymin = low - 0.25 * (high - low);
    panel->ymax = high + 0.25 * (high - low);
}

static int draw(const char *path, const MethodWish *wish, const StnData *data)
{
    const StnFrictionCurve *r = &((const CurveJob *)wish)->result;
    char xlabel[80], ylabel[80];
    double x[CURVE_POINTS], y[CURVE_POINTS];
    double *v = malloc(2 * ((size_t)r->npoint + 1) * sizeof *v), *F = v + r->npoint;
    const double fast = 1.05 * r->identified.speed;
    if (!v)
        return out_of_memory();
    for (int i = 0; i < r->npoint; i++)
        v[i] = r->point[i].v, F[i] = r->point[i].F;
    for (int i = 0; i < CURVE_POINTS; i++) { /* dense near 0, and a break there */
        const double share = 2.0 * i / (CURVE_POINTS - 1) - 1.0;
        x[i] = fast * share * fabs(share);
        y[i] = x[i] == 0.0 ? NAN : result_law_at(&r->identified, x[i]);
    }
    snprintf(xlabel, sizeof xlabel, "velocity [%s]", data->rotary ? "rad/s" : "m/s");
    snprintf(ylabel, sizeof ylabel, "friction [%s]", data->unit[STN_ROLE_EFFORT]);
    StnCurve curve[3];
    int n = 0;
    if (r->F)
        curve[n++] = (StnCurve){r->v, r->F, r->rows, "record", STN_POINTS};
    curve[n++] = (StnCurve){x, y, CURVE_POINTS, "fitted", STN_LINES};
    curve[n++] = (StnCurve){v, F, (size_t)r->npoint, r->runs ? "runs" : "means", STN_MARKS};
    StnPanel panel = {.xlabel = xlabel, .ylabel = ylabel, .curve = curve, .ncurve = n};
    if (r->F) /* a filter that rings at the ends of the record must not rule the axis */
        fit_axis(r, &panel);
    const StnFigure figure = {
        .title = "Friction over speed", .panel = &panel, .npanel = 1, .columns = 1};
    const int code = result_draw(path, &figure);
    free(v);
    return code;
}

static int work(MethodWish *wish, const StnData *data)
{
    CurveJob *job = (CurveJob *)wish;
    StnFrictionCurve *r = &job->result;
    StnError error = {.status = STN_OK};
    if (stn_identify_curve(&job->def, data, r, &error) != STN_OK)
        return report_error(&error);
    result_hint_sign(&r->identified, data, &r->remarks);
    wish->identified = &r->identified;
    snprintf(wish->comment, sizeof wish->comment,
             "Identified by stiction %s: friction over speed, %d points of %s.", STN_VERSION,
             r->npoint, data->file);
    return EXIT_DONE;
}

static void release(MethodWish *wish) { stn_curve_free(&((CurveJob *)wish)->result); }

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    static const Method method =
        METHOD("identify curve", "Identified friction over speed", 20, NULL);
    CurveJob job = {.def = stn_default_curve_def()};
    return method_run(&method, &job.wish, catalog, argc, argv);
}

/* clang-format off */
static const char usage[] =
    "usage: stiction identify curve FILE --effort COLUMN --velocity COLUMN --runs COLUMN [OPTION]...\n"
    "       stiction identify curve FILE --effort COLUMN... --position COLUMN --mass M [OPTION]...\n"
    "\n"
    "Friction over speed.  With --runs each run at constant speed is a point, its mean.  Without, the\n"
    "record moves: friction = effort - m*a - weight, from filtered signals, averaged over intervals of\n"
    "speed.  Both are fitted with Coulomb + viscous and with Stribeck's law; a test says whether the\n"
    "falling part is real.\n"
    "\n"
    "  --per-side         all parameters for each direction (instead of the offset)\n"
    "  --exponent N       of Stribeck's law (2); --free-exponent fits it\n"
    "  --no-offset        no constant force\n"
    "  --settle TIME      dropped at the start of each run (0)\n"
    "  --mass M           moving mass (0)\n"
    "  --weight F         constant known force to subtract; --gravity: m*g\n"
    "  --cutoff FREQ      of the zero-phase filter on the signals (a tenth of the sampling rate)\n"
    "  --cutoff-acceleration FREQ   on the differentiated velocity (a fifth of that)\n"
    "  --order N          of the filters (4; 0: none)\n"
    "  --bins N           intervals of speed for each direction (25)\n"
    "\n"
    DATA_USAGE "\n" OUT_USAGE
    "\n"
    "examples:\n"
    "  stiction identify curve screw.csv --effort torque --velocity speed --runs set_speed \\\n"
    "      --plot curve.svg -o screw.yaml\n"
    "  stiction identify curve cylinder.csv --effort P1 --gain P1=\"8.04 cm^2\" --effort P2 \\\n"
    "      --gain P2=\"-5.5 cm^2\" --position x --mass 118kg --gravity --cutoff 150Hz\n";
/* clang-format on */

const Command identify_curve_command = {
    "curve",
    run,
    "friction over speed: Stribeck's characteristic",
    usage,
};
