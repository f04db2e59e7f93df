/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Measured data: a file into checked arrays in SI. */
#include "identify/data_rows.h"
#include "compare/sort.h"
#include "identify/delay.h"
#include "identify/glitches.h"
#include "identify/suspect.h"

#include "io/error_place.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#define DEFAULT_LIMIT ((size_t)1 << 30)

/* clang-format off */
static const StnDataColumn columns[] = {
    {STN_ROLE_TIME,          "time",            "time (default: t or time, otherwise the first one in a unit of time, or the first)"},
    {STN_ROLE_EFFORT,        "effort",          "force or torque, or a current or voltage with --gain; several add up"},
    {STN_ROLE_POSITION,      "position",        "position or angle"},
    {STN_ROLE_VELOCITY,      "velocity",        "velocity"},
    {STN_ROLE_ACCELERATION,  "acceleration",    "acceleration"},
    {STN_ROLE_COMMAND,       "reference",       "position that the controller wanted"},
    {STN_ROLE_SPEED_COMMAND, "speed-reference", "velocity that the controller wanted"},
    {STN_ROLE_LOAD,          "load",            "load of the surroundings"},
};
/* clang-format on */

int stn_data_column_count(void) { return (int)(sizeof columns / sizeof columns[0]); }
const StnDataColumn *stn_data_column_at(int index) { return &columns[index]; }

#define S StnDataDef
/* clang-format off */
static const StnField entries[] = {
    STN_NUMBER (S, sample, "s", NAN, STN_ABOVE_0, DBL_MAX, "between rows of a file without a column of time"),
    STN_NUMBER (S, from, "s", NAN, -DBL_MAX, DBL_MAX, "rows from this time on"),
    STN_NUMBER (S, to, "s", NAN, -DBL_MAX, DBL_MAX, "rows up to this time"),
    STN_INTEGER(S, every, 1, 1, INT_MAX, "keep every N-th row, without a filter"),
    STN_WORD   (S, missing, "refuse|fill|drop", STN_MISSING_REFUSE, "rows with missing numbers"),
    STN_WORD   (S, glitches, "fill|keep", STN_GLITCHES_FILL,
                "single numbers that leave a signal and come back at once: lines take their place, or they stay"),
    STN_NUMBER (S, resample, "Hz", NAN, STN_ABOVE_0, DBL_MAX,
                "even samples at this rate, band-limited (where a method needs them: the rate of the data)"),
    STN_NUMBER (S, gap, "s", NAN, STN_ABOVE_0, DBL_MAX,
                "where samples are made even, a longer step starts a new run (3 usual steps)"),
};
/* clang-format on */
#undef S
static const StnFields fields = STN_TABLE("data", StnDataDef, entries);

const StnFields *stn_data_fields(void) { return &fields; }

StnDataDef stn_default_data_def(const char *file)
{
    StnDataDef def = {.file = file, .least_rows = 2};
    stn_fields_default(&fields, &def);
    return def;
}

static StnStatus check_def(const StnDataDef *def, StnError *error)
{
    bool time = false;
    for (int i = 0; i < def->nterm; i++) {
        time = time || def->term[i].role == STN_ROLE_TIME;
        if (!def->term[i].column && def->term[i].role != STN_ROLE_TIME)
            return stn_error(error, STN_BAD_INPUT, "the %s has no column",
                             stn_role_word(def->term[i].role));
    }
    if (!time)
        return stn_error(error, STN_BAD_INPUT, "the column of the time is not named");
    const StnStatus status = stn_fields_check(&fields, def, error);
    if (status != STN_OK)
        return status;
    if (def->from >= def->to)
        return stn_error(error, STN_BAD_INPUT, "the window from %g s to %g s is empty", def->from,
                         def->to);
    return STN_OK;
}

StnStatus stn_data_take(const StnDataDef *def, const StnTable *table, StnData *data,
                        StnError *error)
{
    memset(data, 0, sizeof *data);
    snprintf(data->file, sizeof data->file, "%s", def->file ? def->file : "");
    StnStatus status = check_def(def, error);
    if (status == STN_OK)
        status = stn_data_columns(def, table, data, error);
    if (status == STN_OK)
        status = stn_data_rows(def, table, data, error);
    if (status == STN_OK)
        status = stn_data_treat_glitches(data, def->glitches == STN_GLITCHES_FILL, error);
    if (status == STN_OK)
        status = stn_data_treat_odd_ends(data, def->glitches == STN_GLITCHES_FILL, error);
    if (status == STN_OK)
        status =
            stn_data_suspect(data, error); /* as they were measured: a spline has no flat tops */
    if (status == STN_OK)
        status = stn_data_undelay(def, data, error);
    if (status == STN_OK && (!isnan(def->resample) || (def->even && !data->uniform)))
        status = stn_data_resample(data, def->resample, def->gap, error);
    else if (status == STN_OK && !isnan(def->gap))
        stn_remark(&data->remarks, "--gap changes nothing: the samples are %s.",
                   data->uniform ? "even" : "used as they are, this method needs no even ones");
    if (status != STN_OK)
        stn_data_free(data);
    return status;
}

