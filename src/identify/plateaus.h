/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Stretches of nearly constant speed in a moving record: a speed staircase, the most common test of friction. */
#ifndef STN_IDENTIFY_PLATEAUS_H
#define STN_IDENTIFY_PLATEAUS_H

#include "identify/motion.h"

typedef struct StnPlateau {
    size_t begin, end; /* rows, without the part in which the speed settles */
    double v,
        v_error; /* mean speed; its standard error (NaN: of a measured speed, which its scatter tells) */
} StnPlateau;

/* Those of the velocity's means over windows that are half as long as the shortest plateau. */
StnStatus stn_plateaus_of(const StnData *data, StnPlateau **plateau, int *count, StnError *error);
/* noise: standard deviation of v.  *plateau is to be freed; NULL and 0 where v has none. */
StnStatus stn_plateaus_find(const StnData *data, const double *v, double noise,
                            StnPlateau **plateau, int *count, StnError *error);
/* Whether the record is a staircase: most of its motion lies on plateaus, of three speeds or more. */
bool stn_plateaus_rule(const StnData *data, const double *v, double dead, const StnPlateau *plateau,
                       int count);

#endif
