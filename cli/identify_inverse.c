/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify inverse: least squares on the inverse model. */
#include "files.h"
#include "identify_method.h"
#include "message.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct InverseJob {
    MethodWish wish;
    const char *mass, *cutoff, *order, *decimate, *skip, *skip_end, *dead_speed, *vs, *n,
        *position_terms;
    const char *validate, *hold_out, *sign, *weight;
    bool asymmetric, stribeck, spring, no_offset, robust;
    StnInverseDef def;
    StnInverse result;
    double validation; /* relative error on the other file, %; NaN: there is none */
} InverseJob;

static int parse(MethodWish *wish, int argc, char **argv)
{
    InverseJob *job = (InverseJob *)wish;
    const Option own[] = {
        {"--asymmetric", .flag = &job->asymmetric},
        {"--stribeck", .flag = &job->stribeck},
        {"--spring", .flag = &job->spring},
        {"--no-offset", .flag = &job->no_offset},
        {"--robust", .flag = &job->robust},
        {"--mass", .text = &job->mass},
        {"--cutoff", .text = &job->cutoff},
        {"--order", .text = &job->order},
        {"--decimate", .text = &job->decimate},
        {"--skip", .text = &job->skip},
        {"--skip-end", .text = &job->skip_end},
        {"--dead-speed", .text = &job->dead_speed},
        {"--vs", .text = &job->vs},
        {"--exponent", .text = &job->n},
        {"--position-terms", .text = &job->position_terms},
        {"--validate", .text = &job->validate},
        {"--hold-out", .text = &job->hold_out},
        {"--sign", .text = &job->sign},
        {"--weight", .text = &job->weight},
    };
    return method_parse(wish, own, sizeof own / sizeof own[0], argc, argv);
}