/* Reading takes a few times the size of the file in memory: larger ones are refused. */
static StnStatus check_size(const StnDataDef *def, StnError *error)
{
    const uintmax_t limit = def->limit ? def->limit : DEFAULT_LIMIT;
    struct stat info;
    if (stat(def->file, &info) != 0 || !S_ISREG(info.st_mode) || (uintmax_t)info.st_size <= limit)
        return STN_OK; /* what cannot be opened is said by the reader */
    return stn_error_at(
        error, STN_BAD_INPUT, def->file, 0, 0,
        "the file has %ju bytes; the limit is %ju, since it is read as a whole: cut "
        "it into parts, or leave out columns and rows before",
        (uintmax_t)info.st_size, limit);
}

StnStatus stn_data_read(const StnDataDef *def, StnData *data, StnError *error)
{
    StnTable table;
    memset(data, 0, sizeof *data);
    StnStatus status = check_def(def, error);
    if (status == STN_OK)
        status = check_size(def, error);
    if (status != STN_OK)
        return status;
    const size_t length = strlen(def->file);
    const bool mat = length > 4 && strcasecmp(def->file + length - 4, ".mat") == 0;
    const size_t limit = def->limit ? def->limit : DEFAULT_LIMIT;
    status = mat ? stn_mat_read(def->file, limit, &table, error)
                 : stn_csv_read_loose(def->file, limit, &table, error);
    if (status != STN_OK)
        return status;
    status = stn_data_take(def, &table, data, error);
    stn_table_free(&table);
    return status;
}

void stn_data_free(StnData *data)
{
    for (int role = 0; role < STN_DATA_COLUMNS; role++)
        free(data->value[role]);
    free(data->run);
    free(data->run_value);
    memset(data, 0, sizeof *data);
}

/* ---- What a method needs ---- */

static bool is_constant(const double *x, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (x[i] != x[0])
            return false;
    return true;
}

StnStatus stn_data_require(const StnData *data, unsigned roles, unsigned constant, StnError *error)
{
    for (int role = 0; role < STN_DATA_COLUMNS; role++) {
        if (!(roles & 1u << role))
            continue;
        const char *word = stn_role_word((StnRole)role);
        if (!data->value[role])
            return stn_error(error, STN_BAD_INPUT, "this method needs the %s: name its column",
                             word);
        if (!(constant & 1u << role) && is_constant(data->value[role], data->rows))
            return stn_error_at(error, STN_BAD_INPUT, data->file, 0, 0,
                                "the %s (column \"%s\") is %g in all %zu rows: a constant signal "
                                "says nothing%s",
                                word, data->column[role], data->value[role][0], data->rows,
                                role == STN_ROLE_EFFORT
                                    ? "; where a body runs out by itself, inertia is the force: "
                                      "inverse, curve and power take its mass (--mass)"
                                    : "");
    }
    return STN_OK;
}

StnStatus stn_data_require_angle(const StnData *data, StnError *error)
{
    if (!data->rotary)
        return stn_error(
            error, STN_BAD_INPUT,
            "gravity over the angle belongs to rotary data; the weight of a linear axis "
            "is its offset");
    return stn_data_require(data, 1u << STN_ROLE_POSITION, 0, error);
}

StnStatus stn_data_require_uniform(const StnData *data, StnError *error)
{
    if (data->uniform)
        return STN_OK;
    return stn_error_at(error, STN_BAD_INPUT, data->file, 0, 0,
                        "the samples are not evenly spaced (steps from %g s to %g s, mean %g s), "
                        "but this method filters or differentiates; choose a window without gaps, "
                        "or resample the data (stn_data_resample, --resample)",
                        data->Ts_min, data->Ts_max, data->Ts);
}

int stn_data_time_restarts(const StnData *data)
{
    const double *t = data->value[STN_ROLE_TIME];
    for (int n = 1; n < data->nrun; n++)
        if (t[data->run[n]] <= t[data->run[n] - 1])
            return n;
    return 0;
}

StnStatus stn_data_require_one_time(const StnData *data, StnError *error)
{
    const double *t = data->value[STN_ROLE_TIME];
    const int n = stn_data_time_restarts(data);
    return n == 0 ? STN_OK
                  : stn_error_at(error, STN_BAD_INPUT, data->file, 0, 0,
                                 "a drift of the levels needs a time that goes on from run to run: "
                                 "run %d starts at %g s, and the one before it ends at %g s",
                                 n + 1, t[data->run[n]], t[data->run[n] - 1]);
}

StnStatus stn_data_find_resolution(const StnData *data, StnRole role, double given,
                                   double *resolution, StnError *error)
{
    const double *x = data->value[role];
    *resolution = given;
    if (!isnan(given) || !x || data->rows == 0)
        return STN_OK;
    double *sorted = malloc(data->rows * sizeof *sorted);
    if (!sorted)
        return stn_out_of_memory(error);
    memcpy(sorted, x, data->rows * sizeof *sorted);
    *resolution = stn_smallest_step(sorted, data->rows);
    free(sorted);
    return STN_OK;
}

StnStatus stn_data_position_resolution(const StnData *data, double *resolution, StnError *error)
{
    *resolution = NAN;
    for (int role = STN_ROLE_POSITION; role < STN_DATA_COLUMNS; role++)
        if ((role == STN_ROLE_POSITION || role >= STN_DATA_EXTRA) && data->value[role] &&
            (strcmp(data->unit[role], "m") == 0 || strcmp(data->unit[role], "rad") == 0))
            return stn_data_find_resolution(data, (StnRole)role, NAN, resolution, error);
    return STN_OK;
}
