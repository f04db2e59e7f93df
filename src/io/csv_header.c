/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Names and units.  A first line of numbers only means that there is no header: the columns are then
 * called c1, c2 ...  A second line without any number is a row of units. */
#include "io/csv_layout.h"
#include "io/error_place.h"
#include "io/table.h"
#include "io/utf8.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_TEXT = 256 };

/* Fields of one line. */
typedef struct Line {
    CsvField *field;
    int count;
} Line;

static StnStatus no_memory(const CsvText *text) { return stn_out_of_memory(text->error); }

/* Takes the line at text->at; a last empty field is left out.  line->field is to be freed also on
 * failure. */
static StnStatus take_line(CsvText *text, Line *line)
{
    CsvText ahead = *text;
    ahead.error = NULL;
    const size_t capacity = stn_csv_count_fields(&ahead) + 1;
    *line = (Line){NULL, 0};
    if (capacity > CSV_COLUMNS_MAX + 1) {
        return stn_error_at(text->error, STN_BAD_INPUT, text->name, text->line, 1,
                            "%zu columns; at most %d are read", capacity - 1, CSV_COLUMNS_MAX);
    }
    line->field = malloc(capacity * sizeof *line->field);
    if (!line->field) {
        return no_memory(text);
    }
    CsvField field;
    do {
        const StnStatus status = stn_csv_field(text, &field);
        if (status != STN_OK) {
            return status;
        }
        line->field[line->count++] = field;
    } while (!field.last);
    line->count -= line->count > 1 && field.begin == field.end && !field.quoted;
    return STN_OK;
}

/* Copies a name: a doubled quote becomes one, a line break or a run of blanks one blank. */
static void copy_name(const CsvField *field, char out[NAME_TEXT])
{
    size_t used = 0;
    for (const char *p = field->begin; p < field->end && used + 1 < NAME_TEXT; p++) {
        const bool gap = (unsigned char)*p <= ' ' || *p == 0x7f;
        if (gap && (used == 0 || out[used - 1] == ' ')) {
            continue;
        }
        out[used++] = gap ? ' ' : *p;
        if (field->quoted && *p == '"') {
            p++;
        }
    }
    while (used > 0 && out[used - 1] == ' ') {
        used--;
    }
    out[used] = '\0';
}

/* The bracket that pairs with the one at the end of [text, text + length), or NULL. */
static char *opening_bracket(char *text, size_t length)
{
    const char close = length ? text[length - 1] : '\0';
    const char open = close == ']' ? '[' : close == ')' ? '(' : '\0';
    int depth = 0;
    for (size_t i = open ? length : 0; i > 0; i--) {
        depth += (text[i - 1] == close) - (text[i - 1] == open);
        if (depth == 0) {
            return text + i - 1;
        }
    }
    return NULL;
}

/* Cuts "t [s]" or "t (s)" after the name; returns the unit, "" when there is none. */
static const char *split_unit(char *text)
{
    const size_t length = strlen(text);
    char *open = opening_bracket(text, length);
    if (!open || open == text) {
        return text + length;
    }
    text[length - 1] = '\0';
    char *name_end = open;
    while (name_end > text && name_end[-1] == ' ') {
        name_end--;
    }
    *name_end = '\0';
    return open + 1;
}

static void name_column(StnColumnInfo *column, const CsvField *field, int index)
{
    char text[NAME_TEXT];
    copy_name(field, text);
    const char *unit = split_unit(text);
    stn_utf8_copy(text, text + strlen(text), column->name, sizeof column->name);
    stn_utf8_copy(unit, unit + strlen(unit), column->unit, sizeof column->unit);
    if (column->name[0] == '\0') {
        snprintf(column->name, sizeof column->name, "c%d", index + 1);
    }
}

typedef struct Named {
    const char *name;
    int index;
} Named;

