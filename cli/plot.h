/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Figures of runs: their options, by the table of the library, and the plot on a terminal. */
#ifndef CLI_PLOT_H
#define CLI_PLOT_H

#include "field_options.h"
#include "stiction/stiction.h"

/* What the command line says.  Start from {0}; do not copy it. */
typedef struct PlotOptions {
    FieldOptions own;
    StnPlotOptions given;
} PlotOptions;

/* Takes the options; what belongs to a figure needs one.  0, or EXIT_BAD_INPUT after a message. */
int plot_take(PlotOptions *opts, const char *figure);
/* Plans the figure, as stn_plot_new() does; 0, or the exit code after a message. */
int plot_new(const PlotOptions *opts, const StnSystem *system, const StnRunDef *def, bool share,
             StnPlot **plot);
/* The first panel, in characters, as large as the terminal allows.  0, or EXIT_RUN_FAILED after a message. */
int plot_put_text(const StnFigure *figure, FILE *out);

#endif
