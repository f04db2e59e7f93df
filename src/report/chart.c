/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "report/chart.h"
#include "io/axis.h"
#include "io/decimate.h"
#include "io/number.h"
#include "report/html.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Size of the picture and of its margins, in units of the picture. */
enum { WIDTH = 420, HEIGHT = 236, TOP = 24, BOTTOM = 38, RIGHT = 8, LEFT_MIN = 26 };
static const double digit_width = 6.9; /* of a 12 px font, tabular */

typedef struct Plot {
    const StnPanel *panel;
    StnView view;
    StnAxis xaxis, yaxis;
    double left, width, height; /* of the plot area, whose top is TOP */
} Plot;

static double x_pixel(const Plot *plot, double x)
{
    return (x - plot->view.xlo) / (plot->view.xhi - plot->view.xlo) * plot->width;
}

/* Far outside is as good as further: coordinates stay printable. */
static double y_pixel(const Plot *plot, double y)
{
    const double at = (plot->view.yhi - y) / (plot->view.yhi - plot->view.ylo) * plot->height;
    return fmin(fmax(at, -plot->height), 2.0 * plot->height);
}

/* ---- Axes ---- */

/* A minus sign for a hyphen. */
static void put_label(FILE *out, const char *text)
{
    for (; *text; text++)
        if (*text == '-')
            fputs("−", out);
        else
            putc(*text, out);
}

static size_t widest_label(const StnAxis *axis)
{
    char text[STN_NUMBER_SIZE];
    size_t widest = 0;
    for (int i = 0; i < axis->count; i++) {
        const size_t length = strlen(stn_axis_label(axis, i, text));
        widest = length > widest ? length : widest;
    }
    return widest;
}

static void plan(Plot *plot, const StnPanel *panel)
{
    StnView *view = &plot->view;
    plot->panel = panel;
    stn_axis_x_range(panel, &view->xlo, &view->xhi);
    stn_axis_y_range(panel, view->xlo, view->xhi, &view->ylo, &view->yhi);
    stn_axis_pad(panel, &view->ylo, &view->yhi);
    plot->yaxis = stn_axis_ticks(view->ylo, view->yhi, 5);
    const double left = 12.0 + digit_width * (double)widest_label(&plot->yaxis);
    plot->left = left < LEFT_MIN ? LEFT_MIN : floor(left);
    plot->height = HEIGHT - TOP - BOTTOM;
    plot->xaxis = stn_axis_ticks(view->xlo, view->xhi, 6);
    if ((double)widest_label(&plot->xaxis) * digit_width * plot->xaxis.count > 0.8 * WIDTH)
        plot->xaxis = stn_axis_ticks(view->xlo, view->xhi, 3);
    /* half of a label may stand out to the right */
    const double right = RIGHT + 0.5 * digit_width * (double)widest_label(&plot->xaxis);
    plot->width = WIDTH - floor(right) - plot->left;
}

/* Half pixels, so that thin lines are sharp. */
static int pixel(double at) { return (int)lround(at); }

static void put_grid(FILE *out, const Plot *plot)
{
    fputs("<path class=\"grid\" d=\"", out);
    for (int i = 0; i < plot->xaxis.count; i++)
        fprintf(out, "M%d.5 %dv%d",
                pixel(plot->left + x_pixel(plot, stn_axis_tick(&plot->xaxis, i))), TOP,
                pixel(plot->height));
    for (int i = 0; i < plot->yaxis.count; i++)
        fprintf(out, "M%d %d.5h%d", pixel(plot->left),
                pixel(TOP + y_pixel(plot, stn_axis_tick(&plot->yaxis, i))), pixel(plot->width));
    fputs("\"/>\n", out);
    if (plot->view.ylo < 0.0 && plot->view.yhi > 0.0)
        fprintf(out, "<path class=\"zero\" d=\"M%d %d.5h%d\"/>\n", pixel(plot->left),
                pixel(TOP + y_pixel(plot, 0.0)), pixel(plot->width));
}

static void put_ticks(FILE *out, const Plot *plot)
{
    char text[STN_NUMBER_SIZE];
    fputs("<g class=\"x\">", out);
    for (int i = 0; i < plot->xaxis.count; i++) {
        fprintf(out, "<text x=\"%d\" y=\"%d\">",
                pixel(plot->left + x_pixel(plot, stn_axis_tick(&plot->xaxis, i))),
                HEIGHT - BOTTOM + 15);
        put_label(out, stn_axis_label(&plot->xaxis, i, text));
        fputs("</text>", out);
    }
    fputs("</g>\n<g class=\"y\">", out);
    for (int i = 0; i < plot->yaxis.count; i++) {
        fprintf(out, "<text x=\"%d\" y=\"%d\">", pixel(plot->left) - 6,
                pixel(TOP + y_pixel(plot, stn_axis_tick(&plot->yaxis, i))) + 4);
        put_label(out, stn_axis_label(&plot->yaxis, i, text));
        fputs("</text>", out);
    }
    fputs("</g>\n", out);
}

