/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A record as JSON. */
#include "io/atomic_file.h"
#include "io/json_text.h"
#include "io/writers.h"

static void put_provenance(StnJsonText *json, const StnProvenance *from)
{
    stn_json_open_map(json, "provenance");
    stn_json_put_text(json, "version", STN_VERSION);
    stn_json_put_text(json, "scenario", from->scenario);
    stn_json_put_text(json, "title", from->title);
    stn_json_put_text(json, "plant", from->plant);
    stn_json_put_text(json, "law", from->law);
    stn_json_put_text(json, "solver", from->solver);
    stn_json_put_count(json, "seed", from->seed);
    stn_json_put_text(json, "text", from->text);
    stn_json_close(json);
}

static void put_columns(StnJsonText *json, const StnRecord *record)
{
    stn_json_open_list(json, "columns");
    for (int c = 0; c < record->ncolumn; c++) {
        stn_json_open_map(json, NULL);
        stn_json_put_text(json, "name", record->column[c].name);
        stn_json_put_text(json, "unit", record->column[c].unit);
        stn_json_put_numbers(json, "data", record->data[c], record->rows);
        stn_json_close(json);
    }
    stn_json_close(json);
}

static void put_events(StnJsonText *json, const StnRecord *record)
{
    stn_json_open_list(json, "events");
    for (size_t i = 0; i < record->nevent; i++) {
        const StnEvent *event = &record->event[i];
        stn_json_open_map(json, NULL);
        stn_json_put_number(json, "t", event->t);
        stn_json_put_text(json, "site", event->site);
        stn_json_put_text(json, "event", stn_event_word(event->kind));
        stn_json_put_text(json, "detail", event->detail);
        stn_json_close(json);
    }
    stn_json_close(json);
}

static void put_energy(StnJsonText *json, const StnEnergy *e)
{
    stn_json_open_map(json, "energy");
    stn_json_put_number(json, "input", e->input);
    stn_json_put_number(json, "stored", e->stored);
    stn_json_put_number(json, "friction", e->friction);
    stn_json_put_number(json, "impact", e->impact);
    stn_json_put_number(json, "moved", e->moved);
    stn_json_close(json);
}

static void put_counters(StnJsonText *json, const StnCounters *c)
{
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
}

static StnStatus write_record(const char *path, const StnRecord *record, const StnWriteDef *def,
                              StnError *error)
{
    const StnProvenance nowhere = {0};
    StnAtomicFile file;
    const StnStatus status = stn_atomic_open(&file, path, error);
    if (status != STN_OK)
        return status;
    StnJsonText json = {.out = file.stream};
    stn_json_open_map(&json, NULL);
    put_provenance(&json, def->from ? def->from : &nowhere);
    put_columns(&json, record);
    put_events(&json, record);
    put_energy(&json, &record->energy);
    put_counters(&json, &record->counters);
    stn_json_close(&json);
    return stn_atomic_commit(&file, error);
}
const StnWriter stn_json_writer = {".json", write_record};
