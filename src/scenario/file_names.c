/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Names of files in a document that is written somewhere else than it was read. */
#define _POSIX_C_SOURCE 200809L
#include "io/path.h"
#include "scenario/load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The table of a signal: its file by its absolute path, where there is such a file. */
static bool make_absolute(StnArena *arena, const StnNode *signal)
{
    StnNode *file = stn_node_find(stn_node_find(signal, "table"), "file");
    if (file == NULL || file->kind != STN_NODE_SCALAR || stn_path_is_absolute(file->text) ||
        file->source == NULL || file->source->folder == NULL)
        return true;
    const char *path = stn_arena_format(arena, "%s%s", file->source->folder, file->text);
    char *real = path == NULL ? NULL : realpath(path, NULL);
    if (real == NULL)
        return path != NULL && errno != ENOMEM;
    file->text = stn_arena_text(arena, real);
    free(real);
    return file->text != NULL;
}

bool stn_tree_absolute_files(StnArena *arena, StnNode *root)
{
    const StnNode *inputs = stn_node_find(root, "inputs");
    for (int i = 0; inputs != NULL && inputs->kind == STN_NODE_MAP && i < inputs->count; i++) {
        const StnNode *signal = inputs->entry[i].value;
        if (!make_absolute(arena, signal))
            return false;
        for (int k = 0; signal->kind == STN_NODE_LIST && k < signal->count; k++)
            if (!make_absolute(arena, signal->entry[k].value))
                return false;
    }
    return true;
}

/* The absolute path `target` as seen from the absolute folder, which ends with '/'. */
static const char *relative_to(StnArena *arena, const char *target, const char *folder)
{
    size_t shared = 0; /* up to and with the last '/' that both have */
    for (size_t i = 0; folder[i] != '\0' && folder[i] == target[i]; i++)
        shared = folder[i] == '/' ? i + 1 : shared;
    if (shared == 0)
        return target; /* on another drive */
    const char *up = "";
    for (const char *c = folder + shared; *c != '\0' && up != NULL; c++)
        if (*c == '/')
            up = stn_arena_format(arena, "%s../", up);
    return up == NULL ? NULL : stn_arena_format(arena, "%s%s", up, target + shared);
}

const char *stn_path_from(StnArena *arena, const char *target, const char *file)
{
    if (!stn_path_is_absolute(target) || file == NULL || strcmp(file, "-") == 0)
        return target;
    const size_t length = (size_t)(stn_path_name(file) - file);
    const char *folder = length == 0 ? "." : stn_arena_copy(arena, file, length);
    char *real = folder == NULL ? NULL : realpath(folder, NULL);
    if (real == NULL)
        return folder == NULL || errno == ENOMEM ? NULL : target;
    const char *ended =
        stn_arena_format(arena, "%s%s", real, real[strlen(real) - 1] == '/' ? "" : "/");
    free(real);
    const char *seen = ended == NULL ? NULL : relative_to(arena, target, ended);
    /* A built-in scenario of the same name would win. */
    return seen != NULL && stn_is_builtin(seen) ? stn_arena_format(arena, "./%s", seen) : seen;
}
