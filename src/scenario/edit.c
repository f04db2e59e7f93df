/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "scenario/edit.h"

#include "core/names.h"
#include "scenario/merge.h"
#include "scenario/override.h"
#include "scenario/quote.h"
#include "scenario/reader.h"

#include <string.h>

enum { SET_PATH_MAX = 1000 };

const StnSource stn_set_source = {"--set", ""}, stn_call_source = {"stn_scenario_set", ""};
static const StnSource law_source = {"--law", NULL};

static bool is_side(const char *word)
{
    return strcmp(word, stn_sides[0]) == 0 || strcmp(word, stn_sides[1]) == 0;
}

/* "2" -> 1; a direction is an element of a pair that is written as a list; -1 for all others. */
static int element_of(const StnNode *list, const char *word)
{
    return is_side(word) && list->count != 2 ? -1 : stn_path_place(word);
}

bool stn_path_is_place(const char *word) { return stn_path_place(word) >= 0; }

/* ---- Walking --------------------------------------------------------------------------------- */

static bool is_pair(const StnNode *node)
{
    return stn_node_entry(node, stn_sides[0]) != NULL || stn_node_entry(node, stn_sides[1]) != NULL;
}

/* A word of an argument as a node that knows its column. */
static StnNode *word_node(StnArena *arena, const StnSource *source, const char *argument,
                          const char *word, size_t length)
{
    const StnNode at = {.source = source, .line = 1, .column = (int)(word - argument) + 1};
    return stn_node_text(arena, stn_arena_copy(arena, word, length), &at);
}

/* The same as a key of `node`: of a pair the first and second number are its directions. */
static StnNode *key_node(StnArena *arena, const StnSource *source, const char *argument,
                         const StnNode *node, const char *word, size_t length)
{
    StnNode *key = word_node(arena, source, argument, word, length);
    const int place = key == NULL || !is_pair(node) ? -1 : stn_path_place(key->text);
    if (place == 0 || place == 1)
        key->text = stn_sides[place];
    return key;
}

/* Up to the next dot, or all where a key has dots itself (`contact.z` in initial). */
static size_t word_length(const StnNode *node, const char *word)
{
    return stn_node_entry(node, word) != NULL ? strlen(word) : strcspn(word, ".");
}

/* Where the value of `key` stands in a map or a list; NULL: nowhere. */
static StnNode **slot(StnNode *node, const StnNode *key)
{
    if (node->kind == STN_NODE_LIST) {
        const int i = element_of(node, key->text);
        return i >= 0 && i < node->count ? &node->entry[i].value : NULL;
    }
    StnEntry *entry = stn_node_entry(node, key->text);
    return entry == NULL ? NULL : &entry->value;
}

static bool no_element(const StnNode *list, const StnNode *key, StnError *error)
{
    return stn_node_error(error, key, "\"%s\" is no element of the list: they are 1 to %d",
                          stn_quote_all(key->text).text, list->count);
}

/* The value of both directions as a pair, for one of them to be set. */
static StnNode *split_pair(StnArena *arena, StnNode *value)
{
    StnNode *pair = stn_node_new(arena, STN_NODE_MAP, value);
    for (int i = 0; i < 2; i++)
        if (!stn_node_add(arena, pair, stn_sides[i], stn_node_text(arena, value->text, value)))
            return NULL;
    return pair;
}

static StnNode *list_of_one(StnArena *arena, StnNode *value)
{
    StnNode *list = stn_node_new(arena, STN_NODE_LIST, value);
    return stn_node_append(arena, list, NULL, value) ? list : NULL;
}

/* What stands below `node` under `key`, for the words `rest` behind it; a new map where there is
 * nothing yet. */
static StnNode *descend(StnArena *arena, StnNode *node, StnNode *key, const char *rest,
                        StnError *error)
{
    StnNode **found = slot(node, key), *below = found == NULL ? NULL : *found;
    if (below == NULL && node->kind == STN_NODE_LIST) {
        no_element(node, key, error);
        return NULL;
    }
    if (below != NULL &&
        (below->kind == STN_NODE_MAP ||
         (below->kind == STN_NODE_LIST && (stn_path_is_place(rest) || strchr(rest, '.') != NULL))))
        return below;
    const bool pair = below != NULL && below->kind == STN_NODE_SCALAR && is_side(rest);
    if (below != NULL && !pair && !stn_node_is_null(below)) {
        stn_node_error(error, key, "\"%s\" is %s and has no parts; set it as a whole",
                       stn_quote_all(key->text).text, stn_node_word(below));
        return NULL;
    }
    StnNode *made = pair ? split_pair(arena, below) : stn_node_new(arena, STN_NODE_MAP, key);
    if (made != NULL && found != NULL)
        *found = made;
    if (made == NULL || (found == NULL && !stn_node_append(arena, node, key, made))) {
        stn_no_memory(error);
        return NULL;
    }
    return made;
}

/* ---- Setting --------------------------------------------------------------------------------- */

