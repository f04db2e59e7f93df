/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify inverse: least squares on the inverse model. */
#include "identify.h"
#include "message.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct InverseWish {
    DataWish data;
    OutWish out;
    Texts files;
    const char *mass, *cutoff, *order, *decimate, *skip, *skip_end, *dead_speed, *vs, *n,
        *position_terms;
    const char *validate, *hold_out, *sign, *weight;
    bool asymmetric, stribeck, spring, no_offset, robust;
} InverseWish;

static int parse(InverseWish *w, int argc, char **argv)
{
    Option options[DATA_OPTIONS + OUT_OPTIONS + 20];
    int n = data_options(&w->data, options);
    n += out_options(&w->out, options + n);
    const Option own[] = {
        {"--asymmetric", .flag = &w->asymmetric},
        {"--stribeck", .flag = &w->stribeck},
        {"--spring", .flag = &w->spring},
        {"--no-offset", .flag = &w->no_offset},
        {"--robust", .flag = &w->robust},
        {"--mass", .text = &w->mass},
        {"--cutoff", .text = &w->cutoff},
        {"--order", .text = &w->order},
        {"--decimate", .text = &w->decimate},
        {"--skip", .text = &w->skip},
        {"--skip-end", .text = &w->skip_end},
        {"--dead-speed", .text = &w->dead_speed},
        {"--vs", .text = &w->vs},
        {"--exponent", .text = &w->n},
        {"--position-terms", .text = &w->position_terms},
        {"--validate", .text = &w->validate},
        {"--hold-out", .text = &w->hold_out},
        {"--sign", .text = &w->sign},
        {"--weight", .text = &w->weight},
    };
    memcpy(options + n, own, sizeof own);
    n += (int)(sizeof own / sizeof own[0]);
    return arguments_parse(argc, argv, options, n, &w->files);
}

static int take_numbers(const InverseWish *w, StnInverseDef *def)
{
    long order = def->order, decimate = def->decimate, terms = 0;
    int code = quantity_read("--mass", w->mass, "kg|kg*m^2", &def->m);
    def->no_mass = w->mass != NULL;
    if (code == EXIT_DONE)
        code = quantity_read("--cutoff", w->cutoff, "Hz", &def->cutoff);
    if (code == EXIT_DONE)
        code = quantity_read("--dead-speed", w->dead_speed, "m/s|rad/s", &def->dead_speed);
    if (code == EXIT_DONE)
        code = quantity_read("--vs", w->vs, "m/s|rad/s", &def->vs);
    if (code == EXIT_DONE)
        code = quantity_read("--exponent", w->n, "1", &def->n);
    if (code == EXIT_DONE)
        code = quantity_read("--hold-out", w->hold_out, "1", &def->hold_out);
    if (code == EXIT_DONE)
        code = count_read("--order", w->order, 0, STN_FILTER_ORDER_MAX, &order);
    if (code == EXIT_DONE)
        code = count_read("--decimate", w->decimate, 1, INT_MAX, &decimate);
    if (code == EXIT_DONE)
        code = count_read("--skip", w->skip, 0, LONG_MAX, &def->skip);
    if (code == EXIT_DONE)
        code = count_read("--skip-end", w->skip_end, 0, LONG_MAX, &def->skip_end);
    if (code == EXIT_DONE)
        code = count_read("--position-terms", w->position_terms, 0, STN_POSITION_TERMS_MAX, &terms);
    def->order = (int)order;
    def->decimate = (int)decimate;
    def->position_terms = (int)terms;
    return code;
}

static int take_def(const InverseWish *w, StnInverseDef *def)
{
    static const char *const signs[] = {"measured", "reference"};
    *def = stn_default_inverse_def();
    def->asymmetric = w->asymmetric;
    def->offset = !w->no_offset;
    def->stribeck = w->stribeck || w->vs || w->n;
    def->spring = w->spring;
    def->robust = w->robust;
    def->load = w->data.column[STN_LOAD] != NULL;
    def->weight = w->weight ? STN_EXTRA : STN_TIME;
    if (w->sign && strcmp(w->sign, signs[0]) != 0 && strcmp(w->sign, signs[1]) != 0)
        return unknown_name("value of --sign:", w->sign, signs, 2);
    def->sign_of_reference = w->sign && strcmp(w->sign, signs[1]) == 0;
    return take_numbers(w, def);
}

