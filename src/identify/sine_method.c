/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* identify sine: options and report. */
#include "identify/method.h"

#include <math.h>

enum { CURVE_POINTS = 200, SIDE_CURVES = 4 };

#define S StnSineTestDef
/* clang-format off */
static const StnField entries[] = {
    STN_WORD     (S, sign, "auto|reference|held|raw", STN_SINE_SIGN_AUTO,
                  "where sgn(v) comes from (auto: the reference where there is one and the motion follows it, "
                  "otherwise the last measured sense, held); raw differences are biased, for comparison only"),
    STN_FLAG     (S, sides, false, "levels for each direction"),
    STN_FLAG     (S, line, false, "the straight line only"),
    STN_NUMBER   (S, settle, "1", 1.0, 0.0, DBL_MAX, "half periods dropped at the start of a segment"),
    STN_NUMBER   (S, alike, "1", 0.05, STN_ABOVE_0, STN_BELOW_1,
                  "half periods that differ by less are of one segment"),
    STN_NUMBER   (S, play, "$x", 0.0, 0.0, DBL_MAX,
                  "a play between sensor and contact (identify cycles --play): the time that only crosses it "
                  "is left out of fc; with --cd"),
    STN_NUMBER_AS("cd", S, Cd, "$F", 0.0, 0.0, DBL_MAX, "the level inside the play"),
    STN_NUMBER   (S, hysteresis, "$x", NAN, 0.0, DBL_MAX,
                  "way back that makes a reversal (2 sensor steps, or 1 % of the travel)"),
};
/* clang-format on */
#undef S
enum { PLAY = 5, CD = 6 };
STN_METHOD_FIELDS("sine", StnSineTestDef, stn_default_sine_test_def)

static StnStatus prepare(void *options, StnMethodNeeds *needs, StnError *error)
{
    const StnSineTestDef *def = options;
    const unsigned reference = STN_BIT(COMMAND) | STN_BIT(SPEED_COMMAND);
    if (needs->given[PLAY] != needs->given[CD])
        return stn_error(error, STN_BAD_INPUT,
                         "--play and --cd go together: the play, and the level inside it");
    if (def->sign == STN_SINE_SIGN_REFERENCE)
        needs->any = reference, needs->with = "--sign reference";
    else if (def->sign == STN_SINE_SIGN_AUTO)
        needs->any |= reference;
    return STN_OK;
}

static StnStatus identify(const void *options, const StnData *const *data, int ndata, void *result,
                          StnError *error)
{
    const StnStatus status = stn_identify_needs_data(ndata, error);
    return status ? status : stn_identify_sine(options, data, ndata, result, error);
}

/* ---- Figure ---- */

/* The fitted mean at amplitude V: of a side where they were fitted apart. */
static double mean_at(const StnEstimates *e, StnOnset onset, double V, int side)
{
    const StnEstimate *p = e->item, *last = &e->item[e->count - 1];
    const double speed = stn_sine_viscous(onset, V, onset == STN_ONSET_NONE ? 0.0 : last->value);
    if (e->count < 4)
        return p[0].value + p[1].value * speed;
    return p[side].value + p[2 + side].value * speed;
}

/* Lines and points of a side, or of both together. */
typedef struct SideDrawing {
    double x[CURVE_POINTS], line[CURVE_POINTS], onset[CURVE_POINTS];
    double *V, *mean, *out_V, *out_mean;
    size_t used, out;
} SideDrawing;

