/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Rows: picked by value, cut to a window of time, split into runs; numbers and time checked. */
#include "identify/data_rows.h"
#include "identify/failure.h"
#include "identify/repeated_rows.h"
#include "identify/resample.h"

#include "io/error_place.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUN_COLUMNS_MAX = 8 };

/* Rows while they are chosen. */
typedef struct Rows {
    const StnDataDef *def;
    const StnTable *table;
    StnData *data;
    size_t *row; /* rows of the file that stay */
    size_t count;
    const double *runs[RUN_COLUMNS_MAX]; /* columns whose change starts a run */
    int nruns;
    StnError *error;
} Rows;

__attribute__((format(printf, 2, 3))) static StnStatus refuse(const Rows *r, const char *format,
                                                              ...)
{
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return stn_error_at(r->error, STN_BAD_INPUT, r->data->file, 0, 0, "%s", text);
}

/* A row of the file in words: numbered from 1 below the header, and its line where that is known. */
typedef struct Place {
    char text[80];
} Place;

static Place place_of(const Rows *r, size_t row)
{
    Place place;
    if (r->table->line > 0)
        snprintf(place.text, sizeof place.text, "row %zu (line %zu of the file)", row + 1,
                 r->table->line + row);
    else
        snprintf(place.text, sizeof place.text, "row %zu", row + 1);
    return place;
}

/* ---- Which rows ---- */

static StnStatus refuse_length(const Rows *r, int column)
{
    return refuse(r, "the column \"%s\" has %zu values where the others have %zu",
                  r->table->column[column].name, r->table->length[column], r->data->rows);
}

static StnStatus pick_rows(Rows *r)
{
    for (int p = 0; p < r->def->npick; p++) {
        const StnPick *pick = &r->def->pick[p];
        const int index =
            stn_data_column(r->def, r->table, "choice of rows", pick->column, r->error);
        if (index < 0)
            return STN_BAD_INPUT;
        if (r->table->length && r->table->length[index] != r->data->rows)
            return refuse_length(r, index);
        const double *x = r->table->data[index];
        size_t kept = 0;
        for (size_t i = 0; i < r->count; i++)
            if (fabs(x[r->row[i]] - pick->value) <= 1e-9 * fabs(pick->value))
                r->row[kept++] = r->row[i];
        if (kept == 0)
            return refuse(r, "no row has %s = %g", pick->column, pick->value);
        r->count = kept;
    }
    return STN_OK;
}

static StnStatus cut_window(Rows *r)
{
    const double *t = r->data->value[STN_ROLE_TIME];
    size_t kept = 0;
    double first = INFINITY, last = -INFINITY;
    for (size_t i = 0; i < r->count; i++) {
        const double now = t[r->row[i]];
        first = fmin(first, now);
        last = fmax(last, now);
        if (!(now < r->def->from) && !(now > r->def->to)) /* a bound that is NaN is none */
            r->row[kept++] = r->row[i];
    }
    if (kept == 0)
        return refuse(r,
                      "no row lies in the window from %g s to %g s; the data reach from %g s to "
                      "%g s",
                      fmax(r->def->from, -INFINITY), fmin(r->def->to, INFINITY), first, last);
    if (kept < r->count)
        stn_remark(&r->data->remarks, "%zu of %zu rows lie in the window of time.", kept, r->count);
    r->count = kept;
    return STN_OK;
}

/* Whether a run ends between two rows of the file. */
static bool parted(const Rows *r, size_t before, size_t row)
{
    for (int k = 0; k < r->nruns; k++)
        if (r->runs[k][row] != r->runs[k][before])
            return true;
    return false;
}

static bool starts_run(const Rows *r, size_t i)
{
    return i == 0 || parted(r, r->row[i - 1], r->row[i]);
}

/* Every n-th row, counted from the start of each run. */
static void thin(Rows *r)
{
    size_t kept = 0, phase = 0, last = SIZE_MAX;
    const size_t every = (size_t)r->def->every;
    for (size_t i = 0; i < r->count; i++) {
        const bool fresh = last == SIZE_MAX || parted(r, last, r->row[i]);
        phase = fresh ? 0 : phase + 1;
        last = r->row[i];
        if (phase % every == 0)
            r->row[kept++] = r->row[i];
    }
    r->count = kept;
}

/* ---- Missing numbers ---- */

static bool is_whole(const Rows *r, size_t row)
{
    for (int role = 0; role < STN_DATA_COLUMNS; role++)
        if (r->data->value[role] && !isfinite(r->data->value[role][row]))
            return false;
    return true;
}

