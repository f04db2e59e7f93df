/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Sheets of paper that a figure can fill. */
#ifndef STICTION_IO_PAGE_H
#define STICTION_IO_PAGE_H

#include <stdbool.h>

#define PIXELS_PER_MM (96.0 / 25.4) /* of SVG and CSS */

typedef struct StnSheet {
    const char *name;
    double width, height; /* mm, within margins of 10 mm, upright */
} StnSheet;

/* NULL: there is no sheet of that name. */
const StnSheet *stn_sheet(const char *name);
/* What a figure fits on unless its size is given: A4 as well as letter. */
const StnSheet *stn_sheet_default(void);

/* The greatest width and height of a figure, in pixels. */
enum { STN_FIGURE_PIXELS_MAX = 20000 };
/* The least size, in pixels, at which panels in such a grid can be read. */
enum { STN_PANEL_WIDTH = 200, STN_PANEL_HEIGHT = 110, STN_TITLE_HEIGHT = 40 };
int stn_figure_least_width(int columns);
int stn_figure_least_height(int rows, bool title);

#endif
