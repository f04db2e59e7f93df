/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* An orthonormal basis of the columns of a model.  What a further column would take off the sum of squares follows from
 * its part beyond the basis alone, so that many of them can be tried without a fit each. */
#ifndef STN_IDENTIFY_BASIS_H
#define STN_IDENTIFY_BASIS_H

#include <stddef.h>

enum { STN_BASIS_MAX = 64 };

typedef struct StnBasis {
    double *q[STN_BASIS_MAX]; /* the next column is written to q[n] */
    int n;
    size_t rows;
} StnBasis;

double stn_dot(const double *x, const double *y, size_t count);
/* y -= factor*x. */
void stn_take_off(double *y, double factor, const double *x, size_t count);
/* Makes q[n] a member; returns the length that the basis left of it, or 0 where it depends on those before and is none. */
double stn_basis_add(StnBasis *basis);
/* Takes off y what the members from `first` on have of it. */
void stn_basis_take_off(const StnBasis *basis, int first, double *y);

#endif
