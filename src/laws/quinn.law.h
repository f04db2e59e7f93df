/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Quinn's regularisation: the steep line is shifted by the load, so that at v = 0 it balances it.
 *   w  = v + eps*h/Fc if |h| <= Fc, v + eps*sgn(h) beyond
 *   FF = Fc*w/eps for |w| <= eps, Fc*sgn(w) beyond;  + sigma2*v
 * Written with forces, FF = clip(clip(h) + Fc*v/eps), it holds for two levels as well: both limits are those
 * of the direction in which the force pushes, and the line has the mean of the levels, so that it climbs from
 * one to the other over 2*eps.  The sign of v would be the wrong one to ask: while the law holds a load it is
 * that of a rounding error.
 * Where the motion is imposed h is what the motion takes, h = m*a + FF, and FF solves its own equation: with
 * |h| < Fc it would be FF = FF + m*a + Fc*v/eps, so one of the limits holds.  FF = Fc*sgn(v) where m*a + Fc*v/eps
 * has the sign of v, at a constant speed at any; otherwise FF = Fc*(v/eps - sgn(v)), at most that.
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

/* Under imposed motion; line: Fc*v/eps.  Each guard is that of the motion alone: where one level gives way to
 * the other, the force jumps and nothing else has to be decided.  Bounded as well: fixed steps show the modes of their start. */
STN_FN real quinn_driven(const quinn_p *p, const StnSite *in, real line, StnRel *r)
{
    real dir = in->dir, level = stn_pick(dir, p->Fc), span = p->Fc[0] + p->Fc[1];
    real other = span - level, drawn = stn_bound(dir * line - other, -other, level);
    int above = STN_REL(quinn, band_high), against = STN_REL(quinn, load_high);
    real F = stn_side(r, above, span - dir * line, drawn, level);
    F = stn_side(r, against, dir * (in->m * in->a + line), level, F);
    stn_guard_margin(r, above, 1e-10 * span);
    stn_guard_margin(r, against, 1e-10 * span);
    return dir * F;
}

STN_SLIDE(quinn)
{
    STN_USE(quinn);
    real line = 0.5 * (p->Fc[0] + p->Fc[1]) * stn_over(in->v, p->eps), F;
    if (in->imposed) {
        F = quinn_driven(p, in, line, r);
    } else {
        real held = quinn_limit(r, STN_REL(quinn, load_high), in->h, p->Fc);
        F = quinn_limit(r, STN_REL(quinn, band_high), held + line, p->Fc);
    }
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
