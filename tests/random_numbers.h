/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* For tests: random numbers by splitmix64, so that a failure can be repeated. */
#ifndef TEST_RANDOM_NUMBERS_H
#define TEST_RANDOM_NUMBERS_H

#include <stdint.h>

static uint64_t seed = 1;

static inline uint64_t next_bits(void)
{
    uint64_t z = (seed += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline double between(double lo, double hi)
{
    return lo + (hi - lo) * (double)(next_bits() >> 11) * 0x1p-53;
}

#endif
