/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A Preisach operator for pre-sliding, of Prandtl-Ishlinskii type (a continuum of Maxwell-slip
 * elements whose breaking points are spread evenly over 0..range):
 *   virgin curve  f(y) = level*q*(2 - q)*sgn(y),  q = |y|/range <= 1
 *   after a turning point (z_j, F_j)  F = F_j + 2*f((z - z_j)/2)
 * until the branch reaches the turning point before (it is then wiped out with its partner) or, with
 * one left, its mirror image.  The memory is the stack of turning points; its depth is a mode.  When
 * the stack is full a further turn is not remembered and the branch is run back. */
#ifndef STN_LAWS_PREISACH_H
#define STN_LAWS_PREISACH_H

#include "laws/law.h"

typedef struct {
    real level, range;
    int n; /* places in the stack */
} StnPreisach;

typedef struct {
    real F, slope;
    real sense;       /* of the present branch; 0 on the virgin curve at z = 0 */
    real guard, next; /* of the depth */
    real from;        /* where the branch begins */
} StnBranch;

STN_FN real stn_sense(real a)
{
    return stn_gt0(a, stn_splat(1.0), stn_gt0(-a, stn_splat(-1.0), stn_splat(0.0)));
}

STN_FN real stn_preisach_virgin(const StnPreisach *o, real y)
{
    real q = stn_min(stn_over(stn_abs(y), o->range), stn_splat(1.0));
    return stn_sense(y) * o->level * q * (2.0 - q);
}

/* The branch on which z lies with the stack turn[0..depth). */
STN_FN StnBranch stn_preisach_at(const StnPreisach *o, const real *turn, real depth, real z)
{
    real zero = stn_splat(0.0), before = zero;
    StnBranch b = {zero, zero, stn_sense(z), stn_splat(1.0), zero, zero};
    for (int i = 0; i < o->n; i++) {
        mask used = stn_lt(stn_splat(i), depth);
        real half = i == 0 ? stn_splat(1.0) : stn_splat(0.5);
        b.F =
            b.F + stn_select(used, stn_preisach_virgin(o, half * (turn[i] - b.from)) / half, zero);
        b.sense = stn_select(used, -stn_sense(turn[i] - b.from), b.sense);
        before = stn_select(used, i == 0 ? -turn[0] : b.from, before);
        b.from = stn_select(used, turn[i], b.from);
    }
    mask virgin = stn_lt(depth, stn_splat(0.5)), full = stn_lt(stn_splat(o->n - 0.5), depth);
    real half = stn_select(virgin, stn_splat(1.0), stn_splat(0.5)), y = half * (z - b.from);
    b.F = b.F + stn_preisach_virgin(o, y) / half;
    b.slope = stn_over(2.0 * o->level, o->range) *
              (1.0 - stn_min(stn_over(stn_abs(y), o->range), stn_splat(1.0)));
    real wipe = b.sense * (before - z), back = b.sense * (z - b.from) + 1e-9 * o->range;
    mask undo = stn_and(full, stn_lt(back, wipe));
    b.guard = stn_select(virgin, stn_splat(1.0), stn_select(undo, back, wipe));
    b.next = stn_max(depth - stn_select(undo, stn_splat(1.0), stn_splat(2.0)), zero);
    return b;
}

/* The motion goes on in the sense dir: a turn is remembered. */
STN_FN void stn_preisach_turn(const StnPreisach *o, real *turn, real *depth, real z, real dir)
{
    StnBranch b = stn_preisach_at(o, turn, *depth, z);
    mask turns = stn_lt(b.sense * dir, stn_splat(0.0)),
         room = stn_lt(*depth, stn_splat(o->n - 0.5));
    mask again =
        stn_is_zero(z - b.from); /* back at the last turning point: as if it had not been */
    for (int i = 0; i < o->n; i++) {
        mask here = stn_and(stn_and(turns, room), stn_is_zero(*depth - i));
        turn[i] = stn_select(here, z, turn[i]);
    }
    real zero = stn_splat(0.0), more = stn_select(room, stn_splat(1.0), zero);
    *depth = *depth + stn_select(turns, stn_select(again, stn_splat(-1.0), more), zero);
}

#endif