static int by_name(const void *a, const void *b)
{
    const Named *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

static StnStatus duplicate(const CsvText *text, const Line *line, const StnTable *table, int first,
                           int second)
{
    return stn_csv_error(text, &line->field[second],
                         "the name \"%s\" appears twice, in columns %d and %d; names must differ",
                         table->column[second].name, first + 1, second + 1);
}

/* All names that appear twice are flaws. */
static StnStatus flaw_duplicates(const CsvText *text, const Line *line, StnTable *table,
                                 const Named *named)
{
    StnError why;
    CsvText to = *text;
    StnStatus status = STN_OK;
    to.error = &why;
    for (int i = 1; i < table->ncolumn && status == STN_OK; i++) {
        const int first = named[i - 1].index, second = named[i].index;
        if (strcmp(named[i - 1].name, named[i].name) != 0) {
            continue;
        }
        duplicate(&to, line, table, first, second);
        status = stn_table_flaw(table, first, &why);
        if (status == STN_OK) {
            status = stn_table_flaw(table, second, &why);
        }
    }
    return status == STN_OK ? STN_OK : no_memory(text);
}

static StnStatus check_duplicates(const CsvText *text, const Line *line, StnTable *table,
                                  bool loose)
{
    Named *named = malloc((size_t)table->ncolumn * sizeof *named);
    if (!named) {
        return no_memory(text);
    }
    for (int c = 0; c < table->ncolumn; c++) {
        named[c] = (Named){table->column[c].name, c};
    }
    qsort(named, (size_t)table->ncolumn, sizeof *named, by_name);
    int first = 0, second = -1;
    for (int i = 1; i < table->ncolumn; i++) {
        const bool same = strcmp(named[i - 1].name, named[i].name) == 0;
        if (same && (second < 0 || named[i].index < second)) {
            first = named[i - 1].index;
            second = named[i].index;
        }
    }
    StnStatus status = STN_OK;
    if (second >= 0) {
        status = loose ? flaw_duplicates(text, line, table, named)
                       : duplicate(text, line, table, first, second);
    }
    free(named);
    return status;
}

/* No words, at least one number. */
static bool is_numbers(const CsvText *text, const Line *line)
{
    bool any = false;
    for (int i = 0; i < line->count; i++) {
        char mark;
        double value;
        const CsvKind kind = stn_csv_kind(text, &line->field[i], &mark, &value);
        if (kind == CSV_WORD) {
            return false;
        }
        any = any || kind == CSV_NUMBER;
    }
    return any;
}

/* Words and empty fields only, the first not empty; "1" may stand for a pure number. */
static bool is_units(const CsvText *text, const Line *line)
{
    for (int i = 0; i < line->count; i++) {
        const CsvField *f = &line->field[i];
        const bool one = f->end - f->begin == 1 && *f->begin == '1';
        char mark;
        double value;
        const CsvKind kind = stn_csv_kind(text, f, &mark, &value);
        const bool fits = f->end - f->begin < (long)sizeof(((StnColumnInfo *)0)->unit);
        if ((kind == CSV_NUMBER && !one) || (i == 0 && kind != CSV_WORD) || !fits) {
            return false;
        }
    }
    return true;
}

/* A unit in a row of its own: brackets go, "-" and "1" mean none.  Units of the header stay. */
static void set_unit(StnColumnInfo *column, const CsvField *field)
{
    char text[NAME_TEXT];
    copy_name(field, text);
    size_t length = strlen(text);
    char *unit = text;
    if (column->unit[0] != '\0' || strcmp(text, "-") == 0 || strcmp(text, "1") == 0) {
        return;
    }
    if (opening_bracket(text, length) == text) {
        text[length - 1] = '\0';
        unit++;
    }
    stn_utf8_copy(unit, unit + strlen(unit), column->unit, sizeof column->unit);
}

static StnStatus read_units(CsvText *text, StnTable *table)
{
    const CsvText start = *text;
    Line line;
    if (!stn_csv_seek(text)) {
        return STN_OK;
    }
    const StnStatus status = take_line(text, &line);
    if (status == STN_OK && line.count <= table->ncolumn && is_units(text, &line)) {
        for (int i = 0; i < line.count; i++) {
            set_unit(&table->column[i], &line.field[i]);
        }
    } else {
        *text = start;
    }
    free(line.field);
    return status;
}

static StnStatus name_columns(CsvText *text, const CsvText *start, const Line *line,
                              StnTable *table, bool loose)
{
    table->column = calloc((size_t)line->count, sizeof *table->column);
    if (!table->column) {
        return no_memory(text);
    }
    table->ncolumn = line->count;
    const bool headless = is_numbers(text, line);
    for (int c = 0; c < line->count; c++) {
        if (headless) {
            snprintf(table->column[c].name, sizeof table->column[c].name, "c%d", c + 1);
        } else {
            name_column(&table->column[c], &line->field[c], c);
        }
    }
    if (headless) {
        *text = *start;
        return STN_OK;
    }
    const StnStatus status = check_duplicates(text, line, table, loose);
    return status == STN_OK ? read_units(text, table) : status;
}

StnStatus stn_csv_header(CsvText *text, StnTable *table, bool loose)
{
    if (!stn_csv_seek(text)) {
        return stn_error_at(text->error, STN_BAD_INPUT, text->name, 0, 0,
                            "the file is empty; expected a line of names and rows of numbers");
    }
    const CsvText start = *text;
    Line line;
    StnStatus status = take_line(text, &line);
    if (status == STN_OK && line.count > 0) { /* a line has a field at least */
        status = name_columns(text, &start, &line, table, loose);
    }
    free(line.field);
    return status;
}
