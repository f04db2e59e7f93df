/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Elastoplastic: LuGre with a truly elastic range, so that it does not drift below breakaway.
 *   dz/dt = v*(1 - alpha*z/zss),   zss = sgn(v)*g(v)/sigma0,   z_m = |zss|
 *   alpha = 0 for |z| <= z_ba, 1 for |z| >= z_m,
 *           0.5 + 0.5*sin(pi*(|z| - (z_m + z_ba)/2)/(z_m - z_ba)) between, 0 while sgn(z) != sgn(v)
 *   FF    = sigma0*z + sigma1*dz/dt + sigma2*v (+ load: loaded.h)
 * With q = sgn(v)*z one clip says it all: alpha = 0 for q <= z_ba covers the wrong sign too. */
#include "laws/bristle.h"

#define STN_PARAMS_elastoplastic(P, P2, PV, N) \
    P2(Fs)                                     \
    P2(Fc)                                     \
    P2(vs)                                     \
    P2(n)                                      \
    P2(sigma0)                                 \
    P2(sigma1)                                 \
    P2(sigma2)                                 \
    STN_LOADED_PARAMS(P)                       \
    N(z_ba, 2, "$x", NAN, 1e-15, 1e3, "elastic range of the bristle", "0.9*Fc/sigma0")
#define STN_STATES_elastoplastic(S, SV) S(z, "$x", 1e-6, "mean bristle deflection")
#define STN_RELS_elastoplastic(R)              \
    R(region, "", "elastic, mixed or plastic") \
    STN_LOADED_RELS(R)
STN_LAW_TYPES(elastoplastic)
#define STN_CHOICES_elastoplastic(K) STN_LOADED_CHOICES(K)
STN_CHOICE_TYPES(elastoplastic)

#define STN_HALF_PI 1.57079632679489662

/* Exactly 0 and 1 outside the mixed region: rounding there would be drift. */
STN_FN real elastoplastic_alpha(real q, real z_ba, real z_m, StnRel *r)
{
    int k = STN_REL(elastoplastic, region);
    real inside = stn_clip(r, k, q, z_ba, z_m);
    stn_guard_margin(r, k, 1e-9 * z_m); /* steady sliding lies on the edge z_m */
    real phase = (2.0 * inside - z_m - z_ba) / (z_m - z_ba);
    phase = stn_bound(phase, stn_splat(-1.0), stn_splat(1.0));
    real mixed = 0.5 + 0.5 * stn_sin(STN_HALF_PI * phase);
    return stn_gt0(r->mode[k], stn_splat(1.0), stn_gt0(-r->mode[k], stn_splat(0.0), mixed));
}

STN_FN real elastoplastic_level(const elastoplastic_p *p, real dir, real speed)
{
    return stn_curve(stn_pick(dir, p->Fs), stn_pick(dir, p->Fc), stn_pick_per(dir, p->vs),
                     stn_pick(dir, p->n), speed);
}

STN_LOADED_FN StnLoadPart elastoplastic_load(const elastoplastic_p *p, const StnSite *in, StnRel *r,
                                             real z)
{
    real share = stn_pick(in->dir, p->sigma0) / elastoplastic_level(p, in->dir, in->dir * in->v);
    return STN_LOADED(elastoplastic, share, z);
}

/* alpha*sigma0*|v| at deflection z, and g. */
STN_FN real elastoplastic_pull(const elastoplastic_p *p, const StnSite *in, real z, StnRel *r,
                               real *g)
{
    real dir = in->dir, speed = dir * in->v, sigma0 = stn_pick(dir, p->sigma0);
    *g = elastoplastic_level(p, dir, speed);
    return elastoplastic_alpha(dir * z, stn_pick(dir, p->z_ba), *g * stn_pick_per(dir, p->sigma0),
                               r) *
           sigma0 * speed;
}

