/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Load-dependent Coulomb friction of gears, screws and actuators: a part of its own, and a part
 * proportional to the load through efficiencies.  T_LD > 0 opposes positive motion.
 *   load opposing the motion   |FF| = T0 + (1/eta_opp - 1)*|T_LD|
 *   load aiding it             |FF| = T0 + (1 - eta_aid)*|T_LD|
 * with T0_din, eta_din sliding and T0_stat, eta_stat as the limits at rest; + sigma2*v.  Irreversible
 * actuators have eta_aid < 0: the load alone never moves them. */
#include "laws/curve.h"

#define STN_PARAMS_coulomb_load(P, P2, PV, N) \
    P2(T0_din)                                \
    P2(T0_stat) P2(eta_din_opp) P2(eta_din_aid) P2(eta_stat_opp) P2(eta_stat_aid) P2(sigma2)
#define STN_STATES_coulomb_load(S, SV)
#define STN_RELS_coulomb_load(R) R(load, "", "sign of the load")
STN_LAW_TYPES(coulomb_load)

/* The sign of the load, frozen.  At load 0 both sides agree, so it may be wrong by a margin. */
STN_FN real coulomb_load_sign(const coulomb_load_p *p, const StnSite *in, StnRel *r)
{
    int k = STN_REL(coulomb_load, load);
    real sign = stn_side(r, k, in->load, stn_splat(1.0), stn_splat(-1.0));
    stn_guard_margin(r, k, 1e-10 * (p->T0_stat[0] + p->T0_stat[1]) + 1e-200);
    return sign;
}

/* Level against motion in the sense dir; per_opp: 1/eta_opp. */
STN_FN real coulomb_load_level(real T0, real per_opp, real eta_aid, real dir, real sign, real load)
{
    return T0 + stn_gt0(dir * sign, per_opp - 1.0, 1.0 - eta_aid) * sign * load;
}

STN_SLIDE(coulomb_load)
{
    STN_USE(coulomb_load);
    real dir = in->dir;
    real level = coulomb_load_level(stn_pick(dir, p->T0_din), stn_pick_per(dir, p->eta_din_opp),
                                    stn_pick(dir, p->eta_din_aid), dir, coulomb_load_sign(p, in, r),
                                    in->load);
    return stn_fric(dir * level + stn_pick(dir, p->sigma2) * in->v, stn_splat(0.0));
}

STN_REST(coulomb_load)
{
    STN_USE(coulomb_load);
    real sign = coulomb_load_sign(p, in, r);
    *hi = coulomb_load_level(p->T0_stat[0], stn_per(p->eta_stat_opp[0]), p->eta_stat_aid[0],
                             stn_splat(1.0), sign, in->load);
    *lo = -coulomb_load_level(p->T0_stat[1], stn_per(p->eta_stat_opp[1]), p->eta_stat_aid[1],
                              stn_splat(-1.0), sign, in->load);
}

#define STN_KERNEL_coulomb_load .slide = coulomb_load_slide, .rest = coulomb_load_rest
#ifdef STN_SETUP
STN_SHAPE(coulomb_load)
{
    STN_USE_P(coulomb_load);
    return STN_SHAPE_AFFINE;
}
STN_DERIVE(coulomb_load)
{
    const double *Fs = stn_of(derive, "Fs"), *Fc = stn_of(derive, "Fc");
    (void)context;
    stn_fill2(derive, "T0_din", Fc[0], Fc[1]);
    stn_fill2(derive, "T0_stat", Fs[0], Fs[1]);
}
STN_CHECK(coulomb_load)
{
    STN_USE_P(coulomb_load);
    (void)context;
    for (int i = 0; i < 2; i++) {
        if (!(p->eta_din_opp[i] > 0.0 && p->eta_din_opp[i] <= 1.0 && p->eta_stat_opp[i] > 0.0 &&
              p->eta_stat_opp[i] <= 1.0))
            return "the opposing efficiencies eta_din_opp, eta_stat_opp must lie in (0, 1]";
        if (!(p->eta_din_aid[i] <= 1.0 && p->eta_stat_aid[i] <= 1.0))
            return "the aiding efficiencies eta_din_aid, eta_stat_aid must not exceed 1";
        if (p->T0_stat[i] < p->T0_din[i] || p->eta_stat_opp[i] > p->eta_din_opp[i] ||
            p->eta_stat_aid[i] > p->eta_din_aid[i])
            return "the static level must not be below the dynamic one: T0_stat >= T0_din, "
                   "eta_stat_opp <= eta_din_opp, eta_stat_aid <= eta_din_aid";
    }
    return NULL;
}
#define STN_SETUP_coulomb_load                                                                \
    .title = "Load-dependent Coulomb friction",                                               \
    .equation = "|FF| = T0_din + (1/eta_din_opp - 1)*|load| (opposing) or T0_din + (1 - "     \
                "eta_din_aid)*|load| (aiding);  at rest: FF = h within the static levels",    \
    .text = "Gears, screws, actuators; negative aiding efficiencies make them irreversible.", \
    .reference = "Borello, Dalla Vedova 2006", .flags = STN_LAW_SET_VALUED,                   \
    .shape = coulomb_load_shape, .check = coulomb_load_check, .derive = coulomb_load_derive
#endif
