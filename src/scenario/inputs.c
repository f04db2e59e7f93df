/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* `inputs`: signals.  A bare number is a constant, a list a sum; else a map with one key that names
 * the kind.  Most kinds stand in signals/kinds.c; two only a document can describe. */
#include "scenario/quote.h"
#include "scenario/reader.h"
#include "signals/kinds.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PARTS_MAX = 100, KINDS_MAX = 32 };

static const struct DocumentKind {
    const StnFields *fields;
    StnSignalReader *read;
} document_kinds[] = {
    {&stn_multisine_fields, stn_read_multisine},
    {&stn_table_fields, stn_read_table},
};
enum { DOCUMENT_KINDS = sizeof document_kinds / sizeof document_kinds[0] };

int stn_signal_fields_count(void) { return stn_signal_kind_count() + DOCUMENT_KINDS; }

const StnFields *stn_signal_fields_at(int index)
{
    const int own = index - stn_signal_kind_count();
    if (index < 0 || own >= DOCUMENT_KINDS)
        return NULL;
    return own < 0 ? stn_signal_kinds[index].fields : document_kinds[own].fields;
}

static StnSignal *or_no_memory(StnReader *reader, StnSignal *signal)
{
    if (signal == NULL)
        stn_no_memory(reader->error);
    return signal;
}

/* ---- Any signal ------------------------------------------------------------------------------ */

/* A time without a default is that of the run. */
static bool fill_durations(StnReader *reader, StnNode *map, const StnFields *fields, void *settings,
                           const StnNode *given[STN_FIELDS_MAX])
{
    for (int i = 0; i < fields->count; i++) {
        const StnField *field = &fields->field[i];
        if (given[i] != NULL || field->kind != STN_FIELD_NUMBER || !isnan(field->def) ||
            strcmp(field->unit, "s") != 0)
            continue;
        stn_field_set(field, settings, reader->def.duration, NULL);
        if (!stn_add_entry(reader, map, field->name,
                           stn_field_value_text(reader, field, "", settings), "default"))
            return false;
    }
    return true;
}

static bool check_kind(StnReader *reader, const StnNode *map, const StnSignalKind *kind,
                       const void *settings, const StnNode *const given[STN_FIELDS_MAX])
{
    StnSignalFault fault;
    if (kind->check == NULL || kind->check(settings, &fault))
        return true;
    const StnField *field =
        fault.field == NULL ? NULL : stn_fields_find(kind->fields, fault.field, NULL);
    const StnNode *node = field == NULL ? NULL : given[field - kind->fields->field];
    if (node == NULL || fault.element < 0)
        return stn_node_error(reader->error, node == NULL ? map : node, "%s", fault.text);
    node = node->entry[fault.element].value;
    return stn_node_error(reader->error, node, "%s; \"%s\" does not", fault.text,
                          stn_quote_all(node->text).text);
}

/* A map with the settings of a kind: one of signals/kinds.c, or of a document. */
static StnSignal *read_settings(StnReader *reader, StnNode *map, const StnSignalKind *kind,
                                const struct DocumentKind *own, const char *unit)
{
    const StnFields *fields = kind == NULL ? own->fields : kind->fields;
    const StnNode *given[STN_FIELDS_MAX];
    double memory[STN_SIGNAL_SETTINGS_MAX / sizeof(double)];
    stn_fields_default(fields, memory);
    if (!stn_read_fields(reader, map, fields->name, fields, unit, memory, given) ||
        !stn_complete_fields(reader, map, fields->name, fields, unit, memory, given))
        return NULL;
    if (kind == NULL)
        return own->read(reader, map, memory, given, unit);
    return fill_durations(reader, map, fields, memory, given) &&
                   check_kind(reader, map, kind, memory, given)
               ? or_no_memory(reader, kind->make(memory))
               : NULL;
}

/* A signal of an input with that unit; NULL with the error filled. */
static StnSignal *read_signal(StnReader *reader, StnNode *node, const char *name, const char *unit);

static StnSignal *read_kind(StnReader *reader, const StnEntry *entry, const char *unit)
{
    const char *names[KINDS_MAX], *name = entry->key->text;
    size_t count = 0;
    if (strcmp(name, "constant") == 0 && entry->value->kind == STN_NODE_SCALAR)
        return read_signal(reader, entry->value, name, unit);
    for (int i = 0; i < stn_signal_kind_count(); i++) {
        names[count++] = stn_signal_kinds[i].fields->name;
        if (strcmp(name, names[count - 1]) == 0)
            return read_settings(reader, entry->value, &stn_signal_kinds[i], NULL, unit);
    }
    for (int i = 0; i < DOCUMENT_KINDS; i++) {
        names[count++] = document_kinds[i].fields->name;
        if (strcmp(name, names[count - 1]) == 0)
            return read_settings(reader, entry->value, NULL, &document_kinds[i], unit);
    }
    stn_node_unknown(reader->error, entry->key, "signal", names, count);
    return NULL;
}

static StnSignal *read_sum(StnReader *reader, const StnNode *list, const char *name,
                           const char *unit)
{
    StnSignal *parts[PARTS_MAX];
    if (list->count == 0 || list->count > PARTS_MAX) {
        stn_node_error(reader->error, list, "%s is a sum of %d signals; allowed: 1 to %d", name,
                       list->count, PARTS_MAX);
        return NULL;
    }
    for (int i = 0; i < list->count; i++) {
        StnNode *part = list->entry[i].value;
        if (part->kind == STN_NODE_LIST)
            stn_node_error(reader->error, part, "a sum of signals stands inside another sum");
        parts[i] = part->kind == STN_NODE_LIST ? NULL : read_signal(reader, part, name, unit);
        if (parts[i] != NULL)
            continue;
        while (i > 0)
            stn_signal_free(parts[--i]);
        return NULL;
    }
    return or_no_memory(reader, stn_signal_sum(parts, (size_t)list->count));
}

static StnSignal *read_signal(StnReader *reader, StnNode *node, const char *name, const char *unit)
{
    double value = 0.0;
    if (node->kind == STN_NODE_LIST)
        return read_sum(reader, node, name, unit);
    if (node->kind == STN_NODE_SCALAR)
        return stn_read_number(reader, node, name, unit, STN_RANGE_ANY, &value)
                   ? or_no_memory(reader, stn_signal_constant(value))
                   : NULL;
    if (node->count == 1)
        return read_kind(reader, &node->entry[0], unit);
    stn_node_error(reader->error, node,
                   "a signal has one key (constant, step, ramp, ...), here are %d; a sum is a list",
                   node->count);
    return NULL;
}

static bool read_input(StnReader *reader, const StnEntry *entry)
{
    const char *name = entry->key->text;
    const int input = stn_plant_input(reader->plant, name);
    if (input < 0)
        return stn_unknown_in_section(reader, entry->key, "inputs");
    reader->def.input[input] =
        read_signal(reader, entry->value, name, reader->plant->inputs[input].unit);
    return reader->def.input[input] != NULL;
}

bool stn_read_inputs(StnReader *reader)
{
    bool good = true;
    const StnNode *section = stn_read_section(reader, "inputs", &good);
    for (int i = 0; good && section != NULL && i < section->count; i++)
        good = read_input(reader, &section->entry[i]);
    return good;
}
