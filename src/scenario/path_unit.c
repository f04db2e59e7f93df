/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The unit of the number that stands at a path of a document. */
#include "scenario/edit.h"
#include "scenario/reader.h"

#include <stdio.h>
#include <string.h>

enum { WORDS_MAX = 4 };

/* The words of a path; those behind the fourth do not matter here. */
typedef struct Words {
    char text[WORDS_MAX][48];
    int count;
} Words;

static Words words_of(const char *path)
{
    Words words = {.count = 0};
    while (*path != '\0' && words.count < WORDS_MAX) {
        const size_t length = strcspn(path, ".");
        snprintf(words.text[words.count++], sizeof words.text[0], "%.*s", (int)length, path);
        path += length + (path[length] == '.');
    }
    return words;
}

static const char *unit_in(const StnVar *list, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0)
            return list[i].unit;
    return NULL;
}

static const char *parameter_unit(const StnPlant *plant, const char *name)
{
    for (int i = 0; i < plant->nparam; i++)
        if (strcmp(plant->params[i].name, name) == 0 && plant->params[i].kind != STN_CHOICE)
            return plant->params[i].unit;
    return NULL;
}

/* With $F and $x, which the site replaces. */
static const char *friction_unit(const StnLaw *law, const char *name)
{
    for (int i = 0; law != NULL && i < law->nparam; i++)
        if (strcmp(law->params[i]->name, name) == 0)
            return law->params[i]->kind == STN_CHOICE ? NULL : law->params[i]->unit;
    for (int i = 0; i < stn_friction_parameter_count(); i++) {
        const StnParam *param = stn_friction_parameter_at(i);
        if (strcmp(param->name, name) == 0)
            return param->kind == STN_CHOICE ? NULL : param->unit;
    }
    return NULL;
}

static const StnSiteInfo *site_named(const StnPlant *plant, const char *name)
{
    for (int i = 0; i < plant->nsite; i++)
        if (strcmp(plant->sites[i].name, name) == 0)
            return &plant->sites[i];
    return NULL;
}

static const char *sensor_unit(const StnPlant *plant, const Words *words)
{
    const char *key = words->text[2];
    if (strcmp(key, "sample") == 0 || strcmp(key, "lag") == 0)
        return "s";
    return unit_in(plant->outputs, plant->noutput, words->text[1]);
}

/* NULL: not known, or none. */
static const char *plain_unit(const StnPlant *plant, const char *path, const Words *words)
{
    const char *section = words->text[0], *name = words->text[1];
    if (strcmp(section, "parameters") == 0 || strcmp(section, "controller") == 0)
        return parameter_unit(plant, name);
    if (strcmp(section, "initial") == 0)
        return unit_in(plant->states, plant->nstate, name);
    if (strcmp(section, "inputs") == 0 && words->count == 2)
        return unit_in(plant->inputs, plant->ninput, name);
    if (strcmp(section, "sensors") == 0 && words->count == 3)
        return sensor_unit(plant, words);
    static const char *const times[] = {"duration", "record.every", "solver.dt", "solver.h_max"};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        if (strcmp(path, times[i]) == 0)
            return "s";
    return NULL;
}

void stn_path_unit(const StnNode *root, const StnCatalog *catalog, const char *path, char *unit)
{
    const Words words = words_of(path);
    const StnNode *name = stn_node_find(root, "plant");
    const StnPlant *plant = name == NULL ? NULL : stn_catalog_plant(catalog, name->text);
    const char *text = plant == NULL ? NULL : plain_unit(plant, path, &words);
    int rotary = 0;
    if (plant != NULL && words.count >= 3 && strcmp(words.text[0], "friction") == 0) {
        const StnSiteInfo *site = site_named(plant, words.text[1]);
        const StnNode *given =
            stn_node_find(stn_node_find(stn_node_find(root, "friction"), words.text[1]), "law");
        const char *law = given != NULL ? given->text : site != NULL ? site->law : "";
        rotary = site != NULL && site->rotary;
        text = friction_unit(stn_catalog_law(catalog, law), words.text[2]);
    }
    stn_unit_text(text == NULL ? "1" : text, rotary, unit, STN_UNIT_TEXT_MAX);
}
