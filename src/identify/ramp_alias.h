/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a sensor with steps makes of the slope of a branch where few rows show a step. */
#ifndef STN_IDENTIFY_RAMP_ALIAS_H
#define STN_IDENTIFY_RAMP_ALIAS_H

#include "stiction/measured.h"

/* Deviation of the fit's slope beside its own: of n points at p, each of which so many rows show, with steps of dx. */
double stn_ramp_alias(const double *p, const double *rows, size_t n, double dx,
                      const StnLeastSquares *fit);

#endif
