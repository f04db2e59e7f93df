/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Remedies as a result: one table, what was derived for them, what could not be used. */
#include "remedies/remedies.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Words ---- */

static const char *word_of_rest(const StnLoopMetrics *loop)
{
    return loop->stands ? "stands" : isnan(loop->period) ? "creeps" : "hunts";
}

/* A tenth of the time held back is a staircase. */
static const char *word_of_run(const StnLoopMetrics *loop)
{
    return loop->held > 0.1 ? "steps" : "follows";
}

const char *stn_remedy_word(const StnRemedy *row)
{
    if (!row->scenario)
        return "not used";
    if (row->status != STN_OK || !row->done)
        return "failed";
    switch (row->loop.command) {
    case STN_COMMAND_RESTS: return word_of_rest(&row->loop);
    case STN_COMMAND_RUNS: return word_of_run(&row->loop);
    case STN_COMMAND_TURNS:
    case STN_COMMAND_MIXED: return "tracks";
    default: return row->loop.stands ? "stands" : "moves";
    }
}

const char *stn_remedy_label(const StnRemedy *row, char *out, size_t size)
{
    char scale[32] = "";
    if (!isnan(row->scale) && row->scale != 1.0)
        snprintf(scale, sizeof scale, ", scale %g", row->scale);
    snprintf(out, size, "%s%s%s%s%s%s%s", row->name, row->dropped ? ", Ki = 0" : "", scale,
             row->law ? ", " : "", row->law ? row->law : "", row->sensor ? ", " : "",
             row->sensor ? row->sensor : "");
    return out;
}

/* ---- The table ---- */

typedef struct Column {
    const char *name, *heading, *unit;
    double (*value)(const StnRemedy *row);
} Column;

#define VALUE(name, expression) \
    static double name(const StnRemedy *row) { return expression; }
VALUE(hunting, row->loop.hunting)
VALUE(staircase, row->loop.staircase)
VALUE(glitch, row->loop.quadrant_glitch)
VALUE(swing, row->loop.period)
VALUE(held, row->loop.held)
VALUE(standing, row->loop.standing_error)
VALUE(largest, row->loop.largest_error)
VALUE(rms, row->loop.rms_error)
VALUE(settling, row->response.settling)
VALUE(since, row->metrics.since)
VALUE(largest_effort, row->loop.largest_effort)
VALUE(rms_effort, row->loop.rms_effort)
VALUE(reversals, row->loop.effort_reversals)
VALUE(work, row->work)

/* Names as those of metrics of ensembles, which tune minimises. */
static const Column columns[] = {
    {"hunting", "hunting,\npeak to peak", "$x", hunting},
    {"staircase", "staircase,\npeak to peak", "$x", staircase},
    {"quadrant_glitch", "quadrant\nglitch", "$x", glitch},
    {"swing_period", "period\nof it", "s", swing},
    {"held_share", "share\nheld", "", held},
    {"standing_error", "standing\nerror", "$x", standing},
    {"tracking_error", "largest\nerror", "$x", largest},
    {"rms_error", "RMS\nerror", "$x", rms},
    {"settling_time", "settling\ntime", "s", settling},
    {"stands_since", "stands\nsince", "s", since},
    {"largest_effort", "largest\neffort", "$F", largest_effort},
    {"rms_effort", "RMS\neffort", "$F", rms_effort},
    {"effort_reversals", "effort\nreversals", "1/s", reversals},
    {"work", "work", "J", work},
};
enum { COLUMNS = sizeof columns / sizeof columns[0], TEXTS = 8 };

static bool is_measured(const StnRemedy *row)
{
    return row->scenario && row->done && row->status == STN_OK;
}

/* People see the columns that say something of at least one run. */
static bool is_shown(const StnRemedies *all, int column)
{
    for (int i = 0; i < all->count; i++)
        if (is_measured(&all->row[i]) && !isnan(columns[column].value(&all->row[i])))
            return true;
    return false;
}

