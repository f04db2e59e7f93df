/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Laying one scenario tree over another: `base:`, `--set`, `--law`. */
#include "scenario/merge.h"

#include "scenario/quote.h"

#include <string.h>

/* How far down a merge is: a signal, which stands in `inputs`, replaces as a whole. */
typedef enum Level { LEVEL_ROOT, LEVEL_INPUTS, LEVEL_OTHER } Level;

static Level level_below(Level level, const char *key)
{
    return level == LEVEL_ROOT && strcmp(key, "inputs") == 0 ? LEVEL_INPUTS : LEVEL_OTHER;
}

static bool merge_map(StnArena *arena, StnNode *base, StnNode *over, Level level, StnError *error)
{
    for (int i = 0; i < over->count; i++) {
        StnNode *key = over->entry[i].key, *value = over->entry[i].value;
        StnNode *below = stn_node_find(base, key->text);
        const bool onto_map = level != LEVEL_INPUTS && below != NULL && below->kind == STN_NODE_MAP;
        bool good = true;
        if (onto_map && stn_node_is_empty(value))
            continue; /* `parameters:` with nothing under it takes nothing away */
        if (onto_map && value->kind == STN_NODE_MAP)
            good = merge_map(arena, below, value, level_below(level, key->text), error);
        else
            good = stn_node_put(arena, base, key, value) || stn_no_memory(error);
        if (!good)
            return false;
    }
    return true;
}

/* A scenario's parts belong to its plant, so a heir cannot change it. */
static bool check_plant(const StnNode *base, const StnNode *over, StnError *error)
{
    const StnNode *old = stn_node_find(base, "plant"), *new = stn_node_find(over, "plant");
    if (old == NULL || new == NULL || (old->kind == new->kind &&strcmp(old->text, new->text) == 0))
        return true;
    return stn_node_error(error, new, "the plant is \"%s\" in \"%s\" and cannot become \"%s\" here",
                          stn_quote_all(old->text).text, old->source->name,
                          stn_quote_all(new->text).text);
}

bool stn_tree_merge(StnArena *arena, StnNode *base, StnNode *over, StnError *error)
{
    return check_plant(base, over, error) && merge_map(arena, base, over, LEVEL_ROOT, error);
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

/* ---- --set and --law ------------------------------------------------------------------------- */

enum { SET_PATH_MAX = 1000 };

static const StnSource set_source = {"--set", ""}, law_source = {"--law", NULL};

/* A word of an argument as a node that knows its column. */
static StnNode *word_node(StnArena *arena, const StnSource *source, const char *argument,
                          const char *word, size_t length)
{
    const StnNode at = {.source = source, .line = 1, .column = (int)(word - argument) + 1};
    const char *text = stn_arena_copy(arena, word, length);
    return text == NULL ? NULL : stn_node_text(arena, text, &at);
}

/* The map below `map` under `key`, made where there is none. */
static StnNode *descend(StnArena *arena, StnNode *map, StnNode *key, StnError *error)
{
    StnNode *below = stn_node_find(map, key->text);
    if (below != NULL && below->kind == STN_NODE_MAP)
        return below;
    if (below != NULL && !stn_node_is_null(below)) {
        stn_node_error(error, key, "\"%s\" is %s and has no parts; set it as a whole",
                       stn_quote_all(key->text).text, stn_node_word(below));
        return NULL;
    }
    below = stn_node_new(arena, STN_NODE_MAP, key);
    if (below == NULL || !stn_node_put(arena, map, key, below)) {
        stn_no_memory(error);
        return NULL;
    }
    return below;
}

/* Lays value under key at the level that the path reached. */
static bool put_value(StnArena *arena, StnNode *map, StnNode *key, StnNode *value, Level level,
                      StnError *error)
{
    StnNode *over = stn_node_new(arena, STN_NODE_MAP, key);
    if (over == NULL || !stn_node_append(arena, over, key, value))
        return stn_no_memory(error);
    return level == LEVEL_ROOT ? stn_tree_merge(arena, map, over, error)
                               : merge_map(arena, map, over, level, error);
}

static bool set_path(StnArena *arena, StnNode *root, const char *path, StnNode *value,
                     StnError *error)
{
    StnNode *map = root;
    Level level = LEVEL_ROOT;
    const char *word = path;
    for (int depth = 0;; depth++) {
        const size_t length = strcspn(word, ".");
        StnNode *key = word_node(arena, &set_source, path, word, length);
        if (key == NULL)
            return stn_no_memory(error);
        if (length == 0 || depth >= STN_TREE_DEPTH_MAX)
            return stn_node_error(error, key, "\"%s\" is not a path such as friction.SITE.Fs",
                                  stn_quote_all(path).text);
        if (word[length] == '\0')
            return put_value(arena, map, key, value, level, error);
        map = descend(arena, map, key, error);
        if (map == NULL)
            return false;
        level = level_below(level, key->text);
        word += length + 1;
    }
}

bool stn_tree_set(StnArena *arena, StnNode *root, const StnOverride *set, StnError *error)
{
    StnNode *value = NULL;
    const StnNode top = {.source = &set_source, .line = 1, .column = 1};
    const size_t length = strlen(set->path);
    if (length > SET_PATH_MAX)
        return stn_node_error(error, &top, "the path is longer than %d characters", SET_PATH_MAX);
    if (strcmp(set->path, "base") == 0)
        return stn_node_error(error, &top, "base cannot be set: it is read before");
    return stn_tree_parse(arena, set->value, strlen(set->value), &set_source, (int)length + 1,
                          &value, error) &&
           set_path(arena, root, set->path, value, error);
}

static bool set_site_law(StnArena *arena, StnNode *root, StnNode *site, StnNode *law,
                         StnError *error)
{
    StnNode *friction_key = stn_node_text(arena, "friction", law);
    StnNode *law_key = stn_node_text(arena, "law", law);
    if (friction_key == NULL || law_key == NULL)
        return stn_no_memory(error);
    StnNode *map = descend(arena, root, friction_key, error);
    map = map == NULL ? NULL : descend(arena, map, site, error);
    if (map == NULL)
        return false;
    return stn_node_put(arena, map, law_key, law) || stn_no_memory(error);
}

/* At every site that has friction: of those without a law the ones that the scenario names. */
static bool set_all_laws(StnArena *arena, StnNode *root, const StnPlant *plant, StnNode *law,
                         StnError *error)
{
    const StnNode *friction = stn_node_find(root, "friction");
    for (int i = 0; i < plant->nsite; i++) {
        if (strcmp(plant->sites[i].law, "none") == 0 &&
            stn_node_find(friction, plant->sites[i].name) == NULL)
            continue;
        StnNode *site = stn_node_text(arena, plant->sites[i].name, law);
        if (site == NULL)
            return stn_no_memory(error);
        if (!set_site_law(arena, root, site, law, error))
            return false;
    }
    return true;
}

bool stn_tree_set_law(StnArena *arena, StnNode *root, const StnPlant *plant, const char *law,
                      StnError *error)
{
    const char *equals = strchr(law, '=');
    const char *name = equals == NULL ? law : equals + 1;
    StnNode *law_node = word_node(arena, &law_source, law, name, strlen(name));
    StnNode *site =
        word_node(arena, &law_source, law, law, equals == NULL ? 0 : (size_t)(equals - law));
    if (law_node == NULL || site == NULL)
        return stn_no_memory(error);
    return equals == NULL ? set_all_laws(arena, root, plant, law_node, error)
                          : set_site_law(arena, root, site, law_node, error);
}
