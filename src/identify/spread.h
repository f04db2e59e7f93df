/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the two intervals of an estimate rest on.  "This record": how far noise may have moved the estimate, with
 * residuals that scatter unequally and hold together in time.  "The next record": how far the estimate of another
 * record of the machine may lie from it, where the next one meets what the model lacks in another way. */
#ifndef STN_IDENTIFY_SPREAD_H
#define STN_IDENTIFY_SPREAD_H

#include "stiction/findings.h"

enum { STN_SPREAD_MAX = 32 };

/* A fit, linearised about its result: rows in the order of time (or of speed), column by parameter. */
typedef struct StnRows {
    const double *const *column;
    int n;
    const double *residual, *weight; /* weight NULL: all 1 */
    /* What is added to x*residual of column 0, row by row, so that it adds up to 0; NULL: nothing. */
    const double *score;
    size_t count;
    const size_t *run; /* nrun + 1 places: where records of their own begin; NULL: it is one */
    int nrun;
    int overlap; /* so many neighbours share samples with a row */
    /* The sample of each row; where more than `every` lie between two, a stretch of motion ends.  NULL: it is one. */
    const size_t *place;
    size_t every;
    /* The next record has the same rows (points at set speeds): only residuals are drawn. */
    bool fixed;
} StnRows;

/* Standard deviations and intervals of a fit again, consistent where residuals are of unequal size and neighbours
 * are alike (HAC): Newey and West's on the influence of each row on each parameter, whitened by its AR(1) part first,
 * the bandwidth by Andrews' rule, and at least that of the sums over whole stretches.  fit: of these rows, with its
 * covariance.  On failure memory is out. */
StnStatus stn_rows_widen(const StnRows *rows, StnLeastSquares *fit, StnError *error);

/* The variance of the sum of z, whose neighbours may be alike; `overlap` as in StnRows.  z is overwritten. */
double stn_long_run(double *z, size_t count, int overlap);

/* Sums over short stretches, of which blocks are drawn. */
typedef struct StnCells {
    int n, count, nrun;
    double *sum; /* of each cell: the lower triangle of x*x', then x*residual */
    int *first;  /* nrun + 1 places: the first cell of each run */
    size_t *rows_of_run;
    bool fixed; /* as in StnRows */
} StnCells;
/* For rows of nrun runs with so many rows each; to be freed also on failure. */
StnStatus stn_cells_make(StnCells *cells, int n, const size_t *rows_of_run, int nrun,
                         StnError *error);
void stn_cells_free(StnCells *cells);
/* A row of a run, with its slopes and its residual. */
void stn_cells_add(StnCells *cells, int run, size_t row, const double *slope, double residual,
                   double weight);

/* Standard deviation of the difference between the estimate and that of the next record; freedom: of Student's t.  With three records and more it is that of
 * their own estimates; otherwise blocks of the record are drawn anew (moving-block bootstrap), with the length of the
 * block at which the estimates scatter most: too short ones cut what holds together (correlation, model error), those
 * of whole periods repeat one another. */
typedef struct StnNext {
    double deviation[STN_SPREAD_MAX], freedom[STN_SPREAD_MAX];
    bool between_runs;
} StnNext;
/* map: nmap x n, what parameters change with the columns; NULL: they are the same.  records: the runs are records. */
StnStatus stn_cells_next(const StnCells *cells, const double *map, int nmap, bool records,
                         StnNext *next, StnError *error);
/* Both of them for rows. */
StnStatus stn_rows_next(const StnRows *rows, StnNext *next, StnError *error);

/* Half the interval of the next record about parameter `index`: at least what this one's interval (low ... high) and
 * the same noise again make. */
double stn_next_reach(const StnNext *next, int index, double low, double high);
void stn_estimate_next(StnEstimate *estimate, const StnNext *next, int index);
/* A function of two columns with these slopes in them; the first is the one that decides the shape of its interval. */
typedef struct StnDerived {
    const char *name, *unit;
    bool rotary;
    double value;
    int index[2];
    double slope[2];
} StnDerived;
void stn_estimates_derive(StnEstimates *estimates, const StnDerived *derived,
                          const StnLeastSquares *fit, const StnNext *next);
/* What the last estimate is made of: its correlation with those before it. */
void stn_estimates_made_of(StnEstimates *estimates, const StnEstimateOrigin *origin,
                           const StnLeastSquares *fit);
/* Correlations of estimates that were copied from others, by their paths. */
void stn_estimates_copy_correlation(StnEstimates *estimates, const StnEstimates *from);
/* As many rows as are independent where neighbours correlate (AR(1)): rows*(1 - c)/(1 + c).  Below 0, or where it is not
 * known, all count. */
double stn_effective_rows(double rows, double correlation);
/* stn_compare_fits with so many rows; 1 where they are too few for a test. */
double stn_compare_correlated(double sse_small, int nparam_small, double sse_large,
                              int nparam_large, size_t rows, double correlation);
/* Of estimates that are means of repetitions, whose scatter their intervals come from: as many again scatter alike,
 * and their mean differs by the root of 2 more. */
void stn_estimates_next_of_repetitions(StnEstimates *estimates);
void stn_remark_repetitions(StnRemarks *remarks, const char *repetitions);
/* G and hang of an arm, from columns sin and cos of the angle at `index` and behind: T = G*sin(x - hang). */
void stn_estimates_arm(StnEstimates *estimates, const StnLeastSquares *fit, int index,
                       const StnNext *next);
/* Makes intervals hold what another model allows whose fit is at most `rise` variances worse: a value is
 * inside where one of the models, with this value, leaves no more than reach^2 variances above the least (profile of
 * the likelihood over the choice, as over any parameter that is not of interest). */
void stn_estimates_allow(StnEstimates *best, const StnEstimates *other, double reach, double rise);
/* What a rate of the friction levels, in 1/s, means. */
void stn_remark_drift(StnRemarks *remarks, double value, double low, double high);
/* A sentence on how the second interval was made. */
void stn_remark_next(StnRemarks *remarks, bool between_runs);

#endif
