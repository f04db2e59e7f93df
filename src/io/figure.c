/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/atomic_file.h"
#include "io/error_place.h"
#include "io/figure_script.h"
#include "io/gnuplot.h"
#include "io/page.h"
#include "io/panel_units.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PANELS_MAX = 200 };

/* The ending of a path, without its dot, when it is one of ours, otherwise NULL. */
static const char *known_ending(const char *path)
{
    const StnWriter *writer = stn_writer_of(path);
    return writer && !writer->write ? writer->ending + 1 : NULL;
}

static StnStatus check_panel(const char *path, const StnPanel *panel, int number, StnError *error)
{
    if (panel->xmin > panel->xmax || panel->ymin > panel->ymax) {
        const bool x = panel->xmin > panel->xmax;
        return stn_error_at(
            error, STN_BAD_INPUT, path, 0, 0,
            "panel %d: %cmin = %g lies above %cmax = %g; the lower limit comes first", number,
            x ? 'x' : 'y', x ? panel->xmin : panel->ymin, x ? 'x' : 'y',
            x ? panel->xmax : panel->ymax);
    }
    if (panel->ncurve < 0 || (panel->ncurve > 0 && !panel->curve)) {
        return stn_error_at(error, STN_BAD_INPUT, path, 0, 0,
                            "panel %d has no curves where %d are announced", number, panel->ncurve);
    }
    for (int c = 0; c < panel->ncurve; c++) {
        const StnCurve *curve = &panel->curve[c];
        if (curve->count > 0 && (!curve->x || !curve->y)) {
            return stn_error_at(error, STN_BAD_INPUT, path, 0, 0, "panel %d: curve %d has no data",
                                number, c + 1);
        }
    }
    return STN_OK;
}

/* The grid of the panels. */
static StnFigureSize grid_of(const StnFigure *figure)
{
    StnFigureSize size = {.fixed = figure->height > 0, .scale = 1.0};
    size.columns = figure->columns > 0 ? figure->columns : figure->npanel <= 3 ? 1 : 2;
    size.columns = size.columns > figure->npanel ? figure->npanel : size.columns;
    size.rows = (figure->npanel + size.columns - 1) / size.columns;
    return size;
}

static bool has_title(const StnFigure *figure) { return figure->title && figure->title[0]; }

static StnStatus check_size(const char *path, const StnFigure *figure, StnError *error)
{
    const StnFigureSize grid = grid_of(figure);
    const int width = stn_figure_least_width(grid.columns);
    const int height = stn_figure_least_height(grid.rows, has_title(figure));
    const bool narrow = figure->width > 0 && figure->width < width;
    const bool low = figure->height > 0 && figure->height < height;
    if (!narrow && !low) {
        return STN_OK;
    }
    const char *s = figure->npanel == 1 ? "" : "s";
    if (figure->width > 0 && figure->height > 0) {
        return stn_error_at(error, STN_BAD_INPUT, path, 0, 0,
                            "%d x %d pixels are too few to read %d panel%s: at least %d x %d",
                            figure->width, figure->height, figure->npanel, s, width, height);
    }
    return stn_error_at(error, STN_BAD_INPUT, path, 0, 0,
                        "a %s of %d pixels is too small to read %d panel%s: at least %d",
                        narrow ? "width" : "height", narrow ? figure->width : figure->height,
                        figure->npanel, s, narrow ? width : height);
}

static StnStatus check_figure(const char *path, const StnFigure *figure, StnError *error)
{
    if (figure->npanel < 1 || figure->npanel > PANELS_MAX) {
        return stn_error_at(error, STN_BAD_INPUT, path, 0, 0, "%d panels; a figure has 1 to %d",
                            figure->npanel, PANELS_MAX);
    }
    if (figure->width < 0 || figure->width > STN_FIGURE_PIXELS_MAX || figure->height < 0 ||
        figure->height > STN_FIGURE_PIXELS_MAX) {
        return stn_error_at(error, STN_BAD_INPUT, path, 0, 0,
                            "%d x %d pixels; width and height are 1 to %d, or 0 for automatic",
                            figure->width, figure->height, STN_FIGURE_PIXELS_MAX);
    }
    StnStatus status = check_size(path, figure, error);
    for (int p = 0; status == STN_OK && p < figure->npanel; p++) {
        status = check_panel(path, &figure->panel[p], p + 1, error);
    }
    return status;
}

