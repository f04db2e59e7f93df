/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Which columns a figure shows. */
#include "plot.h"

#include "arguments.h"
#include "command.h"
#include "files.h"
#include "message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AVAILABLE_MAX = 256 };

/* The columns that a record will have. */
typedef struct Available {
    StnColumnInfo column[AVAILABLE_MAX];
    int count;
    int outputs; /* columns before this one are t and outputs of the plant */
} Available;

static bool is_recorded(const StnRunDef *def, const char *name)
{
    for (int i = 0; def->columns && i < def->ncolumn; i++)
        if (strcmp(def->columns[i], name) == 0)
            return true;
    return !def->columns;
}

/* Outputs of the plant first, then the rest. */
static void find_available(Available *all, const StnSystem *system, const StnRunDef *def)
{
    const StnPlant *plant = stn_system_plant(system);
    all->count = 1;
    all->column[0] = (StnColumnInfo){"t", "s", "time", STN_ROLE_TIME, -1};
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < stn_system_column_count(system) && all->count < AVAILABLE_MAX; i++) {
            const StnColumnInfo column = stn_system_column_at(system, i);
            if (is_recorded(def, column.name) &&
                (stn_plant_output(plant, column.name) >= 0) == (round == 0))
                all->column[all->count++] = column;
        }
        if (round == 0)
            all->outputs = all->count;
    }
}

static const StnColumnInfo *find_column(const Available *all, const char *name)
{
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->column[i].name, name) == 0)
            return &all->column[i];
    return NULL;
}

static int unknown_column(const Available *all, const char *option, const char *name)
{
    const char *names[AVAILABLE_MAX];
    char what[64];
    for (int i = 0; i < all->count; i++)
        names[i] = all->column[i].name;
    snprintf(what, sizeof what, "column in %s:", option);
    const int code = unknown_word(what, name, names, (size_t)all->count);
    char list[1000] = "";
    size_t used = 0;
    for (int i = 0; i < all->count && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, " %s", names[i]);
    message("columns of this record:%s", list);
    return code;
}

/* Puts a column into the panel of its unit, or into a new one. */
static bool add_column(Plot *plot, const StnColumnInfo *column, bool share, int most)
{
    int p = share ? 0 : plot->npanel;
    while (p < plot->npanel && strcmp(plot->panel[p].column[0].unit, column->unit) != 0)
        p++;
    if (p == plot->npanel) {
        if (plot->npanel == most)
            return false;
        plot->panel[plot->npanel++].ncolumn = 0;
    }
    PlotPanel *panel = &plot->panel[p];
    for (int c = 0; c < panel->ncolumn; c++)
        if (strcmp(panel->column[c].name, column->name) == 0)
            return true;
    if (panel->ncolumn == PLOT_COLUMNS)
        return false;
    panel->column[panel->ncolumn++] = *column;
    return true;
}

/* Where a text stands first. */
static int text_position(const Texts *texts, int most, const char *text)
{
    int i = 0;
    while (i < most && strcmp(texts->item[i], text) != 0)
        i++;
    return i;
}

static int plan_wanted(Plot *plot, const Available *all, const char *y, bool share)
{
    char *memory = NULL;
    Texts names = {.count = 0};
    int code = arguments_split(y, "--y", &memory, &names);
    for (int i = 0; i < names.count && code == EXIT_DONE; i++) {
        const StnColumnInfo *column = find_column(all, names.item[i]);
        if (!column)
            code = unknown_column(all, "--y", names.item[i]);
        else if (text_position(&names, i, names.item[i]) < i)
            code = bad_input("--y %s: the column \"%s\" is named twice", y, names.item[i]);
        else if (!add_column(plot, column, share, PLOT_PANELS))
            code = bad_input("--y: more than %d panels, or %d columns in one", PLOT_PANELS,
                             PLOT_COLUMNS);
    }
    free(memory);
    return code;
}

static const char *friction_column(const StnPlant *plant)
{
    for (int i = 0; i < plant->noutput; i++)
        if (plant->outputs[i].role == STN_ROLE_FRICTION)
            return plant->outputs[i].name;
    return NULL;
}

/* The order in which the record has them. */
static void sort_panel(PlotPanel *panel, const Available *all)
{
    int count = 0;
    for (int i = 0; i < all->count; i++)
        for (int c = count; c < panel->ncolumn; c++)
            if (strcmp(panel->column[c].name, all->column[i].name) == 0) {
                const StnColumnInfo found = panel->column[c];
                panel->column[c] = panel->column[count];
                panel->column[count++] = found;
            }
}

/* Position, velocity and friction at the first site; for one run also what shares their units, and
 * further outputs while there is room. */
