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
STN_FN real stn_exp_within(real x)
{
    double e = stn_exp_within_d(__real__ x);
    return stn_dual(e, e, x);
}
STN_FN real stn_log_normal(real x)
{
    return stn_dual(stn_log_normal_d(__real__ x), 1.0 / __real__ x, x);
}
/* The slope of log below the normal numbers, where 1/x is no number, counts as 0. */
STN_FN real stn_log(real x)
{
    double slope = __real__ x < 0x1p-1022 ? 0.0 : 1.0 / __real__ x;
    return stn_dual(stn_log_d(__real__ x), slope, x);
}
/* n is no variable of the motion. */
STN_FN real stn_pow_normal(real x, real n)
{
    double power = stn_pow_normal_d(__real__ x, __real__ n);
    return stn_dual(power, __real__ n * power / __real__ x, x);
}
STN_FN real stn_two_thirds_normal(real x)
{
    double power = stn_two_thirds_d(__real__ x);
    return stn_dual(power, (2.0 / 3.0) * power / __real__ x, x);
}
STN_FN real stn_sin(real x)
{
    double sine, cosine;
    stn_sin_cos_d(__real__ x, &sine, &cosine);
    return stn_dual(sine, cosine, x);
}
STN_FN real stn_cos(real x)
{
    double sine, cosine;
    stn_sin_cos_d(__real__ x, &sine, &cosine);
    return stn_dual(cosine, -sine, x);
}
STN_FN real stn_sqrt(real x)
{
    double s = __builtin_sqrt(__real__ x);
    return stn_dual(s, s > 0.0 ? 0.5 / s : 0.0, x);
}

/* What compilers call for a quotient of complex numbers, and for a product that is no number: those of their
 * libraries differ in the last bits and between optimisations.  These are found first, since they stand in the
 * same file; the imaginary parts are slopes, whose products are no part of the value. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* gcc knows the names */
/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
static __attribute__((used)) real __divdc3(double a, double da, double b, double db)
{
    real r;
    double q = a / b;
    __real__ r = q;
    __imag__ r = (da - q * db) / b;
    return r;
}
static __attribute__((used)) real __muldc3(double a, double da, double b, double db)
{
    real r;
    __real__ r = a * b;
    __imag__ r = a * db + da * b;
    return r;
}
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#pragma GCC diagnostic pop

typedef int mask;
STN_FN real stn_splat(double a) { return a; }
STN_FN mask stn_lt(real a, real b) { return __real__ a < __real__ b; }
STN_FN mask stn_eq(real a, real b) { return __real__ a == __real__ b; }
STN_FN real stn_over(real a, real b) { return a * (1.0 / __real__ b); }
STN_FN real stn_select(mask m, real a, real b) { return m ? a : b; }
STN_FN mask stn_never(void) { return 0; }
STN_FN mask stn_not(mask m) { return !m; }
STN_FN mask stn_and(mask a, mask b) { return a & b; }
STN_FN mask stn_or(mask a, mask b) { return a | b; }
STN_FN uniform stn_any(mask m) { return m; }
STN_FN uniform stn_all(mask m) { return m; }

#endif