/* Panels of about 3:2; together not taller than a page.  Sizes are in the pixels of a screen; a PNG has twice
 * as many, so that it stays sharp in print. */
static StnFigureSize size_of(const StnFigure *figure, const char *ending)
{
    StnFigureSize size = grid_of(figure);
    const int panel_width = size.columns == 1 ? 760 : 520;
    const int panel_height = size.rows == 1 && size.columns == 1 ? 460 : 320;
    const int title = has_title(figure) ? STN_TITLE_HEIGHT : 0;
    const double least = stn_figure_least_height(size.rows, title > 0);
    if (strcmp(ending, "png") == 0) {
        const double readable = (double)figure->width / stn_figure_least_width(size.columns);
        size.scale = figure->width > 0 ? fmax(1.0, fmin(figure->width / 760.0, readable)) : 2.0;
        size.scale = figure->height > 0 ? fmin(size.scale, figure->height / least) : size.scale;
    }
    const double width =
        figure->width > 0 ? figure->width / size.scale : panel_width * size.columns;
    const StnSheet *sheet = stn_sheet_default();
    const double page = fmax(sheet->height / sheet->width * width, STN_PANEL_HEIGHT * size.rows);
    const double height = figure->height > 0 ? figure->height / size.scale
                                             : fmin(panel_height * size.rows + title, page);
    size.width = (int)fmin(round(width), STN_FIGURE_PIXELS_MAX);
    size.height = (int)fmin(round(height), STN_FIGURE_PIXELS_MAX);
    return size;
}

/* The panels in the units in which people read them. */
static StnStatus scale_panels(const StnFigure *figure, StnScaledPanel *scaled, StnPanel *panel)
{
    StnStatus status = STN_OK;
    for (int p = 0; p < figure->npanel && status == STN_OK; p++) {
        status = stn_panel_scale(&figure->panel[p], &scaled[p]);
        panel[p] = scaled[p].panel;
    }
    return status;
}

/* Writes the script of the scaled figure. */
static StnStatus put_script(FILE *script, const StnFigure *figure, const char *ending)
{
    const size_t count = (size_t)figure->npanel;
    StnScaledPanel *scaled = calloc(count, sizeof *scaled);
    StnPanel *panel = calloc(count, sizeof *panel);
    StnStatus status = scaled && panel ? scale_panels(figure, scaled, panel) : STN_NO_MEMORY;
    if (status == STN_OK) {
        StnFigure shown = *figure;
        shown.panel = panel;
        status = stn_figure_script(script, &shown, size_of(figure, ending), ending);
    }
    for (size_t p = 0; scaled && p < count; p++) {
        stn_panel_scale_free(&scaled[p]);
    }
    free(scaled);
    free(panel);
    return status;
}

static StnStatus draw(const char *path, FILE *picture, const StnFigure *figure, const char *ending,
                      StnGoOn go_on, StnError *error)
{
    FILE *script = tmpfile();
    if (!script) {
        return stn_error_file(error, path, "cannot make a temporary file", errno);
    }
    StnStatus status = put_script(script, figure, ending);
    if (status != STN_OK) {
        stn_out_of_memory(error);
    } else {
        status = stn_gnuplot_run(path, ending, go_on, script, picture, error);
    }
    fclose(script);
    return status;
}

StnStatus stn_figure_write(const char *path, const StnFigure *figure, StnError *error)
{
    return stn_figure_write_while(path, figure, NULL, NULL, error);
}

StnStatus stn_figure_write_while(const char *path, const StnFigure *figure,
                                 bool (*go_on)(void *user), void *user, StnError *error)
{
    const char *ending = known_ending(path);
    if (!ending) {
        return stn_error_at(error, STN_BAD_INPUT, path, 0, 0,
                            "the ending of a figure's file says its format: .svg, .png or .pdf");
    }
    StnAtomicFile file;
    StnStatus status = check_figure(path, figure, error);
    if (status == STN_OK) {
        status = stn_atomic_open(&file, path, error);
    }
    if (status != STN_OK) {
        return status;
    }
    status = draw(path, file.stream, figure, ending, (StnGoOn){go_on, user}, error);
    if (status != STN_OK) {
        stn_atomic_discard(&file);
        return status;
    }
    return stn_atomic_commit(&file, error);
}
