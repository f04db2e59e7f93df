/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The look: white ground, axes left and below, thin grid, the Okabe-Ito colours (told apart also by
 * colour-blind readers), legends between title and panel where they hide nothing.  Ticks and margins
 * are our own, so that nothing overlaps and panels line up. */
#include "io/figure_script.h"
#include "io/axis.h"
#include "io/decimate.h"
#include "io/number.h"
#include "io/page.h"
#include "io/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLOURS = 7, LEGEND_ROW = 18 /* pixels */, TITLE_LINES = 2 };
static const char *const colour[COLOURS] = {
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000",
};

/* A gnuplot terminal; fonts and lines come out about the same in all. */
typedef struct Terminal {
    const char *ending, *name, *options;
    const char *per_pixel; /* appended to a size in pixels */
    int title_font;
    double legend_row; /* height of a row of a legend, in lines of text */
    int character;     /* pixels that a character of a legend is given */
} Terminal;

static const Terminal terminals[] = {
    {"svg", "svg", "font 'sans-serif,13'", "", 16, 1.05, 9},
    {"png", "pngcairo", "font 'DejaVu Sans,10' dashlength 1.8", "", 13, 1.05, 8},
    {"pdf", "pdfcairo", "font 'DejaVu Sans,14'", "/96.", 17, 1.05, 8},
};

/* A panel with its axes fitted. */
typedef struct Fitted {
    const StnPanel *panel;
    StnView view;
    StnAxis x, y;
    int legend_columns, legend_rows;
} Fitted;

/* The whole figure. */
typedef struct Script {
    FILE *out;
    const StnFigure *figure;
    const Terminal *terminal;
    StnFigureSize size;
    Fitted *fitted;
    int left; /* margin, in characters */
} Script;

static bool is_plain(uint32_t code)
{
    return code == ' ' || (code >= '0' && code <= '9') || (code >= 'A' && code <= 'Z') ||
           (code >= 'a' && code <= 'z') || code >= 0xa0;
}

/* Text in double quotes, all marks of ASCII as octal escapes.  Those are read last, so neither quotes nor
 * backquotes (a command) nor @ (a macro) mean anything.  In single quotes, where gnuplot has no escapes,
 * two apostrophes end the text or not depending on what stands before them.  gnuplot reads as many octal
 * digits as there are, not three at most, so a digit behind an escape is written as one too. */
static void put_quoted_part(FILE *out, const char *p, const char *end)
{
    bool escaped = false;
    putc('"', out);
    while (p < end) {
        char encoded[4];
        const uint32_t code = stn_utf8_next(&p, end);
        const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
        const bool joins = escaped && code >= '0' && code <= '7';
        escaped = joins || !(control || is_plain(code));
        if (!escaped) {
            fwrite(encoded, 1, stn_utf8_put(control ? ' ' : code, encoded), out);
        } else {
            fprintf(out, "\\%03o", (unsigned)code);
        }
    }
    putc('"', out);
}

static void put_quoted(FILE *out, const char *text)
{
    const char *p = text ? text : "";
    put_quoted_part(out, p, p + strlen(p));
}

/* The end of what goes on a line of `room` characters: at a blank where there is one. */
static const char *line_end(const char *text, size_t room)
{
    const char *end = text + strlen(text), *p = text, *blank = NULL;
    for (size_t n = 0; p < end && n < room; n++) {
        blank = *p == ' ' ? p : blank;
        stn_utf8_next(&p, end);
    }
    return p == end || *p == ' ' || !blank ? p : blank;
}

/* A title in at most `lines` lines of `width` characters, as an expression; what is left then is "…".  A line
 * has room for two, so that there is always an end to it. */
static void put_lines(FILE *out, const char *text, int width, int lines)
{
    const size_t room = width < 2 ? 2 : (size_t)width;
    for (int line = 1;; line++) {
        const char *end = line_end(text, room);
        const bool cut = *end && line == lines;
        if (cut) {
            end = line_end(text, room - 1);
        }
        put_quoted_part(out, text, end);
        text = end + (*end == ' ');
        if (cut) {
            fputs(".\"\xe2\x80\xa6\"", out);
        }
        if (cut || !*text) {
            return;
        }
        fputs(".\"\\n\".", out);
    }
}

static void put_number(FILE *out, double value)
{
    char text[STN_NUMBER_SIZE];
    fputs(stn_number_text(value, text), out);
}

