/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The named units and prefixes. */
#ifndef STICTION_SCENARIO_UNIT_TABLE_H
#define STICTION_SCENARIO_UNIT_TABLE_H

#include "stiction/scenario.h"

enum { STN_UNIT_NAME_MAX = 16, STN_UNIT_FACTORS_MAX = 4, STN_UNIT_SUGGESTION_MAX = 60 };

/* One unit = up/down * 10^(ten/2) in SI.  The power of ten is kept apart, and doubled for the sake
 * of square roots, so that decimal prefixes cost no rounding. */
typedef struct StnScale {
    double up, down;
    int ten;
    StnDimension dimension;
} StnScale;

/* The unit `name` (with an optional SI prefix): false when there is none. */
bool stn_unit_named(const char *name, size_t length, StnScale *scale);
/* Symbols written together, as Nm, kNm, kgm, Pas, Ws: their factors, and how many; 0 when it is no product,
 * or may be read in two ways (Nms: N*m*s or N*ms). */
int stn_unit_product(const char *name, size_t length, StnScale factor[STN_UNIT_FACTORS_MAX]);
/* What the writer of an unknown name may have meant, in out: `kN` for KN, `N*m*s" or "N*ms` for Nms; false
 * when nothing is near. */
bool stn_unit_suggest(const char *name, size_t length, char *out, size_t size);

#endif
