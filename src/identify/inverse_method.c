/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* identify inverse: options and report. */
#include "identify/curve_parts.h"
#include "identify/friction_figure.h"
#include "identify/method.h"
#include "identify/score.h"

#include <math.h>

#define S StnInverseDef
/* clang-format off */
static const StnField entries[] = {
    STN_FLAG      (S, asymmetric, false, "Fv and Fc for each direction (instead of the offset)"),
    STN_FLAG      (S, stribeck, false,
                   "a falling part (Fs-Fc)*exp(-(|v|/vs)^n); --vs and --exponent fix its shape, and each adds it"),
    STN_NUMBER    (S, vs, "$x/s", NAN, STN_ABOVE_0, DBL_MAX, "Stribeck speed (searched)"),
    STN_NUMBER_AS ("exponent", S, n, "1", 2.0, STN_ABOVE_0, DBL_MAX, "of the falling part"),
    STN_FLAG      (S, spring, false, "a term K*x"),
    STN_FLAG      (S, gravity, false, "of an arm: G*sin(angle - hang), hang: the angle at which it hangs"),
    STN_FLAG      (S, load_friction, false,
                   "friction that grows with drive and load: |k_m*effort + k_e*load|*sgn(v), load: --load, --gravity, "
                   "--spring and the offset"),
    STN_DRIFT_FIELD(S),
    STN_INTEGER   (S, position_terms, 0, 0, STN_POSITION_TERMS_MAX,
                   "friction over position: terms x^k*sgn(v), k = 1 ... N"),
    STN_NUMBER_AS ("mass", S, m, "$m", NAN, 0.0, DBL_MAX, "the mass is known and not estimated"),
    STN_FLAG      (S, offset, true, "no constant term"),
    STN_NUMBER    (S, cutoff, "Hz", NAN, STN_ABOVE_0, DBL_MAX,
                   "of a zero-phase Butterworth filter (instead: means over windows, their length from the noise)"),
    STN_INTEGER   (S, order, 4, 0, STN_FILTER_ORDER_MAX, "of that filter; 0: none"),
    STN_INTEGER   (S, decimate, 0, 0, INT_MAX,
                   "every so many samples count; 0: by the length of the windows, or the cut-off"),
    STN_INTEGER   (S, skip, -1, 0, 9e18, "samples dropped at the start (half a window, or 5 periods of the cut-off)"),
    STN_INTEGER   (S, skip_end, -1, 0, 9e18, "samples dropped at the end (likewise)"),
    STN_NUMBER    (S, dead_speed, "$x/s", NAN, 0.0, DBL_MAX,
                   "leave out slower samples (from noise and resolution; 0: none)"),
    STN_WORD      (S, sign, "measured|reference", STN_INVERSE_SIGN_MEASURED, "where sgn(v) comes from"),
    STN_FLAG      (S, robust, false, "weigh down outliers (Huber)"),
    STN_NUMBER    (S, hold_out, "1", 0.0, 0.0, STN_BELOW_1, "keep the last part for validation (0)"),
};
/* clang-format on */
#undef S
enum { VS = 2, EXPONENT = 3, CUTOFF = 11, ORDER = 12 };
STN_METHOD_FIELDS("inverse", StnInverseDef, stn_default_inverse_def)

static StnStatus prepare(void *options, StnMethodNeeds *needs, StnError *error)
{
    StnInverseDef *def = options;
    if (needs->given[ORDER] && def->order > 0 && !needs->given[CUTOFF])
        return stn_error(error, STN_BAD_INPUT,
                         "--order is that of the filter: give --cutoff, or --order 0 for none");
    def->stribeck = def->stribeck || needs->given[VS] || needs->given[EXPONENT];
    def->load = (needs->roles & STN_BIT(LOAD)) != 0;
    if (def->sign == STN_INVERSE_SIGN_REFERENCE) {
        needs->also = STN_BIT(COMMAND) | STN_BIT(SPEED_COMMAND);
        needs->with = "--sign reference";
    }
    return STN_OK;
}

STN_METHOD_FUNCTIONS(stn_identify_inverse, stn_inverse_free)
STN_METHOD_VALIDATE(stn_inverse_validate)

/* ---- Report ---- */

static void draw(const StnInverse *r, const StnData *data, StnResult *out)
{
    char ylabel[64];
    const StnSpread4 spread[2] = {stn_inverse_spread(r, 0), stn_inverse_spread(r, 1)};
    const bool known = spread[0].covariance[0][0] > 0.0;
    StnFrictionFigure f = {.v = r->velocity,
                           .F = r->friction,
                           .rows = r->rows,
                           .points = "means",
                           .findings = &r->findings,
                           .spread = {known ? &spread[0] : NULL, known ? &spread[1] : NULL}};
    StnPanel panel[2];
    const StnCurve time[] = {{r->t, r->measured, r->rows, "measured", STN_STYLE_POINTS},
                             {r->t, r->fitted, r->rows, "inverse model", STN_STYLE_HAIRLINE}};
    snprintf(ylabel, sizeof ylabel, "[%s]", data->unit[STN_ROLE_EFFORT]);
    panel[0] = (StnPanel){
        .title = "Effort", .xlabel = "t [s]", .ylabel = ylabel, .curve = time, .ncurve = 2};
    if (stn_friction_panel(&f, data, &panel[1])) {
        panel[1].title = "Friction: effort without inertia, gravity, load and offset";
        stn_report_figure(out, "Inverse model", panel, 2);
    } else {
        out->failed = true;
    }
    free(f.memory);
}