static void put_labels(FILE *out, const Plot *plot)
{
    fputs("<text class=\"name\" x=\"2\" y=\"14\">", out);
    stn_html_text(out, plot->panel->ylabel ? plot->panel->ylabel : "");
    fprintf(out, "</text><text class=\"name end\" x=\"%d\" y=\"%d\">",
            pixel(plot->left + plot->width), HEIGHT - 5);
    stn_html_text(out, plot->panel->xlabel ? plot->panel->xlabel : "");
    fputs("</text>\n", out);
}

/* ---- Curves ---- */

/* Distance of point i from the line through points a and b. */
static double distance(const double *x, const double *y, size_t a, size_t b, size_t i)
{
    const double dx = x[b] - x[a], dy = y[b] - y[a], length = hypot(dx, dy);
    const double px = x[i] - x[a], py = y[i] - y[a];
    const double along = length > 0.0 ? (px * dx + py * dy) / length : 0.0;
    if (along <= 0.0)
        return hypot(px, py);
    if (along >= length)
        return hypot(x[i] - x[b], y[i] - y[b]);
    return fabs(px * dy - py * dx) / length;
}

/* Douglas and Peucker on [a, b], both kept; what is dropped gets NaN in x.  Deep only where a curve is
 * rough, and at most as deep as it has points. */
static void thin_piece(double *x, const double *y, size_t a, size_t b, double tolerance)
{
    while (b > a + 1) {
        size_t worst = a + 1;
        double most = -1.0;
        for (size_t i = a + 1; i < b; i++) {
            const double off = distance(x, y, a, b, i);
            if (off > most) {
                most = off;
                worst = i;
            }
        }
        if (most <= tolerance) {
            for (size_t i = a + 1; i < b; i++)
                x[i] = NAN;
            return;
        }
        if (worst - a < b - worst) { /* the shorter side by recursion: depth stays logarithmic */
            thin_piece(x, y, a, worst, tolerance);
            a = worst;
        } else {
            thin_piece(x, y, worst, b, tolerance);
            b = worst;
        }
    }
}

size_t stn_chart_simplify(double *x, double *y, size_t count, double tolerance)
{
    size_t kept = 0;
    for (size_t begin = 0; begin < count;) {
        size_t end = begin;
        while (end < count && !isnan(y[end]))
            end++;
        if (end > begin)
            thin_piece(x, y, begin, end - 1, tolerance);
        begin = end + 1;
    }
    for (size_t i = 0; i < count; i++)
        if (!isnan(x[i]) || isnan(y[i])) {
            x[kept] = x[i];
            y[kept++] = y[i];
        }
    return kept;
}

/* Tenths as a decimal number: short, and the same in every locale. */
static void put_tenths(FILE *out, long value, bool separate)
{
    const long size = labs(value);
    if (value < 0)
        putc('-', out);
    else if (separate)
        putc(' ', out);
    if (size >= 10 || size % 10 == 0)
        fprintf(out, "%ld", size / 10);
    if (size % 10)
        fprintf(out, ".%ld", size % 10);
}

/* A path as short as SVG allows: relative, "h" and "v" for straight lines, and no letter where it would
 * repeat the one before. */
static void put_path(FILE *out, const StnPath *path)
{
    long atx = 0, aty = 0;
    char last = 'M';
    bool open = false;
    for (size_t i = 0; i < path->count; i++) {
        if (isnan(path->y[i])) {
            open = false;
            continue;
        }
        const long x = lround(10.0 * path->x[i]), y = lround(10.0 * path->y[i]);
        const long dx = open ? x - atx : x, dy = open ? y - aty : y;
        if (open && dx == 0 && dy == 0)
            continue;
        const char letter = !open ? 'M' : dy == 0 ? 'h' : dx == 0 ? 'v' : 'l';
        const bool repeats = letter == last && open;
        if (!repeats)
            putc(letter, out);
        if (letter != 'v')
            put_tenths(out, dx, repeats);
        if (letter != 'h')
            put_tenths(out, dy, letter != 'v' || repeats);
        open = true;
        last = letter;
        atx = x;
        aty = y;
    }
}

