/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The index of a name in the lists of plants, laws and systems, and the words of a path. */
#include "core/names.h"

#include "core/system.h"

#include <stdlib.h>
#include <string.h>

static int find(const StnVar *list, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0)
            return i;
    return -1;
}

int stn_plant_state(const StnPlant *plant, const char *name)
{
    return find(plant->states, plant->nstate, name);
}

int stn_plant_input(const StnPlant *plant, const char *name)
{
    return find(plant->inputs, plant->ninput, name);
}

int stn_plant_output(const StnPlant *plant, const char *name)
{
    return find(plant->outputs, plant->noutput, name);
}

int stn_plant_parameter(const StnPlant *plant, const char *name)
{
    for (int i = 0; i < plant->nparam; i++)
        if (strcmp(plant->params[i].name, name) == 0)
            return i;
    return -1;
}

int stn_plant_site(const StnPlant *plant, const char *name)
{
    for (int i = 0; i < plant->nsite; i++)
        if (strcmp(plant->sites[i].name, name) == 0)
            return i;
    return -1;
}

int stn_plant_stop(const StnPlant *plant, const char *name)
{
    for (int i = 0; i < plant->nstop; i++)
        if (strcmp(plant->stops[i].name, name) == 0)
            return i;
    return -1;
}

int stn_law_parameter(const StnLaw *law, const char *name)
{
    for (int i = 0; i < law->nparam; i++)
        if (strcmp(law->params[i]->name, name) == 0)
            return i;
    return -1;
}

int stn_friction_parameter(const char *name)
{
    for (int i = 0; i < stn_friction_parameter_count(); i++)
        if (strcmp(stn_friction_parameter_at(i)->name, name) == 0)
            return i;
    return -1;
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
