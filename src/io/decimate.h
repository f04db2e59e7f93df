/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Long curves cut down to what a figure can show. */
#ifndef STICTION_IO_DECIMATE_H
#define STICTION_IO_DECIMATE_H

#include "stiction/io.h"

/* What the axes show. */
typedef struct StnView {
    double xlo, xhi, ylo, yhi;
    bool logx;
    int columns; /* pixel columns of the picture; 0: a thousand, and short curves stay whole */
} StnView;

/* Points to draw; a NaN is a break of the line. */
typedef struct StnPath {
    double *x, *y;
    size_t count;
} StnPath;

/* Curves up to this long stay as they are. */
enum { STN_CURVE_SHORT = 4000 };

/* The curve's points as a path: every minimum and maximum within a pixel column is kept, and what is
 * not finite breaks the line.  *path is to be freed. */
StnStatus stn_decimate(const StnCurve *curve, const StnView *view, StnPath *path);
void stn_path_free(StnPath *path);

#endif
