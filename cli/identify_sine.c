/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify sine: sliding and viscous level from sinusoidal speed. */
#include "identify.h"
#include "message.h"
#include "text_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CURVE_POINTS = 200 };

typedef struct SineWish {
    DataWish data;
    OutWish out;
    SimulateWish simulate;
    Texts files;
    const char *sign, *settle, *alike, *hysteresis, *vary, *play, *cd;
    bool sides, line;
} SineWish;

static int parse(SineWish *w, int argc, char **argv)
{
    Option options[DATA_OPTIONS + OUT_OPTIONS + SIMULATE_OPTIONS + 9];
    int n = data_options(&w->data, options);
    n += out_options(&w->out, options + n);
    n += simulate_options(&w->simulate, options + n);
    const Option own[] = {
        {"--sign", .text = &w->sign},   {"--settle", .text = &w->settle},
        {"--alike", .text = &w->alike}, {"--hysteresis", .text = &w->hysteresis},
        {"--sides", .flag = &w->sides}, {"--line", .flag = &w->line},
        {"--vary", .text = &w->vary},   {"--play", .text = &w->play},
        {"--cd", .text = &w->cd},
    };
    memcpy(options + n, own, sizeof own);
    n += (int)(sizeof own / sizeof own[0]);
    return arguments_parse(argc, argv, options, n, &w->files);
}

static int take_def(const SineWish *w, StnSineDef *def)
{
    static const char *const words[] = {"auto", "reference", "held", "raw"};
    def->sides = w->sides;
    def->no_piecewise = w->line;
    int found = w->sign ? -1 : 0;
    for (int i = 0; w->sign && i < 4; i++)
        if (strcmp(w->sign, words[i]) == 0)
            found = i;
    if (found < 0)
        return unknown_name("value of --sign:", w->sign, words, 4);
    def->sign = (StnSignSource)found;
    int code = unsigned_read("--settle", w->settle, "1", &def->settle);
    if (code == EXIT_DONE)
        code = part_read("--alike", w->alike, &def->alike);
    if (code == EXIT_DONE)
        code = unsigned_read("--hysteresis", w->hysteresis, "m|rad", &def->hysteresis);
    if (code == EXIT_DONE)
        code = unsigned_read("--play", w->play, "m|rad", &def->play);
    if (code == EXIT_DONE)
        code = unsigned_read("--cd", w->cd, "N|N*m", &def->Cd);
    if (code == EXIT_DONE && !w->play != !w->cd)
        return bad_input("--play and --cd go together: the play, and the level inside it");
    return code;
}

static int need(const SineWish *w, const StnSineDef *def)
{
    const unsigned measured = 1u << STN_ROLE_POSITION | 1u << STN_ROLE_VELOCITY;
    const unsigned reference = 1u << STN_ROLE_COMMAND | 1u << STN_ROLE_SPEED_COMMAND;
    if (w->simulate.on)
        return EXIT_DONE; /* the model has all of it */
    switch (def->sign) {
    case STN_SIGN_REFERENCE:
        return data_need(&w->data, "sine --sign reference", 1u << STN_ROLE_EFFORT, reference);
    case STN_SIGN_HELD:
    case STN_SIGN_RAW: return data_need(&w->data, "sine", 1u << STN_ROLE_EFFORT, measured);
    default: return data_need(&w->data, "sine", 1u << STN_ROLE_EFFORT, measured | reference);
    }
}

/* ---- Output ---- */

static const char *form_word(StnOnset onset)
{
    return onset == STN_ONSET_JUMP ? "jump" : "continuous";
}

static void put_points(const StnSine *r, const StnData *data)
{
    const char *F = data->unit[STN_ROLE_EFFORT], *v = data->rotary ? "rad/s" : "m/s";
    TextTable table = {.columns = 8};
    static const char *const heads[] = {"V",       "f",        "halves", "mean",
                                        "forward", "backward", "fitted", ""};
    for (int i = 0; i < 8; i++)
        text_table_cell(&table, "%s", heads[i]);
    const char *units[] = {v, "Hz", "", F, F, F, F, ""};
    for (int i = 0; i < 8; i++)
        text_table_cell(&table, "%s%s%s", units[i][0] ? "[" : "", units[i], units[i][0] ? "]" : "");
    for (int i = 0; i < r->npoint; i++) {
        const StnSinePoint *p = &r->point[i];
        text_table_cell(&table, "%.5g", p->V);
        text_table_cell(&table, "%.4g", p->frequency);
        text_table_cell(&table, "%d", p->halves);
        text_table_cell(&table, "%.5g", p->mean);
        text_table_cell(&table, "%.5g", p->side[0]);
        text_table_cell(&table, "%.5g", p->side[1]);
        text_table_cell(&table, "%.5g", p->fitted);
        text_table_cell(&table, "%s%s", p->left_out ? "left out: " : "",
                        p->left_out ? p->left_out : "");
    }
    text_table_print(&table, stdout, 2, "rrrrrrr");
    text_table_free(&table);
}

