/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "scenario/merge.h"

#include "scenario/quote.h"

#include <string.h>

StnLevel stn_level_below(StnLevel level, const char *key)
{
    return level == STN_LEVEL_ROOT && strcmp(key, "inputs") == 0 ? STN_LEVEL_INPUTS
                                                                 : STN_LEVEL_OTHER;
}

/* ---- One over the other ---------------------------------------------------------------------- */

static bool merge_map(StnArena *arena, StnNode *base, StnNode *over, StnLevel level,
                      StnError *error)
{
    for (int i = 0; i < over->count; i++) {
        StnNode *key = over->entry[i].key, *value = over->entry[i].value;
        StnNode *below = stn_node_find(base, key->text);
        const bool onto_map =
            level != STN_LEVEL_INPUTS && below != NULL && below->kind == STN_NODE_MAP;
        bool good = true;
        if (onto_map && stn_node_is_empty(value))
            continue; /* `parameters:` with nothing under it takes nothing away */
        if (onto_map && value->kind == STN_NODE_MAP)
            good = merge_map(arena, below, value, stn_level_below(level, key->text), error);
        else
            good = stn_node_put(arena, base, key, value) || stn_no_memory(error);
        if (!good)
            return false;
    }
    return true;
}

/* A scenario's parts belong to its plant, so what inherits them cannot change it. */
static bool check_plant(const StnNode *base, const StnNode *over, StnError *error)
{
    const StnNode *old = stn_node_find(base, "plant"), *new = stn_node_find(over, "plant");
    if (old == NULL || new == NULL || (old->kind == new->kind &&strcmp(old->text, new->text) == 0))
        return true;
    return stn_node_error(error, new, "the plant is \"%s\" in \"%s\" and cannot become \"%s\" here",
                          stn_quote_all(old->text).text, old->source->name,
                          stn_quote_all(new->text).text);
}

void stn_tree_leave(StnNode *root, const char *section, const char *name)
{
    const bool options = strcmp(section, "options") == 0;
    if (!options && strcmp(section, "controller") != 0)
        return;
    StnNode *other = stn_node_find(root, options ? "controller" : "options");
    int kept = 0;
    for (int i = 0; other != NULL && other->kind == STN_NODE_MAP && i < other->count; i++)
        if (strcmp(other->entry[i].key->text, name) != 0)
            other->entry[kept++] = other->entry[i];
    if (other != NULL && other->kind == STN_NODE_MAP)
        other->count = kept;
}

bool stn_tree_merge(StnArena *arena, StnNode *base, StnNode *over, StnLevel level, StnError *error)
{
    for (int i = 0; level == STN_LEVEL_ROOT && i < over->count; i++) {
        const StnNode *section = over->entry[i].value;
        for (int k = 0; section->kind == STN_NODE_MAP && k < section->count; k++)
            stn_tree_leave(base, over->entry[i].key->text, section->entry[k].key->text);
    }
    return (level != STN_LEVEL_ROOT || check_plant(base, over, error)) &&
           merge_map(arena, base, over, level, error);
}

void stn_tree_prune(StnNode *map)
{
    int kept = 0;
    for (int i = 0; i < map->count; i++) {
        StnEntry entry = map->entry[i];
        if (stn_node_is_null(entry.value))
            continue;
        if (entry.value->kind == STN_NODE_MAP)
            stn_tree_prune(entry.value);
        map->entry[kept++] = entry;
    }
    map->count = kept;
}

/* ---- Difference ------------------------------------------------------------------------------ */

static bool is_same(const StnNode *a, const StnNode *b)
{
    if (a->kind != b->kind || a->count != b->count)
        return false;
    if (a->kind == STN_NODE_SCALAR)
        return strcmp(a->text, b->text) == 0;
    for (int i = 0; i < a->count; i++) {
        const StnNode *other =
            a->kind == STN_NODE_LIST ? b->entry[i].value : stn_node_find(b, a->entry[i].key->text);
        if (other == NULL || !is_same(a->entry[i].value, other))
            return false;
    }
    return true;
}

static StnNode *null_node(StnArena *arena, const StnNode *at)
{
    StnNode *null = stn_node_text(arena, "~", at);
    if (null != NULL)
        null->plain = true;
    return null;
}

static StnNode *diff_map(StnArena *arena, const StnNode *now, const StnNode *base, StnLevel level);

/* The value that takes `old` to `value`. */
static StnNode *diff_value(StnArena *arena, const StnNode *key, StnNode *value, const StnNode *old,
                           StnLevel level)
{
    const bool maps = value->kind == STN_NODE_MAP && old->kind == STN_NODE_MAP;
    return maps && level != STN_LEVEL_INPUTS
               ? diff_map(arena, value, old, stn_level_below(level, key->text))
               : value;
}

/* In the order that reading them back over the base gives: what the base has in its order, then what is new.  Trap: in
 * `now` a key that was removed and set again stands last. */
static StnNode *diff_map(StnArena *arena, const StnNode *now, const StnNode *base, StnLevel level)
{
    StnNode *out = stn_node_new(arena, STN_NODE_MAP, now);
    for (int i = 0; out != NULL && i < base->count; i++) {
        const StnNode *old = base->entry[i].value;
        StnNode *key = base->entry[i].key, *value = stn_node_find(now, key->text);
        if (value != NULL && is_same(value, old))
            continue;
        StnNode *other =
            value == NULL ? null_node(arena, now) : diff_value(arena, key, value, old, level);
        if (!stn_node_append(arena, out, key, other))
            return NULL;
    }
    for (int i = 0; out != NULL && i < now->count; i++)
        if (stn_node_find(base, now->entry[i].key->text) == NULL &&
            !stn_node_append(arena, out, now->entry[i].key, now->entry[i].value))
            return NULL;
    return out;
}

StnNode *stn_tree_diff(StnArena *arena, const StnNode *now, const StnNode *base)
{
    return diff_map(arena, now, base, STN_LEVEL_ROOT);
}
