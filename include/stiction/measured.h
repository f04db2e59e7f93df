/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Measured data for identification: columns by role and unit, zero-phase filters, least squares. */
#ifndef STICTION_MEASURED_H
#define STICTION_MEASURED_H

#include "stiction/result.h"
#include "stiction/scenario.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Measured data ------------------------------------------------------------------------- */

/* Data have a column for each role, and some with a unit of their own: STN_DATA_EXTRA + i. */
enum { STN_DATA_EXTRA_MAX = 8 };
#define STN_DATA_EXTRA ((int)STN_ROLE_COUNT)
#define STN_DATA_COLUMNS (STN_DATA_EXTRA + STN_DATA_EXTRA_MAX)

/* The columns that a person names, in the order in which they are asked for: role, name of the
 * option or key, text. */
typedef struct StnDataColumn {
    StnRole role;
    const char *name, *text;
} StnDataColumn;
/* How many there are, and each by its place. */
STN_API int stn_data_column_count(void);
STN_API const StnDataColumn *stn_data_column_at(int index);

/* Whether a column of this name is taken as the time where none is named: t, time, timestamp, alone
 * or with a unit of time behind ("time_ms"); also a field of a struct ("log.t"). */
STN_API bool stn_data_is_time(const char *name);

/* A column and what it is for.  Several terms of one role are added up: effort = P1*A1 - P2*A2. */
typedef struct StnTerm {
    int role; /* a StnRole, or STN_DATA_EXTRA + i */
    const char
        *column; /* its name in the file; NULL, for the time: t, time, t_s, time_s, or the first */
    const char *unit; /* of its numbers; NULL: as the header says, and SI where that says nothing */
    const char *gain; /* "35.15 N/V", "-1"; a bare number makes the role's SI unit; NULL: 1 */
    const char *counts; /* of an encoder: "4096" in a revolution, "200/mm"; NULL: no counts */
    double wrap;        /* the column's numbers start again after this many; 0: they do not */
    double
        delay; /* s: the column shows so late what happened (negative: early); 0: it is on time */
    const char *wanted; /* roles from STN_DATA_EXTRA on: the unit that must fit, NULL: any */
} StnTerm;

/* Rows with this value in this column only. */
typedef struct StnPick {
    const char *column;
    double value;
} StnPick;

/* What is done with missing numbers. */
typedef enum StnMissing {
    STN_MISSING_REFUSE, /* a missing number (NaN, empty, infinite) is an error */
    STN_MISSING_FILL,   /* a straight line between its neighbours */
    STN_MISSING_DROP,   /* leave the row out */
} StnMissing;

/* What is done with single numbers that leave a signal and come back at once. */
typedef enum StnGlitches {
    STN_GLITCHES_FILL, /* straight lines between the rows beside them take their place */
    STN_GLITCHES_KEEP, /* they are named and stay */
} StnGlitches;

/* Make one with stn_default_data_def(), edit, and read. */
typedef struct StnDataDef {
    const char *file; /* CSV, or MATLAB by its ending .mat */
    const StnTerm *term;
    int nterm;
    const StnPick *pick;
    int npick;
    const char *runs; /* columns, "," between them: a change of a value starts a new run; or NULL */
    double sample;    /* s between the rows of a file without a column of time; NaN: it has one */
    double from, to;  /* s, the window of time that counts, in every run; NaN: open */
    int every;        /* keep every n-th row, without a filter */
    StnMissing missing;
    StnGlitches glitches;
    double resample; /* Hz: even samples at this rate (stn_data_resample); NaN: as `even` says */
    double gap;      /* s: what is longer splits a run, where samples are made even; NaN: 3 steps */
    bool even;       /* make uneven samples even, at the rate that they have */
    size_t limit;    /* bytes of the file; 0: 1 GiB */
    size_t least_rows; /* fewer are refused */
    /* How the caller offers `missing` and `runs`, for messages; NULL: neutral words. */
    const char *missing_hint, *runs_hint;
} StnDataDef;
/* All rows and all times of a file, as one run, without terms; missing numbers are refused. */
STN_API StnDataDef stn_default_data_def(const char *file);

