/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How much noise is in the gradient J'*r of a fit, signal by signal.
 *
 * Residuals that pass as white: s^2*J'J, and what the steps of a sensor hold together (fit_steps.c).  Residuals of real
 * machines do not: neighbours are alike, and that formula is far too optimistic.  Then the long-run variance S of the
 * gradients g_i = J_i*r_i, over all signals that are not white, by prewhitening (Andrews & Monahan 1992):
 * g_i = a*g_(i-1) + e_i per coordinate, the e in blocks, S = (sum of e_b*e_b')/(1 - a)^2. */
#include "identify/fit_colour.h"
#include "identify/fit_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 50, BLOCK_ROWS = 10 };
#define LONGEST 0.999 /* a above it is taken as this */
#define NEARLY 1.5    /* times the variance of residuals */

/* Gradients of a run, row by row and over all its signals that are not white: nfit x n. */
static void gradients(const StnFitSlopes *slopes, int k, const StnFitWhite *white, double *g)
{
    const StnFitInside *inside = &slopes->fitter->run[k];
    const int n = slopes->n;
    memset(g, 0, inside->nfit * (size_t)n * sizeof *g);
    for (int s = 0; s < inside->run->nsignal; s++)
        for (size_t i = 0; !white[s].white && i < inside->nfit; i++) {
            const size_t at = inside->first_residual + (size_t)s * inside->nfit + i;
            for (int a = 0; a < n; a++)
                g[i * (size_t)n + (size_t)a] += slopes->column[a][at] * slopes->r[at];
        }
}

/* How much of a gradient its neighbour has: 0 ... LONGEST, per coordinate, over all runs. */
static void likeness(const StnFitter *fitter, const double *g, int n, double *a)
{
    for (int c = 0; c < n; c++) {
        double both = 0.0, own = 0.0;
        const double *at = g + c;
        for (int k = 0; k < fitter->nrun; k++) {
            for (size_t i = 1; i < fitter->run[k].nfit; i++) {
                double now = at[i * (size_t)n], before = at[(i - 1) * (size_t)n];
                both += now * before, own += before * before;
            }
            at += fitter->run[k].nfit * (size_t)n;
        }
        a[c] = own > 0.0 ? fmin(fmax(both / own, 0.0), LONGEST) : 0.0;
    }
}

/* What is new in a run's gradients, in blocks: adds e_b*e_b'; returns the number of blocks. */
static int add_blocks(const double *g, size_t rows, int n, const double *a, size_t length,
                      double *out)
{
    int blocks = 0;
    for (size_t from = 0; from < rows; from += length, blocks++) {
        double e[STN_FREE_MAX] = {0};
        size_t to = from + length < rows ? from + length : rows;
        for (size_t i = from; i < to; i++)
            for (int c = 0; c < n; c++) {
                double before = i > 0 ? g[(i - 1) * (size_t)n + (size_t)c] : 0.0;
                e[c] += (g[i * (size_t)n + (size_t)c] - a[c] * before) / (1.0 - a[c]);
            }
        for (int p = 0; p < n; p++)
            for (int q = 0; q < n; q++)
                out[p * n + q] += e[p] * e[q];
    }
    return blocks;
}

/* The long-run variance of the gradients; returns the number of blocks it comes from.
 * *pieces: as many samples as are independent. */
static int long_run(const StnFitSlopes *slopes, const StnFitResult *result, double *out,
                    double *pieces)
{
    StnFitter *fitter = slopes->fitter;
    int n = slopes->n, blocks = 0;
    size_t all = 0;
    double a[STN_FREE_MAX];
    for (int k = 0; k < fitter->nrun; k++)
        all += fitter->run[k].nfit;
    size_t length = all / BLOCKS > BLOCK_ROWS ? all / BLOCKS : BLOCK_ROWS;
    double *g = malloc((all * (size_t)n + 1) * sizeof *g), *at = g;
    if (!g) {
        atomic_store(&fitter->memory_out, true);
        return 0;
    }
    for (int k = 0; k < fitter->nrun; k++) {
        gradients(slopes, k, result->white[k], at);
        at += fitter->run[k].nfit * (size_t)n;
    }
    likeness(fitter, g, n, a);
    *pieces = (double)all;
    for (int c = 0; c < n; c++)
        *pieces = fmin(*pieces, (double)all * (1.0 - a[c]) / (1.0 + a[c]));
    at = g;
    for (int k = 0; k < fitter->nrun; k++) {
        blocks += add_blocks(at, fitter->run[k].nfit, n, a, length, out);
        at += fitter->run[k].nfit * (size_t)n;
    }
    for (int i = 0; i < n * n; i++)
        out[i] *= blocks / (blocks - 1.0);
    free(g);
    return blocks;
}

/* variance*J'J of a signal. */
static void add_white(const double *const *slope, int n, size_t rows, double variance, double *out)
{
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            for (size_t i = 0; i < rows; i++)
                out[a * n + b] += variance * slope[a][i] * slope[b][i];
}

/* Parameters follow the errors of long stands, so that residuals are smaller than what the steps made: q^2/12 counts, where
 * residuals are nearly as large (otherwise what looks like a step is none, as equal distances of exact values are). */
static double variance_of_steps(const StnFitSteps *steps, double sigma, double variance)
{
    const double own = steps->step * steps->step / 12.0 / (sigma * sigma);
    return own < NEARLY * variance ? fmax(own, variance) : variance;
}

void stn_fit_add_steps(const StnFitSlopes *slopes, int k, int s, double variance, double *out)
{
    const StnFitInside *inside = &slopes->fitter->run[k];
    const int n = slopes->n;
    const StnFitRun *run = inside->run;
    const size_t first = inside->first_residual + (size_t)s * inside->nfit;
    const double *r = slopes->r + first, *slope[STN_FREE_MAX];
    const double *plain = slopes->plain ? slopes->plain + first : r;
    double *value = malloc(3 * (inside->nfit + 1) * sizeof *value),
           part[STN_FREE_MAX * STN_FREE_MAX];
    double *e = value ? value + inside->nfit : NULL, *model = value ? e + inside->nfit : NULL;
    StnFitSteps steps = {.step = 0.0};
    size_t count = 0;
    for (size_t i = 0; value && i < inside->last_fitted; i++)
        if (!run->use || run->use[i] == STN_ROW_FIT) {
            value[count] = run->signal[s].value[i];
            e[count] = r[count] * inside->sigma[s];
            model[count] = value[count] + plain[count] * inside->sigma[s];
            count++;
        }
    memset(part, 0, sizeof part);
    for (int a = 0; a < n; a++)
        slope[a] = slopes->column[a] + first;
    if (value && stn_fit_steps(value, e, count, &steps))
        stn_fit_add_stays(&steps, model, slope, n, count, part);
    else
        atomic_store(&slopes->fitter->memory_out, true);
    const double more = variance_of_steps(&steps, inside->sigma[s], variance) - variance;
    for (int i = 0; i < n * n; i++)
        out[i] += (variance + more) * part[i];
    add_white(slope, n, count, more, out);
    free(value);
}

StnFitNoise stn_fit_noise(const StnFitSlopes *slopes, const StnFitResult *result, double *out)
{
    const StnFitter *fitter = slopes->fitter;
    const int n = slopes->n;
    const double freedom = (double)fitter->nresidual - n;
    StnFitNoise noise = {.variance = stn_fit_cost(fitter, slopes->r) / freedom, .freedom = freedom};
    const double drawn = fitter->colour.direction ? stn_fit_colour_noise(slopes, out) : 0.0;
    bool white = true;
    double apart[STN_FREE_MAX * STN_FREE_MAX] = {0};
    if (drawn > 0.0) {
        noise.coloured = true;
        noise.freedom = noise.pieces = drawn;
        return noise;
    }
    memset(out, 0, (size_t)(n * n) * sizeof *out);
    for (int k = 0; k < fitter->nrun; k++)
        for (int s = 0; s < fitter->run[k].run->nsignal; s++)
            white = white && result->white[k][s].white;
    const int blocks = white ? 0 : long_run(slopes, result, apart, &noise.pieces);
    noise.coloured = blocks >= 2 * n + 4;
    for (int i = 0; noise.coloured && i < n * n; i++)
        out[i] = apart[i];
    if (noise.coloured)
        noise.freedom = fmin(blocks - 1.0, fmax(noise.pieces - n, 1.0));
    for (int k = 0; k < fitter->nrun; k++)
        for (int s = 0; s < fitter->run[k].run->nsignal; s++) {
            const StnFitInside *inside = &fitter->run[k];
            const double *slope[STN_FREE_MAX];
            if (inside->nfit == 0)
                continue;
            for (int a = 0; a < n; a++)
                slope[a] = slopes->column[a] + inside->first_residual + (size_t)s * inside->nfit;
            if (noise.coloured && result->white[k][s].white)
                add_white(slope, n, inside->nfit, noise.variance, out);
            stn_fit_add_steps(slopes, k, s, noise.variance, out);
        }
    return noise;
}
