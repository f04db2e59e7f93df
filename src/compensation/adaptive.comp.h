/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* An unknown sliding level, estimated while it moves (Friedland, Park 1992): from rest it grows as 1 - exp(-k*t/m). */
#include "compensation/comp.h"

#define STN_PARAMS_adaptive(P2, PV, N, K, Q)                                               \
    P2(sigma2)                                                                             \
    N(Q, m, "$F*s^2/$x", NAN, 1e-15, 1e12, "moving mass")                                  \
    N(Q, k, "$F*s/$x", NAN, 1e-12, 1e12, "gain of the estimate; its time constant is m/k") \
    N(Q, eps, "$x/s", NAN, 1e-15, 1e6, "speed over which the sign of motion is smooth")
#define STN_STATES_adaptive(S, E)          \
    E(Fc, "$F", "estimated sliding level") \
    S(p, "$F", "its part that is summed up")
STN_COMP_TYPES(adaptive)

STN_ACT(adaptive)
{
    STN_COMP_USE(adaptive);
    s->Fc = stn_max(s->p - p->k * stn_abs(loop->v), stn_splat(0.0));
    return s->Fc * stn_smooth_sign(loop->v / p->eps);
}
STN_LEARN(adaptive)
{
    STN_COMP_USE(adaptive);
    real side = stn_side_of(loop->v), drag = stn_pick(loop->v, p->sigma2) * loop->v + s->Fc * side;
    s->p = s->p + loop->Ts * p->k * (loop->u - drag) * side / p->m;
}
#define STN_KERNEL_adaptive .act = adaptive_act, .learn = adaptive_learn
#define STN_SETUP_adaptive                                                              \
    .title = "Adaptive estimate of the sliding level",                                  \
    .equation = "Fc = max(0, p - k*|v|);  F = Fc*tanh(v/eps);  while v != 0: p := p + " \
                "Ts*k*(u - sigma2*v - Fc*sgn(v))*sgn(v)/m",                             \
    .text = "Finds an unknown sliding level while it moves; as feedback, not with an "  \
            "integrator.",                                                              \
    .reference = "Friedland, Park 1992", .law = "coulomb", .flags = STN_COMPENSATION_SLIDING
