/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Where a signal that is moved in time, sample by sample, leaves least of a residual. */
#ifndef STN_IDENTIFY_SHIFT_H
#define STN_IDENTIFY_SHIFT_H

#include <stdbool.h>
#include <stddef.h>

#define STN_SHIFT_REACH 0.25  /* of the time between reversals: further off signs mean nothing, */
#define STN_SHIFT_RECORD 0.05 /* ... nor of the shortest run */
#define STN_SHIFT_LEFT \
    0.3 /* of the variance that a delay may leave: play and elasticity gain by a shift, too */

typedef struct StnShift {
    double (*left)(void *user, long shift); /* what a shift leaves; infinite: it cannot be done */
    void *user;
    long most; /* samples to either side */
} StnShift;

/* The best place in samples, also between them, with what the nearest one leaves (*at, *least, which is what shift 0 leaves
 * before); false: on time, or still better beyond what is tried. */
bool stn_shift_find(const StnShift *shift, double *best, long *at, double *least);

#endif
