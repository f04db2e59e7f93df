/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify cycles: levels from the hunting of a position loop; and the same test on a model. */
#include "identify.h"
#include "message.h"
#include "terminal.h"
#include "text_table.h"

#include <math.h>
#include <string.h>

typedef struct CyclesWish {
    DataWish data;
    OutWish out;
    SimulateWish simulate;
    Texts files;
    const char *resolution, *settled, *target, *mass, *against;
    bool play;
} CyclesWish;

/* A record and what was found in it. */
typedef struct Side {
    StnData data;
    StnHunting result;
} Side;

static int parse(CyclesWish *w, int argc, char **argv)
{
    Option options[DATA_OPTIONS + OUT_OPTIONS + SIMULATE_OPTIONS + 6];
    int n = data_options(&w->data, options);
    n += out_options(&w->out, options + n);
    n += simulate_options(&w->simulate, options + n);
    const Option own[] = {
        {"--resolution", .text = &w->resolution}, {"--settled", .text = &w->settled},
        {"--target", .text = &w->target},         {"--mass", .text = &w->mass},
        {"--against", .text = &w->against},       {"--play", .flag = &w->play},
    };
    memcpy(options + n, own, sizeof own);
    n += (int)(sizeof own / sizeof own[0]);
    return arguments_parse(argc, argv, options, n, &w->files);
}

static int take_def(const CyclesWish *w, StnHuntingDef *def)
{
    def->play = w->play;
    int code = positive_read("--resolution", w->resolution, "m|rad", &def->dx);
    if (code == EXIT_DONE)
        code = quantity_read("--settled", w->settled, "s", &def->from);
    if (code == EXIT_DONE)
        code = quantity_read("--target", w->target, "m|rad", &def->target);
    if (code == EXIT_DONE)
        code = positive_read("--mass", w->mass, "kg|kg*m^2", &def->m);
    if (code == EXIT_DONE && w->play && w->out.output && !w->out.base)
        return bad_input("--play: levels inside a play belong to a plant with play; say which "
                         "scenario has it: --base SCENARIO");
    if (code == EXIT_DONE)
        code = simulate_check(&w->simulate, w->against ? NULL : "--simulate or --against");
    return code;
}

/* ---- Output ---- */

static void put_row(TextTable *table, const char *name, const char *unit, StnSpread s)
{
    text_table_cell(table, "%s", name);
    text_table_cell(table, "%.5g", s.mean);
    text_table_cell(table, "%s", unit);
    text_table_cell(table, "%.5g ... %.5g", s.low, s.high);
    text_table_cell(table, "%.2g %%", 100.0 * s.std / fabs(s.mean));
}

static void put_cycles(const StnHunting *r, const StnData *data)
{
    const char *F = data->unit[STN_ROLE_EFFORT], *x = data->unit[STN_ROLE_POSITION];
    TextTable table = {.columns = 5};
    static const char *const heads[] = {"", "mean", "unit", "95 % interval", "spread"};
    for (int i = 0; i < 5; i++)
        text_table_cell(&table, "%s", heads[i]);
    put_row(&table, "period", "s", r->period);
    put_row(&table, "position, top to bottom", x, r->position);
    put_row(&table, "effort, half of top to bottom", F, r->effort);
    put_row(&table, "effort at the top", F, r->top[0]);
    put_row(&table, "effort at the bottom, negative", F, r->top[1]);
    text_table_print(&table, stdout, 2, "lrllr");
    text_table_free(&table);
}

static void put_slips(const StnHunting *r, const StnData *data)
{
    TextTable table = {.columns = 6};
    for (int i = 0; i < r->nslip; i++) {
        const StnSlip *s = &r->slip[i];
        if (s->left_out)
            continue;
        text_table_cell(&table, "t %.4f s", s->t);
        text_table_cell(&table, "%s", s->side ? "backward" : "forward");
        text_table_cell(&table, "%.4g %s", fabs(s->way), data->unit[STN_ROLE_POSITION]);
        text_table_cell(&table, "%d steps", s->steps);
        text_table_cell(&table, "%.3g s", s->duration);
        text_table_cell(&table, "mean effort %.4g %s", s->level, data->unit[STN_ROLE_EFFORT]);
    }
    if (r->used > 0)
        printf("\nSlips that the sensor shows (%d of %d count):\n", r->used, r->nslip);
    text_table_print(&table, stdout, 2, "llrrrl");
    text_table_free(&table);
}

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

