/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#ifndef STN_IDENTIFY_BREAKAWAY_FINDINGS_H
#define STN_IDENTIFY_BREAKAWAY_FINDINGS_H

#include "stiction/identify.h"

/* Fills r->findings and r->beta of the sides that were fitted. */
void stn_breakaway_findings(const StnBreakawayDef *def, const StnData *data, StnBreakaway *r);

#endif
