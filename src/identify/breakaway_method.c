/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* identify breakaway: options and report. */
#include "identify/method.h"

#include <math.h>

enum { CURVE_POINTS = 101 };

#define S StnBreakawayDef
/* clang-format off */
static const StnField entries[] = {
    STN_NUMBER_AS ("resolution", S, dx, "$x", NAN, STN_ABOVE_0, DBL_MAX,
                   "step of the position sensor (from the data)"),
    STN_INTEGER   (S, steps, 2, 1, INT_MAX,
                   "motion is a change by N sensor steps; more than the noise makes"),
    STN_NUMBER    (S, motion, "$x", NAN, STN_ABOVE_0, DBL_MAX, "... or by this way"),
    STN_NUMBER    (S, rest, "s", 0.05, 0.0, DBL_MAX, "without a step before a breakaway counts"),
    STN_INTEGER_AS("degree", S, degree_max, 4, 0, 4, "largest degree of the polynomials"),
    STN_NUMBER    (S, outlier, "1", 4.0, STN_ABOVE_0, DBL_MAX,
                   "points further off than so many robust deviations are left out"),
    STN_PAIR_OF   (S, sliding, "$F", NAN, STN_ABOVE_0, DBL_MAX,
                   "known sliding levels (forward, backward): gives beta, and Fc in the scenario"),
    STN_NUMBER    (S, play, "$x", 0.0, 0.0, DBL_MAX,
                   "play between sensor and contact: places are those of the contact, which lags by half of it"),
};
/* clang-format on */
#undef S
STN_METHOD_FIELDS("breakaway", StnBreakawayDef, stn_default_breakaway_def)

STN_METHOD_FUNCTIONS(stn_identify_breakaway, stn_breakaway_free)

/* ---- Figure ---- */

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
    const StnStyle styles[] = {STN_STYLE_POINTS, STN_STYLE_MARKS, STN_STYLE_HAIRLINE};
    for (int k = 0; k < 3; k++)
        curve[k] = (StnCurve){x[k], y[k], n[k], side == 0 ? labels[k] : NULL, styles[k]};
    return 3;
}

static void draw(const StnBreakaway *r, const StnData *data, StnResult *out)
{
    char xlabel[80], ylabel[80];
    StnCurve curve[6];
    StnPanel panel[2];
    const size_t each = 6 * ((size_t)r->npoint + CURVE_POINTS);
    double *memory = malloc(2 * each * sizeof *memory);
    out->failed = out->failed || !memory;
    if (!memory)
        return;
    snprintf(xlabel, sizeof xlabel, "position [%s]", data->unit[STN_ROLE_POSITION]);
    snprintf(ylabel, sizeof ylabel, "level [%s]", data->unit[STN_ROLE_EFFORT]);
    for (int side = 0; side < 2; side++) {
        const int count = side_curves(r, side, &curve[3 * side], memory + (size_t)side * each);
        panel[side] = (StnPanel){.title = stn_side_words[side],
                                 .xlabel = xlabel,
                                 .ylabel = ylabel,
                                 .curve = &curve[3 * side],
                                 .ncurve = count};
    }
    stn_report_figure(out, "Breakaway levels", panel, 2);
    free(memory);
}

/* ---- Report ---- */

static void polynomial_text(const StnBreakawaySide *s, char *out, size_t size)
{
    static const char *const powers[] = {"", "*x", "*x^2", "*x^3", "*x^4"};
    size_t used = 0;
    for (int k = 0; k <= s->degree && used < size; k++)
        used += (size_t)snprintf(out + used, size - used, " %s%.5g%s",
                                 k > 0 && s->fit.value[k] >= 0.0 ? "+" : "", s->fit.value[k],
                                 powers[k]);
}

/* As many breakaways again: their mean differs by the root of 2 more than this one from the truth. */
static double next_low(const StnBreakawaySide *s)
{
    return s->mean - sqrt(2.0) * (s->mean - s->mean_low);
}

static double next_high(const StnBreakawaySide *s)
{
    return s->mean + sqrt(2.0) * (s->mean_high - s->mean);
}

static void side_lines(const StnBreakaway *r, int i, const StnData *data, StnResult *out)
{
    const StnBreakawaySide *s = &r->side[i];
    const char *F = data->unit[STN_ROLE_EFFORT], *x = data->unit[STN_ROLE_POSITION];
    char text[200], next[64];
    if (s->count == 0)
        return;
    stn_result_line(out, "%s: %d points, %d left out", stn_side_words[i], s->count, s->outliers);
    if (isnan(s->std))
        stn_result_line(out, "  mean %.5g %s (one point: no interval)", s->mean, F);
    else
        stn_result_line(
            out,
            "  mean %.5g %s (95 %%, this record: %s; next record: %s), standard deviation %.3g %s",
            s->mean, F, stn_interval_text(s->mean_low, s->mean_high, 5, text, sizeof text),
            stn_interval_text(next_low(s), next_high(s), 5, next, sizeof next), s->std, F);
    stn_result_line(out, "  mean over the travel %.4g ... %.4g %s: %.4g %s", s->x_min, s->x_max, x,
                    s->travel_mean, F);
    if (!isnan(r->beta[i]))
        stn_result_line(out, "  beta = static over sliding level: %.4g", r->beta[i]);
    polynomial_text(s, text, sizeof text);
    stn_result_line(out, "  polynomial of degree %d, rms %.3g %s: Cs(x) =%s", s->degree, s->fit.rms,
                    F, text);
}

