/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A grid of characters to draw curves on: braille cells of 2 x 4 dots, or one ASCII mark each. */
#ifndef STICTION_IO_CANVAS_H
#define STICTION_IO_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct StnCanvas {
    int columns, rows; /* characters */
    int across, down;  /* dots per character */
    uint8_t *dots;     /* per character: braille bits, or 1 */
    uint8_t *owner;    /* per character: the curve drawn last */
} StnCanvas;

/* False when memory is out. */
bool stn_canvas_init(StnCanvas *canvas, int columns, int rows, bool braille);
void stn_canvas_free(StnCanvas *canvas);
/* x and y from 0 to 1, from the lower left; what lies outside is cut off. */
void stn_canvas_dot(StnCanvas *canvas, double x, double y, int owner);
void stn_canvas_line(StnCanvas *canvas, double x0, double y0, double x1, double y1, int owner);
/* The ASCII mark of a curve. */
char stn_canvas_mark(int owner);
bool stn_canvas_is_blank(const StnCanvas *canvas, int column, int row);
/* The character at a place as text; returns out. */
const char *stn_canvas_text(const StnCanvas *canvas, int column, int row, char out[8]);

#endif
