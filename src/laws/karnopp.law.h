/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Karnopp: inside a band |v| <= eps the velocity counts as 0 and friction balances what is applied.
 *   inside   FF = clip(h, -Fs, Fs)        outside   FF = Fc*sgn(v) + sigma2*v
 * Integrated on the momentum: inside the band the rest of the system sees v = 0, while the hidden
 * velocity w stays 0 as long as |h| <= Fs and gathers (h - Fs*sgn h)/m beyond, until |w| > eps; what
 * was gathered is lost when |h| falls back to Fs.
 * Known defect: breakaway is late and the stop early, both by the band. */
#include "laws/warn.h"

#define STN_PARAMS_karnopp(P, P2, PV, N) P2(Fs) P2(Fc) P2(sigma2) P(eps)
#define STN_STATES_karnopp(S, SV) S(w, "$x/s", 1e-3, "velocity hidden inside the band; 0 outside")
#define STN_RELS_karnopp(R)
STN_LAW_TYPES(karnopp)

STN_SLIDE(karnopp)
{
    STN_USE(karnopp);
    rate->w = stn_splat(0.0);
    return stn_coulomb(p->Fc, p->sigma2, in);
}

STN_REST(karnopp)
{
    STN_USE(karnopp);
    *hi = p->Fs[0];
    *lo = -p->Fs[1];
    rate->w = stn_splat(0.0);
}

STN_ADVANCE(karnopp)
{
    STN_USE_STATE(karnopp);
    real zero = stn_splat(0.0), balance = stn_bound(in->h, -p->Fs[1], p->Fs[0]);
    mask outside = stn_lt(p->eps, stn_abs(in->v)),
         excess = stn_or(outside, stn_lt(zero, stn_abs(in->h - balance)));
    real FF = stn_select(outside, stn_coulomb(p->Fc, p->sigma2, in).F, balance);
    real from = stn_select(stn_is_zero(in->v), s->w, in->v);
    real w = stn_allowed(in, stn_select(excess, from + in->dt * stn_over(in->h - FF, in->m), zero));
    mask out = stn_lt(p->eps, stn_abs(w));
    s->w = stn_select(out, zero, w);
    return stn_step(stn_select(out, w, zero), FF, zero);
}

#define STN_KERNEL_karnopp .slide = karnopp_slide, .rest = karnopp_rest, .advance = karnopp_advance
#ifdef STN_SETUP
STN_SHAPE(karnopp)
{
    STN_USE_P(karnopp);
    return STN_SHAPE_AFFINE;
}
STN_CHECK(karnopp)
{
    STN_USE_P(karnopp);
    (void)context;
    return stn_levels_check(p->Fs, p->Fc);
}
STN_DERIVE(karnopp) { stn_band_derive(derive, context); }
STN_WARN(karnopp)
{
    STN_USE_P(karnopp);
    return stn_warn_band(p->eps, p->Fc, context, index, text, size);
}
#define STN_SETUP_karnopp                                                                      \
    .title = "Karnopp's dead band",                                                            \
    .equation = "|v| <= eps: v counts as 0, FF = clip(h, -Fs, Fs);  beyond: FF = Fc*sgn(v) + " \
                "sigma2*v",                                                                    \
    .text = "A fixed-step treatment: breaks away late and stops early, both by the band.",     \
    .reference = "Karnopp 1985; Borello, Dalla Vedova 2014, figure 6",                         \
    .flags = STN_LAW_SET_VALUED | STN_LAW_FIXED_ONLY, .shape = karnopp_shape,                  \
    .warn = karnopp_warn, .derive = karnopp_derive, .check = karnopp_check
#endif