/* Columns in SI.  Runs follow one another: run r has the rows run[r] <= i < run[r + 1]; time grows
 * within each.  uniform: no sample is missing and time jitters by less than half a step, so that Ts
 * (mean step) may be taken as the sampling time. */
typedef struct StnData {
    size_t rows;
    double *value[STN_DATA_COLUMNS]; /* NULL: not given */
    char unit[STN_DATA_COLUMNS][32]; /* SI units */
    char column[STN_DATA_COLUMNS][48];
    bool rotary, kind_known; /* known: a unit says linear or rotary; otherwise linear is taken */
    double Ts, Ts_min, Ts_max;
    bool uniform;
    bool resampled;  /* samples were made even, or of another rate */
    bool low_passed; /* ... behind a low-pass, which reaches farther than a spline */
    int nrun;
    size_t *run;       /* nrun + 1 places */
    double *run_value; /* the value of the runs column; NaN without one */
    char file[256];
    StnRemarks remarks;
} StnData;

/* The settings of a StnDataDef that are plain values, `sample` to `gap`. */
STN_API const StnFields *stn_data_fields(void);

/* STN_ROLE_TIME must be among the terms.  Refused, with a sentence that names column and row:
 * missing columns (the nearest name is said), units that do not parse or do not fit, linear
 * beside rotary units, missing numbers, time that does not grow, too few rows. */
STN_API StnStatus stn_data_read(const StnDataDef *def, StnData *data, StnError *error);
/* The same from a table in memory. */
STN_API StnStatus stn_data_take(const StnDataDef *def, const StnTable *table, StnData *data,
                                StnError *error);
/* Evenly spaced samples, band-limited, at this rate in Hz (NaN: that of the usual step).  A step
 * longer than `gap` (NaN: 3 usual steps) splits a run; stretches too short to be of use are left
 * out.  On failure the data are as before. */
STN_API StnStatus stn_data_resample(StnData *data, double rate, double gap, StnError *error);
/* Frees the columns and runs, and empties the data. */
STN_API void stn_data_free(StnData *data);

/* Checks for methods: each returns STN_OK or a sentence.  The first: the roles of the mask (1u <<
 * role) are there, and not constant unless in `constant`. */
STN_API StnStatus stn_data_require(const StnData *data, unsigned roles, unsigned constant,
                                   StnError *error);
/* They are rotary, and have an angle: for gravity of an arm. */
STN_API StnStatus stn_data_require_angle(const StnData *data, StnError *error);
/* The time is that of equally spaced samples, as StnData.uniform says. */
STN_API StnStatus stn_data_require_uniform(const StnData *data, StnError *error);
/* The smallest step between different values of a column: the resolution of its sensor; NaN when
 * there are fewer than two values; `given` where that is not NaN. */
STN_API StnStatus stn_data_find_resolution(const StnData *data, StnRole role, double given,
                                           double *resolution, StnError *error);
/* The step of the position, or of the first other column that is one, in m or rad; NaN: none
 * is. */
STN_API StnStatus stn_data_position_resolution(const StnData *data, double *resolution,
                                               StnError *error);

/* ---- Filters ------------------------------------------------------------------------------- */

enum { STN_FILTER_ORDER_MAX = 16 };

/* A digital low-pass as second-order sections (stable at any cut-off, unlike one long polynomial):
 * y = (b0 + b1/z + b2/z^2)/(1 + a1/z + a2/z^2)*x each.  The gain at 0 Hz is in the first. */
typedef struct StnFilter {
    int order, nsection;
    double section[STN_FILTER_ORDER_MAX / 2][5]; /* b0 b1 b2 a1 a2 */
} StnFilter;

