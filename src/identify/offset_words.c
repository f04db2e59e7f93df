/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/offset_words.h"

void stn_remark_offset(StnRemarks *remarks, const char *what, double value, const char *unit,
                       const char *how)
{
    stn_remark(remarks,
               "%s, %.4g %s, cannot be distinguished from levels that differ between the "
               "directions by twice that: what these data say of the one they say of the "
               "other%s.",
               what, value, unit, how);
}
