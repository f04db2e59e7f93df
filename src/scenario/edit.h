/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Changing a tree at a path: words separated by dots, which name keys, the elements of a list (counted
 * from 1), or a direction of a pair (forward, backward), however the pair is written. */
#ifndef STICTION_SCENARIO_EDIT_H
#define STICTION_SCENARIO_EDIT_H

#include "scenario/tree.h"
#include "stiction/scenario.h"

/* Where changes come from, for messages: the command line, or a call of the library. */
extern const StnSource stn_set_source, stn_call_source;

/* Lays a value, or a text in YAML, onto the tree at a path; what is missing on the way is made, and a
 * value that serves both directions becomes two where one of them is set. */
bool stn_tree_put(StnArena *arena, StnNode *root, const StnSource *source, const char *path,
                  StnNode *value, StnError *error);
bool stn_tree_set(StnArena *arena, StnNode *root, const StnSource *source, const StnOverride *set,
                  StnError *error);
/* Before one number of a pair or a vector is set: what is written as one number for all of them becomes
 * a pair or a list. */
bool stn_tree_open(StnArena *arena, StnNode *root, const StnSource *source,
                   const StnCatalog *catalog, const char *path, StnError *error);
/* Takes away what stands at a path, of which the beginning may be left out. */
bool stn_tree_remove(StnArena *arena, StnNode *root, const StnSource *source, const char *path,
                     StnError *error);
/* Applies `--law LAW` or `--law SITE=LAW` for the sites of `plant`. */
bool stn_tree_set_law(StnArena *arena, StnNode *root, const StnPlant *plant, const char *law,
                      StnError *error);

/* Whether a word is a direction or the number of an element. */
bool stn_path_is_place(const char *word);
/* The unit of the number at a path, "1" where it has none or is not known; `unit` has
 * STN_UNIT_TEXT_MAX places.  Returns the parameter that stands there, NULL where it is none. */
const StnParam *stn_path_unit(const StnNode *root, const StnCatalog *catalog, const char *path,
                              char *unit);

#endif