static void put_text(const StnSine *r, const StnData *data, int ndata)
{
    puts("Sliding level from sinusoidal speed: mean of effort*sgn(v) = fc + fv*2*V/pi");
    for (int i = 0; i < ndata; i++)
        result_put_data(&data[i]);
    putchar('\n');
    put_points(r, data);
    printf("\nStraight line, rms %.3g %s\n", r->line_rms, data->unit[STN_ROLE_EFFORT]);
    result_put_estimates(&r->line);
    if (r->onset != STN_ONSET_NONE) {
        printf("\nViscous term from w0 on (%s), rms %.3g %s, probability of chance %.2g: %s\n",
               form_word(r->onset), r->piecewise_rms, data->unit[STN_ROLE_EFFORT], r->onset_chance,
               r->piecewise_chosen ? "significantly better" : "not significantly better");
        result_put_estimates(&r->piecewise);
    }
    result_put_remarks(&r->remarks, "What was done, and what to know:");
    result_put_remarks(&data->remarks, "About the data:");
}

static void put_json(const StnSine *r, const StnData *data, int ndata)
{
    StnJsonText json = {.out = stdout};
    stn_json_open_map(&json, NULL);
    stn_json_put_text(&json, "version", STN_VERSION);
    stn_json_put_text(&json, "method", "sine");
    stn_json_open_list(&json, "files");
    for (int i = 0; i < ndata; i++)
        stn_json_put_text(&json, NULL, data[i].file);
    stn_json_close(&json);
    stn_json_open_list(&json, "points");
    for (int i = 0; i < r->npoint; i++) {
        const StnSinePoint *p = &r->point[i];
        stn_json_open_map(&json, NULL);
        stn_json_put_number(&json, "V", p->V);
        stn_json_put_number(&json, "frequency", p->frequency);
        stn_json_put_count(&json, "halves", (uint64_t)p->halves);
        stn_json_put_number(&json, "mean", p->mean);
        stn_json_put_number(&json, "forward", p->side[0]);
        stn_json_put_number(&json, "backward", p->side[1]);
        stn_json_put_number(&json, "scatter", p->scatter);
        stn_json_put_number(&json, "fitted", p->fitted);
        stn_json_put_number(&json, "lag", p->lag);
        stn_json_put_number(&json, "ratio", p->ratio);
        stn_json_put_number(&json, "crossing", p->crossing);
        stn_json_put_text(&json, "left_out", p->left_out);
        stn_json_close(&json);
    }
    stn_json_close(&json);
    result_put_estimates_json(&json, "line", &r->line);
    stn_json_put_number(&json, "line_rms", r->line_rms);
    result_put_estimates_json(&json, "piecewise", &r->piecewise);
    stn_json_put_text(&json, "onset", r->onset == STN_ONSET_NONE ? NULL : form_word(r->onset));
    stn_json_put_number(&json, "onset_chance", r->onset_chance);
    stn_json_put_flag(&json, "piecewise_chosen", r->piecewise_chosen);
    stn_json_put_number(&json, "straight_above", r->straight_above);
    result_put_remarks_json(&json, "remarks", &r->remarks);
    stn_json_close(&json);
}

/* The fitted mean at amplitude V: of a side where they were fitted apart. */
static double mean_at(const StnEstimates *e, StnOnset onset, double V, int side)
{
    const StnEstimate *p = e->item, *last = &e->item[e->count - 1];
    const double speed = stn_sine_viscous(onset, V, onset == STN_ONSET_NONE ? 0.0 : last->value);
    if (e->count < 4)
        return p[0].value + p[1].value * speed;
    return p[side].value + p[2 + side].value * speed;
}

enum { SIDE_CURVES = 4 };

/* Lines and points of a side, or of both together. */
typedef struct SideDrawing {
    double x[CURVE_POINTS], line[CURVE_POINTS], onset[CURVE_POINTS];
    double *V, *mean, *out_V, *out_mean;
    size_t used, out;
} SideDrawing;

static void fill_side(SideDrawing *d, const StnSine *r, int side, bool sides, double *memory)
{
    double fast = 0.0;
    d->V = memory, d->mean = memory + r->npoint;
    d->out_V = memory + (size_t)2 * r->npoint, d->out_mean = memory + (size_t)3 * r->npoint;
    d->used = d->out = 0;
    for (int i = 0; i < r->npoint; i++) {
        const StnSinePoint *p = &r->point[i];
        const double mean = sides ? p->side[side] : p->mean;
        fast = fmax(fast, p->V);
        if (p->left_out)
            d->out_V[d->out] = p->V, d->out_mean[d->out++] = mean;
        else
            d->V[d->used] = p->V, d->mean[d->used++] = mean;
    }
    for (int i = 0; i < CURVE_POINTS; i++) {
        d->x[i] = 1.02 * fast * i / (CURVE_POINTS - 1);
        d->line[i] = mean_at(&r->line, STN_ONSET_NONE, d->x[i], side);
        d->onset[i] =
            r->onset == STN_ONSET_NONE ? NAN : mean_at(&r->piecewise, r->onset, d->x[i], side);
    }
}