static void report_errors(const StnInverse *r, const char *F, StnResult *out)
{
    char held[80] = "";
    if (!isnan(r->held_out_error))
        snprintf(held, sizeof held, "; on the samples held out: %.4f %%", r->held_out_error);
    stn_result_fact(out, "relative_error_percent", "%", stn_cell_number(r->fit.relative_error),
                    "\nRelative error of the effort: %.4f %%%s", r->fit.relative_error, held);
    stn_result_number(out, "held_out_error_percent", "%", r->held_out_error);
    stn_result_text(out, "validation_file", r->validation_file[0] ? r->validation_file : NULL);
    if (r->validation_file[0])
        stn_result_line(out, "Relative error on %s: %.4f %%", r->validation_file,
                        r->validation_error);
    stn_result_number(out, "validation_error_percent", "%", r->validation_error);
    const size_t kept_out = r->rows - r->fit.rows;
    const StnScore fitted = stn_score_rows(r->measured, r->fitted, r->fit.rows);
    const StnScore rest =
        stn_score_rows(r->measured + r->fit.rows, r->fitted + r->fit.rows, kept_out);
    stn_report_score(out, "score", kept_out ? "Fitted" : "Effort", F, &fitted);
    stn_report_score(out, "score_held_out", "Held out", F, &rest);
}

static void report_rows(const StnInverse *r, const char *F, const char *v, StnResult *out)
{
    stn_result_series(out, "t", "s", r->t, r->rows);
    stn_result_series(out, "velocity", v, r->velocity, r->rows);
    stn_result_compared(out, "effort", F, r->measured, r->fitted, r->rows);
    stn_result_series(out, "inertia", F, r->inertia, r->rows);
}

static void report(const void *options, const void *result, const StnData *const *data, int ndata,
                   StnResult *out)
{
    const StnInverse *r = result;
    const char *v = stn_role_unit(STN_ROLE_VELOCITY, data[0]->rotary);
    (void)ndata, (void)options;
    stn_result_line(out, "Inverse model, least squares on %zu samples", r->fit.rows);
    stn_report_data(out, data[0]);
    stn_result_line(out, "%s", "");
    stn_result_estimates(out, "parameters", r->parameters.item, r->parameters.count, "");
    if (!isnan(r->vs))
        stn_result_line(out, "  Stribeck speed vs %.5g %s, probability of chance %.2g", r->vs, v,
                        r->stribeck_chance);
    stn_result_count(out, "samples", r->fit.rows);
    stn_result_count(out, "left_out", r->left_out);
    report_errors(r, data[0]->unit[STN_ROLE_EFFORT], out);
    stn_result_number(out, "condition", "1", r->fit.condition);
    stn_result_number(out, "residual_correlation", "1", r->correlation);
    stn_result_number(out, "cutoff", "Hz", r->cutoff);
    stn_result_number(out, "dead_speed", v, r->dead_speed);
    stn_result_number(out, "shift", "1", r->shift);
    stn_result_number(out, "vs", v, r->vs);
    stn_result_number(out, "drift", "1/s", r->drift);
    stn_result_number(out, "k_m", "1", r->k_m);
    stn_result_number(out, "k_e", "1", r->k_e);
    stn_result_number(out, "stribeck_chance", "1", r->stribeck_chance);
    stn_result_number(out, "asymmetry_chance", "1", r->asymmetry_chance);
    stn_result_text(out, "missing", r->missing);
    stn_result_number(out, "missing_share", "1", r->missing_share);
    stn_result_number(out, "missing_chance", "1", r->missing_chance);
    stn_result_number(out, "delay", "s", r->delay);
    stn_result_number(out, "lag", "s", r->lag);
    stn_report_remarks(out, &r->remarks, data[0]);
    stn_result_summary(out,
                       "inverse model, %zu samples of %s,\nrelative error of the effort %.3f %%",
                       r->fit.rows, data[0]->file, r->fit.relative_error);
    draw(r, data[0], out);
    report_rows(r, data[0]->unit[STN_ROLE_EFFORT], v, out);
}

/* clang-format off */
const StnIdentifyMethod stn_inverse_method = {
    .name = "inverse",
    .summary = "mass, sliding and viscous level by least squares on the inverse model",
    .about =
        "FILE --effort COLUMN --position COLUMN\n"
        "\n"
        "effort = M*a + Fv*v + Fc*sgn(v) + offset, by least squares on means over short windows (or, with\n"
        "--cutoff, on filtered signals).  Prints parameters with 95 % intervals and relative deviations.  --load adds the\n"
        "terms eta*load + mu*|load|*sgn(v), or, with --load-friction, eta*load + |k_m*effort + k_e*load|*sgn(v): gears\n"
        "that lose more under load, by the torques at both of their ends.\n",
    .examples =
        "  stiction identify inverse axis.csv --effort force --position q --plot fit.svg -o axis.yaml\n"
        "  stiction identify inverse axis.csv --effort u --gain u=\"35.15 N/V\" --position q --asymmetric\n",
    .title = "Identified by the inverse model",
    .fields = &fields,
    STN_RESULT_PLACES(StnInverse),
    .least_rows = 20,
    .all = STN_BIT(EFFORT),
    .any = STN_BIT(POSITION) | STN_BIT(VELOCITY),
    .may = STN_BIT(ACCELERATION) | STN_BIT(LOAD),
    .flags = STN_IDENTIFY_EVEN | STN_IDENTIFY_ROWS,
    .prepare = prepare,
    .identify = identify,
    .validate = validate,
    .report = report,
    .release = release,
};
/* clang-format on */
