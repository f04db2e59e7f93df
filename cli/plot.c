/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "plot.h"

#include "command.h"
#include "files.h"
#include "message.h"
#include "terminal.h"

int plot_take(PlotOptions *opts, const char *figure)
{
    const StnPlotOptions *given = &opts->given;
    const int code = field_options_take(&opts->own, &stn_plot_fields, &opts->given);
    const char *needs = given->data                ? "--data"
                        : given->overlay.count > 0 ? "--overlay"
                        : given->size              ? "--size"
                                                   : NULL;
    return code == EXIT_DONE && needs && !figure
               ? bad_input("%s belongs to a figure: give --plot FILE too", needs)
               : code;
}

int plot_new(const PlotOptions *opts, const StnSystem *system, const StnRunDef *def, bool share,
             StnPlot **plot)
{
    const StnPlotOptions *given = &opts->given;
    StnError error = {.status = STN_OK};
    int code = files_was_read("--data", given->data);
    for (int i = 0; i < given->overlay.count && code == EXIT_DONE; i++)
        code = files_was_read("--overlay", given->overlay.item[i]);
    if (code != EXIT_DONE)
        return code;
    *plot = stn_plot_new(given, system, def, share, &error);
    if (*plot)
        return EXIT_DONE;
    return error.path[0] ? bad_input("--%s %s", error.path, error.text) : report_error(&error);
}

int plot_put_text(const StnFigure *figure, FILE *out)
{
    int columns, rows;
    terminal_size(out, &columns, &rows);
    const int height = rows / 2 < 10 ? 10 : rows / 2 > 20 ? 20 : rows / 2;
    const int width = columns > 110 ? 110 : columns - 1;
    return figure->npanel == 0 || stn_text_plot(out, &figure->panel[0], width, height) == STN_OK
               ? EXIT_DONE
               : out_of_memory();
}
