/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Whether effort and position of a ramp were recorded at the same time. */
#ifndef STN_IDENTIFY_RAMP_DELAY_H
#define STN_IDENTIFY_RAMP_DELAY_H

#include "identify/ramp_load.h"

/* By how much the effort turns behind the position; 0: none is seen.  turns: of how many reversals. */
typedef struct StnRampDelay {
    double effort, unsure;
    int turns;
} StnRampDelay;

/* noise: of the effort. */
StnRampDelay stn_ramp_find_delay(const StnData *data, const StnRampTest *r, const StnRampLoad *load,
                                 double noise);
/* What is said of it, in `text`; "": nothing. */
void stn_ramp_delay_words(const StnRampDelay *delay, const StnData *data, char *text, size_t size);

#endif
