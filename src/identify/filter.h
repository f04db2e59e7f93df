/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#ifndef STN_IDENTIFY_FILTER_H
#define STN_IDENTIFY_FILTER_H

#include "stiction/identify.h"

/* What stn_filter_decimate keeps every `factor`-th sample of; factor 1 only copies. */
StnStatus stn_filter_for_decimation(const double *x, size_t count, size_t factor, double *y,
                                    StnError *error);

#endif
