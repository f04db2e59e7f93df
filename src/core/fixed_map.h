/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The Euler map of an affine mode and its guards, as rows over w = (states, inputs). */
#ifndef STN_CORE_FIXED_MAP_H
#define STN_CORE_FIXED_MAP_H

#include "core/system.h"

enum { STN_MAP_TERMS = 8, STN_MAP_ROWS = 24 };

/* c + sum of factor[k]*w[at[k]]. */
typedef struct StnMapRow {
    double c, factor[STN_MAP_TERMS];
    int at[STN_MAP_TERMS], count, target;
} StnMapRow;

/* low <= w[at] <= high: what guards of one term are. */
typedef struct StnMapBound {
    int at;
    double low, high;
} StnMapBound;

typedef struct StnMap {
    StnMapRow move[STN_MAP_ROWS], guard[STN_MAP_ROWS];
    int nmove, nguard, nbound;
    StnMapBound bound[STN_MAP_ROWS];
    double dir[STN_MAP_ROWS], least[STN_MAP_ROWS]; /* of a site's velocity; dir 0: not watched */
    int position[STN_MAP_ROWS], velocity[STN_MAP_ROWS], nposition;
    int twist[STN_TWISTS_MAX], ntwist;     /* those that change, */
    double per_ratio[STN_TWISTS_MAX];      /* and 1 over their ratios */
    const StnPiece *piece[STN_INPUTS_MAX]; /* of the inputs that vary, */
    int input[STN_INPUTS_MAX], ninput;     /* and their places in w */
    double w[STN_STATES_MAX + STN_INPUTS_MAX];
} StnMap;

static inline double stn_map_input(const StnPiece *piece, double t)
{
    return piece->linear ? piece->c[0] + piece->c[1] * (t - piece->t0) : stn_piece_value(piece, t);
}

/* Up to `most` steps, as far as the guards hold: how many.  Of a map of few rows they are made side by side; -1: it has too
 * many. */
int64_t stn_fixed_dense(const StnSystem *S, const StnState *st, StnMap *map, double dt,
                        int64_t most);

#endif
