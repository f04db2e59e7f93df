/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Values: numbers with units, words, flags, counts. */
#include "core/names.h"
#include "scenario/quantity.h"
#include "scenario/quote.h"
#include "scenario/reader.h"

#include "io/number.h"
#include "stiction/io.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool expect_scalar(StnReader *reader, const StnNode *node, const char *name,
                          const char *what)
{
    if (node->kind != STN_NODE_SCALAR)
        return stn_node_error(reader->error, node, "%s is %s, not %s", name, what,
                              stn_node_word(node));
    if (node->text[0] == '\0')
        return stn_node_error(reader->error, node, "%s has no value; %s is expected", name, what);
    return true;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* The unit as it is written after a number: nothing for a pure one. */
static const char *unit_suffix(const char *unit) { return strcmp(unit, "1") == 0 ? "" : unit; }

static bool out_of_range(StnReader *reader, const StnNode *node, const char *name, const char *unit,
                         StnRange range)
{
    char text[STN_FIELD_TEXT_SIZE];
    return stn_node_error(reader->error, node, "%s = \"%s\" is out of range; allowed: %s", name,
                          stn_quote_all(node->text).text,
                          stn_range_text(range.least, range.most, unit, text, sizeof text));
}

bool stn_read_number(StnReader *reader, const StnNode *node, const char *name, const char *unit,
                     StnRange range, double *value)
{
    StnError inner = {0};
    if (!expect_scalar(reader, node, name, "a number"))
        return false;
    if (stn_quantity_read(node->text, name, unit, value, &inner) != STN_OK) {
        stn_node_error(reader->error, node, "%s", inner.text);
        if (node->plain && inner.column > 0) /* of the text: its place is known */
            reader->error->column += inner.column - 1;
        return false;
    }
    if (!(*value >= range.least && *value <= range.most))
        return out_of_range(reader, node, name, unit, range);
    return true;
}

bool stn_read_numbers(StnReader *reader, const StnNode *node, const char *name, const char *unit,
                      StnRange range, int most, double **values, int *count)
{
    if (node->kind != STN_NODE_LIST)
        return stn_node_error(reader->error, node, "%s is a list of numbers, not %s", name,
                              stn_node_word(node));
    if (node->count == 0 || node->count > most)
        return stn_node_error(reader->error, node, "%s has %d values; allowed: 1 to %d", name,
                              node->count, most);
    *values = stn_arena_take(reader->arena, (size_t)node->count * sizeof **values);
    *count = node->count;
    if (*values == NULL)
        return stn_no_memory(reader->error);
    for (int i = 0; i < node->count; i++)
        if (!stn_read_number(reader, node->entry[i].value, name, unit, range, &(*values)[i]))
            return false;
    return true;
}

const char *stn_quantity_text(StnArena *arena, double value, const char *unit)
{
    char number[STN_NUMBER_SIZE];
    StnDimension dimension;
    double factor = 1.0;
    const char *suffix = unit_suffix(unit);
    if (stn_unit_factor(unit, &factor, &dimension, NULL) != STN_OK || factor != 1.0)
        suffix = ""; /* a bare number is SI */
    const char *text = isfinite(value) ? stn_number_text(value, number)
                       : value > 0.0   ? "inf"
                                       : "-inf";
    return stn_arena_format(arena, "%s%s%s", text, *suffix ? " " : "", suffix);
}

StnNode *stn_numbers_node(StnArena *arena, StnKind kind, const double *value, int count,
                          const char *unit, const StnNode *at)
{
    const bool pair = kind == STN_KIND_PAIR;
    if (kind == STN_KIND_SCALAR || (pair && value[0] == value[1]))
        return stn_node_text(arena, stn_quantity_text(arena, value[0], unit), at);
    StnNode *node = stn_node_new(arena, pair ? STN_NODE_MAP : STN_NODE_LIST, at);
    for (int i = 0; i < (pair ? 2 : count); i++) {
        StnNode *key = pair ? stn_node_text(arena, stn_sides[i], at) : NULL;
        StnNode *one = stn_node_text(arena, stn_quantity_text(arena, value[i], unit), at);
        if (!stn_node_append(arena, node, key, one))
            return NULL;
    }
    return node;
}

/* ---- Words ----------------------------------------------------------------------------------- */

bool stn_read_word(StnReader *reader, const StnNode *node, const char *name, const char *words,
                   int *index)
{
    const char *list[STN_NAMES_MAX];
    int count = 0;
    if (!expect_scalar(reader, node, name, "a word"))
        return false;
    *index = stn_word_index(words, node->text);
    if (*index >= 0)
        return true;
    for (; count < stn_word_count(words) && count < STN_NAMES_MAX; count++)
        if ((list[count] = stn_word_at(reader->arena, words, count)) == NULL)
            return stn_no_memory(reader->error);
    return stn_node_unknown(reader->error, node, name, list, (size_t)count);
}

const char *stn_word_at(StnArena *arena, const char *words, int index)
{
    size_t length;
    const char *word = stn_word_span(words, index, &length);
    return stn_arena_copy(arena, word, length);
}

bool stn_read_flag(StnReader *reader, const StnNode *node, const char *name, bool *flag)
{
    int index = 0;
    if (!stn_read_word(reader, node, name, "false|true|no|yes|off|on", &index))
        return false;
    *flag = index % 2 != 0;
    return true;
}

bool stn_read_count(StnReader *reader, const StnNode *node, const char *name, uint64_t min,
                    uint64_t max, uint64_t *count)
{
    if (!expect_scalar(reader, node, name, "a whole number"))
        return false;
    uint64_t value = 0;
    bool good = true;
    for (const char *c = node->text; *c != '\0' && good; c++) {
        const uint64_t digit = (uint64_t)(*c - '0');
        good = *c >= '0' && *c <= '9' && value <= (UINT64_MAX - digit) / 10;
        value = good ? 10 * value + digit : value;
    }
    if (!good || value < min || value > max)
        return stn_node_error(
            reader->error, node,
            "%s = \"%s\" is out of range; allowed: whole numbers from %llu to %llu", name,
            stn_quote_all(node->text).text, (unsigned long long)min, (unsigned long long)max);
    *count = value;
    return true;
}

bool stn_read_text(StnReader *reader, const StnNode *node, const char *name, const char **text)
{
    if (!expect_scalar(reader, node, name, "text"))
        return false;
    *text = node->text;
    return true;
}
