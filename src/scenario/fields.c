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
    StnNode *key_node = stn_node_text(reader->arena, key, map);
    StnNode *value = text == NULL ? NULL : stn_node_text(reader->arena, text, map);
    if (key_node == NULL || value == NULL || !stn_node_append(reader->arena, map, key_node, value))
        return stn_no_memory(reader->error);
    value->note = note;
    return true;
}

bool stn_warn(StnReader *reader, const char *text)
{
    StnNode *node = text == NULL ? NULL : stn_node_text(reader->arena, text, NULL);
    return (node != NULL && stn_node_append(reader->arena, reader->warnings, NULL, node)) ||
           stn_no_memory(reader->error);
}

/* "$u/s" -> "m/s". */
static const char *field_unit(const StnField *field, const char *unit, char out[STN_UNIT_TEXT_MAX])
{
    if (field->unit == NULL || strncmp(field->unit, "$u", 2) != 0)
        return field->unit;
    snprintf(out, STN_UNIT_TEXT_MAX, "%s%s", unit, field->unit + 2);
    return out;
}

static bool read_field(StnReader *reader, const StnNode *node, const StnField *field,
                       const char *unit, StnSlot *slot)
{
    char buffer[STN_UNIT_TEXT_MAX];
    const char *own = field_unit(field, unit, buffer);
    slot->node = node;
    switch (field->kind) {
    case STN_FIELD_NUMBER:
        return stn_read_number(reader, node, field->name, own, field->range, &slot->number);
    case STN_FIELD_NUMBERS:
        return stn_read_numbers(reader, node, field->name, own, field->range, NUMBERS_MAX,
                                &slot->numbers, &slot->length);
    case STN_FIELD_WORD: {
        int index = 0;
        const bool good = stn_read_word(reader, node, field->name, own, &index);
        slot->count = (uint64_t)index;
        return good;
    }
    case STN_FIELD_FLAG: return stn_read_flag(reader, node, field->name, &slot->flag);
    case STN_FIELD_COUNT:
        return stn_read_count(reader, node, field->name, (uint64_t)field->range.min,
                              field->range.max >= 0x1p64 ? UINT64_MAX : (uint64_t)field->range.max,
                              &slot->count);
    case STN_FIELD_TEXT: return stn_read_text(reader, node, field->name, &slot->text);
    case STN_FIELD_NODE: return true;
    }
    return true;
}

/* What the map leaves out: an error, or the default. */
static bool complete(StnReader *reader, StnNode *map, const char *name, const StnField *field,
                     const char *unit, StnSlot *slot)
{
    char buffer[STN_UNIT_TEXT_MAX];
    if (slot->node != NULL)
        return true;
    if (field->required)
        return stn_node_error(reader->error, map, "%s needs \"%s\"", name, field->name);
    slot->number = field->def;
    if (isnan(field->def))
        return true;
    const char *text = NULL;
    if (field->kind == STN_FIELD_FLAG) {
        slot->flag = field->def != 0.0;
        text = slot->flag ? "true" : "false";
    } else if (field->kind == STN_FIELD_COUNT) {
        slot->count = (uint64_t)field->def;
        text = stn_quantity_text(reader, field->def, "1");
    } else {
        text = stn_quantity_text(reader, field->def, field_unit(field, unit, buffer));
    }
    return stn_add_entry(reader, map, field->name, text, "default");
}

static bool unknown_field(StnReader *reader, const StnNode *key, const char *name,
                          const StnField *fields, int nfield)
{
    const char *names[STN_SLOTS_MAX];
    char what[100];
    for (int i = 0; i < nfield; i++)
        names[i] = fields[i].name;
    snprintf(what, sizeof what, "key in %s:", name);
    return stn_node_unknown(reader->error, key, what, names, (size_t)nfield);
}

bool stn_read_fields(StnReader *reader, StnNode *map, const char *name, const StnField *fields,
                     int nfield, const char *unit, StnSlot *slot)
{
    if (map->kind != STN_NODE_MAP)
        return stn_node_error(reader->error, map, "%s is a map, not %s", name, stn_node_word(map));
    for (int i = 0; i < nfield; i++)
        slot[i] = (StnSlot){.number = NAN};
    for (int e = 0; e < map->count; e++) {
        const StnEntry *entry = &map->entry[e];
        int i = 0;
        while (i < nfield && strcmp(fields[i].name, entry->key->text) != 0)
            i++;
        if (i == nfield)
            return unknown_field(reader, entry->key, name, fields, nfield);
        if (!read_field(reader, entry->value, &fields[i], unit, &slot[i]))
            return false;
    }
    for (int i = 0; i < nfield; i++)
        if (!complete(reader, map, name, &fields[i], unit, &slot[i]))
            return false;
    return true;
}
