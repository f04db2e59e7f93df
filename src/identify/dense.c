/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/dense.h"

#include <float.h>
#include <math.h>
#include <string.h>

static double dot(const double *x, const double *y, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += x[i] * y[i];
    return sum;
}

/* ---- QR ---- */

static void swap_columns(size_t m, double *x, double *y)
{
    for (size_t i = 0; i < m; i++) {
        const double kept = x[i];
        x[i] = y[i];
        y[i] = kept;
    }
}

/* The reflection I - tau*v*v' with v[0] = 1 that leaves only the first of `count` numbers; v stays behind it. */
static double reflection(double *x, size_t count)
{
    const double below = dot(x + 1, x + 1, count - 1);
    if (below == 0.0)
        return 0.0;
    const double length = sqrt(x[0] * x[0] + below), beta = x[0] > 0.0 ? -length : length;
    const double head = x[0] - beta;
    for (size_t i = 1; i < count; i++)
        x[i] /= head;
    x[0] = beta;
    return -head / beta;
}

static void reflect(const double *v, double tau, double *x, size_t count)
{
    const double along = tau * (x[0] + dot(v + 1, x + 1, count - 1));
    x[0] -= along;
    for (size_t i = 1; i < count; i++)
        x[i] -= along * v[i];
}

/* Lengths are taken anew in every step: n is small, and updating them loses digits. */
static int longest(size_t m, int n, int k, const double *a)
{
    int best = k;
    double most = -1.0;
    for (int c = k; c < n; c++) {
        const double *x = a + (size_t)c * m + k, length = dot(x, x, m - (size_t)k);
        if (length > most)
            most = length, best = c;
    }
    return best;
}

void stn_dense_qr(size_t m, int n, double *a, int *pivot, double *tau)
{
    for (int k = 0; pivot && k < n; k++)
        pivot[k] = k;
    for (int k = 0; k < n; k++) {
        const int next = pivot ? longest(m, n, k, a) : k;
        if (next != k) {
            const int kept = pivot[k];
            swap_columns(m, a + (size_t)k * m, a + (size_t)next * m);
            pivot[k] = pivot[next];
            pivot[next] = kept;
        }
        double *v = a + (size_t)k * m + k;
        const size_t left = m - (size_t)k;
        tau[k] = reflection(v, left);
        for (int c = k + 1; c < n; c++)
            reflect(v, tau[k], a + (size_t)c * m + k, left);
    }
}

void stn_dense_apply_q(size_t m, int n, const double *a, const double *tau, double *b)
{
    for (int k = 0; k < n; k++)
        reflect(a + (size_t)k * m + k, tau[k], b + k, m - (size_t)k);
}

void stn_dense_invert_triangle(int n, double *a)
{
    double x[STN_DENSE_MAX];
    for (int c = 0; c < n; c++) { /* columns before c hold their part of the inverse already */
        for (int r = 0; r < c; r++)
            x[r] = a[c * n + r];
        const double diagonal = 1.0 / a[c * n + c];
        for (int r = 0; r < c; r++) {
            double sum = 0.0;
            for (int k = r; k < c; k++)
                sum += a[k * n + r] * x[k];
            a[c * n + r] = -sum * diagonal;
        }
        a[c * n + c] = diagonal;
    }
}

/* ---- Singular values ---- */

enum { SWEEPS = 60 };

static void rotate(double *x, double *y, size_t count, double c, double s)
{
    for (size_t i = 0; i < count; i++) {
        const double kept = x[i];
        x[i] = c * kept - s * y[i];
        y[i] = s * kept + c * y[i];
    }
}

/* Makes two columns orthogonal; whether they were not. */
static int orthogonalise(int n, double *a, double *V, int p, int q)
{
    double *x = a + (size_t)p * (size_t)n, *y = a + (size_t)q * (size_t)n;
    const size_t count = (size_t)n;
    const double xx = dot(x, x, count), yy = dot(y, y, count), xy = dot(x, y, count);
    if (!(fabs(xy) > DBL_EPSILON * sqrt(xx * yy)))
        return 0;
    const double zeta = (yy - xx) / (2.0 * xy);
    const double t = (zeta > 0.0 ? 1.0 : -1.0) / (fabs(zeta) + sqrt(1.0 + zeta * zeta));
    const double c = 1.0 / sqrt(1.0 + t * t), s = c * t;
    rotate(x, y, count, c, s);
    rotate(V + (size_t)p * count, V + (size_t)q * count, count, c, s);
    return 1;
}

void stn_dense_singular(int n, double *a, double *s, double *V)
{
    const size_t count = (size_t)n;
    memset(V, 0, count * count * sizeof *V);
    for (int i = 0; i < n; i++)
        V[i * n + i] = 1.0;
    for (int sweep = 0, turned = 1; turned && sweep < SWEEPS; sweep++) {
        turned = 0;
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++)
                turned |= orthogonalise(n, a, V, p, q);
    }
    for (int i = 0; i < n; i++)
        s[i] = sqrt(dot(a + (size_t)i * count, a + (size_t)i * count, count));
    for (int i = 0; i < n; i++) { /* the largest first */
        int best = i;
        for (int k = i + 1; k < n; k++)
            best = s[k] > s[best] ? k : best;
        const double kept = s[i];
        s[i] = s[best];
        s[best] = kept;
        if (best != i)
            swap_columns(count, V + (size_t)i * count, V + (size_t)best * count);
    }
}
