/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the speeds of a measured motion tell of friction. */
#ifndef STN_IDENTIFY_FIT_SPEEDS_H
#define STN_IDENTIFY_FIT_SPEEDS_H

#include "stiction/fit.h"

/* For laws without states.  Where rows are compared as they are, leaves those out whose speed smoothing may have made wrong
 * (marks them in use); sets run->one_speed; and says both. */
void stn_fit_judge_speeds(StnMeasured *measured, unsigned char *use, StnRemarks *remarks);

#endif
