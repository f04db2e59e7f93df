/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* identify power: options and report. */
#include "identify/method.h"
#include "identify/score.h"

#include <math.h>

#define S StnPowerDef
/* clang-format off */
static const StnField entries[] = {
    STN_NUMBER   (S, window, "s", NAN, STN_ABOVE_0, DBL_MAX, "length of a window (about 60 windows)"),
    STN_NUMBER_AS("mass", S, m, "$m", NAN, 0.0, DBL_MAX, "the mass is known and not estimated"),
    STN_FLAG     (S, asymmetric, false, "fc for each direction (instead of the offset)"),
    STN_FLAG     (S, offset, true, "no constant effort"),
    STN_FLAG     (S, no_viscous, false, "no viscous term"),
    STN_FLAG     (S, gravity, false, "of an arm: G*sin(angle - hang), hang: the angle at which it hangs"),
    STN_NUMBER_AS("resolution", S, dx, "$x", NAN, STN_ABOVE_0, DBL_MAX,
                  "step of the position sensor (from the data)"),
};
/* clang-format on */
#undef S
STN_METHOD_FIELDS("power", StnPowerDef, stn_default_power_def)

STN_METHOD_FUNCTIONS(stn_identify_power, stn_power_free)

static void draw(const StnPower *r, StnResult *out)
{
    const size_t n = (size_t)r->windows;
    const StnCurve curve[] = {{r->t, r->work, n, "measured", STN_STYLE_MARKS},
                              {r->t, r->fitted, n, "balance", STN_STYLE_HAIRLINE}};
    const StnPanel panel = {.title = "Work of the effort per window",
                            .xlabel = "t [s]",
                            .ylabel = "work [J]",
                            .curve = curve,
                            .ncurve = 2};
    stn_report_figure(out, "Balance of power", &panel, 1);
}

static void report(const void *options, const void *result, const StnData *const *data, int ndata,
                   StnResult *out)
{
    const StnPower *r = result;
    (void)options, (void)ndata;
    stn_result_line(out, "Balance of power, least squares on %d windows of %.4g s", r->windows,
                    r->window);
    stn_report_data(out, data[0]);
    stn_result_line(out, "%s", "");
    stn_result_estimates(out, "parameters", r->parameters.item, r->parameters.count, "");
    stn_result_count(out, "windows", (uint64_t)r->windows);
    stn_result_count(out, "left_out", (uint64_t)r->left_out);
    stn_result_number(out, "window", "s", r->window);
    stn_result_fact(out, "relative_error_percent", "%", stn_cell_number(r->fit.relative_error),
                    "\nRelative error of the work: %.3f %%", r->fit.relative_error);
    const StnScore score = stn_score_rows(r->work, r->fitted, (size_t)r->windows);
    stn_report_score(out, "score", "Work", "J", &score);
    stn_result_number(out, "condition", "1", r->fit.condition);
    stn_report_remarks(out, &r->remarks, data[0]);
    stn_result_summary(out,
                       "balance of power, %d windows of %s,\nrelative error of the work %.3f %%",
                       r->windows, data[0]->file, r->fit.relative_error);
    draw(r, out);
    stn_result_series(out, "t", "s", r->t, (size_t)r->windows);
    stn_result_compared(out, "work", "J", r->work, r->fitted, (size_t)r->windows);
}

/* clang-format off */
const StnIdentifyMethod stn_power_method = {
    .name = "power",
    .summary = "mass, sliding and viscous level from the balance of power",
    .about =
        "FILE --effort COLUMN --position COLUMN\n"
        "\n"
        "Over windows of time, the work of the effort = change of kinetic energy + viscous and dry losses:\n"
        "  sum(u*dx) = m*d(v^2/2) + fv*int(v^2)dt + fc*int|v|dt + offset*dx,\n"
        "by least squares.  No filter to tune, and no acceleration.\n",
    .examples =
        "  stiction identify power axis.csv --effort force --position q --plot power.svg\n",
    .title = "Identified by the balance of power",
    .fields = &fields,
    STN_RESULT_PLACES(StnPower),
    .least_rows = 40,
    .all = STN_BIT(EFFORT),
    .any = STN_BIT(POSITION) | STN_BIT(VELOCITY),
    .flags = STN_IDENTIFY_EVEN | STN_IDENTIFY_ROWS,
    .identify = identify,
    .report = report,
    .release = release,
};
/* clang-format on */