/* ---- Output ---- */

static void put_text(const StnData *data, const StnInverse *r, double validation,
                     const InverseWish *w)
{
    printf("Inverse model, least squares on %zu samples\n", r->fit.rows);
    result_put_data(data);
    putchar('\n');
    result_put_estimates(&r->parameters);
    if (!isnan(r->vs))
        printf("  Stribeck speed vs %.5g %s, probability of chance %.2g\n", r->vs,
               data->rotary ? "rad/s" : "m/s", r->stribeck_chance);
    printf("\nRelative error of the effort: %.4f %%", r->fit.relative_error);
    if (!isnan(r->held_out_error))
        printf("; on the samples held out: %.4f %%", r->held_out_error);
    printf("\n");
    if (!isnan(validation))
        printf("Relative error on %s: %.4f %%\n", w->validate, validation);
    result_put_remarks(&r->remarks, "What was done, and what to know:");
    result_put_remarks(&data->remarks, "About the data:");
}

static void put_json(const StnData *data, const StnInverse *r, double validation,
                     const InverseWish *w)
{
    StnJsonText json = {.out = stdout};
    stn_json_open_map(&json, NULL);
    stn_json_put_text(&json, "version", STN_VERSION);
    stn_json_put_text(&json, "method", "inverse");
    result_put_data_json(&json, data);
    result_put_estimates_json(&json, "parameters", &r->parameters);
    stn_json_put_count(&json, "samples", r->fit.rows);
    stn_json_put_count(&json, "left_out", r->left_out);
    stn_json_put_number(&json, "relative_error_percent", r->fit.relative_error);
    stn_json_put_number(&json, "held_out_error_percent", r->held_out_error);
    stn_json_put_text(&json, "validation_file", w->validate);
    stn_json_put_number(&json, "validation_error_percent", validation);
    stn_json_put_number(&json, "condition", r->fit.condition);
    stn_json_put_number(&json, "residual_correlation", r->correlation);
    stn_json_put_number(&json, "cutoff", r->cutoff);
    stn_json_put_number(&json, "dead_speed", r->dead_speed);
    stn_json_put_number(&json, "vs", r->vs);
    stn_json_put_number(&json, "stribeck_chance", r->stribeck_chance);
    stn_json_put_number(&json, "asymmetry_chance", r->asymmetry_chance);
    result_put_remarks_json(&json, "remarks", &r->remarks);
    stn_json_close(&json);
}

static int draw(const char *path, const StnData *data, const StnInverse *r)
{
    char ylabel[64], vlabel[64];
    double *friction = malloc(2 * (r->rows + 1) * sizeof *friction);
    double *fitted = friction + r->rows;
    if (!friction)
        return bad_input("out of memory");
    for (size_t i = 0; i < r->rows; i++) {
        friction[i] = r->measured[i] - r->inertia[i];
        fitted[i] = r->fitted[i] - r->inertia[i];
    }
    snprintf(ylabel, sizeof ylabel, "[%s]", data->unit[STN_EFFORT]);
    snprintf(vlabel, sizeof vlabel, "velocity [%s]", data->rotary ? "rad/s" : "m/s");
    const StnCurve time[] = {{r->t, r->measured, r->rows, "measured", STN_POINTS},
                             {r->t, r->fitted, r->rows, "inverse model", STN_LINES}};
    const StnCurve speed[] = {{r->velocity, friction, r->rows, NULL, STN_POINTS},
                              {r->velocity, fitted, r->rows, NULL, STN_POINTS}};
    const StnPanel panel[] = {
        {.title = "Effort", .xlabel = "t [s]", .ylabel = ylabel, .curve = time, .ncurve = 2},
        {.title = "Effort less M*a",
         .xlabel = vlabel,
         .ylabel = ylabel,
         .curve = speed,
         .ncurve = 2}};
    const StnFigure figure = {.title = "Inverse model", .panel = panel, .npanel = 2, .columns = 1};
    const int code = result_draw(path, &figure);
    free(friction);
    return code;
}

