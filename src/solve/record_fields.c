/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* `record`: what a run keeps. */
#include "stiction/solve.h"

#define S StnRunDef
/* clang-format off */
static const StnField record_entries[] = {
    STN_NUMBER(S, every, "s", NAN, STN_ABOVE_0, INFINITY,
               "time between rows (a thousandth of the duration)"),
    STN_OTHER ("columns", NAN, "names of the columns to keep (all)"),
    STN_FLAG  (S, at_events, false, "a row at each event too"),
};
/* clang-format on */
#undef S

const StnFields stn_record_fields = STN_TABLE("record", StnRunDef, record_entries);
