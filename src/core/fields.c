/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Tables of settings: get, set, defaults, ranges. */
#include "stiction/fields.h"

#include "core/names.h"

#include <stdio.h>
#include <string.h>

/* ---- Members ---- */

uint64_t stn_field_get_integer(const StnField *field, const void *settings, bool *negative)
{
    const char *member = (const char *)settings + field->at;
    const bool is_unsigned = field->most > 0x1p63; /* only then more than a long can hold */
    int small;
    int64_t large;
    if (field->size == sizeof small) {
        memcpy(&small, member, sizeof small);
        large = small;
    } else {
        memcpy(&large, member, sizeof large);
    }
    *negative = large < 0 && !is_unsigned;
    return *negative ? -(uint64_t)large : (uint64_t)large;
}

static double integer_at(const StnField *field, const void *settings)
{
    bool negative;
    const double size = (double)stn_field_get_integer(field, settings, &negative);
    return negative ? -size : size;
}

void stn_field_set_integer(const StnField *field, void *settings, uint64_t value)
{
    char *member = (char *)settings + field->at;
    const int small = (int)(int64_t)value;
    if (field->size == sizeof small)
        memcpy(member, &small, sizeof small);
    else
        memcpy(member, &value, sizeof value);
}

double stn_field_get(const StnField *field, const void *settings)
{
    const char *member = (const char *)settings + field->at;
    double number = NAN;
    bool flag = false;
    switch (field->kind) {
    case STN_FIELD_NUMBER:
    case STN_FIELD_OR_AUTO:
    case STN_FIELD_PAIR: memcpy(&number, member, sizeof number); break;
    case STN_FIELD_INTEGER:
    case STN_FIELD_WORD: number = integer_at(field, settings); break;
    case STN_FIELD_FLAG:
        memcpy(&flag, member, sizeof flag);
        number = flag ? 1.0 : 0.0;
        break;
    case STN_FIELD_TEXT:
    case STN_FIELD_TEXTS:
    case STN_FIELD_NUMBERS:
    case STN_FIELD_OTHER: break;
    }
    return number;
}

/* A whole number as a member has it: a seed may lie beyond the largest int64_t, and as a double be one too large. */
static uint64_t whole_number(double value)
{
    if (value < 0x1p63)
        return (uint64_t)(int64_t)value;
    return value < 0x1p64 ? (uint64_t)value : UINT64_MAX;
}

/* A default of an integer or a word is a whole number; those of others may be NaN. */
static void put_field(const StnField *field, void *settings, double value)
{
    char *member = (char *)settings + field->at;
    const bool flag = value != 0.0;
    switch (field->kind) {
    case STN_FIELD_NUMBER:
    case STN_FIELD_OR_AUTO: memcpy(member, &value, sizeof value); break;
    case STN_FIELD_PAIR:
        memcpy(member, &value, sizeof value);
        memcpy(member + sizeof value, &value, sizeof value);
        break;
    case STN_FIELD_INTEGER:
    case STN_FIELD_WORD: stn_field_set_integer(field, settings, whole_number(value)); break;
    case STN_FIELD_FLAG: memcpy(member, &flag, sizeof flag); break;
    case STN_FIELD_TEXT:
    case STN_FIELD_TEXTS:
    case STN_FIELD_NUMBERS: memset(member, 0, field->size); break;
    case STN_FIELD_OTHER: break;
    }
}

void stn_fields_default(const StnFields *fields, void *settings)
{
    for (int i = 0; i < fields->count; i++) {
        const StnField *field = &fields->field[i];
        const bool whole = field->kind == STN_FIELD_INTEGER || field->kind == STN_FIELD_WORD ||
                           field->kind == STN_FIELD_FLAG;
        const double none = whole ? 0.0 : NAN;
        put_field(field, settings,
                  isnan(field->def) || field->def == STN_NEEDED ? none : field->def);
    }
}

/* ---- Ranges ---- */

bool stn_field_allows(const StnField *field, double value)
{
    switch (field->kind) {
    case STN_FIELD_OR_AUTO: return value == 0.0 || (value >= field->least && value <= field->most);
    case STN_FIELD_NUMBER:
    case STN_FIELD_INTEGER:
    case STN_FIELD_PAIR:
    case STN_FIELD_NUMBERS: return value >= field->least && value <= field->most;
    case STN_FIELD_FLAG: return value == 0.0 || value == 1.0;
    case STN_FIELD_WORD: return value >= 0.0 && value < stn_word_count(field->unit);
    case STN_FIELD_TEXT:
    case STN_FIELD_TEXTS:
    case STN_FIELD_OTHER: break;
    }
    return true;
}

