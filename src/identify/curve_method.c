/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* identify curve: options and report. */
#include "identify/friction_figure.h"
#include "identify/method.h"
#include "identify/score.h"

#include <math.h>

#define S StnCurveDef
/* clang-format off */
static const StnField entries[] = {
    STN_FLAG      (S, per_side, false, "all parameters for each direction (instead of the offset)"),
    STN_NUMBER_AS ("exponent", S, n, "1", NAN, STN_ABOVE_0, DBL_MAX,
                   "of Stribeck's law (1 or 2, whichever fits better)"),
    STN_FLAG      (S, free_exponent, false, "fits it"),
    STN_FLAG      (S, no_offset, false, "no constant force"),
    STN_NUMBER    (S, settle, "s", 0.0, 0.0, DBL_MAX, "dropped at the start of each run (0)"),
    STN_NUMBER_AS ("mass", S, m, "$m", NAN, 0.0, DBL_MAX,
                   "moving mass (estimated from a moving record; 0 with --runs, plateaus and --cutoff)"),
    STN_NUMBER    (S, weight, "$F", 0.0, -DBL_MAX, DBL_MAX, "constant known force to subtract"),
    STN_FLAG      (S, gravity, false, "linear: m*g is subtracted; rotary: of an arm, G*sin(angle - hang) is estimated"),
    STN_DRIFT_FIELD(S),
    STN_NUMBER    (S, cutoff, "Hz", NAN, STN_ABOVE_0, DBL_MAX,
                   "takes zero-phase filters instead of means over windows (plateaus: a tenth of the sampling rate)"),
    STN_NUMBER_AS ("cutoff_acceleration", S, cutoff_a, "Hz", NAN, STN_ABOVE_0, DBL_MAX,
                   "on the differentiated velocity (a fifth of that)"),
    STN_INTEGER   (S, order, 4, 0, STN_FILTER_ORDER_MAX, "of the filters; 0: none"),
    STN_INTEGER   (S, bins, 25, 2, 10000, "intervals of speed for each direction"),
    STN_WORD      (S, points, "auto|plateaus|intervals", STN_POINTS_AUTO,
                   "of a moving record: stretches of constant speed where it has them, or intervals of speed"),
};
/* clang-format on */
#undef S
enum { SETTLE = 4 };
STN_METHOD_FIELDS("curve", StnCurveDef, stn_default_curve_def)

static StnStatus prepare(void *options, StnMethodNeeds *needs, StnError *error)
{
    const StnCurveDef *def = options;
    if (needs->given[SETTLE] && !needs->runs)
        return stn_error(error, STN_BAD_INPUT,
                         "--settle drops the start of each run: give --runs COLUMN");
    needs->even = !needs->runs || def->drift || def->gravity;
    needs->may = needs->runs ? 0u : STN_BIT(ACCELERATION);
    return STN_OK;
}

STN_METHOD_FUNCTIONS(stn_identify_curve, stn_curve_free)
STN_METHOD_VALIDATE(stn_curve_validate)

/* ---- Report ---- */

static void draw(const StnFrictionCurve *r, const StnData *data, StnResult *out)
{
    StnPanel panel;
    StnFrictionFigure f = {.v = r->v,
                           .F = r->F,
                           .rows = r->rows,
                           .point = r->point,
                           .npoint = r->npoint,
                           .offset = stn_findings_get(&r->findings, "load", 0),
                           .points = r->runs       ? "runs"
                                     : r->plateaus ? "plateaus"
                                                   : "means",
                           .findings = &r->findings,
                           .spread = {&r->side[0].spread, &r->side[r->nside - 1].spread}};
    if (stn_friction_panel(&f, data, &panel))
        stn_report_figure(out, "Friction over speed", &panel, 1);
    else
        out->failed = true;
    free(f.memory);
}

static void report_points(const StnFrictionCurve *r, const StnData *data, StnResult *out)
{
    const char *v = stn_role_unit(STN_ROLE_VELOCITY, data->rotary),
               *F = data->unit[STN_ROLE_EFFORT];
    const StnResultColumn columns[] = {
        {"velocity", "velocity", v, "%.5g"}, {"friction", "friction", F, "%.5g"},
        {"std", "deviation", F, "%.2g"},     {"fitted", "fitted", F, "%.5g"},
        {"samples", "samples", "", NULL},    {"run", NULL, "", NULL},
    };
    stn_result_table(out, "points", "", columns, STN_COUNT_OF(columns));
    for (int i = 0; i < r->npoint; i++) {
        const StnCurvePoint *p = &r->point[i];
        const StnCell row[] = {stn_cell_number(p->v),      stn_cell_number(p->F),
                               stn_cell_number(p->std),    stn_cell_number(p->fitted),
                               stn_cell_count(p->samples), stn_cell_number(p->run)};
        stn_result_row(out, true, row);
    }
}

