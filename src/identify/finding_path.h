/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Where a finding stands in a scenario. */
#ifndef STN_IDENTIFY_FINDING_PATH_H
#define STN_IDENTIFY_FINDING_PATH_H

#include "stiction/findings.h"

#define STN_FINDING_SITE "contact" /* of the block, which a scenario without a base is made of */

/* parameters.m, inputs.load, friction.SITE.Fc; with a side (0, 1) friction.SITE.Fc.forward; "" for names
 * that are no number of a scenario.  Returns out. */
const char *stn_finding_path(const char *name, int side, const char *site, char *out, size_t size);

#endif