STN_FN real elastoplastic_force(const elastoplastic_p *p, const elastoplastic_s *s,
                                const StnSite *in, StnRel *r, elastoplastic_s *rate)
{
    real dir = in->dir, g, pull = elastoplastic_pull(p, in, s->z, r, &g);
    rate->z = in->v - pull / g * s->z;
    return stn_pick(dir, p->sigma0) * s->z + stn_pick(dir, p->sigma1) * rate->z +
           stn_pick(dir, p->sigma2) * in->v;
}

/* The region is that of the deflection which the present speed leads to: a fast site may cross the
 * whole elastic range within a step. */
STN_FN StnBristle elastoplastic_bristle(const elastoplastic_p *p, const StnSite *in, real z,
                                        StnRel *r)
{
    real dir = in->dir, g, pull = elastoplastic_pull(p, in, z + in->dt * in->v, r, &g);
    StnBristle b = {stn_pick(dir, p->sigma0),
                    stn_pick(dir, p->sigma1),
                    stn_pick(dir, p->sigma2),
                    stn_splat(0.0),
                    pull,
                    g,
                    {p->Fs[0], p->Fs[1]},
                    {p->sigma0[0], p->sigma0[1]}};
    return b;
}

STN_LOADED_BRISTLE(elastoplastic)

STN_SLIDE(elastoplastic)
{
    STN_USE(elastoplastic);
    if (STN_IS_LOADED(elastoplastic))
        return elastoplastic_slide_loaded(p, s, in, r, rate);
    return stn_fric(elastoplastic_force(p, s, in, r, rate), stn_splat(0.0));
}

STN_ADVANCE(elastoplastic)
{
    STN_USE_STATE(elastoplastic);
    if (STN_IS_LOADED(elastoplastic))
        return elastoplastic_step_loaded(p, s, in, r);
    StnBristle b = elastoplastic_bristle(p, in, s->z, r);
    return stn_bristle_step(&b, in, NULL, &s->z);
}

#define STN_KERNEL_elastoplastic .slide = elastoplastic_slide, .advance = elastoplastic_advance
#ifdef STN_SETUP
STN_SHAPE(elastoplastic)
{
    STN_USE_P(elastoplastic);
    return (StnShape){.affine_above = INFINITY,
                      .zone = stn_curve_edge(p->vs, p->n),
                      .v_scale = stn_least(p->vs),
                      .t_scale = INFINITY,
                      .stroke = stn_stroke(p->Fc, p->sigma0)};
}
STN_DERIVE(elastoplastic)
{
    stn_bristle_derive(derive, context);
    const double *Fc = stn_of(derive, "Fc"), *sigma0 = stn_of(derive, "sigma0");
    stn_fill2(derive, "z_ba", 0.9 * Fc[0] / sigma0[0], 0.9 * Fc[1] / sigma0[1]);
}
STN_CHECK(elastoplastic)
{
    STN_USE_P(elastoplastic);
    (void)context;
    for (int i = 0; i < 2; i++)
        if (!(p->z_ba[i] > 0.0 && p->z_ba[i] * p->sigma0[i] < p->Fc[i]))
            return "the elastic range must satisfy 0 < z_ba < Fc/sigma0";
    return stn_bristle_check(p->Fs, p->Fc);
}
STN_WARN(elastoplastic)
{
    STN_USE_P(elastoplastic);
    (void)context;
    return stn_warn_loaded(p->eta_opp, p->eta_aid, p->Fc, index, text, size);
}
STN_LOADED_UNUSED(elastoplastic)
#define STN_SETUP_elastoplastic                                                                  \
    .title = "Elastoplastic",                                                                    \
    .equation = "dz/dt = v*(1 - alpha(z,v)*z/zss(v));  FF = sigma0*z + sigma1*dz/dt + sigma2*v", \
    .text = "LuGre with an elastic range |z| <= z_ba: no drift below breakaway.",                \
    .reference = "Dupont, Hayward, Armstrong, Altpeter 2002", .shape = elastoplastic_shape,      \
    STN_CHOOSES(elastoplastic), .check = elastoplastic_check, .warn = elastoplastic_warn,        \
    .unused_rels = elastoplastic_unused_rels, .derive = elastoplastic_derive
#endif
