/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify cycles --against: the same test on a model. */
#include "identify_method.h"
#include "message.h"

#include <math.h>
#include <string.h>

static const char *against; /* of the one command that a process runs */
static struct {
    StnData data;
    StnHunting result;
} model;

static int parse(Option *options)
{
    options[0] = (Option){"--against", .text = &against};
    return 1;
}

static int check(MethodJob *job)
{
    const StnHuntingDef *def = job->options;
    if (def->play && job->out.output && !job->out.base)
        return bad_input("--play: levels inside a play belong to a plant with play; say which "
                         "scenario has it: --base SCENARIO");
    return simulate_check(&job->simulate, against ? NULL : "--simulate or --against");
}

/* The model has columns of its own names; its time is that of the record. */
static int found(MethodJob *job)
{
    const SimulateOptions same = {.set =
                                      job->simulate.on ? (Texts){.count = 0} : job->simulate.set};
    const DataOptions none = {.runs = NULL};
    const StnHuntingDef *def = job->options;
    StnHunting *own = job->result;
    const StnData *data = job->all[0];
    StnSimulated known;
    StnError error = {.status = STN_OK};
    const double end = data->value[STN_ROLE_TIME][data->rows - 1];
    StnHuntingDef how = *def;
    if (!against)
        return EXIT_DONE;
    how.from = own->from;
    int code =
        simulate_data(&same, &none, job->catalog, against, data->Ts, end, &model.data, &known);
    how.dx = isnan(known.resolution) ? NAN : known.resolution;
    how.target = known.target;
    if (code == EXIT_DONE && isnan(own->step.error)) /* the test is the model's, so is its target */
        stn_step_response(data, how.from, known.target, &own->step, &error);
    if (error.status == STN_NO_MEMORY)
        return report_error(&error);
    if (code != EXIT_DONE ||
        stn_identify_cycles(&how, &model.data, &model.result, &error) == STN_OK)
        return code;
    if (error.status == STN_NO_MEMORY)
        return report_error(&error);
    const StnSpread unseen = {NAN, NAN, NAN, NAN, 0};
    StnHunting *r = &model.result;
    r->period = r->position = r->effort = r->top[0] = r->top[1] = unseen;
    message("%s does not hunt as the measurement does: %s", against, error.text);
    if (stn_step_response(&model.data, how.from, how.target, &r->step, &error) != STN_OK)
        code = report_error(&error);
    return code;
}

/* ---- Report ---- */

/* What is compared with a model: name, unit by role or NULL for a number of its own. */
typedef struct Quantity {
    const char *name, *key;
    StnRole unit;
    double value[2];
    bool plain; /* the difference as it is, not in per cent of the value */
} Quantity;

enum { QUANTITIES = 8 };

static void take_quantities(const StnHunting *a, const StnHunting *b, Quantity *out)
{
    const Quantity all[QUANTITIES] = {
        {"rise time, 10 to 90 %", "rise", STN_ROLE_TIME, {a->step.rise, b->step.rise}, false},
        {"overshoot, % of the step",
         "overshoot",
         STN_ROLE_OTHER,
         {a->step.overshoot, b->step.overshoot},
         false},
        {"final error", "error", STN_ROLE_POSITION, {a->step.error, b->step.error}, true},
        {"cycle, period", "period", STN_ROLE_TIME, {a->period.mean, b->period.mean}, false},
        {"cycle, position",
         "position",
         STN_ROLE_POSITION,
         {a->position.mean, b->position.mean},
         false},
        {"cycle, effort", "effort", STN_ROLE_EFFORT, {a->effort.mean, b->effort.mean}, false},
        {"cycle, effort at the top",
         "top",
         STN_ROLE_EFFORT,
         {a->top[0].mean, b->top[0].mean},
         false},
        {"cycle, effort at the bottom",
         "bottom",
         STN_ROLE_EFFORT,
         {-a->top[1].mean, -b->top[1].mean},
         false},
    };
    memcpy(out, all, sizeof all);
}

