/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Friction of servo gears that grows with the torques at both ends of the gear, the ladder M1 ... M6 of
 * Rhoban's servo models.  tm: torque of the drive, te = -load: the external torque in the sense of the joint.
 *   level(v) = Fc + |k_m*tm - k_e*te| + exp(-(|v|/vs)^n)*((Fs - Fc) + |k_ms*tm - k_es*te| + Q)
 *   Q        = k_eq*te^2 where |tm| > |te|, k_mq*tm^2 where |tm| < |te|;  0 unless tm*te < 0
 *   FF       = dir*level(v) + sigma2*v,  stuck while |h| <= level(0).
 * M1: Fs = Fc, all k 0; M2: all k 0; M3: Fs = Fc, k_m = k_e; M4: k_m = k_e, k_ms = k_es; M5: four
 * coefficients; M6: all six.  k_e and k_es are k_m and k_ms unless they are given.
 * Where the motion is imposed tm is what it takes, tm = m*a + load + FF.
 * Q jumps where |tm| = |te|.  There h = 0: the sum is crossed and cannot chatter. */
#include "laws/curve.h"

#define STN_PARAMS_stribeck_load(P, P2, PV, N)                                                \
    P2(Fs)                                                                                    \
    P2(Fc)                                                                                    \
    P2(vs)                                                                                    \
    P2(n)                                                                                     \
    P2(sigma2)                                                                                \
    N(k_m, 1, "1", 0.0, 0.0, 1e3, "share of the drive's torque in the sliding level", NULL)   \
    N(k_e, 1, "1", NAN, 0.0, 1e3, "share of the load in the sliding level", "k_m")            \
    N(k_ms, 1, "1", 0.0, 0.0, 1e3, "share of the drive's torque that falls with speed", NULL) \
    N(k_es, 1, "1", NAN, 0.0, 1e3, "share of the load that falls with speed", "k_ms")         \
    N(k_mq, 1, "1/($F)", 0.0, 0.0, 1e9, "square of the drive's torque, load stronger", NULL)  \
    N(k_eq, 1, "1/($F)", 0.0, 0.0, 1e9, "square of the load, drive stronger", NULL)
#define STN_STATES_stribeck_load(S, SV)
#define STN_RELS_stribeck_load(R)                 \
    R(level, "", "sign of k_m*drive + k_e*load")  \
    R(peak, "", "sign of k_ms*drive + k_es*load") \
    R(drive, "", "sign of the drive's torque")    \
    R(load, "", "sign of the load")               \
    R(stronger, "", "the drive's torque is larger than the load")
STN_LAW_TYPES(stribeck_load)
#define STN_CHOICES_stribeck_load(K)              \
    K(has_level, p->k_m != 0.0 || p->k_e != 0.0)  \
    K(has_peak, p->k_ms != 0.0 || p->k_es != 0.0) \
    K(has_square, p->k_mq != 0.0 || p->k_eq != 0.0)
STN_CHOICE_TYPES(stribeck_load)

/* The sign of x by relation k.  At 0 both sides agree, so it may be wrong by a margin. */
STN_FN real stribeck_load_sign(const stribeck_load_p *p, StnRel *r, int k, real x)
{
    real sign = stn_side(r, k, x, stn_splat(1.0), stn_splat(-1.0));
    stn_guard_margin(r, k, 1e-10 * (p->Fs[0] + p->Fs[1]) + 1e-200);
    return sign;
}

/* Q: two torques that press the gear from both ends, drive against load. */
STN_FN real stribeck_load_square(const stribeck_load_p *p, real tm, real T, StnRel *r)
{
    const int k = STN_REL(stribeck_load, stronger);
    real drive = stribeck_load_sign(p, r, STN_REL(stribeck_load, drive), tm);
    real load = stribeck_load_sign(p, r, STN_REL(stribeck_load, load), T);
    mask apart = stn_lt(drive * load, stn_splat(0.0));
    real Q = stn_side(r, k, drive * tm - load * T, p->k_eq * T * T, p->k_mq * tm * tm);
    /* Its mode is kept where it does not apply: one that was never decided would switch to itself for ever. */
    r->guard[k] = stn_select(apart, stn_splat(1.0), r->guard[k]);
    return stn_select(apart, stn_splat(0.0), Q);
}

/* What the torques add to the sliding level, and to the part of it that falls with speed. */
typedef struct {
    real level, peak;
} stribeck_load_more;
STN_FN stribeck_load_more stribeck_load_added(STN_SELF, const stribeck_load_p *p, real tm, real T,
                                              StnRel *r)
{
    const stribeck_load_k *chosen = STN_CHOSEN(stribeck_load);
    stribeck_load_more more = {stn_splat(0.0), stn_splat(0.0)};
    if (chosen->has_level) {
        real x = p->k_m * tm + p->k_e * T;
        more.level = x * stribeck_load_sign(p, r, STN_REL(stribeck_load, level), x);
    }
    if (chosen->has_peak) {
        real x = p->k_ms * tm + p->k_es * T;
        more.peak = x * stribeck_load_sign(p, r, STN_REL(stribeck_load, peak), x);
    }
    if (chosen->has_square)
        more.peak = more.peak + stribeck_load_square(p, tm, T, r);
    return more;
}

/* The torque of the drive that an imposed motion takes, tm = m*a + T + FF(tm): by Newton's method, which ends
 * after a few steps since FF is made of straight pieces (but for k_mq) whose slopes are below 1. */
