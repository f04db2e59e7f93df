/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* One vocabulary for laws and plants, compiled once per back end:
 *
 *   STN_CSTEP defined:     real = double _Complex, derivatives by the complex step (complex.h);
 *   STN_LANES = 4, 8, ...: real = so many doubles side by side (lanes.h);
 *   STN_TAPE = a header:  real = what that header makes of it (exchange/tape_real.h, C++);
 *   otherwise:             real = double (scalar.h).
 *
 * Rules for kernels: ordinary operators; `if`, `switch` and loop bounds on uniform or int only (on a real
 * stn_select, stn_side, stn_clip instead); |v| is dir*v, never fabs(v); no library calls.  Functions that
 * only set-up needs stand inside #ifdef STN_SETUP; a file that wants the kernels alone defines
 * STN_KERNEL_ONLY.  Kernels are also C++17: no compound literals, no designated initialisers. */
#ifndef STN_KERNEL_REAL_H
#define STN_KERNEL_REAL_H

#include "kernel/assertion.h"
#include "kernel/far_angle.h"
#include "stiction/core.h"

#include <math.h>

#if defined STN_FUSED || \
    defined STN_ONE_FILE /* core/fused_plant.h: plant, law and step become one function */
#define STN_FN static inline __attribute__((unused, always_inline))
#else
#define STN_FN static inline __attribute__((unused))
#endif
/* For what every step calls, from two places: the compiler would make a call of it. */
#define STN_STEP_FN static inline __attribute__((unused, always_inline))

/* What all lanes share: `if`, `switch` and loop bounds are on uniform (or int) only. */
typedef int uniform;

/* The first argument of a model's functions.  A model whose structure depends on its parameters lists
 * that: STN_CHOICES_x(K), K(name, value), the value written on the parameters p.  STN_CHOICE_TYPES(x)
 * makes struct x_k of it, which functions read as STN_CHOSEN(x)->name, and STN_CHOOSES(x) is what
 * STN_SETUP_x says of it. */
#define STN_SELF const StnSelf *self __attribute__((unused))
#define STN_CHOSEN(model) ((const model##_k *)self->choice)
#define STN_CHOICE_FIELD(name, value) uniform name;
#define STN_CHOICE_SET(name, value) chosen->name = (uniform)(value);
#define STN_CHOICE_STRUCT(model)              \
    typedef struct {                          \
        STN_CHOICES_##model(STN_CHOICE_FIELD) \
    } model##_k;
#define STN_CHOOSES(model) .nchoice = sizeof(model##_k) / sizeof(uniform), .choose = model##_choose

STN_FN int64_t stn_far_d(double x, int64_t k, double *hi, double *lo)
{
    return -1048576.0 < x && x < 1048576.0 ? k : stn_far_angle(x, hi, lo);
}

#define EREAL double
#define EMASK int64_t
#define ETRUTH int
#define E(name) stn_##name##_d
#define E_SPLAT(a) (a)
#define E_LT(a, b) ((a) < (b))
#define E_OR(a, b) ((a) || (b))
#define E_ODD(k) (((k)&1) != 0)
#define E_ANY(m) (m)
#define E_ALL(m) (m)
#define E_SELECT(m, a, b) ((m) ? (a) : (b))
#define E_SHIFT(a, n) ((int64_t)((uint64_t)(a) << (n)))
#define E_FAR(x, k, hi, lo) stn_far_d(x, k, hi, lo)
#include "kernel/elementary.h"

#if !defined STN_CSTEP && !defined STN_LANES && !defined STN_FUSED && !defined STN_KERNEL_ONLY
#define STN_SETUP
#define STN_CHOICE_TYPES(model)                               \
    STN_CHOICE_STRUCT(model)                                  \
    STN_FN void model##_choose(const double *p_, int *choice) \
    {                                                         \
        const model##_p *p = (const model##_p *)p_;           \
        model##_k *chosen = (model##_k *)choice;              \
        STN_CHOICES_##model(STN_CHOICE_SET)                   \
    }