static void report_rows(const StnRemedies *all, int digits, StnResult *out)
{
    StnResultColumn head[TEXTS + COLUMNS] = {
        {NULL, "remedy", NULL, NULL},     {"remedy", NULL, NULL, NULL},
        {"integrator", NULL, NULL, NULL}, {"scale", NULL, NULL, NULL},
        {"law", NULL, NULL, NULL},        {"sensor", NULL, NULL, NULL},
        {"result", "result", NULL, NULL}, {"failure", NULL, NULL, NULL}};
    StnCell cell[TEXTS + COLUMNS];
    char unit[COLUMNS][32], format[16], label[160];
    const int rotary = stn_system_plant(all->row[0].system)->sites[all->site].rotary;
    snprintf(format, sizeof format, "%%.%dg", digits > 0 ? digits : 4);
    for (int c = 0; c < COLUMNS; c++)
        head[TEXTS + c] = (StnResultColumn){
            columns[c].name, is_shown(all, c) ? columns[c].heading : NULL,
            stn_unit_text(columns[c].unit, rotary, unit[c], sizeof unit[c]), format};
    stn_result_table(out, "remedies", "", head, TEXTS + COLUMNS);
    stn_result_flush(out);
    for (int i = 0; i < all->count; i++) {
        const StnRemedy *row = &all->row[i];
        if (row->scenario && !row->done)
            continue; /* interrupted before its turn */
        const StnCell texts[TEXTS] = {
            stn_cell_text(stn_remedy_label(row, label, sizeof label)),
            stn_cell_text(row->name),
            stn_cell_flag(!row->dropped && row->system && stn_remedy_integrator(row->system) > 0.0),
            stn_cell_number(row->scale),
            stn_cell_text(row->law),
            stn_cell_text(row->sensor),
            stn_cell_text(stn_remedy_word(row)),
            stn_cell_text(row->status == STN_OK ? NULL : row->error.text)};
        memcpy(cell, texts, sizeof texts);
        for (int c = 0; c < COLUMNS; c++)
            cell[TEXTS + c] = stn_cell_number(is_measured(row) ? columns[c].value(row) : NAN);
        stn_result_row(out, row->scenario != NULL, cell);
    }
}

/* ---- What does not exist ---- */

static const char *command_sentence(StnCommandMotion command)
{
    switch (command) {
    case STN_COMMAND_RESTS:
        return "The command rests in the second half of the run, of which the table is: hunting "
               "and "
               "standing error are measured; staircase and quadrant glitch do not exist.";
    case STN_COMMAND_RUNS:
        return "The command runs one way in the second half of the run, of which the table is: the "
               "staircase is measured; hunting, standing error and quadrant glitch do not exist.";
    case STN_COMMAND_TURNS:
        return "The command turns in the second half of the run, of which the table is: the "
               "quadrant "
               "glitch is measured; hunting, standing error and staircase do not exist.";
    case STN_COMMAND_MIXED:
        return "The command jumps, or goes and rests, in the second half of the run, of which the "
               "table is: hunting, standing error, staircase and quadrant glitch do not exist.";
    default: return "The plant follows no command here: errors do not exist.";
    }
}

static void report_absent(const StnRemedies *all, StnResult *out)
{
    bool moves = false, effort = false, settles = true;
    const StnRemedy *first = NULL;
    for (int i = 0; i < all->count; i++) {
        const StnRemedy *row = &all->row[i];
        if (!is_measured(row))
            continue;
        first = first ? first : row;
        moves = moves || (row->loop.command == STN_COMMAND_RESTS && !row->loop.stands);
        settles = settles && !isnan(row->response.settling);
        effort = effort || !isnan(row->loop.largest_effort);
    }
    if (!first)
        return;
    stn_result_paragraph(out, "command", command_sentence(first->loop.command));
    if (moves)
        stn_result_line(out, "A standing error does not exist (-) where it still moves.");
    if (!settles && first->loop.command == STN_COMMAND_RESTS)
        stn_result_line(out,
                        "A settling time does not exist (-) where it does not stay within 2 %% "
                        "of the way.");
    if (!effort)
        stn_result_line(out,
                        "The plant records no effort of its drive: there is none in the table.");
}

/* ---- What was derived ---- */

/* Which remedies of the first law and sensor have a derived number, and its value and unit. */
typedef struct Derived {
    char names[200], unit[48];
    int count;
    double value;
} Derived;

