/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Elementary functions of our own, so that every back end gives the same bits: no table, no library
 * call, no branch that lanes could not take.  Written on EREAL (double or a vector of doubles); the
 * includer defines EREAL, EMASK (its bits as integers), ETRUTH (of a comparison), E(name), E_SPLAT,
 * E_LT, E_OR, E_ANY (in any lane), E_SELECT, E_SHIFT52 (left, unsigned) and E_FAR(x, k, hi, lo),
 * which replaces *hi, *lo by those of far_angle.h where |x| >= E_FAR_ANGLE and returns k, there too.
 *
 * Accuracy, measured in test_kernel.c against long double: exp and log below 2 ulp, pow below
 * (2 + 2.5*|y*log x|) ulp, sin below 2 ulp on [-pi/2, pi/2] and 1 ulp beyond, cos 1 ulp. */

/* 1.5*2^52: adding it rounds to an integer that then stands in the low bits. */
#define E_ROUND 6755399441055744.0

/* exp(x) for any finite x; below -708 it stays at exp(-708), above 709 at exp(709). */
STN_FN EREAL E(exp)(EREAL x)
{
    x = E_SELECT(E_LT(x, E_SPLAT(-708.0)), E_SPLAT(-708.0), x);
    x = E_SELECT(E_LT(E_SPLAT(709.0), x), E_SPLAT(709.0), x);
    EREAL k = (x * 1.4426950408889634 + E_ROUND) - E_ROUND;
    EREAL r = x - k * 6.93147180369123816490e-01; /* ln 2 in two parts: r is exact to rounding */
    r = r - k * 1.90821492927058770002e-10;
    EREAL p = E_SPLAT(1.0 / 6227020800.0);
    p = p * r + 1.0 / 479001600.0;
    p = p * r + 1.0 / 39916800.0;
    p = p * r + 1.0 / 3628800.0;
    p = p * r + 1.0 / 362880.0;
    p = p * r + 1.0 / 40320.0;
    p = p * r + 1.0 / 5040.0;
    p = p * r + 1.0 / 720.0;
    p = p * r + 1.0 / 120.0;
    p = p * r + 1.0 / 24.0;
    p = p * r + 1.0 / 6.0;
    p = p * r + 0.5;
    p = p * r + 1.0;
    p = p * r + 1.0;
    union {
        EREAL d;
        EMASK i;
    } scale;
    scale.d = k + (E_ROUND + 1023.0);
    scale.i = E_SHIFT52(scale.i);
    return p * scale.d;
}

/* log(x) for x >= 2^-1022: log x = e*ln2 + 2*atanh(s), s = (m - 1)/(m + 1), m in [1/sqrt2, sqrt2),
 * |s| <= 0.1716. */
STN_FN EREAL E(log_normal)(EREAL x)
{
    union {
        EREAL d;
        EMASK i;
    } bits, expo;
    bits.d = x;
    expo.i = (bits.i - 0x3fe6a09e667f3bcdLL) >> 52; /* exponent relative to 1/sqrt2 */
    bits.i = bits.i - expo.i * 4503599627370496LL;  /* m */
    union {
        EREAL d;
        EMASK i;
    } e;
    e.i = expo.i + 0x4338000000000000LL; /* the bits of E_ROUND + integer */
    EREAL ed = e.d - E_ROUND;
    EREAL s = (bits.d - 1.0) / (bits.d + 1.0), z = s * s;
    EREAL p = E_SPLAT(1.0 / 23.0);
    p = p * z + 1.0 / 21.0;
    p = p * z + 1.0 / 19.0;
    p = p * z + 1.0 / 17.0;
    p = p * z + 1.0 / 15.0;
    p = p * z + 1.0 / 13.0;
    p = p * z + 1.0 / 11.0;
    p = p * z + 1.0 / 9.0;
    p = p * z + 1.0 / 7.0;
    p = p * z + 1.0 / 5.0;
    p = p * z + 1.0 / 3.0;
    EREAL t = 2.0 * s;
    return ed * 6.93147180369123816490e-01 + (t + (t * z * p + ed * 1.90821492927058770002e-10));
}

/* log(x) for any x: -infinity at 0, NaN below it. */
STN_FN EREAL E(log)(EREAL x)
{
    ETRUTH tiny = E_LT(x, E_SPLAT(0x1p-1022)), positive = E_LT(E_SPLAT(0.0), x);
    EREAL normal = E_SELECT(positive, E_SELECT(tiny, x * 0x1p54, x), E_SPLAT(1.0));
    EREAL value = E(log_normal)(normal);
    EREAL less = (value - 54.0 * 6.93147180369123816490e-01) - 54.0 * 1.90821492927058770002e-10;
    EREAL none = E_SELECT(E_LT(x, E_SPLAT(0.0)), E_SPLAT(NAN), E_SPLAT(-INFINITY));
    value = E_SELECT(positive, E_SELECT(tiny, less, value), none);
    return E_SELECT(E_LT(x, E_SPLAT(INFINITY)), value, x); /* infinity, NaN */
}

