/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The inverse model as a linear regression. */
#ifndef STN_IDENTIFY_INVERSE_MODEL_H
#define STN_IDENTIFY_INVERSE_MODEL_H

#include "identify/motion.h"
#include "identify/spread.h"
#include "identify/window.h"

/* What a caller wants of windows: the length of their boxes, or what part of the acceleration's variance noise may
 * make; 0: as the inverse model chooses. */
typedef struct StnWindowsAsked {
    size_t box;
    double share;
} StnWindowsAsked;

/* y = sum value[c]*column[c].  The Stribeck column (dexp) holds sgn(v) until vs is known. */
typedef struct StnInverseModel {
    const StnInverseDef *def;
    const StnData *data;
    double cutoff, dead_speed; /* what full_dead is where it matters */
    StnMotionNoise noise;
    double a_rms;   /* of the acceleration's means */
    double noise_a; /* variance of the acceleration's means over windows that noise makes */
    double share;   /* of the acceleration's variance that noise may make */
    StnWindowsAsked asked;
    size_t box; /* rows are means over windows of such boxes; 0: filters and decimation */
    int decimate;
    size_t reach; /* samples beside a reversal that are left out */
    long skip, skip_end;
    bool one_direction, offset; /* no constant term where the motion goes one way */
    int ncolumn, dexp;          /* dexp: which column is the Stribeck one, -1: none */
    uint32_t levels;            /* columns that drift */
    double drift;               /* 1/s, that is in them */
    uint32_t carried;           /* columns of the load */
    double k_m, k_e;            /* of drive and load, that are in all columns */
    double falling_wrong;       /* deviations that its velocity may be wrong by beside a rest */
    bool falls;                 /* some Stribeck speed makes friction fall */
    bool any_height, any_speed; /* of the falling part: the samples set no limit to it */
    double falling_deviations;  /* of its height, that it is away from 0 */
    double vs_least, vs_most;   /* what was searched */
    int nslope;                 /* columns behind them: slopes of what was searched */
    bool between_runs;          /* how intervals of the next record were made */
    const char *name[STN_LEAST_SQUARES_MAX];
    const char *unit[STN_LEAST_SQUARES_MAX];
    double *column[STN_LEAST_SQUARES_MAX]; /* decimated */
    double *y, *v, *t, *weight;            /* likewise */
    StnMotion motion;                      /* at the sampling rate; x NULL: no position */
    double *full_v, *full_sign;            /* likewise, for friction */
    double *full_effort;                   /* moved by the shift; NULL: as it was measured */
    double shift;       /* sampling steps that the motion is behind the effort: 0, +-0.5 */
    bool shift_unknown; /* the residual shows neither that it is 0 nor that it is 0.5 */
    double *full_a;     /* means of the acceleration over windows; NULL: no friction of a load */
    double *full_side;  /* in which sense drive and load act in it; NULL: they do not */
    double *full_quick; /* the velocity of a falling part, where it is wanted; NULL: full_v */
    double *full_noise; /* deviation of that; NULL: not allowed for */
    double *full_dead;  /* below this speed the sign is not certain */
    double *full_moves; /* 0 where the body stands or its direction is not certain, which windows
                         * leave out; NULL: rows near such places are left out */
    double *work, *mean, *masked;
    double *spline; /* weights of a window (stn_window_weights); NULL: filters */
    size_t *place;  /* which sample a row stands for */
    size_t *run;    /* nrun + 1 places: where runs begin among them */
    double *huber;  /* final weights of a robust fit; NULL: none */
    size_t rows, left_out;
    bool memory_out; /* in a trial, whose other failures only make it a bad one */
    StnError *error;
} StnInverseModel;

/* To be freed also on failure. */
StnStatus stn_inverse_model_make(StnInverseModel *m, const StnInverseDef *def, const StnData *data,
                                 StnError *error);
StnStatus stn_inverse_model_make_windows(StnInverseModel *m, const StnInverseDef *def,
                                         const StnData *data, StnWindowsAsked asked,
                                         StnError *error);
void stn_inverse_model_free(StnInverseModel *m);
/* -3 dB of means over windows, times the time of their boxes. */
#define STN_SPLINE_BAND 0.225
/* Names of the columns; their values in one sample (the Stribeck column's is that of the sign); what friction of drive and
 * load makes of column c (< 0: of a term that is no load). */
