/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What only the systems of a paper's cases know: a misspelt column would never happen, and a wrong unit
 * shows wrong numbers. */
#include "report/paper.h"

#include "scenario/quote.h"

#include <stdio.h>
#include <string.h>

enum { NAMES_MAX = 256 };

/* ---- Names ---- */

/* A column of the run, or a site where `site`; name NULL: none is asked for. */
static bool check_name(const StnCaseRun *run, const StnNode *place, const char *what, bool site,
                       const char *name, StnError *error)
{
    const char *names[NAMES_MAX];
    const StnPlant *plant = stn_system_plant(run->system);
    const int all = site ? plant->nsite : run->record.ncolumn;
    const int count = all < NAMES_MAX ? all : NAMES_MAX;
    for (int i = 0; name && i < count; i++) {
        names[i] = site ? plant->sites[i].name : run->record.column[i].name;
        if (strcmp(names[i], name) == 0)
            return true;
    }
    return !name || stn_paper_unknown(error, place, what, name, names, count);
}

static bool check_names(const StnFactDef *fact, const StnCaseRun *run, StnError *error)
{
    const StnMeasureArguments *a = &fact->arguments;
    const char *const keys[] = {"column", "by", "path", "target", "site"};
    const char *const given[] = {a->column, a->by, a->path, a->target, a->site};
    for (int k = 0; k < STN_COUNT(keys); k++) {
        const StnNode *place = stn_node_find(fact->node, keys[k]);
        const bool site = k == STN_COUNT(keys) - 1;
        if (!check_name(run, place ? place : fact->node, keys[k], site, given[k], error))
            return false;
    }
    return true;
}

/* ---- Units ---- */

/* A unit in words and as a dimension; those of models have been checked. */
typedef struct {
    const char *text;
    StnDimension dimension;
} Unit;

static Unit unit_of(const char *text)
{
    Unit unit = {.text = text[0] ? text : "1"};
    double factor;
    (void)stn_unit_factor(unit.text, &factor, &unit.dimension, NULL);
    return unit;
}

static Unit column_unit(const StnCaseRun *run, const char *column)
{
    const int index = stn_record_column(&run->record, column);
    return unit_of(index < 0 ? "1" : run->record.column[index].unit);
}

static bool check_unit(const StnNode *place, const char *given, const char *what, Unit wanted,
                       StnError *error)
{
    return stn_dimension_fits(unit_of(given).dimension, wanted.dimension) ||
           stn_node_error(error, place, "%s is in %s, which cannot be shown in %s", what,
                          wanted.text, stn_quote_all(given).text);
}

/* Of what a measure gives. */
static Unit measure_unit(const StnFactDef *fact, const StnCaseRun *run)
{
    const char *unit = fact->measure->unit;
    const StnPlant *plant = stn_system_plant(run->system);
    if (strcmp(unit, "$column") == 0)
        return column_unit(run, fact->arguments.column);
    if (strcmp(unit, "$x") == 0)
        return unit_of(plant->nsite > 0 ? plant->states[plant->sites[0].x].unit : "1");
    return unit_of(unit);
}

static Unit ratio(Unit a, Unit b)
{
    StnDimension d = a.dimension;
    const StnDimension *of = &b.dimension;
    d.m -= of->m, d.kg -= of->kg, d.s -= of->s, d.A -= of->A, d.K -= of->K;
    d.angle -= of->angle, d.cycle -= of->cycle;
    return (Unit){"a ratio", d};
}

/* ---- Facts and figures ---- */

static bool check_fact(const StnPaperRun *paper, const StnFactDef *fact, StnError *error)
{
    const char *other = fact->over ? fact->over : fact->less;
    const StnCaseRun *run = stn_paper_case(paper, fact->run);
    const StnCaseRun *second = other ? stn_paper_case(paper, other) : NULL;
    const StnNode *place = stn_node_find(fact->node, "unit");
    char what[120];
    StnFactDef of_second = *fact;
    if (fact->other_column)
        of_second.arguments.column = fact->other_column;
    if ((run && !check_names(fact, run, error)) ||
        (second && !check_names(&of_second, second, error)))
        return false;
    if (!fact->unit || !run || (other && !second))
        return true;
    Unit unit = measure_unit(fact, run);
    if (fact->over)
        unit = ratio(unit, measure_unit(&of_second, second));
    snprintf(what, sizeof what, "the fact \"%.60s\"", stn_quote_all(fact->id).text);
    return check_unit(place ? place : fact->node, fact->unit, what, unit, error);
}

static bool check_axis(const StnCaseRun *run, const char *column, const char *unit,
                       const StnNode *place, StnError *error)
{
    char what[80];
    if (!unit || !place)
        return true;
    snprintf(what, sizeof what, "the column \"%.50s\"", stn_quote_all(column).text);
    return check_unit(place, unit, what, column_unit(run, column), error);
}

static bool check_panel(const StnPaperRun *paper, const StnPanelDef *panel, StnError *error)
{
    for (int k = 0; k < panel->ncurve; k++) {
        const StnPaperCurve *curve = &panel->curve[k];
        const StnCaseRun *run = stn_paper_case(paper, curve->run);
        const char *x = panel->x ? panel->x : "t";
        if (!run)
            continue;
        if (!check_name(run, curve->node, "column", false, curve->y, error) ||
            !check_name(run, panel->x_node, "column", false, panel->x, error) ||
            !check_axis(run, curve->y, panel->yunit, panel->ylabel_node, error) ||
            !check_axis(run, x, panel->xunit, panel->xlabel_node, error))
            return false;
    }
    return true;
}

bool stn_paper_check(const StnPaperRun *paper, StnError *error)
{
    const StnPaperDef *def = paper->def;
    for (int i = 0; i < def->nfact; i++)
        if (!check_fact(paper, &def->facts[i], error))
            return false;
    for (int f = 0; f < def->nfigure; f++)
        for (int p = 0; p < def->figures[f].npanel; p++)
            if (!check_panel(paper, &def->figures[f].panel[p], error))
                return false;
    return true;
}
