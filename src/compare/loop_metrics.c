/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Hunting, staircase, error at reversals, effort: how a position loop gets on with friction. */
#include "compare/comparison.h"

#include <math.h>
#include <string.h>

/* The rows of the second half; e is measured less wanted, as in a compensation. */
typedef struct Half {
    const StnSystem *system;
    int input;
    const double *t, *x, *v, *u;
    size_t first, end;
} Half;

static double command_of(const Half *h, size_t row)
{
    return stn_system_input(h->system, h->input, h->t[row]).val;
}

static double error_of(const Half *h, size_t row) { return h->x[row] - command_of(h, row); }

const char *stn_output_of_role(const StnSystem *system, StnRole role, int site)
{
    const StnPlant *plant = stn_system_plant(system);
    const char *any = NULL;
    for (int i = 0; i < plant->noutput; i++) {
        if (plant->outputs[i].role != role)
            continue;
        if (plant->outputs[i].site == site)
            return plant->outputs[i].name;
        any = any ? any : plant->outputs[i].name;
    }
    return any;
}

/* ---- The command ---- */

typedef struct Way {
    double range, largest; /* of the command, and of its steps from row to row */
    size_t up, down, rows; /* steps that rise and that fall, of all */
} Way;

/* Steps below a part in 1e9 of the command are rounding. */
static int step_of(const Half *h, size_t row, double *size)
{
    const double to = command_of(h, row), step = to - command_of(h, row - 1);
    *size = fabs(step);
    return *size <= 1e-9 * fabs(to) ? 0 : step > 0.0 ? 1 : -1;
}

static Way way_of(const Half *h)
{
    double least = command_of(h, h->first), most = least, size = 0.0;
    Way way = {.rows = h->end - h->first - 1};
    for (size_t i = h->first + 1; i < h->end; i++) {
        const int side = step_of(h, i, &size);
        way.up += side > 0;
        way.down += side < 0;
        way.largest = fmax(way.largest, size);
        least = fmin(least, command_of(h, i));
        most = fmax(most, command_of(h, i));
    }
    way.range = most - least;
    return way;
}

static StnCommandMotion motion_of_command(const Half *h)
{
    const Way way = way_of(h);
    if (way.up + way.down == 0)
        return STN_COMMAND_RESTS;
    if (way.largest > 0.1 * way.range)
        return STN_COMMAND_MIXED;
    if (way.up > 0 && way.down > 0)
        return STN_COMMAND_TURNS;
    return (double)(way.up + way.down) >= 0.9 * (double)way.rows ? STN_COMMAND_RUNS
                                                                 : STN_COMMAND_MIXED;
}

/* The first row after `row` at which the command turns; `end`: none.  *side: its direction before. */
static size_t next_turn(const Half *h, size_t row, int *side)
{
    double size;
    for (size_t i = row + 1; i < h->end; i++) {
        const int now = step_of(h, i, &size), before = *side;
        *side = now != 0 ? now : before;
        if (now != 0 && before == -now)
            return i - 1;
    }
    return h->end;
}

/* A quarter of a period is half the time from turn to turn; the last one takes that of the one before. */
static double glitch_of(const Half *h)
{
    int side = 0;
    double largest = NAN, quarter = NAN;
    size_t turn = next_turn(h, h->first, &side);
    while (turn < h->end) {
        const size_t next = next_turn(h, turn, &side);
        if (next < h->end)
            quarter = 0.5 * (h->t[next] - h->t[turn]);
        for (size_t i = turn; i < h->end && !(h->t[i] > h->t[turn] + quarter); i++)
            largest = fmax(largest, fabs(error_of(h, i)));
        turn = next;
    }
    return largest;
}

/* ---- The error ---- */

/* Mean time from one rise of the error through the middle of its range to the next; one that turns within a quarter of
 * the range around it does not count. */
static double period_of(const Half *h, double least, double most)
{
    const double middle = 0.5 * (least + most), quarter = 0.25 * (most - least);
    double crossing = NAN, begin = NAN, end = NAN;
    int rises = 0, low = 0;
    for (size_t i = h->first + 1; i < h->end; i++) {
        const double before = error_of(h, i - 1), now = error_of(h, i);
        if (before < middle && now >= middle)
            crossing = h->t[i - 1] + (middle - before) / (now - before) * (h->t[i] - h->t[i - 1]);
        if (now < middle - quarter)
            low = 1;
        if (low && now > middle + quarter) {
            begin = rises++ == 0 ? crossing : begin;
            end = crossing;
            low = 0;
        }
    }
    return most == least ? 0.0 : rises > 1 ? (end - begin) / (rises - 1) : NAN;
}

