/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The table of stiction compare. */
#ifndef CLI_COMPARE_H
#define CLI_COMPARE_H

#include "experiment.h"
#include "report/metrics.h"

#include <stdio.h>

typedef struct Comparison {
    const char *law;
    Experiment experiment;
    StnMetrics metrics;
    StnResponse response;
} Comparison;

void compare_put_text(FILE *out, const Comparison *rows, int count, int site, int digits);
void compare_put_json(FILE *out, const Comparison *rows, int count, int site);
/* path "-": standard output; otherwise written beside the target and renamed. */
StnStatus compare_write_csv(const char *path, const Comparison *rows, int count, int site,
                            StnError *error);

#endif
