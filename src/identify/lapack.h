/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* LAPACK with workspace of our own: LAPACKE's plain routines print on standard output when memory is out.
 * Matrices by columns, without gaps between them.  STN_NO_MEMORY, or STN_FAILED where LAPACK fails. */
#ifndef STN_IDENTIFY_LAPACK_H
#define STN_IDENTIFY_LAPACK_H

#include "stiction/core.h"

#include <lapacke.h>

/* a (m x n) = Q*R; with pivot (n zeros; not NULL) columns are exchanged, pivot[k] counts from 1. */
StnStatus stn_lapack_qr(lapack_int m, lapack_int n, double *a, lapack_int *pivot, double *tau);
/* b = Q'*b, with Q as stn_lapack_qr left it. */
StnStatus stn_lapack_apply_q(lapack_int m, lapack_int n, const double *a, const double *tau,
                             double *b);
/* a (n x n, destroyed) = U*diag(s)*Vt. */
StnStatus stn_lapack_svd(lapack_int n, double *a, double *s, double *U, double *Vt);

#endif
