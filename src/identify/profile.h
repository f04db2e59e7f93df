/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Profiles of a sum of squares over a speed. */
#ifndef STN_IDENTIFY_PROFILE_H
#define STN_IDENTIFY_PROFILE_H

#include <math.h>

/* From one speed to the next: low and high take in the part of the way on which the rise is at most `most`. */
static inline void stn_profile_step(double from, double rise_from, double to, double rise_to,
                                    double most, double *low, double *high)
{
    const double cross = (most - rise_from) / (rise_to - rise_from);
    const double between = from * pow(to / from, cross);
    if (rise_from > most && rise_to > most)
        return;
    *low = fmin(*low, rise_from <= most ? from : between);
    *high = fmax(*high, rise_to <= most ? to : between);
}

#endif
