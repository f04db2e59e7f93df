/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How a figure is drawn: ranges, units, size, other runs over it. */
#include "plot.h"

#include "command.h"
#include "files.h"
#include "io/page.h"
#include "message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int plot_options(PlotOptions *opts, Option *options)
{
    const Option own[PLOT_OPTIONS] = {
        {"--x", .text = &opts->x},           {"--y", .text = &opts->y},
        {"--data", .text = &opts->data},     {"--xrange", .text = &opts->xrange},
        {"--yrange", .text = &opts->yrange}, {"--unit", .list = &opts->unit},
        {"--size", .text = &opts->size},     {"--overlay", .list = &opts->overlay},
    };
    memcpy(options, own, sizeof own);
    return PLOT_OPTIONS;
}

int plot_check(const PlotOptions *opts, const char *figure)
{
    const char *needs = opts->data ? "--data" : opts->overlay.count > 0 ? "--overlay" : NULL;
    if (!needs)
        needs = opts->size ? "--size" : NULL;
    return needs && !figure ? bad_input("%s belongs to a figure: give --plot FILE too", needs)
                            : EXIT_DONE;
}

/* ---- Columns of files ---- */

int plot_data_column(const StnTable *table, const char *name)
{
    int found = stn_table_column(table, name);
    if (found < 0 && strcmp(name, "t") == 0)
        found = stn_table_column(table, "time");
    return found;
}

int plot_convert(StnTable *table, const char *file, const StnColumnInfo *wanted)
{
    StnError error = {.status = STN_OK};
    StnDimension own, other;
    double factor, unit;
    const int c = plot_data_column(table, wanted->name);
    if (c < 0 || !table->column[c].unit[0] || strcmp(table->column[c].unit, wanted->unit) == 0)
        return EXIT_DONE;
    if (stn_unit_factor(table->column[c].unit, &factor, &own, &error) != STN_OK)
        return bad_input("%s: column \"%s\": %s", file, wanted->name, error.text);
    if (stn_unit_factor(wanted->unit, &unit, &other, &error) != STN_OK ||
        !stn_dimension_fits(own, other))
        return bad_input("%s: column \"%s\" is in %s, which does not fit %s", file, wanted->name,
                         table->column[c].unit, wanted->unit);
    for (size_t i = 0; i < table->rows; i++)
        table->data[c][i] *= factor / unit;
    memcpy(table->column[c].unit, wanted->unit, sizeof wanted->unit);
    return EXIT_DONE;
}

/* ---- Ranges ---- */

/* A range of the figure as typed. */
typedef struct Range {
    double lo, hi;
    StnDimension dimension;
    bool bare; /* without units: fits everything */
} Range;

/* One end of a range: nothing, or a quantity. */
static int range_end(const char *option, const char *text, double *value, Range *range)
{
    StnError error = {0};
    StnDimension dimension;
    bool bare;
    *value = NAN;
    if (text[0] == '\0')
        return EXIT_DONE;
    if (stn_unit_parse(text, value, &dimension, &bare, &error) != STN_OK)
        return bad_input("%s: %s", option, error.text);
    if (!bare)
        range->bare = false, range->dimension = dimension;
    return EXIT_DONE;
}

/* FROM:TO. */
static int plan_range(const char *option, const char *text, Range *range)
{
    char copy[128];
    *range = (Range){.lo = NAN, .hi = NAN, .bare = true};
    if (!text)
        return EXIT_DONE;
    const char *colon = strchr(text, ':');
    if (!colon || strlen(text) >= sizeof copy)
        return bad_input("%s %s: give two ends as FROM:TO, for example 0:1e-4", option, text);
    strcpy(copy, text);
    copy[colon - text] = '\0';
    int code = range_end(option, copy, &range->lo, range);
    if (code == EXIT_DONE)
        code = range_end(option, copy + (colon - text) + 1, &range->hi, range);
    if (code == EXIT_DONE && range->lo >= range->hi)
        code = bad_input("%s %s: the range is empty, FROM must be below TO", option, text);
    return code;
}

static bool range_fits(const Range *range, const StnColumnInfo *column)
{
    StnDimension dimension;
    double factor;
    return range->bare || (stn_unit_factor(column->unit, &factor, &dimension, NULL) == STN_OK &&
                           stn_dimension_fits(range->dimension, dimension));
}

