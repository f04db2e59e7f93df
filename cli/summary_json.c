/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/json_text.h"
#include "message.h"
#include "summary.h"

#include <math.h>

static void put_head(StnJsonText *json, const Experiment *experiment)
{
    const StnPlant *plant = stn_system_plant(experiment->system);
    const StnSolverDef *solver = stn_system_solver(experiment->system);
    static const char *const methods[] = {"event", "fixed", "sundials"};
    stn_json_put_text(json, "version", STN_VERSION);
    stn_json_put_text(json, "scenario", experiment->name);
    stn_json_put_text(json, "title", stn_scenario_title(experiment->scenario));
    stn_json_put_text(json, "status", experiment->status == STN_OK ? "done" : "interrupted");
    stn_json_put_text(json, "plant", plant->name);
    stn_json_open_map(json, "friction");
    for (int i = 0; i < plant->nsite; i++)
        stn_json_put_text(json, plant->sites[i].name, stn_system_law(experiment->system, i)->name);
    stn_json_close(json);
    stn_json_open_map(json, "solver");
    stn_json_put_text(json, "method", methods[stn_system_method(experiment->system)]);
    stn_json_put_number(json, "rtol", solver->rtol);
    stn_json_put_number(json, "dt", stn_system_step(experiment->system));
    stn_json_close(json);
    stn_json_put_count(json, "seed", stn_scenario_seed(experiment->scenario));
    stn_json_put_number(json, "duration", stn_scenario_duration(experiment->scenario));
    stn_json_put_count(json, "rows", experiment->record.rows);
}

static void put_notes(StnJsonText *json, const Experiment *experiment)
{
    stn_json_open_list(json, "warnings");
    for (int i = 0; i < stn_scenario_warning_count(experiment->scenario); i++)
        stn_json_put_text(json, NULL, stn_scenario_warning_at(experiment->scenario, i));
    for (int i = 0; i < stn_system_note_count(experiment->system); i++)
        if (stn_system_note_at(experiment->system, i).kind == STN_NOTE_WARNING)
            stn_json_put_text(json, NULL, stn_system_note_at(experiment->system, i).text);
    stn_json_close(json);
    stn_json_open_list(json, "derived");
    for (int i = 0; i < stn_system_note_count(experiment->system); i++)
        if (stn_system_note_at(experiment->system, i).kind == STN_NOTE_DERIVED)
            stn_json_put_text(json, NULL, stn_system_note_at(experiment->system, i).text);
    stn_json_close(json);
}

static void put_events(StnJsonText *json, const StnRecord *record)
{
    stn_json_open_list(json, "events");
    for (size_t i = 0; i < record->nevent; i++) {
        stn_json_open_map(json, NULL);
        stn_json_put_number(json, "t", record->event[i].t);
        stn_json_put_text(json, "site", record->event[i].site);
        stn_json_put_text(json, "event", stn_event_word(record->event[i].kind));
        stn_json_put_text(json, "detail", record->event[i].detail);
        stn_json_close(json);
    }
    stn_json_close(json);
}

/* {"x": {"value": ..., "unit": "m"}, ...} */
static void put_final(StnJsonText *json, const StnRecord *record)
{
    stn_json_open_map(json, "final");
    for (int c = 0; c < record->ncolumn && record->rows > 0; c++) {
        stn_json_open_map(json, record->column[c].name);
        stn_json_put_number(json, "value", record->data[c][record->rows - 1]);
        stn_json_put_text(json, "unit", record->column[c].unit);
        stn_json_close(json);
    }
    stn_json_close(json);
}

/* null where nothing is commanded. */
static void put_response(StnJsonText *json, const Experiment *experiment, int site)
{
    const StnPlant *plant = stn_system_plant(experiment->system);
    const StnResponse r = stn_response_of(experiment->system, site, &experiment->record);
    if (r.input < 0) {
        stn_json_put_text(json, "response", NULL);
        return;
    }
    stn_json_open_map(json, "response");
    stn_json_put_text(json, "command", plant->inputs[r.input].name);
    stn_json_put_flag(json, "step", r.step);
    stn_json_put_number(json, "at", r.at);
    stn_json_put_number(json, "final_command", r.command);
    stn_json_put_number(json, "size", r.size);
    stn_json_put_number(json, "final_error", r.final_error);
    stn_json_put_number(json, "largest_error", r.largest_error);
    stn_json_put_number(json, "overshoot", r.overshoot);
    stn_json_put_number(json, "rise_time", r.rise);
    stn_json_put_number(json, "settling_time", r.settling);
    stn_json_close(json);
}

/* The measures of "stiction compare", site by site. */
static void put_sites(StnJsonText *json, const Experiment *experiment)
{
    const StnPlant *plant = stn_system_plant(experiment->system);
    stn_json_open_map(json, "sites");
    for (int i = 0; i < plant->nsite && experiment->record.rows > 0; i++) {
        const StnMetrics m = stn_metrics_of(experiment->system, i, &experiment->record, NAN);
        if (m.memory_out)
            out_of_memory();
        stn_json_open_map(json, plant->sites[i].name);
        put_response(json, experiment, i);
        stn_json_put_flag(json, "stands", m.stands);
        stn_json_put_number(json, "stands_since", m.since);
        stn_json_put_number(json, "standstill", m.standstill);
        stn_json_put_number(json, "creep", m.creep);
        stn_json_put_count(json, "slips", (uint64_t)m.slips);
        stn_json_put_number(json, "breakaway", m.breakaway);
        stn_json_put_number(json, "period", m.period);
        stn_json_put_number(json, "height", m.height);
        stn_json_put_number(json, "reversals", m.reversals);
        stn_json_close(json);
    }
    stn_json_close(json);
}

static void put_energy(StnJsonText *json, const Experiment *experiment)
{
    const StnEnergy *energy = &experiment->record.energy;
    if (!stn_system_solver(experiment->system)->energy) {
        stn_json_put_text(json, "energy", NULL);
        return;
    }
    stn_json_open_map(json, "energy");
    stn_json_put_number(json, "input", energy->input);
    stn_json_put_number(json, "stored", energy->stored);
    stn_json_put_number(json, "friction", energy->friction);
    stn_json_put_number(json, "impact", energy->impact);
    stn_json_put_number(json, "moved", energy->moved);
    stn_json_close(json);
}

static void put_counters(StnJsonText *json, const StnRecord *record)
{
    const StnCounters *c = &record->counters;
    stn_json_open_map(json, "counters");
    stn_json_put_count(json, "steps", (uint64_t)c->steps);
    stn_json_put_count(json, "rejected", (uint64_t)c->rejected);
    stn_json_put_count(json, "rates", (uint64_t)c->rates);
    stn_json_put_count(json, "jacobians", (uint64_t)c->jacobians);
    stn_json_put_count(json, "events", (uint64_t)c->events);
    stn_json_put_count(json, "exact_steps", (uint64_t)c->exact_steps);
    stn_json_put_count(json, "explicit_steps", (uint64_t)c->explicit_steps);
    stn_json_put_count(json, "implicit_steps", (uint64_t)c->implicit_steps);
    stn_json_close(json);
    stn_json_put_number(json, "seconds", record->seconds);
}

void summary_put_json(FILE *out, const Experiment *experiment)
{
    StnJsonText json = {.out = out};
    stn_json_open_map(&json, NULL);
    put_head(&json, experiment);
    put_notes(&json, experiment);
    put_sites(&json, experiment);
    put_events(&json, &experiment->record);
    put_final(&json, &experiment->record);
    put_energy(&json, experiment);
    put_counters(&json, &experiment->record);
    stn_json_close(&json);
}
