/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The two steady-state curves, shared by every law that has one:
 *   Coulomb   FF = Fc*sgn(v) + sigma2*v
 *   Stribeck  g(v) = Fc + (Fs - Fc)*exp(-(|v|/vs)^n). */
#ifndef STN_LAWS_CURVE_H
#define STN_LAWS_CURVE_H

#include "laws/derived.h"

STN_FN StnFric stn_coulomb(const real Fc[2], const real sigma2[2], const StnSite *in)
{
    real F = in->dir * stn_pick(in->dir, Fc) + stn_pick(in->dir, sigma2) * in->v;
    return stn_fric(F, stn_splat(0.0));
}

/* per_vs: 1/vs. */
STN_FN real stn_curve(real Fs, real Fc, real per_vs, real n, real speed)
{
    return Fc + (Fs - Fc) * stn_fade(speed * per_vs, n);
}

#ifdef STN_SETUP
/* Beyond this speed the exponential is exactly 0 (stn_decay), in both directions. */
STN_FN double stn_curve_edge(const double vs[2], const double n[2])
{
    double forward = vs[0] * stn_pow(STN_DECAY_END, 1.0 / n[0]);
    double backward = vs[1] * stn_pow(STN_DECAY_END, 1.0 / n[1]);
    return (forward > backward ? forward : backward) * (1.0 + 1e-12);
}
STN_FN double stn_least(const double pair[2]) { return pair[0] < pair[1] ? pair[0] : pair[1]; }
STN_FN const char *stn_levels_check(const double Fs[2], const double Fc[2])
{
    if (Fs[0] < Fc[0] || Fs[1] < Fc[1])
        return "the static level Fs must not be below the sliding level Fc";
    return NULL;
}
/* A bristle is pulled back at a rate that has the level below the line. */
STN_FN const char *stn_bristle_check(const double Fs[2], const double Fc[2])
{
    if (!(Fc[0] > 0.0 && Fc[1] > 0.0))
        return "the sliding level Fc must be above 0 for a bristle law";
    return stn_levels_check(Fs, Fc);
}
#endif

#endif