int plot_plan_ranges(Plot *plot, const PlotOptions *opts)
{
    Range x, y;
    bool any = false;
    int code = plan_range("--xrange", opts->xrange, &x);
    if (code == EXIT_DONE)
        code = plan_range("--yrange", opts->yrange, &y);
    if (code != EXIT_DONE)
        return code;
    if (!range_fits(&x, &plot->x))
        return bad_input("--xrange %s: %s is in %s", opts->xrange, plot->x.name, plot->x.unit);
    for (int p = 0; p < plot->npanel; p++)
        any = (plot->y_unit_fits[p] = range_fits(&y, &plot->panel[p].column[0])) || any;
    if (!any)
        return bad_input("--yrange %s: no panel of the figure has that unit", opts->yrange);
    plot->xmin = x.lo, plot->xmax = x.hi, plot->ymin = y.lo, plot->ymax = y.hi;
    return EXIT_DONE;
}

/* ---- Units ---- */

static const StnColumnInfo *shown_column(const Plot *plot, const char *name)
{
    if (strcmp(plot->x.name, name) == 0)
        return &plot->x;
    for (int p = 0; p < plot->npanel; p++)
        for (int c = 0; c < plot->panel[p].ncolumn; c++)
            if (strcmp(plot->panel[p].column[c].name, name) == 0)
                return &plot->panel[p].column[c];
    return NULL;
}

static int no_such_column(const Plot *plot, const char *text, const char *name)
{
    char list[600];
    size_t used = (size_t)snprintf(list, sizeof list, "%s", plot->x.name);
    for (int p = 0; p < plot->npanel; p++)
        for (int c = 0; c < plot->panel[p].ncolumn && used < sizeof list; c++)
            used += (size_t)snprintf(list + used, sizeof list - used, ", %s",
                                     plot->panel[p].column[c].name);
    return bad_input("--unit %s: the figure has no column \"%s\"; it has %s", text, name, list);
}

static int plan_unit(Plot *plot, const char *text)
{
    StnError error = {0};
    StnDimension given, wanted;
    double factor = 1.0, own = 1.0;
    PlotUnit *unit = &plot->unit[plot->nunit];
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1] || plot->nunit == PLOT_UNITS ||
        (size_t)(equals - text) >= sizeof unit->column || strlen(equals) > sizeof unit->unit)
        return bad_input("--unit %s: write COLUMN=UNIT, as in --unit x=mm, or si", text);
    snprintf(unit->column, sizeof unit->column, "%.*s", (int)(equals - text), text);
    snprintf(unit->unit, sizeof unit->unit, "%s", equals + 1);
    const StnColumnInfo *column = shown_column(plot, unit->column);
    if (!column)
        return no_such_column(plot, text, unit->column);
    if (stn_unit_factor(unit->unit, &factor, &given, &error) != STN_OK)
        return bad_input("--unit %s: %s", text, error.text);
    if (stn_unit_factor(column->unit[0] ? column->unit : "1", &own, &wanted, &error) != STN_OK ||
        !stn_dimension_fits(given, wanted))
        return bad_input("--unit %s: %s is in %s, which is no multiple of it", text, column->name,
                         column->unit);
    unit->factor = factor / own;
    plot->nunit++;
    return EXIT_DONE;
}

