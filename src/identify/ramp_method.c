/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* identify ramp: options and report. */
#include "identify/method.h"

#include <math.h>

enum { CURVE_POINTS = 60 };

#define S StnRampTestDef
/* clang-format off */
static const StnField entries[] = {
    STN_NUMBER_AS("resolution", S, dx, "$x", NAN, STN_ABOVE_0, DBL_MAX,
                  "step of the position sensor (from the data)"),
    STN_INTEGER  (S, steps, 5, 3, INT_MAX, "fewer sensor steps before it slides are refused"),
    STN_NUMBER   (S, soft, "1", 0.05, STN_ABOVE_0, STN_BELOW_1,
                  "it slides where the curve is softer than this part of its first slope"),
};
/* clang-format on */
#undef S
STN_METHOD_FIELDS("ramp", StnRampTestDef, stn_default_ramp_test_def)

STN_METHOD_FUNCTIONS(stn_identify_ramp, stn_ramp_test_free)

/* ---- Figure ---- */

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
static void window(const StnRampTest *r, StnPanel *panel)
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

static void draw(const StnRampTest *r, const StnData *data, StnResult *out)
{
    char xlabel[80], ylabel[80];
    const size_t room = ((size_t)r->nbranch + 1) * (CURVE_POINTS + 1);
    double *x = malloc(2 * room * sizeof *x), *u = x ? x + room : NULL;
    size_t n = 0;
    out->failed = out->failed || !x;
    if (!x)
        return;
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
         STN_STYLE_LINES},
        {x, u, n, "starts of the branches, fitted", STN_STYLE_DASHES},
    };
    snprintf(xlabel, sizeof xlabel, "position [%s]", data->unit[STN_ROLE_POSITION]);
    snprintf(ylabel, sizeof ylabel, "effort [%s]", data->unit[STN_ROLE_EFFORT]);
    StnPanel panel = {.xlabel = xlabel, .ylabel = ylabel, .curve = curve, .ncurve = 2};
    window(r, &panel);
    stn_report_figure(out, "Pre-sliding", &panel, 1);
    free(x);
}

/* ---- Report ---- */

/* The remarks count the branches that are left out, JSON has them. */
static void report_branches(const StnRampTest *r, const StnData *data, StnResult *out)
{
    const char *F = data->unit[STN_ROLE_EFFORT], *x = data->unit[STN_ROLE_POSITION];
    char slope[80];
    snprintf(slope, sizeof slope, "%s/%s", F, x);
    const StnResultColumn columns[] = {
        {"t", "t", "s", "%.4g"},
        {"side", "", "", NULL},
        {"from_rest", NULL, "", NULL},
        {NULL, "starts", "", NULL},
        {"x", NULL, x, NULL},
        {"effort", "effort", F, "%.4g"},
        {"slope", "slope", slope, "%.5g"},
        {"slope_std", NULL, slope, NULL},
        {"straight", NULL, "", NULL},
        {"level", "slides at", F, "%.5g"},
        {"way", "after", x, "%.4g"},
        {"left_out", NULL, "", NULL},
    };
    stn_result_table(out, "branches", "\nBranches", columns, STN_COUNT_OF(columns));
    for (int i = 0; i < r->nbranch; i++) {
        const StnRampBranch *b = &r->branch[i];
        const StnCell row[] = {stn_cell_number(data->value[STN_ROLE_TIME][b->first]),
                               stn_cell_text(stn_side_words[b->side]),
                               stn_cell_flag(b->from_rest),
                               stn_cell_text(b->from_rest ? "at rest" : "turning"),
                               stn_cell_number(b->x),
                               stn_cell_number(b->effort),
                               stn_cell_number(b->slope),
                               stn_cell_number(b->slope_std),
                               stn_cell_flag(b->straight),
                               stn_cell_number(b->level),
                               stn_cell_number(b->way),
                               stn_cell_text(b->left_out)};
        stn_result_row(out, !b->left_out, row);
    }
}

static void report(const void *options, const void *result, const StnData *const *data, int ndata,
                   StnResult *out)
{
    const StnRampTest *r = result;
    (void)options, (void)ndata;
    stn_result_line(out, "Pre-sliding from a slow ramp");
    stn_report_data(out, data[0]);
    stn_result_number(out, "resolution", data[0]->unit[STN_ROLE_POSITION], r->dx);
    stn_result_number(out, "stiffness_ratio", "1", r->ratio);
    stn_result_number(out, "load", data[0]->unit[STN_ROLE_EFFORT], r->load);
    report_branches(r, data[0], out);
    stn_result_line(out, "%s", "");
    stn_result_estimates(out, "parameters", r->parameters.item, r->parameters.count, "");
    stn_report_remarks(out, &r->remarks, data[0]);
    stn_result_summary(
        out,
        "slow ramp, %d branches of %s.\nThe sliding level is not identified: Fc = Fs, "
        "unless the base says otherwise",
        r->nbranch, data[0]->file);
    draw(r, data[0], out);
}

static void take_simulated(void *options, const StnSimulated *found)
{
    StnRampTestDef *def = options;
    def->dx = isnan(def->dx) ? found->resolution : def->dx;
}

/* clang-format off */
const StnIdentifyMethod stn_ramp_method = {
    .name = "ramp",
    .summary = "stiffness and range of pre-sliding from a slow ramp",
    .about =
        "FILE --effort COLUMN --position COLUMN\n"
        "SCENARIO --simulate\n"
        "\n"
        "The effort, or the far end of a spring, or the position itself, went slowly there and back.  In the\n"
        "plane of position and effort each turn of the effort starts a stiff branch that bends over into\n"
        "sliding.  Prints, by direction, its first slope sigma0, the level at which it slides, the range\n"
        "z_max = level/sigma0 and the way into sliding.  Refuses where the sensor cannot see it.\n",
    .examples =
        "  stiction identify ramp loop.csv --effort F --position x --plot loop.svg -o presliding.yaml\n"
        "  stiction identify ramp block-pre-sliding --simulate\n",
    .title = "Identified pre-sliding",
    .fields = &fields,
    STN_RESULT_PLACES(StnRampTest),
    .least_rows = 20,
    .may = STN_BIT(EFFORT) | STN_BIT(POSITION),
    .flags = STN_IDENTIFY_SIMULATE | STN_IDENTIFY_PART,
    .take_simulated = take_simulated,
    .identify = identify,
    .report = report,
    .release = release,
};
/* clang-format on */
