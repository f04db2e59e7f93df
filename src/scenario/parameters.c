/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The plant and its own numbers: `plant`, `options`, `parameters`, `controller`. */
#include "scenario/quote.h"
#include "scenario/reader.h"

#include <stdio.h>
#include <string.h>

bool stn_read_plant(StnReader *reader)
{
    const char *names[STN_NAMES_MAX];
    const StnCatalog *catalog = reader->catalog;
    const StnNode *node = stn_node_find(reader->root, "plant");
    int count = 0;
    if (node == NULL)
        return stn_node_error(reader->error, reader->root, "the key \"plant\" is missing");
    if (node->kind != STN_NODE_SCALAR)
        return stn_node_error(reader->error, node, "plant is a name, not %s", stn_node_word(node));
    reader->plant = stn_catalog_plant(catalog, node->text);
    if (reader->plant != NULL) {
        reader->def = stn_default_system_def(reader->plant);
        return true;
    }
    for (; count < stn_catalog_plant_count(catalog) && count < STN_NAMES_MAX; count++)
        names[count] = stn_catalog_plant_at(catalog, count)->name;
    return stn_node_unknown(reader->error, node, "plant", names, (size_t)count);
}

/* ---- One parameter --------------------------------------------------------------------------- */

static bool read_pair_map(StnReader *reader, const StnNode *node, const char *name,
                          const char *unit, StnRange range, StnGiven *given)
{
    for (int i = 0; i < node->count; i++)
        if (strcmp(node->entry[i].key->text, stn_sides[0]) != 0 &&
            strcmp(node->entry[i].key->text, stn_sides[1]) != 0)
            return stn_node_unknown(reader->error, node->entry[i].key, "direction", stn_sides, 2);
    for (int i = 0; i < 2; i++) {
        const StnNode *value = stn_node_find(node, stn_sides[i]);
        if (value == NULL)
            return stn_node_error(reader->error, node, "%s needs \"forward\" and \"backward\"",
                                  name);
        if (!stn_read_number(reader, value, name, unit, range, &given->value[i]))
            return false;
    }
    given->count = 2;
    return true;
}

static bool read_list(StnReader *reader, const StnNode *node, const StnParam *param,
                      const char *unit, StnRange range, StnGiven *given)
{
    double *values = NULL;
    if (param->kind == STN_KIND_PAIR && node->count != 2)
        return stn_node_error(reader->error, node,
                              "%s has %d values; a pair by direction is [forward, backward]",
                              param->name, node->count);
    if (!stn_read_numbers(reader, node, param->name, unit, range, STN_VECTOR_MAX, &values,
                          &given->count))
        return false;
    memcpy(given->value, values, (size_t)given->count * sizeof *values);
    return true;
}

static bool read_values(StnReader *reader, const StnNode *node, const StnParam *param, int rotary,
                        StnGiven *given)
{
    const StnRange range = {param->min, param->max};
    char unit[STN_UNIT_TEXT_MAX];
    int word = 0;
    given->count = 1;
    if (param->kind == STN_KIND_CHOICE) {
        const bool good = stn_read_word(reader, node, param->name, param->unit, &word);
        given->value[0] = word;
        return good;
    }
    stn_unit_text(param->unit, rotary, unit, sizeof unit);
    if (node->kind == STN_NODE_MAP && param->kind == STN_KIND_PAIR)
        return read_pair_map(reader, node, param->name, unit, range, given);
    if (node->kind == STN_NODE_LIST && param->kind != STN_KIND_SCALAR)
        return read_list(reader, node, param, unit, range, given);
    return stn_read_number(reader, node, param->name, unit, range, &given->value[0]);
}

StnGiven stn_given_at(const StnNode *node)
{
    return (StnGiven){.count = 1,
                      .file = node->source == NULL ? NULL : node->source->name,
                      .line = node->line,
                      .column = node->column};
}

bool stn_read_parameter(StnReader *reader, const StnEntry *entry, const StnParam *param, int rotary,
                        StnGiven *given)
{
    *given = stn_given_at(entry->value);
    snprintf(given->name, sizeof given->name, "%s", param->name);
    return read_values(reader, entry->value, param, rotary, given);
}

/* ---- The plant's sections -------------------------------------------------------------------- */

const char *stn_section_of(const StnParam *param)
{
    return param->section == NULL ? "parameters" : param->section;
}

/* Choices belong to `options`; those of a controller may also stand beside its gains. */
static bool stands_in(const StnParam *param, const char *section)
{
    return strcmp(stn_section_of(param), section) == 0 ||
           (param->kind == STN_KIND_CHOICE && strcmp(section, "controller") == 0);
}

static bool given_already(const StnReader *reader, const char *name)
{
    return stn_given_index(reader->def.given, reader->def.ngiven, name) >= 0;
}

static bool read_entry(StnReader *reader, const StnEntry *entry, const char *section)
{
    const StnPlant *plant = reader->plant;
    for (int i = 0; i < plant->nparam; i++) {
        const StnParam *param = &plant->params[i];
        if (strcmp(param->name, entry->key->text) != 0 || !stands_in(param, section))
            continue;
        if (given_already(reader, param->name))
            return stn_node_error(reader->error, entry->key, "\"%s\" is in two sections",
                                  param->name);
        return stn_read_parameter(reader, entry, param, 0,
                                  &reader->def.given[reader->def.ngiven++]);
    }
    return stn_unknown_in_section(reader, entry->key, section);
}

bool stn_read_parameters(StnReader *reader)
{
    static const char *const sections[] = {"options", "parameters", "controller"};
    reader->def.given =
        stn_arena_take(reader->arena, (size_t)(reader->plant->nparam + 1) * sizeof(StnGiven));
    if (reader->def.given == NULL)
        return stn_no_memory(reader->error);
    for (int k = 0; k < 3; k++) {
        bool good = true;
        const StnNode *section = stn_read_section(reader, sections[k], &good);
        for (int i = 0; good && section != NULL && i < section->count; i++)
            good = read_entry(reader, &section->entry[i], sections[k]);
        if (!good)
            return false;
    }
    return true;
}
