/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Borello and Dalla Vedova's fixed-step algorithm for Coulomb's law; no band, nothing to tune:
 *   FF = Fc*sgn(v) + sigma2*v  if v != 0,   clip(h, -Fs, Fs)  if v = 0 exactly
 *   v' = v + dt*(h - FF)/m;    v' = 0 if v*v' < 0: stop, and let the next step decide
 * The step itself is the engine's, for every set-valued law; this one always takes it, also where a
 * scenario asks for the event engine.  It converges to `coulomb` as dt -> 0. */
#include "laws/curve.h"

#define STN_PARAMS_borello(P, P2, PV, N) P2(Fs) P2(Fc) P2(sigma2)
#define STN_STATES_borello(S, SV)
#define STN_RELS_borello(R)
STN_LAW_TYPES(borello)

STN_SLIDE(borello)
{
    STN_USE(borello);
    return stn_coulomb(p->Fc, p->sigma2, in);
}

STN_REST(borello)
{
    STN_USE(borello);
    *hi = p->Fs[0];
    *lo = -p->Fs[1];
}

#define STN_KERNEL_borello .slide = borello_slide, .rest = borello_rest
#ifdef STN_SETUP
STN_SHAPE(borello)
{
    STN_USE_P(borello);
    return STN_SHAPE_AFFINE;
}
STN_CHECK(borello)
{
    STN_USE_P(borello);
    (void)context;
    return stn_levels_check(p->Fs, p->Fc);
}
#define STN_SETUP_borello                                                                    \
    .title = "Coulomb by the Borello-Dalla Vedova step",                                     \
    .equation = "v != 0: FF = Fc*sgn(v) + sigma2*v;  v = 0: FF = clip(h, -Fs, Fs);  v' = 0 " \
                "where v reverses in a step",                                                \
    .text = "The reference fixed-step algorithm: no band, no tuning.",                       \
    .reference = "Borello, Dalla Vedova 2014, figure 7",                                     \
    .flags = STN_LAW_SET_VALUED | STN_LAW_FIXED_ONLY, .shape = borello_shape,                \
    .check = borello_check
#endif
