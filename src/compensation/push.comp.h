/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A push towards the target, proportional within a band and fading where it moves: what breaks a standing error away.  A gain
 * scale*Fs/band near the target: too narrow a band makes the sampled loop unstable. */
#include "compensation/comp.h"

#define STN_PARAMS_push(P2, PV, N, K, Q)                                                      \
    P2(Fs)                                                                                    \
    PV(Cs_forward)                                                                            \
    PV(Cs_backward)                                                                           \
    N(Q, band, "$x", NAN, 1e-15, 1e6, "error at which the push is whole")                     \
    N(Q, fade, "$x/s", INFINITY, 1e-15, INFINITY, "speed at which the push has faded to 1/e") \
    N(Q, k_load, "1", 0.0, 0.0, 1e3, "growth of the level with the size of the load")
#define STN_STATES_push(S, E)
STN_COMP_TYPES(push)

STN_ACT(push)
{
    STN_COMP_USE(push);
    real Fs = stn_level_at(p->Cs_forward, p->Cs_backward, p->k_load, loop, -loop->e);
    real part = stn_bound(loop->e / p->band, stn_splat(-1.0), stn_splat(1.0));
    real q = loop->v / p->fade;
    return -Fs * part * stn_decay(q * q);
}
#define STN_KERNEL_push .act = push_act
#define STN_SETUP_push                                                                     \
    .title = "Push towards the target",                                                    \
    .equation = "F = -Fs*clip(e/band, +-1)*exp(-(v/fade)^2);  Fs = Cs(x) + k_load*|load|", \
    .text = "Against standing errors and the staircase of a slow ramp; its gain near the " \
            "target is scale*Fs/band.",                                                    \
    .reference = "Southward, Radcliffe, MacCluer 1991", .law = "coulomb_map",              \
    .flags = STN_COMPENSATION_COMMAND