void stn_inverse_name_columns(StnInverseModel *m);
void stn_inverse_sample(const StnInverseModel *m, const StnMotion *motion, size_t i, double *out);
double stn_inverse_gain(const StnInverseModel *m, size_t i, int c);
/* All columns but the Stribeck one, and the effort; or the effort and the acceleration of the rows that are there. */
StnStatus stn_inverse_fill(StnInverseModel *m);
StnStatus stn_inverse_fill_effort(StnInverseModel *m);
/* Makes them those of friction with these coefficients; value, vs: of the fit so far. */
StnStatus stn_inverse_load(StnInverseModel *m, const double *value, double vs, double k_m,
                           double k_e);
/* In which sense, and how much, drive and load act in the rows: means of side/(1 - side*k_m). */
StnStatus stn_inverse_sides(const StnInverseModel *m, double *out);
/* The slope of the model in k_m (of_drive) or k_e. */
StnStatus stn_inverse_load_slope(const StnInverseModel *m, const double *value, double vs,
                                 bool of_drive, double *out);
/* The motion that the columns are made of, to be freed; and in the model how it was smoothed, and the velocity that
 * friction depends on. */
StnStatus stn_inverse_motion(StnInverseModel *m, StnMotion *motion);
/* Which samples make rows, before any is left out. */
void stn_inverse_places(StnInverseModel *m);
/* A column of values at the sampling rate, decimated as all others are; `out` has m->rows places, and may not be
 * m->mean, nor m->masked where windows leave rests out. */
StnStatus stn_inverse_decimate(const StnInverseModel *m, const double *full, double *out);
/* Likewise, with what happens at rest. */
StnStatus stn_inverse_decimate_all(const StnInverseModel *m, const double *full, double *out);
/* Likewise in every sample: what stn_inverse_pick takes of it are the rows. */
StnStatus stn_inverse_smooth(const StnInverseModel *m, const double *full, double *out);
/* Without smoothing. */
void stn_inverse_pick(const StnInverseModel *m, const double *full, double *out);
/* How the velocity changes in a sample that windows leave out, by the smooth velocity: differences of the raw motion would
 * bring their whole noise in at the edges of what is left out. */
static inline double stn_inverse_change_at_rest(const StnInverseModel *m, size_t i)
{
    return (m->full_quick[i + 1] - m->full_quick[i - 1]) / (2.0 * m->data->Ts);
}
/* For fits (fit_rests.c): in samples that windows leave out the deviation of what was taken off the acceleration there, on
 * average over a rest. */
void stn_fit_rests(const StnInverseModel *m, double *noise);
/* Leaves out samples near standstill, where the sign of the velocity is not known. */
void stn_inverse_drop_slow(StnInverseModel *m, const double *v);
/* Adds the slopes of drift, k_m and k_e, as far as they are searched, behind the columns; 0 ... nslope. */
StnStatus stn_inverse_slopes(StnInverseModel *m, const StnInverse *r);
/* The column of a falling part: sgn(v)*exp(-(|v|/vs)^n). */
StnStatus stn_inverse_falling(const StnInverseModel *m, double vs, double *out);
/* What a drift makes of a level in a row: windows are short against it. */
double stn_inverse_drifted(const StnInverseModel *m, double drift, size_t i);
/* Makes the levels those of a drift. */
void stn_inverse_drift(StnInverseModel *m, double drift);
/* The slope of the model with these values in the drift. */
void stn_inverse_drift_slope(const StnInverseModel *m, const double *value, double *out);
/* How alike neighbours are: the sum of x[i]*x[i - 1] over that of the squares. */
double stn_neighbour_correlation(const double *x, size_t count);
/* The weights of the last fit; NULL: all 1. */
const double *stn_inverse_weight(const StnInverseModel *m);
/* The parameters of r->fit over the first `count` rows, with both intervals. */
StnStatus stn_inverse_parameters(StnInverseModel *m, StnInverse *r, size_t count,
                                 const double *residual);
/* Windows that follow one another by a quarter of their length share samples, so many to each side. */
enum { STN_WINDOW_OVERLAP = 6 };
/* What noise of the acceleration takes from a*residual in each row, for a mass of M; `residual` of the first `count`
 * rows. */
StnStatus stn_inverse_noise_score(const StnInverseModel *m, const double *residual, size_t count,
                                  double M, double *score);
/* How far smoothing of the velocity may have moved each parameter of a linearised fit with plain deviations; and what
 * that makes of its deviations and intervals. */
StnStatus stn_inverse_bias(const StnInverseModel *m, const StnInverse *r, const StnRows *rows,
                           const StnLeastSquares *fit, double *bias);
