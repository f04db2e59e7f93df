/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/axis.h"
#include "io/number.h"

#include <math.h>
#include <stdio.h>

bool stn_axis_holds(double value) { return fabs(value) <= STN_PLOT_MAX; }

static void include(double value, double *lo, double *hi)
{
    *lo = value < *lo ? value : *lo;
    *hi = value > *hi ? value : *hi;
}

/* Gives a range that is empty, or too narrow for ticks, some width. */
static void open_up(double *lo, double *hi)
{
    if (!(*lo <= *hi)) {
        *lo = 0.0;
        *hi = 1.0;
    }
    const double size = fmax(fabs(*lo), fabs(*hi));
    if (*hi - *lo <= 1e-12 * size || *hi - *lo < 1e-290) {
        const double margin = size < 1e-280 ? 1.0 : 0.1 * size;
        *lo -= margin;
        *hi += margin;
    }
}

/* A limit is given when it is finite and the two are not equal (a zeroed panel). */
static void apply_limits(double min, double max, double *lo, double *hi)
{
    if (min == max) {
        return;
    }
    *lo = stn_axis_holds(min) ? min : *lo;
    *hi = stn_axis_holds(max) ? max : *hi;
}

/* Limits of the user that leave nothing are widened on the automatic side. */
static void finish_range(double min, double max, double *lo, double *hi)
{
    open_up(lo, hi);
    apply_limits(min, max, lo, hi);
    if (*lo >= *hi) {
        const double margin = fmax(fabs(*lo) * 0.1, 1e-12);
        *lo = stn_axis_holds(min) ? *lo : *hi - margin;
        *hi = *lo < *hi ? *hi : *lo + margin;
    }
}

void stn_axis_x_range(const StnPanel *panel, double *lo, double *hi)
{
    *lo = INFINITY;
    *hi = -INFINITY;
    for (int k = 0; k < panel->ncurve; k++) {
        const StnCurve *curve = &panel->curve[k];
        for (size_t i = 0; i < curve->count; i++) {
            const double x = curve->x[i];
            if (stn_axis_holds(x) && stn_axis_holds(curve->y[i]) && !(panel->logx && x <= 0.0)) {
                include(x, lo, hi);
            }
        }
    }
    finish_range(panel->xmin, panel->xmax, lo, hi);
    if (panel->logx && *lo <= 0.0) {
        *hi = *hi > 0.0 ? *hi : 1.0;
        *lo = *hi / 1000.0;
    }
}

void stn_axis_y_range(const StnPanel *panel, double xlo, double xhi, double *lo, double *hi)
{
    *lo = INFINITY;
    *hi = -INFINITY;
    for (int k = 0; k < panel->ncurve; k++) {
        const StnCurve *curve = &panel->curve[k];
        for (size_t i = 0; i < curve->count; i++) {
            if (curve->x[i] >= xlo && curve->x[i] <= xhi && stn_axis_holds(curve->y[i])) {
                include(curve->y[i], lo, hi);
            }
        }
    }
    finish_range(panel->ymin, panel->ymax, lo, hi);
}

/* whole * 10^exponent as the nearest double, so that it prints as a reader would type it. */
static double scaled(double whole, int exponent)
{
    char text[64], mark;
    double value = 0.0;
    const int length = snprintf(text, sizeof text, "%.0fe%d", whole, exponent);
    stn_number_read(text, text + length, false, &mark, &value);
    return value + 0.0; /* no -0 */
}

StnAxis stn_axis_ticks(double lo, double hi, int target)
{
    static const int mantissas[] = {1, 2, 5, 10};
    StnAxis axis = {.lo = lo, .hi = hi};
    const double rough = (hi - lo) / (target > 1 ? target : 1);
    axis.exponent = (int)floor(log10(rough));
    if (axis.exponent < -300) {
        axis.exponent = -300;
    }
    for (int i = 0; i < 4; i++) {
        axis.mantissa = mantissas[i];
        if (scaled(axis.mantissa, axis.exponent) >= rough * 0.999) {
            break;
        }
    }
    const double step = scaled(axis.mantissa, axis.exponent);
    const double margin = 1e-6; /* of a step: a limit that is itself a tick counts */
    axis.first = ceil(lo / step - margin);
    const double last = floor(hi / step + margin);
    axis.count = last < axis.first ? 0 : (int)(last - axis.first) + 1;
    return axis;
}

void stn_axis_pad(const StnPanel *panel, double *lo, double *hi)
{
    const double margin = 0.04 * (*hi - *lo);
    const bool given = panel->ymin != panel->ymax;
    *lo -= given && stn_axis_holds(panel->ymin) ? 0.0 : margin;
    *hi += given && stn_axis_holds(panel->ymax) ? 0.0 : margin;
}

double stn_axis_tick(const StnAxis *axis, int index)
{
    return scaled((axis->first + index) * axis->mantissa, axis->exponent);
}

const char *stn_axis_label(const StnAxis *axis, int index, char *out)
{
    const double size = fmax(fabs(axis->lo), fabs(axis->hi));
    const double value = stn_axis_tick(axis, index);
    const bool fine = size > 1e4 * scaled(axis->mantissa, axis->exponent); /* many digits differ */
    const bool exponent = size < 1e-3 || (size >= 1e5 && !fine);
    return exponent ? stn_number_exponent(value, out) : stn_number_text(value, out);
}
