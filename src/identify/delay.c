/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A column that is late by D shows at t + D what happened at t (a bus, a filter in a sensor, two clocks).  It is read
 * there, on a straight line between the rows beside it, or as it stands where D is a whole number of steps. */
#include "identify/delay.h"
#include "identify/failure.h"

#include "io/error_place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GAP 3.0       /* mean steps: nothing is read between rows further apart */
#define ROUNDING 1e-4 /* of a step: so near a row it is that row */

/* The delay of each role; terms that add up must have the same. */
static StnStatus find_delays(const StnDataDef *def, const StnData *data, double *delay, bool *any,
                             StnError *error)
{
    bool seen[STN_DATA_COLUMNS] = {false};
    for (int i = 0; i < def->nterm; i++) {
        const StnTerm *term = &def->term[i];
        const char *column = term->column ? term->column : data->column[term->role];
        if (!isfinite(term->delay))
            return stn_error_at(error, STN_BAD_INPUT, data->file, 0, 0,
                                "column \"%s\": its delay must be a finite time", column);
        if (term->delay != 0.0 && term->role == STN_ROLE_TIME)
            return stn_error_at(error, STN_BAD_INPUT, data->file, 0, 0,
                                "column \"%s\" is the time: a delay belongs to another column",
                                column);
        if (seen[term->role] && term->delay != delay[term->role])
            return stn_error_at(error, STN_BAD_INPUT, data->file, 0, 0,
                                "column \"%s\" has a delay of %g s, and %s, which it is added to, "
                                "%g s: what adds up must have the same",
                                column, term->delay, data->column[term->role], delay[term->role]);
        seen[term->role] = true;
        delay[term->role] = term->delay;
        *any = *any || term->delay != 0.0;
    }
    return STN_OK;
}

/* The row of a run from which a column is read at a time, between it and the next one; false where there is none.
 * `from`: not before this row. */
static bool place_at(const StnData *data, size_t from, size_t end, double t, size_t *row,
                     double *part)
{
    const double *time = data->value[STN_ROLE_TIME], near = ROUNDING * data->Ts;
    size_t i = from;
    while (i + 1 < end && time[i + 1] <= t + near)
        i++;
    *row = i;
    *part = 0.0;
    if (t < time[i] - near || (i + 1 == end && t > time[i] + near))
        return false;
    if (t <= time[i] + near)
        return true;
    *part = (t - time[i]) / (time[i + 1] - time[i]);
    return time[i + 1] - time[i] < GAP * data->Ts;
}

/* One column of one run into `out`; rows that have no value are no longer good. */
static void move_column(const StnData *data, int role, size_t begin, size_t end, double delay,
                        double *out, bool *good)
{
    const double *x = data->value[role], *t = data->value[STN_ROLE_TIME];
    size_t row = begin;
    for (size_t i = begin; i < end; i++) {
        double part;
        const bool found = place_at(data, row, end, t[i] + delay, &row, &part);
        out[i] = part > 0.0 ? (1.0 - part) * x[row] + part * x[row + 1] : x[row];
        good[i] = good[i] && found;
    }
}

/* Only good rows stay; runs that have none go. */
static void keep_good(StnData *data, const bool *good)
{
    size_t kept = 0;
    int runs = 0;
    for (int n = 0; n < data->nrun; n++) {
        const size_t first = kept, end = data->run[n + 1];
        for (size_t i = data->run[n]; i < end; i++) {
            if (!good[i])
                continue;
            for (int role = 0; role < STN_DATA_COLUMNS; role++)
                if (data->value[role])
                    data->value[role][kept] = data->value[role][i];
            kept++;
        }
        if (kept == first)
            continue;
        data->run_value[runs] = data->run_value[n];
        data->run[runs++] = first; /* never behind run[n], which is read already */
    }
    data->run[runs] = kept;
    data->nrun = runs;
    data->rows = kept;
}

static StnStatus move_all(StnData *data, const double *delay, bool *good, StnError *error)
{
    for (int role = 0; role < STN_DATA_COLUMNS; role++) {
        if (!data->value[role] || delay[role] == 0.0)
            continue;
        double *moved = malloc((data->rows + 1) * sizeof *moved);
        if (!moved)
            return stn_no_memory(error);
        for (int n = 0; n < data->nrun; n++)
            move_column(data, role, data->run[n], data->run[n + 1], delay[role], moved, good);
        free(data->value[role]);
        data->value[role] = moved;
        stn_remark(&data->remarks, "Column \"%s\" is taken %g s %s.", data->column[role],
                   fabs(delay[role]),
                   delay[role] > 0.0 ? "earlier than it was recorded"
                                     : "later than it was recorded");
    }
    return STN_OK;
}

StnStatus stn_data_undelay(const StnDataDef *def, StnData *data, StnError *error)
{
    double delay[STN_DATA_COLUMNS] = {0.0};
    bool any = false;
    StnStatus status = find_delays(def, data, delay, &any, error);
    if (status != STN_OK || !any)
        return status;
    bool *good = malloc((data->rows + 1) * sizeof *good);
    if (!good)
        return stn_no_memory(error);
    memset(good, true, data->rows + 1);
    const size_t before = data->rows;
    status = move_all(data, delay, good, error);
    if (status == STN_OK)
        keep_good(data, good);
    free(good);
    if (status == STN_OK && data->rows < (def->least_rows > 2 ? def->least_rows : 2))
        status = stn_error_at(error, STN_BAD_INPUT, data->file, 0, 0,
                              "%zu of %zu rows have values of all columns where their delays are "
                              "taken out; at least %zu are needed",
                              data->rows, before, def->least_rows);
    return status;
}