/* Lays value under key at the level that the path reached. */
static bool put_value(StnArena *arena, StnNode *node, StnNode *key, StnNode *value, StnLevel level,
                      StnError *error)
{
    if (node->kind == STN_NODE_LIST) {
        StnNode **element = slot(node, key);
        if (element == NULL)
            return no_element(node, key, error);
        *element = value;
        return true;
    }
    StnNode *over = stn_node_new(arena, STN_NODE_MAP, key);
    if (!stn_node_append(arena, over, key, value))
        return stn_no_memory(error);
    return stn_tree_merge(arena, node, over, level, error);
}

bool stn_tree_put(StnArena *arena, StnNode *root, const StnSource *source, const char *path,
                  StnNode *value, StnError *error)
{
    StnNode *node = root;
    StnLevel level = STN_LEVEL_ROOT;
    const char *word = path;
    for (int depth = 0;; depth++) {
        const size_t length = word_length(node, word);
        StnNode *key = key_node(arena, source, path, node, word, length);
        if (key == NULL)
            return stn_no_memory(error);
        if (length == 0 || depth >= STN_TREE_DEPTH_MAX)
            return stn_node_error(error, key, "\"%s\" is not a path such as friction.SITE.Fs",
                                  stn_quote_all(path).text);
        if (word[length] == '\0')
            return put_value(arena, node, key, value, level, error);
        word += length + 1;
        if (node == root)
            stn_tree_leave(root, key->text, word);
        node = descend(arena, node, key, word, error);
        if (node == NULL)
            return false;
        level = stn_level_below(level, key->text);
    }
}

bool stn_tree_open(StnArena *arena, StnNode *root, const StnSource *source,
                   const StnCatalog *catalog, const char *path, StnError *error)
{
    char unit[STN_UNIT_TEXT_MAX];
    const char *last = strrchr(path, '.');
    if (last == NULL || !stn_path_is_place(last + 1))
        return true;
    const char *whole = stn_arena_copy(arena, path, (size_t)(last - path));
    if (whole == NULL)
        return stn_no_memory(error);
    StnNode *value = stn_node_at_path(root, whole);
    const StnParam *param = stn_path_unit(root, catalog, whole, unit);
    if (value == NULL || param == NULL || value->kind != STN_NODE_SCALAR || stn_node_is_null(value))
        return true;
    StnNode *opened = param->kind == STN_KIND_PAIR     ? split_pair(arena, value)
                      : param->kind == STN_KIND_VECTOR ? list_of_one(arena, value)
                                                       : value;
    if (opened == NULL)
        return stn_no_memory(error);
    return opened == value || stn_tree_put(arena, root, source, whole, opened, error);
}

static bool check_path(const StnSource *source, const char *path, StnError *error)
{
    const StnNode top = {.source = source, .line = 1, .column = 1};
    if (strlen(path) > SET_PATH_MAX)
        return stn_node_error(error, &top, "the path is longer than %d characters", SET_PATH_MAX);
    if (strcmp(path, "base") == 0)
        return stn_node_error(error, &top, "base cannot be set: it is read before");
    return true;
}

bool stn_tree_set(StnArena *arena, StnNode *root, const StnSource *source, const StnOverride *set,
                  StnError *error)
{
    StnNode *value = NULL;
    return check_path(source, set->path, error) &&
           stn_tree_parse(arena, set->value, strlen(set->value), source, (int)strlen(set->path) + 1,
                          &value, error) &&
           stn_tree_put(arena, root, source, set->path, value, error);
}

/* ---- Removing -------------------------------------------------------------------------------- */

static void take_out(StnNode *node, const StnNode *value)
{
    int kept = 0;
    for (int i = 0; i < node->count; i++)
        if (node->entry[i].value != value)
            node->entry[kept++] = node->entry[i];
    node->count = kept;
}

bool stn_tree_remove(StnArena *arena, StnNode *root, const StnSource *source, const char *path,
                     StnError *error)
{
    const char *word = NULL;
    if (!check_path(source, path, error) ||
        !stn_path_complete(arena, root, source, path, &word, error))
        return false;
    for (StnNode *node = root;;) {
        const size_t length = word_length(node, word);
        const StnNode *key = key_node(arena, source, word, node, word, length);
        if (key == NULL)
            return stn_no_memory(error);
        StnNode **found = slot(node, key);
        if (found == NULL)
            return stn_path_unknown(arena, root, source, path, error);
        if (word[length] == '\0') {
            take_out(node, *found);
            return true;
        }
        node = *found;
        word += length + 1;
    }
}

/* ---- Laws ------------------------------------------------------------------------------------ */

static bool set_site_law(StnArena *arena, StnNode *root, StnNode *site, StnNode *law,
                         StnError *error)
{
    StnNode *friction_key = stn_node_text(arena, "friction", law);
    StnNode *law_key = stn_node_text(arena, "law", law);
    if (friction_key == NULL || law_key == NULL)
        return stn_no_memory(error);
    StnNode *map = descend(arena, root, friction_key, "", error);
    map = map == NULL ? NULL : descend(arena, map, site, "", error);
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
