/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The inside of a study. */
#ifndef STN_ENSEMBLE_STUDY_H
#define STN_ENSEMBLE_STUDY_H

#include "ensemble/store.h"
#include "ensemble/trajectories.h"

typedef enum StnComparedAs { STN_BELOW, STN_AT_MOST, STN_ABOVE, STN_AT_LEAST } StnComparedAs;

/* "settling_time < 50 ms" */
typedef struct StnExpectation {
    char text[128];
    int metric;
    StnComparedAs relation;
    double limit; /* SI */
} StnExpectation;

enum {
    STN_STUDY_COLUMNS = STN_VARIES_MAX + STN_METRICS_MAX,
    STN_FACTS = 16,
    STN_CORRELATIONS_MAX = STN_VARIES_MAX * (STN_VARIES_MAX - 1) / 2
};

struct StnStudy {
    const StnScenario *scenario;
    StnScenario *own;            /* the same where a file gave it */
    char *name, *command, *text; /* text: of the scenario where a file gave it */
    int threads, lanes;
    uint64_t seed;
    StnVary vary[STN_VARIES_MAX];
    char *spread[STN_VARIES_MAX]; /* as it was given, behind the sign */
    int nvary;
    StnCorrelation correlation[STN_CORRELATIONS_MAX];
    int ncorrelation;
    StnMetric *metric[STN_METRICS_MAX];
    int nmetric;
    StnExpectation expectation[STN_EXPECTATIONS_MAX];
    int nexpectation;
    StnDesignKind kind;
    int64_t samples, count, done[STN_OUTCOMES];
    StnDesign *design;
    StnEnsemble *ensemble;
    StnStoreColumn column[STN_STUDY_COLUMNS];
    StnStore *store; /* NULL: what follows holds all runs */
    double *value[STN_STUDY_COLUMNS];
    unsigned char *outcome;
    char **reason;
    StnTraces traces;
};

/* Reads the texts of the definition into the study; error->path as stn_study_new says. */
StnStatus stn_study_read(StnStudy *study, const StnStudyDef *def, StnError *error);
/* Everything but the place where runs are kept. */
StnStatus stn_study_prepare(StnStudy *study, const StnStudyDef *def, StnError *error);
/* Arrays for all runs, where no file keeps them and they are not there yet. */
StnStatus stn_study_take_memory(StnStudy *study, StnError *error);
/* Opens or makes the file of a study that is prepared. */
StnStatus stn_study_open_store(StnStudy *study, const char *path, StnError *error);
/* Whether a value meets an expectation; one that does not exist does not. */
bool stn_expectation_holds(const StnExpectation *expectation, double value);
/* How far a value is on the wrong side of the limit; one that does not exist is farthest. */
double stn_expectation_distance(const StnExpectation *expectation, double value);
/* Calls `each` for the first `most` runs that are invalid or failed. */
StnStatus stn_study_bad(StnStudy *study, int most, StnBadRun *each, void *user, StnError *error);
/* Runs first ... first + count - 1 into the caller's arrays, from the file or from memory. */
StnStatus stn_study_rows(StnStudy *study, const StnStoreRows *rows, StnError *error);

#endif
