/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Where a finding stands in a scenario. */
#ifndef STN_IDENTIFY_FINDING_PATH_H
#define STN_IDENTIFY_FINDING_PATH_H

#include "stiction/findings.h"

/* The plant of one body that a scenario without a base is made of, and where it has its numbers. */
typedef struct StnFindingBody {
    const char *plant, *mass, *load, *site;
    const char *gravity, *hang, *spring; /* NULL: it has none */
} StnFindingBody;
StnFindingBody stn_finding_body(bool rotary);

/* The mass, the load, what ground does to it, friction.SITE.Fc; with a side (0, 1) friction.SITE.Fc.forward; "" for names that are no
 * number of a scenario.  Returns out. */
const char *stn_finding_path(const char *name, int side, StnFindingBody body, char *out,
                             size_t size);
/* Writes the intervals of what was found, with their correlations, into the scenario; body: also those beside friction.
 * The levels of a law that has them under other names have none. */
void stn_finding_intervals(const StnFindings *k, const char *site, bool body,
                           StnScenario *scenario);

#endif
