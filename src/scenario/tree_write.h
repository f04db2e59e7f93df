/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A tree as YAML text. */
#ifndef STICTION_SCENARIO_TREE_WRITE_H
#define STICTION_SCENARIO_TREE_WRITE_H

#include "scenario/tree.h"

/* `comments`: a list of texts that stand above.  Two levels of maps in block style, all below in
 * flow style; a null is ~; nodes that are off become comments.  In the arena; NULL when memory is out. */
const char *stn_tree_write(StnArena *arena, const StnNode *root, const StnNode *comments);

#endif
