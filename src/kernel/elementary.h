/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Elementary functions of our own, so that every back end gives the same bits: no table, no library
 * call, no branch that lanes could not take.  Written on EREAL (double or a vector of doubles); the
 * includer defines EREAL, EMASK, E(name), E_SPLAT, E_LT, E_SELECT, E_SHIFT52 (left, unsigned).
 *
 * Accuracy, measured in test_kernel.c against long double: exp and log below 2 ulp, pow below
 * (2 + 2.5*|y*log x|) ulp, sin on [-pi/2, pi/2] below 2 ulp. */

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

/* log(x) for x > 0 (below 1e-300 it stays at log(1e-300)): log x = e*ln2 + 2*atanh(s),
 * s = (m - 1)/(m + 1), m in [1/sqrt2, sqrt2), |s| <= 0.1716. */
STN_FN EREAL E(log)(EREAL x)
{
    union {
        EREAL d;
        EMASK i;
    } bits, expo;
    bits.d = E_SELECT(E_LT(x, E_SPLAT(1e-300)), E_SPLAT(1e-300), x);
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

/* sin(x) for |x| <= pi/2. */
STN_FN EREAL E(sin)(EREAL x)
{
    EREAL z = x * x;
    EREAL p = E_SPLAT(1.0 / 51090942171709440000.0);
    p = p * z - 1.0 / 121645100408832000.0;
    p = p * z + 1.0 / 355687428096000.0;
    p = p * z - 1.0 / 1307674368000.0;
    p = p * z + 1.0 / 6227020800.0;
    p = p * z - 1.0 / 39916800.0;
    p = p * z + 1.0 / 362880.0;
    p = p * z - 1.0 / 5040.0;
    p = p * z + 1.0 / 120.0;
    p = p * z - 1.0 / 6.0;
    return x + x * z * p;
}
