/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The inside of a search for gains. */
#ifndef STN_ENSEMBLE_TUNE_H
#define STN_ENSEMBLE_TUNE_H

#include "ensemble/study.h"

/* What a candidate gives over its runs. */
typedef struct StnTuneScore {
    double value; /* of what is minimised, at the share `robust`; NaN: none */
    double limited[STN_EXPECTATIONS_MAX];  /* of each limited metric, likewise */
    double share[STN_EXPECTATIONS_MAX];    /* of the runs that meet the limit */
    int missing[1 + STN_EXPECTATIONS_MAX]; /* runs without the metric: minimised, then limited */
    int bad;                               /* runs that are invalid or failed */
    double violation;                      /* 0: all limits are met */
} StnTuneScore;

typedef struct StnTuneTrial {
    double value[STN_VARIES_MAX]; /* SI */
    StnTuneScore score;
} StnTuneTrial;

struct StnTune {
    StnStudy *study; /* texts, metrics and ensemble: tuned quantities first, then those that vary */
    bool logarithmic[STN_VARIES_MAX];
    int ntune, nsample;
    StnTuneSettings settings;
    double *sample; /* [quantity that varies][run] */
    StnTuneTrial *trial;
    int ntrial, best; /* trial 0: as the scenario has it */
    /* the arrays of one candidate */
    double *value[STN_VARIES_MAX], *result[STN_METRICS_MAX], *sorted;
    unsigned char *outcome;
    /* the search */
    bool (*progress)(void *user, double fraction);
    void *user;
    StnStatus status;
    StnError *error;
    double scale; /* of what is minimised */
};

/* Runs a candidate; what a search minimises: below 1 where all limits are met. */
double stn_tune_try(StnTune *tune, const double *value);
/* Global, then local; trials are kept. */
StnStatus stn_tune_search(StnTune *tune);
/* Whether a is better than b. */
bool stn_tune_better(const StnTuneScore *a, const StnTuneScore *b);

#endif
