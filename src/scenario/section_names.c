/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The names of a plant over all sections of a scenario, for messages about a name in the wrong one. */
#include "core/system.h"
#include "scenario/quote.h"
#include "scenario/reader.h"

#include "core/names.h"

#include <stdio.h>
#include <string.h>

typedef struct Names {
    const char *name[STN_NAMES_MAX], *section[STN_NAMES_MAX];
    size_t count;
} Names;

static void add(Names *names, const char *name, const char *section)
{
    if (names->count == STN_NAMES_MAX)
        return;
    names->section[names->count] = section;
    names->name[names->count++] = name;
}

static Names all_names(const StnPlant *plant)
{
    Names names = {.count = 0};
    for (int i = 0; i < plant->nparam; i++)
        add(&names, plant->params[i].name, stn_section_of(&plant->params[i]));
    for (int i = 0; i < plant->ninput; i++)
        add(&names, plant->inputs[i].name, "inputs");
    for (int i = 0; i < plant->nstate; i++)
        add(&names, plant->states[i].name, "initial");
    for (int i = 0; i < plant->nsite; i++)
        add(&names, plant->sites[i].name, "friction");
    return names;
}

/* What can stand in a section: what is listed for it, and what can stand there as well as elsewhere. */
static size_t names_in(const StnReader *reader, const Names *all, const char *section,
                       const char *names[STN_NAMES_MAX])
{
    const StnPlant *plant = reader->plant;
    const int nsite = strcmp(section, "initial") == 0 ? plant->nsite : 0;
    const int noutput = strcmp(section, "sensors") == 0 ? plant->noutput : 0;
    const int nparam = strcmp(section, "controller") == 0 ? plant->nparam : 0;
    Names own = {.count = 0};
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->section[i], section) == 0)
            add(&own, all->name[i], section);
    for (int i = 0; i < nsite; i++)
        for (int k = 0; k < reader->def.site[i].law->nstate; k++)
            add(&own, reader->def.site[i].law->states[k].name, section);
    for (int i = 0; i < noutput; i++)
        add(&own, plant->outputs[i].name, section);
    for (int i = 0; i < nparam; i++)
        if (plant->params[i].kind == STN_KIND_CHOICE)
            add(&own, plant->params[i].name, section);
    memcpy(names, own.name, sizeof own.name);
    return own.count;
}

/* "input of plant eha:" */
static void name_kind(const StnReader *reader, const char *section, char *out, size_t size)
{
    static const char *const kinds[][2] = {
        {"inputs", "input"}, {"sensors", "output"}, {"friction", "friction site"}};
    for (int i = 0; i < 3; i++)
        if (strcmp(section, kinds[i][0]) == 0) {
            snprintf(out, size, "%s of plant %s:", kinds[i][1], reader->plant->name);
            return;
        }
    if (strcmp(section, "initial") == 0)
        snprintf(out, size, "state");
    else
        snprintf(out, size, "key in %s: of plant %s", section, reader->plant->name);
}

/* "friction.SITE" of the law's parameter `name`; the site's own names are not among a plant's. */
static bool is_friction_parameter(const char *name) { return stn_friction_parameter(name) >= 0; }

/* The plant's parameters as far as they have been read: they say which bodies and drives there are. */
static void read_so_far(const StnReader *reader, double p[STN_PARAMS_MAX])
{
    const StnPlant *plant = reader->plant;
    for (int i = 0; i < plant->nparam && i < STN_PARAMS_MAX; i++) {
        p[i] = plant->params[i].def;
        for (int g = 0; g < reader->def.ngiven; g++)
            if (strcmp(reader->def.given[g].name, plant->params[i].name) == 0)
                p[i] = reader->def.given[g].value[0];
    }
}

static StnPart part_of(const char *section)
{
    return strcmp(section, "inputs") == 0     ? STN_PART_INPUT
           : strcmp(section, "initial") == 0  ? STN_PART_STATE
           : strcmp(section, "sensors") == 0  ? STN_PART_OUTPUT
           : strcmp(section, "friction") == 0 ? STN_PART_SITE
                                              : STN_PART_PARAMETER;
}

/* `what` and the names that this system uses. */
static bool unknown_among_used(StnReader *reader, const StnNode *key, const char *section,
                               const char *what, const char *const *names, size_t count)
{
    double p[STN_PARAMS_MAX];
    const char *used[STN_NAMES_MAX];
    size_t n = 0;
    read_so_far(reader, p);
    for (size_t i = 0; i < count && n < STN_NAMES_MAX; i++)
        if (stn_plant_is_active(reader->plant, p, part_of(section), names[i]))
            used[n++] = names[i];
    return stn_node_unknown(reader->error, key, what, n > 0 ? used : names, n > 0 ? n : count);
}

/* In another section a name must be nearer than in its own to be meant. */
static bool is_near(const char *name, const char *other)
{
    return strlen(name) >= 4 && (name[0] | 0x20) == (other[0] | 0x20);
}

bool stn_unknown_in_section(StnReader *reader, const StnNode *key, const char *section)
{
    const StnPlant *plant = reader->plant;
    const StnQuote text = stn_quote_all(key->text);
    const Names all = all_names(plant);
    const char *names[STN_NAMES_MAX];
    const size_t count = names_in(reader, &all, section, names);
    char what[100];
    name_kind(reader, section, what, sizeof what);
    for (size_t i = 0; i < all.count; i++)
        if (strcmp(all.name[i], key->text) == 0 && strcmp(all.section[i], section) != 0)
            return stn_node_error(reader->error, key,
                                  "\"%s\" of plant %s belongs under %s:, not %s:", text.text,
                                  plant->name, all.section[i], section);
    if (is_friction_parameter(key->text) && plant->nsite > 0)
        return stn_node_error(reader->error, key,
                              "\"%s\" is a parameter of friction laws and belongs under "
                              "friction.%s:, not %s:",
                              text.text, plant->sites[0].name, section);
    if (stn_nearest(key->text, names, count) != NULL)
        return unknown_among_used(reader, key, section, what, names, count);
    const char *near = stn_nearest(key->text, all.name, all.count);
    for (size_t i = 0; near != NULL && i < all.count; i++)
        if (all.name[i] == near && is_near(key->text, near))
            return stn_node_error(
                reader->error, key,
                "unknown %s \"%s\"; did you mean \"%s\", which belongs under %s:?", what, text.text,
                near, all.section[i]);
    if (count == 0)
        return stn_node_error(reader->error, key, "plant %s takes nothing under %s: (\"%s\")",
                              plant->name, section, text.text);
    return unknown_among_used(reader, key, section, what, names, count);
}
