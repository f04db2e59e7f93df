/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How large a plant and a law may be that are stepped together. */
#ifndef STN_CORE_FUSED_ROOMS_H
#define STN_CORE_FUSED_ROOMS_H

#include "stiction/core.h"

/* The most states and relations of a law. */
enum { STN_FUSED_LAW_STATES = 3 + STN_VECTOR_MAX, STN_FUSED_LAW_RELS = 5 + STN_VECTOR_MAX };
/* Those of a plant, and all of both. */
enum {
    FUSED_STATES = 8,
    FUSED_RELS = 12,
    FUSED_STOPS = 4,
    FUSED_PARAMS = 64,
    FUSED_INPUTS = 8,
    FUSED_ALL_STATES = FUSED_STATES + STN_FUSED_LAW_STATES,
    FUSED_ALL_RELS = FUSED_RELS + STN_FUSED_LAW_RELS
};

#endif