#else
#define STN_CHOICE_TYPES(model) STN_CHOICE_STRUCT(model)
#endif

/* The words that each back end has: stn_splat(double); stn_lt, stn_eq; stn_select(mask, a, b); stn_never,
 * stn_not, stn_and, stn_or, stn_same on masks; stn_differ, of the bits of two reals (fixed steps only); stn_any, stn_all, uniform: what is rare need not be computed;
 * stn_exp (and _within: |x| <= 708), stn_log, stn_sin, stn_cos, stn_sqrt; stn_over(a, b), a/b where b is no variable of the motion
 * but a parameter, real also among complex numbers: a times 1/b, which a loop over steps computes once. */
#if defined STN_LANES
#include "kernel/lanes.h"
#elif defined STN_CSTEP
#include "kernel/complex.h"
#elif defined STN_TAPE
#include STN_TAPE
#else
#include "kernel/scalar.h"
#endif

STN_FN StnFric stn_fric(real F, real M)
{
    StnFric f = {F, M};
    return f;
}
STN_FN StnStep stn_step(real v, real FF, real extra)
{
    StnStep step = {v, FF, extra};
    return step;
}

/* a while g > 0, else b. */
STN_FN real stn_gt0(real g, real a, real b) { return stn_select(stn_lt(stn_splat(0.0), g), a, b); }
/* Written so that NaN in stays NaN out. */
#ifndef STN_OWN_EXTREMES
STN_FN real stn_max(real a, real b) { return stn_select(stn_lt(a, b), b, a); }
STN_FN real stn_min(real a, real b) { return stn_select(stn_lt(b, a), b, a); }
#endif
STN_FN real stn_abs(real a) { return stn_select(stn_lt(a, stn_splat(0.0)), -a, a); }
STN_FN real stn_bound(real a, real lo, real hi) { return stn_min(stn_max(a, lo), hi); }
/* The value of a pair for a direction. */
STN_FN real stn_pick(real dir, const real pair[2]) { return stn_gt0(dir, pair[0], pair[1]); }
/* 1 over a parameter, and over that of a pair for a direction. */
STN_FN real stn_per(real b) { return stn_over(stn_splat(1.0), b); }
STN_FN real stn_pick_per(real dir, const real pair[2]) { return stn_per(stn_pick(dir, pair)); }

/* Where x is below the normal numbers, 0 or less, or NaN, in some lane; rare, hence not inline. */
static __attribute__((noinline, unused)) real stn_pow_tiny(real x, real n)
{
    real zero = stn_splat(0.0), limit = stn_select(stn_lt(n, zero), stn_exp(stn_splat(1e3)), zero);
    limit = stn_select(stn_eq(n, zero), stn_splat(1.0), limit);
    mask normal = stn_lt(stn_splat(0x1p-1022), x), none = stn_lt(x, stn_splat(0x1p-1074));
    real near = stn_pow_normal(stn_select(normal, x, stn_splat(1.0)), n);
    real far = stn_exp(n * stn_log(stn_select(none, stn_splat(1.0), x)));
    return stn_select(none, limit, stn_select(normal, near, far));
}

/* n = 1 and 1/2, which are usual, are x itself and a root; not inline, so that others are. */
static __attribute__((noinline, unused)) real stn_pow_other(real x, real n)
{
    real from = stn_max(x, stn_splat(0.0));
    mask root = stn_eq(n, stn_splat(0.5)), line = stn_eq(n, stn_splat(1.0));
    if (stn_all(root))
        return stn_sqrt(from);
    if (stn_all(line))
        return from;
    mask tiny = stn_not(stn_lt(stn_splat(0x1p-1022), x));
    real power = stn_any(tiny) ? stn_pow_tiny(x, n) : stn_pow_normal(x, n);
    return stn_select(root, stn_sqrt(from), stn_select(line, from, power));
}

