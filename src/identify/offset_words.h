/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A constant effort and levels that differ between the directions are one number in most data. */
#ifndef STN_IDENTIFY_OFFSET_WORDS_H
#define STN_IDENTIFY_OFFSET_WORDS_H

#include "stiction/identify.h"

#define STN_OFFSET_MUCH 0.05 /* of the level: less is not said */

/* what: the constant effort, as it is called; how: where to look, "" or " (...)". */
void stn_remark_offset(StnRemarks *remarks, const char *what, double value, const char *unit,
                       const char *how);

#endif
