/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "scenario/override.h"

#include "scenario/decimal.h"
#include "scenario/edit.h"
#include "scenario/quote.h"
#include "scenario/reader.h"

#include "core/names.h"
#include "stiction/io.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES_MAX = 8, NAMES_MAX = 1024 };

static StnNode place_of(const StnSource *source)
{
    return (StnNode){.source = source, .line = 1, .column = 1};
}

/* ---- Relative values ------------------------------------------------------------------------- */

/* "*1.5" -> 1.5, "150 %" -> 1.5 with *percent; false for all other texts. */
static bool read_factor(const char *text, double *factor, bool *percent)
{
    text += strspn(text, " \t");
    const bool times = *text == '*';
    text += times;
    text += strspn(text, " \t");
    const size_t span = stn_decimal_span(text);
    const char *rest = text + span + strspn(text + span, " \t");
    *percent = !times && *rest == '%';
    rest += *percent;
    return span > 0 && (times || *percent) && rest[strspn(rest, " \t")] == '\0' &&
           stn_decimal_read(text, span, *percent ? -2 : 0, factor) == STN_DECIMAL_GOOD;
}

static bool is_times(const char *text) { return text[strspn(text, " \t")] == '*'; }

typedef struct Scaling {
    StnArena *arena;
    double factor;
    bool bare;      /* the last number had no unit */
    bool no_memory; /* and not a node without numbers */
} Scaling;

static const char *keep(Scaling *scaling, const char *text)
{
    scaling->no_memory = scaling->no_memory || text == NULL;
    return text;
}

/* The text of a scalar times the factor, in the unit that it has; NULL when it is no number. */
static const char *scaled(Scaling *scaling, const StnNode *node)
{
    char number[32];
    StnDimension dimension;
    double value = 0.0, whole = 0.0;
    if (node->kind != STN_NODE_SCALAR ||
        stn_unit_parse(node->text, &whole, &dimension, &scaling->bare, NULL) != STN_OK)
        return NULL;
    const char *start = node->text + strspn(node->text, " \t");
    const size_t span = stn_decimal_span(start);
    if (stn_decimal_read(start, span, 0, &value) != STN_DECIMAL_GOOD ||
        isnan(value * scaling->factor))
        return NULL;
    const double product = value * scaling->factor;
    return keep(scaling, stn_arena_format(scaling->arena, "%s%s",
                                          isfinite(product) ? stn_number_text(product, number)
                                          : product > 0.0   ? "inf"
                                                            : "-inf",
                                          start + span));
}

/* A number, a list of numbers, or a pair {forward: ..., backward: ...}; NULL when it is something else. */
static const char *scale_node(Scaling *scaling, const StnNode *node)
{
    if (node->kind == STN_NODE_SCALAR)
        return scaled(scaling, node);
    const bool map = node->kind == STN_NODE_MAP;
    const char *text = map ? "{" : "[";
    for (int i = 0; i < node->count && text != NULL; i++) {
        const StnEntry *entry = &node->entry[i];
        const char *one = scaled(scaling, entry->value);
        if (one == NULL)
            return NULL;
        text = keep(scaling, stn_arena_format(scaling->arena, "%s%s%s%s%s", text, i > 0 ? ", " : "",
                                              map ? entry->key->text : "", map ? ": " : "", one));
    }
    return text == NULL || node->count == 0
               ? NULL
               : keep(scaling, stn_arena_format(scaling->arena, "%s%s", text, map ? "}" : "]"));
}

/* ---- Paths of which the beginning is left out ------------------------------------------------ */

typedef struct Search {
    StnArena *arena;
    StnNode at;       /* for messages */
    const char *tail; /* what was written */
    bool rooted;      /* it is a whole path */
    const char *place[PLACES_MAX];
    const StnNode *node[PLACES_MAX];
    int count;
    const char *name[NAMES_MAX], *path[NAMES_MAX]; /* every key, for a suggestion */
    size_t names;
} Search;

