/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Rows of numbers.  A plain number followed by a separator takes the short way through fast_cell;
 * everything else (quotes, blanks, missing values, errors) the long one. */
#include "io/csv_layout.h"
#include "io/error_place.h"
#include "io/file_load.h"
#include "io/number.h"
#include "io/table.h"

#include <math.h>
#include <stdlib.h>

#define DEFAULT_LIMIT ((size_t)1 << 30)

typedef struct Reader {
    CsvText text;
    StnTable *table;
    size_t capacity;
    size_t filled;    /* rows up to the last one that is not all empty */
    char mark;        /* decimal mark of the file, 0: not known yet */
    size_t mark_line; /* where it was seen */
    bool loose;       /* what is wrong in a cell is a flaw of its column */
} Reader;

/* One cell as read. */
typedef struct Cell {
    double value;
    bool empty, last;
} Cell;

/* True when the cell is a plain number that ends with the separator or the line. */
static bool fast_cell(Reader *r, Cell *cell)
{
    CsvText *text = &r->text;
    char mark = r->mark;
    const char *p =
        stn_number_read(text->at, text->end, text->separator != ',', &mark, &cell->value);
    if (!p || mark != r->mark || p == text->end || isinf(cell->value)) {
        return false;
    }
    cell->last = stn_csv_is_line_end(*p);
    if (*p != text->separator && !cell->last) {
        return false;
    }
    cell->empty = false;
    text->at = p;
    if (cell->last) {
        stn_csv_next_line(text);
    } else {
        text->at++;
    }
    return true;
}

/* One decimal mark per file: 1,234 beside 1.5 may well mean 1234. */
static StnStatus check_mark(Reader *r, char mark, const CsvField *field)
{
    char quoted[CSV_QUOTE_SIZE];
    if (mark == 0 || mark == r->mark) {
        return STN_OK;
    }
    if (r->mark == 0) {
        r->mark = mark;
        r->mark_line = field->line;
        return STN_OK;
    }
    return stn_csv_error(&r->text, field,
                         "\"%s\" has a decimal %s, but line %zu has a decimal %s; use one of them "
                         "in the whole file, and no thousands separators",
                         stn_csv_quote(field, quoted), mark == ',' ? "comma" : "point",
                         r->mark_line, r->mark == ',' ? "comma" : "point");
}

static StnStatus not_a_number(const Reader *r, const CsvField *field, int column)
{
    char quoted[CSV_QUOTE_SIZE];
    return stn_csv_error(&r->text, field,
                         "\"%s\" in column \"%s\" is not a number; allowed are numbers such as 0.5 "
                         "or -1e-3%s, and an empty field or NaN where a value is missing",
                         stn_csv_quote(field, quoted), r->table->column[column].name,
                         r->text.separator == ',' ? "" : " (or with a decimal comma)");
}

static StnStatus extra_field(const Reader *r, const CsvField *field)
{
    const char *hint = r->text.separator == ','
                           ? "; numbers with a decimal comma need ';' or a tab between columns"
                           : "";
    return stn_csv_error(&r->text, field, "more than %d field%s, separated by %s, in this line%s",
                         r->table->ncolumn, r->table->ncolumn == 1 ? "" : "s",
                         stn_csv_separator_text(r->text.separator), hint);
}

static StnStatus check_cell(Reader *r, int column, const CsvField *field, CsvKind kind, char mark,
                            double value)
{
    if (kind == CSV_WORD) {
        return not_a_number(r, field, column);
    }
    const char last = field->begin < field->end ? *(field->end - 1) : '\0';
    if (isinf(value) && last >= '0' && last <= '9') {
        return stn_csv_error(&r->text, field, "the number is too large; at most 1.7e308");
    }
    return check_mark(r, mark, field);
}

/* A flaw of the column; its number is then missing. */
static StnStatus keep_flaw(Reader *r, int column, const CsvField *field, CsvKind kind, char mark,
                           Cell *cell)
{
    StnError why, *kept = r->text.error;
    r->text.error = &why;
    const StnStatus status = check_cell(r, column, field, kind, mark, cell->value);
    r->text.error = kept;
    if (status == STN_OK) {
        return STN_OK;
    }
    cell->value = NAN;
    return stn_table_flaw(r->table, column, &why) == STN_OK ? STN_OK : stn_out_of_memory(kept);
}

