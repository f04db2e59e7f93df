/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* identify cycles: options and report. */
#include "identify/cycles_against.h"
#include "identify/method.h"

#include <math.h>

#define S StnHuntingDef
/* clang-format off */
static const StnField entries[] = {
    STN_FLAG     (S, play, false, "the cycles lie inside a play"),
    STN_NUMBER_AS("settled", S, from, "s", NAN, -DBL_MAX, DBL_MAX,
                  "from when on it hunts steadily (after a fifth of the record)"),
    STN_NUMBER_AS("resolution", S, dx, "$x", NAN, STN_ABOVE_0, DBL_MAX,
                  "step of the position sensor (from the data)"),
    STN_NUMBER_AS("mass", S, m, "$m", NAN, STN_ABOVE_0, DBL_MAX,
                  "puts right what inertia takes between the first and last step of a slip"),
    STN_NUMBER   (S, target, "$x", NAN, -DBL_MAX, DBL_MAX,
                  "wanted position (the last value of --reference)"),
};
/* clang-format on */
#undef S
STN_METHOD_FIELDS("cycles", StnHuntingDef, stn_default_hunting_def)

STN_METHOD_FUNCTIONS(stn_identify_cycles, stn_hunting_free)

/* ---- Report ---- */

static void spread_row(StnResult *out, const char *name, const char *unit, StnSpread s)
{
    char interval[64], next[64], quartiles[64];
    const double reach = sqrt(2.0) * (s.high - s.mean);
    snprintf(interval, sizeof interval, "%.5g ... %.5g", s.low, s.high);
    snprintf(next, sizeof next, "%.5g ... %.5g", s.mean - reach, s.mean + reach);
    snprintf(quartiles, sizeof quartiles, "%.5g ... %.5g", s.quartile[0], s.quartile[1]);
    const StnCell row[] = {stn_cell_text(name),
                           stn_cell_number(s.mean),
                           stn_cell_text(unit),
                           stn_cell_text(interval),
                           stn_cell_text(next),
                           stn_cell_text(quartiles),
                           stn_cell_count((uint64_t)s.count)};
    stn_result_row(out, true, row);
}

static void spread_group(StnResult *out, const char *key, const char *unit, StnSpread s)
{
    stn_result_open(out, key);
    stn_result_number(out, "mean", unit, s.mean);
    stn_result_number(out, "low", unit, s.low);
    stn_result_number(out, "high", unit, s.high);
    stn_result_number(out, "std", unit, s.std);
    stn_result_number(out, "lower_quartile", unit, s.quartile[0]);
    stn_result_number(out, "upper_quartile", unit, s.quartile[1]);
    stn_result_count(out, "count", (uint64_t)s.count);
    stn_result_close(out);
}

static void report_spreads(const StnHunting *r, const StnData *data, StnResult *out)
{
    const char *F = data->unit[STN_ROLE_EFFORT], *x = data->unit[STN_ROLE_POSITION];
    const struct {
        const char *key, *name, *unit;
        StnSpread spread;
    } all[] = {
        {"period", "period", "s", r->period},
        {"position", "position, top to bottom", x, r->position},
        {"effort", "effort, half of top to bottom", F, r->effort},
        {"top", "effort at the top", F, r->top[0]},
        {"bottom", "effort at the bottom, negative", F, r->top[1]},
    };
    const StnResultColumn columns[] = {{NULL, "", NULL, NULL},
                                       {NULL, "mean", NULL, "%.5g"},
                                       {NULL, "unit", NULL, NULL},
                                       {NULL, "95 %, this record", NULL, NULL},
                                       {NULL, "95 %, next record", NULL, NULL},
                                       {NULL, "quartiles", NULL, NULL},
                                       {NULL, "cycles", NULL, NULL}};
    for (int i = 0; i < STN_COUNT_OF(all); i++)
        spread_group(out, all[i].key, all[i].unit, all[i].spread);
    stn_result_table(out, NULL, "", columns, STN_COUNT_OF(columns));
    for (int i = 0; i < STN_COUNT_OF(all); i++)
        spread_row(out, all[i].name, all[i].unit, all[i].spread);
}

static void report_slips(const StnHunting *r, const StnData *data, StnResult *out)
{
    const char *F = data->unit[STN_ROLE_EFFORT], *x = data->unit[STN_ROLE_POSITION];
    const StnResultColumn columns[] = {
        {"t", "t", "s", "%.4f"},
        {"side", "", "", NULL},
        {"way", NULL, x, NULL},
        {NULL, "way", x, "%.4g"},
        {"duration", "lasts", "s", "%.3g"},
        {"steps", "steps", "", NULL},
        {"before", NULL, F, NULL},
        {"level", "level", F, "%.4g"},
        {"left_out", NULL, "", NULL},
    };
    char heading[80];
    snprintf(heading, sizeof heading, "\nSlips that the sensor shows (%d of %d count):", r->used,
             r->nslip);
    stn_result_table(out, "slips", heading, columns, STN_COUNT_OF(columns));
    for (int i = 0; i < r->nslip; i++) {
        const StnSlip *s = &r->slip[i];
        const StnCell row[] = {stn_cell_number(s->t),        stn_cell_text(stn_side_words[s->side]),
                               stn_cell_number(s->way),      stn_cell_number(fabs(s->way)),
                               stn_cell_number(s->duration), stn_cell_count((uint64_t)s->steps),
                               stn_cell_number(s->before),   stn_cell_number(s->level),
                               stn_cell_text(s->left_out)};
        stn_result_row(out, !s->left_out, row);
    }
}

