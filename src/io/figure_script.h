/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A figure as a gnuplot script. */
#ifndef STICTION_IO_FIGURE_SCRIPT_H
#define STICTION_IO_FIGURE_SCRIPT_H

#include "stiction/io.h"

/* Size in pixels and panels per row and column, with every default filled in. */
typedef struct StnFigureSize {
    int width, height, columns, rows;
    bool fixed;   /* size set by the user; otherwise legends may add to the height */
    double scale; /* pixels of the file per pixel of this size (PNG) */
} StnFigureSize;

/* Writes the script; `ending` is "svg", "png" or "pdf". */
StnStatus stn_figure_script(FILE *out, const StnFigure *figure, StnFigureSize size,
                            const char *ending);

#endif
