/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Where the friction of a ramp is zero: not at effort 0 where a constant effort (a weight) acts beside it. */
#ifndef STN_IDENTIFY_RAMP_LOAD_H
#define STN_IDENTIFY_RAMP_LOAD_H

#include "stiction/identify.h"

/* What may explain levels that differ between the directions: springs under either, bristles under a constant effort,
 * bristles with friction that differs. */
typedef enum StnRampCause {
    STN_RAMP_SPRINGS,
    STN_RAMP_LOADED,
    STN_RAMP_UNEQUAL,
    STN_RAMP_CAUSES
} StnRampCause;

typedef struct StnRampLoad {
    double level[2]; /* efforts at which it slides, in the sense of each direction; NaN: not seen */
    double load;     /* half their sum, with signs: the constant effort, if it is one */
    bool seen;       /* the levels differ by more than chance */
    bool decided;    /* the stiffnesses tell the cause */
    StnRampCause cause;         /* that explains them best */
    bool open[STN_RAMP_CAUSES]; /* those that may be */
} StnRampLoad;

/* Levels of the branches that slide; where none does, those of branches of which the sensor shows too little. */
StnRampLoad stn_ramp_find_load(const StnRampTest *r, const double *coarse, double noise);
/* Which causes the first slopes of all usable branches allow: with one and the same stiffness both ways. */
void stn_ramp_judge_load(const StnRampTest *r, StnRampLoad *load);
/* The friction at the start of a branch over its sliding level, against its sense: 0 none, 1 that of sliding the other way.
 * NaN: nothing slides. */
double stn_ramp_turned(const StnRampBranch *b, const StnRampLoad *load, StnRampCause cause);
/* ... over the level of the other direction. */
double stn_ramp_came_from(const StnRampBranch *b, const StnRampLoad *load, StnRampCause cause);
/* The first slope of a branch if it had started at friction 0. */
double stn_ramp_slope_of(const StnRampBranch *b, const StnRampLoad *load, StnRampCause cause);
/* The constant effort by a cause: load->load or 0. */
double stn_ramp_load_by(const StnRampLoad *load, StnRampCause cause);
/* Most branches are straight where bristles would bend. */
bool stn_ramp_is_straight(const StnRampTest *r);
void stn_ramp_remark_load(const StnRampLoad *load, bool rotary, StnRemarks *remarks);

#endif
