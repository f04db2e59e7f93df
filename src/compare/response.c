/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How a position follows its command: final error, overshoot, rise and settling time. */
#include "stiction/compare.h"

#include <math.h>

enum { BISECTIONS = 60 };

/* Positions and commands of all rows. */
typedef struct Response {
    const StnSystem *system;
    int input;
    const double *t, *x;
    size_t rows;
    double last; /* the final command */
    double band; /* commands nearer than this are equal */
} Response;

static double command_at(const Response *r, double t)
{
    return stn_system_input(r->system, r->input, t).val;
}

static bool is_last(const Response *r, double t)
{
    return fabs(command_at(r, t) - r->last) <= r->band;
}

/* The first row from which on the command has its final value. */
static size_t first_settled_row(const Response *r)
{
    size_t row = r->rows;
    while (row > 0 && is_last(r, r->t[row - 1]))
        row--;
    return row;
}

/* Between two rows, to the resolution of the time. */
static double settled_time(const Response *r, size_t row)
{
    if (row == 0)
        return r->t[0];
    double before = r->t[row - 1], after = r->t[row];
    for (int i = 0; i < BISECTIONS; i++) {
        const double middle = 0.5 * (before + after);
        if (is_last(r, middle))
            after = middle;
        else
            before = middle;
    }
    return after;
}

/* One value before the final one, and a jump between them. */
static bool is_step(const Response *r, size_t row, double at)
{
    if (row == 0)
        return true;
    const double before = command_at(r, r->t[0]);
    for (size_t i = 0; i < row; i++)
        if (fabs(command_at(r, r->t[i]) - before) > r->band)
            return false;
    const double early = at - 1e-9 * fmax(1.0, fabs(at));
    return early < r->t[0] || fabs(command_at(r, early) - before) <= r->band;
}

static double position_at(const Response *r, size_t row, double t)
{
    if (row == 0)
        return r->x[0];
    const double width = r->t[row] - r->t[row - 1];
    const double part = width > 0.0 ? (t - r->t[row - 1]) / width : 1.0;
    return r->x[row - 1] + part * (r->x[row] - r->x[row - 1]);
}

/* When the position first passes `level`, from row `from` on; NaN: never. */
static double first_passing(const Response *r, size_t from, double level, double direction)
{
    for (size_t i = from; i < r->rows; i++) {
        if ((r->x[i] - level) * direction < 0.0)
            continue;
        if (i == 0 || (r->x[i - 1] - level) * direction >= 0.0)
            return r->t[i];
        return r->t[i - 1] +
               (level - r->x[i - 1]) / (r->x[i] - r->x[i - 1]) * (r->t[i] - r->t[i - 1]);
    }
    return NAN;
}

/* From when on |command - x| stays within `band`; NaN: not at the end. */
static double settled_from(const Response *r, size_t from, double at, double band)
{
    size_t row = r->rows;
    while (row > from && fabs(r->last - r->x[row - 1]) <= band)
        row--;
    if (row == r->rows)
        return NAN;
    if (row == from)
        return at;
    const double a = fabs(r->last - r->x[row - 1]), b = fabs(r->last - r->x[row]);
    const double t = r->t[row - 1] + (a - band) / (a - b) * (r->t[row] - r->t[row - 1]);
    return fmax(t, at);
}

static void measure_arrival(StnResponse *out, const Response *r, size_t row, double share)
{
    const double start = position_at(r, row, out->at), way = r->last - start;
    const double direction = way < 0.0 ? -1.0 : 1.0;
    if (out->step)
        out->size = way;
    if (!(fabs(out->size) > r->band))
        return;
    double beyond = 0.0;
    for (size_t i = row; i < r->rows; i++)
        beyond = fmax(beyond, (r->x[i] - r->last) * direction);
    out->overshoot = beyond / fabs(out->size);
    out->settling = settled_from(r, row, out->at, share * fabs(out->size)) - out->at;
    if (out->step)
        out->rise = first_passing(r, row, start + 0.9 * way, direction) -
                    first_passing(r, row, start + 0.1 * way, direction);
}

StnResponse stn_response_within(const StnSystem *system, int site, const StnRecord *record,
                                double share)
{
    const StnPlant *plant = stn_system_plant(system);
    const int column = stn_record_column(record, plant->states[plant->sites[site].x].name);
    Response r = {.system = system, .input = stn_metrics_command_input(system, site)};
    StnResponse out = {.input = -1,
                       .at = NAN,
                       .command = NAN,
                       .size = NAN,
                       .final_error = NAN,
                       .largest_error = NAN,
                       .overshoot = NAN,
                       .rise = NAN,
                       .settling = NAN};
    if (r.input < 0 || column < 0 || record->rows < 2)
        return out;
    r.t = record->data[0];
    r.x = record->data[column];
    r.rows = record->rows;
    r.last = command_at(&r, r.t[r.rows - 1]);
    if (isnan(r.last))
        return out;
    double least = r.last, most = r.last;
    out.largest_error = 0.0;
    for (size_t i = 0; i < r.rows; i++) {
        const double command = command_at(&r, r.t[i]);
        least = fmin(least, command);
        most = fmax(most, command);
        out.largest_error = fmax(out.largest_error, fabs(command - r.x[i]));
    }
    r.band = 1e-9 * fmax(fabs(least), fabs(most));
    out.input = r.input;
    out.command = r.last;
    out.size = most - least;
    out.final_error = r.last - r.x[r.rows - 1];
    const size_t row = first_settled_row(&r);
    if (row + 1 >= r.rows)
        return out;
    out.at = settled_time(&r, row);
    out.step = is_step(&r, row, out.at);
    measure_arrival(&out, &r, row, share);
    return out;
}

StnResponse stn_response_of(const StnSystem *system, int site, const StnRecord *record)
{
    return stn_response_within(system, site, record, STN_SETTLED);
}
