/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Scenario texts from files and from the program itself, with what they inherit. */
#ifndef STICTION_SCENARIO_LOAD_H
#define STICTION_SCENARIO_LOAD_H

#include "stiction/scenario.h"
#include "scenario/tree.h"

/* The tree of a built-in scenario or a file, `base:` merged in. */
bool stn_tree_load(StnArena *arena, const char *name, StnNode **root, StnError *error);
/* The same from text; files that it names lie relative to the folder of `name`. */
bool stn_tree_load_text(StnArena *arena, const char *text, size_t length, const char *name,
                        StnNode **root, StnError *error);
/* The path of a file that `node` names, relative to the node's own file; NULL with *error filled
 * when there is no such plain file. */
const char *stn_node_path(StnArena *arena, const StnNode *node, StnError *error);

#endif
