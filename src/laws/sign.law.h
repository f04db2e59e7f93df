/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Coulomb by the sign function: FF = Fc*sgn(v), sgn(0) = 0.  Kept because papers and block diagrams
 * use it, and to show what it does wrong: it cannot stop, it chatters, and under a held load it
 * creeps (at h*dt/m in the mean). */
#include "laws/curve.h"

#define STN_PARAMS_sign(P, P2, PV, N) P2(Fc) P2(sigma2)
#define STN_STATES_sign(S, SV)
#define STN_RELS_sign(R)
STN_LAW_TYPES(sign)

STN_SLIDE(sign)
{
    STN_USE(sign);
    return stn_coulomb(p->Fc, p->sigma2, in);
}

#define STN_KERNEL_sign .slide = sign_slide
#ifdef STN_SETUP
STN_SHAPE(sign)
{
    STN_USE_P(sign);
    return STN_SHAPE_AFFINE;
}
#define STN_SETUP_sign                                                                     \
    .title = "Coulomb by the sign function", .equation = "FF = Fc*sgn(v) + sigma2*v",      \
    .text = "A fixed-step treatment that cannot stop: it chatters and creeps under load.", \
    .reference = "Borello, Dalla Vedova 2014, figure 3", .flags = STN_LAW_FIXED_ONLY,      \
    .shape = sign_shape
#endif
