/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* LuGre: the contact as a bristle with mean deflection z.
 *   dz/dt = v - sigma0*|v|*z/g(v),   g(v) = Fc + (Fs - Fc)*exp(-(|v|/vs)^n)
 *   FF    = sigma0*z + sigma1*dz/dt + sigma2*v
 * Known defect: drifts under a load that stays below breakaway but varies. */
#include "laws/bristle.h"

#define STN_PARAMS_lugre(P, P2, PV, N) P2(Fs) P2(Fc) P2(vs) P2(n) P2(sigma0) P2(sigma1) P2(sigma2)
#define STN_STATES_lugre(S, SV) S(z, "$x", 1e-6, "mean bristle deflection")
#define STN_RELS_lugre(R)
STN_LAW_TYPES(lugre)

STN_FN real lugre_pull(const lugre_p *p, real dir, real speed)
{
    return stn_pick(dir, p->sigma0) * speed /
           stn_curve(stn_pick(dir, p->Fs), stn_pick(dir, p->Fc), stn_pick(dir, p->vs),
                     stn_pick(dir, p->n), speed);
}

STN_SLIDE(lugre)
{
    STN_USE(lugre);
    real dir = in->dir, sigma0 = stn_pick(dir, p->sigma0);
    rate->z = in->v - lugre_pull(p, dir, dir * in->v) * s->z;
    real F = sigma0 * s->z + stn_pick(dir, p->sigma1) * rate->z + stn_pick(dir, p->sigma2) * in->v;
    return stn_fric(F, stn_splat(0.0));
}

STN_ADVANCE(lugre)
{
    STN_USE_STATE(lugre);
    real dir = in->dir;
    StnBristle b = {stn_pick(dir, p->sigma0),
                    stn_pick(dir, p->sigma1),
                    stn_pick(dir, p->sigma2),
                    stn_splat(0.0),
                    lugre_pull(p, dir, dir * in->v),
                    p->Fs,
                    p->sigma0};
    return stn_bristle_step(&b, in, &s->z);
}

#define STN_KERNEL_lugre .slide = lugre_slide, .advance = lugre_advance
#ifdef STN_SETUP
STN_SHAPE(lugre)
{
    STN_USE_P(lugre);
    return (StnShape){.affine_above = INFINITY,
                      .zone = stn_curve_edge(p->vs, p->n),
                      .v_scale = stn_least(p->vs),
                      .t_scale = INFINITY,
                      .stroke = stn_stroke(p->Fc, p->sigma0)};
}
STN_DERIVE(lugre) { stn_bristle_derive(derive, context); }
STN_CHECK(lugre)
{
    STN_USE_P(lugre);
    (void)context;
    return stn_bristle_check(p->Fs, p->Fc);
}
#define STN_SETUP_lugre                                                                    \
    .title = "LuGre",                                                                      \
    .equation = "dz/dt = v - sigma0*|v|*z/g(v);  FF = sigma0*z + sigma1*dz/dt + sigma2*v", \
    .text = "Bristle law with Stribeck curve; drifts below breakaway.",                    \
    .reference = "Canudas de Wit, Olsson, Astrom, Lischinsky 1995", .shape = lugre_shape,  \
    .check = lugre_check, .derive = lugre_derive
#endif