/* x^n for any n; an x below 0 counts as 0.  n = 2 is a product.
 * 0^n is 0 for n > 0 (its slope too, which is right for n > 1 and harmless below: the engine never needs the
 * slope at standstill), 1 for n = 0, and for n < 0 the largest value of exp: results stay in [exp(-708), exp(709)].
 * Below the normal numbers it is as right as exp(n*log x). */
STN_FN real stn_pow(real x, real n)
{
    mask square = stn_eq(n, stn_splat(2.0));
    if (stn_all(square))
        return x * x;
    return stn_select(square, x * x, stn_pow_other(x, n));
}

/* x^(2/3) as stn_pow has it, but 0 below the normal numbers. */
STN_FN real stn_two_thirds(real x)
{
    mask normal = stn_lt(stn_splat(0x1p-1022), x);
    if (stn_all(normal))
        return stn_two_thirds_normal(x);
    return stn_select(normal, stn_two_thirds_normal(stn_select(normal, x, stn_splat(1.0))),
                      0.0 * x);
}

/* exp(-q), q >= 0, and exactly 0 where it has fallen below rounding: STN_DECAY_END. */
#define STN_DECAY_END 42.0
STN_FN real stn_decay(real q)
{
    mask over = stn_lt(stn_splat(STN_DECAY_END), q);
    if (stn_all(over))
        return stn_splat(0.0);
    return stn_select(over, stn_splat(0.0), stn_exp_within(-q));
}

/* exp(x) for the power of stn_fade: above 4 it only has to be above STN_DECAY_END. */
STN_FN real stn_exp_of_power(real x)
{
    real least = stn_splat(-708.0), most = stn_splat(4.0);
    if (stn_any(stn_or(stn_lt(x, least), stn_lt(most, x)))) /* rare: others do not wait for it */
        x = stn_bound(x, least, most);
    return stn_exp_within(x);
}

/* q^n to some |n*log q| ulp where exp(-q^n) is above 0, in half the time of stn_pow; not inline, so that others are. */
static __attribute__((noinline, unused)) real stn_pow_rough(real q, real n)
{
    mask normal = stn_lt(stn_splat(0x1p-1022), q);
    if (stn_all(normal))
        return stn_exp_of_power(n * stn_log_normal(q));
    real power = n * stn_log_normal(stn_select(normal, q, stn_splat(1.0)));
    return stn_select(normal, stn_exp_of_power(power), 0.0 * q);
}

/* exp(-q^n), n > 0, to rounding of 1: an error of |n*log q| ulp in t = q^n is t*|log t|*exp(-t) < 0.4 of one.
 * A q below 0 counts as 0. */
STN_FN real stn_fade(real q, real n)
{
    mask square = stn_eq(n, stn_splat(2.0));
    if (stn_all(square))
        return stn_decay(q * q);
    return stn_decay(stn_select(square, q * q, stn_pow_rough(q, n)));
}

/* ---- The two words for everything non-smooth ---- */

/* Whether the relations r are those of a loop over fixed steps (core/fused.c): kernels are compiled for these loops by
 * themselves, or in one file with all others, where r->live tells. */
#define STN_LIVE_LOOP 64
#if defined STN_FUSED
#define STN_IN_LOOP(r) 1
#elif defined STN_ONE_FILE && !defined STN_CSTEP
#define STN_IN_LOOP(r) ((r)->live == STN_LIVE_LOOP)
#else
#define STN_IN_LOOP(r) 0
#endif
#if defined STN_FUSED || (defined STN_ONE_FILE && !defined STN_CSTEP)
#include "kernel/kept.h"
#define STN_KEPT(r, what, ...)                      \
    do {                                            \
        if (STN_IN_LOOP(r))                         \
            return stn_kept_##what(r, __VA_ARGS__); \
    } while (0)
#else
#define STN_KEPT(r, what, ...)
#endif
/* Saturation k: raw limited to [lo, hi].  mode +1: at hi, -1: at lo, 0: between, where guard is the
 * distance to hi and guard_low the distance to lo (two guards: their minimum would have a kink). */
