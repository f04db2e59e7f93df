/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Errors of a sensor with steps (encoder, converter).  Where the signal crosses a step or more from row to row they
 * are as good as independent; while it stands they are one and the same error, and tests of whole records, most of
 * whose rows move, do not see it.  The rows at standstill say where a body came to rest: just these decide static
 * levels.
 *
 * The error is a sawtooth of the value, e(x) = sum over k of (-1)^k*q/(pi*k)*sin(2*pi*k*x/q), and where x lies within a step
 * is as good as random, so that two rows d apart share
 *   E[e(x)*e(x + d)] = q^2/12 * sum over k of 6/(pi*k)^2 * cos(2*pi*k*d/q);
 * white noise of deviation s in front of the steps takes exp(-(2*pi*k*s/q)^2) of each term (Widrow and Kollar,
 * Quantization Noise, 2008, ch. 4, 9 and 19). */
#include "compare/sort.h"
#include "identify/fit_internal.h"

#include "kernel/pi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MATTERS 0.01 /* of the variance of the residuals: a smaller share of the steps is none */
#define SLOW 0.1     /* of a step from row to row: as good as standing */
enum { LEAST_PAIRS = 10 };

/* Variance of white noise in front of the steps.  All that the residuals have beyond q^2/12 is too much where errors of a
 * few long stands happen to be large.  From row to row of a model that hardly moves, by d, the error of the steps changes
 * by d*(q - d) on average, squared; what there is more is noise. */
static double noise_before(const double *value, const double *e, size_t rows, double q,
                           double excess)
{
    double sum = 0.0;
    size_t pairs = 0;
    for (size_t i = 1; i < rows; i++) {
        const double d = fabs(value[i] + e[i] - value[i - 1] - e[i - 1]), jump = e[i] - e[i - 1];
        if (d < SLOW * q)
            sum += 0.5 * (jump * jump - d * (q - d)), pairs++;
    }
    return pairs < LEAST_PAIRS ? excess : fmin(excess, fmax(sum / (double)pairs, 0.0));
}

bool stn_fit_steps(const double *value, const double *e, size_t rows, StnFitSteps *out)
{
    double *sorted = malloc((rows + 1) * sizeof *sorted), variance = 0.0;
    *out = (StnFitSteps){.step = 0.0};
    if (!sorted)
        return false;
    memcpy(sorted, value, rows * sizeof *sorted);
    const double q = stn_smallest_step(sorted, rows);
    free(sorted);
    for (size_t i = 0; i < rows; i++)
        variance += e[i] * e[i] / (double)rows;
    if (isnan(q) || !(variance > 0.0))
        return true;
    const double own = fmin(q * q / 12.0, variance);
    const double noise = noise_before(value, e, rows, q, variance - own);
    double left =
        1.0; /* the last harmonic stands for all that follow: at standstill they count as much */
    for (int k = 1; k <= STN_FIT_HARMONICS; k++) {
        const double turn = STN_PI * k, part = k < STN_FIT_HARMONICS ? 6.0 / (turn * turn) : left;
        out->share[k - 1] = own / variance * part * exp(-4.0 * turn * turn * noise / (q * q));
        left -= part;
    }
    out->step = out->share[0] > MATTERS ? q : 0.0;
    return true;
}

size_t stn_fit_stay(const StnFitSteps *steps, const double *model, size_t from, size_t rows)
{
    size_t to = from + 1;
    while (to < rows && fabs(model[to] - model[from]) < steps->step)
        to++;
    return to;
}

/* One stretch: sums of slopes by the phase of each harmonic, less what the rows have by themselves. */
static void add_stay(const StnFitSteps *steps, const double *model, const double *const *slope,
                     int n, size_t from, size_t to, double *out)
{
    for (int k = 1; k <= STN_FIT_HARMONICS; k++) {
        double c[STN_FREE_MAX] = {0}, s[STN_FREE_MAX] = {0};
        const double share = steps->share[k - 1];
        for (size_t i = from; i < to; i++) {
            const double phase = 2.0 * STN_PI * k * (model[i] - model[from]) / steps->step;
            const double cosine = cos(phase), sine = sin(phase);
            for (int a = 0; a < n; a++)
                c[a] += slope[a][i] * cosine, s[a] += slope[a][i] * sine;
        }
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++) {
                double own = 0.0;
                for (size_t i = from; i < to; i++)
                    own += slope[a][i] * slope[b][i];
                out[a * n + b] += share * (c[a] * c[b] + s[a] * s[b] - own);
            }
    }
}

void stn_fit_add_stays(const StnFitSteps *steps, const double *model, const double *const *slope,
                       int n, size_t rows, double *out)
{
    size_t to;
    for (size_t from = 0; steps->step > 0.0 && from < rows; from = to) {
        to = stn_fit_stay(steps, model, from, rows);
        if (to > from + 1)
            add_stay(steps, model, slope, n, from, to, out);
    }
}