/* The SVG's own name: a prefix of its ids, so that several can stand in one page. */
static void put_name(FILE *out, const StnFigure *figure)
{
    const char *title = figure->title && figure->title[0] ? figure->title : figure->panel[0].title;
    char before = '_';
    fputs(" name 'figure_", out);
    for (const char *p = title ? title : ""; *p; p++) {
        const char lower = (char)(*p | 0x20);
        const bool plain = (lower >= 'a' && lower <= 'z') || (*p >= '0' && *p <= '9');
        if (plain || before != '_') {
            before = plain ? *p : '_';
            putc(before, out);
        }
    }
    putc('\'', out);
}

/* By how much a PDF must shrink to fit a page, upright or lying. */
static double page_scale(StnFigureSize size)
{
    const StnSheet *sheet = stn_sheet_default();
    const double narrow = sheet->width * PIXELS_PER_MM, wide = sheet->height * PIXELS_PER_MM;
    const double upright = fmin(narrow / size.width, wide / size.height);
    const double lying = fmin(wide / size.width, narrow / size.height);
    return size.fixed ? 1.0 : fmin(1.0, fmax(upright, lying));
}

static void put_size(const Script *s, int pixels, int given, double scale)
{
    const bool exact = given > 0 && strcmp(s->terminal->ending, "png") == 0;
    put_number(s->out, exact ? given : round(pixels * scale));
    fputs(s->terminal->per_pixel, s->out);
}

static void put_terminal(const Script *s)
{
    const Terminal *t = s->terminal;
    const bool pdf = strcmp(t->ending, "pdf") == 0, svg = strcmp(t->ending, "svg") == 0;
    const double scale = pdf ? page_scale(s->size) : s->size.scale;
    fprintf(s->out, "set terminal %s noenhanced size ", t->name);
    put_size(s, s->size.width, s->figure->width, scale);
    putc(',', s->out);
    put_size(s, s->size.height, s->figure->height, scale);
    fprintf(s->out, " %s background '#ffffff'", t->options);
    if (!svg) {
        fputs(" fontscale ", s->out);
        put_number(s->out, scale);
        fputs(" pointscale ", s->out);
        put_number(s->out, scale);
        fputs(" linewidth ", s->out);
        put_number(s->out, (pdf ? 1.5 : 1.0) * scale);
    }
    if (svg) {
        put_name(s->out, s->figure);
    }
    putc('\n', s->out);
}

static void put_style(FILE *out)
{
    fputs("set encoding utf8\n"
          "set border 3 lc rgb '#555555' lw 0.8\n"
          "set grid xtics ytics lt 1 lc rgb '#e2e2e2' lw 0.8\n"
          "set tics nomirror out scale 0.5 textcolor rgb '#333333'\n"
          "set bmargin 3.4\nset rmargin 3\n",
          out);
}

static Fitted fit(const StnPanel *panel, StnFigureSize size)
{
    Fitted f = {.panel = panel};
    StnView *v = &f.view;
    const int x_ticks = size.width / size.columns / 110 + 1;
    const int y_ticks = size.height / size.rows / 60 + 1;
    v->logx = panel->logx;
    stn_axis_x_range(panel, &v->xlo, &v->xhi);
    stn_axis_y_range(panel, v->xlo, v->xhi, &v->ylo, &v->yhi);
    stn_axis_pad(panel, &v->ylo, &v->yhi);
    f.x = stn_axis_ticks(v->xlo, v->xhi, x_ticks);
    f.y = stn_axis_ticks(v->ylo, v->yhi, y_ticks);
    return f;
}

static void put_range(FILE *out, char axis, double lo, double hi)
{
    fprintf(out, "set %crange [", axis);
    put_number(out, lo);
    putc(':', out);
    put_number(out, hi);
    fputs("] noextend\n", out);
}

static void put_ticks(FILE *out, char axis, const StnAxis *ticks)
{
    fprintf(out, "set %ctics (", axis);
    for (int i = 0; i < ticks->count; i++) {
        char label[STN_NUMBER_SIZE];
        fprintf(out, "%s'%s' ", i > 0 ? ", " : "", stn_axis_label(ticks, i, label));
        put_number(out, stn_axis_tick(ticks, i));
    }
    fputs(")\n", out);
}

static void put_label(FILE *out, const char *what, const char *text, const char *options)
{
    if (!text || !text[0]) {
        fprintf(out, "unset %s\n", what);
        return;
    }
    fprintf(out, "set %s ", what);
    put_quoted(out, text);
    fprintf(out, " %s\n", options);
}

