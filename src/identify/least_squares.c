/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Linear least squares by QR with column pivoting.  Columns are scaled to length 1
 * first, so that rank and condition do not depend on the units of the parameters. */
#include "stiction/identify.h"
#include "identify/dense.h"
#include "identify/failure.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A factorised system: A*P = Q*R, A with scaled columns. */
typedef struct Factor {
    size_t rows;
    int n;
    double *a; /* rows x (n + 1), column by column; the last one holds y, then Q'*y */
    double tau[STN_LEAST_SQUARES_MAX], scale[STN_LEAST_SQUARES_MAX],
        inverse[STN_LEAST_SQUARES_MAX * STN_LEAST_SQUARES_MAX];
    int pivot[STN_LEAST_SQUARES_MAX];
} Factor;

static StnStatus check_size(int nparam, size_t rows, StnError *error)
{
    if (nparam < 1 || nparam > STN_LEAST_SQUARES_MAX)
        return stn_error(error, STN_BAD_INPUT, "%d parameters; 1 ... %d can be fitted", nparam,
                         STN_LEAST_SQUARES_MAX);
    if (rows <= (size_t)nparam)
        return stn_error(error, STN_BAD_INPUT,
                         "%zu sample%s too few for %d parameters: at least %d are needed", rows,
                         rows == 1 ? " is" : "s are", nparam, nparam + 1);
    return STN_OK;
}

/* Copies the columns, weighted and scaled. */
static StnStatus load(Factor *f, const double *const *column, const double *y, const double *weight,
                      StnError *error)
{
    for (int c = 0; c <= f->n; c++) {
        double *to = f->a + (size_t)c * f->rows, sum = 0.0;
        const double *from = c < f->n ? column[c] : y;
        for (size_t i = 0; i < f->rows; i++) {
            to[i] = (from ? from[i] : 0.0) * (weight ? sqrt(weight[i]) : 1.0);
            sum += to[i] * to[i];
        }
        if (!isfinite(sum))
            return stn_error(error, STN_BAD_INPUT, "a sample is not a finite number");
        if (c == f->n)
            break;
        f->scale[c] = sum > 0.0 ? sqrt(sum) : 1.0;
        for (size_t i = 0; i < f->rows; i++)
            to[i] /= f->scale[c];
    }
    return STN_OK;
}

/* QR, the rank, and the inverse of R; pivot[k]: which parameter stands in column k. */
static StnStatus factorise(Factor *f, const char *const *names, StnError *error)
{
    const int n = f->n;
    stn_dense_qr(f->rows, n, f->a, f->pivot, f->tau);
    stn_dense_apply_q(f->rows, n, f->a, f->tau, f->a + (size_t)n * f->rows);
    const double least = 1e-12 * fabs(f->a[0]);
    for (int k = 0; k < n; k++) {
        const double r = f->a[(size_t)k * f->rows + (size_t)k];
        const int which = f->pivot[k];
        if (fabs(r) > least)
            continue;
        if (names)
            return stn_error(error, STN_BAD_INPUT,
                             "the data cannot tell \"%s\" apart from the other parameters: its "
                             "column is zero or a combination of theirs",
                             names[which]);
        return stn_error(
            error, STN_BAD_INPUT,
            "parameter %d cannot be distinguished from the others: its column is zero or "
            "a combination of theirs",
            which + 1);
    }
    for (int c = 0; c < n; c++)
        for (int r = 0; r < n; r++)
            f->inverse[c * n + r] = r <= c ? f->a[(size_t)c * f->rows + (size_t)r] : 0.0;
    stn_dense_invert_triangle(n, f->inverse);
    return STN_OK;
}

/* 1-norm condition of R. */
static double condition_of(const Factor *f)
{
    double own = 0.0, inverse = 0.0;
    for (int c = 0; c < f->n; c++) {
        double sum = 0.0, other = 0.0;
        for (int r = 0; r <= c; r++) {
            sum += fabs(f->a[(size_t)c * f->rows + (size_t)r]);
            other += fabs(f->inverse[c * f->n + r]);
        }
        own = fmax(own, sum);
        inverse = fmax(inverse, other);
    }
    return own * inverse;
}

