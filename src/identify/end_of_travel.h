/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A body at a stop, or beyond what its sensor shows, beside one that only rests at the ends of its motion. */
#ifndef STN_IDENTIFY_END_OF_TRAVEL_H
#define STN_IDENTIFY_END_OF_TRAVEL_H

#include "stiction/identify.h"

/* Of data with an effort and a position: whether the position is held at its largest or smallest value by something else
 * than friction.  share: of all rows, at the ends where it is. */
StnStatus stn_find_end_of_travel(const StnData *data, double *share, StnError *error);

#endif