/* cutoff: -3 dB (Butterworth) or end of the ripple (Chebyshev I), as a fraction of half the
 * sampling frequency, 0 < cutoff < 1. */
STN_API StnStatus stn_filter_butterworth(int order, double cutoff, StnFilter *filter,
                                         StnError *error);
STN_API StnStatus stn_filter_chebyshev(int order, double ripple_db, double cutoff,
                                       StnFilter *filter, StnError *error);
/* Forwards and backwards, so without a shift in time; the ends continue by their point reflection
 * over 3*order samples (as MATLAB's filtfilt), so more than that many samples are needed.  y may be
 * x. */
STN_API StnStatus stn_filter_zero_phase(const StnFilter *filter, const double *x, size_t count,
                                        double *y, StnError *error);
/* (x[i+1] - x[i-1])/(2*Ts), one-sided at the ends; y must not be x; count >= 2. */
STN_API void stn_central_difference(const double *x, size_t count, double Ts, double *y);
/* Every `factor`-th sample so that the last one is kept, without a filter: returns how many, and
 * y[i] = x[first + i*factor].  y may be x. */
STN_API size_t stn_keep_every(const double *x, size_t count, size_t factor, double *y);
/* MATLAB's decimate(): zero-phase Chebyshev I, order 8, 0.05 dB, cut-off 0.8/factor; then
 * stn_keep_every.  factor 1 only copies. */
STN_API StnStatus stn_filter_decimate(const double *x, size_t count, size_t factor, double *y,
                                      size_t *kept, StnError *error);

/* ---- Least squares ------------------------------------------------------------------------- */

enum { STN_LEAST_SQUARES_MAX = 24 };

/* y = sum value[i]*column[i] + residual. */
typedef struct StnLeastSquares {
    int nparam;
    size_t rows;
    double value[STN_LEAST_SQUARES_MAX];
    double std[STN_LEAST_SQUARES_MAX];                              /* standard deviation */
    double relative[STN_LEAST_SQUARES_MAX];                         /* 100*std/|value|, % */
    double low[STN_LEAST_SQUARES_MAX], high[STN_LEAST_SQUARES_MAX]; /* 95 % interval (Student) */
    double covariance[STN_LEAST_SQUARES_MAX][STN_LEAST_SQUARES_MAX];
    double sse, rms, sigma; /* sum of squares; sqrt(sse/rows); sqrt(sse/(rows - nparam)) */
    double relative_error;  /* 100*|residual|/|y|, % */
    double condition;       /* of the columns, each scaled to length 1 */
} StnLeastSquares;

/* QR with column pivoting.  weight: per row, multiplies the squared residual; NULL: all 1.  names:
 * for messages, may be NULL.  Refused: fewer rows than nparam + 1, columns that depend on one
 * another (the sentence names one), numbers that are not finite.  residual: rows places or NULL. */
STN_API StnStatus stn_least_squares(const double *const *column, int nparam, const double *y,
                                    const double *weight, size_t rows, const char *const *names,
                                    StnLeastSquares *fit, double *residual, StnError *error);
/* Standard deviations and intervals of a nonlinear fit from its Jacobian (column by parameter) and
 * sum of squares; value[] as given. */
STN_API StnStatus stn_least_squares_intervals(const double *const *jacobian, int nparam,
                                              const double *value, double sse, size_t rows,
                                              StnLeastSquares *fit, StnError *error);

/* Student's t: the value that |t| exceeds with probability 0.05; probability of a larger F. */
STN_API double stn_student_95(double freedom);
STN_API double stn_f_probability(double F, double freedom1, double freedom2);
/* Whether a model with more parameters is better than chance would make it: probability that a
 * reduction of the sum of squares as large as this is chance (small: it is real). */
STN_API double stn_compare_fits(double sse_small, int nparam_small, double sse_large,
                                int nparam_large, size_t rows);

#ifdef __cplusplus
}
#endif
#endif
