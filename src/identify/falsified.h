/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a finding does to intervals: where it is named that a model lacks something, its parameters stand for that, and the
 * noise that intervals are made of does not say how far they are off. */
#ifndef STN_IDENTIFY_FALSIFIED_H
#define STN_IDENTIFY_FALSIFIED_H

#include "stiction/findings.h"

/* An interval, where there is one, holds as well what lies so far from the value, with an uncertainty that is `wider` times
 * as large. */
void stn_interval_hold(double value, double moved, double wider, double *low, double *high);
/* Both intervals of an estimate. */
void stn_estimate_hold(StnEstimate *estimate, double moved, double wider);
/* Both intervals hold those of another estimate of the same, where that has any. */
void stn_estimate_cover(StnEstimate *estimate, const StnEstimate *other);
/* Those of the same paths, and so many times the way to their values. */
void stn_estimates_cover(StnEstimates *estimates, const StnEstimates *other, double beyond);
/* No interval: nothing says how far the value is off. */
void stn_estimate_withdraw(StnEstimate *estimate);

#endif
