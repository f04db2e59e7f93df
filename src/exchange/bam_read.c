/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A servo from the parameters of BAM.  JSON is YAML, so its reader does. */
#include "exchange/read.h"

#include "scenario/tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const models[] = {"m1", "m2", "m3", "m4", "m5", "m6"};
enum { MODELS = sizeof models / sizeof models[0] };

/* BAM's names, the paths that they set, and the models that have them, as digits. */
static const struct {
    const char *name, *path, *other, *models;
} entries[] = {
    {"kt", "parameters.kt", NULL, "123456"},
    {"R", "parameters.R", NULL, "123456"},
    {"armature", "parameters.Jm", NULL, "123456"},
    {"friction_base", "friction.gear.Fc", NULL, "123456"},
    {"friction_viscous", "friction.gear.sigma2", NULL, "123456"},
    {"friction_stribeck", "friction.gear.Fs", NULL, "2456"}, /* above friction_base */
    {"dtheta_stribeck", "friction.gear.vs", NULL, "2456"},
    {"alpha", "friction.gear.n", NULL, "2456"},
    {"load_friction_base", "friction.gear.k_m", "friction.gear.k_e", "34"},
    {"load_friction_stribeck", "friction.gear.k_ms", "friction.gear.k_es", "4"},
    {"load_friction_motor", "friction.gear.k_m", NULL, "56"},
    {"load_friction_external", "friction.gear.k_e", NULL, "56"},
    {"load_friction_motor_stribeck", "friction.gear.k_ms", NULL, "56"},
    {"load_friction_external_stribeck", "friction.gear.k_es", NULL, "56"},
    {"load_friction_motor_quad", "friction.gear.k_mq", NULL, "6"},
    {"load_friction_external_quad", "friction.gear.k_eq", NULL, "6"},
};
enum { ENTRIES = sizeof entries / sizeof entries[0] };

static bool read_number(const StnNode *node, const char *name, double *value, StnError *error)
{
    char *end = NULL;
    *value = node->kind == STN_NODE_SCALAR ? strtod(node->text, &end) : NAN;
    if (!end || end == node->text || *end || !isfinite(*value))
        return stn_node_error(error, node, "%s must be a finite number", name);
    return true;
}

/* 1 ... 6. */
static bool read_model(const StnNode *root, int *model, StnError *error)
{
    const StnNode *node = stn_node_find(root, "model");
    if (!node || node->kind != STN_NODE_SCALAR)
        return stn_node_error(error, node ? node : root,
                              "a file of BAM names its model: \"model\": \"m1\" to \"m6\"");
    for (int k = 0; k < MODELS; k++)
        if (strcmp(node->text, models[k]) == 0) {
            *model = k + 1;
            return true;
        }
    return stn_node_unknown(error, node, "model of BAM", models, MODELS);
}

static int entry_index(const char *name)
{
    for (int k = 0; k < ENTRIES; k++)
        if (strcmp(entries[k].name, name) == 0)
            return k;
    return -1;
}

/* What we have no place for is named, and kept as a comment. */
static void keep(StnScenario *scenario, const StnNode *key, const StnNode *value,
                 StnRemarks *remarks)
{
    char line[200];
    const char *text = value->kind == STN_NODE_SCALAR ? value->text : stn_node_word(value);
    snprintf(line, sizeof line, "BAM: %.60s = %.100s", key->text, text);
    stn_scenario_comment(scenario, line);
    stn_remark(remarks, "%s = %.60s is not used%s; it is kept as a comment.", key->text, text,
               entry_index(key->text) >= 0 ? ": this model does not have it" : "");
}

static bool read_entry(StnScenario *scenario, const StnNode *root, const StnEntry *entry, int model,
                       StnRemarks *remarks, StnError *error)
{
    const int k = entry_index(entry->key->text);
    double value, base = 0.0;
    if (k < 0 || !strchr(entries[k].models, '0' + model)) {
        keep(scenario, entry->key, entry->value, remarks);
        return true;
    }
    if (!read_number(entry->value, entry->key->text, &value, error))
        return false;
    const StnNode *level = stn_node_find(root, "friction_base");
    if (strcmp(entries[k].path, "friction.gear.Fs") == 0 && level &&
        !read_number(level, "friction_base", &base, error))
        return false;
    value += base;
    stn_scenario_set_numbers(scenario, entries[k].path, &value, 1);
    if (entries[k].other)
        stn_scenario_set_numbers(scenario, entries[k].other, &value, 1);
    return true;
}

static bool fill(StnScenario *scenario, const StnNode *root, int model, StnRemarks *remarks,
                 StnError *error)
{
    const StnNode *actuator = stn_node_find(root, "actuator"),
                  *base = stn_node_find(root, "friction_base");
    double Fc = 0.0, zero = 0.0;
    char title[120];
    if (!base || !read_number(base, "friction_base", &Fc, error))
        return base ? false : stn_node_error(error, root, "friction_base is missing");
    snprintf(title, sizeof title, "%.60s, %s of BAM",
             actuator && actuator->kind == STN_NODE_SCALAR ? actuator->text : "servo",
             models[model - 1]);
    stn_scenario_set_text(scenario, "title", title);
    stn_scenario_set_text(scenario, "options.motor", "voltage");
    stn_scenario_set_text(scenario, "friction.gear.law", "stribeck_load");
    stn_scenario_set_numbers(scenario, "friction.gear.Fs", &Fc, 1); /* without a Stribeck part */
    for (int i = 0; i < root->count; i++) {
        const char *key = root->entry[i].key->text;
        if (strcmp(key, "model") != 0 && strcmp(key, "actuator") != 0 &&
            !read_entry(scenario, root, &root->entry[i], model, remarks, error))
            return false;
    }
    stn_scenario_set_numbers(scenario, "inputs.V", &zero, 1);
    stn_scenario_set(scenario, "duration", "1 s");
    stn_remark(remarks, "BAM's file says nothing of the arm: J and G of the scenario are the "
                        "defaults of servo.");
    return stn_scenario_check(scenario, error) == STN_OK;
}

StnScenario *stn_read_bam(const char *text, size_t length, const char *name, StnRemarks *remarks,
                          StnError *error)
{
    StnArena arena = {NULL};
    const StnSource source = {name, NULL};
    StnNode *root = NULL;
    int model = 0;
    StnScenario *scenario = NULL;
    bool good = stn_tree_parse(&arena, text, length, &source, 0, &root, error);
    if (good && root->kind != STN_NODE_MAP)
        good = stn_node_error(error, root, "a file of BAM is a map of parameters");
    good = good && read_model(root, &model, error);
    if (good) {
        scenario = stn_scenario_new("servo");
        good = fill(scenario, root, model, remarks, error);
    }
    stn_arena_free(&arena);
    if (good)
        return scenario;
    stn_scenario_free(scenario);
    return NULL;
}
