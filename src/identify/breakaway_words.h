/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#ifndef STN_IDENTIFY_BREAKAWAY_WORDS_H
#define STN_IDENTIFY_BREAKAWAY_WORDS_H

#include "identify/breakaway_delay.h"

/* What the search for points has seen. */
typedef struct StnBreakawaySeen {
    double motion;           /* what is a motion */
    double delay, excess;    /* sums over the points: s to show the motion, effort meanwhile */
    StnBreakawayDelay moved; /* between effort and motion */
    int against;             /* motions against the effort */
} StnBreakawaySeen;

/* The intervals hold what the effort rises by while a motion shows, and in the time of a delay. */
void stn_breakaway_widen(const StnBreakawaySeen *seen, StnBreakaway *r);
/* The remarks on a result that is complete. */
void stn_breakaway_words(const StnBreakawayDef *def, const StnData *data,
                         const StnBreakawaySeen *seen, StnBreakaway *r);

#endif
