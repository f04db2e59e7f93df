/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Coulomb's law, set-valued at rest, with Fs >= Fc:
 *   v = 0 and |h| <= Fs  ->  FF = h              stuck: friction balances what is applied
 *   v = 0 and |h| >  Fs  ->  breaks away in the sense of h
 *   v != 0               ->  FF = Fc*sgn(v) + sigma2*v
 * The event engine solves it exactly; a fixed step uses the Borello reset. */
#include "laws/curve.h"

#define STN_PARAMS_coulomb(P, P2, PV, N) P2(Fs) P2(Fc) P2(sigma2)
#define STN_STATES_coulomb(S, SV)
#define STN_RELS_coulomb(R)
STN_LAW_TYPES(coulomb)

STN_SLIDE(coulomb)
{
    STN_USE(coulomb);
    return stn_coulomb(p->Fc, p->sigma2, in);
}

STN_REST(coulomb)
{
    STN_USE(coulomb);
    *hi = p->Fs[0];
    *lo = -p->Fs[1];
}

#define STN_KERNEL_coulomb .slide = coulomb_slide, .rest = coulomb_rest
#ifdef STN_SETUP
STN_SHAPE(coulomb)
{
    STN_USE_P(coulomb);
    return STN_SHAPE_AFFINE;
}
STN_CHECK(coulomb)
{
    STN_USE_P(coulomb);
    (void)context;
    return stn_levels_check(p->Fs, p->Fc);
}
#define STN_SETUP_coulomb                                                              \
    .title = "Coulomb, set-valued at rest",                                            \
    .equation = "v != 0: FF = Fc*sgn(v) + sigma2*v;  v = 0: FF = h while |h| <= Fs",   \
    .text = "Solved exactly by the event engine; in fixed step by the Borello reset.", \
    .reference = "Borello, Dalla Vedova 2014", .flags = STN_LAW_SET_VALUED,            \
    .shape = coulomb_shape, .check = coulomb_check
#endif
