/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A servo from the parameters of BAM.  JSON is YAML, so its reader does. */
#include "exchange/read.h"

#include "io/number.h"
#include "scenario/tree.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
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
    const bool scalar = node->kind == STN_NODE_SCALAR;
    const char *last = scalar ? node->text + strlen(node->text) : NULL;
    char mark;
    *value = NAN;
    if (!scalar || stn_number_read(node->text, last, false, &mark, value) != last ||
        !isfinite(*value))
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
    return stn_node_error(
        error, node, "unknown model of BAM \"%.40s\"; allowed: m1, m2, m3, m4, m5, m6", node->text);
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

/* The entry of BAM's table that this key sets in this model; -1: none. */
static int used_entry(const StnNode *key, int model)
{
    const int k = entry_index(key->text);
    return k >= 0 && strchr(entries[k].models, '0' + model) ? k : -1;
}

/* Every value within the range of what it sets, before anything is set: the message then names BAM's own key and
 * its place. */
static bool check_ranges(const StnScenario *scenario, const StnNode *root, int model,
                         StnError *error)
{
    const StnSystem *system = stn_scenario_system(scenario);
    for (int i = 0; i < root->count; i++) {
        const StnNode *key = root->entry[i].key, *node = root->entry[i].value;
        const int k = used_entry(key, model);
        StnAddress at;
        double value;
        char range[STN_FIELD_TEXT_SIZE];
        if (k < 0)
            continue;
        if (!read_number(node, key->text, &value, error) ||
            stn_address(system, entries[k].path, &at, error) != STN_OK)
            return false;
        const StnAddressInfo info = stn_address_info(system, at);
        if (!(value >= info.min && value <= info.max))
            return stn_node_error(
                error, node, "%s = %s is out of range; allowed: %s", key->text, node->text,
                stn_range_text(info.min, info.max, info.unit, range, sizeof range));
    }
    return true;
}

static void set_entry(StnScenario *scenario, int k, double value)
{
    stn_scenario_set_numbers(scenario, entries[k].path, &value, 1);
    if (entries[k].other)
        stn_scenario_set_numbers(scenario, entries[k].other, &value, 1);
}

/* All values are numbers by now. */
static void set_entries(StnScenario *scenario, const StnNode *root, int model, StnRemarks *remarks)
{
    double Fc = 0.0;
    (void)read_number(stn_node_find(root, "friction_base"), "", &Fc, &(StnError){0});
    set_entry(scenario, entry_index("friction_stribeck"), Fc); /* without a Stribeck part */
    for (int i = 0; i < root->count; i++) {
        const StnNode *key = root->entry[i].key;
        const int k = used_entry(key, model);
        double value = 0.0;
        if (strcmp(key->text, "model") == 0 || strcmp(key->text, "actuator") == 0)
            continue;
        if (k < 0) {
            keep(scenario, key, root->entry[i].value, remarks);
            continue;
        }
        (void)read_number(root->entry[i].value, "", &value, &(StnError){0});
        set_entry(scenario, k, strcmp(key->text, "friction_stribeck") == 0 ? Fc + value : value);
    }
}

/* A motor has the constants that the file has: none, kt, or kt and R. */
static bool choose_motor(StnScenario *scenario, const StnNode *root, StnRemarks *remarks,
                         StnError *error)
{
    const StnNode *kt = stn_node_find(root, "kt"), *R = stn_node_find(root, "R");
    const double zero = 0.0;
    if (R && !kt)
        return stn_node_error(error, R,
                              "R without kt: a motor of BAM has both, i = (V - kt*w)/R and the "
                              "torque kt*i");
    stn_scenario_set_text(scenario, "options.motor", R ? "voltage" : kt ? "current" : "torque");
    stn_scenario_set_numbers(scenario, R ? "inputs.V" : kt ? "inputs.i" : "inputs.u", &zero, 1);
    if (!R)
        stn_remark(remarks,
                   "The file has no %s: the motor of the scenario is given a %s (motor: %s).",
                   kt ? "R" : "kt and no R", kt ? "current" : "torque", kt ? "current" : "torque");
    return true;
}

