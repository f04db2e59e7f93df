/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A law, a plant or a scenario, all about it, as JSON. */
#include "stiction/describe.h"

#include "core/names.h"
#include "io/json_text.h"

#include <stdio.h>
#include <string.h>

enum { NAMES_MAX = 512 };

enum { TEXT_LENGTH = 160 };

static void put_choices(StnJsonText *json, const StnParam *param)
{
    char word[TEXT_LENGTH];
    stn_json_open_list(json, "choices");
    for (int i = 0; i < stn_word_count(param->unit); i++)
        stn_json_put_text(json, NULL, stn_param_word(param, i, word, sizeof word));
    stn_json_close(json);
}

/* Units of laws depend on the site: both are given. */
static void put_unit(StnJsonText *json, const char *unit, bool law)
{
    char text[TEXT_LENGTH];
    stn_json_put_text(json, "unit", stn_unit_text(unit, 0, text, sizeof text));
    if (law)
        stn_json_put_text(json, "unit_rotary", stn_unit_text(unit, 1, text, sizeof text));
}

static void put_parameter(StnJsonText *json, const StnParam *param, bool law)
{
    char text[TEXT_LENGTH];
    stn_json_open_map(json, NULL);
    stn_json_put_text(json, "name", param->name);
    stn_json_put_text(json, "kind", stn_kind_word(param->kind));
    if (param->kind == STN_KIND_CHOICE) {
        put_choices(json, param);
        stn_json_put_text(json, "default",
                          stn_param_word(param, (int)param->def, text, sizeof text));
    } else {
        put_unit(json, param->unit, law);
        stn_json_put_number(json, "default", param->def);
        stn_json_put_number(json, "min", param->min);
        stn_json_put_number(json, "max", param->max);
    }
    stn_json_put_text(json, "text", param->text);
    stn_json_put_text(json, "derived", param->derived);
    stn_json_put_text(json, "section",
                      law              ? "friction"
                      : param->section ? param->section
                                       : "parameters");
    stn_json_close(json);
}

static void put_head(StnJsonText *json, const char *kind, const char *name, const char *title,
                     const char *equation, const char *text, const char *reference)
{
    stn_json_open_map(json, NULL);
    stn_json_put_text(json, "kind", kind);
    stn_json_put_text(json, "name", name);
    stn_json_put_text(json, "title", title);
    stn_json_put_text(json, "equation", equation);
    stn_json_put_text(json, "text", text);
    stn_json_put_text(json, "reference", reference);
}

/* `number`: what the field scale of the list means.  plant: NULL for the states of a law. */
static void put_variables(StnJsonText *json, const char *key, const StnVar *vars, int count,
                          const char *number, const StnPlant *plant)
{
    stn_json_open_list(json, key);
    for (int i = 0; i < count; i++) {
        stn_json_open_map(json, NULL);
        stn_json_put_text(json, "name", vars[i].name);
        put_unit(json, vars[i].unit, !plant);
        if (number)
            stn_json_put_number(json, number, vars[i].scale);
        stn_json_put_text(json, "text", vars[i].text);
        if (plant) {
            stn_json_put_text(json, "role", stn_role_name(vars[i].role));
            stn_json_put_text(json, "site",
                              vars[i].site < 0 || vars[i].role == STN_ROLE_OTHER
                                  ? NULL
                                  : plant->sites[vars[i].site].name);
        }
        stn_json_close(json);
    }
    stn_json_close(json);
}

static void put_law(StnJsonText *json, const StnLaw *law)
{
    put_head(json, "law", law->name, law->title, law->equation, law->text, law->reference);
    stn_json_put_flag(json, "set_valued", (law->flags & STN_LAW_SET_VALUED) != 0);
    stn_json_put_flag(json, "fixed_only", (law->flags & STN_LAW_FIXED_ONLY) != 0);
    stn_json_put_text(json, "fixed_when", law->fixed_when);
    stn_json_open_list(json, "parameters");
    for (int i = 0; i < law->nparam; i++)
        put_parameter(json, law->params[i], true);
    stn_json_close(json);
    put_variables(json, "states", law->states, law->nstate, "scale", NULL);
    stn_json_close(json);
}

