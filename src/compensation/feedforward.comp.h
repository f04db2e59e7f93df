/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The forces of the wanted motion: inertia and the friction of a law at the wanted speed, so what it adds does not depend on
 * what is measured (the position of a map apart) and it cannot make the loop unstable.  At v_ref = 0 a law that stands still
 * exactly adds nothing; the states of bristle laws run on v_ref.  Wrong by d, it leaves an error of d/Kp in motion. */
#include "compensation/comp.h"

#define STN_PARAMS_feedforward(P2, PV, N, K, Q)                        \
    N(Q, m, "$F*s^2/$x", NAN, 0.0, 1e12, "moving mass; 0: no inertia") \
    K(Q, reference, "signal|difference", 0,                            \
      "speed and acceleration of the command: exact, or differences of its samples")
#define STN_STATES_feedforward(S, E)               \
    S(r1, "$x", "wanted position one sample ago")  \
    S(r2, "$x", "wanted position two samples ago") \
    S(started, "1", "the first sample was taken")
STN_COMP_TYPES(feedforward)

STN_ACT(feedforward)
{
    STN_COMP_USE(feedforward);
    mask first = stn_eq(s->started, stn_splat(0.0));
    real now = loop->x_ref, before = stn_select(first, now, s->r1);
    real v = (now - before) / loop->Ts;
    real a = (now - 2.0 * before + stn_select(first, now, s->r2)) / (loop->Ts * loop->Ts);
    mask exact = stn_eq(p->reference, stn_splat(0.0));
    v = stn_select(exact, loop->v_ref, v);
    a = stn_select(exact, loop->a_ref, a);
    s->r2 = before, s->r1 = now, s->started = stn_splat(1.0);
    return p->m * a + loop->friction(loop, v);
}
#define STN_KERNEL_feedforward .act = feedforward_act
#define STN_SETUP_feedforward                                                              \
    .title = "Feed-forward of inertia and friction",                                       \
    .equation = "F = m*a_ref + friction of the law at v_ref",                              \
    .text = "For tracking; acts on the wanted motion, so it cannot destabilise the loop.", \
    .reference = "Armstrong-Helouvry, Dupont, Canudas de Wit 1994", .law = "",             \
    .flags = STN_COMPENSATION_COMMAND
