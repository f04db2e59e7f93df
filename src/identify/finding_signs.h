/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What stn_findings_signs does, for estimates of several fits, as of each direction. */
#ifndef STN_IDENTIFY_FINDING_SIGNS_H
#define STN_IDENTIFY_FINDING_SIGNS_H

#include "stiction/findings.h"

void stn_findings_signs_of(StnFindings *findings, StnEstimates *const *list, int count,
                           const StnData *data, StnRemarks *remarks);

#endif
