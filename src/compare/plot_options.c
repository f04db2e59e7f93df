/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How a figure is drawn: ranges, units, size, other runs over it. */
#include "compare/plot.h"
#include "io/number.h"
#include "io/page.h"
#include "io/path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const StnField fields[] = {
    STN_TEXT(StnPlotOptions, x, "COLUMN", NAN,
             "another abscissa than t, in the figure and the plot on the terminal"),
    STN_TEXT(StnPlotOptions, y, "COLUMN,...", NAN,
             "these columns; columns of one unit and about one size share a panel"),
    STN_TEXT(StnPlotOptions, xrange, "FROM:TO", NAN,
             "part of the figure to show, with or without units: 0:0.1 mm"),
    STN_TEXT(StnPlotOptions, yrange, "FROM:TO", NAN, "the same of the ordinate"),
    STN_TEXTS(StnPlotOptions, unit, "COLUMN=UNIT",
              "the unit of a column in the figure, as in x=mm; si: SI units everywhere (default: "
              "mm, MPa, ° as suits what is shown)"),
    STN_TEXT(StnPlotOptions, size, "SIZE", NAN,
             "of the figure: A4, A5, 160x100mm, or without a unit in pixels, 1600x900"),
    STN_TEXTS(StnPlotOptions, overlay, "FILE.csv",
              "draw another run, as written to CSV, over this one; may be given again"),
    STN_TEXT(StnPlotOptions, data, "FILE.csv", NAN,
             "draw measured columns of the same names as points; units in the header, as in "
             "\"x [mm]\", are converted"),
};
const StnFields stn_plot_fields = STN_TABLE("plot", StnPlotOptions, fields);

/* ---- Columns of files ---- */

int stn_plot_data_column(const StnTable *table, const char *name)
{
    int found = stn_table_column(table, name);
    if (found < 0 && strcmp(name, "t") == 0)
        found = stn_table_column(table, "time");
    return found;
}

/* Brings the column `wanted` of a file into the unit of the record, where the file has it. */
static StnStatus convert(StnTable *table, const StnColumnInfo *wanted, StnError *error)
{
    StnError why = {.status = STN_OK};
    StnDimension own, other;
    double factor, unit;
    const int c = stn_plot_data_column(table, wanted->name);
    if (c < 0 || !table->column[c].unit[0] || strcmp(table->column[c].unit, wanted->unit) == 0)
        return STN_OK;
    if (stn_unit_factor(table->column[c].unit, &factor, &own, &why) != STN_OK)
        return stn_error(error, STN_BAD_INPUT, "column \"%s\": %.900s", wanted->name, why.text);
    if (stn_unit_factor(wanted->unit, &unit, &other, &why) != STN_OK ||
        !stn_dimension_fits(own, other))
        return stn_error(error, STN_BAD_INPUT, "column \"%s\" is in %s, which does not fit %s",
                         wanted->name, table->column[c].unit, wanted->unit);
    for (size_t i = 0; i < table->rows; i++)
        table->data[c][i] *= factor / unit;
    memcpy(table->column[c].unit, wanted->unit, sizeof wanted->unit);
    return STN_OK;
}

/* ---- Ranges ---- */

/* A range of the figure as typed. */
typedef struct Range {
    double lo, hi;
    StnDimension dimension;
    bool bare; /* without units: fits everything */
} Range;

/* One end of a range: nothing, or a quantity. */
static StnStatus range_end(const char *option, const char *text, double *value, Range *range,
                           StnError *error)
{
    StnError why = {.status = STN_OK};
    StnDimension dimension;
    bool bare;
    *value = NAN;
    if (text[0] == '\0')
        return STN_OK;
    if (stn_unit_parse(text, value, &dimension, &bare, &why) != STN_OK)
        return stn_plot_refuse(error, option, text, "%s", why.text);
    if (!bare)
        range->bare = false, range->dimension = dimension;
    return STN_OK;
}

/* FROM:TO. */
static StnStatus plan_range(const char *option, const char *text, Range *range, StnError *error)
{
    char copy[128];
    *range = (Range){.lo = NAN, .hi = NAN, .bare = true};
    if (!text)
        return STN_OK;
    const char *colon = strchr(text, ':');
    if (!colon || strlen(text) >= sizeof copy)
        return stn_plot_refuse(error, option, text, "give two ends as FROM:TO, for example 0:1e-4");
    strcpy(copy, text);
    copy[colon - text] = '\0';
    StnStatus status = range_end(option, copy, &range->lo, range, error);
    if (status == STN_OK)
        status = range_end(option, copy + (colon - text) + 1, &range->hi, range, error);
    if (status == STN_OK && range->lo >= range->hi)
        status = stn_plot_refuse(error, option, text, "the range is empty, FROM must be below TO");
    return status;
}

