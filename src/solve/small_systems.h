/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Small dense factorisations with partial pivoting, real and complex (interleaved).  Made for their place: where n is a
 * constant everything is unrolled. */
#ifndef STN_SOLVE_SMALL_SYSTEMS_H
#define STN_SOLVE_SMALL_SYSTEMS_H

#include <math.h>
#include <stdbool.h>

#define STN_UNROLLED static inline __attribute__((always_inline))

STN_UNROLLED bool stn_factor_real(double *a, const int n, int *p)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[best * n + k]))
                best = i;
        p[k] = best;
        if (!(fabs(a[best * n + k]) > 0.0))
            return false;
        for (int j = 0; best != k && j < n; j++) {
            double swap = a[k * n + j];
            a[k * n + j] = a[best * n + j];
            a[best * n + j] = swap;
        }
        double pivot = 1.0 / a[k * n + k];
        for (int i = k + 1; i < n; i++) {
            double l = a[i * n + k] *= pivot;
            for (int j = k + 1; l != 0.0 && j < n; j++)
                a[i * n + j] -= l * a[k * n + j];
        }
    }
    return true;
}

STN_UNROLLED void stn_solve_real(const double *a, const int n, const int *p, double *b)
{
    for (int k = 0; k < n; k++) {
        double t = b[p[k]];
        b[p[k]] = b[k];
        b[k] = t;
    }
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++)
            b[i] -= a[i * n + j] * b[j];
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= a[i * n + j] * b[j];
        b[i] /= a[i * n + i];
    }
}

STN_UNROLLED bool stn_factor_complex(double *a, const int n, int *p)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        double most = -1.0;
        for (int i = k; i < n; i++) {
            double size = fabs(a[2 * (i * n + k)]) + fabs(a[2 * (i * n + k) + 1]);
            if (size > most)
                most = size, best = i;
        }
        p[k] = best;
        if (!(most > 0.0))
            return false;
        for (int j = 0; best != k && j < 2 * n; j++) {
            double swap = a[2 * k * n + j];
            a[2 * k * n + j] = a[2 * best * n + j];
            a[2 * best * n + j] = swap;
        }
        double re = a[2 * (k * n + k)], im = a[2 * (k * n + k) + 1], d = re * re + im * im;
        for (int i = k + 1; i < n; i++) {
            double *l = &a[2 * (i * n + k)];
            double lr = (l[0] * re + l[1] * im) / d, li = (l[1] * re - l[0] * im) / d;
            l[0] = lr, l[1] = li;
            for (int j = k + 1; (lr != 0.0 || li != 0.0) && j < n; j++) {
                const double *u = &a[2 * (k * n + j)];
                a[2 * (i * n + j)] -= lr * u[0] - li * u[1];
                a[2 * (i * n + j) + 1] -= lr * u[1] + li * u[0];
            }
        }
    }
    return true;
}

STN_UNROLLED void stn_subtract_product(double *b, const double *l, const double *x)
{
    b[0] -= l[0] * x[0] - l[1] * x[1];
    b[1] -= l[0] * x[1] + l[1] * x[0];
}

STN_UNROLLED void stn_solve_complex(const double *a, const int n, const int *p, double *b)
{
    for (int k = 0; k < n; k++)
        for (int c = 0; c < 2; c++) {
            double t = b[2 * p[k] + c];
            b[2 * p[k] + c] = b[2 * k + c];
            b[2 * k + c] = t;
        }
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++)
            stn_subtract_product(&b[2 * i], &a[2 * (i * n + j)], &b[2 * j]);
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            stn_subtract_product(&b[2 * i], &a[2 * (i * n + j)], &b[2 * j]);
        double re = a[2 * (i * n + i)], im = a[2 * (i * n + i) + 1], d = re * re + im * im;
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): pivots are below n */
        double br = (b[2 * i] * re + b[2 * i + 1] * im) / d;
        b[2 * i + 1] = (b[2 * i + 1] * re - b[2 * i] * im) / d;
        b[2 * i] = br;
    }
}

#endif
