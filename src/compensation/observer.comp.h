/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The friction of LuGre by an observer of its bristle, on the measured speed and, with k, on the error (Canudas de Wit et
 * al. 1995); an implicit step, so it is stable for every Ts.  The best where bristles are real; on a plant that stands still
 * exactly it is the wrong model, and holds what it should not. */
#include "compensation/comp.h"

#define STN_PARAMS_observer(P2, PV, N, K, Q) \
    P2(Fs)                                   \
    P2(Fc)                                   \
    P2(vs) P2(sigma0) P2(sigma1) P2(sigma2) N(Q, k, "1/s", 0.0, 0.0, 1e9, "gain of the error")
#define STN_STATES_observer(S, E) E(z, "$x", "estimated deflection of the bristle")
STN_COMP_TYPES(observer)

STN_ACT(observer)
{
    STN_COMP_USE(observer);
    real v = loop->v, vs = stn_pick(v, p->vs), Fc = stn_pick(v, p->Fc), before = s->z;
    real sigma0 = stn_pick(v, p->sigma0);
    /* beyond 6.4 vs the rest, 2e-18, is below rounding; no stn_decay, so that each sample takes the same time */
    real q = stn_min(stn_abs(v), 6.4 * vs) / vs;
    real g = Fc + (stn_pick(v, p->Fs) - Fc) * stn_exp_within(-(q * q));
    s->z = (before + loop->Ts * (v - p->k * loop->e)) / (1.0 + loop->Ts * sigma0 * stn_abs(v) / g);
    return sigma0 * s->z + stn_pick(v, p->sigma1) * (s->z - before) / loop->Ts +
           stn_pick(v, p->sigma2) * v;
}
#define STN_KERNEL_observer .act = observer_act
#define STN_SETUP_observer                                                                   \
    .title = "Observer of the bristle of LuGre",                                             \
    .equation = "z' = (z + Ts*(v - k*e))/(1 + Ts*sigma0*|v|/g(v));  F = sigma0*z' + "        \
                "sigma1*(z' - z)/Ts + sigma2*v",                                             \
    .text = "Best where bristles are real; on friction that stands still exactly it hunts.", \
    .reference = "Canudas de Wit, Olsson, Astrom, Lischinsky 1995", .law = "lugre",          \
    .flags = STN_COMPENSATION_SLIDING
