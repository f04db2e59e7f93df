/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Maps with known keys, and additions to the tree. */
#include "scenario/quote.h"
#include "scenario/reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NUMBERS_MAX = STN_TREE_NODES_MAX };

StnNode *stn_read_section(StnReader *reader, const char *name, bool *good)
{
    StnNode *node = stn_node_find(reader->root, name);
    if (node != NULL && stn_node_is_empty(node))
        node = NULL;
    *good = node == NULL || node->kind == STN_NODE_MAP;
    if (!*good)
        stn_node_error(reader->error, node, "%s is a map, not %s", name, stn_node_word(node));
    return *good ? node : NULL;
}

bool stn_add_entry(StnReader *reader, StnNode *map, const char *key, const char *text,
                   const char *note)
{
    StnNode *value = stn_node_text(reader->arena, text, map);
    if (!stn_node_add(reader->arena, map, key, value))
        return stn_no_memory(reader->error);
    value->note = note;
    return true;
}

bool stn_warn(StnReader *reader, const char *text)
{
    StnNode *node = stn_node_text(reader->arena, text, NULL);
    return stn_node_append(reader->arena, reader->warnings, NULL, node) ||
           stn_no_memory(reader->error);
}

/* ---- Maps with known keys ---- */

/* "$u/s" -> "m/s". */
static const char *field_unit(const StnField *field, const char *unit, char out[STN_UNIT_TEXT_MAX])
{
    if (strncmp(field->unit, "$u", 2) != 0)
        return field->unit;
    snprintf(out, STN_UNIT_TEXT_MAX, "%s%s", unit, field->unit + 2);
    return out;
}

static bool read_integer(StnReader *reader, const StnNode *node, const StnField *field,
                         void *settings)
{
    uint64_t count = 0;
    const uint64_t most = field->most >= 0x1p64 ? UINT64_MAX : (uint64_t)field->most;
    if (!stn_read_count(reader, node, field->name, (uint64_t)field->least, most, &count))
        return false;
    stn_field_set_integer(field, settings, count);
    return true;
}

static bool is_auto(const StnNode *node)
{
    return node->kind == STN_NODE_SCALAR && strcmp(node->text, "auto") == 0;
}

static bool read_field(StnReader *reader, const StnNode *node, const StnField *field,
                       const char *unit, void *settings)
{
    char buffer[STN_UNIT_TEXT_MAX];
    const char *own = field_unit(field, unit, buffer);
    const StnRange range = {field->least, field->most};
    void *member = (char *)settings + field->at;
    double *list = NULL;
    bool good = true;
    switch (field->kind) {
    case STN_FIELD_OR_AUTO:
        if (is_auto(node))
            return stn_field_set(field, settings, 0.0, reader->error) == STN_OK;
        return stn_read_number(reader, node, field->name, own, range, member);
    case STN_FIELD_NUMBER: return stn_read_number(reader, node, field->name, own, range, member);
    case STN_FIELD_NUMBERS: {
        StnNumbers *numbers = member;
        good = stn_read_numbers(reader, node, field->name, own, range, NUMBERS_MAX, &list,
                                &numbers->count);
        numbers->value = list;
        return good;
    }
    case STN_FIELD_WORD: {
        int index = 0;
        good = stn_read_word(reader, node, field->name, field->unit, &index);
        stn_field_set_integer(field, settings, (uint64_t)index);
        return good;
    }
    case STN_FIELD_FLAG: return stn_read_flag(reader, node, field->name, member);
    case STN_FIELD_INTEGER: return read_integer(reader, node, field, settings);
    case STN_FIELD_TEXT: return stn_read_text(reader, node, field->name, member);
    case STN_FIELD_PAIR: /* scenarios have pairs of parameters only, and no lists of texts */
    case STN_FIELD_TEXTS:
    case STN_FIELD_OTHER: break;
    }
    return true;
}

static bool unknown_field(StnReader *reader, const StnNode *key, const char *name,
                          const StnFields *fields)
{
    const char *names[STN_FIELDS_MAX];
    char what[100];
    for (int i = 0; i < fields->count; i++)
        names[i] = fields->field[i].name;
    snprintf(what, sizeof what, "key in %s:", name);
    return stn_node_unknown(reader->error, key, what, names, (size_t)fields->count);
}

bool stn_read_fields(StnReader *reader, const StnNode *map, const char *name,
                     const StnFields *fields, const char *unit, void *settings,
                     const StnNode *given[STN_FIELDS_MAX])
{
    memset(given, 0, STN_FIELDS_MAX * sizeof *given);
    if (map->kind != STN_NODE_MAP)
        return stn_node_error(reader->error, map, "%s is a map, not %s", name, stn_node_word(map));
    for (int e = 0; e < map->count; e++) {
        const StnEntry *entry = &map->entry[e];
        const StnField *field = stn_fields_find(fields, entry->key->text, NULL);
        if (field == NULL)
            return unknown_field(reader, entry->key, name, fields);
        if (!read_field(reader, entry->value, field, unit, settings))
            return false;
        given[field - fields->field] = entry->value;
    }
    return true;
}

const char *stn_field_value_text(StnReader *reader, const StnField *field, const char *unit,
                                 const void *settings)
{
    char buffer[STN_UNIT_TEXT_MAX];
    const double value = stn_field_get(field, settings);
    uint64_t size;
    bool negative;
    switch (field->kind) {
    case STN_FIELD_FLAG: return value != 0.0 ? "true" : "false";
    case STN_FIELD_WORD: return stn_word_at(reader->arena, field->unit, (int)value);
    case STN_FIELD_INTEGER:
        size = stn_field_get_integer(field, settings, &negative);
        return stn_arena_format(reader->arena, "%s%llu", negative ? "-" : "",
                                (unsigned long long)size);
    case STN_FIELD_OR_AUTO:
        if (value == 0.0)
            return "auto";
        break;
    default: break;
    }
    return stn_quantity_text(reader->arena, value, field_unit(field, unit, buffer));
}

bool stn_complete_fields(StnReader *reader, StnNode *map, const char *name, const StnFields *fields,
                         const char *unit, const void *settings,
                         const StnNode *const given[STN_FIELDS_MAX])
{
    for (int i = 0; i < fields->count; i++) {
        const StnField *field = &fields->field[i];
        if (given[i] != NULL)
            continue;
        if (field->def == STN_NEEDED)
            return stn_node_error(reader->error, map, "%s needs \"%s\"", name, field->name);
        if (!isnan(field->def) &&
            !stn_add_entry(reader, map, field->name,
                           stn_field_value_text(reader, field, unit, settings), "default"))
            return false;
    }
    return true;
}
