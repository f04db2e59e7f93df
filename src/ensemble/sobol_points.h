/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The Sobol' sequence, point by point. */
#ifndef STN_ENSEMBLE_SOBOL_POINTS_H
#define STN_ENSEMBLE_SOBOL_POINTS_H

#include <stdint.h>

enum { STN_SOBOL_DIMENSIONS = 64, STN_SOBOL_BITS = 32 };

/* Direction numbers of a dimension, 0 ... STN_SOBOL_DIMENSIONS - 1. */
void stn_sobol_directions(int dimension, uint32_t direction[STN_SOBOL_BITS]);
/* The coordinate of a point as a fraction of 2^32; points in the order of the binary digits of
 * their number, so that any 2^k first ones are the same set as in Gray order. */
uint32_t stn_sobol_coordinate(const uint32_t direction[STN_SOBOL_BITS], uint32_t point);

#endif
