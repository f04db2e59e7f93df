/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Whatever the drive does not explain of the motion counts as a disturbance d, estimated with the lag 1/L and taken away; no
 * model but the mass.  While friction F is constant the error of d falls as (1 - L*Ts)^k. */
#include "compensation/comp.h"

#define STN_PARAMS_disturbance_observer(P2, PV, N, K, Q)  \
    N(Q, m, "$F*s^2/$x", NAN, 1e-15, 1e12, "moving mass") \
    N(Q, L, "1/s", NAN, 1e-9, 1e9, "how fast the estimate follows")
#define STN_STATES_disturbance_observer(S, E)                  \
    E(d, "$F", "estimated disturbance, along positive motion") \
    S(p, "$F", "its part that is summed up")
STN_COMP_TYPES(disturbance_observer)

STN_ACT(disturbance_observer)
{
    STN_COMP_USE(disturbance_observer);
    s->d = s->p + p->L * p->m * loop->v;
    return -s->d;
}
STN_LEARN(disturbance_observer)
{
    STN_COMP_USE(disturbance_observer);
    s->p = s->p - loop->Ts * p->L * (loop->u + s->d);
}
#define STN_KERNEL_disturbance_observer \
    .act = disturbance_observer_act, .learn = disturbance_observer_learn
#define STN_SETUP_disturbance_observer                                                         \
    .title = "Disturbance observer",                                                           \
    .equation = "d = p + L*m*v;  F = -d;  p := p - Ts*L*(u + d), u within its limit",          \
    .text = "Needs no model of friction; its lag 1/L shows at reversals, and near standstill " \
            "it steps.",                                                                       \
    .reference = "Ohishi, Nakao, Ohnishi, Miyachi 1987"
