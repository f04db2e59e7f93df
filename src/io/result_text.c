/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A result for people. */
#include "io/memory_file.h"
#include "io/text_table.h"
#include "stiction/result.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 20, TABLE_WIDTH = 100 };

/* Control characters, which a file name may have, do not reach a terminal.  out: as long as text. */
static void clean(const char *text, char *out, size_t size)
{
    size_t used = 0;
    for (const unsigned char *c = (const unsigned char *)text; *c && used + 1 < size; c++) {
        const bool c1 = *c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0; /* U+0080 ... U+009F in UTF-8 */
        const bool control = (*c < ' ' && *c != '\n' && *c != '\t') || *c == 0x7f || c1;
        out[used++] = control ? '?' : (char)*c;
        c += c1;
    }
    out[used] = '\0';
}

static void put_text(FILE *out, const char *text)
{
    char line[2048];
    clean(text, line, sizeof line);
    fputs(line, out);
}

const char *stn_interval_text(double low, double high, int digits, char *out, size_t size)
{
    const double largest = fmax(fabs(low), fabs(high)), width = high - low;
    const double needed = width > 0.0 ? ceil(log10(largest / width)) + 1.0 : 0.0;
    const int shown = (int)fmin(12.0, fmax(digits, needed));
    snprintf(out, size, "%.*g ... %.*g", shown, low, shown, high);
    return out;
}

/* ---- Estimates ---- */

static void put_interval(StnTextTable *table, double low, double high)
{
    char interval[64];
    stn_text_table_cell(table, "%s",
                        isnan(low) ? "-"
                        : isinf(low) && isinf(high)
                            ? "not determined"
                            : stn_interval_text(low, high, 5, interval, sizeof interval));
}

static void put_estimate(StnTextTable *table, const StnEstimate *e, bool next)
{
    stn_text_table_cell(table, "%s", e->name);
    stn_text_table_cell(table, "%.7g", e->value);
    stn_text_table_cell(table, "%s", strcmp(e->unit, "1") == 0 ? "" : e->unit);
    const double deviation = 100.0 * e->std / fabs(e->value);
    put_interval(table, isnan(e->std) ? NAN : e->low, e->high);
    if (next)
        put_interval(table, isnan(e->std) ? NAN : e->next_low, e->next_high);
    if (!isfinite(e->std))
        stn_text_table_cell(table, "-");
    else if (deviation > 100.0)
        stn_text_table_cell(table, "> 100 %%");
    else
        stn_text_table_cell(table, "%.2g %%", deviation);
}

/* The interval of the next record has its column where a method makes one. */
static bool put_estimates(FILE *out, const StnResultItem *item)
{
    bool next = false;
    for (int i = 0; i < item->nestimate; i++)
        next = next || !isnan(item->estimate[i].next_low);
    const char *const heads[] = {"parameter",
                                 "value",
                                 "unit",
                                 next ? "95 %, this record" : "95 % interval",
                                 next ? "95 %, next record" : NULL,
                                 "deviation"};
    StnTextTable table = {.columns = 5 + next};
    for (int i = 0; i < 6; i++)
        if (heads[i])
            stn_text_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < item->nestimate; i++)
        put_estimate(&table, &item->estimate[i], next);
    if (item->text[0]) {
        put_text(out, item->text);
        putc('\n', out);
    }
    const bool good = !table.failed;
    stn_text_table_print(&table, out, 2, next ? "lrlllr" : "lrllr");
    stn_text_table_free(&table);
    return good;
}

/* ---- Tables ---- */

/* Formats come from tables in the code, never from a user. */
static void put_number(StnTextTable *table, const char *format, double value)
{
    char text[64];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text, sizeof text, format ? format : "%.6g", value);
#pragma GCC diagnostic pop
    stn_text_table_cell(table, "%s", isnan(value) ? "-" : text);
}

static void put_cell(StnTextTable *table, const StnResultColumn *column, const StnCell *cell)
{
    char text[512];
    switch (cell->kind) {
    case STN_CELL_NUMBER: put_number(table, column->format, cell->number); break;
    case STN_CELL_COUNT: stn_text_table_cell(table, "%llu", (unsigned long long)cell->count); break;
    case STN_CELL_FLAG: stn_text_table_cell(table, "%s", cell->count ? "yes" : "no"); break;
    case STN_CELL_TEXT:
        clean(cell->text ? cell->text : "", text, sizeof text);
        stn_text_table_cell(table, "%s", text);
        break;
    }
}

/* The index-th line of a heading, "" beyond the last. */
static const char *heading_line(const char *heading, int index, int *length)
{
    for (; index > 0 && heading; index--)
        heading = strchr(heading, '\n') ? strchr(heading, '\n') + 1 : NULL;
    *length = heading ? (int)strcspn(heading, "\n") : 0;
    return heading ? heading : "";
}