static void report_side(const StnBreakaway *r, int i, const StnData *data, StnResult *out)
{
    const StnBreakawaySide *s = &r->side[i];
    const char *F = data->unit[STN_ROLE_EFFORT];
    const StnResultColumn coefficient = {"", NULL, NULL, NULL};
    side_lines(r, i, data, out);
    stn_result_open(out, stn_side_words[i]);
    stn_result_count(out, "points", (uint64_t)s->count);
    stn_result_count(out, "left_out", (uint64_t)s->outliers);
    stn_result_number(out, "mean", F, s->count ? s->mean : NAN);
    stn_result_number(out, "mean_low", F, s->count ? s->mean_low : NAN);
    stn_result_number(out, "mean_high", F, s->count ? s->mean_high : NAN);
    stn_result_number(out, "mean_next_low", F, s->count ? next_low(s) : NAN);
    stn_result_number(out, "mean_next_high", F, s->count ? next_high(s) : NAN);
    stn_result_number(out, "travel_mean", F, s->count ? s->travel_mean : NAN);
    stn_result_number(out, "beta", "1", r->beta[i]);
    stn_result_number(out, "rms", F, s->fit.rms);
    stn_result_table(out, "polynomial", NULL, &coefficient, 1);
    for (int k = 0; k <= s->degree && s->count > 0; k++)
        stn_result_row(out, false, &(StnCell){.number = s->fit.value[k]});
    stn_result_close(out);
}

/* People see those that are left out. */
static void report_points(const StnBreakaway *r, const StnData *data, StnResult *out)
{
    const char *F = data->unit[STN_ROLE_EFFORT], *x = data->unit[STN_ROLE_POSITION];
    const StnResultColumn columns[] = {
        {"t", "t", "s", "%.4f"},          {"x", "x", x, "%.5g"},
        {"effort", "effort", F, "%.4g"},  {"side", "", "", NULL},
        {"left_out", "reason", "", NULL},
    };
    stn_result_table(out, "points", "\nLeft out:", columns, STN_COUNT_OF(columns));
    for (int i = 0; i < r->npoint; i++) {
        const StnBreakawayPoint *p = &r->point[i];
        const StnCell row[] = {stn_cell_number(p->t), stn_cell_number(p->x),
                               stn_cell_number(p->effort), stn_cell_text(stn_side_words[p->side]),
                               stn_cell_text(p->left_out)};
        stn_result_row(out, p->left_out != NULL, row);
    }
}

static void report(const void *options, const void *result, const StnData *const *data, int ndata,
                   StnResult *out)
{
    const StnBreakaway *r = result;
    (void)options, (void)ndata;
    stn_result_line(out, "Breakaway levels");
    stn_report_data(out, data[0]);
    stn_result_line(out, "%s", "");
    stn_result_number(out, "resolution", data[0]->unit[STN_ROLE_POSITION], r->dx);
    report_side(r, 0, data[0], out);
    report_side(r, 1, data[0], out);
    report_points(r, data[0], out);
    stn_report_remarks(out, &r->remarks, data[0]);
    stn_result_summary(out, "breakaway levels, %d points of %s", r->npoint, data[0]->file);
    if (isnan(r->beta[0]))
        stn_result_caveat(out, "The sliding level is not identified: Fc = Fs.");
    draw(r, data[0], out);
}

/* clang-format off */
const StnIdentifyMethod stn_breakaway_method = {
    .name = "breakaway",
    .summary = "static level per direction and position",
    .about =
        "FILE --effort COLUMN --position COLUMN\n"
        "SCENARIO --simulate --travel FROM:TO\n"
        "\n"
        "Where the position leaves a rest, the effort just before is a point of the static level.  Prints\n"
        "mean levels per direction, a polynomial over the position (degree chosen by the data), and the\n"
        "points left out.  With --simulate the experiment itself runs, on any plant with a quantised\n"
        "sensor: raise the effort, let go when it moves, go on, turn round at the ends of the travel.\n"
        "Refuses motion that is commanded from point to point.\n",
    .examples =
        "  stiction identify breakaway ramps.csv --effort u --position theta --plot levels.svg\n"
        "  stiction identify breakaway block-brake --simulate --set initial.v=0 --resolution 0.1mm \\\n"
        "      --travel 0:20mm\n",
    .title = "Identified breakaway levels",
    .fields = &fields,
    STN_RESULT_PLACES(StnBreakaway),
    .least_rows = 20,
    .all = STN_BIT(EFFORT) | STN_BIT(POSITION),
    .flags = STN_IDENTIFY_SIMULATE | STN_IDENTIFY_PART,
    .identify = identify,
    .report = report,
    .release = release,
};
/* clang-format on */
