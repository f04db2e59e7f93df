/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Quinn's regularisation: the steep line is shifted by the load, so that at v = 0 it balances it.
 *   w  = v + eps*h/Fc if |h| <= Fc, v + eps*sgn(h) beyond
 *   FF = Fc*w/eps for |w| <= eps, Fc*sgn(w) beyond;  + sigma2*v
 * Written with forces, FF = clip(clip(h) + Fc*v/eps), it holds for two levels as well: both limits are those
 * of the direction in which the force pushes, and the line has the mean of the levels, so that it climbs from
 * one to the other over 2*eps.  The sign of v would be the wrong one to ask: while the law holds a load it is
 * that of a rounding error.
 * Known defects: it stops only asymptotically, FF can point along the motion, and there is no static
 * level. */
#include "laws/warn.h"

#define STN_PARAMS_quinn(P, P2, PV, N) P2(Fc) P2(sigma2) P(eps)
#define STN_STATES_quinn(S, SV)
#define STN_RELS_quinn(R)           \
    R(load_high, "", "h below Fc")  \
    R(load_low, "", "h above -Fc")  \
    R(band_high, "", "w below eps") \
    R(band_low, "", "w above -eps")
STN_LAW_TYPES(quinn)

/* F limited to both levels by relations k (upper) and k + 1 (lower): each guard is affine in F, as exact
 * propagation wants it.  The pieces meet, so that they are left by a margin late. */
STN_FN real quinn_limit(StnRel *r, int k, real F, const real *Fc)
{
    real limited = stn_side(r, k, Fc[0] - F, stn_side(r, k + 1, F + Fc[1], F, -Fc[1]), Fc[0]);
    stn_guard_margin(r, k, 1e-10 * Fc[0]);
    stn_guard_margin(r, k + 1, 1e-10 * Fc[1]);
    return limited;
}

STN_SLIDE(quinn)
{
    STN_USE(quinn);
    real held = quinn_limit(r, STN_REL(quinn, load_high), in->h, p->Fc);
    real line = held + 0.5 * (p->Fc[0] + p->Fc[1]) * (in->v / p->eps);
    real F = quinn_limit(r, STN_REL(quinn, band_high), line, p->Fc);
    return stn_fric(F + stn_pick(in->dir, p->sigma2) * in->v, stn_splat(0.0));
}

#define STN_KERNEL_quinn .slide = quinn_slide
#ifdef STN_SETUP
STN_SHAPE(quinn)
{
    STN_USE_P(quinn);
    return (StnShape){.v_scale = p->eps, .t_scale = INFINITY};
}
STN_DERIVE(quinn) { stn_band_derive(derive, context); }
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
    .warn = quinn_warn, .derive = quinn_derive
#endif