static void add_derived(const StnRemedies *all, const StnRemedy *row, int place, Derived *d)
{
    const int rotary = stn_system_plant(all->row[0].system)->sites[all->site].rotary;
    const StnCompensation *kind = stn_compensation_find(row->name);
    const size_t used = strlen(d->names);
    if (strstr(d->names, row->name))
        return;
    snprintf(d->names + used, sizeof d->names - used, "%s%s", used ? ", " : "", row->name);
    d->count++;
    for (int p = 0; kind && p < kind->nparam; p++)
        if (strcmp(kind->params[p]->name, stn_remedy_default_at(place).name) == 0)
            stn_unit_text(kind->params[p]->unit, rotary, d->unit, sizeof d->unit);
}

static Derived find_derived(const StnRemedies *all, int place)
{
    Derived d = {.value = NAN};
    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < all->row[i].nsetting; k++) {
            const StnRemedy *row = &all->row[i];
            if (!row->scenario || row->setting[k] != place || row->law != all->row[0].law ||
                row->sensor != all->row[0].sensor)
                continue;
            d.value = row->value[k];
            add_derived(all, row, place, &d);
        }
    return d;
}

static void report_settings(const StnRemedies *all, StnResult *out)
{
    const StnResultColumn head[] = {
        {"setting", "derived", NULL, NULL}, {"value", "value", NULL, "%.4g"},
        {"unit", "unit", NULL, NULL},       {NULL, "of", NULL, NULL},
        {"remedies", NULL, NULL, NULL},     {"how", "how", NULL, "w"}};
    bool any = false;
    for (int i = 0; i < stn_remedy_default_count(); i++) {
        const StnRemedyDefault about = stn_remedy_default_at(i);
        const Derived d = find_derived(all, i);
        char few[64];
        if (isnan(d.value))
            continue;
        snprintf(few, sizeof few, "%d of them", d.count);
        if (!any)
            stn_result_table(out, "settings",
                             "\nWhat the scenario does not say was derived from its friction and "
                             "controller",
                             head, 6);
        any = true;
        const StnCell cell[] = {
            stn_cell_text(about.name), stn_cell_number(d.value),
            stn_cell_text(d.unit),     stn_cell_text(strlen(d.names) > 40 ? few : d.names),
            stn_cell_text(d.names),    stn_cell_text(about.text)};
        stn_result_row(out, true, cell);
    }
}

static void report_unused(const StnRemedies *all, StnResult *out)
{
    const StnResultColumn head[] = {{"remedy", "not used", NULL, NULL},
                                    {"reason", "why", NULL, "w"}};
    bool any = false;
    for (int i = 0; i < all->count; i++) {
        const StnRemedy *row = &all->row[i];
        if (row->scenario || row->dropped || row->law != all->row[0].law ||
            row->sensor != all->row[0].sensor || (row->scale != 1.0 && !isnan(row->scale)))
            continue;
        if (!any)
            stn_result_table(out, "not_used", "", head, 2);
        any = true;
        const StnCell cell[] = {stn_cell_text(row->name), stn_cell_text(row->error.text)};
        stn_result_row(out, true, cell);
    }
}

/* The least of the largest errors, which says both hunting and standing off. */
static void report_best(const StnRemedies *all, StnResult *out)
{
    const StnRemedy *best = NULL;
    char label[160];
    int count = 0;
    for (int i = 0; i < all->count; i++) {
        const StnRemedy *row = &all->row[i];
        if (!is_measured(row) || isnan(row->loop.largest_error))
            continue;
        count++;
        best = best && best->loop.largest_error <= row->loop.largest_error ? best : row;
    }
    if (count > 1)
        stn_result_fact(out, "least_error", NULL,
                        stn_cell_text(stn_remedy_label(best, label, sizeof label)),
                        "\nThe least of the largest errors: %s", label);
}

void stn_report_remedies(const StnRemedies *all, int digits, StnResult *out)
{
    out->method = "compensate";
    stn_result_text(out, "scenario", all->name);
    stn_result_text(out, "site", stn_system_plant(all->row[0].system)->sites[all->site].name);
    stn_result_line(out, "%s", stn_scenario_title(all->row[0].scenario));
    report_rows(all, digits, out);
    report_absent(all, out);
    report_best(all, out);
    report_settings(all, out);
    report_unused(all, out);
}
