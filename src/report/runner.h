/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Runs the cases of papers on several threads. */
#ifndef STICTION_REPORT_RUNNER_H
#define STICTION_REPORT_RUNNER_H

#include "report/paper.h"

/* Loads and runs all cases of all papers; what became of each stands in its StnCaseRun.  Fails only
 * with STN_CANCELLED, or with STN_NO_MEMORY or STN_UNAVAILABLE (a library that this build lacks), also when that
 * happened to one case only. */
StnStatus stn_runner_run(StnPaperRun *papers, int npaper, const StnReportDef *def, StnError *error);

#endif