static int take_numbers(const InverseJob *w, StnInverseDef *def)
{
    long order = def->order, decimate = def->decimate, terms = 0;
    int code = unsigned_read("--mass", w->mass, "kg|kg*m^2", &def->m);
    def->no_mass = w->mass != NULL;
    if (code == EXIT_DONE)
        code = positive_read("--cutoff", w->cutoff, "Hz", &def->cutoff);
    if (code == EXIT_DONE)
        code = unsigned_read("--dead-speed", w->dead_speed, "m/s|rad/s", &def->dead_speed);
    if (code == EXIT_DONE)
        code = positive_read("--vs", w->vs, "m/s|rad/s", &def->vs);
    if (code == EXIT_DONE)
        code = positive_read("--exponent", w->n, "1", &def->n);
    if (code == EXIT_DONE)
        code = quantity_read("--hold-out", w->hold_out, "1", &def->hold_out);
    if (code == EXIT_DONE && !(def->hold_out >= 0.0 && def->hold_out < 1.0))
        code = bad_input("--hold-out %s: a part from 0 to below 1 is needed", w->hold_out);
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

static int take_def(MethodWish *wish)
{
    InverseJob *w = (InverseJob *)wish;
    StnInverseDef *def = &w->def;
    static const char *const signs[] = {"measured", "reference"};
    wish->data.extra[0] = w->weight;
    w->validation = NAN;
    def->asymmetric = w->asymmetric;
    def->offset = !w->no_offset;
    def->stribeck = w->stribeck || w->vs || w->n;
    def->spring = w->spring;
    def->robust = w->robust;
    def->load = wish->data.column[STN_ROLE_LOAD] != NULL;
    def->weight = w->weight ? STN_DATA_EXTRA : 0;
    if (w->sign && strcmp(w->sign, signs[0]) != 0 && strcmp(w->sign, signs[1]) != 0)
        return unknown_name("value of --sign:", w->sign, signs, 2);
    def->sign_of_reference = w->sign && strcmp(w->sign, signs[1]) == 0;
    int code = take_numbers(w, def);
    if (code == EXIT_DONE)
        code = data_need(&wish->data, "inverse", 1u << STN_ROLE_EFFORT,
                         1u << STN_ROLE_POSITION | 1u << STN_ROLE_VELOCITY);
    if (code == EXIT_DONE && def->sign_of_reference)
        code = data_need(&wish->data, "inverse --sign reference", 0,
                         1u << STN_ROLE_COMMAND | 1u << STN_ROLE_SPEED_COMMAND);
    return code == EXIT_DONE ? files_was_read("--validate", w->validate) : code;
}

/* ---- Output ---- */

static void put_text(const MethodWish *wish, const StnData *data)
{
    const InverseJob *w = (const InverseJob *)wish;
    const StnInverse *r = &w->result;
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
    if (!isnan(w->validation))
        printf("Relative error on %s: %.4f %%\n", w->validate, w->validation);
    result_put_remarks(&r->remarks, "What was done, and what to know:");
    result_put_remarks(&data->remarks, "About the data:");
}

static void put_json(const MethodWish *wish, const StnData *data)
{
    const InverseJob *w = (const InverseJob *)wish;
    const StnInverse *r = &w->result;
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
    stn_json_put_number(&json, "validation_error_percent", w->validation);
    stn_json_put_number(&json, "condition", r->fit.condition);
    stn_json_put_number(&json, "residual_correlation", r->correlation);
    stn_json_put_number(&json, "cutoff", r->cutoff);
    stn_json_put_number(&json, "dead_speed", r->dead_speed);
    stn_json_put_number(&json, "vs", r->vs);
    stn_json_put_number(&json, "stribeck_chance", r->stribeck_chance);
    stn_json_put_number(&json, "asymmetry_chance", r->asymmetry_chance);
    stn_json_put_flag(&json, "missing_stribeck", r->missing_stribeck);
    result_put_remarks_json(&json, "remarks", &r->remarks);
    stn_json_close(&json);
}

enum { CURVE_POINTS = 201 };

/* The law over the speed, with a break at 0. */
static void law_curve(const StnInverse *r, double *x, double *y)
{
    for (int i = 0; i < CURVE_POINTS; i++) {
        const double share = 2.0 * i / (CURVE_POINTS - 1) - 1.0;
        x[i] = r->identified.speed * share * fabs(share);
        y[i] = x[i] == 0.0 ? NAN : result_law_at(&r->identified, x[i]);
    }
}

static int draw(const char *path, const MethodWish *wish, const StnData *data)
{
    const InverseJob *job = (const InverseJob *)wish;
    const StnInverse *r = &job->result;
    const bool law_only =
        !wish->data.column[STN_ROLE_LOAD] && !job->spring && job->def.position_terms == 0;
    char ylabel[64], vlabel[64];
    double law_x[CURVE_POINTS], law_y[CURVE_POINTS];
    double *friction = malloc(2 * (r->rows + 1) * sizeof *friction);
    double *fitted = friction + r->rows;
    if (!friction)
        return out_of_memory();
    for (size_t i = 0; i < r->rows; i++) {
        friction[i] = r->measured[i] - r->inertia[i];
        fitted[i] = r->fitted[i] - r->inertia[i];
    }
    law_curve(r, law_x, law_y);
    snprintf(ylabel, sizeof ylabel, "[%s]", data->unit[STN_ROLE_EFFORT]);
    snprintf(vlabel, sizeof vlabel, "velocity [%s]", data->rotary ? "rad/s" : "m/s");
    const StnCurve time[] = {{r->t, r->measured, r->rows, "measured", STN_POINTS},
                             {r->t, r->fitted, r->rows, "inverse model", STN_HAIRLINE}};
    const StnCurve points = {r->velocity, friction, r->rows, NULL, STN_POINTS};
    const StnCurve speed[] = {
        points, law_only ? (StnCurve){law_x, law_y, CURVE_POINTS, NULL, STN_LINES}
                         : (StnCurve){r->velocity, fitted, r->rows, NULL, STN_HAIRLINE}};
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

static int validate(InverseJob *job)
{
    StnData other;
    StnError error = {.status = STN_OK};
    int code = data_read(&job->wish.data, job->validate, 2, &other);
    if (code != EXIT_DONE)
        return code;
    if (stn_inverse_validate(&job->def, &job->result, &other, &job->validation, &error) != STN_OK)
        code = report_error(&error);
    stn_data_free(&other);
    return code;
}

static int work(MethodWish *wish, const StnData *data)
{
    InverseJob *job = (InverseJob *)wish;
    StnInverse *r = &job->result;
    StnError error = {.status = STN_OK};
    if (stn_identify_inverse(&job->def, data, r, &error) != STN_OK)
        return report_error(&error);
    if (r->missing_stribeck)
        stn_remark(&r->remarks, "--stribeck adds the falling part.");
    result_hint_sign(&r->identified, data, &r->remarks);
    wish->identified = &r->identified;
    snprintf(wish->comment, sizeof wish->comment,
             "Identified by stiction %s: inverse model, %zu samples of %s,\nrelative error of the "
             "effort %.3f %%.",
             STN_VERSION, r->fit.rows, data->file, r->fit.relative_error);
    return job->validate ? validate(job) : EXIT_DONE;
}

static void release(MethodWish *wish) { stn_inverse_free(&((InverseJob *)wish)->result); }

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    static const Method method =
        METHOD("identify inverse", "Identified by the inverse model", 20, NULL);
    InverseJob job = {.def = stn_default_inverse_def()};
    return method_run(&method, &job.wish, catalog, argc, argv);
}

/* clang-format off */
static const char usage[] =
    "usage: stiction identify inverse FILE --effort COLUMN --position COLUMN [OPTION]...\n"
    "\n"
    "effort = M*a + Fv*v + Fc*sgn(v) + offset, by least squares on filtered, differentiated and\n"
    "decimated signals.  Prints parameters with 95 % intervals and relative deviations.\n"
    "\n"
    "  --asymmetric       Fv and Fc for each direction (instead of the offset)\n"
    "  --stribeck         a falling part (Fs-Fc)*exp(-(|v|/vs)^2); --vs SPEED, --exponent N (2)\n"
    "                     fix its shape, and each of them adds it\n"
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
