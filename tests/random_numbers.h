/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* For tests: random numbers by splitmix64, so that a failure can be repeated. */
#ifndef TEST_RANDOM_NUMBERS_H
#define TEST_RANDOM_NUMBERS_H

#include "kernel/splitmix.h"

static uint64_t seed = 1;

static inline uint64_t next_bits(void) { return stn_splitmix_next(&seed); }

static inline double between(double lo, double hi)
{
    return lo + (hi - lo) * stn_unit_interval(next_bits());
}

#endif
