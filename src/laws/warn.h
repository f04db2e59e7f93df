/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Doubts about numbers that run but cannot be right at this step: both sides of the inequality, and
 * what to change.  A side that is not known (NaN) raises none. */
#ifndef STN_LAWS_WARN_H
#define STN_LAWS_WARN_H

#include "laws/curve.h"

#ifdef STN_SETUP
#include <stdio.h>

/* The band of the laws that have one, just wide enough for the step. */
STN_FN void stn_band_derive(StnDerive *derive, const StnContext *context)
{
    double m = stn_known(context->m, STN_UNKNOWN_MASS), dt = stn_known(context->dt, STN_UNKNOWN_DT);
    stn_fill1(derive, "eps", fmax(1.1 * stn_most(stn_of(derive, "Fc")) * dt / m, 1e-15));
}

STN_FN bool stn_warn_band(double eps, const double Fc[2], const StnContext *context, int index,
                          char *text, size_t size)
{
    double bound = fmax(Fc[0], Fc[1]) * context->dt / context->m;
    if (index > 0 || !(eps < bound))
        return false;
    snprintf(text, size,
             "eps = %g is below Fc*dt/m = %g: the band is crossed in one step; raise eps or "
             "lower dt",
             eps, bound);
    return true;
}

/* The three inequalities of the hybrid automaton. */
STN_FN bool stn_warn_automaton(double S, double p0, double Fs, const StnContext *context, int index,
                               char *text, size_t size)
{
    double dt = context->dt, Ts = isnan(context->Ts) ? dt : context->Ts;
    double umax = isnan(context->umax) ? 2.0 * Fs : context->umax;
    bool slow = p0 <= 5.0 / Ts, wide = S >= context->dx * p0, narrow = context->m * S <= umax * dt;
    if (slow && index-- == 0)
        snprintf(text, size, "p0 = %g 1/s is not above 5/Ts = %g 1/s: raise p0 or Ts", p0,
                 5.0 / Ts);
    else if (wide && index-- == 0)
        snprintf(text, size, "S = %g is not below dx*p0 = %g: lower S, or raise p0 or dx", S,
                 context->dx * p0);
    else if (narrow && index-- == 0)
        snprintf(text, size, "m*S = %g is not above umax*dt = %g: raise S, or lower dt or umax",
                 context->m * S, umax * dt);
    else
        return false;
    return true;
}
#endif

#endif