static void put_compensation(StnJsonText *json, const StnCompensation *kind)
{
    put_head(json, "compensation", kind->name, kind->title, kind->equation, kind->text,
             kind->reference);
    stn_json_put_flag(json, "has_law", kind->law && kind->law[0] == '\0');
    stn_json_put_flag(json, "needs_command", (kind->flags & STN_COMPENSATION_COMMAND) != 0);
    stn_json_open_list(json, "parameters");
    for (int i = 0; i < kind->nparam; i++)
        put_parameter(json, kind->params[i], true);
    stn_json_close(json);
    put_variables(json, "estimates", kind->states, kind->nestimate, NULL, NULL);
    stn_json_close(json);
}

static void put_sites(StnJsonText *json, const StnPlant *plant)
{
    stn_json_open_list(json, "sites");
    for (int i = 0; i < plant->nsite; i++) {
        const StnSiteInfo *site = &plant->sites[i];
        stn_json_open_map(json, NULL);
        stn_json_put_text(json, "name", site->name);
        stn_json_put_text(json, "position", plant->states[site->x].name);
        stn_json_put_text(json, "velocity", stn_site_velocity(plant, i)->name);
        stn_json_put_flag(json, "rotary", site->rotary != 0);
        stn_json_put_text(json, "default_law", site->law);
        stn_json_put_text(json, "text", site->text);
        stn_json_close(json);
    }
    stn_json_close(json);
}

static void put_stops(StnJsonText *json, const StnPlant *plant)
{
    stn_json_open_list(json, "stops");
    for (int i = 0; i < plant->nstop; i++) {
        const StnStopInfo *stop = &plant->stops[i];
        char lower[64];
        stn_json_open_map(json, NULL);
        stn_json_put_text(json, "name", stop->name);
        stn_json_put_text(json, "position", plant->states[stop->pos].name);
        snprintf(lower, sizeof lower, "%s%s", stop->lo == stop->hi ? "-" : "",
                 plant->params[stop->lo].name);
        stn_json_put_text(json, "lower", lower);
        stn_json_put_text(json, "upper", plant->params[stop->hi].name);
        stn_json_close(json);
    }
    stn_json_close(json);
}

static void put_plant(StnJsonText *json, const StnPlant *plant)
{
    put_head(json, "plant", plant->name, plant->title, plant->equation, plant->text,
             plant->reference);
    stn_json_open_list(json, "parameters");
    for (int i = 0; i < plant->nparam; i++)
        put_parameter(json, &plant->params[i], false);
    stn_json_close(json);
    put_variables(json, "states", plant->states, plant->nstate, "scale", plant);
    put_variables(json, "inputs", plant->inputs, plant->ninput, "default", plant);
    put_variables(json, "outputs", plant->outputs, plant->noutput, NULL, plant);
    put_sites(json, plant);
    put_stops(json, plant);
    stn_json_close(json);
}

/* What data determine; nothing where the plant has none. */
static void put_combinations(StnJsonText *json, const StnSystem *system)
{
    StnCombination number;
    if (!stn_system_combination(system, 0, &number))
        return;
    stn_json_open_list(json, "determined");
    for (int i = 0; stn_system_combination(system, i, &number); i++) {
        stn_json_open_map(json, NULL);
        stn_json_put_text(json, "name", number.name);
        stn_json_put_number(json, "value", number.value);
        stn_json_put_text(json, "unit", number.unit);
        stn_json_put_text(json, "text", number.text);
        stn_json_close(json);
    }
    stn_json_close(json);
}