void stn_inverse_add_bias(StnLeastSquares *fit, const double *bias, int n);
/* Probabilities that terms are chance. */
StnStatus stn_inverse_chances(const StnInverseModel *m, StnInverse *r, size_t rows);
void stn_inverse_findings(const StnInverseModel *m, StnInverse *r);
/* Remarks: how the samples were prepared, what the terms are worth. */
void stn_inverse_words(const StnInverseModel *m, StnInverse *r);
/* Whether an effort that looks late is: friction that builds up over a way after each reversal (pre-sliding) turns later than
 * the motion, too.  Distinguished where one of them leaves far less than the other, and both where neither does alone. */
typedef enum StnLateness {
    STN_LATE_BY_TIME, /* a delay or a lag */
    STN_LATE_BY_WAY,
    STN_LATE_BY_EITHER,
    STN_LATE_BY_BOTH
} StnLateness;
/* How late the effort is against the motion (s; 0: not), what a model of nparam parameters leaves of it as it is and
 * moved, over as many of the first `rows` as can be compared, and how alike neighbours of that are; and the same of the
 * low-pass of first order (time constant `lag`, s) that leaves least where it is undone, of pre-sliding without a shift
 * (way, height: of that, m or rad and in units of the effort), and of both.  massless: of one frequency any
 * shift fits, and the one that needs no mass has no noise of the acceleration either.  speed: the largest. */
typedef struct StnInverseDelay {
    double step;  /* of sampling, s: a part of it says how a controller holds its output */
    double least; /* of `plain`: what leaves more is no delay */
    double noise; /* what noise of the acceleration makes of `plain`, about */
    double delay, plain, sse, correlation;
    double lag, lag_sse, lag_correlation;
    double way, height, way_sse, way_correlation;
    double both_delay, both_way, both_sse, both_correlation;
    size_t rows;
    int nparam;
    bool massless;
} StnInverseDelay;
/* Whether a shift of at least a step leaves so little that the effort is late, or looks so: play and elasticity gain by
 * one, too, but leave more, and no noise. */
bool stn_inverse_is_late(const StnInverseDelay *late);
/* lags: of the lag, not of the delay. */
StnLateness stn_inverse_lateness(const StnInverseDelay *late, bool lags);
StnStatus stn_inverse_delay(const StnInverseModel *m, size_t rows, double speed,
                            StnInverseDelay *found);
/* The best values, with the Stribeck speed; r->fit, r->vs. */
StnStatus stn_inverse_fit_levels(StnInverseModel *m, StnInverse *r, double *residual);
/* How the motion follows the effort within a sampling step.  With a fit r: whether that moved the effort, so that the
 * model is to be fitted again; or with a shift that is known. */
StnStatus stn_inverse_find_shift(StnInverseModel *m, const StnInverse *r, bool *again);
StnStatus stn_inverse_shift(StnInverseModel *m, double shift);
/* Of the same data, with rows as simultaneous (r) and an effort that is held, where the residual of r shows neither: the
 * better one stays in r, or its intervals hold both.  held: freed. */
void stn_inverse_compare_held(const StnInverseModel *m, StnInverse *held, StnInverse *r);
void stn_inverse_remark_held(double shift, StnRemarks *remarks);
/* For other methods: what the inverse model finds in their data, the shift and what a residual lacks; not good: it
 * has no answer.  Free it in any case. */
StnStatus stn_inverse_ask(const StnInverseDef *def, const StnData *data, StnInverse *found,
                          bool *good, StnError *error);
/* The effort at the sampling rate. */
static inline const double *stn_inverse_effort(const StnInverseModel *m)
{
    return m->full_effort ? m->full_effort : m->data->value[STN_ROLE_EFFORT];
}
/* Adds "--delay P1=0.04s --delay P2=0.04s" for a role whose columns are "P1 + P2". */
void stn_inverse_delay_option(const StnData *data, StnRole role, double delay, char *out,
                              size_t size);
/* What a delay or a lag that was found (r->delay is a number) means, and the option that takes it out. */
void stn_inverse_remark_delay(const StnData *data, const StnInverse *r, StnRemarks *remarks);
/* ... of a model that asked for it: what it lacks, too; what: "balance", "curve". */
void stn_inverse_remark_lacks_too(const StnData *data, const StnInverse *found, const char *what,
                                  StnRemarks *remarks);
/* Searches the residual for terms that the model lacks; a remark names the one that explains most. */
StnStatus stn_inverse_missing(const StnInverseModel *m, StnInverse *r);

#endif
