/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The range of an axis and round numbers along it, for figures and text plots. */
#ifndef STICTION_IO_AXIS_H
#define STICTION_IO_AXIS_H

#include "stiction/io.h"

typedef struct StnAxis {
    double lo, hi;
    double first;           /* the first tick is first*step ... */
    int count;              /* ... and this many follow each other by one step */
    int mantissa, exponent; /* step = mantissa * 10^exponent */
} StnAxis;

/* Points beyond this are left out of plots: differences would overflow. */
#define STN_PLOT_MAX 1e300
bool stn_axis_holds(double value);

/* Range of a panel: its own limits where given, otherwise of its curves.  lo < hi always. */
void stn_axis_x_range(const StnPanel *panel, double *lo, double *hi);
/* As the points within [xlo, xhi] need it. */
void stn_axis_y_range(const StnPanel *panel, double xlo, double xhi, double *lo, double *hi);

/* About `target` ticks in [lo, hi]. */
StnAxis stn_axis_ticks(double lo, double hi, int target);
/* Adds some air to a range of y where the panel does not set it. */
void stn_axis_pad(const StnPanel *panel, double *lo, double *hi);
double stn_axis_tick(const StnAxis *axis, int index);
/* Text of a tick, all of an axis with an exponent or none; returns out (STN_NUMBER_SIZE bytes). */
const char *stn_axis_label(const StnAxis *axis, int index, char *out);

#endif
