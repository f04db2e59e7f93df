/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A YAML text as it is read, character by character: where the reader stands, what may be skipped, and its scalars. */
#ifndef STICTION_SCENARIO_YAML_TEXT_H
#define STICTION_SCENARIO_YAML_TEXT_H

#include "scenario/tree.h"

/* Line and column from 0; columns count characters, not bytes. */
typedef struct StnYamlText {
    const char *at, *end;
    int line, column;
    int flow; /* how many [ and { are open */
    const StnSource *source;
    int shift;    /* is added to the columns of the first line */
    char *buffer; /* as long as any scalar of the text can become */
    size_t length;
    StnArena *arena;
    StnError *error;
} StnYamlText;

/* The byte so far ahead; '\0' from the end on. */
static inline char stn_yaml_peek(const StnYamlText *y, size_t ahead)
{
    return ahead < (size_t)(y->end - y->at) ? y->at[ahead] : '\0';
}

static inline bool stn_yaml_is_blank(char c) { return c == ' ' || c == '\t'; }
/* The end of the text is one too. */
static inline bool stn_yaml_is_break(char c) { return c == '\n' || c == '\r' || c == '\0'; }
static inline bool stn_yaml_is_space(char c)
{
    return stn_yaml_is_blank(c) || stn_yaml_is_break(c);
}

/* Whether an indicator (- ? :) stands here: it is followed by a blank. */
static inline bool stn_yaml_is_mark(const StnYamlText *y, char mark)
{
    return stn_yaml_peek(y, 0) == mark && y->at < y->end && stn_yaml_is_space(stn_yaml_peek(y, 1));
}

/* One character on; a break begins a line. */
void stn_yaml_skip(StnYamlText *y);
/* Blanks of this line. */
void stn_yaml_skip_blanks(StnYamlText *y);
/* A comment, if one stands here, and the rest of the line if it is empty; else false. */
bool stn_yaml_skip_line(StnYamlText *y);
/* On to what stands next, over lines that are empty or comments.  False: a tab indents it where its column counts. */
bool stn_yaml_skip_empty(StnYamlText *y);
/* "---" or "..." at the start of a line. */
bool stn_yaml_is_border(const StnYamlText *y, const char *border);
/* The end, or the border of a document. */
bool stn_yaml_ended(const StnYamlText *y);

/* The place of what stands here, as a node without content. */
StnNode stn_yaml_place(const StnYamlText *y);
/* "not valid YAML: " and the words, at this place; returns false. */
bool stn_yaml_error(const StnYamlText *y, const char *words);
/* A tab indents this line; returns false. */
bool stn_yaml_tab_error(const StnYamlText *y);
/* Whether the text is UTF-8 without control characters; else an error at the first byte that is not. */
bool stn_yaml_check_bytes(const StnYamlText *y);

/* Scalars.  Each reads one from here and fills the node; `indent`: the column of what holds it, -1 at the top. */
bool stn_yaml_plain(StnYamlText *y, int indent, StnNode *node);
bool stn_yaml_quoted(StnYamlText *y, int indent, StnNode *node);
bool stn_yaml_block(StnYamlText *y, int indent, StnNode *node);
/* A key, plain or quoted: the same within one line. */
bool stn_yaml_key(StnYamlText *y, StnNode *node);
/* Whether a plain scalar can begin here. */
bool stn_yaml_begins_plain(const StnYamlText *y);
/* Whether what stands here is a key: a scalar within this line, and a colon. */
bool stn_yaml_is_key(const StnYamlText *y);

#endif
