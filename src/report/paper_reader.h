/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Reading a paper file: what the parts of the reader share.  Functions that return bool say true when all is
 * well; otherwise the reader's error names the place and the reason. */
#ifndef STICTION_REPORT_PAPER_READER_H
#define STICTION_REPORT_PAPER_READER_H

#include "report/paper.h"
#include "scenario/reader.h"

/* ---- Maps, by tables of their keys ---- */

typedef enum StnPaperFieldKind {
    STN_PAPER_TEXT,   /* const char * */
    STN_PAPER_NUMBER, /* double */
    STN_PAPER_SPAN,   /* StnWindow; a single number is both ends */
    STN_PAPER_FLAG,   /* bool */
    STN_PAPER_COUNT,  /* int, at least 1 */
    STN_PAPER_WORD,   /* int */
    STN_PAPER_NODE,   /* const StnNode *, which the caller reads */
    STN_PAPER_BASE,   /* read before */
} StnPaperFieldKind;

typedef struct StnPaperField {
    const char *name;
    StnPaperFieldKind kind;
    size_t offset;    /* in the structure that is filled */
    const char *unit; /* of numbers, NULL: any; of a word all words, "a|b|c" */
} StnPaperField;

/* Fills `out` from a map whose keys are all in the table; what stands there already stays where the map
 * has no such key, and an explicit null takes it away.  *keys gets a bit for each field, by its index. */
bool stn_paper_fields(StnReader *reader, const StnNode *map, const char *what,
                      const StnPaperField *fields, int nfield, void *out, uint32_t *keys);
/* The section `node` has to be a map with at least one entry. */
bool stn_paper_section(StnReader *reader, const StnNode *node, const char *name);
/* The key of an entry is the name of a `what`: letters, digits and "._-", and no other has it. */
bool stn_paper_name(StnReader *reader, const StnNode *key, const char *what,
                    const char *const *names, int count);
/* The index of the earlier entry that `base` of a map names; -1 where there is none. */
bool stn_paper_base(StnReader *reader, const StnEntry *entry, const char *what,
                    const char *const *names, int count, int *index);

/* ---- The parts of a paper ---- */

typedef struct StnPaperReader {
    StnReader reader;          /* arena and error of it are used */
    const StnCatalog *catalog; /* may be NULL */
    StnPaperDef *paper;
    const char **case_name;
} StnPaperReader;

/* `count` zeroed pieces, in the arena; NULL with the error filled. */
void *stn_paper_take(StnPaperReader *in, int count, size_t size);
bool stn_paper_check_case(StnPaperReader *in, const StnNode *node, const char *name);
/* The factor from SI to `unit`, which stands at `node`. */
bool stn_paper_scale(StnPaperReader *in, const StnNode *node, const char *unit, double *scale);
bool stn_paper_figures(StnPaperReader *in, const StnNode *node);

#endif
