/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "field_options.h"

#include "identify.h"
#include "message.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_COLUMN = 21, WIDTH = 100, WORDS_MOST = 16 };

/* Units of a table: as options name them (that of a linear system, that of a rotary one), and the word
 * that stands for a value in the help. */
static const struct UnitWord {
    const char *unit, *units, *word;
} unit_words[] = {
    {"$x", "m|rad", "X"},       {"$F", "N|N*m", "F"},
    {"$m", "kg|kg*m^2", "M"},   {"$x/s", "m/s|rad/s", "V"},
    {"$F/s", "N/s|N*m/s", "R"}, {"s", "s", "TIME"},
    {"Hz", "Hz", "FREQ"},       {"1", "1", "N"},
};

static const struct UnitWord *unit_word(const StnField *field)
{
    for (size_t i = 0; i < sizeof unit_words / sizeof unit_words[0]; i++)
        if (strcmp(unit_words[i].unit, field->unit) == 0)
            return &unit_words[i];
    return &unit_words[sizeof unit_words / sizeof unit_words[0] - 1];
}

static void option_name(const StnField *field, char *out, size_t size)
{
    const bool off = field->kind == STN_FIELD_FLAG && field->def != 0.0;
    snprintf(out, size, "--%s%s", off ? "no-" : "", field->name);
    for (char *c = out; *c; c++)
        *c = *c == '_' ? '-' : *c;
}

int field_options(FieldOptions *own, const StnFields *fields, Option *options)
{
    int nlist = 0;
    for (int i = 0; i < fields->count; i++) {
        option_name(&fields->field[i], own->name[i], sizeof own->name[i]);
        options[i] = (Option){.name = own->name[i]};
        if (fields->field[i].kind == STN_FIELD_FLAG)
            options[i].flag = &own->flag[i];
        else if (fields->field[i].kind == STN_FIELD_TEXTS)
            options[i].list = &own->list[nlist++];
        else
            options[i].text = &own->text[i];
    }
    return fields->count;
}

const char *field_options_first(const FieldOptions *own)
{
    for (int i = 0; i < STN_FIELDS_MAX; i++)
        if (own->text[i] || own->flag[i])
            return own->name[i];
    return NULL;
}

/* ---- Values ---- */

static int bad_range(const char *option, const char *text, const StnField *field)
{
    char range[STN_FIELD_TEXT_SIZE];
    const bool any_size = field->most >= DBL_MAX;
    if (field->kind == STN_FIELD_PAIR && field->least == STN_ABOVE_0 && any_size)
        return bad_input("%s %s: levels above 0 are needed", option, text);
    if (field->least == STN_ABOVE_0 && any_size)
        return bad_input("%s %s: a value above 0 is needed", option, text);
    if (field->least == 0.0 && any_size)
        return bad_input("%s %s: a value of 0 or more is needed", option, text);
    if (field->least == STN_ABOVE_0 && field->most == STN_BELOW_1)
        return bad_input("%s %s: a part above 0 and below 1 is needed", option, text);
    if (field->least == 0.0 && field->most == STN_BELOW_1)
        return bad_input("%s %s: a part from 0 to below 1 is needed", option, text);
    stn_range_text(field->least, field->most, field->unit, range, sizeof range);
    return bad_input("%s %s: out of range; allowed: %s", option, text, range);
}

static int take_number(const char *option, const char *text, const StnField *field, double *value)
{
    const int code = quantity_read(option, text, unit_word(field)->units, value);
    return code == EXIT_DONE && !stn_field_allows(field, *value) ? bad_range(option, text, field)
                                                                 : code;
}

/* "A,B" or "A:B", or "A" for both. */
static int take_pair(const char *option, const char *text, const StnField *field, double out[2])
{
    char first[64];
    const char *second = strpbrk(text, ",:");
    snprintf(first, sizeof first, "%.*s", second ? (int)(second - text) : 60, text);
    if (second && strpbrk(second + 1, ",:"))
        return bad_input("%s %s: one value or two, parted by \",\"", option, text);
    int code = quantity_read(option, first, unit_word(field)->units, &out[0]);
    out[1] = out[0];
    if (code == EXIT_DONE && second)
        code = quantity_read(option, second + 1, unit_word(field)->units, &out[1]);
    const bool allowed = stn_field_allows(field, out[0]) && stn_field_allows(field, out[1]);
    return code == EXIT_DONE && !allowed ? bad_range(option, text, field) : code;
}

static int take_word(const char *option, const char *text, const StnField *field, void *settings)
{
    const int index = stn_field_word(field, text);
    char words[WORDS_MOST][40], what[64];
    const char *names[WORDS_MOST];
    size_t count = 0;
    if (index >= 0) {
        stn_field_set_integer(field, settings, (uint64_t)index);
        return EXIT_DONE;
    }
    for (; count < WORDS_MOST; count++) {
        names[count] = stn_field_word_at(field, (int)count, words[count], sizeof words[count]);
        if (!names[count][0])
            break;
    }
    snprintf(what, sizeof what, "value of %s:", option);
    return unknown_name(what, text, names, count);
}

static int take_integer(const char *option, const char *text, const StnField *field, void *settings)
{
    long value = 0;
    const long most = field->most >= 0x1p62 ? LONG_MAX : (long)field->most;
    const int code = count_read(option, text, (long)field->least, most, &value);
    if (code == EXIT_DONE)
        stn_field_set_integer(field, settings, (uint64_t)value);
    return code;
}

