/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The unit of the number that stands at a path of a document. */
#include "core/names.h"
#include "scenario/edit.h"
#include "scenario/reader.h"

#include <string.h>

static const char *unit_at(const StnVar *list, int index)
{
    return index < 0 ? NULL : list[index].unit;
}

static const StnParam *parameter_at(const StnPlant *plant, int index)
{
    return index < 0 ? NULL : &plant->params[index];
}

static const char *field_unit(const StnFields *fields, const char *name, const char *of)
{
    const StnField *field = stn_fields_find(fields, name, NULL);
    return field == NULL || field->kind == STN_FIELD_WORD ? NULL
           : strcmp(field->unit, "$u") == 0               ? of
                                                          : field->unit;
}

/* Of what is no parameter; NULL: not known, or none. */
static const char *other_unit(const StnPlant *plant, const StnPathWords *words)
{
    const char *section = words->word[0], *name = words->word[1];
    if (strcmp(section, "initial") == 0)
        return unit_at(plant->states, stn_plant_state(plant, name));
    if (strcmp(section, "inputs") == 0 && words->count == 2)
        return unit_at(plant->inputs, stn_plant_input(plant, name));
    if (strcmp(section, "sensors") == 0 && words->count == 3)
        return field_unit(&stn_sensor_fields, words->word[2],
                          unit_at(plant->outputs, stn_plant_output(plant, name)));
    if (strcmp(section, "solver") == 0)
        return field_unit(&stn_solver_fields, name, NULL);
    if (strcmp(section, "record") == 0)
        return field_unit(&stn_record_fields, name, NULL);
    return strcmp(section, "duration") == 0 ? "s" : NULL;
}

static const StnLaw *law_at(const StnNode *root, const StnCatalog *catalog, const StnSiteInfo *site)
{
    const StnNode *friction = stn_node_find(stn_node_find(root, "friction"), site->name);
    const StnNode *law = stn_node_find(friction, "law");
    return stn_catalog_law(catalog, law == NULL ? site->law : law->text);
}

/* Of "compensation.N.NAME"; NULL: there is none. */
static const StnParam *term_parameter(const StnNode *root, const StnCatalog *catalog,
                                      const StnPlant *plant, const StnPathWords *words)
{
    const StnNode *list = stn_node_find(root, "compensation");
    const int k = stn_path_place(words->word[1]);
    if (list == NULL || list->kind != STN_NODE_LIST || k < 0 || k >= list->count)
        return NULL;
    const StnNode *term = list->entry[k].value, *name = stn_node_find(term, "kind");
    const StnNode *own = stn_node_find(term, "law");
    const StnCompensation *kind =
        name == NULL || name->kind != STN_NODE_SCALAR ? NULL : stn_compensation_find(name->text);
    const StnLaw *law = own != NULL && own->kind == STN_NODE_SCALAR
                            ? stn_catalog_law(catalog, own->text)
                            : law_at(root, catalog, &plant->sites[0]);
    return kind == NULL ? NULL : stn_find_term_parameter(kind, law, words->word[2]);
}

const StnParam *stn_path_unit(const StnNode *root, const StnCatalog *catalog, const char *path,
                              char *unit)
{
    const StnPathWords words = stn_path_words(path);
    const StnNode *name = stn_node_find(root, "plant");
    const StnPlant *plant = name == NULL ? NULL : stn_catalog_plant(catalog, name->text);
    const StnParam *param = NULL;
    const char *text = NULL;
    int rotary = 0;
    if (plant != NULL && words.count >= 3 && strcmp(words.word[0], "friction") == 0) {
        const int site = stn_plant_site(plant, words.word[1]);
        rotary = site >= 0 && plant->sites[site].rotary;
        param = site < 0
                    ? NULL
                    : stn_find_parameter(law_at(root, catalog, &plant->sites[site]), words.word[2]);
    } else if (plant != NULL && plant->nsite > 0 && words.count >= 3 &&
               strcmp(words.word[0], "compensation") == 0) {
        rotary = plant->sites[0].rotary;
        param = term_parameter(root, catalog, plant, &words);
    } else if (plant != NULL && words.count == 2) {
        if (strcmp(words.word[0], "parameters") == 0 || strcmp(words.word[0], "controller") == 0 ||
            strcmp(words.word[0], "options") == 0)
            param = parameter_at(plant, stn_plant_parameter(plant, words.word[1]));
    }
    if (plant != NULL && param == NULL && words.count > 0)
        text = other_unit(plant, &words);
    if (param != NULL && param->kind != STN_KIND_CHOICE)
        text = param->unit;
    stn_unit_text(text == NULL ? "1" : text, rotary, unit, STN_UNIT_TEXT_MAX);
    return param;
}
