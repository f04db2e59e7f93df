/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The list of methods, and what their descriptions share. */
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

/* In the order in which people need them.  X(NAME) is stn_NAME_method of its file. */
#define STN_METHODS(X) \
    X(check) X(breakaway) X(sine) X(cycles) X(ramp) X(curve) X(power) X(inverse) X(fit) X(select)
#define STN_METHOD_DECLARE(name) extern const StnIdentifyMethod stn_##name##_method;
STN_METHODS(STN_METHOD_DECLARE)

static const char *const stn_side_words[] = {"forward", "backward"};

#endif
