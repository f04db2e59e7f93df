/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#ifndef STN_IDENTIFY_BREAKAWAY_WORDS_H
#define STN_IDENTIFY_BREAKAWAY_WORDS_H

#include "stiction/identify.h"

/* What the search for points has seen. */
typedef struct StnBreakawaySeen {
    double motion;        /* what is a motion */
    double delay, excess; /* sums over the points: s to show the motion, effort meanwhile */
    int against;          /* motions against the effort */
} StnBreakawaySeen;

/* The remarks on a result that is complete. */
void stn_breakaway_words(const StnBreakawayDef *def, const StnData *data,
                         const StnBreakawaySeen *seen, StnBreakaway *r);

#endif
