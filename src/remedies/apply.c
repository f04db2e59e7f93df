/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A remedy laid onto a scenario: a term of `compensation`, or a word of `controller.integrator`. */
#include "remedies/remedies.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TERM_TEXT = 512 };

/* ---- Names ---- */

/* The parameter whose words are the rules; NULL: the plant has none. */
static const StnParam *rules_of(const StnSystem *system)
{
    const StnPlant *plant = stn_system_plant(system);
    for (int i = 0; i < plant->nparam; i++)
        if (plant->params[i].kind == STN_KIND_CHOICE &&
            strcmp(plant->params[i].name, "integrator") == 0)
            return &plant->params[i];
    return NULL;
}

void stn_remedy_names(const StnSystem *system, StnRemedyNames *out)
{
    const StnParam *rules = rules_of(system);
    *out = (StnRemedyNames){.count = 0};
    for (int i = 0; i < stn_compensation_count() && out->count < STN_REMEDY_NAMES; i++)
        out->name[out->count++] = stn_compensation_at(i)->name;
    /* behind auto and plain, which are no rules */
    for (int k = 2; rules && out->count < STN_REMEDY_NAMES; k++) {
        char *word = out->word[out->rules];
        if (stn_param_word(rules, k, word, sizeof out->word[0])[0] == '\0')
            break;
        out->name[out->count++] = word;
        out->rules++;
    }
}

double stn_remedy_integrator(const StnSystem *system)
{
    StnAddress address;
    return stn_address(system, "controller.Ki", &address, NULL) == STN_OK
               ? stn_address_info(system, address).value
               : 0.0;
}

/* ---- A term ---- */

static bool is_friction(const StnParam *param)
{
    for (int i = 0; i < stn_friction_parameter_count(); i++)
        if (stn_friction_parameter_at(i) == param)
            return true;
    return false;
}

static int place_of_default(const char *name)
{
    for (int i = 0; i < stn_remedy_default_count(); i++)
        if (strcmp(stn_remedy_default_at(i).name, name) == 0)
            return i;
    return -1;
}

/* Derives a number and keeps it in the row. */
static StnStatus derive(const StnSystem *system, const char *name, StnRemedy *row, StnError *error)
{
    const int place = place_of_default(name);
    const double value = place < 0 ? NAN : stn_remedy_default(system, name);
    if (isnan(value))
        return stn_error(error, STN_BAD_INPUT,
                         "%s needs %s, which does not follow from the friction and the controller "
                         "here: give it in the scenario's compensation",
                         row->name, name);
    if (row->nsetting < STN_REMEDY_SETTINGS) {
        row->setting[row->nsetting] = place;
        row->value[row->nsetting++] = value;
    }
    return STN_OK;
}

/* What it needs and has no default for; an infinite default (a push that never fades) is derived, too.  m is the mass at
 * the site by itself. */
static bool is_derived(const StnSystem *system, const StnParam *param)
{
    StnLoop loop;
    if (strcmp(param->name, "Ts") == 0)
        return stn_system_loop(system, &loop, NULL, NULL) == STN_OK && isnan(loop.Ts);
    return param->kind == STN_KIND_SCALAR && !is_friction(param) &&
           (isnan(param->def) || isinf(param->def)) && strcmp(param->name, "m") != 0;
}

static StnStatus term_text(const StnSystem *system, const StnCompensation *kind, StnRemedy *row,
                           char out[TERM_TEXT], StnError *error)
{
    StnLoop loop;
    char number[32], unit[48];
    StnStatus status = stn_system_loop(system, &loop, NULL, error);
    if (status != STN_OK)
        return status;
    const int rotary = stn_system_plant(system)->sites[loop.site].rotary;
    int used = snprintf(out, TERM_TEXT, "[{kind: %s, scale: %s", kind->name,
                        stn_number_text(row->scale, number));
    for (int i = 0; i < kind->nparam && status == STN_OK; i++) {
        const StnParam *param = kind->params[i];
        if (!is_derived(system, param))
            continue;
        status = derive(system, param->name, row, error);
        if (status != STN_OK || used >= TERM_TEXT)
            break;
        stn_unit_text(param->unit, rotary, unit, sizeof unit);
        used += snprintf(out + used, (size_t)(TERM_TEXT - used), ", %s: %s %s", param->name,
                         stn_number_text(row->value[row->nsetting - 1], number),
                         strcmp(unit, "1") == 0 ? "" : unit);
    }
    if (status == STN_OK && used < TERM_TEXT)
        snprintf(out + used, (size_t)(TERM_TEXT - used), "}]");
    return status;
}

