/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* `friction`: a law and numbers per site.  A site takes the parameters of every law, so that
 * another law can be put there without touching the rest. */
#include "scenario/quote.h"
#include "scenario/reader.h"

#include "core/names.h"

#include <stdio.h>
#include <string.h>

static bool unknown_law(StnReader *reader, const StnNode *node)
{
    const char *names[STN_NAMES_MAX];
    int count = 0;
    for (; count < stn_catalog_law_count(reader->catalog) && count < STN_NAMES_MAX; count++)
        names[count] = stn_catalog_law_at(reader->catalog, count)->name;
    return stn_node_unknown(reader->error, node, "friction law", names, (size_t)count);
}

bool stn_read_law(StnReader *reader, const StnNode *node, const StnLaw **law)
{
    if (node->kind != STN_NODE_SCALAR)
        return stn_node_error(reader->error, node, "law is a name, not %s", stn_node_word(node));
    *law = stn_catalog_law(reader->catalog, node->text);
    return *law != NULL || unknown_law(reader, node);
}

static bool read_law(StnReader *reader, const StnNode *site, StnSiteDef *def)
{
    const StnNode *node = stn_node_find(site, "law");
    return node == NULL || stn_read_law(reader, node, &def->law);
}

const StnParam *stn_find_parameter(const StnLaw *law, const char *name)
{
    const int own = law == NULL ? -1 : stn_law_parameter(law, name);
    const int any = stn_friction_parameter(name);
    return own >= 0 ? law->params[own] : any >= 0 ? stn_friction_parameter_at(any) : NULL;
}

static bool unknown_parameter(StnReader *reader, const StnNode *key, const StnLaw *law,
                              const char *site)
{
    const char *names[STN_NAMES_MAX] = {"law"};
    size_t count = 1;
    char what[100];
    for (int i = 0; law != NULL && i < law->nparam && count < STN_NAMES_MAX; i++)
        names[count++] = law->params[i]->name;
    const size_t own = count;
    for (int i = 0; i < stn_friction_parameter_count() && count < STN_NAMES_MAX; i++)
        names[count++] = stn_friction_parameter_at(i)->name;
    snprintf(what, sizeof what, "friction parameter at %s:", site);
    /* Without a near name the law's own ones are the useful list. */
    const bool near = stn_nearest(key->text, names, count) != NULL;
    return stn_node_unknown(reader->error, key, what, names, near || own == 1 ? count : own);
}

static bool read_site(StnReader *reader, const StnNode *node, int index)
{
    const StnSiteInfo *info = &reader->plant->sites[index];
    StnSiteDef *def = &reader->def.site[index];
    if (node->kind != STN_NODE_MAP)
        return stn_node_error(reader->error, node,
                              "friction at %s is a map (law:, Fs:, Fc:, ...), not %s", info->name,
                              stn_node_word(node));
    def->given = stn_arena_take(reader->arena, (size_t)(node->count + 1) * sizeof(StnGiven));
    if (def->given == NULL)
        return stn_no_memory(reader->error);
    if (!read_law(reader, node, def))
        return false;
    const StnLaw *law = def->law;
    if (law->nparam == 0 && node->count > 0 && stn_node_find(node, "law") == NULL)
        return stn_node_error(reader->error, node,
                              "%s has no friction unless a law is named: law: coulomb, or another "
                              "of stiction list laws",
                              info->name);
    for (int i = 0; i < node->count; i++) {
        const StnEntry *entry = &node->entry[i];
        if (strcmp(entry->key->text, "law") == 0)
            continue;
        const StnParam *param = stn_find_parameter(law, entry->key->text);
        if (param == NULL)
            return unknown_parameter(reader, entry->key, law, info->name);
        if (!stn_read_parameter(reader, entry, param, info->rotary, &def->given[def->ngiven++]))
            return false;
    }
    return true;
}

/* Every site starts with the plant's own choice. */
static bool default_laws(StnReader *reader)
{
    for (int i = 0; i < reader->plant->nsite; i++) {
        const StnSiteInfo *info = &reader->plant->sites[i];
        reader->def.site[i].law = stn_catalog_law(reader->catalog, info->law);
        if (reader->def.site[i].law == NULL)
            return stn_node_error(reader->error, stn_node_find(reader->root, "plant"),
                                  "plant %s wants the law \"%s\" at %s, which there is not",
                                  reader->plant->name, info->law, info->name);
    }
    return true;
}

bool stn_read_friction(StnReader *reader)
{
    bool good = default_laws(reader);
    if (!good)
        return false;
    const StnNode *section = stn_read_section(reader, "friction", &good);
    for (int i = 0; good && section != NULL && i < section->count; i++) {
        const StnEntry *entry = &section->entry[i];
        const int site = stn_plant_site(reader->plant, entry->key->text);
        good = site < 0 ? stn_unknown_in_section(reader, entry->key, "friction")
                        : read_site(reader, entry->value, site);
    }
    return good;
}
