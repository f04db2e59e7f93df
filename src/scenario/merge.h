/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Laying one scenario tree over another. */
#ifndef STICTION_SCENARIO_MERGE_H
#define STICTION_SCENARIO_MERGE_H

#include "stiction/scenario.h"
#include "scenario/tree.h"

/* Lays the map `over` on `base`: maps merge key by key, all else replaces; a signal under `inputs`
 * replaces as a whole.  Another plant is an error. */
bool stn_tree_merge(StnArena *arena, StnNode *base, StnNode *over, StnError *error);
/* Takes out every key whose value is an explicit null. */
void stn_tree_prune(StnNode *map);
/* Applies `--set PATH=VALUE`. */
bool stn_tree_set(StnArena *arena, StnNode *root, const StnOverride *set, StnError *error);
/* Applies `--law LAW` or `--law SITE=LAW` for the sites of `plant`. */
bool stn_tree_set_law(StnArena *arena, StnNode *root, const StnPlant *plant, const char *law,
                      StnError *error);

#endif
