/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A plot in characters.  From the top: y label, title and legend; the canvas with ticks at its left;
 * the x axis; its ticks; the x label. */
#define _POSIX_C_SOURCE 200809L

#include "io/axis.h"
#include "io/canvas.h"
#include "io/number.h"
#include "io/panel_units.h"
#include "io/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH_MIN = 24, HEIGHT_MIN = 7, SIZE_MAX_CHARACTERS = 1000, AROUND = 4 };

/* How to draw lines and axes. */
typedef struct Ink {
    const char *tick, *axis, *corner, *line, *stub;
    bool braille, colour;
} Ink;

typedef struct Plot {
    FILE *out;
    const StnPanel *panel;
    Ink ink;
    StnCanvas canvas;
    StnAxis x, y; /* with logx, x is log10 of the values */
    int left;     /* characters before the axis */
} Plot;

static bool is_utf8(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(variables[i]);
        if (value && value[0]) {
            return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "utf-8") ||
                   strstr(value, "UTF8");
        }
    }
    return false;
}

static Ink choose_ink(FILE *out, const StnPanel *panel)
{
    const char *terminal = getenv("TERM");
    const bool plain = !terminal || strcmp(terminal, "dumb") == 0 || getenv("NO_COLOR") != NULL;
    const bool colour = panel->ncurve > 1 && !plain && isatty(fileno(out));
    return is_utf8() ? (Ink){"┤", "│", "└", "─", "┬", true, colour}
                     : (Ink){"+", "|", "+", "-", "+", false, colour};
}

static const char *colour_on(const Ink *ink, int curve)
{
    static const char *const codes[] = {"\033[34m", "\033[31m", "\033[32m",
                                        "\033[35m", "\033[33m", "\033[36m"};
    return ink->colour ? codes[curve % 6] : "";
}

static const char *colour_off(const Ink *ink) { return ink->colour ? "\033[0m" : ""; }

static double fraction(const StnAxis *axis, double value)
{
    return (value - axis->lo) / (axis->hi - axis->lo);
}

static void draw_curve(Plot *plot, int index)
{
    const StnCurve *curve = &plot->panel->curve[index];
    double x0 = NAN, y0 = NAN;
    for (size_t i = 0; i < curve->count; i++) {
        const double raw = plot->panel->logx ? log10(curve->x[i]) : curve->x[i];
        const bool drawn = stn_axis_holds(raw) && stn_axis_holds(curve->y[i]);
        const double x = drawn ? fraction(&plot->x, raw) : NAN;
        const double y = drawn ? fraction(&plot->y, curve->y[i]) : NAN;
        if (drawn && curve->style != STN_STYLE_POINTS && curve->style != STN_STYLE_MARKS &&
            !isnan(y0)) {
            stn_canvas_line(&plot->canvas, x0, y0, x, y, index);
        } else if (drawn) {
            stn_canvas_dot(&plot->canvas, x, y, index);
        }
        x0 = x;
        y0 = y;
    }
}

/* Copies text as far as `room` characters; returns how many were written. */
static int put_text(FILE *out, const char *text, int room)
{
    const char *p = text ? text : "", *end = p + strlen(p);
    int count = 0;
    for (; p < end && count < room; count++) {
        char encoded[4];
        const uint32_t code = stn_utf8_next(&p, end);
        const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
        fwrite(encoded, 1, stn_utf8_put(control ? ' ' : code, encoded), out);
    }
    return count;
}

static void put_blanks(FILE *out, int count)
{
    for (int i = 0; i < count; i++) {
        putc(' ', out);
    }
}

/* "XJ [m]   Ramp command   * coulomb   o lugre" */
static void put_head(const Plot *plot)
{
    const StnPanel *panel = plot->panel;
    int room = plot->left + 1 + plot->canvas.columns;
    room -= put_text(plot->out, panel->ylabel, room);
    if (panel->title && panel->title[0] && room > 3) {
        put_blanks(plot->out, 3);
        room -= 3 + put_text(plot->out, panel->title, room - 3);
    }
    for (int c = 0; panel->ncurve > 1 && c < panel->ncurve && room > 6; c++) {
        const char mark[2] = {stn_canvas_mark(c), '\0'};
        put_blanks(plot->out, 3);
        fputs(colour_on(&plot->ink, c), plot->out);
        fprintf(plot->out, "%s ", plot->ink.braille ? "─" : mark);
        room -= 5 + put_text(plot->out, panel->curve[c].label, room - 5);
        fputs(colour_off(&plot->ink), plot->out);
    }
    putc('\n', plot->out);
}

/* The tick of the y axis that belongs to a row of characters, -1: none. */
static int tick_in_row(const Plot *plot, int row)
{
    for (int i = 0; i < plot->y.count; i++) {
        const double at = fraction(&plot->y, stn_axis_tick(&plot->y, i));
        if (lround((1.0 - at) * (plot->canvas.rows - 1)) == row) {
            return i;
        }
    }
    return -1;
}

/* One character of the canvas, in its curve's colour. */
static void put_cell(const Plot *plot, int column, int row)
{
    char cell[8];
    const StnCanvas *canvas = &plot->canvas;
    const bool blank = stn_canvas_is_blank(canvas, column, row);
    const int owner = canvas->owner[(size_t)row * (size_t)canvas->columns + (size_t)column];
    fputs(blank ? "" : colour_on(&plot->ink, owner), plot->out);
    fputs(stn_canvas_text(canvas, column, row, cell), plot->out);
    fputs(blank ? "" : colour_off(&plot->ink), plot->out);
}