/* Lines first, so that the points lie over them. */
static int side_curves(const SideDrawing *d, const StnSine *r, int side, bool sides,
                       StnCurve curve[SIDE_CURVES])
{
    static const char *const measured[] = {"forward", "backward"};
    static const char *const lines[] = {"line forward", "line backward"};
    static const char *const onsets[] = {"from w0 on, forward", "from w0 on, backward"};
    int n = 0;
    curve[n++] =
        (StnCurve){d->x, d->line, CURVE_POINTS, sides ? lines[side] : "straight line", STN_LINES};
    if (r->onset != STN_ONSET_NONE)
        curve[n++] = (StnCurve){d->x, d->onset, CURVE_POINTS,
                                sides ? onsets[side] : "viscous from w0 on", STN_DASHES};
    curve[n++] = (StnCurve){d->V, d->mean, d->used, sides ? measured[side] : "measured", STN_MARKS};
    if (d->out > 0)
        curve[n++] =
            (StnCurve){d->out_V, d->out_mean, d->out, side == 0 ? "left out" : NULL, STN_MARKS};
    return n;
}

static int draw(const char *path, const StnSine *r, const StnData *data)
{
    char xlabel[80], ylabel[80];
    const bool sides = r->line.count >= 4;
    StnCurve curve[2 * SIDE_CURVES];
    SideDrawing *drawing = calloc(2, sizeof *drawing);
    double *memory = calloc(8 * ((size_t)r->npoint + 1), sizeof *memory);
    int n = 0;
    for (int side = 0; drawing && memory && side < 1 + sides; side++) {
        fill_side(&drawing[side], r, side, sides, memory + (size_t)4 * side * r->npoint);
        n += side_curves(&drawing[side], r, side, sides, &curve[n]);
    }
    snprintf(xlabel, sizeof xlabel, "amplitude V [%s]", data->rotary ? "rad/s" : "m/s");
    snprintf(ylabel, sizeof ylabel, "mean of u*sgn(v) [%s]", data->unit[STN_ROLE_EFFORT]);
    const StnPanel panel = {.xlabel = xlabel, .ylabel = ylabel, .curve = curve, .ncurve = n};
    const StnFigure figure = {
        .title = "Sinusoidal speed", .panel = &panel, .npanel = 1, .columns = 1};
    const int code = n > 0 ? result_draw(path, &figure) : out_of_memory();
    free(drawing);
    free(memory);
    return code;
}

static int finish(const SineWish *w, const StnSine *r, const StnData *data, int ndata)
{
    char comment[512];
    snprintf(comment, sizeof comment,
             "Identified by stiction %s: sinusoidal speed, %d amplitudes, %s%s.%s", STN_VERSION,
             r->used, data->file, ndata > 1 ? " and others" : "",
             w->out.base ? "" : "\nThe static level is not identified: Fs = Fc.");
    int code = result_write_scenario(&w->out, &r->identified, "Identified sliding levels", comment);
    if (code == EXIT_DONE && w->out.figure)
        code = draw(w->out.figure, r, data);
    if (w->out.json)
        put_json(r, data, ndata);
    else if (!w->out.quiet)
        put_text(r, data, ndata);
    return code;
}

/* ---- Data ---- */

static int read_files(const SineWish *w, StnData *data, int *count)
{
    int code = EXIT_DONE;
    for (int i = 0; i < w->files.count && code == EXIT_DONE; i++, ++*count)
        code = data_read(&w->data, w->files.item[i], 20, &data[i]);
    return code;
}

/* One run of the scenario for each value of "PATH=A,B,C". */
static int simulate_values(const SineWish *w, const StnCatalog *catalog, const char *scenario,
                           StnData *data, int *count)
{
    const char *equals = w->vary ? strchr(w->vary, '=') : NULL;
    char *memory = NULL, set[256];
    Texts values = {.count = 0};
    Simulated found;
    if (!equals || equals == w->vary)
        return bad_input("--simulate needs several amplitudes: --vary PATH=A,B,C, as in --vary "
                         "inputs.omegad.sine.amplitude=100,200,300");
    int code = arguments_split(equals + 1, "--vary", &memory, &values);
    SimulateWish one = w->simulate;
    if (code == EXIT_DONE && one.set.count == TEXTS_MAX)
        code = bad_input("more than %d times --set", TEXTS_MAX - 1);
    for (int i = 0; i < values.count && code == EXIT_DONE; i++, ++*count) {
        snprintf(set, sizeof set, "%.*s=%s", (int)(equals - w->vary), w->vary, values.item[i]);
        one.set = w->simulate.set;
        one.set.item[one.set.count++] = set;
        code = simulate_data(&one, &w->data, catalog, scenario, NAN, NAN, &data[i], &found);
        snprintf(data[i].file, sizeof data[i].file, "%s, %s", scenario, set);
    }
    free(memory);
    return code;
}

