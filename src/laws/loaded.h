/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The load T of a gear on a bristle law, through efficiencies as in coulomb_load:
 *   FF = F_law + mean*|T|*s + half*T*s^2,   s = force of the bristle over its level, |s| -> 1 in sliding
 *   mean = (a_o + a_a)/2,  half = (a_o - a_a)/2,   a_o = 1/eta_opp - 1,  a_a = 1 - eta_aid
 * At s = +-1 that is coulomb_load in all four quadrants, and s takes it through a reversal without a jump.
 * Both efficiencies 1: nothing is computed. */
#ifndef STN_LAWS_LOADED_H
#define STN_LAWS_LOADED_H

#include "laws/curve.h"

#define STN_LOADED_PARAMS(P) P(eta_opp) P(eta_aid)
#define STN_LOADED_RELS(R) R(load, "", "sign of the load")
#define STN_LOADED_CHOICES(K) K(loaded, p->eta_opp != 1.0 || p->eta_aid != 1.0)

/* In loops over fixed steps there is none: core/fused.c. */
#define STN_IS_LOADED(law) (!STN_IN_LOOP(r) && STN_CHOSEN(law)->loaded)

/* For what is computed under a load only: out of the way, or the many without a load pay for it. */
#define STN_LOADED_FN static __attribute__((noinline, cold, unused))

/* The part of the load in the friction, and its slope by x, the state that s = per_x*x is made of. */
typedef struct {
    real F, slope;
} StnLoadPart;

/* Relation k is the sign of the load.  At load 0 both sides agree, so it may be wrong by a margin, which
 * is a small part of the levels Fc. */
static __attribute__((noinline, cold, unused)) StnLoadPart stn_loaded(real eta_opp, real eta_aid,
                                                                      const real Fc[2],
                                                                      const StnSite *in, StnRel *r,
                                                                      int k, real per_x, real x)
{
    real opposing = 1.0 / eta_opp - 1.0, aiding = 1.0 - eta_aid;
    real mean = 0.5 * (opposing + aiding), half = 0.5 * (opposing - aiding);
    real s = per_x * x, size = in->load * stn_side(r, k, in->load, stn_splat(1.0), stn_splat(-1.0));
    stn_guard_margin(r, k, 1e-10 * (Fc[0] + Fc[1]) + 1e-200);
    StnLoadPart load = {(mean * size + half * in->load * s) * s,
                        (mean * size + 2.0 * half * in->load * s) * per_x};
    return load;
}
/* Of a law, with the names of its arguments. */
#define STN_LOADED(law, per_x, x) \
    stn_loaded(p->eta_opp, p->eta_aid, p->Fc, in, r, STN_REL(law, load), per_x, x)

/* Without a load its relation, the last of the list, is not there. */
#define STN_LOADED_UNUSED(law) \
    STN_FN int law##_unused_rels(STN_SELF) { return STN_CHOSEN(law)->loaded ? 0 : 1; }

#ifdef STN_SETUP
#include <stdio.h>

/* Where the two losses differ much, s^2 takes more stiffness from the bristle than |s| gives it. */
STN_FN bool stn_warn_loaded(double eta_opp, double eta_aid, const double Fc[2], int index,
                            char *text, size_t size)
{
    double opposing = 1.0 / eta_opp - 1.0, aiding = 1.0 - eta_aid;
    double softens = fabs(opposing - aiding) - 0.5 * (opposing + aiding);
    if (index > 0 || !(softens > 0.0) || (opposing <= 3.0 * aiding && aiding <= 3.0 * opposing))
        return false;
    snprintf(text, size,
             "eta_opp = %g and eta_aid = %g differ so much that the bristle loses its stiffness "
             "under a load above %g; bring them closer to each other, or use coulomb_load",
             eta_opp, eta_aid, stn_least(Fc) / softens);
    return true;
}
#endif

#endif
