/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Terms that a fit may lack, as forces along a motion, and where their columns come from: along a measured motion a
 * term is a column of the effort; in a plant it acts as a load, and its column is what it does to what is compared. */
#ifndef STN_IDENTIFY_FIT_MISSING_H
#define STN_IDENTIFY_FIT_MISSING_H

#include "identify/fit_internal.h"
#include "identify/lacking.h"

/* The motion of a friction site in all rows of a run; x, a NULL: not known; way: since the last reversal. */
typedef struct StnSiteMotion {
    const double *t, *x, *v, *a, *FF, *way;
    size_t rows;
    bool rotary;
    double viscous; /* slope of what is viscous in FF; 0: not known */
} StnSiteMotion;

/* A force against positive motion, as friction is; `column`: a term may have two.  over: the speed of a falling part, the
 * way of what follows a reversal. */
typedef double (*StnTermForce)(const StnSiteMotion *motion, size_t row, int column, double over);

/* What makes columns of terms: the change of the residuals per unit of the force, nresidual places.  False: there is
 * none, or no memory. */
typedef struct StnTermColumns {
    StnFitter *fitter;
    StnFitWorkspace *workspace; /* with a plant */
    const double *x;            /* coordinates of the fit */
    int site, input; /* input: of the plant, that is a load at the site; -1: measured motion */
    StnSiteMotion motion[STN_FIT_RUNS_MAX];
    double *plain, *memory; /* with a plant: residuals without a term */
} StnTermColumns;

/* fit_missing_plant.c: the motion of the model at a site; false: it has no load there, or its outputs do not say
 * how it moves.  Free it in any case. */
StnStatus stn_term_motion(StnTermColumns *columns, int input, bool *good, StnError *error);
bool stn_term_column(StnTermColumns *columns, StnTermForce force, int column, double over,
                     double *out);
void stn_term_columns_free(StnTermColumns *columns);

/* fit_missing_terms.c */
double stn_term_inertia(const StnSiteMotion *m, size_t i, int column, double vs);
double stn_term_gravity(const StnSiteMotion *m, size_t i, int column, double vs);
double stn_term_spring(const StnSiteMotion *m, size_t i, int column, double vs);
double stn_term_position(const StnSiteMotion *m, size_t i, int column, double vs);
double stn_term_direction(const StnSiteMotion *m, size_t i, int column, double vs);
double stn_term_drift(const StnSiteMotion *m, size_t i, int column, double vs);
double stn_term_drifting_viscous(const StnSiteMotion *m, size_t i, int column, double vs);
double stn_term_bent_drift(const StnSiteMotion *m, size_t i, int column, double vs);
double stn_term_viscous(const StnSiteMotion *m, size_t i, int column, double vs);
double stn_term_falling(const StnSiteMotion *m, size_t i, int column, double vs);

/* Rows at the ends of a measured motion, where a filter does not know the acceleration, cannot be compared with inertia: makes
 * them 0 in a column of the rows that are fitted, and returns how many there are. */
size_t stn_term_leave_out_ends(const StnFitInside *inside, double *column);

/* fit_missing_reversal.c: ways since the last reversal, the longest of all runs, and what is lacking over them (over: its
 * length). */
void stn_site_ways(const double *t, const double *v, size_t rows, double *way);
double stn_term_longest_way(const StnTermColumns *columns);
double stn_term_play(const StnSiteMotion *motion, size_t row, int column, double length);
double stn_term_presliding(const StnSiteMotion *motion, size_t row, int column, double length);

/* Columns of a term, one behind the other. */
typedef struct StnFitTerms {
    const double *column;
    int count;
} StnFitTerms;

/* fit_falsified.c: makes intervals hold what the parameters are with a term that is named as missing (falsified.h), to
 * first order by the slopes J. */
StnStatus stn_fit_falsify(const StnFitter *fitter, const double *x, const double *J,
                          const double *r, const StnFitTerms *terms, StnFitResult *result,
                          StnError *error);

typedef struct StnFitDelay {
    double seconds;     /* negative: early */
    int signal;         /* -1: all that are compared */
    double correlation; /* of neighbours in what is left then */
    double
        way; /* over which friction may build up instead (pre-sliding; 0: a short one); NaN: it is the delay */
    bool rotary; /* the unit of that */
} StnFitDelay;

/* fit_missing_delay.c: takes the delay of a signal that explains most, beside what the free
 * parameters could still do (slopes J).  STN_NO_MEMORY or STN_OK. */
StnStatus stn_fit_missing_delay(StnTermColumns *columns, const double *J,
                                const StnFitResult *result, StnLacking *best, StnFitDelay *found);
void stn_fit_remark_delay(const StnFitRun *run, const StnFitDelay *found, const StnLacking *best,
                          StnRemarks *remarks);

#endif
