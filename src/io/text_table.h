/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Tables in characters, columns as wide as their widest cell. */
#ifndef STICTION_IO_TEXT_TABLE_H
#define STICTION_IO_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct StnTextTable {
    int columns;
    char **cell; /* row by row */
    size_t count, capacity;
    bool failed; /* memory was out: it is not printed */
} StnTextTable;

/* Adds the next cell. */
void stn_text_table_cell(StnTextTable *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Letters of align: 'l' or 'r' per column; what is missing is 'l'. */
void stn_text_table_print(const StnTextTable *table, FILE *out, int indent, const char *align);
/* The same in at most `most` columns of characters.  Where columns of the table do not fit beside one
 * another, parts follow one another, each with the first column. */
void stn_text_table_print_within(const StnTextTable *table, FILE *out, int indent,
                                 const char *align, int most);
/* The same, but the last column is broken between words into lines. */
void stn_text_table_print_wrapped(const StnTextTable *table, FILE *out, int indent, int most);
void stn_text_table_free(StnTextTable *table);

/* Text in lines of at most `width` characters, each behind `indent` blanks. */
void stn_text_wrap(FILE *out, const char *text, int indent, int width);

#endif
