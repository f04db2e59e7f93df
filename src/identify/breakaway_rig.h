/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the rig and the search for breakaways must agree upon. */
#ifndef STN_IDENTIFY_BREAKAWAY_RIG_H
#define STN_IDENTIFY_BREAKAWAY_RIG_H

#include "stiction/identify.h"

/* A stop behind the first sensor step is a rest of its own when it lasts longer than this share of the
 * rest before it.  Shorter ones are slow starts: where friction does not fall at once, the first step
 * can take 0.5 % of the level, which is 2.5 % of the time in which the last fifth of it rises. */
#define STN_SHORT_REST 0.04

#endif
