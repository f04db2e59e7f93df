/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Between the branches of a slow ramp and what they say together. */
#ifndef STN_IDENTIFY_RAMP_H
#define STN_IDENTIFY_RAMP_H

#include "identify/ramp_delay.h"
#include "identify/ramp_load.h"

/* Why a branch is left out. */
enum { STN_RAMP_COARSE, STN_RAMP_NO_START, STN_RAMP_PARTIAL, STN_RAMP_MOVES_ON, STN_RAMP_REASONS };
extern const char *const stn_ramp_reason[STN_RAMP_REASONS];

/* What is known where nothing can be seen: sensor steps before it slides, at most, and the efforts at which it slides, in the
 * sense of each direction (NaN: it was not seen); for how long it stood while the effort rose; the least change of effort
 * that makes a branch. */
typedef struct StnRampCoarse {
    double steps, level[2], stands, least;
} StnRampCoarse;

/* Fills parameters, findings and remarks of *r from its branches; refuses where none says anything. */
StnStatus stn_ramp_conclude(const StnRampTestDef *def, const StnData *data,
                            const StnRampCoarse *coarse, const StnRampLoad *load,
                            const StnRampDelay *delay, StnRampTest *r, StnError *error);

/* Refuses branches none of which counts, or in which inertia is.  contrary: their stiffnesses fit no law. */
StnStatus stn_ramp_refuse(const StnRampTestDef *def, const StnData *data,
                          const StnRampCoarse *coarse, const StnRampDelay *delay, bool contrary,
                          const StnRampTest *r, StnError *error);

#endif
