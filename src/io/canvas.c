/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/canvas.h"
#include "io/utf8.h"

#include <math.h>
#include <stdlib.h>

bool stn_canvas_init(StnCanvas *canvas, int columns, int rows, bool braille)
{
    const size_t cells = (size_t)columns * (size_t)rows;
    *canvas = (StnCanvas){columns,         rows, braille ? 2 : 1, braille ? 4 : 1, calloc(cells, 1),
                          calloc(cells, 1)};
    if (!canvas->dots || !canvas->owner) {
        stn_canvas_free(canvas);
        return false;
    }
    return true;
}

void stn_canvas_free(StnCanvas *canvas)
{
    free(canvas->dots);
    free(canvas->owner);
    *canvas = (StnCanvas){0};
}

static size_t cell_at(const StnCanvas *canvas, int column, int row)
{
    return (size_t)row * (size_t)canvas->columns + (size_t)column;
}

/* Sets a dot counted from the upper left. */
static void set_dot(StnCanvas *c, int x, int y, int owner)
{
    /* Unicode's order of the eight dots of a cell */
    static const uint8_t bit[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    const int width = c->columns * c->across, height = c->rows * c->down;
    if (x < 0 || x >= width || y < 0 || y >= height) {
        return;
    }
    const size_t cell = cell_at(c, x / c->across, y / c->down);
    c->dots[cell] |= c->across == 2 ? bit[y % 4][x % 2] : 1;
    c->owner[cell] = (uint8_t)owner;
}

static double dot_x(const StnCanvas *c, double x) { return x * (c->columns * c->across - 1); }

static double dot_y(const StnCanvas *c, double y) { return (1.0 - y) * (c->rows * c->down - 1); }

void stn_canvas_dot(StnCanvas *canvas, double x, double y, int owner)
{
    if (x >= 0.0 && x <= 1.0 && y >= 0.0 && y <= 1.0) {
        set_dot(canvas, (int)lround(dot_x(canvas, x)), (int)lround(dot_y(canvas, y)), owner);
    }
}

/* Narrows the part [*from, *to] of a line on which start + t*change lies in [0, 1]. */
static bool clip(double start, double change, double *from, double *to)
{
    if (change == 0.0) {
        return start >= 0.0 && start <= 1.0;
    }
    const double a = -start / change, b = (1.0 - start) / change;
    *from = fmax(*from, fmin(a, b));
    *to = fmin(*to, fmax(a, b));
    return *from <= *to;
}

void stn_canvas_line(StnCanvas *canvas, double x0, double y0, double x1, double y1, int owner)
{
    double from = 0.0, to = 1.0;
    if (!clip(x0, x1 - x0, &from, &to) || !clip(y0, y1 - y0, &from, &to)) {
        return;
    }
    const double ax = dot_x(canvas, x0 + from * (x1 - x0)),
                 ay = dot_y(canvas, y0 + from * (y1 - y0));
    const double bx = dot_x(canvas, x0 + to * (x1 - x0)), by = dot_y(canvas, y0 + to * (y1 - y0));
    const double length = fmax(fabs(bx - ax), fabs(by - ay));
    const int steps = length < 1.0 ? 1 : (int)ceil(length);
    for (int i = 0; i <= steps; i++) {
        const double t = (double)i / steps;
        set_dot(canvas, (int)lround(ax + t * (bx - ax)), (int)lround(ay + t * (by - ay)), owner);
    }
}

char stn_canvas_mark(int owner)
{
    static const char marks[] = "*ox#@%&="; /* none that axes are made of */
    return marks[(size_t)owner % (sizeof marks - 1)];
}

bool stn_canvas_is_blank(const StnCanvas *canvas, int column, int row)
{
    return canvas->dots[cell_at(canvas, column, row)] == 0;
}

const char *stn_canvas_text(const StnCanvas *canvas, int column, int row, char out[8])
{
    const size_t cell = cell_at(canvas, column, row);
    size_t length = 1;
    out[0] = ' ';
    if (canvas->dots[cell] && canvas->across == 2) {
        length = stn_utf8_put(0x2800u + canvas->dots[cell], out);
    } else if (canvas->dots[cell]) {
        out[0] = stn_canvas_mark(canvas->owner[cell]);
    }
    out[length] = '\0';
    return out;
}
