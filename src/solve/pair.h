/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Two numbers side by side.  The states of one body that move, x and v, are such a pair in every row of the coefficients:
 * what exact steps do to each state alone they do to both at once, with the same bits. */
#ifndef STN_SOLVE_PAIR_H
#define STN_SOLVE_PAIR_H

#include "core/system.h"

#include <string.h>

typedef double StnPair __attribute__((vector_size(16)));

static inline StnPair stn_pair(const double *from)
{
    StnPair pair;
    memcpy(&pair, from, sizeof pair);
    return pair;
}

static inline void stn_pair_put(StnPair pair, double *to) { memcpy(to, &pair, sizeof pair); }

static inline StnPair stn_pair_of(double x) { return (StnPair){x, x}; }

typedef int64_t StnPairBits __attribute__((vector_size(16)));

static inline StnPair stn_pair_size(StnPair pair)
{
    const StnPairBits all_but_sign = {INT64_MAX, INT64_MAX};
    return (StnPair)((StnPairBits)pair & all_but_sign);
}

/* a where a comparison holds, b elsewhere. */
static inline StnPair stn_pair_choose(StnPairBits holds, StnPair a, StnPair b)
{
    return (StnPair)((holds & (StnPairBits)a) | (~holds & (StnPairBits)b));
}

/* The states that move are one pair, from M->active[0] on. */
static inline bool stn_are_pair(const StnModel *M)
{
    return M->nactive == 2 && M->active[1] == M->active[0] + 1;
}

#endif
