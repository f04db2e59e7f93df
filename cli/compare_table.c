/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* One list of columns for the text, the JSON and the CSV table of compare. */
#include "compare.h"

#include "io/atomic_file.h"
#include "io/json_text.h"
#include "text_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A column: name for machines, two lines of heading for people, unit ($x as in core.h), value. */
typedef struct Column {
    const char *name, *head, *below, *unit;
    double (*value)(const Comparison *row);
} Column;

static double final_error(const Comparison *row) { return row->metrics.final_error; }
static double overshoot(const Comparison *row) { return row->response.overshoot; }
static double rise(const Comparison *row) { return row->response.rise; }
static double settling(const Comparison *row) { return row->response.settling; }
static double stands(const Comparison *row) { return row->metrics.stands; }
static double standstill(const Comparison *row) { return row->metrics.standstill; }
static double creep(const Comparison *row) { return row->metrics.creep; }
static double breakaway(const Comparison *row) { return row->metrics.breakaway; }
static double period(const Comparison *row) { return row->metrics.period; }
static double height(const Comparison *row) { return row->metrics.height; }
static double reversals(const Comparison *row) { return row->metrics.reversals; }
static double rates(const Comparison *row) { return (double)row->experiment.record.counters.rates; }
static double wall(const Comparison *row) { return 1e3 * row->experiment.record.seconds; }

static const Column columns[] = {
    {"final_error", "final", "error", "$x", final_error},
    {"overshoot", "over-", "shoot", "", overshoot},
    {"rise_time", "rise", "time", "s", rise},
    {"settling_time", "settling", "time", "s", settling},
    {"stands", "stands", "at end", "", stands},
    {"standstill", "still", "share", "", standstill},
    {"creep", "creep", "velocity", "$x/s", creep},
    {"breakaway", "break-", "away", "s", breakaway},
    {"period", "slip", "period", "s", period},
    {"height", "slip", "height", "$x", height},
    {"reversals", "rever-", "sals", "1/s", reversals},
    {"right_hand_sides", "right-hand", "sides", "", rates},
    {"wall", "wall", "time", "ms", wall},
};
enum { COLUMNS = sizeof columns / sizeof columns[0], WIDTH = 100 };

static const char *unit_of(const Column *column, const Comparison *row, int site, char *out,
                           size_t size)
{
    const StnPlant *plant = stn_system_plant(row->experiment.system);
    return stn_unit_text(column->unit, plant->sites[site].rotary, out, size);
}

static const char *engine_of(const Comparison *row)
{
    static const char *const words[] = {"event", "fixed", "sundials"};
    return words[stn_system_method(row->experiment.system)];
}

/* ---- For people ---- */

/* The columns that say something of at least one law; all of them when every law failed. */
static int choose_columns(const Comparison *rows, int count, const Column *chosen[COLUMNS])
{
    int n = 0, failed = 0;
    for (int i = 0; i < count; i++)
        failed += rows[i].experiment.status != STN_OK;
    for (int c = 0; c < COLUMNS; c++) {
        bool any = failed == count;
        for (int i = 0; i < count; i++)
            any =
                any || (rows[i].experiment.status == STN_OK && !isnan(columns[c].value(&rows[i])));
        if (any)
            chosen[n++] = &columns[c];
    }
    return n;
}

static void put_headings(TextTable *table, const Column *const *chosen, int n,
                         const Comparison *row, int site)
{
    char unit[32];
    text_table_cell(table, "law");
    text_table_cell(table, "engine");
    for (int c = 0; c < n; c++)
        text_table_cell(table, "%s", chosen[c]->head);
    text_table_cell(table, "%s", "");
    text_table_cell(table, "%s", "");
    for (int c = 0; c < n; c++)
        text_table_cell(table, "%s", chosen[c]->below);
    text_table_cell(table, "%s", "");
    text_table_cell(table, "%s", "");
    for (int c = 0; c < n; c++) {
        unit_of(chosen[c], row, site, unit, sizeof unit);
        text_table_cell(table, unit[0] ? "[%s]" : "%s", unit);
    }
}

