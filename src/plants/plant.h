/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The shape of a plant file: lists, then pure functions.
 *
 *   STN_PARAMS_x(P, C, O)  name, unit, default, min, max, text; C: under `controller:`;
 *                          O: name, "a|b|c", default index, text, under `options:`
 *   STN_STATES_x(S, X)     S: name, role, site, unit, scale, text; X: a position: name, site, unit, scale,
 *                          the state that is its velocity, text
 *   STN_INPUTS_x(I)        name, role, site, unit, default (NaN: none), text
 *   STN_OUTPUTS_x(V)       name, role, site, unit, text
 *   STN_DISCS_x(D)         name, unit, text: what a digital controller keeps between samples
 *   STN_RELS_x(R)          name, event word ("" = not logged), text
 *   STN_SITES_x(F)         name, velocity, position, rotary, default law, text
 *   STN_STOPS_x(L, LV, LP, LB)  L: name, position, velocity, parameters of the limits, friction site;
 *                          LV: the same without a site; LP: without a velocity; LB: a play: name,
 *                          position, parameters of the limits, the site that it follows
 *
 * A role is that of StnVar without STN_ROLE_; the site is the number of the friction site in its list, -1:
 * none.  The last argument of the lists that name other entries is the plant itself (Q).
 * STN_PLANT_TYPES(x) makes struct x_p, x_s, x_u (inputs), x_y (outputs), x_d (discrete states), x_f
 * (sites), x_r (relations); STN_INDEX(x_s, v) is the place of an entry in its list. */
#ifndef STN_PLANTS_PLANT_H
#define STN_PLANTS_PLANT_H

#include "kernel/real.h"

#define STN_DEG 0.017453292519943295 /* rad */

#define STN_PF_P(name, unit, def, min, max, text) real name;
#define STN_PF_O(name, words, def, text) real name;
#define STN_PF_S(name, role, site, unit, scale, text) real name;
#define STN_PF_X(name, site, unit, scale, partner, text, plant) real name;
#define STN_PF_F(name, v, x, rotary, law, text, plant) real name;
#define STN_PF_R(name, word, text) real name;
#define STN_PF_I(name, role, site, unit, def, text) StnIn name;
#define STN_PF_V(name, role, site, unit, text) real name;
#define STN_PF_D(name, unit, text) real name;
#define STN_INDEX(type, name) ((int)(offsetof(type, name) / sizeof(real)))
/* __extension__: a list may be empty, and so the struct. */
#define STN_PLANT_TYPES(plant)                           \
    __extension__ typedef struct {                       \
        STN_PARAMS_##plant(STN_PF_P, STN_PF_P, STN_PF_O) \
    } plant##_p;                                         \
    __extension__ typedef struct {                       \
        STN_STATES_##plant(STN_PF_S, STN_PF_X, plant)    \
    } plant##_s;                                         \
    __extension__ typedef struct {                       \
        STN_INPUTS_##plant(STN_PF_I)                     \
    } plant##_u;                                         \
    __extension__ typedef struct {                       \
        STN_OUTPUTS_##plant(STN_PF_V)                    \
    } plant##_y;                                         \
    __extension__ typedef struct {                       \
        STN_DISCS_##plant(STN_PF_D)                      \
    } plant##_d;                                         \
    __extension__ typedef struct {                       \
        STN_SITES_##plant(STN_PF_F, plant)               \
    } plant##_f;                                         \
    __extension__ typedef struct {                       \
        STN_RELS_##plant(STN_PF_R)                       \
    } plant##_r;

#define STN_EVAL(plant)                                                                 \
    STN_FN void plant##_eval(STN_SELF, const real *p_, const real *s_, const StnIn *u_, \
                             const real *d_, StnRel *r, StnSite *site, real *rate_)
#define STN_LATE(plant)                                                                 \
    STN_FN void plant##_late(STN_SELF, const real *p_, const real *s_, const StnIn *u_, \
                             const real *d_, StnRel *r, const StnSite *site, real *rate_)
#define STN_OUTPUTS_AT(plant)                                                                      \
    STN_FN void plant##_outputs_at(STN_SELF, const real *p_, const real *s_, const StnIn *u_,      \
                                   const real *d_, StnRel *r, const StnSite *site, const real *FF, \
                                   real *out_)
#define STN_SAMPLE(plant)                                                                 \
    STN_FN void plant##_sample(STN_SELF, const real *p_, const real *s_, const StnIn *u_, \
                               const real *meas_, real *d_)

#define STN_PLANT_USE_P(plant)                  \
    const plant##_p *p = (const plant##_p *)p_; \
    (void)p
#define STN_PLANT_USE(plant)                    \
    const plant##_p *p = (const plant##_p *)p_; \
    const plant##_s *s = (const plant##_s *)s_; \
    const plant##_u *u = (const plant##_u *)u_; \
    (void)p, (void)s, (void)u

/* Anti-windup: a controller's integral is held while the output is limited to +-most.  Relation `limit` is
 * the side that is reached, 0: none; relation `hold` is 1 while the output before its limit lies beyond and
 * the integral stands.  In between, at the limit itself, what else the output is made of may fall while the
 * integral lifts it: held it would fall back at once, free it would be back at once.  The output then rests
 * at the limit (Filippov), and the integral moves as that asks for, with a part of its rate, until it can no
 * longer keep it there (free) or need not (held).  That depends on accelerations: stn_hold_rate is for late().
 *
 * So that rounding does not decide twice, a free piece begins with the output STN_HOLD_SLACK below the limit,
 * a held one as much beyond it (stn_hold_begin, for decide()).  Only where there are a limit and an integral
 * (STN_WINDS_UP). */
