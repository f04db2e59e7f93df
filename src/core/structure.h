/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Where the Jacobian of the active states has entries, as far as has been seen in the run, and the order of
 * elimination that follows from it: the memory of solve/structure.c, for models with many states. */
#ifndef STN_CORE_STRUCTURE_H
#define STN_CORE_STRUCTURE_H

#include "core/state.h"

/* Bits are positions in the model's list of active states. */
typedef struct StnStructure {
    uint64_t *products;      /* of an elimination in this order; 0: nothing is known yet */
    uint64_t *column;        /* rows with an entry, per column */
    uint64_t *right, *below; /* per turn: columns and rows in which the eliminated state goes on */
    uint64_t *order;         /* the state that a turn eliminates */
} StnStructure;

static inline bool stn_has_structure(const StnModel *M)
{
    return M->complex_step && M->nactive >= STN_STRUCTURE_LEAST && M->nactive <= STN_STRUCTURE_MOST;
}

static inline size_t stn_structure_size(const StnModel *M)
{
    return stn_has_structure(M) ? 1 + 4 * (size_t)M->nactive : 0;
}

static inline StnStructure stn_structure(const StnSystem *S, const StnState *st)
{
    uint64_t *at = stn_structure_words(S, st);
    const int n = stn_model(S)->nactive;
    return (StnStructure){at, at + 1, at + 1 + n, at + 1 + 2 * n, at + 1 + 3 * n};
}

/* All states, as bits. */
static inline uint64_t stn_all_bits(int n)
{
    return n < 64 ? ((uint64_t)1 << n) - 1 : ~(uint64_t)0;
}

#endif
