/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Leuven: a bristle whose elastic force is the hysteresis force of a Maxwell-slip chain.
 *   dz/dt = v*(1 - sgn(Fh/s)*|Fh/s|^n_z),   s = sgn(v)*[Fc + (Fs - Fc)*exp(-(|v|/vs)^n)]
 *   FF    = Fh(z) + sigma1*dz/dt + sigma2*v,   Fh = sum F_i
 *   dF_i/dt = k_i*dz/dt while |F_i| < nu_i*Fs, then F_i stays there until dz/dt turns
 * dz/dt can point against v: when s falls below Fh. */
#include "laws/maxwell_chain.h"

#define STN_PARAMS_leuven(P, P2, PV, N) \
    P2(Fs) P2(Fc) P2(vs) P2(n) P2(n_z) P2(sigma1) P2(sigma2) PV(k) PV(nu)
#define STN_STATES_leuven(S, SV)                \
    S(z, "$x", 1e-6, "mean bristle deflection") \
    SV(F, "$F", 1.0, "force of the element")
#define STN_RELS_leuven(R) R(element, "mode", "element sticks or slips")
STN_LAW_TYPES(leuven)

#define LEUVEN_STEADY 1e-6 /* dz/dt over v: steady sliding has 0 +- noise */

typedef struct {
    real per_level, q, ratio; /* 1/s, Fh/s in the sense of motion, dz/dt over v */
} leuven_share;

STN_FN leuven_share leuven_at(STN_SELF, const leuven_p *p, const leuven_s *s, const StnSite *in)
{
    real dir = in->dir, sum = stn_splat(0.0);
    for (int i = 0; i < self->n; i++)
        sum = sum + s->F[i];
    real level = stn_curve(stn_pick(dir, p->Fs), stn_pick(dir, p->Fc), stn_pick_per(dir, p->vs),
                           stn_pick(dir, p->n), dir * in->v);
    real per_level = 1.0 / level,
         q = dir * sum * per_level; /* |q| <= Fs/Fc; a trial step far off must not overflow */
    real power = stn_pow(stn_min(stn_abs(q), stn_splat(1e3)), stn_pick(dir, p->n_z));
    leuven_share at = {per_level, q, 1.0 - stn_gt0(q, power, -power)};
    return at;
}

STN_SLIDE(leuven)
{
    STN_USE(leuven);
    real dir = in->dir, zero = stn_splat(0.0), one = stn_splat(1.0);
    leuven_share at = leuven_at(self, p, s, in);
    rate->z = in->v * at.ratio;
    real F = stn_pick(dir, p->sigma1) * rate->z + stn_pick(dir, p->sigma2) * in->v;
    /* The sense of dz/dt.  An element yields at the bound that lies ahead; the other one withdraws, for
     * an element that stands on it must not yield when v has the wrong sign by rounding.  In steady sliding
     * with Fs = Fc the last element comes up to its bound as exp(-t) and never yields: where dz/dt has died
     * away both bounds withdraw. */
    real sense = dir * at.ratio;
    real ahead = 1.0 + stn_max(LEUVEN_STEADY - sense, zero);
    real behind = 1.0 + stn_max(LEUVEN_STEADY + sense, zero);
    for (int i = 0; i < self->n; i++) {
        int k = STN_REL(leuven, element) + i;
        mask sticks = stn_is_zero(r->mode[k]);
        real up = p->nu[i] * p->Fs[0] * ahead - s->F[i],
             down = p->nu[i] * p->Fs[1] * behind + s->F[i];
        real turns = r->mode[k] * sense + LEUVEN_STEADY;
        rate->F[i] = stn_select(sticks, p->k[i] * rate->z, zero);
        stn_latch(r, k, stn_select(sticks, stn_min(up, down), turns),
                  stn_select(sticks, stn_gt0(down - up, one, -one), zero));
        F = F + s->F[i];
    }
    return stn_fric(F, zero);
}

/* dz/dt linearised in Fh, so that its relaxation to s is implicit. */
STN_ADVANCE(leuven)
{
    STN_USE_STATE(leuven);
    real dir = in->dir, n_z = stn_pick(dir, p->n_z), stiffness = stn_splat(0.0);
    leuven_share at = leuven_at(self, p, s, in);
    for (int i = 0; i < self->n; i++) {
        mask sticks = stn_is_zero(r->mode[STN_REL(leuven, element) + i]);
        stiffness = stiffness + stn_select(sticks, p->k[i], stn_splat(0.0));
    }
    real slope = n_z * stn_pow(stn_max(stn_abs(at.q), stn_splat(1e-3)), n_z - 1.0) * at.per_level;
    real ratio = at.ratio / (1.0 + in->dt * stiffness * dir * in->v * slope);
    real sense = stn_gt0(ratio, dir, -dir);
    real damping = stn_pick(dir, p->sigma1) * ratio + stn_pick(dir, p->sigma2);
    StnChain c = stn_chain(self->n, p->k, p->nu, p->Fs[0], p->Fs[1], ratio, damping);
    for (int i = 0; i < self->n; i++)
        c.slip[i] = sense * p->nu[i] * stn_pick(sense, p->Fs);
    StnStep step = stn_chain_step(&c, in, s->F, r->mode + STN_REL(leuven, element));
    s->z = s->z + in->dt * ratio * step.v;
    return step;
}

/* When v turns, dz/dt does.  An element leaves its bound from the bound itself, not from a rounding
 * beyond it. */
STN_DECIDE(leuven)
{
    STN_USE_STATE(leuven);
    mask same = stn_eq(in->dir, in->a);
    for (int i = 0; i < self->n; i++) {
        real *mode = &r->mode[STN_REL(leuven, element) + i];
        *mode = stn_select(same, *mode, stn_splat(0.0));
        s->F[i] = stn_bound(s->F[i], -p->nu[i] * p->Fs[1], p->nu[i] * p->Fs[0]);
    }
}

#define STN_KERNEL_leuven .slide = leuven_slide, .decide = leuven_decide, .advance = leuven_advance
#ifdef STN_SETUP
STN_SHAPE(leuven)
{
    STN_USE_P(leuven);
    return (StnShape){.affine_above = INFINITY,
                      .zone = stn_curve_edge(p->vs, p->n),
                      .v_scale = stn_least(p->vs),
                      .t_scale = INFINITY,
                      .stroke = stn_chain_stroke(p->Fc, p->k)};
}
STN_DERIVE(leuven) { stn_chain_derive(derive, context); }
STN_CHECK(leuven)
{
    STN_USE_P(leuven);
    (void)context;
    const char *wrong = stn_chain_check(p->k, p->nu);
    return wrong ? wrong : stn_bristle_check(p->Fs, p->Fc);
}
#define STN_SETUP_leuven                                                                          \
    .title = "Leuven",                                                                            \
    .equation = "dz/dt = v*(1 - sgn(Fh/s)*|Fh/s|^n_z);  FF = Fh(z) + sigma1*dz/dt + sigma2*v",    \
    .text = "A bristle on a Maxwell-slip chain: hysteresis with nonlocal memory in pre-sliding.", \
    .reference = "Swevers et al. 2000; Lampaert et al. 2002", .vector = "nu",                     \
    .shape = leuven_shape, .check = leuven_check, .derive = leuven_derive
#endif
