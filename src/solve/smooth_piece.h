/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A smooth piece of a motion, with frozen modes, for integrators that are not ours: SUNDIALS, and hosts that
 * integrate a system themselves (solve/host.c). */
#ifndef STN_SOLVE_SMOOTH_PIECE_H
#define STN_SOLVE_SMOOTH_PIECE_H

#include "solve/step.h"

typedef struct StnSmoothPiece {
    const StnSystem *S;
    StnState *st;
    double rtol;                 /* of the integrator */
    double lift[STN_GUARDS_MAX]; /* keeps a guard that starts at zero from firing at once */
} StnSmoothPiece;

/* The longest step that is matched to the narrow features of the laws. */
double stn_piece_step(const StnSystem *S, const StnState *st, const double *y, const double *dy);
/* Which guard is below zero at the start of the piece, or leaves zero downwards within h; -1: none.  Those
 * at zero are lifted.  dy, now: rates and guards at the start. */
int stn_piece_start(StnSmoothPiece *piece, const double *y, const double *dy, const double *now,
                    double h);
/* What that guard changes. */
void stn_piece_event_at_start(const StnEngine *E, int fired);
/* The guards inside the piece, lifted, and finite where a limit is infinitely far. */
void stn_piece_guards(const StnSmoothPiece *piece, double t, const double *y, double *guard);
/* A kink of an input or a sample is due, or the motion begins. */
void stn_piece_on_time(const StnEngine *E);

#endif
