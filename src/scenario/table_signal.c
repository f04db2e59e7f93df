/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A signal from two columns of a CSV or .mat file.  Units of the header count; without one the
 * numbers are SI. */
#include "scenario/load.h"
#include "scenario/quote.h"
#include "scenario/reader.h"

#include "io/number.h"
#include "stiction/io.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The fields stand in this order. */
enum { TABLE_FILE, TABLE_TIME, TABLE_COLUMN, TABLE_HOLD, TABLE_LINEAR };

typedef struct TableSettings {
    const char *file, *time, *column;
} TableSettings;

/* clang-format off */
#define S TableSettings
static const StnField entries[] = {
    STN_TEXT (S, file, "FILE", STN_NEEDED, "CSV or .mat file, as seen from the scenario"),
    STN_TEXT (S, time, "COLUMN", NAN, "column of the times (the first)"),
    STN_TEXT (S, column, "COLUMN", STN_NEEDED, "column of the values"),
    STN_OTHER("hold", NAN, "values stay until the next"),
    STN_OTHER("linear", NAN, "straight lines between values (default)"),
};
#undef S
/* clang-format on */

const StnFields stn_table_fields = STN_TABLE("table", TableSettings, entries);

static bool read_file(StnReader *reader, const StnNode *node, const char *path, StnTable *table)
{
    StnError inner = {0};
    const size_t length = strlen(path);
    const bool mat = length > 4 && strcmp(path + length - 4, ".mat") == 0;
    const StnStatus status =
        mat ? stn_mat_read(path, 0, table, &inner) : stn_csv_read(path, 0, table, &inner);
    if (status == STN_OK)
        return true;
    if (inner.file[0] != '\0')
        *reader->error = inner;
    else
        stn_node_error(reader->error, node, "%s: %s", stn_quote_all(path).text, inner.text);
    reader->error->status = status;
    return false;
}

static bool find_column(StnReader *reader, const StnTable *table, const StnNode *node, int *column)
{
    const char *names[STN_NAMES_MAX];
    size_t count = 0;
    *column = node == NULL ? 0 : stn_table_column(table, node->text);
    if (*column >= 0)
        return true;
    for (int i = 0; i < table->ncolumn && count < STN_NAMES_MAX; i++)
        names[count++] = table->column[i].name;
    return stn_node_unknown(reader->error, node, "column in the file:", names, count);
}

/* Converts a column to SI in place. */
static bool convert(StnReader *reader, const StnNode *at, StnTable *table, int column,
                    const char *unit)
{
    const StnColumnInfo *info = &table->column[column];
    StnError inner = {0};
    StnDimension given, wanted;
    double factor = 1.0, own = 1.0;
    if (info->unit[0] != '\0') {
        if (stn_unit_factor(info->unit, &factor, &given, &inner) != STN_OK)
            return stn_node_error(reader->error, at, "column \"%s\": %s",
                                  stn_quote_all(info->name).text, inner.text);
        if (stn_unit_factor(unit, &own, &wanted, &inner) != STN_OK ||
            !stn_dimension_fits(given, wanted))
            return stn_node_error(reader->error, at, "column \"%s\" is in %s, but %s is needed",
                                  stn_quote_all(info->name).text, stn_quote_all(info->unit).text,
                                  unit);
    }
    for (size_t i = 0; i < table->rows; i++) {
        table->data[column][i] *= factor;
        if (!isfinite(table->data[column][i]))
            return stn_node_error(reader->error, at, "column \"%s\": row %zu is no number",
                                  stn_quote_all(info->name).text, i + 1);
    }
    return true;
}

static bool check_times(StnReader *reader, const StnNode *at, const StnTable *table, int column)
{
    const double *t = table->data[column];
    char number[STN_NUMBER_SIZE];
    if (table->rows == 0)
        return stn_node_error(reader->error, at, "the file has no rows");
    for (size_t i = 1; i < table->rows; i++)
        if (!(t[i] > t[i - 1]))
            return stn_node_error(reader->error, at,
                                  "column \"%s\": times must increase; row %zu does not",
                                  stn_quote_all(table->column[column].name).text, i + 1);
    const double last = t[table->rows - 1];
    if (last >= reader->def.duration)
        return true;
    return stn_warn(reader,
                    stn_arena_format(reader->arena,
                                     "the table ends at %s s, before the run does; its last "
                                     "value is held",
                                     stn_number_text(last, number)));
}

/* `hold` and `linear` stand alone ({file: a.csv, hold}) or with true or false. */
static bool read_hold(StnReader *reader, const StnNode *const given[STN_FIELDS_MAX], bool *hold)
{
    bool word[2] = {false, false};
    for (int i = 0; i < 2; i++) {
        const StnNode *node = given[TABLE_HOLD + i];
        if (node == NULL)
            continue;
        word[i] = true;
        if ((node->kind != STN_NODE_SCALAR || node->text[0] != '\0') &&
            !stn_read_flag(reader, node, i == 0 ? "hold" : "linear", &word[i]))
            return false;
    }
    if (word[0] && word[1])
        return stn_node_error(reader->error, given[TABLE_LINEAR],
                              "a table is either hold or linear, not both");
    *hold = word[0] || (given[TABLE_LINEAR] != NULL && !word[1]);
    return true;
}

/* Makes the file name absolute, so that the resolved scenario can lie anywhere. */
static bool keep_path(StnReader *reader, StnNode *map, const char *path)
{
    StnNode *node = stn_node_find(map, "file");
    char *absolute = realpath(path, NULL);
    if (absolute == NULL)
        return errno != ENOMEM || stn_no_memory(reader->error);
    node->text = stn_arena_text(reader->arena, absolute);
    free(absolute);
    return node->text != NULL || stn_no_memory(reader->error);
}

StnSignal *stn_read_table(StnReader *reader, StnNode *map, const void *settings,
                          const StnNode *const given[STN_FIELDS_MAX], const char *unit)
{
    (void)settings; /* the nodes say the same, with their place */
    StnTable table = {0};
    StnSignal *signal = NULL;
    bool hold = false;
    int time = 0, column = 0;
    const StnNode *file = given[TABLE_FILE], *wanted = given[TABLE_COLUMN];
    const StnNode *time_node = given[TABLE_TIME];
    const char *path = stn_node_path(&reader->files, file, reader->error);
    if (path == NULL || !read_hold(reader, given, &hold) || !read_file(reader, file, path, &table))
        goto done;
    if (!find_column(reader, &table, time_node, &time) ||
        !find_column(reader, &table, wanted, &column) ||
        !convert(reader, time_node != NULL ? time_node : file, &table, time, "s"))
        goto done;
    if (column == time) {
        stn_node_error(reader->error, wanted, "the column \"%s\" is the time itself",
                       stn_quote_all(wanted->text).text);
        goto done;
    }
    if (!convert(reader, wanted, &table, column, unit) ||
        !check_times(reader, time_node != NULL ? time_node : file, &table, time) ||
        !keep_path(reader, map, path))
        goto done;
    signal = stn_signal_table(table.data[time], table.data[column], table.rows, hold);
    if (signal == NULL)
        stn_no_memory(reader->error);
done:
    stn_table_free(&table);
    return signal;
}
