/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* LuGre: the contact as a bristle with mean deflection z.
 *   dz/dt = v - sigma0*|v|*z/g(v),   g(v) = Fc + (Fs - Fc)*exp(-(|v|/vs)^n)
 *   FF    = sigma0*z + sigma1*dz/dt + sigma2*v (+ load: loaded.h)
 * Known defect: drifts under a load that stays below breakaway but varies. */
#include "laws/bristle.h"

#define STN_PARAMS_lugre(P, P2, PV, N) \
    P2(Fs) P2(Fc) P2(vs) P2(n) P2(sigma0) P2(sigma1) P2(sigma2) STN_LOADED_PARAMS(P)
#define STN_STATES_lugre(S, SV) S(z, "$x", 1e-6, "mean bristle deflection")
#define STN_RELS_lugre(R) STN_LOADED_RELS(R)
STN_LAW_TYPES(lugre)
#define STN_CHOICES_lugre(K) STN_LOADED_CHOICES(K)
STN_CHOICE_TYPES(lugre)

STN_FN real lugre_level(const lugre_p *p, real dir, real speed)
{
    return stn_curve(stn_pick(dir, p->Fs), stn_pick(dir, p->Fc), stn_pick_per(dir, p->vs),
                     stn_pick(dir, p->n), speed);
}

STN_LOADED_FN StnLoadPart lugre_load(const lugre_p *p, const StnSite *in, StnRel *r, real z)
{
    real share = stn_pick(in->dir, p->sigma0) / lugre_level(p, in->dir, in->dir * in->v);
    return STN_LOADED(lugre, share, z);
}

STN_FN real lugre_force(const lugre_p *p, const lugre_s *s, const StnSite *in, StnRel *r,
                        lugre_s *rate)
{
    (void)r;
    real dir = in->dir, speed = dir * in->v, sigma0 = stn_pick(dir, p->sigma0);
    rate->z = in->v - sigma0 * speed / lugre_level(p, dir, speed) * s->z;
    return sigma0 * s->z + stn_pick(dir, p->sigma1) * rate->z + stn_pick(dir, p->sigma2) * in->v;
}

STN_FN StnBristle lugre_bristle(const lugre_p *p, const StnSite *in, real z, StnRel *r)
{
    (void)z, (void)r;
    real dir = in->dir, speed = dir * in->v, sigma0 = stn_pick(dir, p->sigma0);
    StnBristle b = {sigma0,
                    stn_pick(dir, p->sigma1),
                    stn_pick(dir, p->sigma2),
                    stn_splat(0.0),
                    sigma0 * speed,
                    lugre_level(p, dir, speed),
                    {p->Fs[0], p->Fs[1]},
                    {p->sigma0[0], p->sigma0[1]}};
    return b;
}

STN_LOADED_BRISTLE(lugre)

STN_SLIDE(lugre)
{
    STN_USE(lugre);
    if (STN_IS_LOADED(lugre))
        return lugre_slide_loaded(p, s, in, r, rate);
    return stn_fric(lugre_force(p, s, in, r, rate), stn_splat(0.0));
}

/* Flat: with the loaded path beside it gcc would call exp, 0.8 % of a fixed step of one site. */
__attribute__((flatten)) STN_ADVANCE(lugre)
{
    STN_USE_STATE(lugre);
    if (STN_IS_LOADED(lugre))
        return lugre_step_loaded(p, s, in, r);
    StnBristle b = lugre_bristle(p, in, s->z, r);
    return stn_bristle_step(&b, in, NULL, &s->z);
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
STN_WARN(lugre)
{
    STN_USE_P(lugre);
    (void)context;
    return stn_warn_loaded(p->eta_opp, p->eta_aid, p->Fc, index, text, size);
}
STN_LOADED_UNUSED(lugre)
#define STN_SETUP_lugre                                                                    \
    .title = "LuGre",                                                                      \
    .equation = "dz/dt = v - sigma0*|v|*z/g(v);  FF = sigma0*z + sigma1*dz/dt + sigma2*v", \
    .text = "Bristle law with Stribeck curve; drifts below breakaway.",                    \
    .reference = "Canudas de Wit, Olsson, Astrom, Lischinsky 1995", .shape = lugre_shape,  \
    STN_CHOOSES(lugre), .check = lugre_check, .warn = lugre_warn,                          \
    .unused_rels = lugre_unused_rels, .derive = lugre_derive
#endif
