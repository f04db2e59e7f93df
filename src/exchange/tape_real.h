/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The back end of real.h that writes down: a real is the number of an expression, what a kernel does with reals is a
 * list of expressions (exchange/tape.h), from which other languages are written.  C++ for its operators only: no exception,
 * no library.  A comparison whose sides are known numbers is known; of others "in any lane" holds and "in all lanes" does
 * not, so that both sides of a rare branch are written and a select takes one: the bits are those of every other back end,
 * as they are among lanes. */
#ifndef STN_EXCHANGE_TAPE_REAL_H
#define STN_EXCHANGE_TAPE_REAL_H

#include "exchange/tape.h"

struct real {
    int id;
    real() : id(0) {} /* 0.0: what a kernel copies before it is set is a number, too */
    real(double a) : id(stn_tape_constant(a)) {}
};
struct mask {
    int id;
};
static inline real stn_taped(int op, real a, real b)
{
    real r = 0.0;
    r.id = stn_tape_add(op, a.id, b.id, -1);
    return r;
}
static inline real operator+(real a, real b) { return stn_taped(STN_OP_ADD, a, b); }
static inline real operator-(real a, real b) { return stn_taped(STN_OP_SUBTRACT, a, b); }
static inline real operator*(real a, real b) { return stn_taped(STN_OP_MULTIPLY, a, b); }
static inline real operator/(real a, real b) { return stn_taped(STN_OP_DIVIDE, a, b); }
static inline real operator-(real a) { return stn_taped(STN_OP_NEGATE, a, a); }
static inline real &operator+=(real &a, real b) { return a = a + b; }
static inline real &operator-=(real &a, real b) { return a = a - b; }

struct StnInT {
    real val, d1, d2;
};
struct StnSiteT {
    real v, x, h, m, load, drive, a, dir, dt, brake, play[2], barred[2];
    int imposed;
};
struct StnFricT {
    real F, M;
};
struct StnRelT {
    real *mode, *guard, *next;
    int live;
    real *guard_low;
    const real *stop;
};
struct StnStepT {
    real v, FF, extra;
};
struct StnLoopT {
    real t, Ts, e, x, v, x_ref, v_ref, a_ref, load, u;
    real (*friction)(const StnLoopT *loop, real v);
    void *term;
};
#define StnIn StnInT
#define StnSite StnSiteT
#define StnFric StnFricT
#define StnRel StnRelT
#define StnStep StnStepT
#define StnLoop StnLoopT

STN_FN real stn_exp(real x) { return stn_taped(STN_OP_EXP, x, x); }
STN_FN real stn_exp_within(real x) { return stn_taped(STN_OP_EXP_WITHIN, x, x); }
STN_FN real stn_log(real x) { return stn_taped(STN_OP_LOG, x, x); }
STN_FN real stn_log_normal(real x) { return stn_taped(STN_OP_LOG_NORMAL, x, x); }
STN_FN real stn_two_thirds_normal(real x) { return stn_taped(STN_OP_TWO_THIRDS, x, x); }
STN_FN real stn_pow_normal(real x, real n) { return stn_taped(STN_OP_POW_NORMAL, x, n); }
STN_FN real stn_sin(real x) { return stn_taped(STN_OP_SIN, x, x); }
STN_FN real stn_cos(real x) { return stn_taped(STN_OP_COS, x, x); }
STN_FN real stn_sqrt(real x) { return stn_taped(STN_OP_SQRT, x, x); }
STN_FN real stn_splat(double a) { return real(a); }
STN_FN real stn_over(real a, real b) { return a * (1.0 / b); }

STN_FN mask stn_taped_mask(int op, int a, int b)
{
    mask m = {stn_tape_add(op, a, b, -1)};
    return m;
}
STN_FN mask stn_lt(real a, real b) { return stn_taped_mask(STN_OP_BELOW, a.id, b.id); }
STN_FN mask stn_eq(real a, real b) { return stn_taped_mask(STN_OP_EQUAL, a.id, b.id); }
STN_FN mask stn_not(mask m) { return stn_taped_mask(STN_OP_NOT, m.id, m.id); }
STN_FN mask stn_and(mask a, mask b) { return stn_taped_mask(STN_OP_AND, a.id, b.id); }
STN_FN mask stn_or(mask a, mask b) { return stn_taped_mask(STN_OP_OR, a.id, b.id); }
STN_FN mask stn_same(mask a, mask b)
{
    return stn_or(stn_and(a, b), stn_and(stn_not(a), stn_not(b)));
}
STN_FN mask stn_never(void) { return stn_lt(stn_splat(1.0), stn_splat(0.0)); }
STN_FN real stn_select(mask m, real a, real b)
{
    real r = 0.0;
    r.id = stn_tape_add(STN_OP_SELECT, m.id, a.id, b.id);
    return r;
}
STN_FN real stn_when(uniform so, real a, real b) { return so ? a : b; }
STN_FN uniform stn_any(mask m) { return stn_tape_truth(m.id) != 0; }
STN_FN uniform stn_all(mask m) { return stn_tape_truth(m.id) == 1; }

#endif
