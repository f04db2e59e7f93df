/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The parts of the page of a study. */
#ifndef STICTION_REPORT_STUDY_PAGE_H
#define STICTION_REPORT_STUDY_PAGE_H

#include "ensemble/statistics.h"
#include "ensemble/study.h"

#include <stdio.h>

typedef struct StnStudyPage {
    FILE *out;
    StnStudy *study;
    StnStatus status;
    StnError *error;
    double *x, *y, *scratch; /* a quantity, a metric, room: of all runs */
    StnDistribution distribution[STN_METRICS_MAX];
    double influence[STN_METRICS_MAX][STN_VARIES_MAX]; /* what a quantity explains; NaN: unknown */
} StnStudyPage;

/* Column of all runs into x or y; false: failed before, or now. */
bool stn_study_page_load(StnStudyPage *page, int column, double *to);
/* The name of a column with its unit, "rise_time [s]"; returns out. */
const char *stn_study_page_label(const StnStudyPage *page, int column, char *out, size_t size);

/* How often each metric has which value. */
void stn_study_page_histograms(StnStudyPage *page);
/* Each metric over the quantities that explain most of it. */
void stn_study_page_scatter(StnStudyPage *page);
/* Quantiles over time of the columns that are kept. */
void stn_study_page_bands(StnStudyPage *page);
/* Runs that are invalid, fail or miss an expectation, with the commands that repeat them. */
void stn_study_page_runs(StnStudyPage *page);

#endif
