/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The inside of a comparison, and what measures share. */
#ifndef STN_COMPARE_COMPARISON_H
#define STN_COMPARE_COMPARISON_H

#include "stiction/compare.h"

struct StnComparison {
    char *name;                 /* of the scenario, as given */
    StnScenarioOptions options; /* while it is loaded */
    StnComparisonRow row[STN_COMPARISON_LAWS_MAX];
    int count, site;
    bool detail;
};

/* y at a time, between rows linearly. */
double stn_value_at(const double *t, const double *y, size_t rows, double time);

/* The plant's output of a role: that of the site, or else the first one; NULL: none. */
const char *stn_output_of_role(const StnSystem *system, StnRole role, int site);

#endif
