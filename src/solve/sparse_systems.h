/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Factorisations that leave zeros alone, for many states of which each touches a few: bodies in a line with their shafts
 * and bristles.  A diagonal element is the pivot of each turn, in the order of Markowitz (fewest products first), so
 * that a bristle, which only its own velocity sees, is eliminated by one product, and then a chain is
 * tridiagonal.  There are no exchanges of rows: a pivot that is what rounding left of larger numbers is refused.
 * What is lost below that, a Newton iteration makes good.
 *
 * Matrices are n x n as in small_systems.h, real or complex (interleaved); nothing is moved.  A factored matrix has the
 * reciprocals of its pivots. */
#ifndef STN_SOLVE_SPARSE_SYSTEMS_H
#define STN_SOLVE_SPARSE_SYSTEMS_H

#include "core/model.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* Turn k eliminates state `order[k]`, whose row goes on in the columns `right[k]`, from the rows `below[k]`. */
typedef struct StnSparse {
    int n;
    const uint64_t *order, *right, *below;
} StnSparse;

enum { STN_SPARSE_MOST = STN_STRUCTURE_MOST };
#define STN_PIVOT_LEAST 1e-8 /* of what a pivot was made of: fewer digits are left than it takes */

/* The bits of a word, lowest first: for (uint64_t m = bits; m; m &= m - 1) { int i = stn_lowest_bit(m); ... } */
static inline int stn_lowest_bit(uint64_t m) { return __builtin_ctzll(m); }

static inline bool stn_sparse_factor_real(const StnSparse *plan, double *a)
{
    const int n = plan->n;
    double most[STN_SPARSE_MOST];
    for (int i = 0; i < n; i++)
        most[i] = fabs(a[i * n + i]);
    for (int k = 0; k < n; k++) {
        const int q = (int)plan->order[k];
        const double pivot = a[q * n + q];
        if (!(fabs(pivot) > STN_PIVOT_LEAST * most[q]))
            return false;
        const double inverse = a[q * n + q] = 1.0 / pivot;
        for (uint64_t m = plan->below[k]; m; m &= m - 1) {
            const int i = stn_lowest_bit(m);
            const double l = a[i * n + q] *= inverse;
            for (uint64_t r = plan->right[k]; r; r &= r - 1)
                a[i * n + stn_lowest_bit(r)] -= l * a[q * n + stn_lowest_bit(r)];
            most[i] = fmax(most[i], fabs(a[i * n + i]));
        }
    }
    return true;
}

static inline void stn_sparse_solve_real(const StnSparse *plan, const double *a, double *b)
{
    const int n = plan->n;
    for (int k = 0; k < n; k++) {
        const int q = (int)plan->order[k];
        for (uint64_t m = plan->below[k]; m; m &= m - 1)
            b[stn_lowest_bit(m)] -= a[stn_lowest_bit(m) * n + q] * b[q];
    }
    for (int k = n - 1; k >= 0; k--) {
        const int q = (int)plan->order[k];
        for (uint64_t m = plan->right[k]; m; m &= m - 1)
            b[q] -= a[q * n + stn_lowest_bit(m)] * b[stn_lowest_bit(m)];
        b[q] *= a[q * n + q];
    }
}

/* b -= l*x */
static inline void stn_sparse_subtract(double *b, const double *l, const double *x)
{
    b[0] -= l[0] * x[0] - l[1] * x[1];
    b[1] -= l[0] * x[1] + l[1] * x[0];
}

static inline void stn_sparse_multiply(double *b, const double *x)
{
    const double re = b[0] * x[0] - b[1] * x[1];
    b[1] = b[0] * x[1] + b[1] * x[0];
    b[0] = re;
}

static inline double stn_sparse_size(const double *x) { return fabs(x[0]) + fabs(x[1]); }

static inline bool stn_sparse_factor_complex(const StnSparse *plan, double *a)
{
    const int n = plan->n;
    double most[STN_SPARSE_MOST];
    for (int i = 0; i < n; i++)
        most[i] = stn_sparse_size(&a[2 * (i * n + i)]);
    for (int k = 0; k < n; k++) {
        const int q = (int)plan->order[k];
        double *pivot = &a[2 * (q * n + q)];
        const double square = pivot[0] * pivot[0] + pivot[1] * pivot[1];
        if (!(stn_sparse_size(pivot) > STN_PIVOT_LEAST * most[q]))
            return false;
        pivot[0] /= square, pivot[1] /= -square;
        for (uint64_t m = plan->below[k]; m; m &= m - 1) {
            const int i = stn_lowest_bit(m);
            double *l = &a[2 * (i * n + q)];
            stn_sparse_multiply(l, pivot);
            for (uint64_t r = plan->right[k]; r; r &= r - 1)
                stn_sparse_subtract(&a[2 * (i * n + stn_lowest_bit(r))], l,
                                    &a[2 * (q * n + stn_lowest_bit(r))]);
            most[i] = fmax(most[i], stn_sparse_size(&a[2 * (i * n + i)]));
        }
    }
    return true;
}

static inline void stn_sparse_solve_complex(const StnSparse *plan, const double *a, double *b)
{
    const int n = plan->n;
    for (int k = 0; k < n; k++) {
        const int q = (int)plan->order[k];
        for (uint64_t m = plan->below[k]; m; m &= m - 1)
            stn_sparse_subtract(&b[2 * stn_lowest_bit(m)], &a[2 * (stn_lowest_bit(m) * n + q)],
                                &b[2 * q]);
    }
    for (int k = n - 1; k >= 0; k--) {
        const int q = (int)plan->order[k];
        for (uint64_t m = plan->right[k]; m; m &= m - 1)
            stn_sparse_subtract(&b[2 * q], &a[2 * (q * n + stn_lowest_bit(m))],
                                &b[2 * stn_lowest_bit(m)]);
        stn_sparse_multiply(&b[2 * q], &a[2 * (q * n + q)]);
    }
}

#endif
