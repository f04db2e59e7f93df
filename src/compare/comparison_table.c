/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The table of a comparison: one list of columns for people, CSV and JSON. */
#include "compare/comparison.h"
#include "io/atomic_file.h"
#include "io/json_text.h"

#include <math.h>

typedef struct Column {
    StnComparisonColumn about;
    double (*value)(const StnComparisonRow *row);
} Column;

static double final_error(const StnComparisonRow *row) { return row->metrics.final_error; }
static double overshoot(const StnComparisonRow *row) { return row->response.overshoot; }
static double rise(const StnComparisonRow *row) { return row->response.rise; }
static double settling(const StnComparisonRow *row) { return row->response.settling; }
static double stands(const StnComparisonRow *row) { return row->metrics.stands; }
static double standstill(const StnComparisonRow *row) { return row->metrics.standstill; }
static double creep(const StnComparisonRow *row) { return row->metrics.creep; }
static double breakaway(const StnComparisonRow *row) { return row->metrics.breakaway; }
static double period(const StnComparisonRow *row) { return row->metrics.period; }
static double height(const StnComparisonRow *row) { return row->metrics.height; }
static double reversals(const StnComparisonRow *row) { return row->metrics.reversals; }
static double rates(const StnComparisonRow *row) { return (double)row->record.counters.rates; }
static double wall(const StnComparisonRow *row) { return 1e3 * row->record.seconds; }

static const Column columns[] = {
    {{"final_error", "final", "error", "$x", STN_COMPARISON_NUMBER}, final_error},
    {{"overshoot", "over-", "shoot", "", STN_COMPARISON_NUMBER}, overshoot},
    {{"rise_time", "rise", "time", "s", STN_COMPARISON_NUMBER}, rise},
    {{"settling_time", "settling", "time", "s", STN_COMPARISON_NUMBER}, settling},
    {{"stands", "stands", "at end", "", STN_COMPARISON_FLAG}, stands},
    {{"standstill", "still", "share", "", STN_COMPARISON_NUMBER}, standstill},
    {{"creep", "creep", "velocity", "$x/s", STN_COMPARISON_NUMBER}, creep},
    {{"breakaway", "break-", "away", "s", STN_COMPARISON_NUMBER}, breakaway},
    {{"period", "slip", "period", "s", STN_COMPARISON_NUMBER}, period},
    {{"height", "slip", "height", "$x", STN_COMPARISON_NUMBER}, height},
    {{"reversals", "rever-", "sals", "1/s", STN_COMPARISON_NUMBER}, reversals},
    {{"right_hand_sides", "right-hand", "sides", "", STN_COMPARISON_COUNT}, rates},
    {{"wall", "wall", "time", "ms", STN_COMPARISON_NUMBER}, wall},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

int stn_comparison_column_count(void) { return COLUMNS; }

StnComparisonColumn stn_comparison_column_at(int column) { return columns[column].about; }

const char *stn_comparison_unit(const StnComparison *comparison, int column, char *out, size_t size)
{
    const StnPlant *plant = stn_system_plant(comparison->row[0].system);
    return stn_unit_text(columns[column].about.unit, plant->sites[comparison->site].rotary, out,
                         size);
}

double stn_comparison_value(const StnComparison *comparison, int row, int column)
{
    const StnComparisonRow *it = &comparison->row[row];
    return it->done && it->status == STN_OK ? columns[column].value(it) : NAN;
}

const char *stn_comparison_engine(const StnComparison *comparison, int row)
{
    static const char *const words[] = {"event", "fixed", "sundials"};
    return words[stn_system_method(comparison->row[row].system)];
}

/* ---- JSON ---- */

static void put_row(StnJsonText *json, const StnComparison *comparison, int row)
{
    const StnComparisonRow *it = &comparison->row[row];
    const bool good = it->status == STN_OK;
    stn_json_open_map(json, NULL);
    stn_json_put_text(json, "law", it->law);
    stn_json_put_text(json, "engine", stn_comparison_engine(comparison, row));
    stn_json_put_text(json, "failure", good ? NULL : it->error.text);
    for (int c = 0; c < COLUMNS; c++) {
        const double value = stn_comparison_value(comparison, row, c);
        if (columns[c].about.kind == STN_COMPARISON_FLAG && good)
            stn_json_put_flag(json, columns[c].about.name, value != 0.0);
        else
            stn_json_put_number(json, columns[c].about.name, value);
    }
    stn_json_close(json);
}

char *stn_comparison_json(const StnComparison *comparison, StnError *error)
{
    StnJsonMemory memory;
    if (!stn_json_memory_open(&memory))
        return stn_json_memory_close(&memory, error);
    StnJsonText *json = &memory.json;
    char unit[32];
    const StnComparisonRow *first = &comparison->row[0];
    const StnPlant *plant = stn_system_plant(first->system);
    stn_json_open_map(json, NULL);
    stn_json_put_text(json, "version", STN_VERSION);
    stn_json_put_text(json, "scenario", comparison->name);
    stn_json_put_text(json, "title", stn_scenario_title(first->scenario));
    stn_json_put_text(json, "plant", plant->name);
    stn_json_put_text(json, "site", plant->sites[comparison->site].name);
    stn_json_open_map(json, "units");
    for (int c = 0; c < COLUMNS; c++)
        stn_json_put_text(json, columns[c].about.name,
                          stn_comparison_unit(comparison, c, unit, sizeof unit));
    stn_json_close(json);
    stn_json_open_list(json, "laws");
    for (int i = 0; i < stn_comparison_done(comparison); i++)
        put_row(json, comparison, i);
    stn_json_close(json);
    stn_json_close(json);
    return stn_json_memory_close(&memory, error);
}

/* ---- CSV ---- */

static void put_csv(FILE *out, const StnComparison *comparison)
{
    char text[32];
    fputs("law,engine", out);
    for (int c = 0; c < COLUMNS; c++) {
        stn_comparison_unit(comparison, c, text, sizeof text);
        fprintf(out, text[0] ? ",%s [%s]" : ",%s", columns[c].about.name, text);
    }
    putc('\n', out);
    for (int i = 0; i < stn_comparison_done(comparison); i++) {
        fprintf(out, "%s,%s", comparison->row[i].law, stn_comparison_engine(comparison, i));
        for (int c = 0; c < COLUMNS; c++) {
            const double value = stn_comparison_value(comparison, i, c);
            fprintf(out, ",%s", isnan(value) ? "" : stn_number_text(value, text));
        }
        putc('\n', out);
    }
}

StnStatus stn_comparison_write_csv(const StnComparison *comparison, const char *path,
                                   StnError *error)
{
    StnAtomicFile file;
    const StnStatus status = stn_atomic_open(&file, path, error);
    if (status != STN_OK)
        return status;
    put_csv(file.stream, comparison);
    return stn_atomic_commit(&file, error);
}
