/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The table of a comparison: one list of columns for results and CSV. */
#include "compare/comparison.h"
#include "io/atomic_file.h"

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
static double lifting(const StnComparisonRow *row) { return row->lifting; }
static double lowering(const StnComparisonRow *row) { return row->lowering; }
static double rates(const StnComparisonRow *row) { return (double)row->record.counters.rates; }
static double wall(const StnComparisonRow *row) { return 1e3 * row->record.seconds; }

static const Column columns[] = {
    {{"final_error", "final\nerror", "$x", STN_CELL_NUMBER}, final_error},
    {{"overshoot", "over-\nshoot", "", STN_CELL_NUMBER}, overshoot},
    {{"rise_time", "rise\ntime", "s", STN_CELL_NUMBER}, rise},
    {{"settling_time", "settling\ntime", "s", STN_CELL_NUMBER}, settling},
    {{"stands", "stands\nat end", "", STN_CELL_FLAG}, stands},
    {{"standstill", "still\nshare", "", STN_CELL_NUMBER}, standstill},
    {{"creep", "creep\nvelocity", "$x/s", STN_CELL_NUMBER}, creep},
    {{"breakaway", "break-\naway", "s", STN_CELL_NUMBER}, breakaway},
    {{"period", "slip\nperiod", "s", STN_CELL_NUMBER}, period},
    {{"height", "slip\nheight", "$x", STN_CELL_NUMBER}, height},
    {{"reversals", "rever-\nsals", "1/s", STN_CELL_NUMBER}, reversals},
    {{"lifting", "of load,\nlifting", "", STN_CELL_NUMBER}, lifting},
    {{"lowering", "of load,\nlowering", "", STN_CELL_NUMBER}, lowering},
    {{"right_hand_sides", "right-hand\nsides", "", STN_CELL_COUNT}, rates},
    {{"wall", "wall\ntime", "ms", STN_CELL_NUMBER}, wall},
};
enum { COLUMNS = sizeof columns / sizeof columns[0], TEXTS = 3 };

int stn_comparison_column_count(void) { return COLUMNS; }

StnComparisonColumn stn_comparison_column_at(int column) { return columns[column].about; }

double stn_comparison_value(const StnComparison *comparison, int row, int column)
{
    const StnComparisonRow *it = &comparison->row[row];
    return it->done && it->status == STN_OK ? columns[column].value(it) : NAN;
}

static const char *unit_of(const StnComparison *comparison, int column, char out[32])
{
    const StnPlant *plant = stn_system_plant(comparison->row[0].system);
    return stn_unit_text(columns[column].about.unit, plant->sites[comparison->site].rotary, out,
                         32);
}

static const char *engine_of(const StnComparisonRow *row)
{
    static const char *const words[] = {"event", "fixed", "sundials"};
    return words[stn_system_method(row->system)];
}

/* ---- The result ---- */

/* People see the columns that say something of at least one law; all where every law failed. */
static bool is_shown(const StnComparison *comparison, int column)
{
    bool any = false, failed = true;
    for (int i = 0; i < stn_comparison_done(comparison); i++) {
        any = any || !isnan(stn_comparison_value(comparison, i, column));
        failed = failed && comparison->row[i].status != STN_OK;
    }
    return any || failed;
}

static StnCell cell_of(const StnComparison *comparison, int row, int column)
{
    const double value = stn_comparison_value(comparison, row, column);
    const StnCellKind kind = isnan(value) ? STN_CELL_NUMBER : columns[column].about.kind;
    return kind == STN_CELL_FLAG    ? stn_cell_flag(value != 0.0)
           : kind == STN_CELL_COUNT ? stn_cell_count((uint64_t)value)
                                    : stn_cell_number(value);
}

static void report_rows(const StnComparison *comparison, int digits, StnResult *out)
{
    StnResultColumn head[TEXTS + COLUMNS] = {{"law", "law", NULL, NULL},
                                             {"engine", "engine", NULL, NULL},
                                             {"failure", NULL, NULL, NULL}};
    StnCell cell[TEXTS + COLUMNS];
    char unit[COLUMNS][32], format[16];
    snprintf(format, sizeof format, "%%.%dg", digits > 0 ? digits : 4);
    for (int c = 0; c < COLUMNS; c++)
        head[TEXTS + c] = (StnResultColumn){
            columns[c].about.name, is_shown(comparison, c) ? columns[c].about.heading : NULL,
            unit_of(comparison, c, unit[c]), format};
    stn_result_table(out, "laws", "", head, TEXTS + COLUMNS);
    stn_result_flush(out);
    for (int i = 0; i < stn_comparison_done(comparison); i++) {
        const StnComparisonRow *row = &comparison->row[i];
        cell[0] = stn_cell_text(row->law);
        cell[1] = stn_cell_text(engine_of(row));
        cell[2] = stn_cell_text(row->status == STN_OK ? NULL : row->error.text);
        for (int c = 0; c < COLUMNS; c++)
            cell[TEXTS + c] = cell_of(comparison, i, c);
        stn_result_row(out, true, cell);
    }
}

void stn_report_comparison(const StnComparison *comparison, int digits, StnResult *out)
{
    char unit[32];
    const StnComparisonRow *first = &comparison->row[0];
    const StnPlant *plant = stn_system_plant(first->system);
    out->method = "compare";
    stn_result_text(out, "scenario", comparison->name);
    stn_result_fact(out, "title", NULL, stn_cell_text(stn_scenario_title(first->scenario)), "%s\n",
                    stn_scenario_title(first->scenario));
    stn_result_text(out, "plant", plant->name);
    stn_result_text(out, "site", plant->sites[comparison->site].name);
    stn_result_open(out, "units");
    for (int c = 0; c < COLUMNS; c++)
        stn_result_text(out, columns[c].about.name, unit_of(comparison, c, unit));
    stn_result_close(out);
    report_rows(comparison, digits, out);
}

/* ---- CSV ---- */

static void put_csv(FILE *out, const StnComparison *comparison)
{
    char text[32];
    fputs("law,engine", out);
    for (int c = 0; c < COLUMNS; c++) {
        unit_of(comparison, c, text);
        fprintf(out, text[0] ? ",%s [%s]" : ",%s", columns[c].about.name, text);
    }
    putc('\n', out);
    for (int i = 0; i < stn_comparison_done(comparison); i++) {
        fprintf(out, "%s,%s", comparison->row[i].law, engine_of(&comparison->row[i]));
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
