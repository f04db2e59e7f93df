/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* `compensation`: a list of terms against friction, each a kind with its numbers; one that runs a law of its own names
 * it, too. */
#include "scenario/quote.h"
#include "scenario/reader.h"

#include "core/names.h"

#include <stdio.h>
#include <string.h>

static bool has_law(const StnCompensation *kind)
{
    return kind->law != NULL && kind->law[0] == '\0';
}

const StnParam *stn_find_term_parameter(const StnCompensation *kind, const StnLaw *law,
                                        const char *name)
{
    for (int i = 0; i < kind->nparam; i++)
        if (strcmp(kind->params[i]->name, name) == 0)
            return kind->params[i];
    const int own = !has_law(kind) || law == NULL ? -1 : stn_law_parameter(law, name);
    return own < 0 ? NULL : law->params[own];
}

static bool read_kind(StnReader *reader, const StnNode *node, StnTermDef *term)
{
    const char *names[STN_NAMES_MAX];
    const StnNode *kind = stn_node_find(node, "kind");
    for (int i = 0; i < stn_compensation_count() && i < STN_NAMES_MAX; i++)
        names[i] = stn_compensation_at(i)->name;
    if (kind == NULL)
        return stn_node_error(
            reader->error, node, "a term of the compensation needs its kind%s",
            stn_suggest("", names, (size_t)stn_compensation_count(), ": one of ").text);
    if (kind->kind != STN_NODE_SCALAR)
        return stn_node_error(reader->error, kind, "kind is a name, not %s", stn_node_word(kind));
    term->kind = stn_compensation_find(kind->text);
    return term->kind != NULL || stn_node_unknown(reader->error, kind, "kind of compensation",
                                                  names, (size_t)stn_compensation_count());
}

/* The law that a kind with a law has; that of the plant's first site where none is named. */
static bool read_law_of_term(StnReader *reader, const StnNode *node, StnTermDef *term)
{
    const StnNode *law = stn_node_find(node, "law");
    if (law == NULL)
        return true;
    if (!has_law(term->kind))
        return stn_node_error(reader->error, law, "%s has no law of its own", term->kind->name);
    return stn_read_law(reader, law, &term->law);
}

static bool unknown_in_term(StnReader *reader, const StnNode *key, const StnTermDef *term,
                            const StnLaw *law)
{
    const char *names[STN_NAMES_MAX] = {"kind"};
    size_t count = 1;
    char what[100];
    if (has_law(term->kind))
        names[count++] = "law";
    for (int i = 0; i < term->kind->nparam && count < STN_NAMES_MAX; i++)
        names[count++] = term->kind->params[i]->name;
    for (int i = 0; law != NULL && i < law->nparam && count < STN_NAMES_MAX; i++)
        names[count++] = law->params[i]->name;
    snprintf(what, sizeof what, "parameter of %s", term->kind->name);
    return stn_node_unknown(reader->error, key, what, names, count);
}

static bool read_term(StnReader *reader, const StnNode *node, StnTermDef *term)
{
    if (node->kind != STN_NODE_MAP)
        return stn_node_error(reader->error, node,
                              "a term of the compensation is a map, as {kind: push, band: 1 mm}, "
                              "not %s",
                              stn_node_word(node));
    if (!read_kind(reader, node, term) || !read_law_of_term(reader, node, term))
        return false;
    term->at = stn_given_at(node);
    term->given = stn_arena_take(reader->arena, (size_t)(node->count + 1) * sizeof(StnGiven));
    if (term->given == NULL)
        return stn_no_memory(reader->error);
    const StnLaw *law = !has_law(term->kind)   ? NULL
                        : term->law != NULL    ? term->law
                        : reader->plant->nsite ? reader->def.site[0].law
                                               : NULL;
    for (int i = 0; i < node->count; i++) {
        const StnEntry *entry = &node->entry[i];
        if (strcmp(entry->key->text, "kind") == 0 || strcmp(entry->key->text, "law") == 0)
            continue;
        const StnParam *param = stn_find_term_parameter(term->kind, law, entry->key->text);
        if (param == NULL)
            return unknown_in_term(reader, entry->key, term, law);
        if (stn_node_is_null(entry->value)) /* not given, as `check` writes Ts of a term */
            continue;
        if (!stn_read_parameter(reader, entry, param, reader->plant->sites[0].rotary,
                                &term->given[term->ngiven++]))
            return false;
    }
    return true;
}

bool stn_read_compensation(StnReader *reader)
{
    const StnNode *list = stn_node_find(reader->root, "compensation");
    if (list == NULL || stn_node_is_null(list))
        return true;
    if (list->kind != STN_NODE_LIST)
        return stn_node_error(reader->error, list,
                              "compensation is a list of terms, as [{kind: push, band: 1 mm}], not "
                              "%s",
                              stn_node_word(list));
    if (list->count > STN_TERMS_MAX)
        return stn_node_error(reader->error, list, "%d terms, at most %d are possible", list->count,
                              STN_TERMS_MAX);
    if (list->count > 0 && reader->plant->nsite == 0)
        return stn_node_error(reader->error, list, "plant %s has no friction to compensate",
                              reader->plant->name);
    for (int i = 0; i < list->count; i++)
        if (!read_term(reader, list->entry[i].value, &reader->def.term[reader->def.nterm++]))
            return false;
    return true;
}
