/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "summary.h"

#include "describe.h"
#include "text_table.h"

#include <inttypes.h>
#include <math.h>

enum { EVENTS_SHOWN = 20 };

static void put_head(FILE *out, const Experiment *experiment)
{
    const StnPlant *plant = stn_system_plant(experiment->system);
    const StnRecord *record = &experiment->record;
    char text[200], number[32];
    fprintf(out, "%s\n", stn_scenario_title(experiment->scenario));
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

static void put_events(FILE *out, const StnRecord *record)
{
    TextTable table = {.columns = 4};
    fprintf(out, "\nEvents: %zu\n", record->nevent);
    for (size_t i = 0; i < record->nevent && i < EVENTS_SHOWN; i++) {
        const StnEvent *event = &record->event[i];
        text_table_cell(&table, "%.6f s", event->t);
        text_table_cell(&table, "%s", event->site ? event->site : "");
        text_table_cell(&table, "%s", stn_event_word(event->kind));
        text_table_cell(&table, "%s", event->detail ? event->detail : "");
    }
    text_table_print(&table, out, 2, "r");
    text_table_free(&table);
    if (record->nevent > EVENTS_SHOWN)
        fprintf(out, "  ... and %zu more; --events FILE.csv writes them all\n",
                record->nevent - EVENTS_SHOWN);
}

static void put_final(FILE *out, const StnRecord *record)
{
    TextTable table = {.columns = 4};
    if (record->rows == 0)
        return;
    const size_t last = record->rows - 1;
    fprintf(out, "\nFinal values, t = %.9g s\n", record->data[0][last]);
    for (int c = 1; c < record->ncolumn; c++) {
        const StnColumnInfo *column = &record->column[c];
        text_table_cell(&table, "%s", column->name);
        text_table_cell(&table, "%.9g", record->data[c][last]);
        text_table_cell(&table, "%s", column->unit);
        text_table_cell(&table, "%s", column->text ? column->text : "");
    }
    text_table_print(&table, out, 2, "lr");
    text_table_free(&table);
}

static void put_energy(FILE *out, const Experiment *experiment)
{
    const StnEnergy *e = &experiment->record.energy;
    if (!stn_system_solver(experiment->system)->energy) {
        fputs("\nEnergy: not integrated (solver: energy: false)\n", out);
        return;
    }
    fputs("\nEnergy at the friction sites\n", out);
    fprintf(out, "  %12.6g J  work of the active forces\n", e->input);
    fprintf(out, "  %12.6g J  change of the kinetic energy\n", e->stored);
    fprintf(out, "  %12.6g J  work against friction\n", e->friction);
    fprintf(out, "  %12.6g J  lost at stops\n", e->impact);
    fprintf(out, "  %12.3g J  left over: error of the balance", stn_energy_left_over(e));
    if (e->moved > 0.0)
        fprintf(out, " (%.2g of the energy moved)", fabs(stn_energy_left_over(e)) / e->moved);
    putc('\n', out);
}

static void put_work(FILE *out, const StnRecord *record)
{
    const StnCounters *c = &record->counters;
    const bool fixed = c->exact_steps + c->explicit_steps + c->implicit_steps == 0;
    fprintf(out, "\nWork: %" PRId64 " steps", c->steps);
    if (!fixed)
        fprintf(out,
                " (%" PRId64 " exact, %" PRId64 " explicit, %" PRId64 " implicit, %" PRId64
                " rejected)",
                c->exact_steps, c->explicit_steps, c->implicit_steps, c->rejected);
    fprintf(out, ", %" PRId64 " right-hand sides, ", c->rates);
    if (!fixed)
        fprintf(out, "%" PRId64 " Jacobians, ", c->jacobians);
    if (record->seconds < 1.0)
        fprintf(out, "%.3g ms\n", 1e3 * record->seconds);
    else
        fprintf(out, "%.3f s\n", record->seconds);
}

void summary_put_text(FILE *out, const Experiment *experiment)
{
    put_head(out, experiment);
    put_events(out, &experiment->record);
    put_final(out, &experiment->record);
    put_energy(out, experiment);
    put_work(out, &experiment->record);
}