STN_FN real stribeck_load_needed(const stribeck_load_p *p, const StnSite *in, real fall)
{
    real zero = stn_splat(0.0), T = in->load, dir = in->dir;
    real rest = in->m * in->a + T + stn_pick(dir, p->sigma2) * in->v, tm = rest;
    for (int k = 0; k < 12; k++) {
        real x = p->k_m * tm + p->k_e * T, y = p->k_ms * tm + p->k_es * T;
        real slope = stn_gt0(x, p->k_m, -p->k_m) + fall * stn_gt0(y, p->k_ms, -p->k_ms);
        real level = stn_pick(dir, p->Fc) + stn_abs(x) +
                     fall * (stn_pick(dir, p->Fs) - stn_pick(dir, p->Fc) + stn_abs(y));
        mask pressed = stn_lt(zero, tm * T), weaker = stn_lt(stn_abs(tm), stn_abs(T));
        real Q = stn_select(weaker, p->k_mq * tm * tm, p->k_eq * T * T);
        level = level + fall * stn_select(pressed, Q, zero);
        slope = slope + fall * stn_select(stn_and(pressed, weaker), 2.0 * p->k_mq * tm, zero);
        tm = tm - (tm - rest - dir * level) / (1.0 - dir * slope);
    }
    return tm;
}

STN_SLIDE(stribeck_load)
{
    STN_USE(stribeck_load);
    real dir = in->dir, Fc = stn_pick(dir, p->Fc);
    real fall = stn_fade(dir * in->v * stn_pick_per(dir, p->vs), stn_pick(dir, p->n));
    real tm = in->imposed ? stribeck_load_needed(p, in, fall) : in->drive;
    stribeck_load_more more = stribeck_load_added(self, p, tm, in->load, r);
    real level = Fc + (stn_pick(dir, p->Fs) + more.peak - Fc) * fall + more.level;
    return stn_fric(dir * level + stn_pick(dir, p->sigma2) * in->v, stn_splat(0.0));
}

STN_REST(stribeck_load)
{
    STN_USE(stribeck_load);
    stribeck_load_more more = stribeck_load_added(self, p, in->drive, in->load, r);
    *hi = p->Fs[0] + (more.peak + more.level);
    *lo = -p->Fs[1] - (more.peak + more.level);
}

#define STN_KERNEL_stribeck_load .slide = stribeck_load_slide, .rest = stribeck_load_rest
#ifdef STN_SETUP
#include <stdio.h>

STN_SHAPE(stribeck_load)
{
    STN_USE_P(stribeck_load);
    double edge = stn_curve_edge(p->vs, p->n);
    return (StnShape){.affine_above = edge,
                      .zone = edge,
                      .v_scale = stn_least(p->vs),
                      .t_scale = INFINITY,
                      .nonsmooth = p->n[0] != 2.0 || p->n[1] != 2.0,
                      .curved_rest = STN_CHOSEN(stribeck_load)->has_square};
}
/* One coefficient counts for both ends of the gear, as in M3 and M4, unless the other is given. */
STN_DERIVE(stribeck_load)
{
    (void)context;
    stn_fill1(derive, "k_e", *stn_of(derive, "k_m"));
    stn_fill1(derive, "k_es", *stn_of(derive, "k_ms"));
}
STN_CHECK(stribeck_load)
{
    STN_USE_P(stribeck_load);
    (void)context;
    if (!(p->k_m + p->k_ms < 1.0))
        return "k_m + k_ms must be below 1: friction would grow faster than the torque of the "
               "drive, and no drive breaks it away";
    return stn_levels_check(p->Fs, p->Fc);
}
STN_WARN(stribeck_load)
{
    STN_USE_P(stribeck_load);
    (void)context;
    if (index > 0 || !(p->k_e + p->k_es >= 1.0))
        return false;
    snprintf(text, size, "k_e + k_es = %g is not below 1: the load alone never moves it",
             p->k_e + p->k_es);
    return true;
}
STN_FN int stribeck_load_unused_rels(STN_SELF)
{
    const stribeck_load_k *chosen = STN_CHOSEN(stribeck_load);
    const int all = (int)(sizeof(stribeck_load_r) / sizeof(real));
    if (chosen->has_square)
        return 0;
    return all - (chosen->has_peak    ? 1 + STN_REL(stribeck_load, peak)
                  : chosen->has_level ? 1 + STN_REL(stribeck_load, level)
                                      : 0);
}
#define STN_SETUP_stribeck_load                                                                   \
    .title = "Stribeck, growing with the torques of drive and load",                              \
    .equation = "FF = [Fc + |k_m*drive + k_e*load| + exp(-(|v|/vs)^n)*(Fs - Fc + |k_ms*drive + "  \
                "k_es*load| + Q)]*sgn(v) + sigma2*v;  Q = k_eq*load^2 (|drive| > |load|) or "     \
                "k_mq*drive^2, 0 unless drive*load > 0;  v = 0: FF = h within the level at rest", \
    .text = "Gears of servos and robot joints, by the torques at both ends (M1 to M6).",          \
    .reference = "Duclusaud, Passault et al. 2024 (BAM)", .flags = STN_LAW_SET_VALUED,            \
    STN_CHOOSES(stribeck_load), .shape = stribeck_load_shape, .derive = stribeck_load_derive,     \
    .check = stribeck_load_check, .warn = stribeck_load_warn,                                     \
    .unused_rels = stribeck_load_unused_rels
#endif
