/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Stribeck's steady-state law, set-valued at rest:
 *   FF = [Fc + (Fs - Fc)*exp(-(|v|/vs)^n)]*sgn(v) + sigma2*v,   stuck while |h| <= Fs.
 * Trap: for n < 1 dFF/dv is infinite at v = 0.  Trap: near a stop the peak is only vs/|a| wide in
 * time; the zone edge is an event (shape). */
#include "laws/curve.h"

#define STN_PARAMS_stribeck(P, P2, PV, N) P2(Fs) P2(Fc) P2(vs) P2(n) P2(sigma2)
#define STN_STATES_stribeck(S, SV)
#define STN_RELS_stribeck(R)
STN_LAW_TYPES(stribeck)

STN_SLIDE(stribeck)
{
    STN_USE(stribeck);
    real dir = in->dir;
    real g = stn_curve(stn_pick(dir, p->Fs), stn_pick(dir, p->Fc), stn_pick_per(dir, p->vs),
                       stn_pick(dir, p->n), dir * in->v);
    return stn_fric(dir * g + stn_pick(dir, p->sigma2) * in->v, stn_splat(0.0));
}

STN_REST(stribeck)
{
    STN_USE(stribeck);
    *hi = p->Fs[0];
    *lo = -p->Fs[1];
}

#define STN_KERNEL_stribeck .slide = stribeck_slide, .rest = stribeck_rest
#ifdef STN_SETUP
STN_SHAPE(stribeck)
{
    STN_USE_P(stribeck);
    double edge = stn_curve_edge(p->vs, p->n);
    bool bell = p->n[0] == 2.0 && p->n[1] == 2.0;
    return (StnShape){.affine_above = edge,
                      .zone = edge,
                      .v_scale = stn_least(p->vs),
                      .t_scale = INFINITY,
                      .nonsmooth = !bell,
                      .bell_vs = {bell ? p->vs[0] : 0.0, bell ? p->vs[1] : 0.0}};
}
STN_CHECK(stribeck)
{
    STN_USE_P(stribeck);
    (void)context;
    return stn_levels_check(p->Fs, p->Fc);
}
#define STN_SETUP_stribeck                                                                        \
    .title = "Stribeck, set-valued at rest",                                                      \
    .equation = "FF = [Fc + (Fs - Fc)*exp(-(|v|/vs)^n)]*sgn(v) + sigma2*v;  v = 0: FF = h while " \
                "|h| <= Fs",                                                                      \
    .text = "The static level falls to the sliding level within a few vs.",                       \
    .reference = "Nouailletas et al. 2010", .flags = STN_LAW_SET_VALUED, .shape = stribeck_shape, \
    .check = stribeck_check
#endif