/* A line of no length with round ends is a dot. */
static void put_dots(FILE *out, const Plot *plot, const StnCurve *curve, int index)
{
    fprintf(out, "<path class=\"dots k%d\" d=\"", index % STN_CHART_COLORS);
    for (size_t i = 0; i < curve->count; i++) {
        if (!isfinite(curve->x[i]) || !isfinite(curve->y[i]))
            continue;
        putc('M', out);
        put_tenths(out, lround(10.0 * x_pixel(plot, curve->x[i])), false);
        put_tenths(out, lround(10.0 * y_pixel(plot, curve->y[i])), true);
        fputs("h0", out);
    }
    fputs("\"/>\n", out);
}

/* The points as the border of an area. */
static void put_area(FILE *out, const Plot *plot, const StnCurve *curve)
{
    fputs("<path class=\"area k0\" d=\"", out);
    for (size_t i = 0; i < curve->count; i++) {
        putc(i == 0 ? 'M' : 'L', out);
        put_tenths(out, lround(10.0 * x_pixel(plot, curve->x[i])), false);
        put_tenths(out, lround(10.0 * y_pixel(plot, curve->y[i])), true);
    }
    fputs("z\"/>\n", out);
}

static StnStatus put_curve(FILE *out, const Plot *plot, const StnCurve *curve, int index)
{
    StnPath path;
    if (curve->style == STN_STYLE_POINTS) {
        put_dots(out, plot, curve, index);
        return STN_OK;
    }
    const StnStatus status = stn_decimate(curve, &plot->view, &path);
    if (status != STN_OK)
        return status;
    for (size_t i = 0; i < path.count; i++) {
        path.x[i] = x_pixel(plot, path.x[i]);
        path.y[i] = y_pixel(plot, path.y[i]);
    }
    path.count = stn_chart_simplify(path.x, path.y, path.count, 0.2);
    if (curve->style == STN_STYLE_DASHES)
        fputs("<path class=\"reference\" d=\"", out);
    else
        fprintf(out, "<path class=\"k%d\" d=\"", index % STN_CHART_COLORS);
    put_path(out, &path);
    fputs("\"/>\n", out);
    stn_path_free(&path);
    return STN_OK;
}

/* An inner picture cuts off what leaves the plot area. */
static StnStatus put_curves(FILE *out, const Plot *plot, int areas)
{
    StnStatus status = STN_OK;
    int color = 0;
    fprintf(out, "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\">\n", pixel(plot->left), TOP,
            pixel(plot->width), pixel(plot->height));
    for (int k = 0; k < areas; k++)
        put_area(out, plot, &plot->panel->curve[k]);
    for (int k = areas; k < plot->panel->ncurve && status == STN_OK; k++) {
        const StnCurve *curve = &plot->panel->curve[k];
        status = put_curve(out, plot, curve, color);
        color += curve->style != STN_STYLE_DASHES;
    }
    fputs("</svg>\n", out);
    return status;
}

/* The description for readers who do not see the picture. */
static void put_description(FILE *out, const Plot *plot, const char *id)
{
    const StnPanel *panel = plot->panel;
    char number[STN_NUMBER_SIZE];
    fprintf(out, "<title id=\"%s-t\">", id);
    stn_html_text(out, panel->title ? panel->title : "");
    fprintf(out, "</title><desc id=\"%s-d\">", id);
    stn_html_text(out, panel->ylabel ? panel->ylabel : "");
    fputs(" over ", out);
    stn_html_text(out, panel->xlabel ? panel->xlabel : "");
    for (int k = 0; k < panel->ncurve; k++) {
        fputs(k == 0 ? ": " : ", ", out);
        stn_html_text(out, panel->curve[k].label ? panel->curve[k].label : "");
    }
    fprintf(out, "; from %s", stn_number_text(plot->view.xlo, number));
    fprintf(out, " to %s</desc>\n", stn_number_text(plot->view.xhi, number));
}

StnStatus stn_chart_svg(FILE *out, const StnPanel *panel, const char *id)
{
    return stn_chart_areas_svg(out, panel, 0, id);
}

StnStatus stn_chart_areas_svg(FILE *out, const StnPanel *panel, int areas, const char *id)
{
    Plot plot = {.view = {.columns = 400}};
    plan(&plot, panel);
    fprintf(
        out,
        "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%s-t %s-d\">\n",
        WIDTH, HEIGHT, id, id);
    put_description(out, &plot, id);
    put_grid(out, &plot);
    put_ticks(out, &plot);
    put_labels(out, &plot);
    const StnStatus status = put_curves(out, &plot, areas);
    fputs("</svg>\n", out);
    return status;
}