static void report_table(const Quantity *all, const StnData *data, StnResult *out)
{
    const StnResultColumn columns[] = {{NULL, "", NULL, NULL},
                                       {NULL, "measured", NULL, "%.5g"},
                                       {NULL, "modelled", NULL, "%.5g"},
                                       {NULL, "unit", NULL, NULL},
                                       {NULL, "difference", NULL, "r"}};
    stn_result_table(out, NULL, "", columns, 5);
    for (int i = 0; i < QUANTITIES; i++) {
        const Quantity *q = &all[i];
        const char *unit = q->unit == STN_ROLE_OTHER ? "%" : data->unit[q->unit];
        const double off = q->value[1] - q->value[0];
        char difference[64] = "-";
        if (!isnan(off) && q->plain)
            snprintf(difference, sizeof difference, "%+.3g %s", off, unit);
        else if (!isnan(off))
            snprintf(difference, sizeof difference, "%+.2f %%", 100.0 * off / fabs(q->value[0]));
        const StnCell row[] = {stn_cell_text(q->name), stn_cell_number(q->value[0]),
                               stn_cell_number(q->value[1]), stn_cell_text(unit),
                               stn_cell_text(difference)};
        stn_result_row(out, true, row);
    }
}

/* Measured and modelled over one another. */
static void draw(const StnData *d, StnResult *out)
{
    const StnRole roles[] = {STN_ROLE_POSITION, STN_ROLE_EFFORT};
    const StnData *m = &model.data;
    char label[2][80];
    StnCurve curve[2][2];
    StnPanel panel[2];
    for (int k = 0; k < 2; k++) {
        snprintf(label[k], sizeof label[k], "%s [%s]", stn_role_word(roles[k]), d->unit[roles[k]]);
        curve[k][0] = (StnCurve){d->value[STN_ROLE_TIME], d->value[roles[k]], d->rows,
                                 k == 0 ? "measured" : NULL, STN_STYLE_LINES};
        curve[k][1] = (StnCurve){m->value[STN_ROLE_TIME], m->value[roles[k]], m->rows,
                                 k == 0 ? "modelled" : NULL, STN_STYLE_DASHES};
        panel[k] =
            (StnPanel){.xlabel = "time [s]", .ylabel = label[k], .curve = curve[k], .ncurve = 2};
    }
    stn_result_figure(
        out, &(StnFigure){.title = "Limit cycles", .panel = panel, .npanel = 2, .columns = 1});
}

static void report(const MethodJob *job, StnResult *out)
{
    Quantity all[QUANTITIES];
    if (!against)
        return;
    take_quantities(job->result, &model.result, all);
    stn_result_open(out, "against");
    stn_result_fact(out, "scenario", NULL, stn_cell_text(against), "\nThe same test on %s",
                    against);
    for (int i = 0; i < QUANTITIES; i++) {
        stn_result_open(out, all[i].key);
        stn_result_number(out, "measured", NULL, all[i].value[0]);
        stn_result_number(out, "modelled", NULL, all[i].value[1]);
        stn_result_close(out);
    }
    stn_result_close(out);
    report_table(all, job->all[0], out);
    draw(job->all[0], out);
}

static void release(void)
{
    stn_hunting_free(&model.result);
    stn_data_free(&model.data);
}

/* clang-format off */
static const char usage[] =
    "  --against SCENARIO  validation: the same position test on a model; measured beside modelled step\n"
    "                     response, period and amplitudes (--set changes this scenario, where the data\n"
    "                     are a file)\n";
/* clang-format on */

const MethodExtra cycles_extra = {.method = "cycles",
                                  .usage = usage,
                                  .parse = parse,
                                  .check = check,
                                  .checks_set = true,
                                  .found = found,
                                  .report = report,
                                  .release = release};