static int take_value(const char *option, const char *text, const StnField *field, void *settings)
{
    void *member = (char *)settings + field->at;
    switch (field->kind) {
    case STN_FIELD_NUMBER: return take_number(option, text, field, member);
    case STN_FIELD_OR_AUTO:
        if (strcmp(text, "auto") == 0)
            return stn_field_set(field, settings, 0.0, NULL) == STN_OK ? EXIT_DONE : EXIT_BAD_INPUT;
        return take_number(option, text, field, member);
    case STN_FIELD_INTEGER: return take_integer(option, text, field, settings);
    case STN_FIELD_WORD: return take_word(option, text, field, settings);
    case STN_FIELD_PAIR: return take_pair(option, text, field, member);
    case STN_FIELD_TEXT: memcpy(member, &text, sizeof text); return EXIT_DONE;
    case STN_FIELD_FLAG:
    case STN_FIELD_TEXTS:
    case STN_FIELD_NUMBERS:
    case STN_FIELD_OTHER: break;
    }
    return EXIT_DONE;
}

int field_options_take(FieldOptions *own, const StnFields *fields, void *settings)
{
    int code = EXIT_DONE, nlist = 0;
    for (int i = 0; i < fields->count && code == EXIT_DONE; i++) {
        const StnField *field = &fields->field[i];
        own->given[i] = own->flag[i] || own->text[i];
        if (field->kind == STN_FIELD_TEXTS) {
            const Texts *list = &own->list[nlist++];
            own->given[i] = list->count > 0;
            memcpy((char *)settings + field->at, &(StnTextList){list->item, list->count},
                   sizeof(StnTextList));
        }
        if (own->flag[i])
            stn_field_set(field, settings, field->def == 0.0, NULL);
        else if (own->text[i])
            code = take_value(own->name[i], own->text[i], field, settings);
    }
    return code;
}

/* ---- Help ---- */

/* "--settle N" and what may stand for N. */
static void head_text(const StnField *field, char *out, size_t size)
{
    char name[40];
    const bool part = field->kind == STN_FIELD_NUMBER && field->most <= 1.0;
    const char *word = unit_word(field)->word;
    option_name(field, name, sizeof name);
    switch (field->kind) {
    case STN_FIELD_FLAG: snprintf(out, size, "%s", name); break;
    case STN_FIELD_WORD: snprintf(out, size, "%s %s", name, field->unit); break;
    case STN_FIELD_PAIR: snprintf(out, size, "%s %s[,%s]", name, word, word); break;
    case STN_FIELD_INTEGER: snprintf(out, size, "%s N", name); break;
    case STN_FIELD_TEXTS:
    case STN_FIELD_TEXT:
        snprintf(out, size, "%s %s", name, field->unit[0] ? field->unit : "TEXT");
        break;
    default: snprintf(out, size, "%s %s", name, part ? "PART" : word); break;
    }
}

/* " (0.05 s)": a default that the text does not tell. */
static void default_text(const StnField *field, char *out, size_t size)
{
    const bool number = field->kind == STN_FIELD_NUMBER || field->kind == STN_FIELD_INTEGER;
    const bool unit = strcmp(field->unit, "s") == 0 || strcmp(field->unit, "Hz") == 0;
    out[0] = '\0';
    if (number && isfinite(field->def) && field->def > 0.0)
        snprintf(out, size, " (%g%s%s)", field->def, unit ? " " : "", unit ? field->unit : "");
}

/* Breaks a text between words behind TEXT_COLUMN; `column`: where it begins. */
static size_t put_wrapped(const char *text, size_t column, char *out, size_t size)
{
    size_t used = 0;
    for (const char *word = text; *word && used < size;) {
        const size_t length = strcspn(word, " ");
        if (column + length > WIDTH) {
            used += (size_t)snprintf(out + used, size - used, "\n%*s", TEXT_COLUMN, "");
            column = TEXT_COLUMN;
        } else if (word != text) {
            used += (size_t)snprintf(out + used, size - used, " ");
        }
        if (used < size)
            used += (size_t)snprintf(out + used, size - used, "%.*s", (int)length, word);
        column += length + 1;
        word += length + (word[length] == ' ');
    }
    if (used < size)
        used += (size_t)snprintf(out + used, size - used, "\n");
    return used < size ? used : size;
}

void field_options_hint(const StnFields *fields, const char *name)
{
    char head[80];
    const StnField *field = stn_fields_find(fields, name, NULL);
    if (!field)
        return;
    head_text(field, head, sizeof head);
    message("%s: %s", head, field->text);
}

size_t field_options_usage(const StnFields *fields, char *out, size_t size)
{
    size_t used = 0;
    for (int i = 0; i < fields->count && used < size; i++) {
        const StnField *field = &fields->field[i];
        char head[80], def[40], text[400];
        head_text(field, head, sizeof head);
        default_text(field, def, sizeof def);
        snprintf(text, sizeof text, "%s%s", field->text, def);
        const int pad =
            (int)strlen(head) + 4 > TEXT_COLUMN ? 2 : TEXT_COLUMN - 2 - (int)strlen(head);
        used += (size_t)snprintf(out + used, size - used, "  %s%*s", head, pad, "");
        if (used < size)
            used += put_wrapped(text, strlen(head) + 2 + (size_t)pad, out + used, size - used);
    }
    return used < size ? used : size;
}