static int finish(const InverseWish *w, const StnData *data, const StnInverse *r, double validation)
{
    char comment[512];
    snprintf(comment, sizeof comment,
             "Identified by stiction %s: inverse model, %zu samples of %s,\nrelative error of the "
             "effort %.3f %%.",
             STN_VERSION, r->fit.rows, data->file, r->fit.relative_error);
    int code =
        result_write_scenario(&w->out, &r->identified, "Identified by the inverse model", comment);
    if (code == EXIT_DONE && w->out.figure)
        code = draw(w->out.figure, data, r);
    if (w->out.json)
        put_json(data, r, validation, w);
    else if (!w->out.quiet)
        put_text(data, r, validation, w);
    return code;
}

static int validate(const InverseWish *w, const StnInverseDef *def, const StnInverse *r,
                    double *error_percent)
{
    StnData other;
    StnError error = {.status = STN_OK};
    *error_percent = NAN;
    if (!w->validate)
        return EXIT_DONE;
    int code = data_read(&w->data, w->validate, 2, &other);
    if (code != EXIT_DONE)
        return code;
    if (stn_inverse_validate(def, r, &other, error_percent, &error) != STN_OK)
        code = report_error(&error);
    stn_data_free(&other);
    return code;
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    InverseWish w = {.mass = NULL};
    StnInverseDef def;
    StnData data = {.rows = 0};
    StnInverse result = {.rows = 0};
    StnError error = {.status = STN_OK};
    double validation = NAN;
    int code = parse(&w, argc, argv);
    const char *file =
        code == EXIT_DONE ? arguments_one(&w.files, "identify inverse", "a file") : NULL;
    if (!file)
        return EXIT_BAD_INPUT;
    code = take_def(&w, &def);
    w.data.extra[0] = w.weight;
    if (code == EXIT_DONE)
        code = out_check(&w.out, catalog);
    if (code == EXIT_DONE)
        code = data_read(&w.data, file, 20, &data);
    if (code == EXIT_DONE && stn_identify_inverse(&def, &data, &result, &error) != STN_OK)
        code = report_error(&error);
    if (code == EXIT_DONE)
        code = validate(&w, &def, &result, &validation);
    if (code == EXIT_DONE)
        code = finish(&w, &data, &result, validation);
    stn_inverse_free(&result);
    stn_data_free(&data);
    return code;
}

/* clang-format off */
static const char usage[] =
    "usage: stiction identify inverse FILE --effort COLUMN --position COLUMN [OPTION]...\n"
    "\n"
    "effort = M*a + Fv*v + Fc*sgn(v) + offset, by least squares on filtered, differentiated and\n"
    "decimated signals.  Prints parameters with 95 % intervals and relative deviations.\n"
    "\n"
    "  --asymmetric       Fv and Fc for each direction (instead of the offset)\n"
    "  --stribeck         a falling part (Fs-Fc)*exp(-(|v|/vs)^2); --vs SPEED, --exponent N fix it\n"
    "  --load COLUMN      terms eta*load + mu*|load|*sgn(v)\n"
    "  --spring           a term K*x\n"
    "  --position-terms N  friction over position: terms x^k*sgn(v), k = 1 ... N\n"
    "  --mass MASS        the mass is known and not estimated\n"
    "  --no-offset        no constant term\n"
    "  --cutoff FREQ      of the zero-phase Butterworth filter (a tenth of the sampling rate)\n"
    "  --order N          of that filter (4; 0: none)\n"
    "  --decimate N       regressors and effort together (10)\n"
    "  --skip N, --skip-end N   samples dropped at the ends (5 periods of the cut-off)\n"
    "  --dead-speed SPEED leave out slower samples (2*resolution*cut-off; 0: none)\n"
    "  --sign measured|reference   where sgn(v) comes from\n"
    "  --robust           weigh down outliers (Huber)\n"
    "  --weight COLUMN    weights of the squared residuals\n"
    "  --hold-out PART    keep the last part (0 ... 1) for validation\n"
    "  --validate FILE    relative error on another file with the same columns\n"
    "\n"
    DATA_USAGE "\n" OUT_USAGE "\n"
    "examples:\n"
    "  stiction identify inverse axis.csv --effort force --position q --plot fit.svg -o axis.yaml\n"
    "  stiction identify inverse axis.csv --effort u --gain u=\"35.15 N/V\" --position q --asymmetric\n";
/* clang-format on */

const Command identify_inverse_command = {
    "inverse",
    run,
    "mass, sliding and viscous level by least squares on the inverse model",
    usage,
};
