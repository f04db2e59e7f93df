/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* `initial`: states of the plant by name, states of a law as `z`, `site.z` or `site: {z: ...}`; the
 * elements of a vector state are numbered from 1 (F1, F2, ...). */
#include "scenario/quote.h"
#include "scenario/reader.h"

#include <stdio.h>
#include <string.h>

enum { INITIAL_MAX = 256 };

/* A law state that a name may mean. */
typedef struct Match {
    int site;
    const StnVar *var;
} Match;

static bool names_state(const StnLaw *law, int index, const char *name)
{
    const char *own = law->states[index].name;
    const size_t length = strlen(own);
    const bool many = law->vector != NULL && index == law->nstate - 1;
    if (strncmp(own, name, length) != 0)
        return false;
    if (!many)
        return name[length] == '\0';
    int number = 0;
    for (const char *c = name + length; *c >= '0' && *c <= '9' && number < 1000; c++)
        number = 10 * number + (*c - '0');
    char again[16];
    snprintf(again, sizeof again, "%d", number);
    return number >= 1 && number <= STN_VECTOR_MAX && strcmp(again, name + length) == 0;
}

/* How many law states are called so, at that site or (site < 0) at any; the last one in *match. */
static int find_law_state(const StnReader *reader, int site, const char *name, Match *match)
{
    int count = 0;
    for (int i = 0; i < reader->plant->nsite; i++) {
        const StnLaw *law = reader->def.site[i].law;
        for (int k = 0; (site < 0 || site == i) && k < law->nstate; k++)
            if (names_state(law, k, name)) {
                *match = (Match){i, &law->states[k]};
                count++;
            }
    }
    return count;
}

static int find_site(const StnReader *reader, const char *name, size_t length)
{
    for (int i = 0; i < reader->plant->nsite; i++)
        if (strlen(reader->plant->sites[i].name) == length &&
            strncmp(reader->plant->sites[i].name, name, length) == 0)
            return i;
    return -1;
}

/* The name that the system's column has: bare, or with its site where it could mean another. */
static void column_name(const StnReader *reader, const Match *match, const char *name,
                        StnGiven *given)
{
    const bool clash = reader->plant->nsite > 1 || stn_plant_output(reader->plant, name) >= 0;
    snprintf(given->name, sizeof given->name, "%s%s%s",
             clash ? reader->plant->sites[match->site].name : "", clash ? "." : "", name);
}

static bool put_initial(StnReader *reader, StnNode *key, StnNode *value, const char *unit,
                        StnGiven *given)
{
    if (stn_given_index(reader->def.initial, reader->def.ninitial, given->name) >= 0)
        return stn_node_error(reader->error, key, "the initial value of \"%s\" appears twice",
                              given->name);
    if (!stn_read_number(reader, value, key->text, unit, STN_RANGE_ANY, &given->value[0]))
        return false;
    if (reader->def.ninitial == INITIAL_MAX)
        return stn_node_error(reader->error, key, "more than %d initial values", INITIAL_MAX);
    reader->def.initial[reader->def.ninitial++] = *given;
    return true;
}

static bool read_law_state(StnReader *reader, StnNode *key, StnNode *value, int site,
                           const char *name)
{
    StnGiven given = stn_given_at(value);
    Match match = {0, NULL};
    char unit[STN_UNIT_TEXT_MAX];
    const int count = find_law_state(reader, site, name, &match);
    if (count == 0)
        return stn_unknown_in_section(reader, key, "initial");
    if (count > 1)
        return stn_node_error(reader->error, key, "\"%s\" is a state at %d sites; write SITE.%s",
                              name, count, name);
    column_name(reader, &match, name, &given);
    stn_unit_text(match.var->unit, reader->plant->sites[match.site].rotary, unit, sizeof unit);
    return put_initial(reader, key, value, unit, &given);
}

static bool read_site_map(StnReader *reader, const StnEntry *entry)
{
    const int site = find_site(reader, entry->key->text, strlen(entry->key->text));
    if (site < 0)
        return stn_unknown_in_section(reader, entry->key, "initial");
    for (int i = 0; i < entry->value->count; i++) {
        const StnEntry *inner = &entry->value->entry[i];
        if (!read_law_state(reader, inner->key, inner->value, site, inner->key->text))
            return false;
    }
    return true;
}

static bool read_entry(StnReader *reader, const StnEntry *entry)
{
    const char *name = entry->key->text, *dot = strchr(name, '.');
    const StnPlant *plant = reader->plant;
    if (entry->value->kind == STN_NODE_MAP)
        return read_site_map(reader, entry);
    const int state = stn_plant_state(plant, name);
    if (state >= 0) {
        StnGiven given = stn_given_at(entry->value);
        snprintf(given.name, sizeof given.name, "%s", name);
        return put_initial(reader, entry->key, entry->value, plant->states[state].unit, &given);
    }
    const int site = dot == NULL ? -1 : find_site(reader, name, (size_t)(dot - name));
    if (dot != NULL && site < 0)
        return stn_unknown_in_section(reader, entry->key, "initial");
    return read_law_state(reader, entry->key, entry->value, site, dot == NULL ? name : dot + 1);
}

bool stn_read_initial(StnReader *reader)
{
    bool good = true;
    const StnNode *section = stn_read_section(reader, "initial", &good);
    if (section == NULL)
        return good;
    reader->def.initial = stn_arena_take(reader->arena, INITIAL_MAX * sizeof(StnGiven));
    if (reader->def.initial == NULL)
        return stn_no_memory(reader->error);
    for (int i = 0; good && i < section->count; i++)
        good = read_entry(reader, &section->entry[i]);
    return good;
}
