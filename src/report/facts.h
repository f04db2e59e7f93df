/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* From a measured number to a verdict. */
#ifndef STICTION_REPORT_FACTS_H
#define STICTION_REPORT_FACTS_H

#include "report/paper.h"

enum { STN_FACT_TEXT = 160 };

/* value within [lo, hi]; both NaN: nothing to compare with.  NaN never agrees. */
StnVerdict stn_fact_verdict(double value, double lo, double hi);
/* Four digits, no trailing zeros, "1.2e-5" for the very small and very large. */
const char *stn_fact_number(double value, char *out, size_t size);
/* "5.97 s"; "did not happen" for NaN. */
const char *stn_fact_value(double value, const char *unit, char *out, size_t size);
/* What counts as agreement: "5.4 … 6.6 s", "at least 3", "exactly 0 m/s". */
const char *stn_fact_interval(const StnFactDef *def, char *out, size_t size);

/* Measures one fact of a paper whose runs are done.  fact->obtained is to be freed. */
StnStatus stn_fact_measure(const StnPaperRun *paper, const StnFactDef *def, StnFact *fact);

#endif
