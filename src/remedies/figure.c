/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The figure of remedies: a row of panels for each, so that hunting shows at a glance. */
#include "compare/comparison.h"
#include "remedies/remedies.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACROSS = 4, VARIANTS = 6, LABEL = 96, ROW_HEIGHT = 215, WIDTH = 1500 };

/* The runs of one remedy: with and without the integrator, scales, laws, sensors. */
typedef struct Group {
    const StnRemedy *run[VARIANTS];
    int count;
} Group;

typedef struct Drawing {
    const StnRemedies *all;
    Group *group;
    int ngroup;
    double **error; /* of each row of `all`, NULL: not drawn */
    double **command;
    double *zero; /* what the compensation of a bare loop adds */
    StnPanel *panel;
    StnCurve *curve; /* 2*VARIANTS for each panel */
    char (*label)[LABEL];
    char title[STN_REMEDIES_MAX][64], heading[400];
    char ylabel[ACROSS][96];
    int legend[ACROSS], nlegend[ACROSS]; /* where the last legend of each column stands */
    double range;                        /* of all errors in the second halves */
} Drawing;

static bool is_drawn(const StnRemedy *row)
{
    return row->done && row->status == STN_OK && row->record.rows > 1;
}

static void find_groups(Drawing *d)
{
    for (int i = 0; i < d->all->count; i++) {
        const StnRemedy *row = &d->all->row[i];
        if (!is_drawn(row))
            continue;
        int g = 0;
        while (g < d->ngroup && strcmp(d->group[g].run[0]->name, row->name) != 0)
            g++;
        if (g == d->ngroup)
            d->group[d->ngroup++].count = 0;
        if (d->group[g].count < VARIANTS)
            d->group[g].run[d->group[g].count++] = row;
    }
}

static const double *column_of(const StnRemedy *row, const char *name)
{
    return name ? stn_measure_column(&row->record, name) : NULL;
}

static const char *position_name(const Drawing *d, const StnRemedy *row)
{
    const StnPlant *plant = stn_system_plant(row->system);
    return plant->states[plant->sites[d->all->site].x].name;
}

/* Errors and commands of all rows; false: memory is out. */
static bool find_errors(Drawing *d)
{
    size_t most = 1;
    for (int i = 0; i < d->all->count; i++)
        most = d->all->row[i].record.rows > most ? d->all->row[i].record.rows : most;
    d->zero = calloc(most, sizeof *d->zero);
    if (!d->zero)
        return false;
    for (int i = 0; i < d->all->count; i++) {
        const StnRemedy *row = &d->all->row[i];
        const int input = row->system ? stn_metrics_command_input(row->system, d->all->site) : -1;
        const double *x = is_drawn(row) ? column_of(row, position_name(d, row)) : NULL;
        if (!x || input < 0)
            continue;
        const size_t rows = row->record.rows;
        d->error[i] = malloc(rows * sizeof(double));
        d->command[i] = malloc(rows * sizeof(double));
        if (!d->error[i] || !d->command[i])
            return false;
        for (size_t k = 0; k < rows; k++) {
            d->command[i][k] = stn_system_input(row->system, input, row->record.data[0][k]).val;
            d->error[i][k] = x[k] - d->command[i][k];
            if (2 * k > rows)
                d->range = fmax(d->range, fabs(d->error[i][k]));
        }
    }
    return true;
}

static void axis(Drawing *d, int column, const char *what, const char *unit)
{
    char text[48];
    const int rotary = stn_system_plant(d->all->row[0].system)->sites[d->all->site].rotary;
    snprintf(d->ylabel[column], sizeof d->ylabel[column], "%s [%s]", what,
             stn_unit_text(unit, rotary, text, sizeof text));
}

/* What tells a run from the others of its panel. */
static const char *variant_of(const Group *group, const StnRemedy *row, char *out)
{
    char label[160];
    stn_remedy_label(row, label, sizeof label);
    const char *rest = label + strlen(row->name);
    rest += rest[0] == ',' ? 2 : 0;
    const bool apart = group->count > 1 || row->scale != 1.0;
    snprintf(out, LABEL, "%.64s", !apart ? "" : rest[0] ? rest : "as given");
    return out;
}

static void add_curve(Drawing *d, StnPanel *panel, const StnRemedy *row, const double *y,
                      const char *label, StnStyle style)
{
    const int place = (int)(panel - d->panel) * 2 * VARIANTS + panel->ncurve;
    if (!y)
        return;
    snprintf(d->label[place], LABEL, "%s", label);
    d->curve[place] = (StnCurve){row->record.data[0], y, row->record.rows, d->label[place], style};
    panel->curve = d->curve + place - panel->ncurve;
    panel->ncurve++;
}

/* Colours mean the same in all panels, and a legend takes height from its panel: runs are named beside the position,
 * what is added beside the friction, in one line each, and neither where the row above has the same names or there is one
 * run; the heading says what is dashed. */
