/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Defaults that follow from other values.  A law's own stand in its file (STN_DERIVE), those that some
 * laws share beside what else they share (bristle.h, chain.plant.h, film.h, warn.h), and here the levels Fs and
 * Fc, which every law may rely on. */
#ifndef STN_LAWS_DERIVED_H
#define STN_LAWS_DERIVED_H

#include "laws/law.h"

#ifdef STN_SETUP

/* What a context may not know. */
#define STN_UNKNOWN_DT 1e-5
#define STN_UNKNOWN_MASS 1.0
STN_FN double stn_known(double value, double otherwise)
{
    return isfinite(value) && value > 0.0 ? value : otherwise;
}

STN_FN double stn_most(const double pair[2]) { return fmax(pair[0], pair[1]); }
STN_FN double stn_mean(const double pair[2]) { return 0.5 * (pair[0] + pair[1]); }

STN_FN const double *stn_of(const StnDerive *derive, const char *name)
{
    return derive->value(derive, name);
}
STN_FN void stn_fill1(StnDerive *derive, const char *name, double a)
{
    derive->fill(derive, name, 1, &a);
}
STN_FN void stn_fill2(StnDerive *derive, const char *name, double a, double b)
{
    const double pair[2] = {a, b};
    derive->fill(derive, name, 2, pair);
}

/* Where only one efficiency is given the other follows: the same loss in both senses. */
STN_FN void stn_derive_efficiencies(StnDerive *derive)
{
    const double *opp = stn_of(derive, "eta_din_opp"), *aid = stn_of(derive, "eta_din_aid");
    const double *stat = stn_of(derive, "eta_stat_opp");
    stn_fill2(derive, "eta_din_aid", 2.0 - 1.0 / opp[0], 2.0 - 1.0 / opp[1]);
    stn_fill2(derive, "eta_stat_opp", opp[0], opp[1]);
    if (derive->given(derive, "eta_stat_opp"))
        stn_fill2(derive, "eta_stat_aid", 2.0 - 1.0 / stat[0], 2.0 - 1.0 / stat[1]);
    else
        stn_fill2(derive, "eta_stat_aid", aid[0], aid[1]);
}

/* The level of a load-dependent site against motion forward and backward, as coulomb_load has it. */
STN_FN void stn_fill_loaded(StnDerive *derive, const char *level, const char *T0_name,
                            const char *opp_name, const char *aid_name, double load)
{
    const double *T0 = stn_of(derive, T0_name), *opp = stn_of(derive, opp_name);
    const double *aid = stn_of(derive, aid_name);
    double both[2];
    for (int side = 0; side < 2; side++) {
        double opposing = side == 0 ? load : -load;
        double share = opposing > 0.0 ? 1.0 / opp[side] - 1.0 : aid[side] - 1.0;
        both[side] = T0[side] + share * opposing;
    }
    stn_fill2(derive, level, both[0], both[1]);
}

/* Fs, Fc of a site that has only the values of a load-dependent or position-dependent law. */
STN_FN void stn_derive_levels_from_others(StnDerive *derive, double load)
{
    bool stat = derive->given(derive, "T0_stat"), din = derive->given(derive, "T0_din");
    bool ahead = derive->given(derive, "Cs_forward"), back = derive->given(derive, "Cs_backward");
    if (stat || din) {
        stn_fill_loaded(derive, "Fs", stat ? "T0_stat" : "T0_din", "eta_stat_opp", "eta_stat_aid",
                        load);
        stn_fill_loaded(derive, "Fc", din ? "T0_din" : "T0_stat", "eta_din_opp", "eta_din_aid",
                        load);
    } else if (ahead || back) {
        const double *forward = stn_of(derive, ahead ? "Cs_forward" : "Cs_backward");
        const double *backward = stn_of(derive, back ? "Cs_backward" : "Cs_forward");
        const double one[2] = {1.0, 1.0}, *beta = one;
        if (derive->given(derive, "beta"))
            beta = stn_of(derive, "beta");
        stn_fill2(derive, "Fs", fabs(forward[0]), fabs(backward[0]));
        stn_fill2(derive, "Fc", fabs(forward[0]) / beta[0], fabs(backward[0]) / beta[1]);
    }
}

/* Fs and Fc.  A default level gives way where it would contradict the given one (Fs >= Fc). */
STN_FN void stn_derive_levels(StnDerive *derive, const StnContext *context)
{
    bool has_Fs = derive->given(derive, "Fs"), has_Fc = derive->given(derive, "Fc");
    stn_derive_efficiencies(derive);
    if (!has_Fs && !has_Fc)
        stn_derive_levels_from_others(derive, isfinite(context->load) ? context->load : 0.0);
    const double *Fs = stn_of(derive, "Fs"), *Fc = stn_of(derive, "Fc");
    bool below = Fs[0] < Fc[0] || Fs[1] < Fc[1];
    if (has_Fc && !has_Fs && below)
        stn_fill2(derive, "Fs", fmax(Fs[0], Fc[0]), fmax(Fs[1], Fc[1]));
    if (has_Fs && !has_Fc && below)
        stn_fill2(derive, "Fc", fmin(Fs[0], Fc[0]), fmin(Fs[1], Fc[1]));
}

#endif

#endif
