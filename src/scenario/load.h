/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Scenario texts from files and from the program itself, with what they inherit. */
#ifndef STICTION_SCENARIO_LOAD_H
#define STICTION_SCENARIO_LOAD_H

#include "stiction/scenario.h"
#include "scenario/tree.h"

/* The files that a scenario, or a paper, reads. */
typedef struct StnFiles {
    StnArena *arena;
    StnNode *paths;   /* a list of texts, in the order of reading */
    bool confined;    /* to the folder of the scenario and those below it */
    char *folder;     /* that folder, without links; in the arena */
    const char *what; /* "scenario", for messages */
} StnFiles;

/* False when memory is out. */
bool stn_files_init(StnFiles *files, StnArena *arena, bool confined);
/* The folder that confined files may not leave, "" or NULL: the current one.  False with *error filled. */
bool stn_files_confine(StnFiles *files, const char *folder, StnError *error);
/* A file that was read; false with *error filled when memory is out. */
bool stn_files_note(StnFiles *files, const char *path, StnError *error);

/* What stands behind `base:`, by a name that holds anywhere, and the tree that it stands for.  Both NULL:
 * there is none. */
typedef struct StnBase {
    StnNode *name, *tree;
} StnBase;

/* A tree with its `base:` merged in. */
typedef struct StnLoaded {
    StnNode *root;
    const char *name; /* by which another can name it as its base; NULL: it is a text in memory */
    StnBase base;
} StnLoaded;

/* A built-in scenario or a file. */
bool stn_tree_load(StnFiles *files, const char *name, StnLoaded *loaded, StnError *error);
/* The same from text; files that it names lie relative to the folder of `name`. */
bool stn_tree_load_text(StnFiles *files, const char *text, size_t length, const char *name,
                        StnLoaded *loaded, StnError *error);
bool stn_is_builtin(const char *name);
/* The files that the signals name, by their absolute paths; false when memory is out. */
bool stn_tree_absolute_files(StnArena *arena, StnNode *root);
/* An absolute path as seen from the folder of `file`; all other names, and with `file` NULL or "-", as
 * they are.  NULL when memory is out. */
const char *stn_path_from(StnArena *arena, const char *target, const char *file);
/* The path of a file that `node` names, relative to the node's own file; NULL with *error filled
 * when there is no such plain file, or when it may not be read.  It counts as read. */
const char *stn_node_path(StnFiles *files, const StnNode *node, StnError *error);

#endif