static size_t missing_in(const Rows *r, int role, size_t *first)
{
    size_t missing = 0;
    for (size_t i = 0; i < r->count; i++)
        if (!isfinite(r->data->value[role][r->row[i]]) && missing++ == 0)
            *first = r->row[i];
    return missing;
}

/* Straight lines over gaps inside a run; what is missing at its ends cannot be filled. */
static StnStatus fill(Rows *r, int role)
{
    double *x = r->data->value[role];
    const double *t = r->data->value[STN_ROLE_TIME];
    size_t good = SIZE_MAX;
    for (size_t i = 0; i < r->count; i++) {
        if (starts_run(r, i))
            good = SIZE_MAX;
        if (isfinite(x[r->row[i]])) {
            good = i;
            continue;
        }
        size_t next = i + 1;
        while (next < r->count && !starts_run(r, next) && !isfinite(x[r->row[next]]))
            next++;
        if (good == SIZE_MAX || next == r->count || starts_run(r, next))
            return refuse(r,
                          "column \"%s\": the first or last number of a run is missing, in %s, "
                          "and cannot be filled; choose a window of time",
                          r->data->column[role], place_of(r, r->row[i]).text);
        const double t0 = t[r->row[good]],
                     slope = (x[r->row[next]] - x[r->row[good]]) / (t[r->row[next]] - t0);
        x[r->row[i]] = x[r->row[good]] + slope * (t[r->row[i]] - t0);
    }
    return STN_OK;
}

static void drop(Rows *r)
{
    size_t kept = 0;
    for (size_t i = 0; i < r->count; i++)
        if (is_whole(r, r->row[i]))
            r->row[kept++] = r->row[i];
    if (kept < r->count)
        stn_remark(&r->data->remarks, "%zu row%s left out: numbers are missing.", r->count - kept,
                   r->count - kept == 1 ? " is" : "s are");
    r->count = kept;
}

static StnStatus treat_missing(Rows *r)
{
    if (r->def->missing == STN_MISSING_DROP)
        drop(r);
    for (int role = 0; role < STN_DATA_COLUMNS; role++) {
        size_t first = 0;
        const size_t missing = r->data->value[role] ? missing_in(r, role, &first) : 0;
        if (missing == 0)
            continue;
        if (r->def->missing == STN_MISSING_REFUSE || role == STN_ROLE_TIME)
            return refuse(r,
                          "column \"%s\" (%s): %zu number%s missing or not finite, the first in "
                          "%s; %s, or choose a window of time",
                          r->data->column[role], stn_role_word((StnRole)role), missing,
                          missing == 1 ? " is" : "s are", place_of(r, first).text,
                          r->def->missing_hint ? r->def->missing_hint
                                               : "fill or drop them on request");
        const StnStatus status = fill(r, role);
        if (status != STN_OK)
            return status;
        stn_remark(&r->data->remarks,
                   "%zu missing number%s of column \"%s\" lie%s on straight lines between their "
                   "neighbours.",
                   missing, missing == 1 ? "" : "s", r->data->column[role],
                   missing == 1 ? "s" : "");
    }
    return STN_OK;
}

/* Finite, but so large that squares overflow: no measurement. */
static StnStatus check_size(const Rows *r)
{
    for (int role = 0; role < STN_DATA_COLUMNS; role++)
        for (size_t i = 0; r->data->value[role] && i < r->count; i++) {
            const double value = r->data->value[role][r->row[i]];
            if (fabs(value) > 1e60)
                return refuse(r, "column \"%s\" (%s): %g in %s is no measurement",
                              r->data->column[role], stn_role_word((StnRole)role), value,
                              place_of(r, r->row[i]).text);
        }
    return STN_OK;
}

/* ---- Time and runs ---- */

static StnStatus check_time(const Rows *r)
{
    const double *t = r->data->value[STN_ROLE_TIME];
    for (size_t i = 1; i < r->count; i++) {
        const double before = t[r->row[i - 1]], now = t[r->row[i]];
        if (starts_run(r, i) || now > before)
            continue;
        return refuse(r,
                      "column \"%s\" (time) does not grow: %.9g s in %s follows %.9g s in row "
                      "%zu%s%s",
                      r->data->column[STN_ROLE_TIME], now, place_of(r, r->row[i]).text, before,
                      r->row[i - 1] + 1, r->nruns > 0 ? "" : "; where a file holds several runs, ",
                      r->nruns > 0        ? ""
                      : r->def->runs_hint ? r->def->runs_hint
                                          : "name the column that tells them apart");
    }
    return STN_OK;
}

