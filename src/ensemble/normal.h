/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The normal distribution by our own elementary functions, so that a seed draws the same numbers on
 * every platform. */
#ifndef STN_ENSEMBLE_NORMAL_H
#define STN_ENSEMBLE_NORMAL_H

/* The probability of a value below x, to a few roundings, also where it is small. */
double stn_normal_below(double x);
/* The value below which the probability is p, 0 < p < 1. */
double stn_normal_quantile(double p);

#endif
