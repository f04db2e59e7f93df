/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Nodes of a tree: making, finding, complaining. */
#include "scenario/quote.h"
#include "scenario/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const stn_sides[2] = {"forward", "backward"};

StnNode *stn_node_new(StnArena *arena, StnNodeKind kind, const StnNode *at)
{
    StnNode *node = stn_arena_take(arena, sizeof *node);
    if (node == NULL)
        return NULL;
    node->kind = kind;
    node->text = "";
    if (at != NULL) {
        node->source = at->source;
        node->line = at->line;
        node->column = at->column;
    }
    return node;
}

StnNode *stn_node_text(StnArena *arena, const char *text, const StnNode *at)
{
    StnNode *node = text == NULL ? NULL : stn_node_new(arena, STN_NODE_SCALAR, at);
    if (node != NULL)
        node->text = text;
    return node;
}

bool stn_node_append(StnArena *arena, StnNode *node, StnNode *key, StnNode *value)
{
    if (node == NULL || value == NULL || (node->kind == STN_NODE_MAP && key == NULL))
        return false;
    if (node->count == node->capacity) {
        const int capacity = node->capacity == 0 ? 4 : 2 * node->capacity;
        StnEntry *entry = stn_arena_take(arena, (size_t)capacity * sizeof *entry);
        if (entry == NULL)
            return false;
        if (node->count > 0)
            memcpy(entry, node->entry, (size_t)node->count * sizeof *entry);
        node->entry = entry;
        node->capacity = capacity;
    }
    node->entry[node->count++] = (StnEntry){key, value};
    return true;
}

bool stn_node_add(StnArena *arena, StnNode *map, const char *key, StnNode *value)
{
    return stn_node_append(arena, map, stn_node_text(arena, key, value), value);
}

bool stn_node_put(StnArena *arena, StnNode *map, StnNode *key, StnNode *value)
{
    StnEntry *entry = stn_node_entry(map, key->text);
    if (entry == NULL)
        return stn_node_append(arena, map, key, value);
    *entry = (StnEntry){key, value};
    return true;
}

/* A copy on the way, and the last source that went along. */
typedef struct Copier {
    StnArena *arena;
    bool sources;
    const StnSource *from;
    StnSource *to;
} Copier;

/* Neighbours nearly always share their source. */
static const StnSource *copy_source(Copier *c, const StnSource *source)
{
    if (source == NULL || !c->sources)
        return source;
    if (source == c->from)
        return c->to;
    c->to = stn_arena_take(c->arena, sizeof *c->to);
    c->from = source;
    if (c->to == NULL)
        return NULL;
    c->to->name = stn_arena_text(c->arena, source->name);
    c->to->folder = stn_arena_text(c->arena, source->folder);
    return c->to->name == NULL || (source->folder != NULL && c->to->folder == NULL) ? NULL : c->to;
}

static StnNode *copy_node(Copier *c, const StnNode *node)
{
    StnNode *copy = stn_arena_take(c->arena, sizeof *copy);
    if (copy == NULL)
        return NULL;
    *copy = *node;
    copy->entry = NULL;
    copy->count = copy->capacity = 0;
    copy->source = copy_source(c, node->source);
    copy->text = stn_arena_text(c->arena, node->text);
    copy->note = NULL;
    if (copy->text == NULL || (node->source != NULL && copy->source == NULL))
        return NULL;
    for (int i = 0; i < node->count; i++) {
        const StnNode *key = node->entry[i].key;
        StnNode *new_key = key == NULL ? NULL : copy_node(c, key);
        if (!stn_node_append(c->arena, copy, new_key, copy_node(c, node->entry[i].value)))
            return NULL;
    }
    return copy;
}

StnNode *stn_node_copy(StnArena *arena, const StnNode *node)
{
    Copier copier = {.arena = arena};
    return copy_node(&copier, node);
}

StnNode *stn_node_copy_whole(StnArena *arena, const StnNode *node)
{
    Copier copier = {.arena = arena, .sources = true};
    return copy_node(&copier, node);
}

StnEntry *stn_node_entry(const StnNode *map, const char *key)
{
    if (map == NULL || map->kind != STN_NODE_MAP)
        return NULL;
    for (int i = 0; i < map->count; i++)
        if (strcmp(map->entry[i].key->text, key) == 0)
            return &map->entry[i];
    return NULL;
}

StnNode *stn_node_find(const StnNode *map, const char *key)
{
    const StnEntry *entry = stn_node_entry(map, key);
    return entry == NULL ? NULL : entry->value;
}

bool stn_node_is_null(const StnNode *node)
{
    return node->kind == STN_NODE_SCALAR && node->plain &&
           (strcmp(node->text, "~") == 0 || strcmp(node->text, "null") == 0);
}

bool stn_node_is_empty(const StnNode *node)
{
    return node->kind == STN_NODE_SCALAR && node->plain && node->text[0] == '\0';
}

const char *stn_node_word(const StnNode *node)
{
    return node->kind == STN_NODE_MAP    ? "a map"
           : node->kind == STN_NODE_LIST ? "a list"
           : node->text[0] == '\0'       ? "nothing"
                                         : "text";
}

/* The same below an element of a list, counted from 1. */
static StnNode *element_at_path(const StnNode *list, const char *path)
{
    const size_t digits = strspn(path, "0123456789");
    const long k = digits > 0 && digits < 9 ? strtol(path, NULL, 10) : 0;
    if (k < 1 || k > list->count || path[digits] != '.')
        return NULL;
    return stn_node_at_path(list->entry[k - 1].value, path + digits + 1);
}

StnNode *stn_node_at_path(const StnNode *map, const char *path)
{
    if (map != NULL && map->kind == STN_NODE_LIST)
        return element_at_path(map, path);
    StnNode *whole = stn_node_find(map, path);
    const char *dot = whole == NULL ? strchr(path, '.') : NULL;
    if (dot == NULL || map == NULL || map->kind != STN_NODE_MAP)
        return whole;
    for (int i = 0; i < map->count; i++) {
        const char *key = map->entry[i].key->text;
        if (strlen(key) == (size_t)(dot - path) && strncmp(key, path, strlen(key)) == 0)
            return stn_node_at_path(map->entry[i].value, dot + 1);
    }
    return NULL;
}

void stn_node_place(StnError *error, const StnNode *node)
{
    if (error == NULL || node == NULL)
        return;
    snprintf(error->file, sizeof error->file, "%s", node->source == NULL ? "" : node->source->name);
    error->line = node->line;
    error->column = node->column;
}

bool stn_node_error(StnError *error, const StnNode *node, const char *format, ...)
{
    char text[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    stn_error(error, STN_BAD_INPUT, "%s", text);
    stn_node_place(error, node);
    return false;
}

bool stn_node_unknown(StnError *error, const StnNode *node, const char *what,
                      const char *const *names, size_t count)
{
    const StnQuote text = stn_quote_all(node->text);
    return stn_node_error(error, node, "unknown %s \"%s\"%s", what, text.text,
                          stn_suggest(node->text, names, count, "; allowed: ").text);
}
