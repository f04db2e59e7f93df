/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The complex-step back end of real.h: values in the real parts, derivatives in the imaginary ones.
 * Comparisons look at the values. */
#ifndef STN_KERNEL_COMPLEX_H
#define STN_KERNEL_COMPLEX_H

typedef double _Complex real;
typedef struct StnInC {
    real val, d1, d2;
} StnInC;
typedef struct StnSiteC {
    real v, x, h, m, load, drive, a, dir, dt, brake, play[2], barred[2];
    int imposed;
} StnSiteC;
typedef struct StnFricC {
    real F, M;
} StnFricC;
typedef struct StnRelC {
    real *mode, *guard, *next;
    int live;
    real *guard_low;
    const double *stop;
} StnRelC;
typedef struct StnStepC {
    real v, FF, extra;
} StnStepC;
#define StnIn StnInC
#define StnSite StnSiteC
#define StnFric StnFricC
#define StnRel StnRelC
#define StnStep StnStepC

STN_FN real stn_dual(double value, double slope, real x)
{
    real r;
    __real__ r = value;
    __imag__ r = slope * __imag__ x;
    return r;
}
STN_FN real stn_exp(real x)
{
    double e = stn_exp_d(__real__ x);
    return stn_dual(e, e, x);
}
/* The slope of log below the normal numbers, where 1/x is no number, counts as 0. */
STN_FN real stn_log_normal(real x)
{
    return stn_dual(stn_log_normal_d(__real__ x), 1.0 / __real__ x, x);
}
STN_FN real stn_log(real x)
{
    double slope = __real__ x < 0x1p-1022 ? 0.0 : 1.0 / __real__ x;
    return stn_dual(stn_log_d(__real__ x), slope, x);
}
/* Up to a quarter turn, where most sines are, the cosine is had for a root. */
STN_FN real stn_sin(real x)
{
    double s = stn_sin_d(__real__ x), square = 1.0 - s * s;
    if (__builtin_fabs(__real__ x) > E_QUARTER_TURN)
        return stn_dual(s, stn_cos_d(__real__ x), x);
    return stn_dual(s, __builtin_sqrt(square < 0.0 ? 0.0 : square), x);
}
STN_FN real stn_cos(real x) { return stn_dual(stn_cos_d(__real__ x), -stn_sin_d(__real__ x), x); }
STN_FN real stn_sqrt(real x)
{
    double s = __builtin_sqrt(__real__ x);
    return stn_dual(s, s > 0.0 ? 0.5 / s : 0.0, x);
}

typedef int mask;
STN_FN real stn_splat(double a) { return a; }
STN_FN mask stn_lt(real a, real b) { return __real__ a < __real__ b; }
STN_FN mask stn_eq(real a, real b) { return __real__ a == __real__ b; }
STN_FN real stn_over(real a, real b) { return a / __real__ b; }
STN_FN real stn_select(mask m, real a, real b) { return m ? a : b; }
STN_FN mask stn_never(void) { return 0; }
STN_FN mask stn_not(mask m) { return !m; }
STN_FN mask stn_and(mask a, mask b) { return a & b; }
STN_FN mask stn_or(mask a, mask b) { return a | b; }
STN_FN uniform stn_any(mask m) { return m; }
STN_FN uniform stn_all(mask m) { return m; }

#endif