static bool range_fits(const Range *range, const StnColumnInfo *column)
{
    StnDimension dimension;
    double factor;
    return range->bare || (stn_unit_factor(column->unit, &factor, &dimension, NULL) == STN_OK &&
                           stn_dimension_fits(range->dimension, dimension));
}

StnStatus stn_plot_ranges(StnPlot *plot, const StnPlotOptions *options, StnError *error)
{
    Range x, y;
    bool any = false;
    StnStatus status = plan_range("xrange", options->xrange, &x, error);
    if (status == STN_OK)
        status = plan_range("yrange", options->yrange, &y, error);
    if (status != STN_OK)
        return status;
    if (!range_fits(&x, &plot->x))
        return stn_plot_refuse(error, "xrange", options->xrange, "%s is in %s", plot->x.name,
                               plot->x.unit);
    for (int p = 0; p < plot->npanel; p++)
        any = (plot->panel[p].y_unit_fits = range_fits(&y, &plot->panel[p].column[0])) || any;
    if (!any)
        return stn_plot_refuse(error, "yrange", options->yrange,
                               "no panel of the figure has that unit");
    plot->xmin = x.lo, plot->xmax = x.hi, plot->ymin = y.lo, plot->ymax = y.hi;
    return STN_OK;
}

/* ---- Units ---- */

static StnStatus no_such_column(const StnPlot *plot, const char *text, const char *name,
                                StnError *error)
{
    char list[600];
    size_t used = (size_t)snprintf(list, sizeof list, "%s", plot->x.name);
    for (int p = 0; p < plot->npanel; p++)
        for (int c = 0; c < plot->panel[p].ncolumn && used < sizeof list; c++)
            used += (size_t)snprintf(list + used, sizeof list - used, ", %s",
                                     plot->panel[p].column[c].name);
    return stn_plot_refuse(error, "unit", text, "the figure has no column \"%s\"; it has %s", name,
                           list);
}

static StnStatus plan_unit(StnPlot *plot, const char *text, StnError *error)
{
    StnError why = {.status = STN_OK};
    StnDimension given, wanted;
    double factor = 1.0, own = 1.0;
    PlotUnit *unit = &plot->unit[plot->nunit];
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1] || plot->nunit == PLOT_UNITS ||
        (size_t)(equals - text) >= sizeof unit->column || strlen(equals) > sizeof unit->unit)
        return stn_plot_refuse(error, "unit", text, "write COLUMN=UNIT, as in x=mm, or si");
    snprintf(unit->column, sizeof unit->column, "%.*s", (int)(equals - text), text);
    snprintf(unit->unit, sizeof unit->unit, "%s", equals + 1);
    const StnColumnInfo *column =
        strcmp(plot->x.name, unit->column) == 0 ? &plot->x : stn_plot_shown(plot, unit->column);
    if (!column)
        return no_such_column(plot, text, unit->column, error);
    if (stn_unit_factor(unit->unit, &factor, &given, &why) != STN_OK)
        return stn_plot_refuse(error, "unit", text, "%s", why.text);
    if (stn_unit_factor(column->unit[0] ? column->unit : "1", &own, &wanted, &why) != STN_OK ||
        !stn_dimension_fits(given, wanted))
        return stn_plot_refuse(error, "unit", text, "%s is in %s, which is no multiple of it",
                               column->name, column->unit);
    unit->factor = factor / own;
    plot->nunit++;
    return STN_OK;
}

StnStatus stn_plot_units(StnPlot *plot, const StnTextList *units, StnError *error)
{
    StnStatus status = STN_OK;
    for (int i = 0; i < units->count && status == STN_OK; i++) {
        const bool si = strcmp(units->item[i], "si") == 0 || strcmp(units->item[i], "SI") == 0;
        plot->si = plot->si || si;
        status = si ? STN_OK : plan_unit(plot, units->item[i], error);
    }
    return status;
}

/* ---- Size ---- */

/* Pixels of 1/96 inch in a unit of length; NaN: it is none. */
static double pixels_per(const char *unit)
{
    StnDimension given, length;
    double factor = 1.0, metre = 1.0;
    if (!unit[0] || strcmp(unit, "px") == 0)
        return 1.0;
    if (stn_unit_factor("m", &metre, &length, NULL) != STN_OK ||
        stn_unit_factor(unit, &factor, &given, NULL) != STN_OK ||
        !stn_dimension_fits(given, length))
        return NAN;
    return factor / metre * 1e3 * PIXELS_PER_MM;
}