static void fill_side(SideDrawing *d, const StnSineTest *r, int side, bool sides, double *memory)
{
    double fast = 0.0;
    d->V = memory, d->mean = memory + r->npoint;
    d->out_V = memory + (size_t)2 * r->npoint, d->out_mean = memory + (size_t)3 * r->npoint;
    d->used = d->out = 0;
    for (int i = 0; i < r->npoint; i++) {
        const StnSineTestPoint *p = &r->point[i];
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
static int side_curves(const SideDrawing *d, const StnSineTest *r, int side, bool sides,
                       StnCurve curve[SIDE_CURVES])
{
    static const char *const lines[] = {"line forward", "line backward"};
    static const char *const onsets[] = {"from w0 on, forward", "from w0 on, backward"};
    int n = 0;
    curve[n++] = (StnCurve){d->x, d->line, CURVE_POINTS, sides ? lines[side] : "straight line",
                            STN_STYLE_LINES};
    if (r->onset != STN_ONSET_NONE)
        curve[n++] = (StnCurve){d->x, d->onset, CURVE_POINTS,
                                sides ? onsets[side] : "viscous from w0 on", STN_STYLE_DASHES};
    curve[n++] = (StnCurve){d->V, d->mean, d->used, sides ? stn_side_words[side] : "measured",
                            STN_STYLE_MARKS};
    if (d->out > 0)
        curve[n++] = (StnCurve){d->out_V, d->out_mean, d->out, side == 0 ? "left out" : NULL,
                                STN_STYLE_MARKS};
    return n;
}

static void draw(const StnSineTest *r, const StnData *data, StnResult *out)
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
    snprintf(xlabel, sizeof xlabel, "amplitude V [%s]",
             stn_role_unit(STN_ROLE_VELOCITY, data->rotary));
    snprintf(ylabel, sizeof ylabel, "mean of u*sgn(v) [%s]", data->unit[STN_ROLE_EFFORT]);
    const StnPanel panel = {.xlabel = xlabel, .ylabel = ylabel, .curve = curve, .ncurve = n};
    out->failed = out->failed || n == 0;
    if (n > 0)
        stn_report_figure(out, "Sinusoidal speed", &panel, 1);
    free(drawing);
    free(memory);
}

/* ---- Report ---- */

static void report_points(const StnSineTest *r, const StnData *data, StnResult *out)
{
    const char *F = data->unit[STN_ROLE_EFFORT],
               *v = stn_role_unit(STN_ROLE_VELOCITY, data->rotary);
    const StnResultColumn columns[] = {
        {"V", "V", v, "%.5g"},
        {"frequency", "f", "Hz", "%.4g"},
        {"halves", "halves", "", NULL},
        {"mean", "mean", F, "%.5g"},
        {"forward", "forward", F, "%.5g"},
        {"backward", "backward", F, "%.5g"},
        {"scatter", NULL, F, NULL},
        {"fitted", "fitted", F, "%.5g"},
        {"lag", NULL, "1", NULL},
        {"ratio", NULL, "1", NULL},
        {"crossing", NULL, "1", NULL},
        {"left_out", NULL, "", NULL},
        {NULL, "", "", NULL},
    };
    stn_result_table(out, "points", "", columns, STN_COUNT_OF(columns));
    for (int i = 0; i < r->npoint; i++) {
        const StnSineTestPoint *p = &r->point[i];
        char left_out[160];
        snprintf(left_out, sizeof left_out, "%s%s", p->left_out ? "left out: " : "",
                 p->left_out ? p->left_out : "");
        const StnCell row[] = {stn_cell_number(p->V),
                               stn_cell_number(p->frequency),
                               stn_cell_count((uint64_t)p->halves),
                               stn_cell_number(p->mean),
                               stn_cell_number(p->side[0]),
                               stn_cell_number(p->side[1]),
                               stn_cell_number(p->scatter),
                               stn_cell_number(p->fitted),
                               stn_cell_number(p->lag),
                               stn_cell_number(p->ratio),
                               stn_cell_number(p->crossing),
                               stn_cell_text(p->left_out),
                               stn_cell_text(left_out)};
        stn_result_row(out, true, row);
    }
}

static void report_levels(const StnSineTest *r, const char *F, StnResult *out)
{
    const char *form = r->onset == STN_ONSET_JUMP ? "jump" : "continuous";
    const bool onset = r->onset != STN_ONSET_NONE;
    stn_result_line(out, "\nStraight line, rms %.3g %s", r->line_rms, F);
    stn_result_estimates(out, "line", r->line.item, r->line.count, "");
    stn_result_number(out, "line_rms", F, r->line_rms);
    if (onset)
        stn_result_line(
            out, "\nViscous term from w0 on (%s), rms %.3g %s, probability of chance %.2g: %s",
            form, r->piecewise_rms, F, r->onset_chance,
            r->piecewise_chosen ? "significantly better" : "not significantly better");
    stn_result_estimates(out, "piecewise", r->piecewise.item, r->piecewise.count,
                         onset ? "" : NULL);
    stn_result_text(out, "onset", onset ? form : NULL);
    stn_result_number(out, "onset_chance", "1", r->onset_chance);
    stn_result_flag(out, "piecewise_chosen", r->piecewise_chosen);
    stn_result_number(out, "straight_above", "", r->straight_above);
}

static void report(const void *options, const void *result, const StnData *const *data, int ndata,
                   StnResult *out)
{
    const StnSineTest *r = result;
    const StnResultColumn file = {"", NULL, "", NULL};
    (void)options;
    stn_result_line(out,
                    "Sliding level from sinusoidal speed: mean of effort*sgn(v) = fc + fv*2*V/pi");
    stn_result_table(out, "files", NULL, &file, 1);
    for (int i = 0; i < ndata; i++)
        stn_result_row(out, false, &(StnCell){.kind = STN_CELL_TEXT, .text = data[i]->file});
    for (int i = 0; i < ndata; i++)
        stn_result_line(out, "%s: %zu samples, %s %.6g s", data[i]->file, data[i]->rows,
                        data[i]->uniform ? "every" : "on average every", data[i]->Ts);
    stn_result_open(out, "data");
    stn_result_text(out, "kind", data[0]->rotary ? "rotary" : "linear");
    stn_result_close(out);
    stn_result_line(out, "%s", "");
    report_points(r, data[0], out);
    report_levels(r, data[0]->unit[STN_ROLE_EFFORT], out);
    stn_report_remarks(out, &r->remarks, data[0]);
    stn_result_summary(out, "sinusoidal speed, %d amplitudes, %s%s", r->used, data[0]->file,
                       ndata > 1 ? " and others" : "");
    stn_result_caveat(out, "The static level is not identified: Fs = Fc.");
    draw(r, data[0], out);
}

static void release(void *result) { stn_sine_test_free(result); }

/* clang-format off */
const StnIdentifyMethod stn_sine_method = {
    .name = "sine",
    .summary = "sliding and viscous level from sinusoidal speed",
    .about =
        "FILE... --effort COLUMN --position COLUMN\n"
        "SCENARIO --simulate --vary PATH=A,B,C\n"
        "\n"
        "The speed was driven as V*sin(2*pi*f*t) with three or more amplitudes, in one record or in\n"
        "several.  Over whole half periods the inertia averages out: mean(u*sgn v) = fc + fv*2*V/pi, without\n"
        "mass and acceleration.  Finds the segments of one amplitude, fits a line, and a viscous term that\n"
        "sets in above a speed w0 only; the latter counts when it is significantly better.\n",
    .examples =
        "  stiction identify sine clutch-sine --simulate \\\n"
        "      --vary inputs.omegad.sine.amplitude=100rad/s,200rad/s,300rad/s,400rad/s\n"
        "  stiction identify sine v100.csv v200.csv v400.csv --effort u --position theta \\\n"
        "      --speed-reference wd --plot sine.svg -o sliding.yaml\n",
    .title = "Identified sliding levels",
    .fields = &fields,
    STN_RESULT_PLACES(StnSineTest),
    .least_rows = 20,
    .all = STN_BIT(EFFORT),
    .any = STN_BIT(POSITION) | STN_BIT(VELOCITY),
    .may = STN_BIT(COMMAND) | STN_BIT(SPEED_COMMAND),
    .flags = STN_IDENTIFY_SIMULATE | STN_IDENTIFY_SEVERAL | STN_IDENTIFY_EVEN | STN_IDENTIFY_PART,
    .prepare = prepare,
    .identify = identify,
    .report = report,
    .release = release,
};
/* clang-format on */
