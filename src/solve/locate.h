/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Shared by the searches for the first event of a step. */
#ifndef STN_SOLVE_LOCATE_H
#define STN_SOLVE_LOCATE_H

#include "solve/step.h"

/* The edge of a zone is no sharp thing; a wide band keeps rounding from crossing it twice. */
#define STN_ZONE_NOISE 1e-7

/* Velocities below this are standstill as far as the tolerance can tell.  Where events repeat at one
 * instant (the sign of v is the solver's noise) the band widens until they end. */
double stn_velocity_noise(const StnSystem *S, const StnState *st, int site);
/* Below this the velocity of a site that never stands (0: one that does) is rounding of what it was. */
double stn_died_away(const StnSystem *S, const StnState *st, int site);
/* The earliest event of an exact step, in which every guard is a polynomial. */
void stn_locate_exact(const StnSystem *S, StnState *st, double *best, int *fired);

static inline void stn_earliest(double theta, int guard, double *best, int *fired)
{
    if (theta < *best)
        *best = theta, *fired = guard;
}

/* Noise of a guard where it has just switched, over that of others: the instant was rounded too. */
#define STN_SWITCHED_NOISE 16.0

/* A relation that switched at this very instant begins at zero, whatever rounding makes of it. */
static inline bool stn_begins_at_zero(const StnSystem *S, const StnState *st, int k)
{
    StnWork *W = stn_work(st);
    return k < S->model.g_site && W->t0 - stn_since(S, st)[k % S->model.nrel] <= stn_instant(W->t0);
}

/* Which guards move in the present mode, and which inputs act. */
void stn_note_moving(const StnSystem *S, StnState *st);
/* Whether a guard that does not is below zero. */
void stn_note_below(const StnSystem *S, StnState *st);
static inline bool stn_is_moving(const StnWork *W, int guard)
{
    return W->watch[W->kept].moving[guard / 64] >> (guard % 64) & 1u;
}

#endif
