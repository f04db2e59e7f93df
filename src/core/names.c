/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The index of a name in the lists of plants, laws and systems, and the words of a path. */
#include "core/names.h"

#include "core/system.h"
#include "stiction/fields.h"

#include <stdlib.h>
#include <string.h>

/* Of a list of structs that begin with their name. */
static int find_name(const void *list, size_t size, int count, const char *name)
{
    const char *at = list;
    for (int i = 0; i < count; i++, at += size)
        if (strcmp(*(const char *const *)(const void *)at, name) == 0)
            return i;
    return -1;
}

#define FIND(function, list, count)                                             \
    int function(const StnPlant *plant, const char *name)                       \
    {                                                                           \
        return find_name(plant->list, sizeof *plant->list, plant->count, name); \
    }
FIND(stn_plant_state, states, nstate)
FIND(stn_plant_input, inputs, ninput)
FIND(stn_plant_output, outputs, noutput)
FIND(stn_plant_parameter, params, nparam)
FIND(stn_plant_site, sites, nsite)
FIND(stn_plant_stop, stops, nstop)

int stn_law_parameter(const StnLaw *law, const char *name)
{
    for (int i = 0; i < law->nparam; i++)
        if (strcmp(law->params[i]->name, name) == 0)
            return i;
    return -1;
}

int stn_friction_parameter(const char *name)
{
    return find_name(stn_friction_parameter_at(0), sizeof(StnParam), stn_friction_parameter_count(),
                     name);
}

int stn_given_index(const StnGiven *list, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0)
            return i;
    return -1;
}

int stn_system_column(const StnSystem *system, const char *name)
{
    for (int i = 0; i < stn_system_column_count(system); i++)
        if (strcmp(stn_system_column_at(system, i).name, name) == 0)
            return i;
    return -1;
}

/* ---- Paths ---- */

StnPathWords stn_path_words(const char *path)
{
    StnPathWords words = {.count = 0};
    for (;;) {
        const size_t length = strcspn(path, ".");
        if (words.count == STN_PATH_WORDS || length == 0 || length >= sizeof words.word[0])
            return (StnPathWords){.count = 0};
        memcpy(words.word[words.count++], path, length);
        if (path[length] == '\0')
            return words;
        path += length + 1;
    }
}

int stn_path_place(const char *word)
{
    int number = 0;
    const char *c = word;
    if (strcmp(word, "forward") == 0)
        return 0;
    if (strcmp(word, "backward") == 0)
        return 1;
    for (; *c >= '0' && *c <= '9' && number < 100000000; c++)
        number = 10 * number + (*c - '0');
    return c > word && *c == '\0' && number > 0 ? number - 1 : -1;
}

/* ---- Words ---- */

int stn_word_count(const char *words)
{
    int count = 1;
    for (; *words; words++)
        count += *words == '|';
    return count;
}

const char *stn_word_span(const char *words, int index, size_t *length)
{
    for (; index > 0; index--) {
        words += strcspn(words, "|");
        words += *words == '|';
    }
    *length = strcspn(words, "|");
    return words;
}

static const char *put_word(const char *words, int index, char *out, size_t size)
{
    size_t length;
    const char *word = stn_word_span(words, index, &length);
    stn_format(out, size, "%.*s", (int)length, word);
    return out;
}

const char *stn_param_word(const StnParam *param, int index, char *out, size_t size)
{
    return put_word(param->unit, index, out, size);
}

const char *stn_field_word_at(const StnField *field, int index, char *out, size_t size)
{
    return put_word(field->unit, index, out, size);
}

const char *stn_kind_word(StnKind kind)
{
    static const char *const words[] = {"scalar", "pair", "vector", "choice"};
    return words[kind];
}

int stn_word_index(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (int index = 0;; index++) {
        const size_t span = strcspn(words, "|");
        if (span == length && memcmp(words, word, length) == 0)
            return index;
        if (words[span] == '\0')
            return -1;
        words += span + 1;
    }
}
