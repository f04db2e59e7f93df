/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Laying one scenario tree over another, and taking the difference of two. */
#ifndef STICTION_SCENARIO_MERGE_H
#define STICTION_SCENARIO_MERGE_H

#include "scenario/tree.h"
#include "stiction/scenario.h"

/* How far down a tree is: a signal, which stands in `inputs`, replaces as a whole. */
typedef enum StnLevel { STN_LEVEL_ROOT, STN_LEVEL_INPUTS, STN_LEVEL_OTHER } StnLevel;
StnLevel stn_level_below(StnLevel level, const char *key);

/* Lays the map `over`, which stands at that level, on `base`: maps merge key by key, all else
 * replaces.  Another plant is an error. */
/* Before `name` is put into a section: takes it out of options or controller where it stands in the other
 * one, as choices of a controller may. */
void stn_tree_leave(StnNode *root, const char *section, const char *name);
bool stn_tree_merge(StnArena *arena, StnNode *base, StnNode *over, StnLevel level, StnError *error);
/* What laid on `base` gives `now`: what `now` lacks becomes null.  Neither holds nulls.  The order of
 * what both have is that of the base.  NULL when memory is out. */
StnNode *stn_tree_diff(StnArena *arena, const StnNode *now, const StnNode *base);
/* Takes out every key whose value is an explicit null. */
void stn_tree_prune(StnNode *map);

#endif
