/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "summary.h"

#include "command.h"
#include "describe.h"
#include "message.h"
#include "text_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* All events up to EVENTS_SHOWN; of more the first and the last ones. */
enum { EVENTS_SHOWN = 20, EVENTS_FIRST = 8, EVENTS_LAST = 4, DIGITS_MOST = 12 };

int summary_read_digits(const char *text, int *digits)
{
    char *end = NULL;
    *digits = SUMMARY_DIGITS;
    if (!text)
        return EXIT_DONE;
    const long number = strtol(text, &end, 10);
    if (end == text || *end || number < 1 || number > 17)
        return bad_input("--digits %s: a whole number from 1 to 17 is meant", text);
    *digits = (int)number;
    return EXIT_DONE;
}

static void put_run(FILE *out, const Experiment *experiment)
{
    const StnPlant *plant = stn_system_plant(experiment->system);
    const StnRecord *record = &experiment->record;
    char text[200], number[32];
    fputs("\nRun\n", out);
    fprintf(out, "  plant     %s: %s\n", plant->name, plant->title);
    for (int i = 0; i < plant->nsite; i++) {
        const StnLaw *law = stn_system_law(experiment->system, i);
        fprintf(out, "  friction  %s: %s (%s)\n", plant->sites[i].name, law->name, law->title);
    }
    fprintf(out, "  solver    %s\n", stn_solver_text(experiment->system, text, sizeof text));
    fprintf(out, "  duration  %s s, %zu rows of %d columns\n",
            describe_number(stn_scenario_duration(experiment->scenario), number), record->rows,
            record->ncolumn);
}

static bool is_shown(const StnRecord *record, size_t i)
{
    return record->nevent <= EVENTS_SHOWN || i < EVENTS_FIRST || i + EVENTS_LAST >= record->nevent;
}

/* The event shown after the event i. */
static size_t next_shown(const StnRecord *record, size_t i)
{
    i++;
    return is_shown(record, i) ? i : record->nevent - EVENTS_LAST;
}

/* The least number of digits that shows the times of neighbouring events as different. */
static int event_digits(const StnRecord *record, int digits)
{
    char before[40], text[40];
    for (; digits < DIGITS_MOST; digits++) {
        bool apart = true;
        for (size_t i = 0, next; apart && (next = next_shown(record, i)) < record->nevent;
             i = next) {
            const double a = record->event[i].t, b = record->event[next].t;
            snprintf(before, sizeof before, "%.*g", digits, a);
            snprintf(text, sizeof text, "%.*g", digits, b);
            apart = a == b || strcmp(before, text) != 0;
        }
        if (apart)
            break;
    }
    return digits;
}

static void put_events(FILE *out, const StnRecord *record, int digits)
{
    TextTable table = {.columns = 4};
    const int own = event_digits(record, digits);
    fprintf(out, "\nEvents: %zu\n", record->nevent);
    for (size_t i = 0; i < record->nevent; i = next_shown(record, i)) {
        const StnEvent *event = &record->event[i];
        if (i + EVENTS_LAST == record->nevent && record->nevent > EVENTS_SHOWN) {
            text_table_print(&table, out, 2, "r");
            text_table_free(&table);
            fprintf(out, "  ... %zu more; --events FILE.csv writes them all ...\n",
                    record->nevent - EVENTS_FIRST - EVENTS_LAST);
        }
        text_table_cell(&table, "%.*g s", own, event->t);
        text_table_cell(&table, "%s", event->site ? event->site : "");
        text_table_cell(&table, "%s", stn_event_word(event->kind));
        text_table_cell(&table, "%s", event->detail ? event->detail : "");
    }
    text_table_print(&table, out, 2, "r");
    text_table_free(&table);
}

static void put_final(FILE *out, const StnRecord *record, int digits)
{
    TextTable table = {.columns = 4};
    if (record->rows == 0)
        return;
    const size_t last = record->rows - 1;
    fprintf(out, "\nFinal values, t = %.*g s\n", digits, record->data[0][last]);
    for (int c = 1; c < record->ncolumn; c++) {
        const StnColumnInfo *column = &record->column[c];
        text_table_cell(&table, "%s", column->name);
        text_table_cell(&table, "%.*g", digits, record->data[c][last]);
        text_table_cell(&table, "%s", column->unit);
        text_table_cell(&table, "%s", column->text ? column->text : "");
    }
    text_table_print(&table, out, 2, "lr");
    text_table_free(&table);
}

static void put_energy(FILE *out, const Experiment *experiment, int digits)
{
    const StnEnergy *e = &experiment->record.energy;
    if (!stn_system_solver(experiment->system)->energy) {
        fputs("\nEnergy: not integrated (solver: energy: false)\n", out);
        return;
    }
    fputs("\nEnergy at the friction sites\n", out);
    fprintf(out, "  %12.*g J  work of the active forces\n", digits, e->input);
    fprintf(out, "  %12.*g J  change of the kinetic energy\n", digits, e->stored);
    fprintf(out, "  %12.*g J  work against friction\n", digits, e->friction);
    fprintf(out, "  %12.*g J  lost at stops\n", digits, e->impact);
    fprintf(out, "  %12.2g J  left over: error of the balance", stn_energy_left_over(e));
    if (e->moved > 0.0)
        fprintf(out, " (%.2g of the energy moved)", fabs(stn_energy_left_over(e)) / e->moved);
    putc('\n', out);
}

static void put_work(FILE *out, const StnRecord *record)
{
    const StnCounters *c = &record->counters;
    const bool fixed = c->exact_steps + c->explicit_steps + c->implicit_steps == 0;
    fprintf(out, "\nWork: %" PRId64 " step%s", c->steps, c->steps == 1 ? "" : "s");
    if (!fixed)
        fprintf(out,
                " (%" PRId64 " exact, %" PRId64 " explicit, %" PRId64 " implicit, %" PRId64
                " rejected)",
                c->exact_steps, c->explicit_steps, c->implicit_steps, c->rejected);
    fprintf(out, ", %" PRId64 " right-hand side%s, ", c->rates, c->rates == 1 ? "" : "s");
    if (!fixed)
        fprintf(out, "%" PRId64 " Jacobian%s, ", c->jacobians, c->jacobians == 1 ? "" : "s");
    if (record->seconds < 1.0)
        fprintf(out, "%.3g ms\n", 1e3 * record->seconds);
    else
        fprintf(out, "%.3f s\n", record->seconds);
}

void summary_put_text(FILE *out, const Experiment *experiment, int digits)
{
    fprintf(out, "%s\n", stn_scenario_title(experiment->scenario));
    summary_put_response(out, experiment, digits);
    put_events(out, &experiment->record, digits);
    put_final(out, &experiment->record, digits);
    put_run(out, experiment);
    put_energy(out, experiment, digits);
    put_work(out, &experiment->record);
}
