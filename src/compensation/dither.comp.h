/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A fast motion of the effort that keeps the contact moving, so that friction is smooth on the average: with a swing V of
 * the velocity the mean friction at v is (2/pi)*Fc*asin(v/V).  It never rests, and wears. */
#include "compensation/comp.h"

#define STN_PARAMS_dither(P2, PV, N, K, Q)     \
    N(Q, A, "$F", NAN, 0.0, 1e12, "amplitude") \
    N(Q, f, "Hz", NAN, 1e-9, 1e9, "frequency") \
    K(Q, shape, "sine|square|triangle", 0, "form of the wave")
#define STN_STATES_dither(S, E)
STN_COMP_TYPES(dither)

STN_ACT(dither)
{
    STN_COMP_USE(dither);
    real turns = p->f * loop->t, sine = stn_sin(6.283185307179586 * turns);
    /* the part of a turn from the last zero on the way up; by the rounding of a large number, which is exact */
    real nearest = (turns + 6755399441055744.0) - 6755399441055744.0, part = turns - nearest;
    real size = stn_abs(part), ramp = stn_select(stn_lt(stn_splat(0.25), size), 0.5 - size, size);
    real wave =
        stn_select(stn_eq(p->shape, stn_splat(1.0)),
                   stn_select(stn_lt(part, stn_splat(0.0)), stn_splat(-1.0), stn_splat(1.0)),
                   4.0 * stn_side_of(part) * ramp);
    return p->A * stn_select(stn_eq(p->shape, stn_splat(0.0)), sine, wave);
}
#define STN_KERNEL_dither .act = dither_act
#define STN_SETUP_dither                                                                \
    .title = "Dither", .equation = "F = A*sin(2*pi*f*t), or a square or triangle wave", \
    .text = "Smooths friction on the average; never still, and wears.",                 \
    .reference = "Armstrong-Helouvry, Dupont, Canudas de Wit 1994"
