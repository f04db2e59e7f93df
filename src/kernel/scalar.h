/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The back end of real.h on double. */
#ifndef STN_KERNEL_SCALAR_H
#define STN_KERNEL_SCALAR_H

typedef double real;
typedef int mask;
STN_FN real stn_exp(real x) { return stn_exp_d(x); }
STN_FN real stn_exp_within(real x) { return stn_exp_within_d(x); }
STN_FN real stn_log_normal(real x) { return stn_log_normal_d(x); }
STN_FN real stn_two_thirds_normal(real x) { return stn_two_thirds_d(x); }
STN_FN real stn_pow_normal(real x, real n) { return stn_pow_normal_d(x, n); }
STN_FN real stn_log(real x) { return stn_log_d(x); }
STN_FN real stn_sin(real x) { return stn_sin_d(x); }
STN_FN real stn_cos(real x) { return stn_cos_d(x); }
STN_FN real stn_sqrt(real x) { return __builtin_sqrt(x); }
STN_FN real stn_splat(double a) { return a; }
STN_FN mask stn_lt(real a, real b) { return a < b; }
STN_FN mask stn_eq(real a, real b) { return a == b; }
STN_FN real stn_over(real a, real b) { return a * (1.0 / b); }
STN_FN real stn_select(mask m, real a, real b) { return m ? a : b; }
STN_FN mask stn_differ(real a, real b)
{
    union {
        double d;
        int64_t i;
    } x, y;
    x.d = a, y.d = b;
    return x.i != y.i;
}
STN_FN real stn_when(uniform so, real a, real b) { return so ? a : b; }
STN_FN mask stn_never(void) { return 0; }
STN_FN mask stn_same(mask a, mask b) { return a == b; }
STN_FN mask stn_not(mask m) { return !m; }
STN_FN mask stn_and(mask a, mask b) { return a & b; }
STN_FN mask stn_or(mask a, mask b) { return a | b; }
STN_FN uniform stn_any(mask m) { return m; }
STN_FN void stn_leave(StnRel *r, int k, mask where)
{
    if (__builtin_expect(where, 0))
        r->mode[k] = 2.0; /* no mode at all */
}
STN_FN uniform stn_all(mask m) { return m; }

#endif
