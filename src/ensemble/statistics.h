/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What many runs say of a metric: its distribution, what each quantity explains, how often a test
 * passes. */
#ifndef STN_ENSEMBLE_STATISTICS_H
#define STN_ENSEMBLE_STATISTICS_H

#include "stiction/ensemble.h"

/* Of the values that exist. */
typedef struct StnDistribution {
    int64_t count;
    double mean, deviation, least, q05, median, q95, most; /* NaN: no value, or only one */
} StnDistribution;
/* `value` may hold NaN; `scratch` has as many places. */
StnDistribution stn_distribution(const double *value, int64_t count, double *scratch);

/* A share with its interval (95 %, Wilson). */
typedef struct StnShare {
    double value, low, high;
} StnShare;
StnShare stn_share(int64_t passed, int64_t count);

/* How much of the variance of the ranks of y the quantity x explains alone, with the sign of the
 * slope: the squared rank correlation of Spearman, or of groups (laws by place) the correlation
 * ratio, which has no sign.  NaN: fewer than 3 pairs, or one of both is constant.  STN_NO_MEMORY. */
StnStatus stn_rank_share(const double *x, const double *y, int64_t count, bool groups,
                         double *share, StnError *error);

/* Indices of Sobol' for one quantity with their intervals (95 %, bootstrap over the points). */
typedef struct StnSobolIndex {
    StnShare first, total;
} StnSobolIndex;
/* y: a metric of all runs of a design "saltelli" with `quantities` quantities, in their order.  Points
 * of which a run has no value are left out; *used says how many were not.  index[quantities].  NaN where
 * fewer than 8 are left or the metric is constant.  STN_NO_MEMORY. */
StnStatus stn_sobol_indices(const double *y, int64_t runs, int quantities, StnSobolIndex *index,
                            int64_t *used, StnError *error);

#endif
