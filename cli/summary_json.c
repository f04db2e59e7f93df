/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/json_text.h"
#include "summary.h"

static void put_head(JsonText *json, const Experiment *experiment)
{
    const StnPlant *plant = stn_system_plant(experiment->system);
    const StnSolverDef *solver = stn_system_solver(experiment->system);
    static const char *const methods[] = {"event", "fixed", "sundials"};
    json_put_text(json, "version", STN_VERSION);
    json_put_text(json, "scenario", experiment->name);
    json_put_text(json, "title", stn_scenario_title(experiment->scenario));
    json_put_text(json, "status", experiment->status == STN_OK ? "done" : "interrupted");
    json_put_text(json, "plant", plant->name);
    json_open_map(json, "friction");
    for (int i = 0; i < plant->nsite; i++)
        json_put_text(json, plant->sites[i].name, stn_system_law(experiment->system, i)->name);
    json_close(json);
    json_open_map(json, "solver");
    json_put_text(json, "method", methods[stn_system_method(experiment->system)]);
    json_put_number(json, "rtol", solver->rtol);
    json_put_number(json, "dt", solver->dt);
    json_close(json);
    json_put_count(json, "seed", stn_scenario_seed(experiment->scenario));
    json_put_number(json, "duration", stn_scenario_duration(experiment->scenario));
    json_put_count(json, "rows", experiment->record.rows);
}

static void put_notes(JsonText *json, const Experiment *experiment)
{
    json_open_list(json, "warnings");
    for (int i = 0; i < stn_scenario_warning_count(experiment->scenario); i++)
        json_put_text(json, NULL, stn_scenario_warning_at(experiment->scenario, i));
    for (int i = 0; i < stn_system_note_count(experiment->system); i++)
        if (stn_system_note_at(experiment->system, i).kind == STN_NOTE_WARNING)
            json_put_text(json, NULL, stn_system_note_at(experiment->system, i).text);
    json_close(json);
    json_open_list(json, "derived");
    for (int i = 0; i < stn_system_note_count(experiment->system); i++)
        if (stn_system_note_at(experiment->system, i).kind == STN_NOTE_DERIVED)
            json_put_text(json, NULL, stn_system_note_at(experiment->system, i).text);
    json_close(json);
}

static void put_events(JsonText *json, const StnRecord *record)
{
    json_open_list(json, "events");
    for (size_t i = 0; i < record->nevent; i++) {
        json_open_map(json, NULL);
        json_put_number(json, "t", record->event[i].t);
        json_put_text(json, "site", record->event[i].site);
        json_put_text(json, "event", stn_event_word(record->event[i].kind));
        json_put_text(json, "detail", record->event[i].detail);
        json_close(json);
    }
    json_close(json);
}

static void put_final(JsonText *json, const StnRecord *record)
{
    json_open_list(json, "final");
    for (int c = 0; c < record->ncolumn && record->rows > 0; c++) {
        json_open_map(json, NULL);
        json_put_text(json, "name", record->column[c].name);
        json_put_text(json, "unit", record->column[c].unit);
        json_put_number(json, "value", record->data[c][record->rows - 1]);
        json_close(json);
    }
    json_close(json);
}

static void put_energy(JsonText *json, const Experiment *experiment)
{
    const StnEnergy *energy = &experiment->record.energy;
    if (!stn_system_solver(experiment->system)->energy) {
        json_put_text(json, "energy", NULL);
        return;
    }
    json_open_map(json, "energy");
    json_put_number(json, "input", energy->input);
    json_put_number(json, "stored", energy->stored);
    json_put_number(json, "friction", energy->friction);
    json_put_number(json, "impact", energy->impact);
    json_close(json);
}

static void put_counters(JsonText *json, const StnRecord *record)
{
    const StnCounters *c = &record->counters;
    json_open_map(json, "counters");
    json_put_count(json, "steps", (uint64_t)c->steps);
    json_put_count(json, "rejected", (uint64_t)c->rejected);
    json_put_count(json, "rates", (uint64_t)c->rates);
    json_put_count(json, "jacobians", (uint64_t)c->jacobians);
    json_put_count(json, "events", (uint64_t)c->events);
    json_put_count(json, "exact_steps", (uint64_t)c->exact_steps);
    json_put_count(json, "explicit_steps", (uint64_t)c->explicit_steps);
    json_put_count(json, "implicit_steps", (uint64_t)c->implicit_steps);
    json_close(json);
    json_put_number(json, "seconds", record->seconds);
}

void summary_put_json(FILE *out, const Experiment *experiment)
{
    JsonText json = {.out = out};
    json_open_map(&json, NULL);
    put_head(&json, experiment);
    put_notes(&json, experiment);
    put_events(&json, &experiment->record);
    put_final(&json, &experiment->record);
    put_energy(&json, experiment);
    put_counters(&json, &experiment->record);
    json_close(&json);
}
