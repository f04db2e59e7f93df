/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Scenario texts from files and from the program itself, with what they inherit. */
#ifndef STICTION_SCENARIO_LOAD_H
#define STICTION_SCENARIO_LOAD_H

#include "stiction/scenario.h"
#include "scenario/tree.h"

/* The files that a scenario reads. */
typedef struct StnFiles {
    StnArena *arena;
    StnNode *paths; /* a list of texts, in the order of reading */
    bool confined;  /* to the folder of the scenario and those below it */
    char *folder;   /* that folder, without links; in the arena */
} StnFiles;

/* False when memory is out. */
bool stn_files_init(StnFiles *files, StnArena *arena, bool confined);

/* The tree of a built-in scenario or a file, `base:` merged in. */
bool stn_tree_load(StnFiles *files, const char *name, StnNode **root, StnError *error);
/* The same from text; files that it names lie relative to the folder of `name`. */
bool stn_tree_load_text(StnFiles *files, const char *text, size_t length, const char *name,
                        StnNode **root, StnError *error);
/* The path of a file that `node` names, relative to the node's own file; NULL with *error filled
 * when there is no such plain file, or when it may not be read.  It counts as read. */
const char *stn_node_path(StnFiles *files, const StnNode *node, StnError *error);

#endif