static void put_row(const Plot *plot, int row)
{
    char label[STN_NUMBER_SIZE] = "";
    const int tick = tick_in_row(plot, row);
    if (tick >= 0) {
        stn_axis_label(&plot->y, tick, label);
    }
    fprintf(plot->out, "%*s %s", plot->left - 1, label,
            tick >= 0 ? plot->ink.tick : plot->ink.axis);
    int used = plot->canvas.columns;
    while (used > 0 && stn_canvas_is_blank(&plot->canvas, used - 1, row)) {
        used--;
    }
    for (int c = 0; c < used; c++) {
        put_cell(plot, c, row);
    }
    putc('\n', plot->out);
}

static const char *x_label(const Plot *plot, int index, char *out)
{
    return plot->panel->logx ? stn_number_text(pow(10.0, stn_axis_tick(&plot->x, index)), out)
                             : stn_axis_label(&plot->x, index, out);
}

/* Column of a tick of the x axis. */
static int x_place(const Plot *plot, int index)
{
    const double at = fraction(&plot->x, stn_axis_tick(&plot->x, index));
    return (int)lround(at * (plot->canvas.columns - 1));
}

/* The axis, and below it the labels as far as they do not touch. */
static void put_x_axis(const Plot *plot)
{
    const int columns = plot->canvas.columns;
    put_blanks(plot->out, plot->left);
    fputs(plot->ink.corner, plot->out);
    for (int c = 0, i = 0; c < columns; c++) {
        const bool tick = i < plot->x.count && x_place(plot, i) == c;
        fputs(tick ? plot->ink.stub : plot->ink.line, plot->out);
        i += tick;
    }
    putc('\n', plot->out);
    int at = 0;
    for (int i = 0; i < plot->x.count; i++) {
        char label[STN_NUMBER_SIZE];
        const int length = (int)strlen(x_label(plot, i, label));
        int start = plot->left + 1 + x_place(plot, i) - length / 2;
        const int last = plot->left + 1 + columns - length;
        start = start > last ? last : start;
        if (start >= at + (at > 0)) {
            put_blanks(plot->out, start - at);
            fputs(label, plot->out);
            at = start + length;
        }
    }
    putc('\n', plot->out);
}

static void put_x_label(const Plot *plot)
{
    const char *text = plot->panel->xlabel;
    if (!text || !text[0]) {
        return;
    }
    const int length = (int)stn_utf8_length(text, text + strlen(text));
    const int room = plot->left + 1 + plot->canvas.columns;
    const int before = plot->left + 1 + (plot->canvas.columns - length) / 2;
    put_blanks(plot->out, before > 0 ? before : 0);
    put_text(plot->out, text, before > 0 ? room - before : room);
    putc('\n', plot->out);
}

/* Both axes; `left` becomes the room that the y labels take. */
static void fit_axes(Plot *plot, int width, int rows)
{
    double xlo, xhi, ylo, yhi;
    stn_axis_x_range(plot->panel, &xlo, &xhi);
    stn_axis_y_range(plot->panel, xlo, xhi, &ylo, &yhi);
    plot->y = stn_axis_ticks(ylo, yhi, rows / 4 + 1);
    plot->left = 2;
    for (int i = 0; i < plot->y.count; i++) {
        char label[STN_NUMBER_SIZE];
        const int length = (int)strlen(stn_axis_label(&plot->y, i, label)) + 1;
        plot->left = length > plot->left ? length : plot->left;
    }
    if (plot->panel->logx) {
        xlo = log10(xlo);
        xhi = log10(xhi);
    }
    plot->x = stn_axis_ticks(xlo, xhi, width / 14 + 1);
    if (plot->panel->logx && plot->x.exponent < 0) {
        plot->x = stn_axis_ticks(xlo, xhi, (int)(xhi - xlo)); /* whole decades */
    }
}

/* Nothing when it is too narrow. */
static StnStatus draw_panel(FILE *out, const StnPanel *panel, int width, int height)
{
    width = width > SIZE_MAX_CHARACTERS ? SIZE_MAX_CHARACTERS : width;
    height = height > SIZE_MAX_CHARACTERS ? SIZE_MAX_CHARACTERS : height;
    Plot plot = {.out = out, .panel = panel, .ink = choose_ink(out, panel)};
    fit_axes(&plot, width, height - AROUND);
    const int columns = width - plot.left - 1;
    if (columns < 8) {
        return STN_OK;
    }
    if (!stn_canvas_init(&plot.canvas, columns, height - AROUND, plot.ink.braille)) {
        return STN_NO_MEMORY;
    }
    for (int c = 0; c < panel->ncurve; c++) {
        draw_curve(&plot, c);
    }
    put_head(&plot);
    for (int row = 0; row < plot.canvas.rows; row++) {
        put_row(&plot, row);
    }
    put_x_axis(&plot);
    put_x_label(&plot);
    stn_canvas_free(&plot.canvas);
    return STN_OK;
}

StnStatus stn_text_plot(FILE *out, const StnPanel *panel, int width, int height)
{
    StnScaledPanel scaled;
    if (width < WIDTH_MIN || height < HEIGHT_MIN) {
        return STN_OK;
    }
    StnStatus status = stn_panel_scale(panel, &scaled);
    if (status == STN_OK) {
        status = draw_panel(out, &scaled.panel, width, height);
    }
    stn_panel_scale_free(&scaled);
    return status;
}