static StnStatus slow_cell(Reader *r, int column, Cell *cell)
{
    CsvField field;
    char mark = 0;
    StnStatus status = stn_csv_field(&r->text, &field);
    if (status != STN_OK) {
        return status;
    }
    const CsvKind kind = stn_csv_kind(&r->text, &field, &mark, &cell->value);
    cell->last = field.last;
    cell->empty = kind == CSV_EMPTY;
    if (column == r->table->ncolumn) {
        return cell->empty && cell->last ? STN_OK : extra_field(r, &field);
    }
    return r->loose ? keep_flaw(r, column, &field, kind, mark, cell)
                    : check_cell(r, column, &field, kind, mark, cell->value);
}

static StnStatus short_row(const Reader *r, const CsvText *start, int count)
{
    const CsvField place = {start->at, start->at, start->line_begin, start->line, false, true};
    return stn_csv_error(
        &r->text, &place, "the line has %d field%s, separated by %s, where %d are named", count,
        count == 1 ? "" : "s", stn_csv_separator_text(r->text.separator), r->table->ncolumn);
}

static StnStatus read_row(Reader *r)
{
    StnTable *table = r->table;
    const CsvText start = r->text;
    const size_t row = table->rows;
    bool empty = true;
    Cell cell = {.last = false};
    for (int c = 0; !cell.last; c++) {
        if (c == table->ncolumn || !fast_cell(r, &cell)) {
            const StnStatus status = slow_cell(r, c, &cell);
            if (status != STN_OK) {
                return status;
            }
        }
        if (c < table->ncolumn) {
            table->data[c][row] = cell.value;
            empty = empty && cell.empty;
            if (cell.last && c + 1 < table->ncolumn) {
                return short_row(r, &start, c + 1);
            }
        }
    }
    if (row == 0) {
        table->line = start.line;
    } else if (table->line + row != start.line) {
        table->line = 0;
    }
    table->rows++;
    r->filled = empty ? r->filled : table->rows;
    return STN_OK;
}

static StnStatus read_rows(Reader *r)
{
    StnStatus status = STN_OK;
    while (status == STN_OK && stn_csv_seek(&r->text)) {
        if (r->table->rows == r->capacity) {
            r->capacity = r->capacity ? r->capacity * 2 : 16;
            status = stn_table_resize(r->table, r->capacity);
            if (status != STN_OK) {
                return stn_out_of_memory(r->text.error);
            }
        }
        status = read_row(r);
    }
    return status;
}

/* Drops rows of separators only that spreadsheets leave at the end, and spare memory. */
static StnStatus finish(Reader *r)
{
    r->table->rows = r->filled;
    if (r->filled == 0) {
        return stn_error_at(r->text.error, STN_BAD_INPUT, r->text.name, r->text.line, 1,
                            "no rows of numbers follow the header");
    }
    (void)stn_table_resize(r->table, r->filled);
    return STN_OK;
}

static StnStatus parse(const char *text, size_t length, const char *name, bool loose,
                       StnTable *table, StnError *error)
{
    Reader reader = {
        .text = {.name = name, .separator = ',', .error = error}, .table = table, .loose = loose};
    *table = (StnTable){0};
    StnStatus status = stn_csv_begin(&reader.text, text, length);
    if (status == STN_OK) {
        stn_csv_detect_separator(&reader.text);
        status = stn_csv_header(&reader.text, table, loose);
    }
    if (status == STN_OK) {
        status = read_rows(&reader);
    }
    if (status == STN_OK) {
        status = finish(&reader);
    }
    if (status != STN_OK) {
        stn_table_free(table);
    }
    return status;
}

StnStatus stn_csv_parse(const char *text, size_t length, const char *name, StnTable *table,
                        StnError *error)
{
    return parse(text, length, name, false, table, error);
}

static StnStatus read_file(const char *path, size_t limit, bool loose, StnTable *table,
                           StnError *error)
{
    char *text;
    size_t length;
    *table = (StnTable){0};
    StnStatus status = stn_file_load(path, limit ? limit : DEFAULT_LIMIT, &text, &length, error);
    if (status == STN_OK) {
        status = parse(text, length, path, loose, table, error);
        free(text);
    }
    return status;
}

StnStatus stn_csv_read(const char *path, size_t limit, StnTable *table, StnError *error)
{
    return read_file(path, limit, false, table, error);
}

StnStatus stn_csv_read_loose(const char *path, size_t limit, StnTable *table, StnError *error)
{
    return read_file(path, limit, true, table, error);
}