static void put_number(TextTable *table, double value)
{
    if (isnan(value))
        text_table_cell(table, "-");
    else
        text_table_cell(table, "%.5g", value);
}

static void put_against(const CyclesWish *w, const Side *measured, const Side *model)
{
    Quantity all[QUANTITIES];
    TextTable table = {.columns = 5};
    fputs("\nThe same test on ", stdout);
    terminal_put(stdout, w->against);
    putchar('\n');
    const char *heads[] = {"", "measured", "modelled", "unit", "difference"};
    for (int i = 0; i < 5; i++)
        text_table_cell(&table, "%s", heads[i]);
    take_quantities(&measured->result, &model->result, all);
    for (int i = 0; i < QUANTITIES; i++) {
        const Quantity *q = &all[i];
        const char *unit = q->unit == STN_ROLE_OTHER ? "%" : measured->data.unit[q->unit];
        const double off = q->value[1] - q->value[0];
        text_table_cell(&table, "%s", q->name);
        put_number(&table, q->value[0]);
        put_number(&table, q->value[1]);
        text_table_cell(&table, "%s", unit);
        if (isnan(off))
            text_table_cell(&table, "-");
        else if (q->plain)
            text_table_cell(&table, "%+.3g %s", off, unit);
        else
            text_table_cell(&table, "%+.2f %%", 100.0 * off / fabs(q->value[0]));
    }
    text_table_print(&table, stdout, 2, "lrrlr");
    text_table_free(&table);
}

static void put_text(const CyclesWish *w, const Side *own, const Side *model)
{
    const StnHunting *r = &own->result;
    puts("Limit cycles of a position loop");
    result_put_data(&own->data);
    printf("\n%d cycles from %.4g s on, at rest for %.0f %% of the time\n", r->period.count,
           r->from, 100.0 * r->rest);
    put_cycles(r, &own->data);
    puts("\nFriction");
    result_put_estimates(&r->levels);
    put_slips(r, &own->data);
    if (model)
        put_against(w, own, model);
    result_put_remarks(&r->remarks, "What was done, and what to know:");
    result_put_remarks(&own->data.remarks, "About the data:");
}

static void put_spread_json(StnJsonText *json, const char *key, StnSpread s)
{
    stn_json_open_map(json, key);
    stn_json_put_number(json, "mean", s.mean);
    stn_json_put_number(json, "low", s.low);
    stn_json_put_number(json, "high", s.high);
    stn_json_put_number(json, "std", s.std);
    stn_json_put_count(json, "count", (uint64_t)s.count);
    stn_json_close(json);
}

static void put_against_json(StnJsonText *json, const CyclesWish *w, const Side *own,
                             const Side *model)
{
    Quantity all[QUANTITIES];
    take_quantities(&own->result, &model->result, all);
    stn_json_open_map(json, "against");
    stn_json_put_text(json, "scenario", w->against);
    for (int i = 0; i < QUANTITIES; i++) {
        stn_json_open_map(json, all[i].key);
        stn_json_put_number(json, "measured", all[i].value[0]);
        stn_json_put_number(json, "modelled", all[i].value[1]);
        stn_json_close(json);
    }
    stn_json_close(json);
}

