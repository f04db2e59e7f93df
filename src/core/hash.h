/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* FNV-1a, for signatures of states and for the hashes that tests keep. */
#ifndef STN_CORE_HASH_H
#define STN_CORE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define STN_HASH_BEGIN UINT64_C(14695981039346656037)

static inline uint64_t stn_hash(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *byte = data;
    for (size_t i = 0; i < size; i++)
        /* the analyzer loses track of arrays read as bytes */
        hash = (hash ^ byte[i]) * 1099511628211u; // NOLINT(clang-analyzer-core.*)
    return hash;
}

#endif