/* ---- The whole ---- */

/* A rule that needs a band is given one; the others are not. */
static StnStatus apply_rule(StnScenario *scenario, const StnSystem *system, const char *name,
                            StnRemedy *row, StnError *error)
{
    StnScenario *plain = stn_scenario_copy(scenario);
    StnError unread = {.status = STN_OK};
    stn_scenario_set(plain, "controller.integrator", name);
    const bool whole = stn_scenario_check(plain, error) == STN_OK;
    stn_scenario_free(plain);
    stn_scenario_set(scenario, "controller.integrator", name);
    if (whole)
        return stn_scenario_check(scenario, error);
    if (derive(system, "band", row, &unread) != STN_OK)
        return error->status;
    stn_scenario_set_numbers(scenario, "controller.band", &row->value[0], 1);
    /* where it does not help, what it lacked without the band is the reason */
    return stn_scenario_check(scenario, &unread) == STN_OK ? STN_OK : error->status;
}

StnStatus stn_remedy_apply(StnScenario *scenario, const char *name, StnRemedy *row, StnError *error)
{
    const StnCompensation *kind = stn_compensation_find(name);
    StnScenario *bare = stn_scenario_copy(scenario); /* a change voids the system */
    char text[TERM_TEXT];
    /* Checked first, and once: where memory is short, a second try might succeed. */
    StnStatus status = bare ? stn_scenario_check(bare, error) : stn_out_of_memory(error);
    const StnSystem *system = status == STN_OK ? stn_scenario_system(bare) : NULL;
    if (status == STN_OK && !kind)
        status = apply_rule(scenario, system, name, row, error);
    else if (status == STN_OK) {
        status = term_text(system, kind, row, text, error);
        if (status == STN_OK)
            stn_scenario_set(scenario, "compensation", text);
        if (status == STN_OK)
            status = stn_scenario_check(scenario, error);
    }
    stn_scenario_free(bare);
    return status;
}

StnStatus stn_remedy_sensor(StnScenario *scenario, int site, const char *text, StnError *error)
{
    const StnStatus status = stn_scenario_check(scenario, error);
    const StnSystem *system = status == STN_OK ? stn_scenario_system(scenario) : NULL;
    const StnPlant *plant = system ? stn_system_plant(system) : NULL;
    char path[96], value[256];
    if (status != STN_OK)
        return status;
    for (int i = 0; i < plant->noutput; i++) {
        if (plant->outputs[i].role != STN_ROLE_POSITION || plant->outputs[i].site != site)
            continue;
        snprintf(path, sizeof path, "sensors.%s", plant->outputs[i].name);
        StnAddress address;
        char resolution[128];
        snprintf(resolution, sizeof resolution, "%s.resolution", path);
        const bool there = stn_address(system, resolution, &address, NULL) == STN_OK;
        if (there) /* another sensor, not a part of this one */
            stn_scenario_set(scenario, path, "~");
        snprintf(value, sizeof value, "{%s}", text);
        if (strcmp(text, "ideal") != 0)
            stn_scenario_set(scenario, path, value);
        const StnStatus checked = stn_scenario_check(scenario, error);
        if (checked != STN_OK && error) /* a place in this text helps nobody */
            error->file[0] = '\0', error->line = error->column = 0;
        return checked;
    }
    return stn_error(error, STN_BAD_INPUT, "the plant has no position that a sensor could show");
}
