/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What methods of identification find: estimates with intervals, and the values of a scenario. */
#ifndef STICTION_FINDINGS_H
#define STICTION_FINDINGS_H

#include "stiction/measured.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Estimates ------------------------------------------------------------------------------- */

/* The columns of a fit that an estimate is made of, with its slopes in them; index[0] < 0: none. */
typedef struct StnEstimateOrigin {
    int index[2];
    double slope[2];
} StnEstimateOrigin;

/* The parameters that a method estimates, in the order in which people read them.
 * correlation[i][k], k < i: how two of them hang together; 0 where they are of different fits. */
typedef struct StnEstimates {
    int count;
    StnEstimate item[STN_LEAST_SQUARES_MAX];
    StnEstimateOrigin origin[STN_LEAST_SQUARES_MAX];
    double correlation[STN_LEAST_SQUARES_MAX][STN_LEAST_SQUARES_MAX];
} StnEstimates;
/* Adds parameter `index` of a fit; in units "$F" and "$x" are replaced, "$m" is kg or kg*m^2. */
STN_API void stn_estimates_add(StnEstimates *estimates, const char *name, const char *unit,
                               bool rotary, const StnLeastSquares *fit, int index);
/* Makes them those of one direction (0 forward, 1 backward): their paths end in its word. */
STN_API void stn_estimates_of_side(StnEstimates *estimates, int side);
/* NULL when there is none. */
STN_API const StnEstimate *stn_estimates_find(const StnEstimates *estimates, const char *name);
/* The value of a direction (0 forward, 1 backward): that of "Fc+" or "Fc-", otherwise of "Fc"; NaN:
 * neither was estimated. */
STN_API double stn_estimates_value(const StnEstimates *estimates, const char *name, int side);

/* How well a model meets what was measured.  mae: mean of |e|; relative: 100*|e|/|y|; nrmse:
 * 100*(1 - |e|/|y - mean(y)|); 100 is perfect. */
typedef struct StnScore {
    size_t rows;
    double rms, mae, relative, nrmse;
} StnScore;

/* ---- Findings -------------------------------------------------------------------------------- */

enum { STN_FINDINGS_MAX = 20 };

/* How well a curve is known: covariance of Fc, sigma2, Fs and vs, times the square of Student's
 * t. */
typedef struct StnSpread4 {
    double covariance[4][4];
} StnSpread4;

/* What was found, for a scenario: values by the names that a friction site knows ("Fc", forward and
 * backward; "Cs_forward", a polynomial), "m" (mass), "load" (constant effort that is no friction),
 * "G" and "hang" (gravity of an arm, and the angle at which it hangs), "K" (spring to ground),
 * and of a load that was measured "eta" and "mu" (effort = eta*load + mu*|load|*sgn(v)) and
 * "carried", its mean. */
typedef struct StnFindings {
    StnGiven value[STN_FINDINGS_MAX];
    int count;
    bool rotary;
    bool reversed;  /* a mass or level is negative beyond its interval: the sign of the effort? */
    double speed;   /* largest in the data, for a test that fits them; may be NaN */
    double path[2]; /* Fc is a mean over the time of a sine between these places; NaN: it is not */
    double play;    /* ... without the time that crosses this play */
    StnIntervals known; /* of the numbers of a scenario, as the report has them */
    const StnLaw *law;  /* that a scenario keeps, from stn_findings_join; NULL: the simplest */
    char lost[200]; /* what no scenario has a place for: "K = 3 N/m, Fx1 = 2 N/m"; empty: none */
} StnFindings;
/* Nothing is found yet. */
STN_API StnFindings stn_findings_none(bool rotary);
/* Adds or replaces values; a direction that is NaN is not known, and if all are nothing happens. */
STN_API void stn_findings_set(StnFindings *findings, const char *name, const double *value,
                              int count);
/* The same with the estimates whose path is that of the finding: one of both directions, or two. */
STN_API void stn_findings_take(StnFindings *findings, const char *name,
                               const StnEstimates *estimates);
/* The intervals of the estimates that are numbers of a scenario, and how they hang together; those
 * of different calls do not. */
STN_API void stn_findings_know(StnFindings *findings, const StnEstimates *estimates);
/* An estimate that no scenario has a place for; nothing where there is none of that name. */
STN_API void stn_findings_lose(StnFindings *findings, const StnEstimates *estimates,
                               const char *estimate);
/* The value of a direction, or an element; NaN: not known. */
STN_API double stn_findings_get(const StnFindings *findings, const char *name, int side);
/* The friction that was found at a velocity, with its constant effort. */
STN_API double stn_findings_friction(const StnFindings *findings, double v);
/* Completes what one test of several found from the site of a scenario that is to inherit it:
 * levels that are not known are those of `base`, so that Fs, Fc and with them beta = Fs/Fc belong
 * together, and its law stays where it can have all that was found.  Where Fc is a mean over the
 * path of a sine, beta is the mean of the base's Cs over the same path and time over it, and Fc
 * becomes Fs/beta.  Remarks say what does not go together. */
STN_API void stn_findings_join(StnFindings *findings, const StnLaw *law, const StnSiteDef *base,
                               StnRemarks *remarks);
/* Masses, friction levels and, with these, viscous coefficients below 0 with their whole interval
 * lose it; so do the levels of both directions where a constant effort made one of them negative.
 * Remarks, and `reversed` where the effort does no work over motion that comes back.  data NULL:
 * the sign of the effort is not in question. */
STN_API void stn_findings_signs(StnFindings *findings, StnEstimates *estimates, const StnData *data,
                                StnRemarks *remarks);
/* Whether a scenario can hold it: a mass and levels above 0.  A viscous coefficient a little below
 * 0 (5 % of the level at the largest speed) becomes 0, and the scenario says so; more is
 * refused. */
STN_API StnStatus stn_findings_check(const StnFindings *findings, StnError *error);
/* A scenario that runs: the block, of rotary data one body of a chain, with these numbers under a
 * sinusoidal effort; or, with `base`, one that inherits from it and changes only friction.SITE.
 * What it has no place for stands in its comments.  `comment`: lines for its head.  NULL
 * on failure; to be freed. */
STN_API StnScenario *stn_findings_scenario(const StnFindings *findings, const char *title,
                                           const char *comment, const StnScenario *base,
                                           const char *site, StnError *error);

#ifdef __cplusplus
}
#endif
#endif