STN_FN real stn_clip(StnRel *r, int k, real raw, real lo, real hi)
{
    STN_KEPT(r, clip, k, raw, lo, hi);
    real a = hi - raw, b = raw - lo;
    if (r->live)
        r->mode[k] =
            stn_select(stn_lt(a, stn_splat(0.0)), stn_splat(1.0),
                       stn_select(stn_lt(b, stn_splat(0.0)), stn_splat(-1.0), stn_splat(0.0)));
    mask up = stn_lt(stn_splat(0.0), r->mode[k]), down = stn_lt(r->mode[k], stn_splat(0.0));
    r->guard[k] = stn_select(up, -a, stn_select(down, -b, a));
    r->next[k] = stn_select(up, stn_splat(0.0), stn_select(down, stn_splat(0.0), stn_splat(1.0)));
    if (r->guard_low)
        r->guard_low[k] = stn_select(up, stn_splat(1.0), stn_select(down, stn_splat(1.0), b));
    return stn_select(up, hi, stn_select(down, lo, raw));
}

/* Side k: plus while g > 0, else minus: lap edge, film, gap, sign of a load. */
STN_FN real stn_side(StnRel *r, int k, real g, real plus, real minus)
{
    STN_KEPT(r, side, k, g, plus, minus);
    if (r->live)
        r->mode[k] = stn_gt0(g, stn_splat(1.0), stn_splat(-1.0));
    mask up = stn_lt(stn_splat(0.0), r->mode[k]);
    r->guard[k] = stn_select(up, g, -g);
    r->next[k] = -r->mode[k];
    return stn_select(up, plus, minus);
}

/* Trips once: 1 for ever after g has fallen to 0. */
STN_FN real stn_trip(StnRel *r, int k, real g)
{
    STN_KEPT(r, trip, k, g);
    mask tripped = stn_lt(stn_splat(0.0), r->mode[k]);
    if (r->live)
        tripped = stn_or(tripped, stn_not(stn_lt(stn_splat(0.0), g)));
    r->mode[k] = stn_select(tripped, stn_splat(1.0), stn_splat(0.0));
    r->guard[k] = stn_select(tripped, stn_splat(1.0), g);
    r->next[k] = stn_splat(1.0);
    return r->mode[k];
}

/* sgn(x)*sqrt(|x|), the flow through an orifice; k: the side of 0, where its slope has no limit.  Past
 * the guard it goes on as it is, so that a step may look beyond. */
STN_FN real stn_ssqrt(StnRel *r, int k, real x)
{
    stn_side(r, k, x, x, x);
    return stn_gt0(x, stn_sqrt(x), -stn_sqrt(-x));
}

/* Relation k as it stands, and the way back where it does not apply: in lanes that do not take a branch. */
typedef struct {
    real mode, guard, next, low;
} StnRelation;
STN_STEP_FN StnRelation stn_relation(const StnRel *r, int k)
{
    StnRelation now = {r->mode[k], r->guard[k], r->next[k], stn_splat(1.0)};
    if (r->guard_low)
        now.low = r->guard_low[k];
    return now;
}
STN_STEP_FN void stn_restore(StnRel *r, int k, mask where, const StnRelation *before)
{
    if (!stn_any(where)) /* one lane has taken the branch, or is not here */
        return;
    r->mode[k] = stn_select(where, before->mode, r->mode[k]);
    r->guard[k] = stn_select(where, before->guard, r->guard[k]);
    r->next[k] = stn_select(where, before->next, r->next[k]);
    if (r->guard_low)
        r->guard_low[k] = stn_select(where, before->low, r->guard_low[k]);
}

/* A latched mode k: guard > 0 keeps it, at 0 it becomes `next`.  Only decide() sets it otherwise. */
STN_FN void stn_latch(StnRel *r, int k, real guard, real next)
{
    r->guard[k] = guard;
    r->next[k] = next;
}

#endif
