/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Sliding friction at the measured speed, smooth over a band.  It takes the drag away, and with it what damps the
 * loop: never with an integrator. */
#include "compensation/comp.h"

#define STN_PARAMS_feedback(P2, PV, N, K, Q)                                            \
    P2(Fs)                                                                              \
    P2(Fc)                                                                              \
    P2(beta)                                                                            \
    P2(sigma2)                                                                          \
    PV(Cs_forward)                                                                      \
    PV(Cs_backward)                                                                     \
    N(Q, eps, "$x/s", NAN, 1e-15, 1e6, "speed over which the sign of motion is smooth") \
    N(Q, k_load, "1", 0.0, 0.0, 1e3, "growth of the level with the size of the load")
#define STN_STATES_feedback(S, E)
STN_COMP_TYPES(feedback)

STN_ACT(feedback)
{
    STN_COMP_USE(feedback);
    real Cs = stn_level_at(p->Cs_forward, p->Cs_backward, stn_splat(0.0), loop, loop->v);
    real Fc = Cs / stn_pick(loop->v, p->beta) + p->k_load * stn_abs(loop->load);
    return Fc * stn_smooth_sign(loop->v / p->eps) + stn_pick(loop->v, p->sigma2) * loop->v;
}
#define STN_KERNEL_feedback .act = feedback_act
#define STN_SETUP_feedback                                                                \
    .title = "Sliding friction at the measured speed",                                    \
    .equation = "F = Fc*tanh(v/eps) + sigma2*v;  Fc = Cs(x)/beta + k_load*|load|",        \
    .text = "Removes drag; with an integrator the loop hunts wider than without it.",     \
    .reference = "Armstrong-Helouvry, Dupont, Canudas de Wit 1994", .law = "coulomb_map", \
    .flags = STN_COMPENSATION_SLIDING
