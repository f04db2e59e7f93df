/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The inside of a metric. */
#ifndef STN_ENSEMBLE_METRIC_H
#define STN_ENSEMBLE_METRIC_H

#include "stiction/ensemble.h"

/* What metrics of a run's summary are taken of. */
typedef struct StnMetricRun {
    const StnSystem *system;
    int site;
    const StnRecord *record;
    StnMetrics metrics;
    StnResponse response;
} StnMetricRun;

/* What a record has to hold for a metric, beside its first and last row and its events. */
typedef enum StnMetricNeeds {
    STN_NEEDS_NOTHING,
    STN_NEEDS_SLIPS, /* rows, where the law logs no slips: they are found in the velocity then */
    STN_NEEDS_ROWS,
    STN_NEEDS_ENERGY, /* or the evaluations that it takes: they are counted */
} StnMetricNeeds;

typedef struct StnRunMetric {
    StnMetricInfo about;
    const char *takes; /* arguments, as of a measure */
    StnMetricNeeds needs;
    double (*value)(const StnMetricRun *run, const StnMeasureArguments *given);
} StnRunMetric;

/* NULL when there is none of that name. */
const StnRunMetric *stn_run_metric(const char *name);

enum { STN_METRIC_WORDS = 5, STN_METRIC_TEXT = 96 };

struct StnMetric {
    char text[STN_METRIC_TEXT], unit[32];
    const StnRunMetric *own; /* NULL: a measure with arguments */
    const StnRunMeasure *measure;
    StnMeasureArguments given;
    char word[STN_METRIC_WORDS][48]; /* names that `given` points to */
    int nword, site;
};

#endif