/* A last sample that follows too soon (programs log the end of a run) would make it uneven. */
static void drop_odd_ends(Rows *r)
{
    const double *t = r->data->value[STN_ROLE_TIME];
    size_t dropped = 0;
    for (size_t end = r->count; end > 0;) { /* backwards: what moves up was looked at */
        size_t begin = end - 1;
        while (!starts_run(r, begin))
            begin--;
        double shortest = INFINITY; /* of all steps but the last */
        for (size_t i = begin + 1; i + 1 < end; i++)
            shortest = fmin(shortest, t[r->row[i]] - t[r->row[i - 1]]);
        if (end - begin > 4 && t[r->row[end - 1]] - t[r->row[end - 2]] < 0.98 * shortest) {
            memmove(r->row + end - 1, r->row + end, (r->count - end) * sizeof *r->row);
            r->count--;
            dropped++;
        }
        end = begin;
    }
    if (dropped > 0)
        stn_remark(&r->data->remarks,
                   "The last row of %zu run%s is left out: it follows the row before it by less "
                   "than the sampling time.",
                   dropped, dropped == 1 ? "" : "s");
}

static StnStatus mark_runs(const Rows *r)
{
    StnData *data = r->data;
    for (size_t i = 0; i < r->count; i++)
        data->nrun += starts_run(r, i);
    if (r->nruns > 0 && 2 * (size_t)data->nrun > r->count)
        return refuse(r,
                      "the runs column \"%s\" starts %d runs in %zu rows: its value must stay the "
                      "same within a run",
                      r->def->runs, data->nrun, r->count);
    data->run = calloc((size_t)data->nrun + 1, sizeof *data->run);
    data->run_value = calloc((size_t)data->nrun + 1, sizeof *data->run_value);
    if (!data->run || !data->run_value)
        return stn_no_memory(r->error);
    int n = 0;
    for (size_t i = 0; i < r->count; i++) {
        if (!starts_run(r, i))
            continue;
        data->run_value[n] = r->nruns > 0 ? r->runs[0][r->row[i]] : NAN;
        data->run[n++] = i;
    }
    data->run[n] = r->count;
    return STN_OK;
}

/* Moves the rows that stay together. */
static void pack(const Rows *r)
{
    for (int role = 0; role < STN_DATA_COLUMNS; role++)
        for (size_t i = 0; r->data->value[role] && i < r->count; i++)
            r->data->value[role][i] = r->data->value[role][r->row[i]];
    r->data->rows = r->count;
}

/* Steps of all runs together. */
typedef struct Steps {
    double span, jitter; /* s; largest distance of a step from the mean one of its run, in steps */
    double shortest, longest; /* mean steps of runs */
    bool even;
} Steps;

/* Whether the samples of a run lie on the line through its ends. */
static void measure_run(StnData *data, size_t begin, size_t end, Steps *steps)
{
    const double *t = data->value[STN_ROLE_TIME];
    if (end - begin < 2)
        return;
    const double mean = (t[end - 1] - t[begin]) / (double)(end - 1 - begin);
    for (size_t i = begin + 1; i < end; i++) {
        const double step = t[i] - t[i - 1], line = t[begin] + (double)(i - begin) * mean;
        data->Ts_min = fmin(data->Ts_min, step);
        data->Ts_max = fmax(data->Ts_max, step);
        steps->jitter = fmax(steps->jitter, fabs(step / mean - 1.0));
        steps->even = steps->even && fabs(t[i] - line) < 0.5 * mean && step < 1.5 * mean;
    }
    steps->span += t[end - 1] - t[begin];
    steps->shortest = fmin(steps->shortest, mean);
    steps->longest = fmax(steps->longest, mean);
}

static void measure_steps(StnData *data)
{
    const size_t count = data->rows - (size_t)data->nrun;
    Steps steps = {.shortest = INFINITY, .even = count > 0};
    data->Ts_min = INFINITY;
    data->Ts_max = 0.0;
    for (int n = 0; n < data->nrun; n++)
        measure_run(data, data->run[n], data->run[n + 1], &steps);
    data->Ts = count > 0 ? steps.span / (double)count : NAN;
    data->uniform = steps.even && steps.longest < 1.01 * steps.shortest;
    if (steps.even && steps.jitter > 0.02 && stn_data_follows_stamps(data)) {
        steps.even = data->uniform = false;
        stn_remark(&data->remarks,
                   "Time stamps jitter by up to %.0f %% of a step, and the position follows them: "
                   "the samples are not evenly spaced.",
                   100.0 * steps.jitter);
    } else if (steps.even && steps.jitter > 0.05) {
        stn_remark(&data->remarks,
                   "Time stamps jitter (by up to %.0f %% of a step); they are taken as evenly "
                   "spaced.",
                   100.0 * steps.jitter);
    }
    if (steps.even && !data->uniform)
        stn_remark(&data->remarks,
                   "The runs were sampled at different rates, every %g s to every %g s.",
                   steps.shortest, steps.longest);
}

