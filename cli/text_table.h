/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Tables in characters, columns as wide as their widest cell. */
#ifndef CLI_TEXT_TABLE_H
#define CLI_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct TextTable {
    int columns;
    char **cell; /* row by row */
    size_t count, capacity;
    bool failed; /* memory was out: it is not printed, and the program says so */
} TextTable;

/* Adds the next cell. */
void text_table_cell(TextTable *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds a number as people read it, "-" for NaN. */
void text_table_number(TextTable *table, double value);
/* Letters of align: 'l' or 'r' per column; what is missing is 'l'. */
void text_table_print(const TextTable *table, FILE *out, int indent, const char *align);
/* The same in at most `most` columns of characters.  Where columns of the table do not fit beside one
 * another, parts follow one another, each with the first column. */
void text_table_print_within(const TextTable *table, FILE *out, int indent, const char *align,
                             int most);
/* The same, but the last column is broken between words into lines. */
void text_table_print_wrapped(const TextTable *table, FILE *out, int indent, int most);
void text_table_free(TextTable *table);

/* Text in lines of at most `width` characters, each behind `indent` blanks. */
void text_wrap(FILE *out, const char *text, int indent, int width);

#endif
