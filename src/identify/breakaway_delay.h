/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Whether effort and position of breakaways were recorded at the same time. */
#ifndef STN_IDENTIFY_BREAKAWAY_DELAY_H
#define STN_IDENTIFY_BREAKAWAY_DELAY_H

#include "stiction/identify.h"

/* Behind a refusal of motion that is commanded, which a delay looks like. */
#define STN_OR_LATE ".  Or the effort was recorded late (--delay)"

/* late: by how much the effort answers motions late (negative: early); 0: it does not, or these data cannot tell, as where no motion
 * unloads what raises the effort.  by: by how much the levels are more without it. */
typedef struct StnBreakawayDelay {
    double late, by;
} StnBreakawayDelay;

/* rest: so long without a step a motion has ended. */
StnStatus stn_breakaway_find_delay(const StnData *data, const StnBreakaway *r, double rest,
                                   StnBreakawayDelay *found, StnError *error);
/* What is said of it. */
void stn_breakaway_delay_words(double late, const StnData *data, char *text, size_t size);

#endif
