/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The first and the last rows of a run have a neighbour on one side only: a number there does not come back.  A filter or a
 * sensor that has not settled, a last line that was cut off: left out, they cost a row. */
#include "identify/glitches.h"
#include "identify/failure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENDS = 3, BESIDE = 8, LEAST_ROWS = 20 }; /* rows at an end that are looked at; beside them */
#define JUMP 10.0                               /* times the largest step beside them */
#define MORE 3.0                                /* times the largest change anywhere else */
#define BEYOND 3.0 /* of an effort, which may jump: times the range of all others */

/* Looked at from an end inwards: row k of the run. */
typedef struct End {
    const double *x;
    size_t count;
    bool last;
} End;

static double at(const End *e, size_t k) { return e->x[e->last ? e->count - 1 - k : k]; }
static double step(const End *e, size_t k) { return fabs(at(e, k) - at(e, k - 1)); }

/* What inertia keeps small between two rows: the change of a velocity, or of the steps of a position. */
static double change(const End *e, StnRole role, size_t k)
{
    const double behind = role == STN_ROLE_POSITION ? at(e, k) - at(e, k + 1) : 0.0;
    return fabs(at(e, k - 1) - at(e, k) - behind);
}

/* In all rows but those at the ends. */
static double largest_change(const End *e, StnRole role)
{
    double most = 0.0;
    for (size_t k = ENDS + 1; k + ENDS + 1 < e->count; k++)
        most = fmax(most, change(e, role, k));
    return most;
}

/* Rows in front of the innermost jump that nothing behind it comes near, beside it or, by inertia, anywhere; dx: the smallest
 * step of the column. */
static size_t rows_before_jump(const End *e, StnRole role, double dx)
{
    const double usual = largest_change(e, role);
    double largest = 0.0;
    for (size_t k = ENDS + 1; k <= ENDS + BESIDE; k++)
        largest = fmax(largest, step(e, k));
    for (size_t k = ENDS; k > 0; k--) {
        if (step(e, k) > JUMP * (largest + dx) && change(e, role, k) > MORE * usual)
            return k;
        largest = fmax(largest, step(e, k));
    }
    return 0;
}

/* Whether the value of the end row lies far beyond all others of the run. */
static bool is_beyond(const End *e, size_t rows)
{
    double low = 0.0, high = 0.0; /* an effort starts and ends at 0 */
    for (size_t k = rows; k < e->count; k++)
        low = fmin(low, at(e, k)), high = fmax(high, at(e, k));
    const double margin = BEYOND * (high - low);
    for (size_t k = 0; k < rows; k++)
        if (at(e, k) > high + margin || at(e, k) < low - margin)
            return true;
    return false;
}

static const StnRole roles[] = {STN_ROLE_POSITION, STN_ROLE_VELOCITY, STN_ROLE_EFFORT};
enum { ROLES = sizeof roles / sizeof roles[0] };

/* How many rows of this end go; *role: because of which column.  dx: the smallest step of each. */
static size_t odd_rows(const StnData *data, int run, bool last, const double *dx, StnRole *role)
{
    const size_t begin = data->run[run], count = data->run[run + 1] - begin;
    size_t most = 0;
    for (size_t k = 0; k < ROLES && count >= LEAST_ROWS; k++) {
        const double *x = data->value[roles[k]];
        if (!x)
            continue;
        const End end = {x + begin, count, last};
        const size_t rows = rows_before_jump(&end, roles[k], dx[k]);
        if (rows <= most || (roles[k] == STN_ROLE_EFFORT && !is_beyond(&end, rows)))
            continue;
        most = rows;
        *role = roles[k];
    }
    return most;
}

static void remark(StnData *data, int run, bool last, size_t rows, StnRole role, bool leave_out)
{
    const bool one = rows == 1;
    char which[40] = "", many[24] = "";
    if (data->nrun > 1)
        snprintf(which, sizeof which, " of run %d", run + 1);
    if (!one)
        snprintf(many, sizeof many, "%zu ", rows);
    stn_remark(&data->remarks, "The %s %srow%s%s %s: %s %s (column \"%s\") %s%s.",
               last ? "last" : "first", many, one ? "" : "s", which,
               leave_out ? one ? "is left out (--glitches keep: it stays)"
                               : "are left out (--glitches keep: they stay)"
               : one     ? "stays, as asked for (--glitches)"
                         : "stay, as asked for (--glitches)",
               one ? "its" : "their", stn_role_word(role), data->column[role], one ? "is " : "are ",
               role == STN_ROLE_EFFORT ? "far beyond all others" : "where no motion beside leads");
}

/* Rows that stay move up. */
static void leave_out_rows(StnData *data, size_t (*cut)[2])
{
    size_t kept = 0;
    for (int r = 0; r < data->nrun; r++) {
        const size_t begin = data->run[r] + cut[r][0], end = data->run[r + 1] - cut[r][1];
        data->run[r] = kept;
        for (int role = 0; role < STN_DATA_COLUMNS; role++)
            if (data->value[role])
                memmove(data->value[role] + kept, data->value[role] + begin,
                        (end - begin) * sizeof(double));
        kept += end - begin;
    }
    data->run[data->nrun] = data->rows = kept;
}

StnStatus stn_data_treat_odd_ends(StnData *data, bool leave_out, StnError *error)
{
    size_t(*cut)[2] = calloc((size_t)data->nrun + 1, sizeof *cut);
    StnRole role = STN_ROLE_POSITION;
    double dx[ROLES]; /* of all rows: for every run anew, many short runs would take minutes */
    bool any = false;
    if (!cut)
        return stn_no_memory(error);
    for (size_t k = 0; k < ROLES; k++)
        dx[k] = data->value[roles[k]] ? stn_smallest_change(data->value[roles[k]], data->rows)
                                      : INFINITY;
    for (int r = 0; r < data->nrun; r++)
        for (int last = 0; last < 2; last++) {
            cut[r][last] = odd_rows(data, r, last, dx, &role);
            if (cut[r][last] > 0)
                remark(data, r, last, cut[r][last], role, leave_out);
            any = any || cut[r][last] > 0;
        }
    if (any && leave_out)
        leave_out_rows(data, cut);
    free(cut);
    return STN_OK;
}
