/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The paths of a tree, as --set takes them. */
#ifndef STICTION_SCENARIO_PATHS_H
#define STICTION_SCENARIO_PATHS_H

#include "scenario/tree.h"

/* "a.b=VALUE" line by line, to be freed; NULL when memory is out. */
char *stn_tree_paths(const StnNode *tree);

#endif
