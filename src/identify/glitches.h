/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Single numbers that cannot be what was measured. */
#ifndef STN_IDENTIFY_GLITCHES_H
#define STN_IDENTIFY_GLITCHES_H

#include "stiction/identify.h"

/* Of position, velocity and effort: a remark says how many; fill: lines take their place.  Peaks of the effort that the motion
 * answers stay. */
StnStatus stn_data_treat_glitches(StnData *data, bool fill, StnError *error);
/* The smallest step from row to row; infinite: there is none. */
double stn_smallest_change(const double *x, size_t rows);
/* Rows at the ends of runs that jump from those beside them: they are named, and left out where `leave_out`. */
StnStatus stn_data_treat_odd_ends(StnData *data, bool leave_out, StnError *error);

#endif
