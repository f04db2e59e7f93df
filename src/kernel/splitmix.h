/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* splitmix64 (Steele, Lea, Flood 2014): random bits by their place or in a stream.  The same on every
 * platform, so that a seed names one result. */
#ifndef STN_KERNEL_SPLITMIX_H
#define STN_KERNEL_SPLITMIX_H

#include <stdint.h>

#define STN_SPLITMIX_STEP 0x9e3779b97f4a7c15u

/* 64 random bits that belong to x. */
static inline uint64_t stn_splitmix(uint64_t x)
{
    x += STN_SPLITMIX_STEP;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* The next bits of a stream, which may begin at any number. */
static inline uint64_t stn_splitmix_next(uint64_t *stream)
{
    const uint64_t bits = stn_splitmix(*stream);
    *stream += STN_SPLITMIX_STEP;
    return bits;
}

/* In [0, 1), by the first 53 bits. */
static inline double stn_unit_interval(uint64_t bits) { return (double)(bits >> 11) * 0x1p-53; }

#endif
