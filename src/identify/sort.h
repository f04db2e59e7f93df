/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Numbers in order. */
#ifndef STN_IDENTIFY_SORT_H
#define STN_IDENTIFY_SORT_H

#include <stddef.h>

/* Ascending, in place. */
void stn_sort(double *value, size_t count);
/* Sorts, and returns the smallest difference between two values that is more than rounding of decimals; NaN where all
 * are the same. */
double stn_smallest_step(double *value, size_t count);

#endif
