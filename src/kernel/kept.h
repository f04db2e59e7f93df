/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The words for everything non-smooth (real.h) in loops over fixed steps: modes stay as they are during such a loop, so
 * that what depends on them is computed once; where the present step would change one, stn_leave says so, and the step is void.
 * Nobody reads guards here. */
#ifndef STN_KERNEL_KEPT_H
#define STN_KERNEL_KEPT_H

STN_FN real stn_kept_clip(StnRel *r, int k, real raw, real lo, real hi)
{
    mask up = stn_lt(stn_splat(0.0), r->mode[k]), down = stn_lt(r->mode[k], stn_splat(0.0));
    mask over = stn_lt(hi, raw), under = stn_lt(raw, lo);
    r->guard[k] = stn_splat(1.0);
    if (__builtin_expect(stn_any(stn_or(up, down)), 0)) {
        stn_leave(r, k, stn_not(stn_and(stn_same(over, up), stn_same(under, down))));
        return stn_select(up, hi, stn_select(down, lo, raw));
    }
    stn_leave(r, k, over);
    stn_leave(r, k, under);
    return raw;
}

STN_FN real stn_kept_side(StnRel *r, int k, real g, real plus, real minus)
{
    mask up = stn_lt(stn_splat(0.0), r->mode[k]), down = stn_lt(r->mode[k], stn_splat(0.0));
    mask positive = stn_lt(stn_splat(0.0), g);
    r->guard[k] = stn_splat(1.0);
    /* a mode of 0, before the first step, is neither */
    stn_leave(r, k, stn_or(stn_not(stn_same(positive, up)), stn_same(up, down)));
    return stn_select(up, plus, minus);
}

STN_FN real stn_kept_trip(StnRel *r, int k, real g)
{
    mask tripped = stn_lt(stn_splat(0.0), r->mode[k]);
    r->guard[k] = stn_splat(1.0);
    stn_leave(r, k, stn_not(stn_or(tripped, stn_lt(stn_splat(0.0), g))));
    return stn_select(tripped, stn_splat(1.0), stn_splat(0.0));
}

#endif
