/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Which columns a figure shows. */
#include "compare/plot.h"

#include <math.h>
#include <stdarg.h>
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

StnStatus stn_plot_refuse(StnError *error, const char *option, const char *given,
                          const char *format, ...)
{
    char text[sizeof error->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (error)
        snprintf(error->path, sizeof error->path, "%s", option);
    return stn_error(error, STN_BAD_INPUT, "%.120s: %.880s", given, text);
}

static StnStatus unknown_column(const Available *all, const char *option, const char *name,
                                StnError *error)
{
    const char *names[AVAILABLE_MAX];
    char list[700] = "";
    size_t used = 0;
    for (int i = 0; i < all->count; i++) {
        names[i] = all->column[i].name;
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, " %s", names[i]);
    }
    const StnSuggestion near = stn_suggest(name, names, (size_t)all->count, NULL);
    return stn_plot_refuse(error, option, name, "unknown column%s columns of this record:%s",
                           near.text[0] ? near.text : ";", list);
}

const StnColumnInfo *stn_plot_shown(const StnPlot *plot, const char *name)
{
    for (int p = 0; p < plot->npanel; p++)
        for (int c = 0; c < plot->panel[p].ncolumn; c++)
            if (strcmp(plot->panel[p].column[c].name, name) == 0)
                return &plot->panel[p].column[c];
    return NULL;
}

/* Puts a column into the panel of its unit, or into a new one. */
static bool add_column(StnPlot *plot, const StnColumnInfo *column, bool share, int most)
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

/* The columns of "a,b,c". */
static StnStatus plan_wanted(StnPlot *plot, const Available *all, const char *y, bool share,
                             StnError *error)
{
    StnStatus status = STN_OK;
    for (const char *word = y; word && status == STN_OK;) {
        const size_t length = strcspn(word, ",");
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)length, word);
        const StnColumnInfo *column = find_column(all, name);
        if (length == 0)
            status = stn_plot_refuse(error, "y", y, "it has an empty entry");
        else if (!column)
            status = unknown_column(all, "y", name, error);
        else if (stn_plot_shown(plot, name))
            status = stn_plot_refuse(error, "y", y, "the column \"%s\" is named twice", name);
        else if (!add_column(plot, column, share, PLOT_PANELS))
            status = stn_plot_refuse(error, "y", y, "more than %d panels, or %d columns in one",
                                     PLOT_PANELS, PLOT_COLUMNS);
        word = word[length] ? word + length + 1 : NULL;
    }
    return status;
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
static void plan_default(StnPlot *plot, const Available *all, const StnPlant *plant, bool share)
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

/* ---- A range that shows nothing ---- */

static void include_column(const StnTable *table, const char *name, double *lo, double *hi)
{
    const int c = stn_plot_data_column(table, name);
    for (size_t i = 0; c >= 0 && i < table->rows; i++) {
        *lo = fmin(*lo, table->data[c][i]);
        *hi = fmax(*hi, table->data[c][i]);
    }
}

/* Over time, what the figure will show is known before the run. */
static StnStatus check_time_range(const StnPlot *plot, const char *text, double duration,
                                  StnError *error)
{
    double lo = 0.0, hi = duration;
    if (!text || strcmp(plot->x.name, "t") != 0)
        return STN_OK;
    if (plot->has_data)
        include_column(&plot->data, plot->x.name, &lo, &hi);
    for (int i = 0; i < plot->noverlay; i++)
        include_column(&plot->overlay[i], plot->x.name, &lo, &hi);
    if (plot->xmin >= hi || plot->xmax <= lo)
        return stn_plot_refuse(error, "xrange", text,
                               "there is nothing to draw; t goes from %g s to %g s", lo, hi);
    return STN_OK;
}

/* ---- The whole ---- */

static StnStatus plan_columns(StnPlot *plot, const StnPlotOptions *options, const StnSystem *system,
                              const StnRunDef *run, bool share, StnError *error)
{
    StnStatus status = STN_OK;
    Available *all = calloc(1, sizeof *all);
    if (!all)
        return stn_out_of_memory(error);
    find_available(all, system, run);
    const StnColumnInfo *x = find_column(all, options->x ? options->x : "t");
    if (!x)
        status = unknown_column(all, "x", options->x, error);
    else
        plot->x = *x;
    if (status == STN_OK && options->y)
        status = plan_wanted(plot, all, options->y, share, error);
    else if (status == STN_OK)
        plan_default(plot, all, stn_system_plant(system), share);
    free(all);
    return status;
}

StnPlot *stn_plot_new(const StnPlotOptions *options, const StnSystem *system, const StnRunDef *run,
                      bool share, StnError *error)
{
    StnPlot *plot = calloc(1, sizeof *plot);
    if (!plot) {
        stn_out_of_memory(error);
        return NULL;
    }
    StnStatus status =
        plan_columns(plot, options, system, run, share && options->overlay.count == 0, error);
    if (status == STN_OK)
        status = stn_plot_ranges(plot, options, error);
    if (status == STN_OK)
        status = stn_plot_units(plot, &options->unit, error);
    if (status == STN_OK)
        status = stn_plot_size(plot, options->size, error);
    if (status == STN_OK)
        status = stn_plot_files(plot, options, error);
    if (status == STN_OK)
        status = check_time_range(plot, options->xrange, run->duration, error);
    if (status == STN_OK)
        return plot;
    stn_plot_free(plot);
    return NULL;
}

void stn_plot_free(StnPlot *plot)
{
    if (plot && plot->has_data)
        stn_table_free(&plot->data);
    for (int i = 0; plot && i < plot->noverlay; i++)
        stn_table_free(&plot->overlay[i]);
    free(plot);
}
