/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The figures of a paper.  What a figure says of its panels holds for each that does not say
 * otherwise. */
#include "report/paper_reader.h"

#include "scenario/quote.h"

#include <stdio.h>
#include <string.h>

/* Keys of a figure or, from `run` on, of a panel. */
typedef struct Keys {
    const char *title, *caption;
    const StnNode *panels;
    const char *run;
    const StnNode *x, *runs, *y, *dashed, *xlabel, *ylabel;
    StnWindow xrange, yrange, window;
} Keys;

enum { PANELS_MAX = 24 };
enum { RUN = 4, RUNS = 5, OF_FIGURE = 3 };
static const StnPaperField fields[] = {
    {"title", STN_PAPER_TEXT, offsetof(Keys, title), NULL},
    {"caption", STN_PAPER_TEXT, offsetof(Keys, caption), NULL},
    {"panels", STN_PAPER_NODE, offsetof(Keys, panels), NULL},
    [OF_FIGURE] = {"base", STN_PAPER_BASE, 0, NULL},
    [RUN] = {"run", STN_PAPER_TEXT, offsetof(Keys, run), NULL},
    [RUNS] = {"runs", STN_PAPER_NODE, offsetof(Keys, runs), NULL},
    {"x", STN_PAPER_NODE, offsetof(Keys, x), NULL},
    {"y", STN_PAPER_NODE, offsetof(Keys, y), NULL},
    {"dashed", STN_PAPER_NODE, offsetof(Keys, dashed), NULL},
    {"xlabel", STN_PAPER_NODE, offsetof(Keys, xlabel), NULL},
    {"ylabel", STN_PAPER_NODE, offsetof(Keys, ylabel), NULL},
    {"xrange", STN_PAPER_SPAN, offsetof(Keys, xrange), "1"},
    {"yrange", STN_PAPER_SPAN, offsetof(Keys, yrange), "1"},
    {"window", STN_PAPER_SPAN, offsetof(Keys, window), "s"},
};

/* Over what `keys` has from elsewhere; runs of its own, one or several, replace those. */
static bool read_keys(StnPaperReader *in, const StnNode *map, bool panel, Keys *keys)
{
    const int first = panel ? OF_FIGURE : 0;
    uint32_t given = 0;
    if (stn_node_find(map, "run") || stn_node_find(map, "runs")) {
        keys->run = NULL;
        keys->runs = NULL;
    }
    if (!stn_paper_fields(&in->reader, map, panel ? "panel" : "figure", fields + first,
                          STN_COUNT(fields) - first, keys, &given))
        return false;
    return !keys->run || !keys->runs ||
           stn_node_error(in->reader.error, map, "run or runs, not both");
}

/* ---- Curves ---- */

static bool add_curve(StnPaperReader *in, const StnNode *node, StnPanelDef *panel,
                      StnPaperCurve curve)
{
    if (panel->ncurve == STN_CURVES_MAX)
        return stn_node_error(in->reader.error, node, "a panel has at most %d curves",
                              STN_CURVES_MAX);
    panel->curve[panel->ncurve++] = curve;
    return true;
}

/* y or dashed: a column, or several with their labels. */
static bool add_columns(StnPaperReader *in, const StnNode *columns, const char *name,
                        StnPaperCurve curve, StnPanelDef *panel)
{
    curve.node = columns;
    if (columns->kind == STN_NODE_SCALAR)
        return stn_read_text(&in->reader, columns, name, &curve.y) &&
               add_curve(in, columns, panel, curve);
    if (!stn_paper_section(&in->reader, columns, name))
        return false;
    for (int i = 0; i < columns->count; i++) {
        curve.node = columns->entry[i].key;
        curve.y = curve.node->text;
        if (!stn_read_text(&in->reader, columns->entry[i].value, curve.y, &curve.label) ||
            !add_curve(in, curve.node, panel, curve))
            return false;
    }
    return true;
}

static bool add_run(StnPaperReader *in, const StnNode *place, const Keys *keys, StnPaperCurve curve,
                    StnPanelDef *panel)
{
    if (!stn_paper_check_case(in, place, curve.run) || !add_columns(in, keys->y, "y", curve, panel))
        return false;
    curve.style = STN_STYLE_DASHES;
    return !keys->dashed || add_columns(in, keys->dashed, "dashed", curve, panel);
}

static bool add_runs(StnPaperReader *in, const Keys *keys, StnPanelDef *panel)
{
    const StnNode *runs = keys->runs;
    if (!stn_paper_section(&in->reader, runs, "runs"))
        return false;
    if (runs->count > 1 && keys->y->kind == STN_NODE_MAP)
        return stn_node_error(in->reader.error, keys->y,
                              "y is one column here: the runs have the labels");
    for (int i = 0; i < runs->count; i++) {
        StnPaperCurve curve = {.run = runs->entry[i].key->text};
        if (!stn_read_text(&in->reader, runs->entry[i].value, curve.run, &curve.label) ||
            !add_run(in, runs->entry[i].key, keys, curve, panel))
            return false;
    }
    return true;
}

