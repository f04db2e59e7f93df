/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What stn_findings_signs does, for estimates of several fits, as of each direction. */
#ifndef STN_IDENTIFY_FINDING_SIGNS_H
#define STN_IDENTIFY_FINDING_SIGNS_H

#include "stiction/findings.h"

void stn_findings_signs_of(StnFindings *findings, StnEstimates *const *list, int count,
                           const StnData *data, StnRemarks *remarks);
/* Takes the intervals of a mass, and of what a level and a viscous coefficient make together, where the speed hardly changes. */
void stn_withdraw_steady(const StnData *data, StnEstimates *estimates);

#endif
