/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The scenarios inside the program; the list is generated from scenarios/. */
#include "stiction/scenario.h"

extern const StnBuiltin stn_builtin_list[];
extern const int stn_builtin_list_count;

int stn_builtin_count(void) { return stn_builtin_list_count; }

StnBuiltin stn_builtin_at(int index)
{
    return index >= 0 && index < stn_builtin_list_count ? stn_builtin_list[index] : (StnBuiltin){0};
}