/* Headings, and below them the units where a column has one. */
static void put_heads(StnTextTable *table, const StnResultItem *item)
{
    bool units = false;
    int lines = 0, length;
    for (int c = 0; c < item->ncolumn; c++)
        if (item->column[c].heading) {
            units = units || (item->column[c].unit && item->column[c].unit[0]);
            while (heading_line(item->column[c].heading, lines, &length)[0])
                lines++;
        }
    for (int i = 0; i < lines; i++)
        for (int c = 0; c < item->ncolumn; c++)
            if (item->column[c].heading) {
                const char *line = heading_line(item->column[c].heading, i, &length);
                stn_text_table_cell(table, "%.*s", length, line);
            }
    for (int c = 0; lines > 0 && units && c < item->ncolumn; c++) {
        const char *unit = item->column[c].unit;
        if (item->column[c].heading)
            stn_text_table_cell(table, unit && unit[0] ? "[%s]" : "%s", unit ? unit : "");
    }
}

/* The letter of a column: 'l' or 'r', 'w' where its texts are broken between words. */
static char align_of(const StnResultItem *item, int c)
{
    const char *format = item->column[c].format;
    if (item->nrow == 0 || item->cell[c].kind != STN_CELL_TEXT)
        return 'r';
    return format && (format[0] == 'r' || format[0] == 'w') ? format[0] : 'l';
}

static bool put_table(FILE *out, const StnResultItem *item)
{
    StnTextTable table = {.columns = 0};
    char align[COLUMNS_MAX + 1] = "";
    for (int c = 0; c < item->ncolumn && table.columns < COLUMNS_MAX; c++)
        if (item->column[c].heading)
            align[table.columns++] = align_of(item, c);
    put_heads(&table, item);
    for (int row = 0; row < item->nrow; row++)
        for (int c = 0; item->shown[row] && c < item->ncolumn; c++)
            if (item->column[c].heading)
                put_cell(&table, &item->column[c],
                         &item->cell[(size_t)row * (size_t)item->ncolumn + (size_t)c]);
    if (item->text[0]) {
        put_text(out, item->text);
        putc('\n', out);
    }
    const bool good = !table.failed;
    if (table.columns > 0 && align[table.columns - 1] == 'w')
        stn_text_table_print_wrapped(&table, out, 2, TABLE_WIDTH);
    else if (item->flush)
        stn_text_table_print_within(&table, out, 0, align, TABLE_WIDTH);
    else
        stn_text_table_print(&table, out, 2, align);
    stn_text_table_free(&table);
    return good;
}

/* ---- All ---- */

static void put_remarks(FILE *out, const StnResultItem *item, int width)
{
    if (item->remarks->count > 0 && item->text[0])
        fprintf(out, "\n%s\n", item->text);
    for (int i = 0; i < item->remarks->count; i++)
        stn_text_wrap(out, item->remarks->text[i], 2, width);
}

StnStatus stn_result_write_text(const StnResult *result, FILE *out, int width, StnError *error)
{
    StnStatus status = stn_result_check(result, error);
    bool good = true;
    if (status)
        return status;
    if (result->title)
        fprintf(out, "%s\n", result->title);
    for (int i = 0; i < result->count && good; i++) {
        const StnResultItem *item = &result->item[i];
        if (!item->text)
            continue;
        switch (item->kind) {
        case STN_RESULT_FACT:
            put_text(out, item->text);
            putc('\n', out);
            break;
        case STN_RESULT_PARAGRAPH:
            stn_text_wrap(out, item->text, (int)strspn(item->text, " "), width);
            break;
        case STN_RESULT_TABLE: good = item->nshown == 0 || put_table(out, item); break;
        case STN_RESULT_ESTIMATES: good = put_estimates(out, item); break;
        case STN_RESULT_REMARKS: put_remarks(out, item, width); break;
        case STN_RESULT_GROUP:
        case STN_RESULT_LIST:
        case STN_RESULT_END: break;
        }
    }
    return good ? STN_OK : stn_out_of_memory(error);
}

char *stn_result_plain(const StnResult *result, int width, StnError *error)
{
    StnMemoryFile text;
    if (!stn_memory_file_open(&text)) {
        stn_out_of_memory(error);
        return NULL;
    }
    StnStatus status = stn_result_write_text(result, text.out, width, error);
    if (!stn_memory_file_close(&text) && status == STN_OK)
        status = stn_out_of_memory(error);
    if (status == STN_OK)
        return text.text;
    free(text.text);
    return NULL;
}
