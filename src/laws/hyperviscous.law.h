/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Coulomb smoothed by a steep viscous line ("hyperviscous", hyperbolic-tangent-like treatments):
 *   FF = Fc*v/eps for |v| <= eps, Fc*sgn(v) beyond; + sigma2*v
 * Known defect: FF(0) = 0, so it holds no load: it creeps at h*eps/Fc.  There is no static level.  A
 * fixed step needs eps >= Fc*dt/m, or the line itself makes it chatter. */
#include "laws/warn.h"

#define STN_PARAMS_hyperviscous(P, P2, PV, N) P2(Fc) P2(sigma2) P(eps)
#define STN_STATES_hyperviscous(S, SV)
#define STN_RELS_hyperviscous(R) R(band, "", "inside the band |v| <= eps")
STN_LAW_TYPES(hyperviscous)

STN_SLIDE(hyperviscous)
{
    STN_USE(hyperviscous);
    int k = STN_REL(hyperviscous, band);
    real share = stn_side(r, k, p->eps - in->dir * in->v, stn_over(in->v, p->eps), in->dir);
    stn_guard_margin(r, k, 1e-10 * p->eps); /* the pieces meet */
    real F = stn_pick(in->dir, p->Fc) * share + stn_pick(in->dir, p->sigma2) * in->v;
    return stn_fric(F, stn_splat(0.0));
}

#define STN_KERNEL_hyperviscous .slide = hyperviscous_slide
#ifdef STN_SETUP
STN_SHAPE(hyperviscous)
{
    STN_USE_P(hyperviscous);
    return (StnShape){.v_scale = p->eps,
                      .t_scale = INFINITY}; /* the edge of the band is a relation */
}
STN_DERIVE(hyperviscous) { stn_band_derive(derive, context); }
STN_WARN(hyperviscous)
{
    STN_USE_P(hyperviscous);
    return stn_warn_band(p->eps, p->Fc, context, index, text, size);
}
#define STN_SETUP_hyperviscous                                                        \
    .title = "Coulomb with a steep viscous line",                                     \
    .equation = "FF = Fc*v/eps for |v| <= eps, Fc*sgn(v) beyond;  + sigma2*v",        \
    .text = "Cannot hold a load: creeps at h*eps/Fc.  No static level.",              \
    .reference = "Borello, Dalla Vedova 2014, figure 4", .shape = hyperviscous_shape, \
    .warn = hyperviscous_warn, .derive = hyperviscous_derive
#endif