/* ---- Panels ---- */

/* The label of an axis, and the factor to the unit that stands in it in brackets. */
static bool read_label(StnPaperReader *in, const StnNode *node, const char *name,
                       const char **label, const char **unit, double *scale)
{
    if (!stn_read_text(&in->reader, node, name, label))
        return false;
    const char *open = strrchr(*label, '[');
    if (!open)
        return true;
    *unit = stn_arena_copy(&in->paper->arena, open + 1, strcspn(open + 1, "]"));
    return *unit ? stn_paper_scale(in, node, *unit, scale) : stn_no_memory(in->reader.error);
}

static bool make_panel(StnPaperReader *in, const StnNode *map, const Keys *keys, StnPanelDef *panel)
{
    panel->x_node = keys->x;
    panel->xlabel_node = keys->xlabel;
    panel->ylabel_node = keys->ylabel;
    panel->xrange = keys->xrange;
    panel->yrange = keys->yrange;
    panel->window = keys->window;
    panel->xscale = panel->yscale = 1.0;
    if (keys->x && !stn_read_text(&in->reader, keys->x, "x", &panel->x))
        return false;
    panel->xlabel = panel->x ? panel->x : "time [s]";
    if (!keys->y || !keys->ylabel || (!keys->run && !keys->runs))
        return stn_node_error(in->reader.error, map, "the panel needs \"%s\"",
                              !keys->y        ? "y"
                              : !keys->ylabel ? "ylabel"
                                              : "run\" or \"runs");
    if (!read_label(in, keys->ylabel, "ylabel", &panel->ylabel, &panel->yunit, &panel->yscale) ||
        (keys->xlabel &&
         !read_label(in, keys->xlabel, "xlabel", &panel->xlabel, &panel->xunit, &panel->xscale)))
        return false;
    const StnNode *run = stn_node_find(map, "run");
    return keys->run ? add_run(in, run ? run : map, keys, (StnPaperCurve){.run = keys->run}, panel)
                     : add_runs(in, keys, panel);
}

static bool read_panels(StnPaperReader *in, const Keys *figure_keys, StnFigureDef *figure)
{
    const StnNode *map = figure_keys->panels;
    if (!stn_paper_section(&in->reader, map, "panels"))
        return false;
    if (map->count > PANELS_MAX)
        return stn_node_error(in->reader.error, map, "a figure has at most %d panels", PANELS_MAX);
    const char **titles = stn_paper_take(in, map->count, sizeof *titles);
    Keys *keys = stn_paper_take(in, map->count, sizeof *keys);
    figure->panel = stn_paper_take(in, map->count, sizeof *figure->panel);
    if (!titles || !keys || !figure->panel)
        return false;
    for (int i = 0; i < map->count; i++) {
        const StnEntry *entry = &map->entry[i];
        int base;
        if (!stn_paper_base(&in->reader, entry, "panel", titles, i, &base))
            return false;
        keys[i] = base >= 0 ? keys[base] : *figure_keys;
        figure->panel[i].title = titles[i] = entry->key->text;
        if (!read_keys(in, entry->value, true, &keys[i]) ||
            !make_panel(in, entry->value, &keys[i], &figure->panel[i]))
            return false;
    }
    figure->npanel = map->count;
    return true;
}

/* ---- Figures ---- */

static bool read_figure(StnPaperReader *in, const StnEntry *entry, const char **names, Keys *keys,
                        int index)
{
    int base;
    StnFigureDef *figure = &in->paper->figures[index];
    if (!stn_paper_name(&in->reader, entry->key, "figure", names, index) ||
        !stn_paper_base(&in->reader, entry, "figure", names, index, &base))
        return false;
    if (base >= 0)
        keys[index] = keys[base];
    if (!read_keys(in, entry->value, false, &keys[index]))
        return false;
    figure->id = names[index] = entry->key->text;
    figure->title = keys[index].title;
    figure->caption = keys[index].caption;
    if (!figure->title || !keys[index].panels)
        return stn_node_error(in->reader.error, entry->value, "the figure \"%s\" needs \"%s\"",
                              stn_quote_all(figure->id).text, figure->title ? "panels" : "title");
    return read_panels(in, &keys[index], figure);
}

bool stn_paper_figures(StnPaperReader *in, const StnNode *node)
{
    if (!stn_paper_section(&in->reader, node, "figures"))
        return false;
    const char **names = stn_paper_take(in, node->count, sizeof *names);
    Keys *keys = stn_paper_take(in, node->count, sizeof *keys);
    in->paper->figures = stn_paper_take(in, node->count, sizeof *in->paper->figures);
    if (!names || !keys || !in->paper->figures)
        return false;
    for (int i = 0; i < node->count; i++)
        if (!read_figure(in, &node->entry[i], names, keys, i))
            return false;
    in->paper->nfigure = node->count;
    return true;
}
