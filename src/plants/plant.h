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

/* Anti-windup: the rate of a controller's integral, which is held while the output is limited (relation
 * `limit`).  rate: its rate otherwise; out: the output before its limit +-most; gain: of the integral.
 * Near the limit the rate is bounded so that the integral takes at least STN_ANTIWINDUP_TIME to reach it,
 * which prevents chattering (relation `hold`; it precedes `limit` in the list, so that an output that
 * leaves the limit is slowed before it is tested again).  Only where there are a limit and an integral
 * (STN_WINDS_UP). */
#define STN_ANTIWINDUP_TIME 1e-4 /* s */
#define STN_WINDS_UP(gain, most) ((gain) != 0.0 && (most) != INFINITY)
STN_FN real stn_antiwindup(StnRel *r, int limit, int hold, real rate, real gain, real out,
                           real most)
{
    real side = r->mode[limit], zero = stn_splat(0.0), one = stn_splat(1.0);
    mask held = stn_or(stn_lt(side, zero), stn_lt(zero, side));
    real reach = gain * STN_ANTIWINDUP_TIME, lo = -(most + out) / reach, hi = (most - out) / reach;
    real slow = stn_clip(r, hold, stn_select(held, zero, rate), stn_select(held, -one, lo),
                         stn_select(held, one, hi));
    return stn_select(held, zero, slow);
}

#endif
