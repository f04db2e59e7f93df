/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Quinn's regularisation: the steep line is shifted by the load, so that at v = 0 it balances it.
 *   w  = v + eps*h/Fc if |h| <= Fc, v + eps*sgn(h) beyond
 *   FF = Fc*w/eps for |w| <= eps, Fc*sgn(w) beyond;  + sigma2*v
 * Known defects: it stops only asymptotically, FF can point along the motion, and there is no static
 * level. */
#include "laws/warn.h"

#define STN_PARAMS_quinn(P, P2, PV) P2(Fc) P2(sigma2) P(eps)
#define STN_STATES_quinn(S, SV)
#define STN_RELS_quinn(R)           \
    R(load_high, "", "h below Fc")  \
    R(load_low, "", "h above -Fc")  \
    R(band_high, "", "w below eps") \
    R(band_low, "", "w above -eps")
STN_LAW_TYPES(quinn)

/* x limited to +-1 by relations k (upper) and k + 1 (lower): each guard is affine in x, as exact
 * propagation wants it.  The pieces meet, so they may be left a trifle late. */
STN_FN real quinn_limit(StnRel *r, int k, real x)
{
    real one = stn_splat(1.0), trifle = stn_splat(1e-10);
    real share = stn_side(r, k, one - x, stn_side(r, k + 1, x + one, x, -one), one);
    stn_slack(r, k, trifle);
    stn_slack(r, k + 1, trifle);
    return share;
}

STN_SLIDE(quinn)
{
    STN_USE(quinn);
    /* at v = 0 the level is that of the coming motion */
    real dir = stn_select(stn_is_zero(in->dir), in->h, in->dir), Fc = stn_pick(dir, p->Fc);
    real level = stn_max(Fc, stn_splat(1e-300)); /* Fc = 0: no friction, and no 0/0 */
    real shift = quinn_limit(r, STN_REL(quinn, load_high), in->h / level);
    real share = quinn_limit(r, STN_REL(quinn, band_high), in->v / p->eps + shift);
    real F = Fc * share + stn_pick(dir, p->sigma2) * in->v;
    return (StnFric){F, stn_splat(0.0)};
}

#define STN_KERNEL_quinn .slide = quinn_slide
#ifdef STN_SCALAR
STN_SHAPE(quinn)
{
    STN_USE_P(quinn);
    return (StnShape){.v_scale = p->eps, .t_scale = INFINITY};
}
STN_WARN(quinn)
{
    STN_USE_P(quinn);
    return stn_warn_band(p->eps, p->Fc, context, index, text, size);
}
#define STN_SETUP_quinn                                                                    \
    .title = "Quinn's regularised Coulomb law",                                            \
    .equation = "w = v + eps*clip(h/Fc, -1, 1);  FF = Fc*clip(w/eps, -1, 1) + sigma2*v",   \
    .text = "Balances a load below Fc but stops only asymptotically.  No static level.",   \
    .reference = "Quinn 2004; Borello, Dalla Vedova 2014, figure 5", .shape = quinn_shape, \
    .warn = quinn_warn
#endif