static void plan_default(Plot *plot, const Available *all, const StnPlant *plant, bool share)
{
    const char *first[3] = {NULL};
    int count = 0;
    if (plant->nsite > 0) {
        first[count++] = plant->states[plant->sites[0].x].name;
        first[count++] = stn_site_velocity(plant, 0)->name;
        if (friction_column(plant))
            first[count++] = friction_column(plant);
    }
    for (int i = 0; i < count; i++) {
        const StnColumnInfo *column = find_column(all, first[i]);
        if (column)
            add_column(plot, column, share, PLOT_DEFAULT_PANELS);
    }
    for (int i = 1; i < all->outputs && (share || plot->npanel == 0); i++)
        add_column(plot, &all->column[i], share, PLOT_DEFAULT_PANELS);
    for (int i = 1; i < all->count && plot->npanel == 0; i++)
        add_column(plot, &all->column[i], share, PLOT_DEFAULT_PANELS);
    for (int p = 0; p < plot->npanel; p++)
        sort_panel(&plot->panel[p], all);
}

/* ---- Measured data ---- */

static int plan_data(Plot *plot, const char *file)
{
    StnError error = {.status = STN_OK};
    int code = files_was_read("--data", file);
    if (code != EXIT_DONE)
        return code;
    if (stn_csv_read(file, 0, &plot->data, &error) != STN_OK)
        return report_error(&error);
    plot->has_data = true;
    if (plot_data_column(&plot->data, plot->x.name) < 0)
        return bad_input("%s: there is no column \"%s\" for the x axis", file, plot->x.name);
    int shown = 0;
    code = plot_convert(&plot->data, file, &plot->x);
    for (int p = 0; p < plot->npanel; p++) {
        for (int c = 0; c < plot->panel[p].ncolumn && code == EXIT_DONE; c++) {
            const StnColumnInfo *column = &plot->panel[p].column[c];
            code = plot_convert(&plot->data, file, column);
            shown += plot_data_column(&plot->data, column->name) >= 0;
        }
    }
    if (code == EXIT_DONE && shown == 0)
        code = bad_input("%s: none of its columns is in the figure; name them as the record does",
                         file);
    return code;
}

/* ---- A range that shows nothing ---- */

static void include_column(const StnTable *table, const char *name, double *lo, double *hi)
{
    const int c = plot_data_column(table, name);
    for (size_t i = 0; c >= 0 && i < table->rows; i++) {
        *lo = fmin(*lo, table->data[c][i]);
        *hi = fmax(*hi, table->data[c][i]);
    }
}

/* Over time, what the figure will show is known before the run. */
static int check_time_range(const Plot *plot, const char *text, double duration)
{
    double lo = 0.0, hi = duration;
    if (!text || strcmp(plot->x.name, "t") != 0)
        return EXIT_DONE;
    if (plot->has_data)
        include_column(&plot->data, plot->x.name, &lo, &hi);
    for (int i = 0; i < plot->noverlay; i++)
        include_column(&plot->overlay[i], plot->x.name, &lo, &hi);
    if (plot->xmin >= hi || plot->xmax <= lo)
        return bad_input("--xrange %s: there is nothing to draw; t goes from %g s to %g s", text,
                         lo, hi);
    return EXIT_DONE;
}

int plot_plan(Plot *plot, const PlotOptions *opts, const StnSystem *system, const StnRunDef *def,
              bool share)
{
    memset(plot, 0, sizeof *plot);
    share = share && opts->overlay.count == 0;
    Available *all = calloc(1, sizeof *all);
    if (!all)
        return out_of_memory();
    int code = EXIT_DONE;
    find_available(all, system, def);
    const StnColumnInfo *x = find_column(all, opts->x ? opts->x : "t");
    if (!x)
        code = unknown_column(all, "--x", opts->x);
    else
        plot->x = *x;
    if (code == EXIT_DONE && opts->y)
        code = plan_wanted(plot, all, opts->y, share);
    else if (code == EXIT_DONE)
        plan_default(plot, all, stn_system_plant(system), share);
    free(all);
    if (code == EXIT_DONE)
        code = plot_plan_ranges(plot, opts);
    if (code == EXIT_DONE)
        code = plot_plan_units(plot, &opts->unit);
    if (code == EXIT_DONE)
        code = plot_plan_size(plot, opts->size);
    if (code == EXIT_DONE && opts->data)
        code = plan_data(plot, opts->data);
    if (code == EXIT_DONE)
        code = plot_plan_overlay(plot, &opts->overlay);
    if (code == EXIT_DONE)
        code = check_time_range(plot, opts->xrange, def->duration);
    return code;
}

void plot_free(Plot *plot)
{
    if (plot->has_data)
        stn_table_free(&plot->data);
    for (int i = 0; i < plot->noverlay; i++)
        stn_table_free(&plot->overlay[i]);
    plot->has_data = false;
    plot->noverlay = 0;
}