static bool ends_with(const char *path, const char *tail)
{
    const size_t n = strlen(path), k = strlen(tail);
    return n == k ? strcmp(path, tail) == 0
                  : n > k && path[n - k - 1] == '.' && strcmp(path + n - k, tail) == 0;
}

/* False: out of memory. */
static bool search(Search *s, const StnNode *map, const char *path)
{
    for (int i = 0; i < map->count && map->kind == STN_NODE_MAP; i++) {
        const StnEntry *entry = &map->entry[i];
        const char *own =
            stn_arena_format(s->arena, "%s%s%s", path, *path ? "." : "", entry->key->text);
        if (own == NULL)
            return false;
        const bool match = s->rooted ? strcmp(own, s->tail) == 0 : ends_with(own, s->tail);
        if (match && s->count < PLACES_MAX) {
            s->place[s->count] = own;
            s->node[s->count++] = entry->value;
        }
        if (s->names < NAMES_MAX) {
            s->name[s->names] = entry->key->text;
            s->path[s->names++] = own;
        }
        if (!search(s, entry->value, own))
            return false;
    }
    return true;
}

static bool is_root_path(const char *path) { return stn_is_root_key(path, strcspn(path, ".")); }

/* NULL when memory is out. */
static Search *search_for(StnArena *arena, const StnNode *tree, const StnSource *source,
                          const char *path)
{
    Search *s = stn_arena_take(arena, sizeof *s);
    if (s == NULL)
        return NULL;
    *s = (Search){
        .arena = arena, .at = place_of(source), .tail = path, .rooted = is_root_path(path)};
    return search(s, tree, "") ? s : NULL;
}

static bool ambiguous(const Search *s, StnError *error)
{
    const char *list = s->place[0];
    for (int i = 1; i < s->count && list != NULL; i++)
        list = stn_arena_format(s->arena, "%s, %s", list, s->place[i]);
    if (list == NULL)
        return stn_no_memory(error);
    return stn_node_error(error, &s->at, "\"%s\" is in several places: %s; write more of the path",
                          stn_quote_all(s->tail).text, list);
}

/* The nearest name with its whole path; NULL: there is none. */
static const char *nearest_path(const Search *s)
{
    const char *last = strrchr(s->tail, '.');
    const char *near = stn_nearest(last == NULL ? s->tail : last + 1, s->name, s->names);
    for (size_t i = 0; near != NULL && i < s->names; i++)
        if (s->name[i] == near)
            return s->path[i];
    return NULL;
}

static bool not_found(const Search *s, StnError *error)
{
    return stn_node_error(error, &s->at, "there is no \"%s\" in this scenario%s",
                          stn_quote_all(s->tail).text, stn_did_you_mean(nearest_path(s)).text);
}

bool stn_path_unknown(StnArena *arena, const StnNode *tree, const StnSource *source,
                      const char *path, StnError *error)
{
    const Search *s = search_for(arena, tree, source, path);
    return s == NULL ? stn_no_memory(error) : not_found(s, error);
}

bool stn_path_complete(StnArena *arena, const StnNode *tree, const StnSource *source,
                       const char *path, const char **whole, StnError *error)
{
    *whole = path;
    if (is_root_path(path))
        return true;
    const Search *s = search_for(arena, tree, source, path);
    if (s == NULL)
        return stn_no_memory(error);
    if (s->count != 1)
        return s->count == 0 ? not_found(s, error) : ambiguous(s, error);
    *whole = s->place[0];
    return true;
}

/* ---- PATH=VALUE ------------------------------------------------------------------------------ */

