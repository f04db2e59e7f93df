/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Overrides as people write them: `150 %` and `*1.5` of the value that the scenario has, and paths of which
 * only the last words are given.  Both can be understood only beside the resolved scenario. */
#ifndef STICTION_SCENARIO_OVERRIDE_H
#define STICTION_SCENARIO_OVERRIDE_H

#include "scenario/tree.h"
#include "stiction/scenario.h"

/* Whether the override needs the resolved scenario to be understood. */
bool stn_override_is_short(const StnOverride *set);
/* Makes *set one that stands for itself, its texts in the arena.  tree: the resolved scenario without
 * it.  What is not found there stays as it is: the reader knows what to say. */
bool stn_override_expand(StnArena *arena, const StnNode *tree, const StnSource *source,
                         StnOverride *set, StnError *error);
/* The whole path of one whose beginning may be left out, in the arena. */
bool stn_path_complete(StnArena *arena, const StnNode *tree, const StnSource *source,
                       const char *path, const char **whole, StnError *error);
/* Nothing stands at that path: the sentence, with the nearest one.  Returns false. */
bool stn_path_unknown(StnArena *arena, const StnNode *tree, const StnSource *source,
                      const char *path, StnError *error);

#endif
