/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Whether the friction of sinusoidal records changes its sign with the motion. */
#ifndef STN_IDENTIFY_SINE_DELAY_H
#define STN_IDENTIFY_SINE_DELAY_H

#include "identify/sine_halves.h"

/* *late: by how much the effort jumps behind the reversals (negative: before them); 0: it does not, or the data cannot tell, as without
 * a position. */
StnStatus stn_sine_find_delay(const StnData *const *data, const StnHalves *halves, double *late,
                              StnError *error);
void stn_sine_remark_delay(double late, const StnData *data, StnRemarks *remarks);

#endif