/* With a model, both over one another. */
static void draw(const StnData *d, const StnHuntingModel *model, StnResult *out)
{
    const StnRole roles[] = {STN_ROLE_POSITION, STN_ROLE_EFFORT};
    char label[2][80];
    StnCurve curve[2][2];
    StnPanel panel[2];
    for (int k = 0; k < 2; k++) {
        const bool named = model && k == 0;
        snprintf(label[k], sizeof label[k], "%s [%s]", stn_role_word(roles[k]), d->unit[roles[k]]);
        curve[k][0] = (StnCurve){d->value[STN_ROLE_TIME], d->value[roles[k]], d->rows,
                                 named ? "measured" : NULL, STN_STYLE_LINES};
        if (model)
            curve[k][1] = (StnCurve){model->data.value[STN_ROLE_TIME], model->data.value[roles[k]],
                                     model->data.rows, named ? "modelled" : NULL, STN_STYLE_DASHES};
        panel[k] = (StnPanel){
            .xlabel = "time [s]", .ylabel = label[k], .curve = curve[k], .ncurve = model ? 2 : 1};
    }
    stn_report_figure(out, "Limit cycles", panel, 2);
}

static void report(const void *options, const void *result, const StnData *const *data, int ndata,
                   StnResult *out)
{
    const StnHunting *r = result;
    const char *x = data[0]->unit[STN_ROLE_POSITION];
    (void)ndata;
    stn_result_line(out, "Limit cycles of a position loop");
    stn_report_data(out, data[0]);
    stn_result_number(out, "resolution", x, r->dx);
    stn_result_number(out, "settled", "s", r->from);
    stn_result_fact(out, "rest", "1", stn_cell_number(r->rest),
                    "\n%d cycles from %.4g s on, at rest for %.0f %% of the time", r->period.count,
                    r->from, 100.0 * r->rest);
    report_spreads(r, data[0], out);
    stn_result_open(out, "step");
    stn_result_number(out, "rise", "s", r->step.rise);
    stn_result_number(out, "overshoot", "%", r->step.overshoot);
    stn_result_number(out, "error", x, r->step.error);
    stn_result_close(out);
    stn_result_estimates(out, "levels", r->levels.item, r->levels.count, "\nFriction");
    report_slips(r, data[0], out);
    stn_report_remarks(out, &r->remarks, data[0]);
    stn_result_summary(out, "%d limit cycles of %s%s", r->period.count, data[0]->file,
                       r->used == 0 ? ".\nThe sliding level is not identified" : "");
    if (r->model)
        stn_cycles_report_model(options, r, data[0], out);
    draw(data[0], r->model, out);
}

static void take_simulated(void *options, const StnSimulated *found)
{
    StnHuntingDef *def = options;
    def->dx = isnan(def->dx) ? found->resolution : def->dx;
    def->target = isnan(def->target) ? found->target : def->target;
}

/* clang-format off */
const StnIdentifyMethod stn_cycles_method = {
    .name = "cycles",
    .summary = "static and sliding level from limit cycles",
    .about =
        "FILE --effort COLUMN --position COLUMN\n"
        "SCENARIO --simulate\n"
        "\n"
        "A position loop with an integrator hunts: it sticks, winds up, breaks away, slips past the target.\n"
        "Prints period and amplitudes of the cycles with their spread.  While it sticks friction is the\n"
        "effort, so half of the effort's top to bottom is the static level; over a slip from rest to rest its\n"
        "work over the way is the sliding level.  Inside a play these are the motor's own: Cd_s and Cd.\n"
        "Refuses motion that is commanded from point to point; --reference tells it for certain.\n",
    .examples =
        "  stiction identify cycles step.csv --effort u --position theta --play --base motor.yaml -o m2.yaml\n"
        "  stiction identify cycles step.csv --effort u --position theta --against m2.yaml --plot both.svg\n"
        "  stiction identify cycles clutch-step-play --simulate --play\n",
    .title = "Identified from limit cycles",
    .fields = &fields,
    STN_RESULT_PLACES(StnHunting),
    .least_rows = 20,
    .may = STN_BIT(EFFORT) | STN_BIT(POSITION) | STN_BIT(COMMAND),
    .flags = STN_IDENTIFY_SIMULATE | STN_IDENTIFY_PART,
    .take_simulated = take_simulated,
    .identify = identify,
    .report = report,
    .release = release,
};
/* clang-format on */