static StnStatus take_size(StnPlot *plot, const char *text, double width, double height,
                           StnError *error)
{
    const int columns = stn_plot_grid_columns(plot->npanel);
    const int rows = (plot->npanel + columns - 1) / columns;
    const int least_width = stn_figure_least_width(columns);
    const int least_height = stn_figure_least_height(rows, true);
    width = round(width);
    height = round(height);
    if (!(width >= least_width && width <= STN_FIGURE_PIXELS_MAX && height >= least_height &&
          height <= STN_FIGURE_PIXELS_MAX))
        return stn_plot_refuse(
            error, "size", text,
            "%d panel%s need%s %dx%d to %dx%d pixels (at least %.0fx%.0fmm); a size without a unit "
            "is in pixels",
            plot->npanel, plot->npanel == 1 ? "" : "s", plot->npanel == 1 ? "s" : "", least_width,
            least_height, STN_FIGURE_PIXELS_MAX, STN_FIGURE_PIXELS_MAX,
            ceil(least_width / PIXELS_PER_MM), ceil(least_height / PIXELS_PER_MM));
    plot->width = (int)width;
    plot->height = (int)height;
    return STN_OK;
}

/* "WIDTHxHEIGHT", and what follows; NULL: it is none. */
static const char *read_two(const char *text, double *width, double *height)
{
    const char *x = text + strcspn(text, "x"), *end = text + strlen(text);
    char mark;
    if (*x != 'x' || stn_number_read(text, x, false, &mark, width) != x)
        return NULL;
    return stn_number_read(x + 1, end, false, &mark, height);
}

/* The name of a sheet, or WIDTHxHEIGHT with an optional unit of length behind. */
StnStatus stn_plot_size(StnPlot *plot, const char *text, StnError *error)
{
    double width = 0.0, height = 0.0, factor = PIXELS_PER_MM;
    const char *rest;
    if (!text)
        return STN_OK;
    const StnSheet *sheet = stn_sheet(text);
    if (sheet) {
        width = sheet->width;
        height = sheet->height;
    } else if (!(rest = read_two(text, &width, &height))) {
        return stn_plot_refuse(error, "size", text,
                               "write A4, WIDTHxHEIGHT in pixels, or 160x100mm");
    } else {
        const char *unit = rest + strspn(rest, " ");
        factor = pixels_per(unit);
        if (isnan(factor))
            return stn_plot_refuse(error, "size", text, "\"%s\" is no unit of length", unit);
    }
    return take_size(plot, text, width * factor, height * factor, error);
}

/* ---- Files ---- */

/* "results/lugre.csv" -> "lugre" */
static void label_of(const char *path, char *out, size_t size)
{
    const char *name = stn_path_name(path);
    const char *dot = strrchr(name, '.');
    snprintf(out, size, "%.*s", dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
}

/* Brings the columns of a file that the figure shows into the units of the record. */
static StnStatus take_columns(const StnPlot *plot, StnTable *table, StnError *error)
{
    const int x = stn_plot_data_column(table, plot->x.name);
    int shown = 0;
    if (x < 0)
        return stn_error(error, STN_BAD_INPUT, "there is no column \"%s\" for the x axis",
                         plot->x.name);
    StnStatus status = convert(table, &plot->x, error);
    memcpy(table->column[x].name, plot->x.name, sizeof plot->x.name);
    for (int p = 0; p < plot->npanel; p++)
        for (int c = 0; c < plot->panel[p].ncolumn && status == STN_OK; c++) {
            status = convert(table, &plot->panel[p].column[c], error);
            shown += stn_plot_data_column(table, plot->panel[p].column[c].name) >= 0;
        }
    if (status == STN_OK && shown == 0)
        status = stn_error(error, STN_BAD_INPUT,
                           "none of its columns is in the figure; name them as the record does");
    return status;
}

/* *has: there is a table to free, also after a failure. */
static StnStatus read_file(const StnPlot *plot, const char *file, StnTable *table, bool *has,
                           StnError *error)
{
    StnStatus status = stn_csv_read(file, 0, table, error);
    *has = status == STN_OK;
    if (status == STN_OK)
        status = take_columns(plot, table, error);
    if (*has && status != STN_OK && error)
        snprintf(error->file, sizeof error->file, "%s", file);
    return status;
}

StnStatus stn_plot_files(StnPlot *plot, const StnPlotOptions *options, StnError *error)
{
    const StnTextList *overlay = &options->overlay;
    StnStatus status = STN_OK;
    if (options->data)
        status = read_file(plot, options->data, &plot->data, &plot->has_data, error);
    if (status == STN_OK && overlay->count > PLOT_OVERLAYS)
        status = stn_plot_refuse(error, "overlay", overlay->item[0], "more than %d other runs",
                                 PLOT_OVERLAYS);
    for (int i = 0; i < overlay->count && status == STN_OK; i++) {
        StnTable *table = &plot->overlay[i];
        bool has;
        status = read_file(plot, overlay->item[i], table, &has, error);
        plot->noverlay += has;
        label_of(overlay->item[i], plot->overlay_label[i], sizeof plot->overlay_label[i]);
        plot->overlay_record[i] = (StnRecord){.rows = table->rows,
                                              .ncolumn = table->ncolumn,
                                              .column = table->column,
                                              .data = table->data};
    }
    return status;
}
