/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Dahl: the contact as an elastic-plastic bristle without Stribeck effect.
 *   dz/dt = v - sigma0*|v|*z/Fc,   FF = sigma0*z + sigma2*v (+ load: loaded.h)
 * Known defects: no static level above Fc; drifts under a varying load below breakaway, as LuGre. */
#include "laws/bristle.h"

#define STN_PARAMS_dahl(P, P2, PV, N) P2(Fc) P2(sigma0) P2(sigma2) STN_LOADED_PARAMS(P)
#define STN_STATES_dahl(S, SV) S(z, "$x", 1e-6, "mean bristle deflection")
#define STN_RELS_dahl(R) STN_LOADED_RELS(R)
STN_LAW_TYPES(dahl)
#define STN_CHOICES_dahl(K) STN_LOADED_CHOICES(K)
STN_CHOICE_TYPES(dahl)

STN_LOADED_FN StnLoadPart dahl_load(const dahl_p *p, const StnSite *in, StnRel *r, real z)
{
    return STN_LOADED(dahl, stn_pick(in->dir, p->sigma0) * stn_pick_per(in->dir, p->Fc), z);
}

STN_FN real dahl_force(const dahl_p *p, const dahl_s *s, const StnSite *in, StnRel *r, dahl_s *rate)
{
    (void)r;
    real dir = in->dir, sigma0 = stn_pick(dir, p->sigma0);
    rate->z = in->v - sigma0 * (dir * in->v) * stn_pick_per(dir, p->Fc) * s->z;
    return sigma0 * s->z + stn_pick(dir, p->sigma2) * in->v;
}

STN_FN StnBristle dahl_bristle(const dahl_p *p, const StnSite *in, real z, StnRel *r)
{
    (void)z, (void)r;
    real dir = in->dir, zero = stn_splat(0.0), sigma0 = stn_pick(dir, p->sigma0);
    StnBristle b = {sigma0,
                    zero,
                    stn_pick(dir, p->sigma2),
                    zero,
                    sigma0 * (dir * in->v),
                    stn_pick(dir, p->Fc),
                    {p->Fc[0], p->Fc[1]},
                    {p->sigma0[0], p->sigma0[1]}};
    return b;
}

STN_LOADED_BRISTLE(dahl)

STN_SLIDE(dahl)
{
    STN_USE(dahl);
    if (STN_IS_LOADED(dahl))
        return dahl_slide_loaded(p, s, in, r, rate);
    return stn_fric(dahl_force(p, s, in, r, rate), stn_splat(0.0));
}

STN_ADVANCE(dahl)
{
    STN_USE_STATE(dahl);
    if (STN_IS_LOADED(dahl))
        return dahl_step_loaded(p, s, in, r);
    StnBristle b = dahl_bristle(p, in, s->z, r);
    return stn_bristle_step(&b, in, NULL, &s->z);
}

#define STN_KERNEL_dahl .slide = dahl_slide, .advance = dahl_advance
#ifdef STN_SETUP
STN_SHAPE(dahl)
{
    STN_USE_P(dahl);
    return (StnShape){
        .affine_above = INFINITY, .t_scale = INFINITY, .stroke = stn_stroke(p->Fc, p->sigma0)};
}
STN_DERIVE(dahl) { stn_bristle_derive(derive, context); }
STN_CHECK(dahl)
{
    STN_USE_P(dahl);
    (void)context;
    return stn_bristle_check(p->Fc, p->Fc);
}
STN_WARN(dahl)
{
    STN_USE_P(dahl);
    (void)context;
    return stn_warn_loaded(p->eta_opp, p->eta_aid, p->Fc, index, text, size);
}
STN_LOADED_UNUSED(dahl)
#define STN_SETUP_dahl                                                                     \
    .title = "Dahl", .equation = "dz/dt = v - sigma0*|v|*z/Fc;  FF = sigma0*z + sigma2*v", \
    .text = "Pre-sliding without Stribeck effect; drifts below breakaway.",                \
    .reference = "Dahl 1968", .shape = dahl_shape, STN_CHOOSES(dahl), .check = dahl_check, \
    .warn = dahl_warn, .unused_rels = dahl_unused_rels, .derive = dahl_derive
#endif
