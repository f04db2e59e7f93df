/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "report/chart.h"
#include "report/html.h"
#include "report/page.h"

#include <stdlib.h>
#include <string.h>

/* A panel with its data in the units of its labels. */
typedef struct Filled {
    StnPanel panel;
    StnCurve curve[STN_CURVES_MAX];
    const char *missing; /* a case that gave no curve */
} Filled;

static double *scaled(const double *from, size_t count, double factor)
{
    double *copy = malloc(count * sizeof *copy);
    for (size_t i = 0; copy && i < count; i++)
        copy[i] = from[i] * (factor == 0.0 ? 1.0 : factor);
    return copy;
}

static StnStatus fill_curve(Filled *filled, const StnPanelDef *def, const StnPaperCurve *from,
                            const StnCaseRun *run)
{
    const double *x = stn_measure_column(&run->record, def->x ? def->x : "t"),
                 *y = stn_measure_column(&run->record, from->y);
    size_t first = 0, end = 0;
    if (x && y)
        stn_measure_rows(&run->record, def->window, &first, &end);
    if (end == first) {
        filled->missing = run->def->name;
        return STN_OK;
    }
    double *xs = scaled(x + first, end - first, def->xscale);
    double *ys = scaled(y + first, end - first, def->yscale);
    filled->curve[filled->panel.ncurve++] =
        (StnCurve){xs, ys, end - first, from->label, from->style};
    return xs && ys ? STN_OK : STN_NO_MEMORY;
}

static StnStatus fill(Filled *filled, const StnPaperRun *paper, const StnPanelDef *def)
{
    *filled = (Filled){.panel = {.title = def->title,
                                 .xlabel = def->xlabel,
                                 .ylabel = def->ylabel,
                                 .xmin = def->xrange.from,
                                 .xmax = def->xrange.to,
                                 .ymin = def->yrange.from,
                                 .ymax = def->yrange.to}};
    StnStatus status = STN_OK;
    filled->panel.curve = filled->curve;
    for (int k = 0; k < def->ncurve && status == STN_OK; k++) {
        const StnCaseRun *run = stn_paper_case(paper, def->curve[k].run);
        if (run)
            status = fill_curve(filled, def, &def->curve[k], run);
        else
            filled->missing = def->curve[k].run;
    }
    return status;
}

static void empty(Filled *filled)
{
    for (int k = 0; k < filled->panel.ncurve; k++) {
        free((double *)filled->curve[k].x);
        free((double *)filled->curve[k].y);
    }
}

/* ---- Legends ---- */

static bool has_labels(const StnPanelDef *def)
{
    for (int k = 0; k < def->ncurve; k++)
        if (def->curve[k].label)
            return true;
    return false;
}

static bool same_labels(const StnPanelDef *a, const StnPanelDef *b)
{
    if (a->ncurve != b->ncurve)
        return false;
    for (int k = 0; k < a->ncurve; k++) {
        const char *one = a->curve[k].label, *two = b->curve[k].label;
        if (!one || !two || strcmp(one, two) != 0 || a->curve[k].style != b->curve[k].style)
            return false;
    }
    return true;
}

/* One legend is enough when all panels have the same. */
static bool shares_legend(const StnFigureDef *figure)
{
    for (int i = 1; i < figure->npanel; i++)
        if (!same_labels(&figure->panel[0], &figure->panel[i]))
            return false;
    return figure->npanel > 1;
}

static void put_legend(FILE *out, const StnPanelDef *def)
{
    int color = 0;
    if (!has_labels(def))
        return;
    fputs("<ul class=\"legend\">", out);
    for (int k = 0; k < def->ncurve; k++) {
        if (def->curve[k].style == STN_STYLE_DASHES)
            fputs("<li><i class=\"reference\"></i>", out);
        else
            fprintf(out, "<li><i class=\"k%d\"></i>", color++ % STN_CHART_COLORS);
        stn_html_rich(out, def->curve[k].label ? def->curve[k].label : def->curve[k].y);
        fputs("</li>", out);
    }
    fputs("</ul>\n", out);
}

/* ---- The figure ---- */

static StnStatus put_panel(FILE *out, const StnPaperRun *paper, const StnFigureDef *figure,
                           int index, bool legend)
{
    const StnPanelDef *def = &figure->panel[index];
    Filled filled;
    char id[120];
    snprintf(id, sizeof id, "%s-figure-%s-%d", paper->def->name, figure->id, index + 1);
    StnStatus status = fill(&filled, paper, def);
    fputs("<div class=\"panel\"><h4>", out);
    stn_html_rich(out, def->title);
    fputs("</h4>\n", out);
    if (legend)
        put_legend(out, def);
    if (filled.missing) {
        fputs("<p>The run ", out);
        stn_html_text(out, filled.missing);
        fputs(" gave no curve.</p>\n", out);
    }
    if (status == STN_OK && filled.panel.ncurve > 0)
        status = stn_chart_svg(out, &filled.panel, id);
    fputs("</div>\n", out);
    empty(&filled);
    return status;
}

StnStatus stn_page_figure(FILE *out, const StnPaperRun *paper, const StnFigureDef *figure)
{
    const bool shared = shares_legend(figure);
    StnStatus status = STN_OK;
    fprintf(out, "<figure id=\"%s-figure-%s\"><figcaption><b>", paper->def->name, figure->id);
    stn_html_rich(out, figure->title);
    fputs("</b> <span>", out);
    stn_html_rich(out, figure->caption ? figure->caption : "");
    fputs("</span></figcaption>\n", out);
    if (shared)
        put_legend(out, &figure->panel[0]);
    fprintf(out, "<div class=\"panels%s\">\n", figure->npanel % 3 == 0 ? "" : " two");
    for (int i = 0; i < figure->npanel && status == STN_OK; i++)
        status = put_panel(out, paper, figure, i, !shared);
    fputs("</div></figure>\n", out);
    return status;
}