/* One data block per curve: $pPcC. */
static StnStatus put_data(FILE *out, const Fitted *f, int index)
{
    for (int c = 0; c < f->panel->ncurve; c++) {
        StnPath path;
        if (stn_decimate(&f->panel->curve[c], &f->view, &path) != STN_OK) {
            return STN_NO_MEMORY;
        }
        fprintf(out, "$p%dc%d << EOD\n", index, c);
        for (size_t i = 0; i < path.count; i++) {
            if (!isnan(path.y[i])) {
                put_number(out, path.x[i]);
                putc(' ', out);
                put_number(out, path.y[i]);
            }
            putc('\n', out);
        }
        fputs("EOD\n", out);
        stn_path_free(&path);
    }
    return STN_OK;
}

/* Dashes of the n-th round through the colours. */
static const char *dashes(StnStyle style, int round)
{
    static const char *const patterns[] = {"solid", "(6,4)", "(2,3)", "(8,3,2,3)"};
    return patterns[(round + (style == STN_STYLE_DASHES)) % 4];
}

static void put_curve(FILE *out, const StnCurve *curve, int panel, int index)
{
    const char *rgb = colour[index % COLOURS];
    const int round = index / COLOURS; /* the colours again, in other dashes */
    fprintf(out, "%s$p%dc%d using 1:2 ", index > 0 ? ", \\\n  " : "plot ", panel, index);
    if (curve->style == STN_STYLE_POINTS) {
        fprintf(out, "with points pt %d ps 0.4 lc rgb '%s'", 7 + round, rgb);
    } else if (curve->style == STN_STYLE_MARKS) {
        fprintf(out, "with points pt 6 ps 1 lw 1.5 lc rgb '%s'", rgb);
    } else {
        fprintf(out, "with lines lw %s dt %s lc rgb '%s'",
                curve->style == STN_STYLE_HAIRLINE ? "0.8" : "1.6", dashes(curve->style, round),
                rgb);
    }
    if (curve->label && curve->label[0]) {
        fputs(" title ", out);
        put_quoted(out, curve->label);
    } else {
        fputs(" notitle", out);
    }
}

/* The legend, in rows between title and panel, and the margin for both.  Panels side by side get the
 * same margin. */
static void put_head(const Script *s, int index)
{
    const Fitted *f = &s->fitted[index];
    const int start = index - index % s->size.columns;
    int rows = 0;
    bool title = false;
    for (int p = start; p < start + s->size.columns && p < s->figure->npanel; p++) {
        const char *text = s->figure->panel[p].title;
        rows = s->fitted[p].legend_rows > rows ? s->fitted[p].legend_rows : rows;
        title = title || (text && text[0]);
    }
    if (f->legend_rows > 0) {
        fprintf(s->out,
                "set key at graph 0,graph 1 left bottom horizontal maxcols %d Left reverse "
                "samplen 2 width 1 height 0.3\n",
                f->legend_columns);
    } else {
        fputs("unset key\n", s->out);
    }
    const double legend = rows * s->terminal->legend_row;
    char number[STN_NUMBER_SIZE];
    fprintf(s->out, "set tmargin %s\n",
            stn_number_text(1.0 + legend + (title ? 1.4 : 0.0), number));
    put_label(s->out, "title", NULL, "");
    if (f->panel->title && f->panel->title[0]) {
        const int width = s->size.width / s->size.columns - s->terminal->character * s->left;
        fputs("set title ", s->out);
        put_lines(s->out, f->panel->title, width / s->terminal->character, 1);
        fputs(" textcolor rgb '#111111'\n", s->out);
        fprintf(s->out, "set title offset 0,%s\n", stn_number_text(legend - 0.2, number));
    }
}

static bool is_empty(const Fitted *f)
{
    for (int c = 0; c < f->panel->ncurve; c++) {
        const StnCurve *curve = &f->panel->curve[c];
        for (size_t i = 0; i < curve->count; i++) {
            if (stn_axis_holds(curve->x[i]) && stn_axis_holds(curve->y[i])) {
                return false;
            }
        }
    }
    return true;
}

/* Panels above one another share the label of their x axis, which stands under the last one. */
static bool is_repeated_below(const Script *s, int index)
{
    const int below = index + s->size.columns;
    const char *own = s->figure->panel[index].xlabel;
    const char *next = below < s->figure->npanel ? s->figure->panel[below].xlabel : NULL;
    return own && next && strcmp(own, next) == 0;
}

