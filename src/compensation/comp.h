/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The shape of a compensation file: lists, then two pure functions.
 *
 *   STN_PARAMS_x(P2, PV, N, K, Q)  P2, PV: a pair by direction, a vector, by a name of laws/parameters.h: by default
 *                          what the friction site of the plant has; N, an own number: name, unit, default (NaN:
 *                          none), min, max, text; K, a choice: name, "a|b|c", default index, text
 *   STN_STATES_x(S, E)     what is kept between samples: name, unit, text; E: an estimate, which has a column of
 *                          its own.  Estimates come first.  All begin with 0.
 *   STN_COMP_TYPES(x)      struct x_p (the numbers of STN_TERM, which every term has, then those of the list), x_s
 *
 * STN_ACT(x) is the force that a sample adds, before the controller's own; STN_LEARN(x) comes after the controller, when
 * the force of the drive within its limit, loop->u, is known.  $F = N or N*m, $x = m or rad.  A parameter m without a
 * default is the mass at the site. */
#ifndef STN_COMPENSATION_COMP_H
#define STN_COMPENSATION_COMP_H

#include "kernel/real.h"

/* What every term has. */
#define STN_TERM(N, Q)                                                          \
    N(Q, scale, "1", 1.0, 0.0, 1e3, "factor of what the term adds; 0: nothing") \
    N(Q, Ts, "s", NAN, 1e-9, 1e6,                                               \
      "sample time beside a continuous controller; else the controller's")
enum { STN_TERM_SCALE, STN_TERM_TS };

#define STN_COMP_FIELD2(name) real name[2];
#define STN_COMP_FIELDV(name) real name[STN_VECTOR_MAX];
#define STN_COMP_FIELDN(Q, name, unit, def, min, max, text) real name;
#define STN_COMP_FIELDK(Q, name, words, def, text) real name;
#define STN_COMP_FIELDS(name, unit, text) real name;
/* __extension__: a list may be empty, and so the struct. */
#define STN_COMP_TYPES(kind)                                                                  \
    typedef struct {                                                                          \
        STN_TERM(STN_COMP_FIELDN, kind)                                                       \
        STN_PARAMS_##kind(STN_COMP_FIELD2, STN_COMP_FIELDV, STN_COMP_FIELDN, STN_COMP_FIELDK, \
                          kind)                                                               \
    } kind##_p;                                                                               \
    __extension__ typedef struct {                                                            \
        STN_STATES_##kind(STN_COMP_FIELDS, STN_COMP_FIELDS)                                   \
    } kind##_s;

#define STN_ACT(kind) STN_FN real kind##_act(const real *p_, const StnLoop *loop, real *s_)
#define STN_LEARN(kind) STN_FN void kind##_learn(const real *p_, const StnLoop *loop, real *s_)
#define STN_COMP_USE(kind)                    \
    const kind##_p *p = (const kind##_p *)p_; \
    kind##_s *s = (kind##_s *)s_;             \
    (void)p, (void)s, (void)loop

/* -1, 0, +1. */
STN_FN real stn_side_of(real a)
{
    real zero = stn_splat(0.0), one = stn_splat(1.0);
    return stn_select(stn_lt(zero, a), one, stn_select(stn_lt(a, zero), -one, zero));
}

/* tanh to 1e-16 of 1, which is what a step of friction needs; exactly 0 at 0. */
STN_FN real stn_smooth_sign(real a)
{
    real q = stn_exp(-2.0 * stn_abs(a));
    return stn_side_of(a) * (1.0 - q) / (1.0 + q);
}

/* A level that is a polynomial of the position, by direction, and grows with the load: never below 0. */
STN_FN real stn_level_at(const real *forward, const real *backward, real k_load,
                         const StnLoop *loop, real dir)
{
    real level = stn_splat(0.0);
    for (int i = STN_VECTOR_MAX - 1; i >= 0; i--)
        level = level * loop->x + stn_gt0(dir, forward[i], backward[i]);
    return stn_max(level, stn_splat(0.0)) + k_load * stn_abs(loop->load);
}

#endif