static void leave_out_legend(Drawing *d, StnPanel *panel, int column, int runs)
{
    const int place = (int)(panel - d->panel) * 2 * VARIANTS, before = d->legend[column];
    bool same = panel->ncurve == d->nlegend[column];
    for (int k = 0; k < panel->ncurve && same; k++)
        same = strcmp(d->label[place + k], d->label[before + k]) == 0;
    const bool named = runs > 1 && !same && (column == 0 || column == ACROSS - 1);
    if (named)
        d->legend[column] = place, d->nlegend[column] = panel->ncurve;
    for (int k = 0; k < panel->ncurve; k++)
        if (!named || (column > 0) == (d->curve[place + k].style == STN_STYLE_LINES))
            d->curve[place + k].label = "";
}

/* The curve of a run in a column of panels, and the compensation beside the friction. */
static void add_run(Drawing *d, StnPanel *panel, int column, const Group *group,
                    const StnRemedy *row)
{
    const int place = (int)(row - d->all->row), site = d->all->site;
    const char *effort = stn_output_of_role(row->system, STN_ROLE_EFFORT, site);
    const double *y[ACROSS] = {
        column_of(row, position_name(d, row)), d->error[place],
        effort                     ? column_of(row, effort)
        : column_of(row, "u_comp") ? column_of(row, "u_comp")
                                   : d->zero,
        column_of(row, stn_output_of_role(row->system, STN_ROLE_FRICTION, site))};
    char label[LABEL];
    add_curve(d, panel, row, y[column], variant_of(group, row, label), STN_STYLE_LINES);
}

static void fill_panels(Drawing *d, int g)
{
    const Group *group = &d->group[g];
    char label[LABEL];
    for (int c = 0; c < ACROSS; c++) {
        StnPanel *panel = &d->panel[g * ACROSS + c];
        *panel = (StnPanel){.title = c == 0 ? d->title[g] : "",
                            .xlabel = g + 1 == d->ngroup ? "t [s]" : "",
                            .ylabel = d->ylabel[c],
                            .xmin = NAN,
                            .xmax = NAN,
                            .ymin = NAN,
                            .ymax = NAN};
        if (c == 1 && d->range > 0.0)
            panel->ymin = -1.1 * d->range, panel->ymax = 1.1 * d->range;
        for (int k = 0; k < group->count; k++)
            add_run(d, panel, c, group, group->run[k]);
        for (int k = 0; c == 3 && k < group->count; k++)
            add_curve(d, panel, group->run[k], column_of(group->run[k], "u_comp"),
                      variant_of(group, group->run[k], label), STN_STYLE_DASHES);
        if (c == 0)
            add_curve(d, panel, group->run[0], d->command[group->run[0] - d->all->row], "command",
                      STN_STYLE_DASHES);
        leave_out_legend(d, panel, c, group->count);
    }
}

static bool take_arrays(Drawing *d)
{
    const size_t rows = (size_t)d->all->count + 1;
    d->group = calloc(rows, sizeof *d->group);
    d->error = calloc(rows, sizeof *d->error);
    d->command = calloc(rows, sizeof *d->command);
    d->panel = calloc(rows * ACROSS, sizeof *d->panel);
    d->curve = calloc(rows * ACROSS * 2 * VARIANTS, sizeof *d->curve);
    d->label = calloc(rows * ACROSS * 2 * VARIANTS, sizeof *d->label);
    return d->group && d->error && d->command && d->panel && d->curve && d->label;
}

static void free_arrays(Drawing *d)
{
    for (int i = 0; i < d->all->count; i++) {
        if (d->error)
            free(d->error[i]);
        if (d->command)
            free(d->command[i]);
    }
    free(d->zero);
    free(d->group);
    free(d->error);
    free(d->command);
    free(d->panel);
    free(d->curve);
    free(d->label);
}

void stn_remedies_figure(const StnRemedies *all, StnResult *out)
{
    Drawing *d = calloc(1, sizeof *d);
    if (!d) {
        out->failed = true;
        return;
    }
    d->all = all;
    const bool good = take_arrays(d) && find_errors(d);
    out->failed = out->failed || !good;
    if (good) {
        find_groups(d);
        axis(d, 0, "position", "$x");
        axis(d, 1, "error", "$x");
        axis(d, 2,
             stn_output_of_role(all->row[0].system, STN_ROLE_EFFORT, all->site) ? "effort"
                                                                                : "compensation",
             "$F");
        axis(d, 3, "friction", "$F");
        for (int g = 0; g < d->ngroup; g++) {
            snprintf(d->title[g], sizeof d->title[g], "%s: %s", d->group[g].run[0]->name,
                     stn_remedy_word(d->group[g].run[0]));
            fill_panels(d, g);
        }
        snprintf(d->heading, sizeof d->heading,
                 "%.300s (dashed: the command, what the compensation adds)",
                 stn_scenario_title(all->row[0].scenario));
        const StnFigure figure = {.title = d->heading,
                                  .panel = d->panel,
                                  .npanel = d->ngroup * ACROSS,
                                  .columns = ACROSS,
                                  .width = WIDTH,
                                  .height = 80 + ROW_HEIGHT * d->ngroup};
        if (d->ngroup > 0)
            stn_result_figure(out, &figure);
    }
    free_arrays(d);
    free(d);
}