/* "A,B": the columns of the runs.  A name with a comma in it is one column. */
static StnStatus find_runs(Rows *r)
{
    char name[256];
    for (const char *at = r->def->runs; at && *at;) {
        const bool whole = stn_table_column(r->table, at) >= 0;
        const size_t length = whole ? strlen(at) : strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        const int index = stn_data_column(r->def, r->table, "runs", name, r->error);
        if (index < 0)
            return STN_BAD_INPUT;
        if (r->table->length && r->table->length[index] != r->data->rows)
            return refuse_length(r, index);
        if (r->nruns == RUN_COLUMNS_MAX)
            return refuse(r, "more than %d columns tell runs apart", RUN_COLUMNS_MAX);
        r->runs[r->nruns++] = r->table->data[index];
        at += length + (at[length] == ',');
    }
    return STN_OK;
}

/* Times that were counted by rows start again with every run. */
static void restart_time(Rows *r)
{
    double *t = r->data->value[STN_ROLE_TIME];
    size_t first = 0;
    for (size_t i = 1; i < r->data->rows; i++) {
        first = parted(r, i - 1, i) ? i : first;
        t[i] = (double)(i - first) * r->def->sample;
    }
}

/* A position that jumps by most of its range, while its other steps are small, is a counter that ran over. */
static void remark_overrun(StnData *data)
{
    const double *x = data->value[STN_ROLE_POSITION];
    double least = INFINITY, most = -INFINITY, largest = 0.0, others = 0.0;
    for (size_t i = 0; x && i < data->rows; i++)
        least = fmin(least, x[i]), most = fmax(most, x[i]);
    const double range = most - least;
    for (int n = 0; x && n < data->nrun; n++)
        for (size_t i = data->run[n] + 1; i < data->run[n + 1]; i++) {
            const double step = fabs(x[i] - x[i - 1]);
            largest = fmax(largest, step);
            others = step > 0.5 * range ? others : fmax(others, step);
        }
    if (largest > 0.8 * range && others < 0.1 * range && data->rows > 20)
        stn_remark(&data->remarks,
                   "The position (column \"%s\") jumps by %.6g %s between two rows, most of its "
                   "range: if a counter or angle starts again there, --wrap %s=NUMBER undoes it, "
                   "with the number in the unit of the file.",
                   data->column[STN_ROLE_POSITION], largest, data->unit[STN_ROLE_POSITION],
                   data->column[STN_ROLE_POSITION]);
}

static StnStatus choose(Rows *r)
{
    StnStatus status = find_runs(r);
    if (status != STN_OK)
        return status;
    if (r->data->rows == 0)
        return refuse(r, "the data have no rows");
    for (size_t i = 0; i < r->data->rows; i++)
        r->row[i] = i;
    if (!isnan(r->def->sample))
        restart_time(r);
    status = pick_rows(r);
    if (status == STN_OK)
        status = cut_window(r);
    if (status == STN_OK) {
        thin(r);
        status = treat_missing(r);
    }
    if (status == STN_OK)
        status = check_size(r);
    if (status == STN_OK && r->count < r->def->least_rows)
        status = refuse(r, "%zu row%s left; at least %zu are needed", r->count,
                        r->count == 1 ? " is" : "s are", r->def->least_rows);
    if (status == STN_OK)
        status = check_time(r);
    if (status == STN_OK)
        drop_odd_ends(r);
    return status;
}

StnStatus stn_data_rows(const StnDataDef *def, const StnTable *table, StnData *data,
                        StnError *error)
{
    Rows r = {.def = def, .table = table, .data = data, .count = data->rows, .error = error};
    r.row = malloc((data->rows + 1) * sizeof *r.row);
    if (!r.row)
        return stn_no_memory(error);
    StnStatus status = choose(&r);
    if (status == STN_OK)
        status = mark_runs(&r);
    if (status == STN_OK) {
        pack(&r);
        status = stn_data_treat_repeated_rows(data, def->glitches == STN_GLITCHES_FILL, error);
    }
    if (status == STN_OK) {
        measure_steps(data);
        remark_overrun(data);
    }
    free(r.row);
    return status;
}
