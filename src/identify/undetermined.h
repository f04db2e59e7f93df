/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Parameters of a linear fit that its data do not determine. */
#ifndef STN_IDENTIFY_UNDETERMINED_H
#define STN_IDENTIFY_UNDETERMINED_H

#include "stiction/findings.h"

/* Estimates whose interval, times their column, is a tenth of y or more, up and down, where columns depend on one another:
 * their interval is everything, and a remark names them.  n columns of names; rows and condition are those of the fit. */
void stn_estimates_undetermined(StnEstimates *estimates, const double *const *column,
                                const char *const *name, int n, const double *y,
                                const StnLeastSquares *fit, StnRemarks *remarks);

#endif
