/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Generalised Maxwell-slip: elements of stiffness k_i and share nu_i that carry F_i each.
 *   s(v) = Fc + (Fs - Fc)*exp(-(|v|/vs)^n)
 *   sticking  dF_i/dt = k_i*v                               until sgn(v)*F_i = nu_i*s(v)
 *   slipping  dF_i/dt = C*(sgn(v)*nu_i - F_i/s(v))          until v = 0
 *   FF = sum F_i + sigma2*v (+ load: loaded.h)
 * Hysteresis with nonlocal memory; with C -> infinity and constant s plain Maxwell-slip. */
#include "laws/maxwell_chain.h"

#define STN_PARAMS_gms(P, P2, PV, N)                                                            \
    P2(Fs)                                                                                      \
    P2(Fc)                                                                                      \
    P2(vs)                                                                                      \
    P2(n)                                                                                       \
    P2(sigma2)                                                                                  \
    N(C, 2, "$F/s", NAN, 1e-9, 1e15, "attraction rate of slipping elements", "Fc*sigma0*vs/Fs") \
    STN_LOADED_PARAMS(P) PV(k) PV(nu)
#define STN_STATES_gms(S, SV) SV(F, "$F", 1.0, "force of the element")
#define STN_RELS_gms(R) \
    STN_LOADED_RELS(R)  \
    R(element, "mode", "element sticks or slips")
STN_LAW_TYPES(gms)
#define STN_CHOICES_gms(K) STN_LOADED_CHOICES(K)
STN_CHOICE_TYPES(gms)

STN_FN real gms_level(const gms_p *p, const StnSite *in)
{
    real dir = in->dir;
    return stn_curve(stn_pick(dir, p->Fs), stn_pick(dir, p->Fc), stn_pick_per(dir, p->vs),
                     stn_pick(dir, p->n), dir * in->v);
}

STN_FN real gms_sum(STN_SELF, const gms_s *s)
{
    real sum = stn_splat(0.0);
    for (int i = 0; i < self->n; i++)
        sum = sum + s->F[i];
    return sum;
}

STN_SLIDE(gms)
{
    STN_USE(gms);
    real dir = in->dir, level = gms_level(p, in), per_level = 1.0 / level, C = stn_pick(dir, p->C);
    real F = stn_pick(dir, p->sigma2) * in->v;
    for (int i = 0; i < self->n; i++) {
        int k = STN_REL(gms, element) + i;
        mask sticks = stn_is_zero(r->mode[k]);
        rate->F[i] =
            stn_select(sticks, p->k[i] * in->v, C * (dir * p->nu[i] - s->F[i] * per_level));
        stn_latch(r, k, stn_select(sticks, p->nu[i] * level - dir * s->F[i], stn_splat(1.0)), dir);
        F = F + s->F[i];
    }
    if (STN_IS_LOADED(gms))
        F = F + STN_LOADED(gms, per_level, gms_sum(self, s)).F;
    return stn_fric(F, stn_splat(0.0));
}

STN_ADVANCE(gms)
{
    STN_USE_STATE(gms);
    real dir = in->dir, level = gms_level(p, in), C = stn_pick(dir, p->C) * in->dt;
    StnChain c = stn_chain(self->n, p->k, p->nu, stn_gt0(dir, level, p->Fs[0]),
                           stn_gt0(dir, p->Fs[1], level), stn_splat(1.0), stn_pick(dir, p->sigma2));
    real per_level = 1.0 / level, back = 1.0 / (1.0 + C * per_level);
    for (int i = 0; i < self->n; i++)
        c.slip[i] = (s->F[i] + C * dir * p->nu[i]) * back;
    if (STN_IS_LOADED(gms)) {
        real sum = gms_sum(self, s);
        StnLoadPart load = STN_LOADED(gms, per_level, sum);
        c.loaded = 1, c.share = load.slope, c.load = load.F - load.slope * sum;
    }
    return stn_chain_step(&c, in, s->F, r->mode + STN_REL(gms, element));
}

/* At the start and whenever v passes 0 all elements stick, but those at their bound. */
STN_DECIDE(gms)
{
    STN_USE_STATE(gms);
    real dir = in->dir, level = gms_level(p, in);
    mask passed = stn_not(stn_eq(dir, in->a));
    for (int i = 0; i < self->n; i++) {
        int k = STN_REL(gms, element) + i;
        real mode = stn_gt0(dir * s->F[i] - p->nu[i] * level, dir, stn_splat(0.0));
        r->mode[k] = stn_select(passed, mode, r->mode[k]);
    }
}

#define STN_KERNEL_gms .slide = gms_slide, .decide = gms_decide, .advance = gms_advance
#ifdef STN_SETUP
STN_SHAPE(gms)
{
    STN_USE_P(gms);
    double edge = stn_curve_edge(p->vs, p->n); /* beyond it s is constant */
    return (StnShape){.affine_above = edge,
                      .zone = edge,
                      .v_scale = stn_least(p->vs),
                      .t_scale = stn_least(p->Fc) / fmax(p->C[0], p->C[1]),
                      .nonsmooth = p->n[0] != 2.0 || p->n[1] != 2.0,
                      .stroke = stn_chain_stroke(p->Fc, p->k)};
}
STN_DERIVE(gms)
{
    stn_chain_derive(derive, context);
    const double *Fs = stn_of(derive, "Fs"), *Fc = stn_of(derive, "Fc");
    const double *s0 = stn_of(derive, "sigma0"), *vs = stn_of(derive, "vs");
    stn_fill2(derive, "C", fmax(s0[0] * vs[0] * (Fs[0] > 0.0 ? Fc[0] / Fs[0] : 1.0), 1e-9),
              fmax(s0[1] * vs[1] * (Fs[1] > 0.0 ? Fc[1] / Fs[1] : 1.0), 1e-9));
}
STN_CHECK(gms)
{
    STN_USE_P(gms);
    (void)context;
    const char *wrong = stn_chain_check(p->k, p->nu);
    return wrong ? wrong : stn_bristle_check(p->Fs, p->Fc);
}
STN_WARN(gms)
{
    STN_USE_P(gms);
    (void)context;
    return stn_warn_loaded(p->eta_opp, p->eta_aid, p->Fc, index, text, size);
}
#define STN_SETUP_gms                                                                           \
    .title = "Generalised Maxwell-slip",                                                        \
    .equation = "sticking: dF_i/dt = k_i*v;  slipping: dF_i/dt = C*(sgn(v)*nu_i - F_i/s(v));  " \
                "FF = sum F_i + sigma2*v",                                                      \
    .text = "Elements that stick and slip one by one: hysteresis with nonlocal memory.",        \
    .reference = "Al-Bender, Lampaert, Swevers 2005", .vector = "nu", .shape = gms_shape,       \
    STN_CHOOSES(gms), .check = gms_check, .warn = gms_warn, .derive = gms_derive
#endif