static void put_panel(const Script *s, int index)
{
    FILE *out = s->out;
    const Fitted *f = &s->fitted[index];
    const StnPanel *panel = f->panel;
    put_head(s, index);
    put_label(out, "xlabel", is_repeated_below(s, index) ? NULL : panel->xlabel,
              "textcolor rgb '#111111' offset 0,0.3");
    put_label(out, "ylabel", panel->ylabel, "textcolor rgb '#111111'");
    fprintf(out, "%s logscale x\n", panel->logx ? "set" : "unset");
    put_range(out, 'x', f->view.xlo, f->view.xhi);
    put_range(out, 'y', f->view.ylo, f->view.yhi);
    if (panel->logx) {
        fputs("set xtics auto\nset format x '%g'\n", out);
    } else {
        put_ticks(out, 'x', &f->x);
    }
    put_ticks(out, 'y', &f->y);
    const bool empty = is_empty(f);
    for (int c = 0; c < panel->ncurve && !empty; c++) {
        put_curve(out, &panel->curve[c], index, c);
    }
    fputs(empty ? "plot NaN notitle\n" : "\n", out);
}

/* Characters that the longest label of all y axes takes. */
static int label_width(const Fitted *fitted, int count)
{
    size_t width = 0;
    for (int p = 0; p < count; p++) {
        for (int i = 0; i < fitted[p].y.count; i++) {
            char label[STN_NUMBER_SIZE];
            const size_t length = strlen(stn_axis_label(&fitted[p].y, i, label));
            width = length > width ? length : width;
        }
    }
    return (int)width;
}

/* How many names stand side by side in a legend, and how many rows that makes. */
static void fit_legend(const Script *s, Fitted *f)
{
    const StnPanel *panel = f->panel;
    size_t longest = 1;
    int named = 0;
    for (int c = 0; c < panel->ncurve; c++) {
        const char *label = panel->curve[c].label ? panel->curve[c].label : "";
        named += label[0] != '\0';
        const size_t length = stn_utf8_length(label, label + strlen(label));
        longest = length > longest ? length : longest;
    }
    const int unit = s->terminal->character;
    const int width = s->size.width / s->size.columns - unit * (s->left + 3);
    const int room = width / (unit * ((int)longest + 6));
    f->legend_columns = room < 1 ? 1 : room < named ? room : named > 0 ? named : 1;
    f->legend_rows = panel->ncurve > 1 ? (named + f->legend_columns - 1) / f->legend_columns : 0;
}

static StnStatus put_script(const Script *s)
{
    put_terminal(s);
    put_style(s->out);
    for (int p = 0; p < s->figure->npanel; p++) {
        const StnStatus status = put_data(s->out, &s->fitted[p], p);
        if (status != STN_OK) {
            return status;
        }
    }
    fprintf(s->out, "set lmargin %d\nset multiplot layout %d,%d", s->left, s->size.rows,
            s->size.columns);
    if (s->figure->title && s->figure->title[0]) {
        fputs(" title ", s->out);
        const int character = s->terminal->character + 1;
        put_lines(s->out, s->figure->title, s->size.width / character, TITLE_LINES);
        fprintf(s->out, " font ',%d'", s->terminal->title_font);
    }
    putc('\n', s->out);
    for (int p = 0; p < s->figure->npanel; p++) {
        put_panel(s, p);
    }
    fputs("unset multiplot\nunset output\n", s->out);
    return STN_OK;
}

StnStatus stn_figure_script(FILE *out, const StnFigure *figure, StnFigureSize size,
                            const char *ending)
{
    const int count = figure->npanel;
    Script s = {.out = out, .figure = figure, .terminal = terminals, .size = size};
    while (strcmp(s.terminal->ending, ending) != 0) {
        s.terminal++;
    }
    s.fitted = malloc((size_t)count * sizeof *s.fitted);
    if (!s.fitted) {
        return STN_NO_MEMORY;
    }
    for (int p = 0; p < count; p++) {
        s.fitted[p] = fit(&figure->panel[p], size);
    }
    s.left = label_width(s.fitted, count) + 5;
    int legend = 0;
    for (int p = 0; p < count; p++) {
        fit_legend(&s, &s.fitted[p]);
        legend = s.fitted[p].legend_rows > legend ? s.fitted[p].legend_rows : legend;
    }
    s.size.height += size.fixed ? 0 : LEGEND_ROW * legend * size.rows;
    const StnStatus status = put_script(&s);
    free(s.fitted);
    return status;
}
