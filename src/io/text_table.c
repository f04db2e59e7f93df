/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/text_table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 20, GAP = 2 };

/* Characters, not bytes, of the UTF-8 text [text, end). */
static int width_between(const char *text, const char *end)
{
    int width = 0;
    for (; text < end; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static int width_of(const char *text) { return width_between(text, text + strlen(text)); }

static void put_blanks(FILE *out, int count) { fprintf(out, "%*s", count > 0 ? count : 0, ""); }

void stn_text_table_cell(StnTextTable *table, const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (table->count == table->capacity) {
        const size_t capacity = table->capacity ? 2 * table->capacity : 64;
        char **more = realloc(table->cell, capacity * sizeof *more);
        if (!more) {
            table->failed = true;
            return;
        }
        table->cell = more;
        table->capacity = capacity;
    }
    table->cell[table->count] = strdup(text);
    if (table->cell[table->count])
        table->count++;
    else
        table->failed = true;
}

static const char *cell_at(const StnTextTable *table, size_t index)
{
    const char *text = index < table->count ? table->cell[index] : NULL;
    return text ? text : "";
}

static void measure(const StnTextTable *table, int width[COLUMNS_MAX])
{
    for (int c = 0; c < COLUMNS_MAX; c++)
        width[c] = 0;
    for (size_t i = 0; i < table->count; i++) {
        const int own = width_of(cell_at(table, i));
        if (own > width[i % (size_t)table->columns])
            width[i % (size_t)table->columns] = own;
    }
}

/* The first column and the columns [from, to). */
static void put_rows(const StnTextTable *table, FILE *out, int indent, const char *align,
                     const int *width, size_t from, size_t to)
{
    const size_t columns = (size_t)table->columns, letters = strlen(align);
    for (size_t row = 0; row < table->count; row += columns) {
        int owed = indent; /* blanks are written when something follows */
        for (size_t c = 0; c < to; c++) {
            if (c > 0 && c < from)
                continue;
            const char *text = cell_at(table, row + c);
            const int rest = width[c] - width_of(text);
            const int before = c < letters && align[c] == 'r' ? rest : 0;
            if (text[0]) {
                put_blanks(out, owed + before);
                fputs(text, out);
                owed = 0;
            } else {
                owed += before;
            }
            owed += rest - before + GAP;
        }
        putc('\n', out);
    }
}

void stn_text_table_print(const StnTextTable *table, FILE *out, int indent, const char *align)
{
    int width[COLUMNS_MAX];
    if (table->failed)
        return;
    measure(table, width);
    put_rows(table, out, indent, align, width, 1, (size_t)table->columns);
}

void stn_text_table_print_within(const StnTextTable *table, FILE *out, int indent,
                                 const char *align, int most)
{
    int width[COLUMNS_MAX];
    const size_t columns = (size_t)table->columns;
    if (table->failed)
        return;
    measure(table, width);
    for (size_t from = 1, to; from < columns; from = to) {
        int used = indent + width[0] + GAP + width[from];
        for (to = from + 1; to < columns && used + GAP + width[to] <= most; to++)
            used += GAP + width[to];
        if (from > 1)
            putc('\n', out);
        put_rows(table, out, indent, align, width, from, to);
    }
}

void stn_text_table_print_wrapped(const StnTextTable *table, FILE *out, int indent, int most)
{
    int width[COLUMNS_MAX];
    const size_t columns = (size_t)table->columns;
    int before = indent;
    if (table->failed)
        return;
    measure(table, width);
    for (size_t c = 0; c + 1 < columns; c++)
        before += width[c] + GAP;
    for (size_t row = 0; row < table->count; row += columns) {
        put_blanks(out, indent);
        for (size_t c = 0; c + 1 < columns; c++) {
            const char *text = cell_at(table, row + c);
            fputs(text, out);
            put_blanks(out, width[c] - width_of(text) + GAP);
        }
        int column = before;
        for (const char *word = cell_at(table, row + columns - 1); *word;) {
            const int bytes = (int)strcspn(word, " ");
            const int own = width_between(word, word + bytes);
            if (column > before && column + 1 + own > most) {
                putc('\n', out);
                put_blanks(out, before);
                column = before;
            }
            fprintf(out, column > before ? " %.*s" : "%.*s", bytes, word);
            column += own + (column > before);
            word += bytes + (word[bytes] != '\0');
        }
        putc('\n', out);
    }
}

void stn_text_table_free(StnTextTable *table)
{
    for (size_t i = 0; i < table->count; i++)
        free(table->cell[i]);
    free(table->cell);
    table->cell = NULL;
    table->count = table->capacity = 0;
    table->failed = false;
}

void stn_text_wrap(FILE *out, const char *text, int indent, int width)
{
    int column = 0;
    while (*text) {
        const int length = (int)strcspn(text, " \n");
        if (length > 0) {
            if (column > 0 && column + 1 + length > width - indent) {
                putc('\n', out);
                column = 0;
            }
            put_blanks(out, column > 0 ? 1 : indent);
            fprintf(out, "%.*s", length, text);
            column += length + (column > 0);
        }
        text += length + (text[length] != '\0');
    }
    if (column > 0)
        putc('\n', out);
}