static void measure_errors(const Half *h, StnLoopMetrics *out)
{
    double least = INFINITY, most = -INFINITY, sum = 0.0;
    for (size_t i = h->first; i < h->end; i++) {
        const double e = error_of(h, i), before = i > h->first ? error_of(h, i - 1) : e;
        const double width = i > h->first ? h->t[i] - h->t[i - 1] : 0.0;
        least = fmin(least, e);
        most = fmax(most, e);
        sum += 0.5 * width * (e * e + before * before);
    }
    out->largest_error = fmax(most, -least);
    out->rms_error = sqrt(sum / (h->t[h->end - 1] - h->t[h->first]));
    if (out->command == STN_COMMAND_RESTS)
        out->hunting = most - least;
    if (out->command == STN_COMMAND_RUNS)
        out->staircase = most - least;
    if (out->command == STN_COMMAND_RESTS || out->command == STN_COMMAND_RUNS)
        out->period = period_of(h, least, most);
    if (out->command == STN_COMMAND_RESTS && out->stands)
        out->standing_error = fabs(error_of(h, h->end - 1));
    if (out->command == STN_COMMAND_TURNS)
        out->quadrant_glitch = glitch_of(h);
}

/* Between rows that are both slow. */
static double held_share(const Half *h)
{
    const double time = h->t[h->end - 1] - h->t[h->first];
    const double mean = fabs(command_of(h, h->end - 1) - command_of(h, h->first)) / time;
    double held = 0.0;
    for (size_t i = h->first + 1; i < h->end; i++)
        if (fabs(h->v[i - 1]) < 0.1 * mean && fabs(h->v[i]) < 0.1 * mean)
            held += h->t[i] - h->t[i - 1];
    return held / time;
}

static double range_of(const double *y, size_t first, size_t end)
{
    double least = y[first], most = y[first];
    for (size_t i = first; i < end; i++) {
        least = fmin(least, y[i]);
        most = fmax(most, y[i]);
    }
    return most - least;
}

static void measure_effort(const Half *h, StnLoopMetrics *out)
{
    double sum = 0.0, changes = 0.0, last = 0.0;
    out->largest_effort = 0.0;
    for (size_t i = h->first; i < h->end; i++) {
        const double u = h->u[i], before = i > h->first ? h->u[i - 1] : u;
        const double width = i > h->first ? h->t[i] - h->t[i - 1] : 0.0;
        out->largest_effort = fmax(out->largest_effort, fabs(u));
        sum += 0.5 * width * (u * u + before * before);
        changes += u * last < 0.0;
        last = u != 0.0 ? u : last;
    }
    const double time = h->t[h->end - 1] - h->t[h->first];
    out->rms_effort = sqrt(sum / time);
    out->effort_reversals = changes / time;
}

StnLoopMetrics stn_loop_metrics_of(const StnSystem *system, int site, const StnRecord *record)
{
    const StnPlant *plant = stn_system_plant(system);
    const char *effort = stn_output_of_role(system, STN_ROLE_EFFORT, site);
    Half h = {.system = system, .input = site < 0 ? -1 : stn_metrics_command_input(system, site)};
    StnLoopMetrics out = {.command = STN_COMMAND_NONE,
                          .hunting = NAN,
                          .staircase = NAN,
                          .period = NAN,
                          .held = NAN,
                          .standing_error = NAN,
                          .largest_error = NAN,
                          .rms_error = NAN,
                          .quadrant_glitch = NAN,
                          .largest_effort = NAN,
                          .rms_effort = NAN,
                          .effort_reversals = NAN};
    if (site < 0 || record->rows < 3)
        return out;
    h.t = record->data[0];
    h.x = stn_measure_column(record, plant->states[plant->sites[site].x].name);
    h.v = stn_measure_column(record, stn_site_velocity(plant, site)->name);
    h.u = effort ? stn_measure_column(record, effort) : NULL;
    const StnWindow half = {0.5 * (h.t[0] + h.t[record->rows - 1]), h.t[record->rows - 1]};
    stn_measure_rows(record, half, &h.first, &h.end);
    if (h.end < h.first + 2)
        return out;
    if (h.u)
        measure_effort(&h, &out);
    if (!h.x)
        return out;
    out.stands = range_of(h.x, h.first, h.end) <= 1e-3 * range_of(h.x, 0, record->rows);
    if (h.input < 0)
        return out;
    out.command = motion_of_command(&h);
    measure_errors(&h, &out);
    if (h.v && out.command == STN_COMMAND_RUNS)
        out.held = held_share(&h);
    return out;
}