int plot_plan_units(Plot *plot, const Texts *texts)
{
    int code = EXIT_DONE;
    for (int i = 0; i < texts->count && code == EXIT_DONE; i++) {
        const bool si = strcmp(texts->item[i], "si") == 0 || strcmp(texts->item[i], "SI") == 0;
        plot->si = plot->si || si;
        code = si ? EXIT_DONE : plan_unit(plot, texts->item[i]);
    }
    return code;
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

static int take_size(Plot *plot, const char *text, double width, double height)
{
    const int columns = plot_grid_columns(plot->npanel);
    const int rows = (plot->npanel + columns - 1) / columns;
    const int least_width = stn_figure_least_width(columns);
    const int least_height = stn_figure_least_height(rows, true);
    width = round(width);
    height = round(height);
    if (!(width >= least_width && width <= STN_FIGURE_PIXELS_MAX && height >= least_height &&
          height <= STN_FIGURE_PIXELS_MAX))
        return bad_input(
            "--size %s: %d panel%s need%s %dx%d to %dx%d pixels (at least %.0fx%.0fmm); "
            "a size without a unit is in pixels",
            text, plot->npanel, plot->npanel == 1 ? "" : "s", plot->npanel == 1 ? "s" : "",
            least_width, least_height, STN_FIGURE_PIXELS_MAX, STN_FIGURE_PIXELS_MAX,
            ceil(least_width / PIXELS_PER_MM), ceil(least_height / PIXELS_PER_MM));
    plot->width = (int)width;
    plot->height = (int)height;
    return EXIT_DONE;
}

/* "WIDTHxHEIGHT", and what follows; NULL: it is none.  Each number by itself: "0x0" is one for strtod(). */
static const char *read_two(const char *text, double *width, double *height)
{
    char first[32], *end;
    const size_t length = strcspn(text, "x");
    if (length == 0 || length >= sizeof first || text[length] != 'x')
        return NULL;
    snprintf(first, sizeof first, "%.*s", (int)length, text);
    *width = strtod(first, &end);
    if (*end)
        return NULL;
    const char *second = text + length + 1;
    *height = strtod(second, &end);
    return end > second ? end : NULL;
}

/* The name of a sheet, or WIDTHxHEIGHT with an optional unit of length behind. */
int plot_plan_size(Plot *plot, const char *text)
{
    double width = 0.0, height = 0.0, factor = PIXELS_PER_MM;
    const char *rest;
    if (!text)
        return EXIT_DONE;
    const StnSheet *sheet = stn_sheet(text);
    if (sheet) {
        width = sheet->width;
        height = sheet->height;
    } else if (!(rest = read_two(text, &width, &height))) {
        return bad_input("--size %s: write A4, WIDTHxHEIGHT in pixels, or 160x100mm", text);
    } else {
        const char *unit = rest + strspn(rest, " ");
        factor = pixels_per(unit);
        if (isnan(factor))
            return bad_input("--size %s: \"%s\" is no unit of length", text, unit);
    }
    return take_size(plot, text, width * factor, height * factor);
}

/* ---- Other runs ---- */

/* "results/lugre.csv" -> "lugre" */
static void label_of(const char *path, char *out, size_t size)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    snprintf(out, size, "%.*s", dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
}

static int load_overlay(Plot *plot, const char *file)
{
    StnError error = {.status = STN_OK};
    const int i = plot->noverlay;
    StnTable *table = &plot->overlay[i];
    int code = files_was_read("--overlay", file);
    if (code != EXIT_DONE)
        return code;
    if (stn_csv_read(file, 0, table, &error) != STN_OK)
        return report_error(&error);
    plot->noverlay++;
    label_of(file, plot->overlay_label[i], sizeof plot->overlay_label[i]);
    const int x = plot_data_column(table, plot->x.name);
    if (x < 0)
        return bad_input("%s: there is no column \"%s\" for the x axis", file, plot->x.name);
    int shown = 0;
    code = plot_convert(table, file, &plot->x);
    memcpy(table->column[x].name, plot->x.name, sizeof plot->x.name);
    for (int p = 0; p < plot->npanel; p++)
        for (int c = 0; c < plot->panel[p].ncolumn && code == EXIT_DONE; c++) {
            code = plot_convert(table, file, &plot->panel[p].column[c]);
            shown += plot_data_column(table, plot->panel[p].column[c].name) >= 0;
        }
    if (code == EXIT_DONE && shown == 0)
        code = bad_input("%s: none of its columns is in the figure; name them as the record does",
                         file);
    plot->overlay_record[i] = (StnRecord){.rows = table->rows,
                                          .ncolumn = table->ncolumn,
                                          .column = table->column,
                                          .data = table->data};
    return code;
}

int plot_plan_overlay(Plot *plot, const Texts *files)
{
    int code = files->count > PLOT_OVERLAYS
                   ? bad_input("--overlay: more than %d other runs", PLOT_OVERLAYS)
                   : EXIT_DONE;
    for (int i = 0; i < files->count && code == EXIT_DONE; i++)
        code = load_overlay(plot, files->item[i]);
    return code;
}
