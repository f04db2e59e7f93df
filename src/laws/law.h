/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The shape of a law file: lists, then pure functions.
 *
 *   STN_PARAMS_x(P, P2, PV, N)  names from parameters.h, or of another law: scalar (or choice), pair by
 *                            direction, vector; N, a new one: name, 1, 2 or V, then as in parameters.h
 *   STN_STATES_x(S, SV)      name, unit, scale, text; SV (the last) is a vector as long as the PV
 *   STN_RELS_x(R)            name, event word ("" = not logged), text
 *   STN_LAW_TYPES(x)         struct x_p, x_s, x_r; STN_REL(x, NAME) is a relation's number
 *
 * STN_SLIDE(x) etc. write the function head; STN_USE(x) names the arguments: p, s, in, r, rate. */
#ifndef STN_LAWS_LAW_H
#define STN_LAWS_LAW_H

#include "kernel/real.h"
#include "laws/parameters.h"

#define STN_FIELD1(name) real name;
#define STN_FIELD2(name) real name[2];
#define STN_FIELDV(name) real name[STN_VECTOR_MAX];
#define STN_FIELDN(name, width, unit, def, min, max, text, derived) STN_FIELD##width(name)
#define STN_FIELDS(name, unit, scale, text) real name;
#define STN_FIELDSV(name, unit, scale, text) real name[STN_VECTOR_MAX];
#define STN_FIELDR(name, word, text) real name;
/* __extension__: a list may be empty, and so the struct. */
#define STN_LAW_TYPES(law)                                               \
    __extension__ typedef struct {                                       \
        STN_PARAMS_##law(STN_FIELD1, STN_FIELD2, STN_FIELDV, STN_FIELDN) \
    } law##_p;                                                           \
    __extension__ typedef struct {                                       \
        STN_STATES_##law(STN_FIELDS, STN_FIELDSV)                        \
    } law##_s;                                                           \
    __extension__ typedef struct {                                       \
        STN_RELS_##law(STN_FIELDR)                                       \
    } law##_r;
#define STN_REL(law, name) ((int)(offsetof(law##_r, name) / sizeof(real)))

#define STN_SLIDE(law)                                                                      \
    STN_FN StnFric law##_slide(STN_SELF, const real *p_, const real *s_, const StnSite *in, \
                               StnRel *r, real *rate_)
#define STN_REST(law)                                                                              \
    STN_FN void law##_rest(STN_SELF, const real *p_, const real *s_, const StnSite *in, StnRel *r, \
                           real *lo, real *hi, real *rate_)
#define STN_SHAPE(law) STN_FN StnShape law##_shape(STN_SELF, const real *p_)
#define STN_DECIDE(law) \
    STN_FN void law##_decide(STN_SELF, const real *p_, real *s_, const StnSite *in, StnRel *r)
#define STN_ADVANCE(law) \
    STN_FN StnStep law##_advance(STN_SELF, const real *p_, real *s_, const StnSite *in, StnRel *r)
#define STN_CHECK(law) \
    STN_FN const char *law##_check(STN_SELF, const real *p_, const StnContext *context)

#define STN_DERIVE(law) STN_FN void law##_derive(StnDerive *derive, const StnContext *context)

#define STN_WARN(law)                                                                      \
    STN_FN bool law##_warn(STN_SELF, const real *p_, const StnContext *context, int index, \
                           char *text, size_t size)

#define STN_USE_P(law)                      \
    const law##_p *p = (const law##_p *)p_; \
    (void)p
#define STN_USE(law)                        \
    STN_USE_P(law);                         \
    const law##_s *s = (const law##_s *)s_; \
    law##_s *rate = (law##_s *)rate_;       \
    (void)s, (void)rate, (void)in, (void)r
#define STN_USE_STATE(law)      \
    STN_USE_P(law);             \
    law##_s *s = (law##_s *)s_; \
    (void)s, (void)in, (void)r

/* Relation k lets go only when it is wrong by `amount`.  For sides that meet smoothly and between
 * which a steady state lies (film at hss, bristle at its limit): there the sign of the difference is
 * noise, and every flip would be an event. */
STN_FN void stn_guard_margin(StnRel *r, int k, real amount) { r->guard[k] = r->guard[k] + amount; }

/* Optional parameters are NaN when not given. */
STN_FN mask stn_given(real a) { return stn_lt(a, stn_splat(1e300)); }

/* v = 0 exactly. */
STN_FN mask stn_is_zero(real a) { return stn_lt(stn_abs(a), stn_splat(4.9406564584124654e-324)); }

/* Is there a stop or a brake that bars the way? */
STN_FN mask stn_barred(const StnSite *in)
{
    return stn_lt(stn_splat(0.0), in->barred[0] + in->barred[1]);
}
/* The velocity v at the end of a fixed step, as far as nothing bars it. */
STN_FN real stn_allowed(const StnSite *in, real v)
{
    real zero = stn_splat(0.0);
    if (!stn_any(stn_barred(in)))
        return v;
    v = stn_gt0(in->barred[0], stn_min(v, zero), v);
    return stn_gt0(in->barred[1], stn_max(v, zero), v);
}

/* Nothing to say: an affine law without narrow feature. */
#define STN_SHAPE_AFFINE ((StnShape){.t_scale = INFINITY})

#endif