static void put_json(const CyclesWish *w, const Side *own, const Side *model)
{
    const StnHunting *r = &own->result;
    StnJsonText json = {.out = stdout};
    stn_json_open_map(&json, NULL);
    stn_json_put_text(&json, "version", STN_VERSION);
    stn_json_put_text(&json, "method", "cycles");
    result_put_data_json(&json, &own->data);
    stn_json_put_number(&json, "resolution", r->dx);
    stn_json_put_number(&json, "settled", r->from);
    stn_json_put_number(&json, "rest", r->rest);
    put_spread_json(&json, "period", r->period);
    put_spread_json(&json, "position", r->position);
    put_spread_json(&json, "effort", r->effort);
    put_spread_json(&json, "top", r->top[0]);
    put_spread_json(&json, "bottom", r->top[1]);
    stn_json_open_map(&json, "step");
    stn_json_put_number(&json, "rise", r->step.rise);
    stn_json_put_number(&json, "overshoot", r->step.overshoot);
    stn_json_put_number(&json, "error", r->step.error);
    stn_json_close(&json);
    result_put_estimates_json(&json, "levels", &r->levels);
    stn_json_open_list(&json, "slips");
    for (int i = 0; i < r->nslip; i++) {
        const StnSlip *s = &r->slip[i];
        stn_json_open_map(&json, NULL);
        stn_json_put_number(&json, "t", s->t);
        stn_json_put_text(&json, "side", s->side ? "backward" : "forward");
        stn_json_put_number(&json, "way", s->way);
        stn_json_put_number(&json, "duration", s->duration);
        stn_json_put_count(&json, "steps", (uint64_t)s->steps);
        stn_json_put_number(&json, "before", s->before);
        stn_json_put_number(&json, "level", s->level);
        stn_json_put_text(&json, "left_out", s->left_out);
        stn_json_close(&json);
    }
    stn_json_close(&json);
    if (model)
        put_against_json(&json, w, own, model);
    result_put_remarks_json(&json, "remarks", &r->remarks);
    stn_json_close(&json);
}

static int draw(const char *path, const Side *own, const Side *model)
{
    char label[2][80];
    StnCurve curve[2][2];
    StnPanel panel[2];
    const StnRole roles[] = {STN_ROLE_POSITION, STN_ROLE_EFFORT};
    if (!path)
        return EXIT_DONE;
    for (int k = 0; k < 2; k++) {
        const StnData *d = &own->data, *m = model ? &model->data : d;
        snprintf(label[k], sizeof label[k], "%s [%s]", stn_role_word(roles[k]), d->unit[roles[k]]);
        curve[k][0] = (StnCurve){d->value[STN_ROLE_TIME], d->value[roles[k]], d->rows,
                                 model && k == 0 ? "measured" : NULL, STN_LINES};
        curve[k][1] = (StnCurve){m->value[STN_ROLE_TIME], m->value[roles[k]], m->rows,
                                 k == 0 ? "modelled" : NULL, STN_DASHES};
        panel[k] = (StnPanel){
            .xlabel = "time [s]", .ylabel = label[k], .curve = curve[k], .ncurve = model ? 2 : 1};
    }
    const StnFigure figure = {.title = "Limit cycles", .panel = panel, .npanel = 2, .columns = 1};
    return result_draw(path, &figure);
}

static int finish(const CyclesWish *w, const Side *own, const Side *model)
{
    char comment[512];
    snprintf(comment, sizeof comment, "Identified by stiction %s: %d limit cycles of %s.%s",
             STN_VERSION, own->result.period.count, own->data.file,
             own->result.used == 0 ? "\nThe sliding level is not identified." : "");
    int code = result_write_scenario(&w->out, &own->result.identified,
                                     "Identified from limit cycles", comment);
    if (code == EXIT_DONE)
        code = draw(w->out.figure, own, model);
    if (w->out.json)
        put_json(w, own, model);
    else if (!w->out.quiet)
        put_text(w, own, model);
    return code;
}

/* ---- Measured and modelled ---- */

static int measure(const CyclesWish *w, const StnCatalog *catalog, const char *file,
                   StnHuntingDef *def, Side *own)
{
    Simulated found = {NAN, NAN, NAN};
    StnError error = {.status = STN_OK};
    int code = w->simulate.on ? simulate_data(&w->simulate, &w->data, catalog, file, NAN, NAN,
                                              &own->data, &found)
                              : data_read(&w->data, file, 20, &own->data);
    def->dx = isnan(def->dx) ? found.resolution : def->dx;
    def->target = isnan(def->target) ? found.target : def->target;
    if (code == EXIT_DONE && stn_identify_cycles(def, &own->data, &own->result, &error) != STN_OK)
        code = report_error(&error);
    return code;
}

