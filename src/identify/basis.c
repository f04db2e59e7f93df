/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/basis.h"

#include <math.h>

#define DEPENDENT 1e-9 /* of the length of a column: less is rounding */

/* Four sums, so that an addition need not wait for the one before. */
double stn_dot(const double *x, const double *y, size_t count)
{
    double a = 0.0, b = 0.0, c = 0.0, d = 0.0;
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        a += x[i] * y[i];
        b += x[i + 1] * y[i + 1];
        c += x[i + 2] * y[i + 2];
        d += x[i + 3] * y[i + 3];
    }
    for (; i < count; i++)
        a += x[i] * y[i];
    return (a + c) + (b + d);
}

void stn_take_off(double *restrict y, double factor, const double *restrict x, size_t count)
{
    size_t i = 0;
    for (; i + 2 <= count; i += 2) {
        y[i] -= factor * x[i];
        y[i + 1] -= factor * x[i + 1];
    }
    for (; i < count; i++)
        y[i] -= factor * x[i];
}

double stn_basis_add(StnBasis *basis)
{
    double *q = basis->q[basis->n];
    const double before = sqrt(stn_dot(q, q, basis->rows));
    for (int twice = 0; twice < 2; twice++) /* the second time takes off what rounding left */
        stn_basis_take_off(basis, 0, q);
    const double left = sqrt(stn_dot(q, q, basis->rows));
    if (!(left > DEPENDENT * before))
        return 0.0;
    for (size_t i = 0; i < basis->rows; i++)
        q[i] /= left;
    basis->n++;
    return left;
}

void stn_basis_take_off(const StnBasis *basis, int first, double *y)
{
    for (int k = first; k < basis->n; k++)
        stn_take_off(y, stn_dot(y, basis->q[k], basis->rows), basis->q[k], basis->rows);
}
