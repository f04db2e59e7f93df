/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Single numbers that cannot be what was measured. */
#ifndef STN_IDENTIFY_GLITCHES_H
#define STN_IDENTIFY_GLITCHES_H

#include "stiction/identify.h"

/* Of position, velocity and effort: a remark says how many; fill: lines take their place. */
void stn_data_treat_glitches(StnData *data, bool fill);

#endif