/* Whether a text has a word. */
static bool has_word(const char *text, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) {
        const bool begins = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        if (begins && !(isalnum((unsigned char)at[length]) || at[length] == '_'))
            return true;
    }
    return false;
}

/* What the law or the plant says of values that do not go together: at the first of them in the file, with the names
 * that they have there. */
static void place_error(const StnNode *root, int model, StnError *error)
{
    char text[sizeof error->text];
    const StnNode *first = NULL;
    size_t used = (size_t)snprintf(text, sizeof text, "%s", error->text);
    for (int i = 0; i < root->count && used < sizeof text; i++) {
        const StnNode *key = root->entry[i].key;
        const int k = used_entry(key, model);
        if (k < 0 || !has_word(error->text, strrchr(entries[k].path, '.') + 1))
            continue;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s is %s",
                                 first ? ", " : "; here ", strrchr(entries[k].path, '.') + 1,
                                 key->text);
        first = first ? first : root->entry[i].value;
    }
    error->path[0] = '\0';
    stn_node_place(error, first ? first : root);
    snprintf(error->text, sizeof error->text, "%s", text);
}

/* What the model has and the file lacks, with what stands for it.  (kt and R choose the motor.) */
static void say_lacking(const StnScenario *scenario, const StnNode *root, int model,
                        StnRemarks *remarks)
{
    const StnSystem *system = stn_scenario_system(scenario);
    char text[500] = "";
    size_t used = 0;
    for (int k = 0; k < ENTRIES && used < sizeof text; k++) {
        const char *name = entries[k].name;
        StnAddress at;
        if (strcmp(name, "kt") == 0 || strcmp(name, "R") == 0 || stn_node_find(root, name) ||
            !strchr(entries[k].models, '0' + model) ||
            stn_address(system, entries[k].path, &at, &(StnError){0}) != STN_OK)
            continue;
        const StnAddressInfo info = stn_address_info(system, at);
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "%s%s", used > 0 ? ", " : "", name);
        if (info.value != 0.0 && strcmp(name, "friction_stribeck") != 0 && used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, " (%g%s%s)", info.value,
                                     strcmp(info.unit, "1") == 0 ? "" : " ",
                                     strcmp(info.unit, "1") == 0 ? "" : info.unit);
    }
    if (used > 0)
        stn_remark(remarks, "Missing in the file, which %s has, and taken as 0 or as said: %s.",
                   models[model - 1], text);
}

static bool fill(StnScenario *scenario, const StnNode *root, int model, StnRemarks *remarks,
                 StnError *error)
{
    const StnNode *actuator = stn_node_find(root, "actuator");
    char title[120];
    if (!stn_node_find(root, "friction_base"))
        return stn_node_error(error, root, "friction_base is missing");
    snprintf(title, sizeof title, "%.60s, %s of BAM",
             actuator && actuator->kind == STN_NODE_SCALAR ? actuator->text : "servo",
             models[model - 1]);
    stn_scenario_set_text(scenario, "title", title);
    if (!choose_motor(scenario, root, remarks, error))
        return false;
    stn_scenario_set_text(scenario, "friction.gear.law", "stribeck_load");
    stn_scenario_set(scenario, "duration", "1 s");
    if (stn_scenario_check(scenario, error) != STN_OK ||
        !check_ranges(scenario, root, model, error))
        return false;
    set_entries(scenario, root, model, remarks);
    stn_remark(remarks, "BAM's file says nothing of the arm: J and G of the scenario are the "
                        "defaults of servo.");
    if (stn_scenario_check(scenario, error) == STN_OK) {
        say_lacking(scenario, root, model, remarks);
        return true;
    }
    if (error->status == STN_BAD_INPUT)
        place_error(root, model, error);
    return false;
}

StnScenario *stn_read_bam(const char *text, size_t length, const char *name, StnRemarks *remarks,
                          StnError *error)
{
    StnArena arena = {NULL};
    const StnSource source = {name, NULL};
    StnNode *root = NULL;
    int model = 1;
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
