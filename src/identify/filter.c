/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Digital low-passes by the bilinear transform of their analog prototypes, run without phase.
 *
 * A pole pair of the prototype, s^2 + a*s + b, becomes with s = (1 - q)/(1 + q), q = 1/z
 *   b*(1 + q)^2 / [(1 + a + b) + (2*b - 2)*q + (1 - a + b)*q^2],
 * which has gain 1 at 0 Hz; tan(pi*cutoff/2) places the cut-off exactly. */
#include "identify/filter.h"
#include "identify/failure.h"
#include "kernel/pi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DECIMATE_ORDER = 8, PADDING_PER_ORDER = 3 };
static const double decimate_ripple_db = 0.05, decimate_cutoff = 0.8;

/* ---- Design ---- */

static StnStatus check_design(int order, double cutoff, StnError *error)
{
    if (order < 1 || order > STN_FILTER_ORDER_MAX)
        return stn_error(error, STN_BAD_INPUT, "the order %d of a filter must be 1 ... %d", order,
                         STN_FILTER_ORDER_MAX);
    if (!(cutoff > 0.0 && cutoff < 1.0))
        return stn_error(
            error, STN_BAD_INPUT,
            "the cut-off of a filter is %g of half the sampling frequency; it must lie "
            "between 0 and 1",
            cutoff);
    return STN_OK;
}

/* Poles at wc*(-flat*sin(angle) +- i*tall*cos(angle)), angles as a Butterworth filter has them. */
static void place_poles(int order, double cutoff, double flat, double tall, StnFilter *filter)
{
    const double wc = tan(0.5 * STN_PI * cutoff);
    memset(filter, 0, sizeof *filter);
    filter->order = order;
    for (int k = 0; 2 * k < order; k++) {
        const double angle = 0.5 * STN_PI * (2 * k + 1) / order;
        const double re = wc * flat * sin(angle), im = wc * tall * cos(angle);
        double *c = filter->section[filter->nsection++];
        if (2 * k + 1 == order) { /* the real pole of an odd order */
            c[0] = c[1] = re / (1.0 + re);
            c[3] = (re - 1.0) / (re + 1.0);
            continue;
        }
        const double a = 2.0 * re, b = re * re + im * im, scale = 1.0 / (1.0 + a + b);
        c[0] = c[2] = b * scale;
        c[1] = 2.0 * b * scale;
        c[3] = (2.0 * b - 2.0) * scale;
        c[4] = (1.0 - a + b) * scale;
    }
}

StnStatus stn_filter_butterworth(int order, double cutoff, StnFilter *filter, StnError *error)
{
    const StnStatus status = check_design(order, cutoff, error);
    if (status == STN_OK)
        place_poles(order, cutoff, 1.0, 1.0, filter);
    return status;
}

StnStatus stn_filter_chebyshev(int order, double ripple_db, double cutoff, StnFilter *filter,
                               StnError *error)
{
    const StnStatus status = check_design(order, cutoff, error);
    if (status != STN_OK)
        return status;
    if (!(ripple_db > 0.0))
        return stn_error(error, STN_BAD_INPUT, "the ripple of %g dB must be positive", ripple_db);
    const double ripple = sqrt(pow(10.0, 0.1 * ripple_db) - 1.0);
    const double mu = asinh(1.0 / ripple) / order;
    place_poles(order, cutoff, sinh(mu), cosh(mu), filter);
    if (order % 2 == 0) /* an even order starts at the bottom of its ripple */
        for (int i = 0; i < 3; i++)
            filter->section[0][i] /= sqrt(1.0 + ripple * ripple);
    return STN_OK;
}

/* ---- Running ---- */

/* In place, from the state that a constant input x[0] would have left. */
static void run_section(const double c[5], double *x, size_t count)
{
    const double level = x[0] * (c[0] + c[1] + c[2]) / (1.0 + c[3] + c[4]);
    double z2 = c[2] * x[0] - c[4] * level, z1 = c[1] * x[0] - c[3] * level + z2;
    for (size_t i = 0; i < count; i++) {
        const double in = x[i], out = c[0] * in + z1;
        z1 = c[1] * in - c[3] * out + z2;
        z2 = c[2] * in - c[4] * out;
        x[i] = out;
    }
}

static void reverse(double *x, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        const double other = x[count - 1 - i];
        x[count - 1 - i] = x[i];
        x[i] = other;
    }
}

StnStatus stn_filter_zero_phase(const StnFilter *filter, const double *x, size_t count, double *y,
                                StnError *error)
{
    const size_t pad = (size_t)PADDING_PER_ORDER * (size_t)filter->order;
    const size_t length = count + 2 * pad;
    if (count <= pad)
        return stn_error(error, STN_BAD_INPUT,
                         "%zu sample%s too few for a filter of order %d: more than %zu are "
                         "needed",
                         count, count == 1 ? " is" : "s are", filter->order, pad);
    double *all = malloc(length * sizeof *all);
    if (!all)
        return stn_no_memory(error);
    for (size_t i = 0; i < pad; i++) {
        all[i] = 2.0 * x[0] - x[pad - i];
        all[pad + count + i] = 2.0 * x[count - 1] - x[count - 2 - i];
    }
    memcpy(all + pad, x, count * sizeof *all);
    for (int pass = 0; pass < 2; pass++) {
        for (int s = 0; s < filter->nsection; s++)
            run_section(filter->section[s], all, length);
        reverse(all, length);
    }
    memcpy(y, all + pad, count * sizeof *all);
    free(all);
    return STN_OK;
}

void stn_central_difference(const double *x, size_t count, double Ts, double *y)
{
    for (size_t i = 1; i + 1 < count; i++)
        y[i] = (x[i + 1] - x[i - 1]) / (2.0 * Ts);
    y[0] = (x[1] - x[0]) / Ts;
    y[count - 1] = (x[count - 1] - x[count - 2]) / Ts;
}

size_t stn_keep_every(const double *x, size_t count, size_t factor, double *y)
{
    const size_t kept = (count + factor - 1) / factor;
    const size_t first = factor - (factor * kept - count) - 1;
    for (size_t i = 0; i < kept; i++)
        y[i] = x[first + i * factor];
    return kept;
}

StnStatus stn_filter_for_decimation(const double *x, size_t count, size_t factor, double *y,
                                    StnError *error)
{
    StnFilter filter = {.order = 0};
    if (factor < 1)
        return stn_error(error, STN_BAD_INPUT, "decimation by 0");
    if (factor == 1) {
        memcpy(y, x, count * sizeof *x);
        return STN_OK;
    }
    const StnStatus status = stn_filter_chebyshev(DECIMATE_ORDER, decimate_ripple_db,
                                                  decimate_cutoff / (double)factor, &filter, error);
    return status == STN_OK ? stn_filter_zero_phase(&filter, x, count, y, error) : status;
}

StnStatus stn_filter_decimate(const double *x, size_t count, size_t factor, double *y, size_t *kept,
                              StnError *error)
{
    double *smooth = malloc((count + 1) * sizeof *smooth);
    if (!smooth)
        return stn_no_memory(error);
    const StnStatus status = stn_filter_for_decimation(x, count, factor, smooth, error);
    if (status == STN_OK)
        *kept = stn_keep_every(smooth, count, factor, y);
    free(smooth);
    return status;
}
