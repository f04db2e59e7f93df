/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How slowly the effort rises to a breakaway. */
#ifndef STN_IDENTIFY_BREAKAWAY_RISE_H
#define STN_IDENTIFY_BREAKAWAY_RISE_H

#include "stiction/identify.h"

/* The last sample of a rest, begin ... last, in which half of the rise above its mean effort was still to come. */
size_t stn_rise_half(const double *u, size_t begin, size_t last, double sense);
/* Refuses points at which the effort jumps and a long motion follows, as one from place to place that is commanded.
 * far: what is a motion. */
StnStatus stn_breakaway_refuse_commanded(const StnData *data, const StnBreakaway *r, double far,
                                         double late, StnError *error);
/* The step in which the effort was recorded, of most of its values: those that were put in place of others may lie
 * between. */
StnStatus stn_effort_step(const StnData *data, double *step, StnError *error);

#endif
