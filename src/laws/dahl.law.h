/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Dahl: the contact as an elastic-plastic bristle without Stribeck effect.
 *   dz/dt = v - sigma0*|v|*z/Fc,   FF = sigma0*z + sigma2*v
 * Known defects: no static level above Fc; drifts under a varying load below breakaway, as LuGre. */
#include "laws/bristle.h"

#define STN_PARAMS_dahl(P, P2, PV, N) P2(Fc) P2(sigma0) P2(sigma2)
#define STN_STATES_dahl(S, SV) S(z, "$x", 1e-6, "mean bristle deflection")
#define STN_RELS_dahl(R)
STN_LAW_TYPES(dahl)

STN_FN real dahl_pull(const dahl_p *p, real dir, real speed)
{
    return stn_pick(dir, p->sigma0) * speed / stn_pick(dir, p->Fc);
}

STN_SLIDE(dahl)
{
    STN_USE(dahl);
    real dir = in->dir;
    rate->z = in->v - dahl_pull(p, dir, dir * in->v) * s->z;
    real F = stn_pick(dir, p->sigma0) * s->z + stn_pick(dir, p->sigma2) * in->v;
    return stn_fric(F, stn_splat(0.0));
}

STN_ADVANCE(dahl)
{
    STN_USE_STATE(dahl);
    real dir = in->dir, zero = stn_splat(0.0);
    StnBristle b = {stn_pick(dir, p->sigma0),
                    zero,
                    stn_pick(dir, p->sigma2),
                    zero,
                    dahl_pull(p, dir, dir * in->v),
                    p->Fc,
                    p->sigma0};
    return stn_bristle_step(&b, in, &s->z);
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
#define STN_SETUP_dahl                                                                     \
    .title = "Dahl", .equation = "dz/dt = v - sigma0*|v|*z/Fc;  FF = sigma0*z + sigma2*v", \
    .text = "Pre-sliding without Stribeck effect; drifts below breakaway.",                \
    .reference = "Dahl 1968", .shape = dahl_shape, .check = dahl_check, .derive = dahl_derive
#endif
