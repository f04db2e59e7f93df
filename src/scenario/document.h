/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A scenario as a document: the tree of what was given, and what was made from it. */
#ifndef STICTION_SCENARIO_DOCUMENT_H
#define STICTION_SCENARIO_DOCUMENT_H

#include "scenario/load.h"
#include "scenario/reader.h"

/* What the tree means: void after a change, and made anew when it is asked for. */
typedef struct StnMade {
    StnArena arena;
    StnSystem *system; /* NULL: void */
    StnSystemDef def;  /* its lists stand in the arena, its signals belong to the system */
    StnRunDef run;
    const char *title, *resolved;
    const StnNode *warnings, *files; /* lists of texts */
    const StnNode *tree;             /* resolved */
    StnIntervals *intervals;         /* NULL: none */
} StnMade;

struct StnScenario {
    StnArena arena;
    StnFiles files; /* those that the tree itself was read from */
    StnCatalog catalog;
    StnNode *root;     /* what was given, bases merged in, without nulls */
    const char *name;  /* what another writes behind `base:`; NULL: it cannot be inherited from */
    StnBase base;      /* that it was read with, or got from stn_scenario_diff */
    StnNode *comments; /* texts that stand above what is written */
    StnError mistake;  /* the first one of a change; STN_OK: none */
    StnMade *made;     /* never NULL */
};

/* Without a tree; NULL when memory is out. */
StnScenario *stn_document_new(const StnCatalog *catalog, bool confined);
/* Whether the tree could be made into a system; *error is never NULL. */
bool stn_document_make(const StnScenario *scenario, StnError *error);
/* Needs the system, for units. */
bool stn_read_intervals(StnReader *reader, const StnSystem *system, StnMade *made);
/* After a change. */
void stn_document_void(StnScenario *scenario);

#endif