static void put_scenario(StnJsonText *json, const StnScenario *scenario, const char *name,
                         const char *source)
{
    const StnSystem *system = stn_scenario_system(scenario);
    const StnPlant *plant = stn_system_plant(system);
    stn_json_open_map(json, NULL);
    stn_json_put_text(json, "kind", "scenario");
    stn_json_put_text(json, "name", name);
    stn_json_put_text(json, "title", stn_scenario_title(scenario));
    stn_json_put_text(json, "plant", plant->name);
    stn_json_open_map(json, "friction");
    for (int i = 0; i < plant->nsite; i++)
        stn_json_put_text(json, plant->sites[i].name, stn_system_law(system, i)->name);
    stn_json_close(json);
    stn_json_put_number(json, "duration", stn_scenario_duration(scenario));
    put_combinations(json, system);
    stn_json_open_list(json, "columns");
    for (int i = 0; i < stn_system_column_count(system); i++) {
        const StnColumnInfo column = stn_system_column_at(system, i);
        stn_json_open_map(json, NULL);
        stn_json_put_text(json, "name", column.name);
        stn_json_put_text(json, "unit", column.unit);
        stn_json_put_text(json, "text", column.text);
        stn_json_close(json);
    }
    stn_json_close(json);
    stn_json_put_text(json, "source", source);
    stn_json_put_text(json, "resolved", stn_scenario_resolved(scenario));
    stn_json_close(json);
}

/* ---- By name ---- */

/* The text of a built-in scenario; NULL for a file. */
static const char *source_of(const char *name)
{
    for (int i = 0; i < stn_builtin_count(); i++)
        if (strcmp(stn_builtin_at(i).name, name) == 0)
            return stn_builtin_at(i).text;
    return NULL;
}

char *stn_describe_scenario_json(const StnScenario *scenario, const char *name, StnError *error)
{
    StnJsonMemory memory;
    if (!stn_scenario_system(scenario)) { /* NULL too: it was not made for lack of memory */
        stn_scenario_check(scenario, error);
        return NULL;
    }
    if (stn_json_memory_open(&memory))
        put_scenario(&memory.json, scenario, name, source_of(name));
    return stn_json_memory_close(&memory, error);
}

/* A name that nothing has: the nearest of laws, plants and scenarios, not of scenarios alone. */
static void suggest(const StnCatalog *catalog, const char *name, StnError *error)
{
    const char *names[NAMES_MAX];
    size_t count = 0;
    for (int i = 0; i < stn_catalog_law_count(catalog) && count < NAMES_MAX; i++)
        names[count++] = stn_catalog_law_at(catalog, i)->name;
    for (int i = 0; i < stn_catalog_plant_count(catalog) && count < NAMES_MAX; i++)
        names[count++] = stn_catalog_plant_at(catalog, i)->name;
    for (int i = 0; i < stn_compensation_count() && count < NAMES_MAX; i++)
        names[count++] = stn_compensation_at(i)->name;
    for (int i = 0; i < stn_builtin_count() && count < NAMES_MAX; i++)
        names[count++] = stn_builtin_at(i).name;
    const StnSuggestion near = stn_suggest(name, names, count, NULL);
    if (near.text[0])
        stn_error(error, error->status,
                  "no law, plant, compensation or scenario is called \"%.60s\"%s", name, near.text);
}

static char *describe_loaded(const StnCatalog *catalog, const char *name, StnError *error)
{
    const StnScenarioOptions options = {.catalog = catalog};
    StnScenario *scenario = stn_scenario_load(name, &options, error);
    if (!scenario && error && error->status == STN_NO_FILE && !strpbrk(name, "/."))
        suggest(catalog, name, error);
    char *text = scenario ? stn_describe_scenario_json(scenario, name, error) : NULL;
    stn_scenario_free(scenario);
    return text;
}

char *stn_describe_json(const StnCatalog *catalog, const char *name, StnError *error)
{
    const StnLaw *law = stn_catalog_law(catalog, name);
    const StnPlant *plant = law ? NULL : stn_catalog_plant(catalog, name);
    const StnCompensation *kind = law || plant ? NULL : stn_compensation_find(name);
    StnJsonMemory memory;
    if (!law && !plant && !kind)
        return describe_loaded(catalog, name, error);
    if (stn_json_memory_open(&memory)) {
        if (law)
            put_law(&memory.json, law);
        else if (kind)
            put_compensation(&memory.json, kind);
        else
            put_plant(&memory.json, plant);
    }
    return stn_json_memory_close(&memory, error);
}
