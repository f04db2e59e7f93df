/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed steps of a built-in plant with one friction site and a built-in law, compiled together: one loop per
 * pair.  The operations are those of fixed_step.c, and so are the bits; a step in which anything happens (a
 * relation, a stop or a direction changes) is left to fixed_step.c. */
#ifndef STN_CORE_FUSED_H
#define STN_CORE_FUSED_H

#include "core/system.h"

/* So often the loops look at the states, and end where they are out of range. */
enum { STN_FUSED_LOOK = 16 };
/* The most states and relations of a law. */
enum { STN_FUSED_LAW_STATES = 3 + STN_VECTOR_MAX, STN_FUSED_LAW_RELS = 5 + STN_VECTOR_MAX };

/* That of a plant with a built-in law: fused_PLANT.c. */
StnFused *stn_fused_block(const char *law), *stn_fused_eha(const char *law),
    *stn_fused_cylinder(const char *law), *stn_fused_flap(const char *law),
    *stn_fused_clutch(const char *law), *stn_fused_servo(const char *law);

/* The loop of a system, or NULL: fused.c. */
StnFused *stn_fused(const StnSystem *S);

#endif
