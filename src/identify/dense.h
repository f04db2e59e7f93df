/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Dense matrices of few columns, by columns without gaps: what least squares need, without LAPACK.  A BLAS
 * starts threads when a program is loaded, which costs every command its time, and OpenBLAS waits for ever
 * at its end where memory for them was out. */
#ifndef STN_IDENTIFY_DENSE_H
#define STN_IDENTIFY_DENSE_H

#include <stddef.h>

enum { STN_DENSE_MAX = 64 };

/* a (m x n, m >= n, n <= STN_DENSE_MAX) = Q*R by Householder's reflections: R in the upper triangle, their
 * vectors below it and in tau.  With pivot (not NULL) the column that is longest in what is left comes next:
 * pivot[k] is the column that stands in place k. */
void stn_dense_qr(size_t m, int n, double *a, int *pivot, double *tau);
/* b = Q'*b, with Q as stn_dense_qr left it. */
void stn_dense_apply_q(size_t m, int n, const double *a, const double *tau, double *b);
/* The inverse of an upper triangle (n x n) without a zero on its diagonal, in its place. */
void stn_dense_invert_triangle(int n, double *a);
/* Singular values of a (n x n, destroyed), the largest first, and V of a = U*diag(s)*V', by columns, by
 * Jacobi's rotations from one side: small ones are as accurate as the columns of a are. */
void stn_dense_singular(int n, double *a, double *s, double *V);

#endif
