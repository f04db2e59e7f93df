/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What looks wrong in data, whatever the method. */
#ifndef STN_IDENTIFY_SUSPECT_H
#define STN_IDENTIFY_SUSPECT_H

#include "stiction/measured.h"

/* Adds to the remarks of the data: an effort that is clipped, a speed that no machine has, counts that were taken for metres, a velocity that is not
 * that of the position, a body at a stop, a speed that hardly changes, samples too far apart for the motion. */
StnStatus stn_data_suspect(StnData *data, StnError *error);
/* Of an effort that is a velocity, or one that was swapped with the motion (suspect_swap.c). */
void stn_suspect_swap(StnData *data);
/* Whether position and velocity move alike, but one of them by another measure. */
bool stn_data_disagrees(const StnData *data);
/* Whether the speed hardly changes. */
bool stn_data_is_steady(const StnData *data);
/* Whether the effort is at its limits in a part of the rows that is no chance. */
bool stn_data_clips(const StnData *data);
/* Whether the effort is one number throughout, as where a body runs out by itself. */
bool stn_data_effort_rests(const StnData *data);
/* Says that all that is found is in proportion to the mass then. */
void stn_remark_effort_rests(const StnData *data, StnRemarks *remarks);
/* The work of the effort over motion that comes back as quick as it was: more than 0 against friction, whatever a weight, a
 * spring or the mass does; NaN: no motion comes back so. */
double stn_data_work(const StnData *data);

/* Words of several methods.  One direction only: `level` contains a constant effort; how: "" or " (as --no-offset)". */
void stn_remark_one_direction(const char *level, const char *how, StnRemarks *remarks);
/* A smaller part of the motion in one of the directions says nothing about it. */
#define STN_ONE_WAY 0.02
/* percent of the effort, or of its work (what), that a model leaves: whether it is so much that it says nothing of single
 * terms, which is said then. */
bool stn_remark_unexplained(double percent, const char *what, const StnData *data,
                            StnRemarks *remarks);

#endif
