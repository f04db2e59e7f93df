/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#ifndef STN_LAWS_NUMBERS_H
#define STN_LAWS_NUMBERS_H

#include "laws/laws.h"

/* The number of every friction parameter: the shared ones, then those of each law. */
#define STN_PARAMETER_ENUM(name, ...) STN_PAR_##name,
#define STN_PARAMETER_KNOWN(name)
#define STN_PARAMETERS_OF(law)                                                      \
    STN_PARAMS_##law(STN_PARAMETER_KNOWN, STN_PARAMETER_KNOWN, STN_PARAMETER_KNOWN, \
                     STN_PARAMETER_ENUM)
enum { STN_FRICTION_PARAMETERS(STN_PARAMETER_ENUM) STN_LAW_LIST(STN_PARAMETERS_OF) STN_PAR_COUNT };
#undef STN_PARAMETER_ENUM
#undef STN_PARAMETER_KNOWN
#undef STN_PARAMETERS_OF

#endif
