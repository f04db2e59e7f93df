/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Tables in characters; one with cells missing must not pass for a whole one, so the program says that
 * memory was out. */
#ifndef CLI_TEXT_TABLE_H
#define CLI_TEXT_TABLE_H

#include "io/text_table.h"
#include "message.h"

typedef StnTextTable TextTable;

#define text_table_cell stn_text_table_cell
#define text_table_number stn_text_table_number
#define text_table_free stn_text_table_free
#define text_wrap stn_text_wrap

static inline void text_table_print(const TextTable *table, FILE *out, int indent,
                                    const char *align)
{
    if (table->failed)
        out_of_memory();
    stn_text_table_print(table, out, indent, align);
}

static inline void text_table_print_within(const TextTable *table, FILE *out, int indent,
                                           const char *align, int most)
{
    if (table->failed)
        out_of_memory();
    stn_text_table_print_within(table, out, indent, align, most);
}

static inline void text_table_print_wrapped(const TextTable *table, FILE *out, int indent, int most)
{
    if (table->failed)
        out_of_memory();
    stn_text_table_print_wrapped(table, out, indent, most);
}

#endif
