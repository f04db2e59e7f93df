/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Descriptors as JSON. */
#include "describe.h"
#include "io/json_text.h"

#include <string.h>

enum { TEXT_LENGTH = 160 };

static const char *const kind_words[] = {"scalar", "pair", "vector", "choice"};

static void put_choices(JsonText *json, const StnParam *param)
{
    char word[TEXT_LENGTH];
    int count = 1;
    for (const char *c = param->unit; *c; c++)
        count += *c == '|';
    json_open_list(json, "choices");
    for (int i = 0; i < count; i++)
        json_put_text(json, NULL, describe_word(param, i, word, sizeof word));
    json_close(json);
}

/* Units of laws depend on the site: both are given. */
static void put_unit(JsonText *json, const char *unit, bool law)
{
    char text[TEXT_LENGTH];
    json_put_text(json, "unit", stn_unit_text(unit, 0, text, sizeof text));
    if (law)
        json_put_text(json, "unit_rotary", stn_unit_text(unit, 1, text, sizeof text));
}

static void put_parameter(JsonText *json, const StnParam *param, bool law)
{
    char text[TEXT_LENGTH];
    json_open_map(json, NULL);
    json_put_text(json, "name", param->name);
    json_put_text(json, "kind", kind_words[param->kind]);
    if (param->kind == STN_CHOICE) {
        put_choices(json, param);
        json_put_text(json, "default", describe_default(param, text, sizeof text));
    } else {
        put_unit(json, param->unit, law);
        json_put_number(json, "default", param->def);
        json_put_number(json, "min", param->min);
        json_put_number(json, "max", param->max);
    }
    json_put_text(json, "text", param->text);
    json_put_text(json, "derived", param->derived);
    json_put_text(json, "section",
                  law              ? "friction"
                  : param->section ? param->section
                                   : "parameters");
    json_close(json);
}

static void put_head(JsonText *json, const char *kind, const char *name, const char *title,
                     const char *equation, const char *text, const char *reference)
{
    json_open_map(json, NULL);
    json_put_text(json, "kind", kind);
    json_put_text(json, "name", name);
    json_put_text(json, "title", title);
    json_put_text(json, "equation", equation);
    json_put_text(json, "text", text);
    json_put_text(json, "reference", reference);
}

/* `number`: what the field scale of the list means. */
static void put_variables(JsonText *json, const char *key, const StnVar *vars, int count,
                          const char *number, bool law)
{
    json_open_list(json, key);
    for (int i = 0; i < count; i++) {
        json_open_map(json, NULL);
        json_put_text(json, "name", vars[i].name);
        put_unit(json, vars[i].unit, law);
        if (number)
            json_put_number(json, number, vars[i].scale);
        json_put_text(json, "text", vars[i].text);
        json_close(json);
    }
    json_close(json);
}

void describe_law_json(const StnLaw *law)
{
    JsonText json = {.out = stdout};
    put_head(&json, "law", law->name, law->title, law->equation, law->text, law->reference);
    json_put_flag(&json, "set_valued", (law->flags & STN_LAW_SET_VALUED) != 0);
    json_put_flag(&json, "fixed_only", (law->flags & STN_LAW_FIXED_ONLY) != 0);
    json_put_text(&json, "fixed_when", law->fixed_when);
    json_open_list(&json, "parameters");
    for (int i = 0; i < law->nparam; i++)
        put_parameter(&json, law->params[i], true);
    json_close(&json);
    put_variables(&json, "states", law->states, law->nstate, "scale", true);
    json_close(&json);
}

static void put_sites(JsonText *json, const StnPlant *plant)
{
    json_open_list(json, "sites");
    for (int i = 0; i < plant->nsite; i++) {
        const StnSiteInfo *site = &plant->sites[i];
        json_open_map(json, NULL);
        json_put_text(json, "name", site->name);
        json_put_text(json, "position", plant->states[site->x].name);
        json_put_text(json, "velocity", plant->states[site->v].name);
        json_put_flag(json, "rotary", site->rotary != 0);
        json_put_text(json, "default_law", site->law);
        json_put_text(json, "text", site->text);
        json_close(json);
    }
    json_close(json);
}

static void put_stops(JsonText *json, const StnPlant *plant)
{
    json_open_list(json, "stops");
    for (int i = 0; i < plant->nstop; i++) {
        const StnStopInfo *stop = &plant->stops[i];
        char lower[64];
        json_open_map(json, NULL);
        json_put_text(json, "name", stop->name);
        json_put_text(json, "position", plant->states[stop->pos].name);
        snprintf(lower, sizeof lower, "%s%s", stop->lo == stop->hi ? "-" : "",
                 plant->params[stop->lo].name);
        json_put_text(json, "lower", lower);
        json_put_text(json, "upper", plant->params[stop->hi].name);
        json_close(json);
    }
    json_close(json);
}

void describe_plant_json(const StnPlant *plant)
{
    JsonText json = {.out = stdout};
    put_head(&json, "plant", plant->name, plant->title, plant->equation, plant->text,
             plant->reference);
    json_open_list(&json, "parameters");
    for (int i = 0; i < plant->nparam; i++)
        put_parameter(&json, &plant->params[i], false);
    json_close(&json);
    put_variables(&json, "states", plant->states, plant->nstate, "scale", false);
    put_variables(&json, "inputs", plant->inputs, plant->ninput, "default", false);
    put_variables(&json, "outputs", plant->outputs, plant->noutput, NULL, false);
    put_sites(&json, plant);
    put_stops(&json, plant);
    json_close(&json);
}

void describe_scenario_json(const StnScenario *scenario, const char *name, const char *source)
{
    JsonText json = {.out = stdout};
    const StnSystem *system = stn_scenario_system(scenario);
    const StnPlant *plant = stn_system_plant(system);
    json_open_map(&json, NULL);
    json_put_text(&json, "kind", "scenario");
    json_put_text(&json, "name", name);
    json_put_text(&json, "title", stn_scenario_title(scenario));
    json_put_text(&json, "plant", plant->name);
    json_open_map(&json, "friction");
    for (int i = 0; i < plant->nsite; i++)
        json_put_text(&json, plant->sites[i].name, stn_system_law(system, i)->name);
    json_close(&json);
    json_put_number(&json, "duration", stn_scenario_duration(scenario));
    json_open_list(&json, "columns");
    for (int i = 0; i < stn_system_column_count(system); i++) {
        const StnColumnInfo column = stn_system_column_at(system, i);
        json_open_map(&json, NULL);
        json_put_text(&json, "name", column.name);
        json_put_text(&json, "unit", column.unit);
        json_put_text(&json, "text", column.text);
        json_close(&json);
    }
    json_close(&json);
    json_put_text(&json, "source", source);
    json_put_text(&json, "resolved", stn_scenario_resolved(scenario));
    json_close(&json);
}