static void solve(const Factor *f, StnLeastSquares *fit)
{
    const double *qty = f->a + (size_t)f->n * f->rows;
    for (int r = 0; r < f->n; r++) {
        double sum = 0.0;
        for (int c = r; c < f->n; c++)
            sum += f->inverse[c * f->n + r] * qty[c];
        const int which = f->pivot[r];
        fit->value[which] = sum / f->scale[which];
    }
}

/* cov = sigma^2*(R'R)^-1, in the order and the scale of the parameters. */
static void spread(const Factor *f, StnLeastSquares *fit)
{
    const double freedom = (double)fit->rows - fit->nparam, reach = stn_student_95(freedom);
    const int n = f->n;
    fit->rms = sqrt(fit->sse / (double)fit->rows);
    fit->sigma = sqrt(fit->sse / freedom);
    fit->condition = condition_of(f);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0.0;
            for (int c = i > j ? i : j; c < n; c++)
                sum += f->inverse[c * n + i] * f->inverse[c * n + j];
            const int a = f->pivot[i], b = f->pivot[j];
            fit->covariance[a][b] = fit->sigma * fit->sigma * sum / (f->scale[a] * f->scale[b]);
        }
    for (int i = 0; i < n; i++) {
        fit->std[i] = sqrt(fit->covariance[i][i]);
        fit->relative[i] = 100.0 * fit->std[i] / fabs(fit->value[i]);
        fit->low[i] = fit->value[i] - reach * fit->std[i];
        fit->high[i] = fit->value[i] + reach * fit->std[i];
    }
}

/* Sums of squares from the residuals themselves: more accurate than from Q'*y. */
static void measure(const double *const *column, const double *y, const double *weight,
                    StnLeastSquares *fit, double *residual)
{
    double whole = 0.0;
    for (size_t i = 0; i < fit->rows; i++) {
        const double w = weight ? weight[i] : 1.0;
        double rest = y[i];
        for (int c = 0; c < fit->nparam; c++)
            rest -= fit->value[c] * column[c][i];
        fit->sse += w * rest * rest;
        whole += w * y[i] * y[i];
        if (residual)
            residual[i] = rest;
    }
    fit->relative_error = whole > 0.0 ? 100.0 * sqrt(fit->sse / whole) : NAN;
}

/* Room for the columns and the right side, to be freed; NULL: *status says why. */
static double *begin(Factor *f, int nparam, size_t rows, StnLeastSquares *fit, StnStatus *status,
                     StnError *error)
{
    memset(fit, 0, sizeof *fit);
    *status = check_size(nparam, rows, error);
    if (*status != STN_OK)
        return NULL;
    double *memory = malloc((size_t)(nparam + 1) * rows * sizeof *memory);
    *f = (Factor){.rows = rows, .n = nparam, .a = memory};
    fit->nparam = nparam;
    fit->rows = rows;
    if (!memory)
        *status = stn_no_memory(error);
    return memory;
}

StnStatus stn_least_squares(const double *const *column, int nparam, const double *y,
                            const double *weight, size_t rows, const char *const *names,
                            StnLeastSquares *fit, double *residual, StnError *error)
{
    Factor f;
    StnStatus status;
    double *memory = begin(&f, nparam, rows, fit, &status, error);
    if (!memory)
        return status;
    status = load(&f, column, y, weight, error);
    if (status == STN_OK)
        status = factorise(&f, names, error);
    if (status == STN_OK) {
        solve(&f, fit);
        measure(column, y, weight, fit, residual);
        spread(&f, fit);
    }
    free(memory);
    return status;
}

StnStatus stn_least_squares_intervals(const double *const *jacobian, int nparam,
                                      const double *value, double sse, size_t rows,
                                      StnLeastSquares *fit, StnError *error)
{
    Factor f;
    StnStatus status;
    double *memory = begin(&f, nparam, rows, fit, &status, error);
    if (!memory)
        return status;
    fit->sse = sse;
    fit->relative_error = NAN;
    memcpy(fit->value, value, (size_t)nparam * sizeof *value);
    status = load(&f, jacobian, NULL, NULL, error);
    if (status == STN_OK)
        status = factorise(&f, NULL, error);
    if (status == STN_OK)
        spread(&f, fit);
    free(memory);
    return status;
}