static int identify(const SineWish *w, const StnCatalog *catalog, const StnSineDef *def,
                    StnData *data, int *count)
{
    const StnData *all[TEXTS_MAX];
    StnSine result;
    StnError error = {.status = STN_OK};
    const char *scenario =
        w->simulate.on ? arguments_one(&w->files, "identify sine", "a scenario") : NULL;
    if (w->simulate.on && !scenario)
        return EXIT_BAD_INPUT;
    int code =
        scenario ? simulate_values(w, catalog, scenario, data, count) : read_files(w, data, count);
    if (code != EXIT_DONE)
        return code;
    for (int i = 0; i < *count; i++)
        all[i] = &data[i];
    if (stn_identify_sine(def, all, *count, &result, &error) != STN_OK)
        return report_error(&error);
    result_hint_sign(&result.identified, data, &result.remarks);
    code = finish(w, &result, data, *count);
    stn_sine_free(&result);
    return code;
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    SineWish w = {.sign = NULL};
    StnSineDef def = stn_default_sine_def();
    int code = parse(&w, argc, argv), count = 0;
    if (code == EXIT_DONE && w.files.count == 0)
        code = bad_input("identify sine needs files; see \"stiction help identify sine\"");
    if (code == EXIT_DONE && w.vary && !w.simulate.on)
        code = bad_input("--vary changes a scenario: it goes with --simulate");
    if (code == EXIT_DONE)
        code = simulate_check(&w.simulate, "--simulate");
    if (code == EXIT_DONE)
        code = take_def(&w, &def);
    if (code == EXIT_DONE)
        code = need(&w, &def);
    if (code == EXIT_DONE)
        code = out_check(&w.out, catalog);
    if (code != EXIT_DONE)
        return code;
    StnData *data = calloc(TEXTS_MAX, sizeof *data);
    if (!data)
        return out_of_memory();
    code = identify(&w, catalog, &def, data, &count);
    for (int i = 0; i < TEXTS_MAX; i++)
        stn_data_free(&data[i]);
    free(data);
    return code;
}

/* clang-format off */
static const char usage[] =
    "usage: stiction identify sine FILE... --effort COLUMN --position COLUMN [OPTION]...\n"
    "       stiction identify sine SCENARIO --simulate --vary PATH=A,B,C [OPTION]...\n"
    "\n"
    "The speed was driven as V*sin(2*pi*f*t) with three or more amplitudes, in one record or in\n"
    "several.  Over whole half periods the inertia averages out: mean(u*sgn v) = fc + fv*2*V/pi, without\n"
    "mass and acceleration.  Finds the segments of one amplitude, fits a line, and a viscous term that\n"
    "sets in above a speed w0 only; the latter counts when it is significantly better.\n"
    "\n"
    "  --sign auto|reference|held|raw   where sgn(v) comes from (auto: the reference where there is one\n"
    "                     and the motion follows it, otherwise the last measured sense, held);\n"
    "                     raw differences are biased, for comparison only\n"
    "  --sides            levels for each direction\n"
    "  --line             the straight line only\n"
    "  --settle N         half periods dropped at the start of a segment (1)\n"
    "  --alike PART       half periods that differ by less are of one segment (0.05)\n"
    "  --play X, --cd F   a play between sensor and contact, and the level inside it (identify cycles\n"
    "                     --play): the time that only crosses it is left out of fc\n"
    "  --hysteresis X     way back that makes a reversal (2 sensor steps, or 1 % of the travel)\n"
    "\n"
    SIMULATE_USAGE
    "  --vary PATH=A,B,C  one run for each of these values: the amplitudes\n"
    "\n"
    DATA_USAGE "\n" OUT_USAGE
    "\n"
    "examples:\n"
    "  stiction identify sine clutch-sine --simulate \\\n"
    "      --vary inputs.omegad.sine.amplitude=100rad/s,200rad/s,300rad/s,400rad/s\n"
    "  stiction identify sine v100.csv v200.csv v400.csv --effort u --position theta \\\n"
    "      --speed-reference wd --plot sine.svg -o sliding.yaml\n";
/* clang-format on */

const Command identify_sine_command = {
    "sine",
    run,
    "sliding and viscous level from sinusoidal speed",
    usage,
};
