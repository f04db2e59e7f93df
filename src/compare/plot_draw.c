/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A planned figure, drawn. */
#include "compare/plot.h"
#include "io/axis.h"
#include "io/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL = 96, AXIS_LABEL = 160, ONE_COLUMN = 6 };
/* Columns that are smaller than this part of the largest one get a panel of their own. */
static const double flat = 0.05;

/* The panels of a plan, parted by the size of their columns. */
typedef struct Shown {
    PlotPanel panel[PLOT_PANELS];
    int npanel;
    int spare; /* panels that may be added */
} Shown;

/* Curves and texts of a figure, all panels after one another. */
typedef struct Drawing {
    Shown shown;
    StnCurve *curve;
    char (*label)[LABEL];
    int ncurve;
    char xlabel[AXIS_LABEL], ylabel[PLOT_PANELS][AXIS_LABEL];
    StnPanel panel[PLOT_PANELS];
} Drawing;

static void axis_label(const StnColumnInfo *column, char *out)
{
    const bool plain = column->unit[0] == '\0' || strcmp(column->unit, "1") == 0;
    snprintf(out, AXIS_LABEL, "%s%s%s%s", column->name, plain ? "" : " [",
             plain ? "" : column->unit, plain ? "" : "]");
}

/* "x [m]", "u, h, FF [N]" */
static void panel_label(const PlotPanel *panel, char *out)
{
    StnColumnInfo all = panel->column[0];
    size_t used = strlen(all.name);
    for (int c = 1; c < panel->ncolumn; c++) {
        const char *name = panel->column[c].name;
        if (used + strlen(name) + 3 > 32)
            break; /* the legend has them all */
        used += (size_t)snprintf(all.name + used, sizeof all.name - used, ", %s", name);
    }
    axis_label(&all, out);
}

static const char *column_label(const StnPlot *plot, const PlotPanel *panel, int c,
                                const StnPlotRun *run, int nrun, char *out)
{
    const char *name = panel->column[c].name;
    if (panel->ncolumn == 1)
        snprintf(out, LABEL, "%s", run->label);
    else if (nrun == 1 && !plot->has_data)
        snprintf(out, LABEL, "%s", name);
    else
        snprintf(out, LABEL, "%s, %s", name, run->label);
    return out;
}

static void add_curve(Drawing *drawing, StnCurve curve)
{
    curve.label = drawing->label[drawing->ncurve];
    drawing->curve[drawing->ncurve++] = curve;
}

/* A column that equals one drawn before in the panel gets no curve of its own but a name: "u =
 * h". */
static bool is_drawn(Drawing *drawing, int first, const StnCurve *curve, const char *name)
{
    for (int i = first; i < drawing->ncurve; i++) {
        const StnCurve *other = &drawing->curve[i];
        char *label = drawing->label[i];
        if (other->count == curve->count && other->style == curve->style &&
            memcmp(other->y, curve->y, curve->count * sizeof *curve->y) == 0) {
            snprintf(label + strlen(label), LABEL - strlen(label), " = %s", name);
            return true;
        }
    }
    return false;
}

static void add_runs(Drawing *drawing, const StnPlot *plot, int first, const PlotPanel *panel,
                     int c, const StnPlotRun *runs, int nrun)
{
    for (int r = 0; r < nrun; r++) {
        const StnRecord *record = runs[r].record;
        const int x = stn_record_column(record, plot->x.name);
        const int y = stn_record_column(record, panel->column[c].name);
        if (!record || x < 0 || y < 0)
            continue; /* a state that this law lacks */
        const StnCurve curve = {record->data[x], record->data[y], record->rows, NULL,
                                STN_STYLE_LINES};
        if (nrun == 1 && is_drawn(drawing, first, &curve, panel->column[c].name))
            continue;
        column_label(plot, panel, c, &runs[r], nrun, drawing->label[drawing->ncurve]);
        add_curve(drawing, curve);
    }
}

