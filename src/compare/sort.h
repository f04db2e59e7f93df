/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Numbers in order. */
#ifndef STN_COMPARE_SORT_H
#define STN_COMPARE_SORT_H

#include <stddef.h>

/* Ascending, in place. */
void stn_sort(double *value, size_t count);
/* The value below which the share p of sorted values lies, between them linearly (type 7 of Hyndman and Fan, as
 * NumPy); there is at least one. */
double stn_quantile(const double *sorted, size_t count, double p);
/* Sorts, and returns the smallest difference between two values that is more than rounding of decimals; NaN where all
 * are the same. */
double stn_smallest_step(double *value, size_t count);

#endif
