/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How well models meet what was measured: one way to count it, and to report it. */
#ifndef STN_IDENTIFY_SCORE_H
#define STN_IDENTIFY_SCORE_H

#include "stiction/findings.h"

/* Sums over rows, of one run or of several. */
typedef struct StnScoreSums {
    size_t rows;
    double e, e2, y2; /* |e|, e^2, y^2 */
    double first, d,
        d2; /* y of the first row; d = y - first, and d^2: about the mean a level cancels */
} StnScoreSums;
void stn_score_add(StnScoreSums *sums, double measured, double model);
/* Without rows: NaN. */
StnScore stn_score_of(const StnScoreSums *sums);
StnScore stn_score_rows(const double *measured, const double *model, size_t count);

/* Under `name` in JSON, with their unit; nothing without rows. */
void stn_report_score_group(StnResult *out, const char *name, const char *unit,
                            const StnScore *score);
/* The same, and a line for people. */
void stn_report_score(StnResult *out, const char *name, const char *what, const char *unit,
                      const StnScore *score);
/* A table of scores for people, and a row of it; nothing without rows. */
void stn_report_score_table(StnResult *out);
void stn_report_score_row(StnResult *out, const char *label, const char *column, const char *part,
                          const StnScore *score);

#endif
