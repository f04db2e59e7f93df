/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Hybrid stick/slip automaton.
 *   mode 1 (slip)   m*dv/dt = u - f(v),   f = [Fc + (Fs - Fc)*exp(-(|v|/vs)^n)]*sgn(v) + sigma2*v
 *   mode 0 (stick)  dv/dt = -p0*v, friction = u;   with pre-sliding (z_max given)
 *                   m*d2z/dt2 = u - k2*dz/dt - k1*z,  k1 = Fs/z_max,  k2 = 2*sqrt(m*k1)
 *   1 -> 0  (u < Fc and 0 < v < S) or (u > -Fc and -S < v < 0)
 *   0 -> 1  |u| > Fs and |v| < S2;   with pre-sliding  (z > z_max and u > Fs) or mirrored
 * In the event engine S -> 0 and p0 -> infinity: a set-valued law, or, with pre-sliding, one whose
 * stick is elastic (at v = 0 both limits are the force of the spring).  Options: rising static level
 * (Fs_inf, tau_s); frictional memory by another mass m0 in mode 0 (the paper's) or by a lag tau_m of
 * |v| in f (ours); a Maxwell-slip chain or a Preisach operator in place of the spring. */
#include "laws/maxwell_chain.h"
#include "laws/preisach.h"
#include "laws/warn.h"

#define STN_PARAMS_hybrid(P, P2, PV, N)                                                            \
    P2(Fs)                                                                                         \
    P2(Fc)                                                                                         \
    P2(vs)                                                                                         \
    P2(n)                                                                                          \
    P2(sigma2)                                                                                     \
    P2(z_max)                                                                                      \
    N(S, 1, "$x/s", NAN, 1e-15, 1e6, "speed below which the automaton may stick", "1.5*umax*dt/m") \
    N(p0, 1, "1/s", NAN, 1e-3, 1e12, "decay rate of the speed in stick", "max(10/Ts, 2*S/dx)")     \
    N(S2, 1, "$x/s", NAN, 1e-18, 1e6, "speed below which breakaway may happen", "0.02*S")          \
    P2(Fs_inf) P(tau_s) P(m0) P(tau_m) P(stick) PV(k) PV(nu)
#define STN_STATES_hybrid(S, SV)                                               \
    S(z, "$x", 1e-6, "pre-sliding displacement; keeps its last value in slip") \
    S(rise, "1", 1.0, "share of the rise of the static level, grows in stick") \
    S(vm, "$x/s", 1e-3, "lagged speed")                                        \
    SV(d, "$x", 1e-6, "deflection of a Maxwell-slip element, or a turning point (preisach)")
#define STN_RELS_hybrid(R)                                                      \
    R(mode, "mode", "0 = stick, 1 = slip")                                      \
    R(side, "", "sign of the pre-sliding displacement, where the sides differ") \
    R(range, "", "pre-sliding displacement within z_max, or beyond it")         \
    R(depth, "", "turning points remembered (preisach)")                        \
    R(element, "", "Maxwell-slip element sticks or slips")
STN_LAW_TYPES(hybrid)
/* What is given is on: pre-sliding, a rising static level, a lag of the speed, another mass in stick. */
#define STN_CHOICES_hybrid(K)             \
    K(stick, p->stick)                    \
    K(presliding, stn_given(p->z_max[0])) \
    K(rises, stn_given(p->Fs_inf[0]))     \
    K(lags, stn_given(p->tau_m))          \
    K(own_mass, stn_given(p->m0))
STN_CHOICE_TYPES(hybrid)
enum { hybrid_SPRING, hybrid_MAXWELL, hybrid_PREISACH };

#include "laws/hybrid_stick.h" /* mode 0 with pre-sliding */
#include "laws/hybrid_step.h"  /* the fixed step */

/* Rates of what ages: the static level in stick, the lagged speed always. */
STN_FN void hybrid_ages(STN_SELF, const hybrid_p *p, const hybrid_s *s, const StnSite *in,
                        mask sticks, hybrid_s *rate)
{
    const hybrid_k *chosen = STN_CHOSEN(hybrid);
    real zero = stn_splat(0.0);
    rate->rise = rate->vm = rate->z = zero;
    if (chosen->rises)
        rate->rise = stn_select(sticks, stn_over(1.0 - s->rise, p->tau_s), zero);
    if (chosen->lags)
        rate->vm = stn_over(in->dir * in->v - s->vm, p->tau_m);
    for (int i = 0; i < self->n; i++)
        rate->d[i] = zero;
}

STN_SLIDE(hybrid)
{
    STN_USE(hybrid);
    int k = STN_REL(hybrid, mode);
    real zero = stn_splat(0.0), F = hybrid_slip(self, p, s, in);
    const uniform presliding = STN_CHOSEN(hybrid)->presliding;
    mask sticks = presliding ? stn_is_zero(r->mode[k]) : stn_never();
    hybrid_ages(self, p, s, in, sticks, rate);
    if (!presliding)
        return stn_fric(F, zero);
    HybridSpring q = hybrid_spring(self, p, s, in, r);
    real stuck = hybrid_bristle(self, p, s, in, r, &q, sticks, rate) + q.k2 * in->v;
    rate->z = stn_select(sticks, in->v, zero);
    real exit = stn_select(sticks, hybrid_exit(self, p, s, in, sticks, r), stn_splat(1.0));
    stn_latch(r, k, exit, stn_splat(1.0));
    return stn_fric(stn_select(sticks, stuck, F), stn_select(sticks, q.m - in->m, zero));
}

/* Slip that comes to v = 0 enters stick with z = 0. */
STN_REST(hybrid)
{
    STN_USE(hybrid);
    mask sticks = stn_is_zero(r->mode[STN_REL(hybrid, mode)]);
    hybrid_ages(self, p, s, in, stn_is_zero(in->dir), rate);
    *hi = hybrid_level(self, p, s, 0);
    *lo = -hybrid_level(self, p, s, 1);
    if (!STN_CHOSEN(hybrid)->presliding)
        return;
    HybridSpring q = hybrid_spring(self, p, s, in, r);
    real stuck = hybrid_bristle(self, p, s, in, r, &q, sticks, rate);
    *lo = *hi = stn_select(sticks, stuck, stn_splat(0.0));
}

/* v = 0 was passed, or an event of the law itself (dir = a), or the start (a = 2). */
STN_DECIDE(hybrid)
{
    STN_USE_STATE(hybrid);
    real *mode = &r->mode[STN_REL(hybrid, mode)], zero = stn_splat(0.0), one = stn_splat(1.0);
    mask start = stn_eq(in->a, stn_splat(2.0));
    if (!STN_CHOSEN(hybrid)->presliding) {
        *mode = stn_select(stn_eq(in->dir, zero), zero, one);
    } else {
        mask passed = stn_not(stn_or(start, stn_eq(in->dir, in->a))), slips = stn_eq(*mode, one);
        *mode = stn_select(start, stn_select(stn_eq(in->v, zero), zero, one), *mode);
        hybrid_turn(self, p, s, in, r, stn_and(passed, stn_not(slips)));
        hybrid_enter(self, s, r, stn_and(passed, slips));
    }
    s->rise = stn_select(stn_eq(*mode, one), zero, s->rise);
}

#define STN_KERNEL_hybrid \
    .slide = hybrid_slide, .rest = hybrid_rest, .decide = hybrid_decide STN_HYBRID_ADVANCE
#ifdef STN_SETUP
STN_SHAPE(hybrid)
{
    STN_USE_P(hybrid);
    const hybrid_k *chosen = STN_CHOSEN(hybrid);
    double edge = stn_curve_edge(p->vs, p->n), lag = chosen->lags ? p->tau_m : INFINITY;
    bool curved = chosen->lags || chosen->presliding; /* its exit guard has a kink */
    return (StnShape){.affine_above = curved ? INFINITY : edge,
                      .zone = edge,
                      .v_scale = stn_least(p->vs),
                      .t_scale = lag,
                      .nonsmooth = p->n[0] != 2.0 || p->n[1] != 2.0,
                      .stroke = chosen->presliding ? stn_least(p->z_max) : 0.0};
}
STN_CHECK(hybrid)
{
    STN_USE_P(hybrid);
    (void)context;
    if (p->Fs_inf[0] < p->Fs[0] || p->Fs_inf[1] < p->Fs[1])
        return "the static level after long dwell Fs_inf must not be below Fs";
    const hybrid_k *chosen = STN_CHOSEN(hybrid);
    if (!chosen->presliding && (chosen->stick != hybrid_SPRING || chosen->own_mass))
        return "m0 and stick belong to pre-sliding: give its range z_max";
    if (chosen->presliding && !(p->Fs[0] > 0.0 && p->Fs[1] > 0.0))
        return "pre-sliding needs a static level Fs above 0";
    const char *wrong = chosen->stick != hybrid_SPRING ? stn_chain_check(p->k, p->nu) : NULL;
    return wrong ? wrong : stn_levels_check(p->Fs, p->Fc);
}
STN_DERIVE(hybrid)
{
    stn_chain_derive(derive, context);
    double m = stn_known(context->m, STN_UNKNOWN_MASS), dt = stn_known(context->dt, STN_UNKNOWN_DT);
    double Ts = stn_known(context->Ts, dt), dx = stn_known(context->dx, INFINITY);
    double umax = stn_known(context->umax, 2.0 * stn_most(stn_of(derive, "Fs")));
    stn_fill1(derive, "S", fmax(1.5 * umax * dt / m, 1e-15));
    double S = stn_of(derive, "S")[0];
    stn_fill1(derive, "p0", fmax(10.0 / Ts, 2.0 * S / dx));
    stn_fill1(derive, "S2", fmax(0.02 * S, 1e-18));
}
/* m*S > umax*dt near |v| < 10*S, the paper's own opts for a solver. */
STN_FN double hybrid_step_near(STN_SELF, const double *p_, const StnContext *context, double *below)
{
    STN_USE_P(hybrid);
    double Fs = fmax(p->Fs[0], p->Fs[1]);
    double umax = isnan(context->umax) ? 2.0 * Fs : context->umax;
    *below = 10.0 * p->S;
    return context->m * p->S / (1.01 * umax);
}
STN_WARN(hybrid)
{
    STN_USE_P(hybrid);
    return stn_warn_automaton(p->S, p->p0, fmax(p->Fs[0], p->Fs[1]), context, index, text, size);
}
#define STN_SETUP_hybrid                                                                           \
    .title = "Hybrid stick/slip automaton",                                                        \
    .equation = "slip: FF = [Fc + (Fs - Fc)*exp(-(|v|/vs)^n)]*sgn(v) + sigma2*v;  stick: FF = h, " \
                "or with z_max: FF = Fs/z_max*z + 2*sqrt(m*Fs/z_max)*dz/dt",                       \
    .text = "Two modes with guards; pre-sliding, rising static level and memory as options; no "   \
            "drift.",                                                                              \
    .reference = "Nouailletas et al. 2010", .flags = STN_LAW_SET_VALUED, .vector = "nu",           \
    .fixed_when = "S|p0", STN_CHOOSES(hybrid), .shape = hybrid_shape, .check = hybrid_check,       \
    .warn = hybrid_warn, .derive = hybrid_derive, .step_near = hybrid_step_near
#endif