/* The points as rows, and how well the curve meets them. */
static void report_rows(const StnFrictionCurve *r, const char *F, const char *v, StnResult *out)
{
    const size_t n = (size_t)r->npoint;
    double *column = malloc(6 * (n + 1) * sizeof *column);
    out->failed = out->failed || !column;
    if (!column)
        return;
    for (size_t i = 0; i < n; i++) {
        const StnCurvePoint *p = &r->point[i];
        const double value[] = {p->v, p->F, p->fitted, p->std, (double)p->samples, p->run};
        for (size_t k = 0; k < 6; k++)
            column[k * n + i] = value[k];
    }
    const StnScore score = stn_score_rows(column + n, column + 2 * n, n);
    stn_result_line(out, "%s", "");
    stn_report_score(out, "score", "Points", F, &score);
    stn_result_series(out, "velocity", v, column, n);
    stn_result_compared(out, "friction", F, column + n, column + 2 * n, n);
    stn_result_series(out, "deviation", F, column + 3 * n, n);
    stn_result_series(out, "samples", "", column + 4 * n, n);
    if (r->runs)
        stn_result_series(out, "run", "", column + 5 * n, n);
    free(column);
}

static void report_side(const StnFrictionCurve *r, int side, const char *F, StnResult *out)
{
    const StnCharacteristic *c = &r->side[side];
    const char *word = c->one_direction ? "One direction"
                       : r->nside == 1  ? "Both directions"
                       : side           ? "Backward"
                                        : "Forward";
    stn_result_open(out, r->nside == 1 ? "both" : stn_side_words[side > 0]);
    stn_result_line(out, "\n%s, Coulomb and viscous: rms %.4g %s", word, c->coulomb_rms, F);
    stn_result_estimates(out, "coulomb", c->coulomb.item, c->coulomb.count, "");
    stn_result_number(out, "coulomb_rms", F, c->coulomb_rms);
    if (c->fitted)
        stn_result_line(out,
                        "\n%s, Stribeck and viscous: rms %.4g %s, probability of chance %.2g%s",
                        word, c->stribeck_rms, F, c->chance,
                        c->significant     ? ""
                        : c->chance < 0.05 ? " (rising, not falling)"
                                           : " (not significant)");
    stn_result_estimates(out, "stribeck", c->stribeck.item, c->stribeck.count,
                         c->fitted ? "" : NULL);
    stn_result_number(out, "stribeck_rms", F, c->stribeck_rms);
    stn_result_number(out, "stribeck_chance", "1", c->chance);
    stn_result_flag(out, "stribeck_significant", c->significant);
    stn_result_close(out);
}

static void report(const void *options, const void *result, const StnData *const *data, int ndata,
                   StnResult *out)
{
    const StnFrictionCurve *r = result;
    (void)options, (void)ndata;
    stn_result_line(out, "Friction over speed, from %d %s", r->npoint,
                    r->runs       ? "runs"
                    : r->plateaus ? "stretches of constant speed of a moving record"
                                  : "intervals of speed of a moving record");
    stn_report_data(out, data[0]);
    stn_result_line(out, "%s", "");
    report_points(r, data[0], out);
    for (int side = 0; side < r->nside; side++)
        report_side(r, side, data[0]->unit[STN_ROLE_EFFORT], out);
    report_rows(r, data[0]->unit[STN_ROLE_EFFORT],
                stn_role_unit(STN_ROLE_VELOCITY, data[0]->rotary), out);
    stn_result_text(out, "validation_file", r->validation_file[0] ? r->validation_file : NULL);
    if (r->validation_file[0])
        stn_result_line(out, "Relative error of the friction on %s: %.4f %%", r->validation_file,
                        r->validation_error);
    stn_result_number(out, "validation_error_percent", "%", r->validation_error);
    stn_result_text(out, "missing", r->missing);
    stn_result_number(out, "missing_share", "1", r->missing_share);
    stn_result_number(out, "missing_chance", "1", r->missing_chance);
    stn_result_number(out, "delay", "s", r->delay);
    stn_report_remarks(out, &r->remarks, data[0]);
    stn_result_summary(out, "friction over speed, %d points of %s", r->npoint, data[0]->file);
    draw(r, data[0], out);
}

/* clang-format off */
const StnIdentifyMethod stn_curve_method = {
    .name = "curve",
    .summary = "friction over speed: Stribeck's characteristic",
    .about =
        "FILE --effort COLUMN --velocity COLUMN --runs COLUMN\n"
        "FILE --effort COLUMN... --position COLUMN --mass M\n"
        "\n"
        "Friction over speed.  With --runs each run at constant speed is a point, its mean.  Without, the\n"
        "record moves: stretches of constant speed are points, or the curve is fitted to all of it, with\n"
        "mass and gravity.  Both Coulomb + viscous and Stribeck's law are fitted; a test says whether the\n"
        "falling part is real.\n",
    .examples =
        "  stiction identify curve screw.csv --effort torque --velocity speed --runs set_speed \\\n"
        "      --plot curve.svg -o screw.yaml\n"
        "  stiction identify curve cylinder.csv --effort P1 --gain P1=\"8.04 cm^2\" --effort P2 \\\n"
        "      --gain P2=\"-5.5 cm^2\" --position x --mass 118kg --gravity --cutoff 150Hz\n",
    .title = "Identified friction over speed",
    .fields = &fields,
    STN_RESULT_PLACES(StnFrictionCurve),
    .least_rows = 20,
    .all = STN_BIT(EFFORT),
    .any = STN_BIT(POSITION) | STN_BIT(VELOCITY),
    .flags = STN_IDENTIFY_ROWS,
    .prepare = prepare,
    .identify = identify,
    .validate = validate,
    .report = report,
    .release = release,
};
/* clang-format on */
