/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "scenario/paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 400 };

typedef struct Lines {
    char *text;
    size_t used, capacity;
    bool failed;
} Lines;

static void put(Lines *lines, const char *text)
{
    const size_t length = strlen(text);
    if (lines->failed)
        return;
    if (lines->used + length + 1 > lines->capacity) {
        const size_t capacity = 2 * (lines->capacity + length) + 4096;
        char *more = realloc(lines->text, capacity);
        lines->failed = more == NULL;
        if (lines->failed)
            return;
        lines->text = more;
        lines->capacity = capacity;
    }
    memcpy(lines->text + lines->used, text, length + 1);
    lines->used += length;
}

static void put_value(Lines *lines, const StnNode *node)
{
    const bool map = node->kind == STN_NODE_MAP;
    if (node->kind == STN_NODE_SCALAR) {
        put(lines, node->absent ? "null" : node->text);
        return;
    }
    put(lines, map ? "{" : "[");
    for (int i = 0; i < node->count; i++) {
        put(lines, i > 0 ? ", " : "");
        put(lines, map ? node->entry[i].key->text : "");
        put(lines, map ? ": " : "");
        put_value(lines, node->entry[i].value);
    }
    put(lines, map ? "}" : "]");
}

static void put_map(Lines *lines, const StnNode *map, const char *prefix)
{
    for (int i = 0; i < map->count; i++) {
        const StnEntry *entry = &map->entry[i];
        char path[PATH_BYTES];
        const int length =
            snprintf(path, sizeof path, "%s%s%s", prefix, *prefix ? "." : "", entry->key->text);
        if (length >= (int)sizeof path || strcmp(path, "description") == 0)
            continue;
        if (entry->value->kind == STN_NODE_MAP) {
            put_map(lines, entry->value, path);
            continue;
        }
        put(lines, path);
        put(lines, "=");
        put_value(lines, entry->value);
        put(lines, "\n");
    }
}

char *stn_tree_paths(const StnNode *tree)
{
    Lines lines = {.text = NULL};
    put(&lines, "");
    put_map(&lines, tree, "");
    if (!lines.failed)
        return lines.text;
    free(lines.text);
    return NULL;
}