static void add_data(Drawing *drawing, const StnPlot *plot, const PlotPanel *panel, int c)
{
    const StnTable *table = &plot->data;
    const int x = stn_table_column(table, plot->x.name);
    const int y = stn_table_column(table, panel->column[c].name);
    if (x < 0 || y < 0)
        return;
    snprintf(drawing->label[drawing->ncurve], LABEL, "%s%smeasured",
             panel->ncolumn > 1 ? panel->column[c].name : "", panel->ncolumn > 1 ? ", " : "");
    add_curve(drawing,
              (StnCurve){table->data[x], table->data[y], table->rows, NULL, STN_STYLE_POINTS});
}

/* The unit that the user wants for one of these columns. */
static const PlotUnit *unit_of(const StnPlot *plot, const StnColumnInfo *column, int count)
{
    for (int c = 0; c < count; c++)
        for (int u = 0; u < plot->nunit; u++)
            if (strcmp(plot->unit[u].column, column[c].name) == 0)
                return &plot->unit[u];
    return NULL;
}

static void set_unit(const StnPlot *plot, const StnColumnInfo *column, int count, const char **unit,
                     double *factor)
{
    const PlotUnit *wanted = unit_of(plot, column, count);
    *unit = wanted ? wanted->unit : plot->si ? column[0].unit : NULL;
    *factor = wanted ? wanted->factor : 1.0;
}

/* Measured points last: a run keeps its colour in every panel, measured or not. */
static void add_panel(Drawing *drawing, const StnPlot *plot, int p, const StnPlotRun *runs,
                      int nrun)
{
    const PlotPanel *panel = &drawing->shown.panel[p];
    const bool limits = panel->y_unit_fits;
    const int before = drawing->ncurve;
    for (int c = 0; c < panel->ncolumn; c++)
        add_runs(drawing, plot, before, panel, c, runs, nrun);
    for (int c = 0; c < panel->ncolumn && plot->has_data; c++)
        add_data(drawing, plot, panel, c);
    panel_label(panel, drawing->ylabel[p]);
    drawing->panel[p] = (StnPanel){
        .title = panel->ncolumn == 1 ? panel->column[0].text : NULL,
        .xlabel = drawing->xlabel,
        .ylabel = drawing->ylabel[p],
        .curve = drawing->curve + before,
        .ncurve = drawing->ncurve - before,
        .xmin = plot->xmin,
        .xmax = plot->xmax,
        .ymin = limits ? plot->ymin : NAN,
        .ymax = limits ? plot->ymax : NAN,
    };
    set_unit(plot, &plot->x, 1, &drawing->panel[p].xunit, &drawing->panel[p].xfactor);
    set_unit(plot, panel->column, panel->ncolumn, &drawing->panel[p].yunit,
             &drawing->panel[p].yfactor);
}

/* ---- Panels by size ---- */

/* The largest magnitude of a column in all runs; what is not finite does not count. */
static double size_of(const StnColumnInfo *column, const StnPlotRun *runs, int nrun)
{
    double largest = 0.0;
    for (int r = 0; r < nrun; r++) {
        const StnRecord *record = runs[r].record;
        const int c = stn_record_column(record, column->name);
        for (size_t i = 0; record && c >= 0 && i < record->rows; i++)
            if (isfinite(record->data[c][i]))
                largest = fmax(largest, fabs(record->data[c][i]));
    }
    return largest;
}

/* Moves the columns that would lie flat under the largest one of their panel into a panel after it.  A column
 * of zeros stays. */
static void part_panel(Shown *shown, const PlotPanel *panel, const StnPlotRun *runs, int nrun)
{
    double size[PLOT_COLUMNS], most = 0.0;
    PlotPanel rest = {.y_unit_fits = panel->y_unit_fits};
    PlotPanel *own = &shown->panel[shown->npanel];
    *own = rest;
    for (int c = 0; c < panel->ncolumn; c++) {
        size[c] = size_of(&panel->column[c], runs, nrun);
        most = fmax(most, size[c]);
    }
    const bool room = shown->spare > 0;
    for (int c = 0; c < panel->ncolumn; c++) {
        const bool small = room && size[c] > 0.0 && size[c] < flat * most;
        PlotPanel *into = small ? &rest : own;
        into->column[into->ncolumn++] = panel->column[c];
    }
    shown->npanel++;
    if (rest.ncolumn > 0) {
        shown->spare--;
        part_panel(shown, &rest, runs, nrun);
    }
}

