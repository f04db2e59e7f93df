/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* First pass: of each run of points within one pixel column, the first, lowest, highest and last stay,
 * which draws the same picture (for curves over time it is all that is needed).  Second pass, for
 * loops that are run through many times: lines over pixels that are all drawn already are left
 * out. */
#include "io/decimate.h"
#include "io/axis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 1000, CELLS = 1024, LOOPS = 20000 };

typedef struct Cell {
    int x, y;
} Cell;

static bool path_new(StnPath *path, size_t capacity)
{
    *path = (StnPath){malloc(capacity * sizeof(double)), malloc(capacity * sizeof(double)), 0};
    if (!path->x || !path->y) {
        stn_path_free(path);
        return false;
    }
    return true;
}

void stn_path_free(StnPath *path)
{
    free(path->x);
    free(path->y);
    *path = (StnPath){0};
}

static void path_add(StnPath *path, double x, double y)
{
    path->x[path->count] = x;
    path->y[path->count++] = y;
}

/* Two breaks in a row are one. */
static void path_break(StnPath *path)
{
    if (path->count > 0 && !isnan(path->y[path->count - 1])) {
        path_add(path, NAN, NAN);
    }
}

static bool is_drawn(const StnView *view, double x, double y)
{
    return stn_axis_holds(x) && stn_axis_holds(y) && !(view->logx && x <= 0.0);
}

/* Which of `count` equal parts of [lo, hi] holds v; -1 and `count` outside. */
static int part(double v, double lo, double hi, int count)
{
    const double at = floor((v - lo) / (hi - lo) * count);
    return at < 0.0 ? -1 : at >= count ? (v > hi ? count : count - 1) : (int)at;
}

static int x_part(const StnView *view, double x, int count)
{
    return view->logx ? part(log(x), log(view->xlo), log(view->xhi), count)
                      : part(x, view->xlo, view->xhi, count);
}

/* A run of points within one pixel column, as indices into the curve. */
typedef struct Run {
    size_t first, low, high, last;
} Run;

static void flush_run(StnPath *path, const StnCurve *curve, const Run *run)
{
    const size_t early = run->low < run->high ? run->low : run->high;
    const size_t late = run->low < run->high ? run->high : run->low;
    const size_t order[4] = {run->first, early, late, run->last};
    for (int i = 0; i < 4; i++) {
        if (i == 0 || order[i] != order[i - 1]) {
            path_add(path, curve->x[order[i]], curve->y[order[i]]);
        }
    }
}

/* `columns` 0: every point is its own run. */
static void reduce_columns(const StnCurve *curve, const StnView *view, int columns, StnPath *path)
{
    Run run = {0};
    bool open = false;
    int column = 0;
    for (size_t i = 0; i < curve->count; i++) {
        const bool drawn = is_drawn(view, curve->x[i], curve->y[i]);
        const int here = drawn && columns ? x_part(view, curve->x[i], columns) : 0;
        if (open && (!drawn || !columns || here != column)) {
            flush_run(path, curve, &run);
            open = false;
        }
        if (!drawn) {
            path_break(path);
        } else if (!open) {
            run = (Run){i, i, i, i};
            open = true;
        } else {
            run.low = curve->y[i] < curve->y[run.low] ? i : run.low;
            run.high = curve->y[i] > curve->y[run.high] ? i : run.high;
            run.last = i;
        }
        column = here;
    }
    if (open) {
        flush_run(path, curve, &run);
    }
}

static Cell cell_at(const StnView *view, double x, double y)
{
    return (Cell){x_part(view, x, CELLS), part(y, view->ylo, view->yhi, CELLS)};
}

/* Marks a cell; true when it was not marked before.  Cells outside the view share one border. */
static bool mark(unsigned char *seen, Cell c)
{
    const size_t index = (size_t)(c.y + 1) * (CELLS + 2) + (size_t)(c.x + 1);
    const unsigned char bit = (unsigned char)(1u << (index & 7));
    const bool fresh = !(seen[index >> 3] & bit);
    seen[index >> 3] |= bit;
    return fresh;
}

/* Leaves out points in cells that hold one already. */
static void thin_points(const StnPath *from, const StnView *view, unsigned char *seen, StnPath *to)
{
    for (size_t i = 0; i < from->count; i++) {
        if (!isnan(from->y[i]) && mark(seen, cell_at(view, from->x[i], from->y[i]))) {
            path_add(to, from->x[i], from->y[i]);
        }
    }
}

static bool is_outside(Cell c) { return c.x < 0 || c.x >= CELLS || c.y < 0 || c.y >= CELLS; }

/* Marks all cells on the way from a to b; true when any was not marked before. */
static bool mark_line(unsigned char *seen, Cell a, Cell b)
{
    const int dx = abs(b.x - a.x), dy = abs(b.y - a.y);
    const int steps = dx > dy ? dx : dy;
    bool fresh = mark(seen, b);
    for (int i = 0; i < steps; i++) {
        const Cell c = {a.x + (int)lround((double)(b.x - a.x) * i / steps),
                        a.y + (int)lround((double)(b.y - a.y) * i / steps)};
        fresh = mark(seen, c) || fresh;
    }
    return fresh;
}

static bool are_near(Cell a, Cell b) { return abs(a.x - b.x) <= 1 && abs(a.y - b.y) <= 1; }

/* Leaves out lines over cells that are all drawn already.  Lines that leave the view stay. */
static void thin_lines(const StnPath *from, const StnView *view, unsigned char *seen, StnPath *to)
{
    Cell before = {0, 0}, last = {0, 0}; /* last: of those kept */
    bool connected = false, before_kept = false;
    for (size_t i = 0; i < from->count; i++) {
        if (isnan(from->y[i])) {
            path_break(to);
            connected = false;
            continue;
        }
        const Cell here = cell_at(view, from->x[i], from->y[i]);
        const bool outside = is_outside(here) || (connected && is_outside(before));
        const bool fresh = mark_line(seen, connected && !outside ? before : here, here);
        const bool kept = fresh || outside;
        if (kept && connected && !before_kept) {
            if (!are_near(last, before)) { /* no gap where only a pixel was left out */
                path_break(to);
            }
            path_add(to, from->x[i - 1], from->y[i - 1]);
        }
        if (kept) {
            path_add(to, from->x[i], from->y[i]);
            last = here;
        }
        before = here;
        before_kept = kept;
        connected = true;
    }
}

/* Replaces *path by a thinner one; without memory for that it stays. */
static void thin(StnPath *path, const StnView *view, bool points)
{
    StnPath thinner;
    unsigned char *seen = calloc((CELLS + 2) * (CELLS + 2) / 8 + 1, 1);
    if (seen && path_new(&thinner, 3 * path->count + 1)) {
        if (points) {
            thin_points(path, view, seen, &thinner);
        } else {
            thin_lines(path, view, seen, &thinner);
        }
        stn_path_free(path);
        *path = thinner;
    }
    free(seen);
}

StnStatus stn_decimate(const StnCurve *curve, const StnView *view, StnPath *path)
{
    const bool points = curve->style == STN_STYLE_POINTS || curve->style == STN_STYLE_MARKS;
    const bool is_long = view->columns > 0 || curve->count > STN_CURVE_SHORT;
    const int columns = view->columns > 0 ? view->columns : COLUMNS;
    if (!path_new(path, curve->count + 1)) {
        return STN_NO_MEMORY;
    }
    reduce_columns(curve, view, is_long && !points ? columns : 0, path);
    if (is_long && (points || path->count > LOOPS)) {
        thin(path, view, points);
    }
    return STN_OK;
}