/* The model has columns of its own names; its time is that of the record. */
static int model(const CyclesWish *w, const StnCatalog *catalog, const StnHuntingDef *def,
                 Side *own, Side *out)
{
    const SimulateWish same = {.set = w->simulate.on ? (Texts){.count = 0} : w->simulate.set};
    const DataWish none = {.runs = NULL};
    Simulated found;
    StnError error = {.status = STN_OK};
    const double end = own->data.value[STN_ROLE_TIME][own->data.rows - 1];
    StnHuntingDef how = *def;
    how.from = own->result.from;
    int code =
        simulate_data(&same, &none, catalog, w->against, own->data.Ts, end, &out->data, &found);
    how.dx = isnan(found.resolution) ? NAN : found.resolution;
    how.target = found.target;
    if (code == EXIT_DONE &&
        isnan(own->result.step.error)) /* the test is the model's, so is its target */
        stn_step_response(&own->data, how.from, found.target, &own->result.step, &error);
    if (error.status == STN_NO_MEMORY)
        return report_error(&error);
    if (code != EXIT_DONE || stn_identify_cycles(&how, &out->data, &out->result, &error) == STN_OK)
        return code;
    if (error.status == STN_NO_MEMORY)
        return report_error(&error);
    const StnSpread unseen = {NAN, NAN, NAN, NAN, 0};
    StnHunting *r = &out->result;
    r->period = r->position = r->effort = r->top[0] = r->top[1] = unseen;
    message("%s does not hunt as the measurement does: %s", w->against, error.text);
    if (stn_step_response(&out->data, how.from, how.target, &r->step, &error) != STN_OK)
        code = report_error(&error);
    return code;
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    CyclesWish w = {.resolution = NULL};
    StnHuntingDef def = stn_default_hunting_def();
    Side side[2] = {{.data = {.rows = 0}}, {.data = {.rows = 0}}};
    int code = parse(&w, argc, argv);
    const char *file = code == EXIT_DONE ? arguments_one(&w.files, "identify cycles",
                                                         w.simulate.on ? "a scenario" : "a file")
                                         : NULL;
    code = file ? take_def(&w, &def) : EXIT_BAD_INPUT;
    if (code == EXIT_DONE)
        code = out_check(&w.out, catalog);
    if (code == EXIT_DONE)
        code = measure(&w, catalog, file, &def, &side[0]);
    if (code == EXIT_DONE && w.against)
        code = model(&w, catalog, &def, &side[0], &side[1]);
    if (code == EXIT_DONE)
        code = finish(&w, &side[0], w.against ? &side[1] : NULL);
    for (int i = 0; i < 2; i++) {
        stn_hunting_free(&side[i].result);
        stn_data_free(&side[i].data);
    }
    return code;
}

/* clang-format off */
static const char usage[] =
    "usage: stiction identify cycles FILE --effort COLUMN --position COLUMN [OPTION]...\n"
    "       stiction identify cycles SCENARIO --simulate [OPTION]...\n"
    "\n"
    "A position loop with an integrator hunts: it sticks, winds up, breaks away, slips past the target.\n"
    "Prints period and amplitudes of the cycles with their spread.  While it sticks friction is the\n"
    "effort, so half of the effort's top to bottom is the static level; over a slip from rest to rest the\n"
    "mean effort is the sliding level.  Inside a play these are the motor's own: Cd_s and Cd.\n"
    "\n"
    "  --play             the cycles lie inside a play\n"
    "  --settled TIME     from when on it hunts steadily (after a fifth of the record)\n"
    "  --resolution X     step of the position sensor (from the data)\n"
    "  --mass M           puts right what inertia takes between the first and last step of a slip\n"
    "  --target X         wanted position (the last value of --reference)\n"
    "  --against SCENARIO  validation: the same position test on a model; measured beside modelled step\n"
    "                     response, period and amplitudes (--set changes this scenario, where the data\n"
    "                     are a file)\n"
    "\n"
    SIMULATE_USAGE "\n" DATA_USAGE "\n" OUT_USAGE
    "\n"
    "examples:\n"
    "  stiction identify cycles step.csv --effort u --position theta --play --base motor.yaml -o m2.yaml\n"
    "  stiction identify cycles step.csv --effort u --position theta --against m2.yaml --plot both.svg\n"
    "  stiction identify cycles clutch-step-play --simulate --play\n";
/* clang-format on */

const Command identify_cycles_command = {
    "cycles",
    run,
    "static and sliding level from limit cycles",
    usage,
};
