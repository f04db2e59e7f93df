/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Failures whose status a reader, and a compiler, sees at the place of the call. */
#ifndef STN_IDENTIFY_FAILURE_H
#define STN_IDENTIFY_FAILURE_H

#include "stiction/core.h"

static inline StnStatus stn_no_memory(StnError *error)
{
    stn_out_of_memory(error);
    return STN_NO_MEMORY;
}

#endif
