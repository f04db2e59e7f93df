/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A field from the text that a person wrote: units, words, pairs. */
#include "scenario/quantity.h"
#include "stiction/scenario.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MOST = 32, UNIT_SIZE = 64, VALUE_SIZE = 128 };

/* The unit of a linear or rotary system: $F, $x and $m are replaced. */
static const char *own_unit(const StnField *field, int rotary, char out[UNIT_SIZE])
{
    if (strncmp(field->unit, "$m", 2) == 0)
        snprintf(out, UNIT_SIZE, "%s%s", rotary ? "kg*m^2" : "kg", field->unit + 2);
    else
        stn_unit_text(field->unit, rotary, out, UNIT_SIZE);
    return out;
}

static StnStatus read_number(const StnField *field, const char *text, double *value,
                             StnError *error)
{
    char linear[UNIT_SIZE], rotary[UNIT_SIZE], both[2 * UNIT_SIZE + 4];
    if (strncmp(field->unit, "$u", 2) == 0) /* whose unit only the plant knows */
        return stn_quantity_read(text, field->name, NULL, value, error);
    own_unit(field, 0, linear);
    own_unit(field, 1, rotary);
    if (stn_quantity_read(text, field->name, linear, value, error) == STN_OK)
        return STN_OK;
    if (strcmp(linear, rotary) == 0)
        return STN_BAD_INPUT;
    if (stn_quantity_read(text, field->name, rotary, value, NULL) == STN_OK)
        return STN_OK;
    StnDimension dimension;
    bool bare;
    snprintf(both, sizeof both, "%s or %s", linear, rotary);
    if (stn_unit_parse(text, value, &dimension, &bare, NULL) == STN_OK)
        stn_error(error, STN_BAD_INPUT, "%s = %s: a value in %s is needed", field->name, text,
                  both);
    return STN_BAD_INPUT;
}

static StnStatus set_number(const StnField *field, void *settings, const char *text,
                            StnError *error)
{
    double value = 0.0;
    if (field->kind == STN_FIELD_OR_AUTO && strcmp(text, "auto") == 0)
        return stn_field_set(field, settings, 0.0, error);
    const StnStatus status = read_number(field, text, &value, error);
    return status ? status : stn_field_set(field, settings, value, error);
}

/* "A,B" or "A:B", or "A" for both: checked as single numbers, then put side by side. */
static StnStatus set_pair(const StnField *field, void *settings, const char *text, StnError *error)
{
    char first[VALUE_SIZE];
    double value[2];
    const char *second = strpbrk(text, ",:");
    const size_t length = second ? (size_t)(second - text) : strlen(text);
    if (length >= sizeof first || (second && strpbrk(second + 1, ",:")))
        return stn_error(error, STN_BAD_INPUT, "%s: one value or two, parted by \",\"",
                         field->name);
    snprintf(first, sizeof first, "%.*s", (int)length, text);
    StnStatus status = set_number(field, settings, first, error);
    value[0] = value[1] = stn_field_get(field, settings);
    if (!status && second) {
        status = set_number(field, settings, second + 1, error);
        value[1] = stn_field_get(field, settings);
    }
    if (!status)
        memcpy((char *)settings + field->at, value, sizeof value);
    return status;
}

/* All digits, which a double cannot hold (a seed). */
static StnStatus set_integer(const StnField *field, void *settings, const char *text,
                             StnError *error)
{
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno)
        return set_number(field, settings, text, error);
    const StnStatus status = stn_field_set(field, settings, (double)value, error);
    if (!status)
        stn_field_set_integer(field, settings, value);
    return status;
}

static StnStatus set_word(const StnField *field, void *settings, const char *text, StnError *error)
{
    static const char *const flags[] = {"false", "true"};
    char words[WORDS_MOST][40];
    const char *names[WORDS_MOST];
    size_t count = 0;
    int index = -1;
    if (field->kind == STN_FIELD_WORD) {
        index = stn_field_word(field, text);
        while (count < WORDS_MOST &&
               stn_field_word_at(field, (int)count, words[count], sizeof words[0])[0]) {
            names[count] = words[count];
            count++;
        }
    } else {
        for (; count < 2; count++) {
            names[count] = flags[count];
            if (strcmp(text, flags[count]) == 0)
                index = (int)count;
        }
    }
    if (index < 0)
        return stn_error(error, STN_BAD_INPUT, "%s: unknown word \"%s\"%s", field->name, text,
                         stn_suggest(text, names, count, "; allowed: ").text);
    return stn_field_set(field, settings, index, error);
}

StnStatus stn_field_set_text(const StnField *field, void *settings, const char *text,
                             StnError *error)
{
    switch (field->kind) {
    case STN_FIELD_NUMBER:
    case STN_FIELD_OR_AUTO: return set_number(field, settings, text, error);
    case STN_FIELD_PAIR: return set_pair(field, settings, text, error);
    case STN_FIELD_INTEGER: return set_integer(field, settings, text, error);
    case STN_FIELD_WORD:
    case STN_FIELD_FLAG: return set_word(field, settings, text, error);
    case STN_FIELD_TEXT: memcpy((char *)settings + field->at, &text, sizeof text); return STN_OK;
    case STN_FIELD_NUMBERS:
    case STN_FIELD_TEXTS:
    case STN_FIELD_OTHER: break;
    }
    return stn_error(error, STN_BAD_INPUT, "%s cannot be given as one text", field->name);
}