/* "1e-5", not "1e-05". */
static void bound_text(double bound, const char *unit, char *out, size_t size)
{
    char number[32];
    snprintf(number, sizeof number, "%.12g", bound);
    char *e = strchr(number, 'e'), *digits = e ? e + 1 + strspn(e + 1, "+-0") : NULL;
    if (e)
        memmove(e + 1 + (e[1] == '-'), digits, strlen(digits) + 1);
    const bool bare = unit[0] == '\0' || strcmp(unit, "1") == 0;
    snprintf(out, size, "%s%s%s", number, bare ? "" : " ", bare ? "" : unit);
}

const char *stn_range_text(double least, double most, const char *unit, char *out, size_t size)
{
    const bool above = least == STN_ABOVE_0, below = most == STN_BELOW_1;
    const bool has_least = least > -DBL_MAX, has_most = most < DBL_MAX;
    char low[64], high[64];
    bound_text(above ? 0.0 : least, unit, low, sizeof low);
    bound_text(below ? 1.0 : most, unit, high, sizeof high);
    if (has_least && has_most && below)
        snprintf(out, size, "%s%s, and less than %s", above ? "more than " : "at least ", low,
                 high);
    else if (has_least && has_most)
        snprintf(out, size, "%s%s to %s", above ? "more than " : "", low, high);
    else if (has_least)
        snprintf(out, size, "%s %s%s", above ? "more than" : "at least", low,
                 isfinite(most) ? ", and finite" : "");
    else if (has_most)
        snprintf(out, size, "at most %s", high);
    else
        snprintf(out, size, "finite numbers");
    return out;
}

static StnStatus field_out_of_range(const char *of, const StnField *field, double value,
                                    StnError *error)
{
    char range[STN_FIELD_TEXT_SIZE];
    stn_range_text(field->least, field->most, field->unit, range, sizeof range);
    if (field->kind == STN_FIELD_WORD)
        snprintf(range, sizeof range, "one of %s", field->unit);
    else if (field->kind == STN_FIELD_FLAG)
        snprintf(range, sizeof range, "0 or 1");
    if (error && of[0])
        snprintf(error->path, sizeof error->path, "%s.%s", of, field->name);
    return stn_error(error, STN_BAD_INPUT, "%s%s%s = %g is out of range; allowed: %s%s", of,
                     of[0] ? " " : "", field->name, value,
                     field->kind == STN_FIELD_OR_AUTO ? "0 (auto), or " : "", range);
}

static bool is_number(const StnField *field)
{
    return field->kind < STN_FIELD_TEXT || field->kind == STN_FIELD_PAIR;
}

StnStatus stn_field_set(const StnField *field, void *settings, double value, StnError *error)
{
    const bool whole = field->kind == STN_FIELD_INTEGER || field->kind == STN_FIELD_WORD;
    if (!is_number(field))
        return stn_error(error, STN_BAD_INPUT, "%s is not a number", field->name);
    if (!stn_field_allows(field, value))
        return field_out_of_range("", field, value, error);
    if (whole && value != floor(value))
        return stn_error(error, STN_BAD_INPUT, "%s = %g is not a whole number", field->name, value);
    put_field(field, settings, value);
    return STN_OK;
}

StnStatus stn_fields_check(const StnFields *fields, const void *settings, StnError *error)
{
    for (int i = 0; i < fields->count; i++) {
        const StnField *field = &fields->field[i];
        const double value = stn_field_get(field, settings);
        if (!is_number(field) || (isnan(value) && isnan(field->def)) || value == field->def)
            continue; /* a default such as -1 may lie outside of what can be set */
        if (!stn_field_allows(field, value))
            return field_out_of_range(fields->name, field, value, error);
    }
    return STN_OK;
}

/* ---- Names and words ---- */

const StnField *stn_fields_find(const StnFields *fields, const char *name, StnError *error)
{
    const char *names[STN_FIELDS_MAX];
    size_t count = 0; /* of those that are suggested */
    for (int i = 0; i < fields->count; i++) {
        if (strcmp(name, fields->field[i].name) == 0)
            return &fields->field[i];
        if (count < STN_FIELDS_MAX)
            names[count++] = fields->field[i].name;
    }
    stn_error(error, STN_BAD_INPUT, "%s has no setting \"%s\"%s", fields->name, name,
              stn_suggest(name, names, count, NULL).text);
    return NULL;
}

int stn_field_word(const StnField *field, const char *text)
{
    return stn_word_index(field->unit, text);
}