int stn_plot_grid_columns(int npanel) { return npanel > ONE_COLUMN ? 2 : 1; }

/* Where the size is given, small columns stay with large ones rather than that panels become too small. */
static int panels_that_fit(const StnPlot *plot)
{
    int count = plot->npanel;
    while (count < PLOT_PANELS) {
        const int columns = stn_plot_grid_columns(count + 1), rows = (count + columns) / columns;
        if (plot->height > 0 && (plot->width < stn_figure_least_width(columns) ||
                                 plot->height < stn_figure_least_height(rows, true)))
            break;
        count++;
    }
    return count;
}

static void part_panels(Shown *shown, const StnPlot *plot, const StnPlotRun *runs, int nrun)
{
    shown->npanel = 0;
    shown->spare = panels_that_fit(plot) - plot->npanel;
    for (int p = 0; p < plot->npanel && shown->npanel < PLOT_PANELS; p++)
        part_panel(shown, &plot->panel[p], runs, nrun);
}

static void drawing_free(Drawing *drawing)
{
    if (!drawing)
        return;
    free(drawing->curve);
    free(drawing->label);
    free(drawing);
}

/* One abscissa for all panels: another run may be longer, and lack a column. */
static void share_abscissa(Drawing *drawing)
{
    double from = INFINITY, to = -INFINITY;
    for (int p = 0; p < drawing->shown.npanel; p++) {
        double lo, hi;
        if (drawing->panel[p].ncurve == 0)
            continue;
        stn_axis_x_range(&drawing->panel[p], &lo, &hi);
        from = fmin(from, lo);
        to = fmax(to, hi);
    }
    for (int p = 0; p < drawing->shown.npanel && from < to; p++) {
        drawing->panel[p].xmin = from;
        drawing->panel[p].xmax = to;
    }
}

/* NULL when memory is out. */
static Drawing *drawing_new(const StnPlot *plot, const StnPlotRun *runs, int nrun)
{
    const size_t most = (size_t)PLOT_PANELS * PLOT_COLUMNS * ((size_t)nrun + 1);
    Drawing *drawing = calloc(1, sizeof *drawing);
    if (!drawing)
        return NULL;
    drawing->curve = calloc(most, sizeof *drawing->curve);
    drawing->label = calloc(most, sizeof *drawing->label);
    if (!drawing->curve || !drawing->label) {
        drawing_free(drawing);
        return NULL;
    }
    axis_label(&plot->x, drawing->xlabel);
    part_panels(&drawing->shown, plot, runs, nrun);
    for (int p = 0; p < drawing->shown.npanel; p++)
        add_panel(drawing, plot, p, runs, nrun);
    share_abscissa(drawing);
    return drawing;
}

/* The runs and those laid over them, to be freed; NULL when memory is out. */
static StnPlotRun *with_overlays(const StnPlot *plot, const StnPlotRun *runs, int nrun)
{
    StnPlotRun *all = calloc((size_t)nrun + (size_t)plot->noverlay + 1, sizeof *all);
    for (int i = 0; all && i < nrun; i++)
        all[i] = runs[i];
    for (int i = 0; all && i < plot->noverlay; i++)
        all[nrun + i] = (StnPlotRun){&plot->overlay_record[i], plot->overlay_label[i]};
    return all;
}

void stn_plot_figure(const StnPlot *plot, const char *title, const StnPlotRun *runs, int nrun,
                     StnResult *out)
{
    StnPlotRun *all = with_overlays(plot, runs, nrun);
    Drawing *drawing = all ? drawing_new(plot, all, nrun + plot->noverlay) : NULL;
    if (drawing)
        stn_result_figure(out, &(StnFigure){.title = title,
                                            .panel = drawing->panel,
                                            .npanel = drawing->shown.npanel,
                                            .columns = stn_plot_grid_columns(drawing->shown.npanel),
                                            .width = plot->width,
                                            .height = plot->height});
    else
        out->failed = true;
    drawing_free(drawing);
    free(all);
}
