/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Whether short peaks of a recorded effort have acted: an impulse changes the speed by its area over the mass. */
#ifndef STN_IDENTIFY_PULSES_H
#define STN_IDENTIFY_PULSES_H

#include "stiction/measured.h"

typedef enum StnPulseFate {
    STN_PULSE_UNKNOWN, /* the motion does not tell */
    STN_PULSE_ACTED,   /* the motion answers it */
    STN_PULSE_ERROR    /* the motion does not answer it, and would */
} StnPulseFate;

typedef struct StnPulse {
    size_t row, length; /* its first row, how many */
    StnPulseFate fate;
} StnPulse;

/* Fills in the fates.  base: the effort with lines in the place of the pulses. */
StnStatus stn_pulses_judge(const StnData *data, const double *base, StnPulse *pulse, size_t count,
                           StnError *error);

#endif
