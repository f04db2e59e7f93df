/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the descriptions of methods share. */
#ifndef STN_IDENTIFY_METHOD_H
#define STN_IDENTIFY_METHOD_H

#include "stiction/fit.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define STN_BIT(role) (1u << STN_ROLE_##role)
#define STN_RESULT_PLACES(S)                                        \
    .result_size = sizeof(S), .findings_at = offsetof(S, findings), \
    .remarks_at = offsetof(S, remarks)
#define STN_COUNT_OF(array) ((int)(sizeof(array) / sizeof(array)[0]))

extern const StnIdentifyMethod stn_check_method, stn_breakaway_method, stn_sine_method,
    stn_cycles_method, stn_ramp_method, stn_curve_method, stn_power_method, stn_inverse_method;

static const char *const stn_side_words[] = {"forward", "backward"};

#endif
