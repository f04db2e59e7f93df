/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the series of exact steps share. */
#ifndef STN_SOLVE_SERIES_H
#define STN_SOLVE_SERIES_H

#include "core/affine.h"

/* Up to so many states the matrix of a series is kept without gaps. */
enum { STN_SERIES_FEW = 4 };

/* The constant part of row i: c and the inputs that do not vary. */
static inline double stn_constant_part(const StnSystem *S, const StnState *st, const StnAffine *m,
                                       int i)
{
    const StnWork *W = stn_work(st);
    const double *B = m->B + i * S->model.ninput;
    const uint32_t driving = stn_mode_watch(st)->driving;
    double sum = m->c[i];
    for (uint32_t left = driving; left; left &= left - 1)
        sum += B[__builtin_ctz(left)] * W->u[__builtin_ctz(left)].val;
    for (int b = 0; b < W->nvarying; b++)
        if (driving >> W->varying[b] & 1u)
            sum -= B[W->varying[b]] * W->u[W->varying[b]].val;
    return sum;
}

/* The series of a mode with bells, from row 0 of the coefficients; returns its degree. */
int stn_series_with_bells(const StnSystem *S, const StnState *st, const StnAffine *m,
                          int input_degree);

#endif