/* (sin(x)/x - 1)/x^2 as a series in z = x^2, for |x| <= pi/2. */
STN_FN EREAL E(sin_series)(EREAL z)
{
    EREAL p = E_SPLAT(1.0 / 51090942171709440000.0);
    p = p * z - 1.0 / 121645100408832000.0;
    p = p * z + 1.0 / 355687428096000.0;
    p = p * z - 1.0 / 1307674368000.0;
    p = p * z + 1.0 / 6227020800.0;
    p = p * z - 1.0 / 39916800.0;
    p = p * z + 1.0 / 362880.0;
    p = p * z - 1.0 / 5040.0;
    p = p * z + 1.0 / 120.0;
    return p * z - 1.0 / 6.0;
}

/* (cos(x) - 1 + x^2/2)/x^4 as a series in z = x^2, for |x| <= pi/4. */
STN_FN EREAL E(cos_series)(EREAL z)
{
    EREAL p = E_SPLAT(1.0 / 20922789888000.0);
    p = p * z - 1.0 / 87178291200.0;
    p = p * z + 1.0 / 479001600.0;
    p = p * z - 1.0 / 3628800.0;
    p = p * z + 1.0 / 40320.0;
    p = p * z - 1.0 / 720.0;
    return p * z + 1.0 / 24.0;
}

/* sin(x) for |x| <= pi/2. */
STN_FN EREAL E(sin_near)(EREAL x)
{
    EREAL z = x * x;
    return x + x * z * E(sin_series)(z);
}

/* ---- Angles beyond a quarter turn ---- */

#define E_QUARTER_TURN 1.5707963267948966 /* pi/2 */
#define E_FAR_ANGLE 1048576.0             /* from here on far_angle.h */

/* hi + lo less the product k*part, which is exact: *lo takes what hi + k*part rounds away. */
STN_FN void E(less)(EREAL *hi, EREAL *lo, EREAL amount)
{
    EREAL sum = *hi - amount, back = sum - *hi;
    *lo = *lo + ((*hi - (sum - back)) - (amount + back));
    *hi = sum;
}

/* x = k*pi/2 + hi + lo, |hi| <= pi/4 (to rounding); pi/2 in parts of 33 bits, so that k times one is
 * exact for |x| < E_FAR_ANGLE. */
STN_FN EREAL E(angle)(EREAL x, EREAL *hi, EREAL *lo)
{
    EREAL k = (x * 0.63661977236758134 + E_ROUND) - E_ROUND, rest = E_SPLAT(0.0), sum;
    *hi = x;
    E(less)(hi, &rest, k * 0x1.921fb544p+0);
    E(less)(hi, &rest, k * 0x1.0b4611a6p-34);
    E(less)(hi, &rest, k * 0x1.3198a2e0p-69);
    rest = rest - k * 0x1.b839a252049c1p-104;
    sum = *hi + rest;
    *lo = rest - (sum - *hi);
    *hi = sum;
    return E_FAR(x, k, hi, lo);
}

/* sin(x + more*pi/2) of x in parts. */
STN_FN EREAL E(sine)(EREAL x, double more)
{
    EREAL hi, lo, k = E(angle)(x, &hi, &lo) + more, z = hi * hi, half = 0.5 * z;
    EREAL sine = hi + (hi * z * E(sin_series)(z) + lo * (1.0 - half));
    EREAL one = 1.0 - half;
    EREAL cosine = one + (((1.0 - one) - half) + (z * z * E(cos_series)(z) - hi * lo));
    /* k modulo 4 as 0, +-1, +-2 */
    EREAL turn = k - 4.0 * ((0.25 * k + E_ROUND) - E_ROUND), odd = turn * turn;
    EREAL value = E_SELECT(E_LT(E_SPLAT(0.5), odd), turn * cosine, sine);
    return E_SELECT(E_LT(E_SPLAT(2.0), odd), -sine, value);
}

/* sin(x) and cos(x) for any x; NaN where it is not finite.  Up to a quarter turn sin is the series
 * alone. */
STN_FN EREAL E(sin)(EREAL x)
{
    ETRUTH beyond = E_OR(E_LT(E_SPLAT(E_QUARTER_TURN), x), E_LT(x, E_SPLAT(-E_QUARTER_TURN)));
    EREAL near = E(sin_near)(x);
    if (E_ANY(beyond))
        return E_SELECT(beyond, E(sine)(x, 0.0), near);
    return near;
}
STN_FN EREAL E(cos)(EREAL x) { return E(sine)(x, 1.0); }

#undef EREAL
#undef EMASK
#undef ETRUTH
#undef E
#undef E_SPLAT
#undef E_LT
#undef E_OR
#undef E_ANY
#undef E_SELECT
#undef E_SHIFT52
#undef E_FAR