#define STN_HOLD_SLACK 1e-11 /* of the limit */
#define STN_HOLD_STILL \
    1e-9 /* of the integral's own rate: how fast the output rises, and still rests */
#define STN_HOLD_JUMP \
    1e-6 /* s: what its rates make of it within is no jump; in fixed steps 3 of them */
#define STN_WINDS_UP(gain, most) ((gain) != 0.0 && (most) != INFINITY)
/* Loops over fixed steps (core/fused.c) are not for plants that need late(). */
#define STN_MAY_HOLD(winds_up) (!STN_IN_LOOP(r) && (winds_up))
/* What a controller wants with what a compensation of friction adds to it, held between samples; without
 * one it keeps its bits, also those of -0.  Loops over fixed steps are not for a continuous controller with one. */
STN_FN real stn_compensated(real wanted, real comp)
{
#if defined STN_FUSED && !defined STN_ONE_FILE /* there it serves all others, too */
    (void)comp;
    return wanted;
#else
    return stn_select(stn_eq(comp, stn_splat(0.0)), wanted, wanted + comp);
#endif
}

STN_FN real stn_hold_limit(StnRel *r, int limit, int hold, real out, real most)
{
    real zero = stn_splat(0.0), one = stn_splat(1.0);
    real side = stn_select(stn_lt(out, zero), -one, one), over = side * out - most;
    if (r->live) {
        mask beyond = stn_lt(zero, over);
        mask stays = stn_and(stn_eq(r->mode[limit], side), stn_lt(-0.01 * most, over));
        r->mode[hold] = stn_select(stays, r->mode[hold], stn_select(beyond, one, zero));
        r->mode[limit] = stn_select(stn_or(beyond, stays), side, zero);
    }
    real at = r->mode[limit];
    mask free = stn_eq(at, zero), held = stn_lt(zero, r->mode[hold]);
    r->guard[limit] = stn_select(free, most - out, one);
    r->next[limit] = stn_select(free, one, zero);
    if (r->guard_low)
        r->guard_low[limit] = stn_select(free, most + out, one);
    r->guard[hold] = stn_select(stn_and(held, stn_not(free)), at * out - most, one);
    r->next[hold] = stn_select(held, zero, one);
    return stn_select(free, out, at * most);
}

/* The rate of the integral, which is `rate` where it is free.  drift: that of the output without it; gain: of
 * the integral in the output; step: the fixed step, or 0. */
STN_FN real stn_hold_rate(StnRel *r, int limit, int hold, real out, real most, real drift,
                          real gain, real rate, real step)
{
    real zero = stn_splat(0.0), one = stn_splat(1.0), at = r->mode[limit];
    real falls = -at * drift, lift = at * gain * rate, over = at * out - most;
    mask stepped = stn_lt(zero, step);
    if (r->live) {
        real span =
            STN_HOLD_SLACK * most + (stn_abs(falls) + stn_abs(lift)) *
                                        stn_select(stepped, 3.0 * step, stn_splat(STN_HOLD_JUMP));
        mask beyond =
            stn_or(stn_lt(span, over), stn_and(stn_lt(zero, r->mode[hold]), stn_lt(zero, over)));
        mask fallen = stn_and(stn_lt(lift, falls), stn_not(beyond));
        mask below = stn_or(stepped, stn_not(stn_lt(zero, over))); /* above, decide() is asked */
        mask leaves = stn_or(stn_lt(over, -span), stn_and(fallen, below));
        mask rises = stn_or(beyond, stn_lt(falls, -STN_HOLD_STILL * lift));
        r->mode[hold] = stn_select(stn_and(rises, stn_not(leaves)), one, zero);
        r->mode[limit] = at = stn_select(leaves, zero, at);
    }
    mask free = stn_eq(at, zero), held = stn_lt(zero, r->mode[hold]);
    mask rests = stn_not(stn_or(free, held));
    r->guard[limit] = stn_select(rests, lift - falls, r->guard[limit]);
    r->guard[hold] = stn_select(rests, falls + STN_HOLD_STILL * lift, r->guard[hold]);
    /* What a fixed step makes of the output besides is taken back within ten of them. */
    real back = stn_select(stepped, 0.1 / stn_select(stepped, step, one), zero);
    real kept = (-drift - at * back * over) / gain;
    return stn_select(free, rate, stn_select(held, zero, kept));
}

/* What to add to the integral where `limit` or `hold` has just switched, and these are their modes. */
STN_FN real stn_hold_begin(real limit, real hold, real out, real most, real gain)
{
    real zero = stn_splat(0.0), margin = stn_splat(STN_HOLD_SLACK);
    mask free = stn_eq(limit, zero), held = stn_lt(zero, hold);
    real start = most * (1.0 + stn_select(free, -margin, stn_select(held, margin, zero)));
    return (stn_select(stn_lt(out, zero), -start, start) - out) / gain;
}

#endif
