/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Settings that studies and searches both have. */
#ifndef STN_ENSEMBLE_SETTINGS_H
#define STN_ENSEMBLE_SETTINGS_H

#include "stiction/fields.h"

#define STN_SEED_FIELD(S) STN_INTEGER(S, seed, 1, 0, 9007199254740992.0, "of all random numbers")
#define STN_THREADS_FIELD(S) \
    STN_INTEGER(S, threads, 0, 0, 1024, "runs at once; 0: one per processor")

#endif
