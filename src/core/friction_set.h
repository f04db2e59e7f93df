/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The friction parameters of a site: fixed defaults, what was given, and what its law derives from the
 * values that were given and from the system around it. */
#ifndef STN_CORE_FRICTION_SET_H
#define STN_CORE_FRICTION_SET_H

#include "laws/numbers.h"
#include "stiction/core.h"

/* The list of stn_friction_parameter_at without its bounds, for those who walk it. */
extern const StnParam stn_friction_parameters[];

/* By parameter number (STN_PAR_name).  A pair given by one value may have count 1 and only place 0
 * filled; stn_friction_derive completes it. */
typedef struct StnFrictionSet {
    StnDerive derive; /* how a law sees it: must stay the first member */
    double value[STN_PAR_COUNT][STN_VECTOR_MAX];
    int count[STN_PAR_COUNT];
    bool given[STN_PAR_COUNT], derived[STN_PAR_COUNT];
} StnFrictionSet;

/* Fixed defaults; NaN and count 0 where there is none. */
void stn_friction_defaults(StnFrictionSet *set);

/* Lets the law fill what is not given; places of a vector beyond its count become 0.  Optional
 * parameters (z_max, Fs_inf, m0, tau_m) stay NaN when not given.  May be called again when the context
 * has changed. */
void stn_friction_derive(StnFrictionSet *set, const StnLaw *law, const StnContext *context);

#endif