StnStatus stn_override_split(const char *text, StnOverride *set, StnError *error)
{
    const char *equals = strchr(text, '=');
    const char *path = text + strspn(text, " \t"), *end = equals;
    *set = (StnOverride){NULL, NULL};
    while (end != NULL && end > path && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    if (end == NULL || end <= path)
        return stn_error(error, STN_BAD_INPUT, "\"%s\" is not PATH=VALUE, as duration=30",
                         stn_quote_all(text).text);
    const char *value = equals + 1 + strspn(equals + 1, " \t");
    const size_t length = (size_t)(end - path), rest = strlen(value);
    char *memory = malloc(length + rest + 2);
    if (memory == NULL)
        return stn_out_of_memory(error);
    memcpy(memory, path, length);
    memory[length] = '\0';
    memcpy(memory + length + 1, value, rest + 1);
    *set = (StnOverride){memory, memory + length + 1};
    return STN_OK;
}

void stn_override_free(StnOverride *set)
{
    free((char *)set->path); /* both texts stand there */
    *set = (StnOverride){NULL, NULL};
}

/* ---- Both ------------------------------------------------------------------------------------ */

bool stn_override_is_short(const StnOverride *set)
{
    double factor;
    bool percent;
    return !is_root_path(set->path) || is_times(set->value) ||
           read_factor(set->value, &factor, &percent);
}

/* A value that is a factor of what the node has. */
static bool scale_value(const Search *s, StnOverride *set, StnError *error)
{
    Scaling scaling = {.arena = s->arena, .factor = 1.0};
    bool percent = false;
    const bool is_factor = read_factor(set->value, &scaling.factor, &percent);
    if (!is_factor && is_times(set->value))
        return stn_node_error(
            error, &s->at,
            "\"%s\" is no factor: a number without a unit stands behind the *, as in *1.5",
            stn_quote_all(set->value).text);
    if (!is_factor)
        return true;
    const char *text = s->count > 0 ? scale_node(&scaling, s->node[0]) : NULL;
    if (scaling.no_memory)
        return stn_no_memory(error);
    if (percent && scaling.bare)
        return true; /* a pure number: 50 % is 0.5 */
    const char first = set->value[strspn(set->value, " \t")];
    if (percent &&
        (first == '+' || first == '-')) /* a part, or a change?  Both are meant by some */
        return stn_node_error(error, &s->at,
                              "\"%s\" is not clear: write 110%% for a tenth more, 90%% for a tenth "
                              "less, 10%% for a tenth",
                              stn_quote_all(set->value).text);
    if (text == NULL && percent)
        return true; /* refused later, as every wrong unit */
    if (text == NULL)
        return stn_node_error(error, &s->at,
                              "\"%s\" is a factor, but %s has no number that it could multiply",
                              stn_quote_all(set->value).text, set->path);
    set->value = text;
    return true;
}

static bool has_place(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot != NULL && stn_path_is_place(dot + 1);
}

/* "Fs.forward" where the scenario has one value for both directions. */
static bool expand_pair(StnArena *arena, const StnNode *tree, const StnSource *source,
                        StnOverride *set, StnError *error)
{
    const char *dot = strrchr(set->path, '.');
    const char *both = stn_arena_copy(arena, set->path, (size_t)(dot - set->path)), *whole = NULL;
    if (both == NULL)
        return stn_no_memory(error);
    if (!stn_path_complete(arena, tree, source, both, &whole, error))
        return false;
    set->path = stn_arena_format(arena, "%s%s", whole, dot);
    return set->path != NULL || stn_no_memory(error);
}

bool stn_override_expand(StnArena *arena, const StnNode *tree, const StnSource *source,
                         StnOverride *set, StnError *error)
{
    const Search *s = search_for(arena, tree, source, set->path);
    if (s == NULL)
        return stn_no_memory(error);
    if (!s->rooted && s->count > 1)
        return ambiguous(s, error);
    if (!s->rooted && s->count == 0 && has_place(set->path))
        return expand_pair(arena, tree, source, set, error);
    if (!s->rooted && s->count == 0)
        return nearest_path(s) == NULL || not_found(s, error);
    if (s->count > 0)
        set->path = s->place[0];
    return scale_value(s, set, error);
}
