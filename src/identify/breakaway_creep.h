/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Breakaway of what creeps before it runs away. */
#ifndef STN_IDENTIFY_BREAKAWAY_CREEP_H
#define STN_IDENTIFY_BREAKAWAY_CREEP_H

#include "stiction/identify.h"

/* The next rise of the effort in samples from ... to - 1 of a run, of which the largest effort is `most`. */
typedef struct StnRise {
    size_t lowest; /* sample before it: of a rest, any */
    size_t begin,
        end; /* from the last that is about as low to the one at which it has fallen again */
    double sense;
} StnRise;
bool stn_rise_next(const double *u, size_t from, size_t to, double most, StnRise *rise);
/* The sample of the breakaway of a rise in which the body creeps by two motions (`far` each) or more and then runs away;
 * 0: it does not. */
size_t stn_rise_breakaway(const StnData *data, const StnRise *rise, double far, double rest);
/* The effort of that sample, in the sense of the rise: the mean of what lies within `rest` to both sides. */
double stn_rise_effort(const StnData *data, const StnRise *rise, size_t at, double rest);

#endif