static void put_cell(TextTable *table, const Column *column, const Comparison *row, int digits)
{
    const double value = column->value(row);
    if (row->experiment.status != STN_OK || isnan(value))
        text_table_cell(table, "-");
    else if (column->value == stands)
        text_table_cell(table, "%s", value != 0.0 ? "yes" : "no");
    else if (column->value == rates)
        text_table_cell(table, "%.0f", value);
    else
        text_table_cell(table, "%.*g", digits, value);
}

void compare_put_text(FILE *out, const Comparison *rows, int count, int site, int digits)
{
    const Column *chosen[COLUMNS];
    const int n = choose_columns(rows, count, chosen);
    TextTable table = {.columns = n + 2};
    put_headings(&table, chosen, n, &rows[0], site);
    for (int i = 0; i < count; i++) {
        text_table_cell(&table, "%s", rows[i].law);
        text_table_cell(&table, "%s", engine_of(&rows[i]));
        for (int c = 0; c < n; c++)
            put_cell(&table, chosen[c], &rows[i], digits);
    }
    text_table_print_within(&table, out, 0, "llrrrrrrrrrrrrr", WIDTH);
    text_table_free(&table);
}

/* ---- For machines ---- */

static void put_row_json(StnJsonText *json, const Comparison *row)
{
    const bool good = row->experiment.status == STN_OK;
    stn_json_open_map(json, NULL);
    stn_json_put_text(json, "law", row->law);
    stn_json_put_text(json, "engine", engine_of(row));
    stn_json_put_text(json, "failure", good ? NULL : row->experiment.error.text);
    for (int c = 0; c < COLUMNS; c++) {
        if (columns[c].value == stands && good)
            stn_json_put_flag(json, columns[c].name, row->metrics.stands);
        else
            stn_json_put_number(json, columns[c].name, good ? columns[c].value(row) : NAN);
    }
    stn_json_close(json);
}

void compare_put_json(FILE *out, const Comparison *rows, int count, int site)
{
    StnJsonText json = {.out = out};
    char unit[32];
    const Experiment *first = &rows[0].experiment;
    stn_json_open_map(&json, NULL);
    stn_json_put_text(&json, "version", STN_VERSION);
    stn_json_put_text(&json, "scenario", first->name);
    stn_json_put_text(&json, "title", stn_scenario_title(first->scenario));
    stn_json_put_text(&json, "plant", stn_system_plant(first->system)->name);
    stn_json_put_text(&json, "site", stn_system_plant(first->system)->sites[site].name);
    stn_json_open_map(&json, "units");
    for (int c = 0; c < COLUMNS; c++)
        stn_json_put_text(&json, columns[c].name,
                          unit_of(&columns[c], &rows[0], site, unit, sizeof unit));
    stn_json_close(&json);
    stn_json_open_list(&json, "laws");
    for (int i = 0; i < count; i++)
        put_row_json(&json, &rows[i]);
    stn_json_close(&json);
    stn_json_close(&json);
}

static void put_csv(FILE *out, const Comparison *rows, int count, int site)
{
    char text[32];
    fputs("law,engine", out);
    for (int c = 0; c < COLUMNS; c++) {
        unit_of(&columns[c], &rows[0], site, text, sizeof text);
        fprintf(out, text[0] ? ",%s [%s]" : ",%s", columns[c].name, text);
    }
    putc('\n', out);
    for (int i = 0; i < count; i++) {
        fprintf(out, "%s,%s", rows[i].law, engine_of(&rows[i]));
        for (int c = 0; c < COLUMNS; c++) {
            const double value =
                rows[i].experiment.status == STN_OK ? columns[c].value(&rows[i]) : NAN;
            fprintf(out, ",%s", isnan(value) ? "" : stn_number_text(value, text));
        }
        putc('\n', out);
    }
}

StnStatus compare_write_csv(const char *path, const Comparison *rows, int count, int site,
                            StnError *error)
{
    StnAtomicFile file;
    const StnStatus status = stn_atomic_open(&file, path, error);
    if (status != STN_OK)
        return status;
    put_csv(file.stream, rows, count, site);
    return stn_atomic_commit(&file, error);
}
