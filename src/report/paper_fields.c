/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "report/paper_reader.h"

#include "scenario/quote.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FIELDS_MAX = 32 };

static const StnRange any = {-INFINITY, INFINITY};

/* A number in SI whose unit nobody knows before the run. */
static bool read_quantity(StnReader *reader, const StnNode *node, const char *name, double *value)
{
    StnError inner = {0};
    StnDimension dimension;
    bool bare;
    const char *text;
    if (!stn_read_text(reader, node, name, &text))
        return false;
    if (stn_unit_parse(text, value, &dimension, &bare, &inner) == STN_OK)
        return true;
    stn_node_error(reader->error, node, "%s: %s", name, inner.text);
    if (node->plain && inner.column > 0)
        reader->error->column += inner.column - 1;
    return false;
}

static bool read_number(StnReader *reader, const StnNode *node, const StnPaperField *field,
                        double *value)
{
    return field->unit ? stn_read_number(reader, node, field->name, field->unit, any, value)
                       : read_quantity(reader, node, field->name, value);
}

static bool read_span(StnReader *reader, const StnNode *node, const StnPaperField *field,
                      StnWindow *span)
{
    if (node->kind == STN_NODE_SCALAR) {
        const bool good = read_number(reader, node, field, &span->from);
        span->to = span->from;
        return good;
    }
    if (node->kind != STN_NODE_LIST || node->count != 2)
        return stn_node_error(reader->error, node, "%s is a list of two numbers: [from, to]",
                              field->name);
    if (!read_number(reader, node->entry[0].value, field, &span->from) ||
        !read_number(reader, node->entry[1].value, field, &span->to))
        return false;
    return span->from <= span->to ||
           stn_node_error(reader->error, node, "%s: the smaller number comes first", field->name);
}

static bool read_field(StnReader *reader, const StnNode *node, const StnPaperField *field,
                       void *place)
{
    uint64_t count = 0;
    switch (field->kind) {
    case STN_PAPER_TEXT: return stn_read_text(reader, node, field->name, place);
    case STN_PAPER_NUMBER: return read_number(reader, node, field, place);
    case STN_PAPER_SPAN: return read_span(reader, node, field, place);
    case STN_PAPER_FLAG: return stn_read_flag(reader, node, field->name, place);
    case STN_PAPER_WORD: return stn_read_word(reader, node, field->name, field->unit, place);
    case STN_PAPER_COUNT:
        if (!stn_read_count(reader, node, field->name, 1, INT_MAX, &count))
            return false;
        *(int *)place = (int)count;
        return true;
    case STN_PAPER_NODE: *(const StnNode **)place = node; return true;
    case STN_PAPER_BASE: return true;
    }
    return true;
}

static void clear(const StnPaperField *field, void *place)
{
    static const size_t size[] = {sizeof(char *), sizeof(double), sizeof(StnWindow), sizeof(bool),
                                  sizeof(int),    sizeof(int),    sizeof(StnNode *), 0};
    memset(place, 0, size[field->kind]);
}

static bool unknown_key(StnReader *reader, const StnNode *key, const char *what,
                        const StnPaperField *fields, int nfield)
{
    const char *names[FIELDS_MAX];
    char text[80];
    for (int i = 0; i < nfield && i < FIELDS_MAX; i++)
        names[i] = fields[i].name;
    snprintf(text, sizeof text, "key of a %s", what);
    return stn_node_unknown(reader->error, key, text, names, (size_t)nfield);
}

bool stn_paper_fields(StnReader *reader, const StnNode *map, const char *what,
                      const StnPaperField *fields, int nfield, void *out, uint32_t *keys)
{
    for (int e = 0; e < map->count; e++) {
        const StnEntry *entry = &map->entry[e];
        int i = 0;
        while (i < nfield && strcmp(fields[i].name, entry->key->text) != 0)
            i++;
        if (i == nfield)
            return unknown_key(reader, entry->key, what, fields, nfield);
        void *place = (char *)out + fields[i].offset;
        const uint32_t bit = UINT32_C(1) << i;
        *keys &= ~bit;
        if (stn_node_is_null(entry->value))
            clear(&fields[i], place);
        else if (!read_field(reader, entry->value, &fields[i], place))
            return false;
        else
            *keys |= bit;
    }
    return true;
}

bool stn_paper_section(StnReader *reader, const StnNode *node, const char *name)
{
    if (node->kind != STN_NODE_MAP)
        return stn_node_error(reader->error, node, "%s is a map, not %s", name,
                              stn_node_word(node));
    return node->count > 0 || stn_node_error(reader->error, node, "%s is empty", name);
}

bool stn_paper_name(StnReader *reader, const StnNode *key, const char *what,
                    const char *const *names, int count)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    if (key->text[0] == '\0' || key->text[strspn(key->text, allowed)] != '\0')
        return stn_node_error(reader->error, key,
                              "\"%s\" is no name of a %s; allowed: letters, digits, \".\", \"_\", "
                              "\"-\"",
                              stn_quote_all(key->text).text, what);
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], key->text) == 0)
            return stn_node_error(reader->error, key, "the %s \"%s\" appears twice", what,
                                  stn_quote_all(key->text).text);
    return true;
}

bool stn_paper_base(StnReader *reader, const StnEntry *entry, const char *what,
                    const char *const *names, int count, int *index)
{
    const char *text;
    const StnNode *map = entry->value, *base = stn_node_find(map, "base");
    *index = -1;
    if (map->kind != STN_NODE_MAP)
        return stn_node_error(reader->error, map, "the %s \"%s\" is a map, not %s", what,
                              stn_quote_all(entry->key->text).text, stn_node_word(map));
    if (!base || stn_node_is_null(base))
        return true;
    if (!stn_read_text(reader, base, "base", &text))
        return false;
    for (int i = 0; i < count && *index < 0; i++)
        if (strcmp(names[i], text) == 0)
            *index = i;
    return *index >= 0 || stn_node_unknown(reader->error, base, "base", names, (size_t)count);
}
