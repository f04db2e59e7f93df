/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Elementary functions of our own, so that every back end gives the same bits: no table, no library
 * call, no branch that lanes could not take.  Written on EREAL (double or a vector of doubles); the
 * includer defines EREAL, EMASK (its bits as integers), ETRUTH (of a comparison), E(name), E_SPLAT,
 * E_LT, E_OR, E_ANY (in any lane), E_SELECT, E_SHIFT(a, n) (left, unsigned) and E_FAR(x, k, hi, lo),
 * which replaces *hi, *lo by those of far_angle.h where |x| >= E_FAR_ANGLE and returns k, there too.
 *
 * Accuracy, measured against MPFR in tests/test_elementary.c: exp, log, sin and cos below 1 ulp, pow
 * below 2.  tools/kernel_series.py gives the coefficients.  Sums of products stand in pairs (Estrin),
 * which a processor computes side by side. */

/* 1.5*2^52: adding it rounds to an integer that then stands in the low bits. */
#define E_ROUND 6755399441055744.0
/* ln 2 in two parts; a product of the first and an exponent is exact. */
#define E_LN2 6.93147180369123816490e-01
#define E_LN2_REST 1.90821492927058770002e-10

/* 2^k*exp(t - w), |t - w| <= ln(2)/2 to rounding, w small against 1: what t - w rounds away counts, and so does
 * what 1 + r does.  A step that waits for its friction waits for this: the sums are in the order in which their
 * parts become known. */
STN_FN EREAL E(exp_of)(EREAL k, EREAL t, EREAL w)
{
    EREAL r = t - w, one = 1.0 + r, lost = (r - (one - 1.0)) + ((t - r) - w);
    EREAL r2 = r * r, r4 = r2 * r2;
    EREAL low = r2 * (0.5000000000000011 + 0.1666666666666641 * r) + lost;
    EREAL middle = (0.04166666666653035 + 0.008333333333494751 * r) +
                   (0.0013888888943582325 + 0.0001984126950622357 * r) * r2;
    EREAL top = (2.480149314921317e-05 + 2.7557586544566525e-06 * r) +
                (2.763022939552792e-07 + 2.5000031985543582e-08 * r) * r2;
    union {
        EREAL d;
        EMASK i;
    } scale;
    scale.d = k + (E_ROUND + 1023.0);
    scale.i = E_SHIFT(scale.i, 52);
    return (one + (low + (r4 * middle + (r4 * r4) * top))) * scale.d;
}

/* exp(x) for |x| <= 708. */
STN_FN EREAL E(exp_within)(EREAL x)
{
    EREAL k = (x * 1.4426950408889634 + E_ROUND) - E_ROUND;
    return E(exp_of)(k, x - k * E_LN2, k * E_LN2_REST);
}

/* exp(x) for any x; below -708 it stays at exp(-708), above 709 at exp(709). */
STN_FN EREAL E(exp)(EREAL x)
{
    x = E_SELECT(E_LT(x, E_SPLAT(-708.0)), E_SPLAT(-708.0), x);
    x = E_SELECT(E_LT(E_SPLAT(709.0), x), E_SPLAT(709.0), x);
    return E(exp_within)(x);
}

/* x = m*2^e for x >= 2^-1022: m in [1/sqrt2, sqrt2). */
STN_FN EREAL E(mantissa)(EREAL x, EREAL *e)
{
    union {
        EREAL d;
        EMASK i;
    } bits, expo;
    bits.d = x;
    expo.i = (bits.i - 0x3fe6a09e667f3bcdLL) >> 52; /* exponent relative to 1/sqrt2 */
    bits.i = bits.i - expo.i * 4503599627370496LL;
    expo.i = expo.i + 0x4338000000000000LL; /* the bits of E_ROUND + integer */
    *e = expo.d - E_ROUND;
    return bits.d;
}

/* log(m) = 2*atanh(s) = 2*s + s*z*R(z), s = (m - 1)/(m + 1), z = s^2; with f = m - 1 and h = f^2/2 that is
 * f - h + s*h + s*z*R, of which the first parts are exact or nearly.  *first is s*h, which is known long before s*z*R,
 * the result. */
STN_FN EREAL E(log_end)(EREAL m, EREAL f, EREAL h, EREAL *first)
{
    EREAL s = f / (m + 1.0), z = s * s, z2 = z * z, sz = s * z;
    EREAL low = (0.6666666666666734 + 0.3999999999941482 * z) +
                (0.2857142874243262 + 0.22222198564468587 * z) * z2;
    EREAL top = (0.18183564883734285 + 0.1531403523560368 * z) + 0.1479610372071586 * z2;
    *first = s * h;
    return sz * low + (sz * (z2 * z2)) * top;
}

/* log(x) for x >= 2^-1022. */
STN_FN EREAL E(log_normal)(EREAL x)
{
    EREAL e, m = E(mantissa)(x, &e), f = m - 1.0, h = 0.5 * f * f, first;
    EREAL end = E(log_end)(m, f, h, &first);
    return e * E_LN2 + (f - ((h - (first + e * E_LN2_REST)) - end));
}

/* log(x) for any x: -infinity at 0, NaN below it. */
STN_FN EREAL E(log)(EREAL x)
{
    ETRUTH tiny = E_LT(x, E_SPLAT(0x1p-1022)), positive = E_LT(E_SPLAT(0.0), x);
    EREAL normal = E_SELECT(positive, E_SELECT(tiny, x * 0x1p54, x), E_SPLAT(1.0));
    EREAL value = E(log_normal)(normal);
    EREAL less = (value - 54.0 * E_LN2) - 54.0 * E_LN2_REST;
    EREAL none = E_SELECT(E_LT(x, E_SPLAT(0.0)), E_SPLAT(NAN), E_SPLAT(-INFINITY));
    value = E_SELECT(positive, E_SELECT(tiny, less, value), none);
    return E_SELECT(E_LT(x, E_SPLAT(INFINITY)), value, x); /* infinity, NaN */
}

/* ---- Powers: the logarithm in two parts, which the exponent then magnifies ---- */

#define E_SHORT 8.0 /* up to this exponent of e a shorter logarithm is enough */

/* The upper half of the digits: products of two such numbers are exact. */
STN_FN EREAL E(half)(EREAL x)
{
    union {
        EREAL d;
        EMASK i;
    } bits;
    bits.d = x;
    bits.i = bits.i & -0x8000000LL;
    return bits.d;
}

/* s*z*(2/3 + z*T(z)) = *hi + *lo, where s = s1 + s2, s1 has half the digits and z = s^2. */
STN_FN void E(log_rest)(EREAL s1, EREAL s2, EREAL *hi, EREAL *lo)
{
    EREAL z1 = s1 * s1, z2 = s2 * (2.0 * s1 + s2), z = z1 + z2, zz = z * z;
    EREAL low = (0.3999999999999998 + 0.2857142857144509 * z) +
                (0.2222222221754119 + 0.18181818869786243 * z) * zz;
    EREAL top = (0.15384556905307953 + 0.13336316125323827 * z) +
                (0.1167484472589707 + 0.11988792779846756 * z) * zz;
    /* 2/3 = 11184810*2^-24 + 2^-24*2/3 */
    EREAL q = 0x1.5555555555555p-25 + z * (low + top * (zz * zz)), p = 0x1.555554p-1 + q;
    EREAL p1 = E(half)(p), p2 = (0x1.555554p-1 - p1) + q;
    EREAL y1 = E(half)(z1), u1 = y1 * p1, u2 = y1 * p2 + ((z1 - y1) + z2) * p;
    EREAL v1 = E(half)(u1), v2 = (u1 - v1) + u2;
    *hi = s1 * v1;
    *lo = s1 * v2 + s2 * (u1 + u2);
}

/* log(m) + e*ln2 = *hi + *lo to some 2^-64; m in [1/sqrt2, sqrt2). */
STN_FN void E(log_parts)(EREAL m, EREAL e, EREAL *hi, EREAL *lo)
{
    EREAL f = m - 1.0, g = m + 1.0, g1 = E(half)(g), g2 = (g - g1) + (m - (g - 1.0));
    EREAL down = 1.0 / g, s1 = E(half)(f * down), s2 = ((f - s1 * g1) - s1 * g2) * down;
    EREAL r1, r2;
    E(log_rest)(s1, s2, &r1, &r2);
    EREAL a = 2.0 * s1, sum = a + r1, rest = ((a - sum) + r1) + (2.0 * s2 + r2);
    EREAL whole = e * E_LN2, all = whole + sum;
    rest = ((whole - all) + sum) + (rest + e * E_LN2_REST);
    *hi = all + rest;
    *lo = (all - *hi) + rest;
}

/* The same to some 2^-56 in less than half the time. */
STN_FN void E(log_short)(EREAL m, EREAL e, EREAL *hi, EREAL *lo)
{
    EREAL f = m - 1.0, f1 = E(half)(f), f2 = f - f1, h1 = 0.5 * f1 * f1, h2 = 0.5 * f2 * (f + f1);
    EREAL first, end = E(log_end)(m, f, h1 + h2, &first), part = f - h1;
    EREAL rest = ((f - part) - h1) + ((first - h2) + end);
    EREAL whole = e * E_LN2, all = whole + part;
    rest = ((whole - all) + part) + (rest + e * E_LN2_REST);
    *hi = all + rest;
    *lo = (all - *hi) + rest;
}

/* (m*2^e)^n, m in [1/sqrt2, sqrt2); it stays between exp(-708) and exp(709). */
STN_FN EREAL E(pow_of)(EREAL m, EREAL e, EREAL n)
{
    EREAL hi, lo;
    E(log_short)(m, e, &hi, &lo);
    EREAL size = n * hi;
    ETRUTH large = E_LT(E_SPLAT(E_SHORT * E_SHORT), size * size);
    if (E_ANY(large)) {
        EREAL hi2, lo2;
        E(log_parts)(m, e, &hi2, &lo2);
        hi = E_SELECT(large, hi2, hi), lo = E_SELECT(large, lo2, lo);
    }
    EREAL n1 = E(half)(n), hi1 = E(half)(hi), product = n1 * hi1;
    EREAL rest = n1 * ((hi - hi1) + lo) + (n - n1) * hi, x = product + rest;
    rest = (product - x) + rest;
    ETRUTH below = E_LT(x, E_SPLAT(-708.0)), above = E_LT(E_SPLAT(709.0), x);
    x = E_SELECT(below, E_SPLAT(-708.0), E_SELECT(above, E_SPLAT(709.0), x));
    rest = E_SELECT(E_OR(below, above), E_SPLAT(0.0), rest);
    EREAL k = (x * 1.4426950408889634 + E_ROUND) - E_ROUND;
    return E(exp_of)(k, x - k * E_LN2, k * E_LN2_REST - rest);
}

/* x^n for x >= 2^-1022. */
STN_FN EREAL E(pow_normal)(EREAL x, EREAL n)
{
    EREAL e, m = E(mantissa)(x, &e);
    return E(pow_of)(m, e, n);
}

/* x^(2/3) for x >= 2^-1022.  With x = m*2^(3*j) it is m*y*2^(2*j), y = m^(-1/3): from a guess to 2^-12 by two
 * steps of third order, the second from a y of half the digits, whose products with those of m are exact. */
STN_FN EREAL E(two_thirds)(EREAL x)
{
    EREAL e, m = E(mantissa)(x, &e);
    EREAL y = (1.7306769511349436 - 1.285654345237087 * m) +
              (0.713283220852767 - 0.15852672894606673 * m) * (m * m);
    EREAL j = (e * 0.33333333333333331 + E_ROUND) - E_ROUND, left = e - 3.0 * j; /* -1, 0, 1 */
    ETRUTH up = E_LT(E_SPLAT(0.5), left), down = E_LT(left, E_SPLAT(-0.5));
    m = m * E_SELECT(up, E_SPLAT(2.0), E_SELECT(down, E_SPLAT(0.5), E_SPLAT(1.0)));
    y = y * E_SELECT(up, E_SPLAT(0.79370052598409974),
                     E_SELECT(down, E_SPLAT(1.2599210498948732), E_SPLAT(1.0)));
    EREAL off = 1.0 - m * y * (y * y);
    y = E(half)(y + y * (off * (0.33333333333333331 + 0.22222222222222221 * off)));
    EREAL m1 = E(half)(m), hi = m1 * y, lo = (m - m1) * y, power = hi + lo;
    off = 1.0 - power * (y * y);
    power = hi + (lo + power * (off * (0.33333333333333331 + 0.22222222222222221 * off)));
    union {
        EREAL d;
        EMASK i;
    } scale;
    scale.d = 2.0 * j + (E_ROUND + 1023.0);
    scale.i = E_SHIFT(scale.i, 52);
    return power * scale.d;
}

/* ---- Sine and cosine ---- */

#define E_EIGHTH_TURN 0.78539816339744828 /* pi/4; up to here no angle is taken off */
#define E_FAR_ANGLE 1048576.0             /* from here on far_angle.h */

/* sin(hi + lo) and cos(hi + lo), |hi| <= pi/4 to rounding. */
STN_FN EREAL E(sin_series)(EREAL hi, EREAL lo)
{
    EREAL z = hi * hi, z2 = z * z;
    EREAL low = -0.16666666666666632 + 0.008333333333322443 * z;
    EREAL high = (-0.00019841269829830817 + 2.755731369968949e-06 * z) +
                 (-2.505075929468426e-08 + 1.58968621204896e-10 * z) * z2;
    return hi + (hi * z * (low + high * z2) + lo * (1.0 - 0.5 * z));
}
STN_FN EREAL E(cos_series)(EREAL hi, EREAL lo)
{
    EREAL z = hi * hi, z2 = z * z, half = 0.5 * z, one = 1.0 - half;
    EREAL low = 0.041666666666666595 - 0.0013888888888873058 * z;
    EREAL high = (2.4801587288853547e-05 - 2.75573141798756e-07 * z) +
                 (2.0875700922023277e-09 - 1.1358540572725147e-11 * z) * z2;
    return one + (((1.0 - one) - half) + (z2 * (low + high * z2) - hi * lo));
}

/* hi + lo less an amount: *lo takes what the new *hi rounds away. */
STN_FN void E(less)(EREAL *hi, EREAL *lo, EREAL amount)
{
    EREAL sum = *hi - amount, back = sum - *hi;
    *lo = *lo + ((*hi - (sum - back)) - (amount + back));
    *hi = sum;
}

/* x = k*pi/2 + hi + lo, |hi| <= pi/4 to rounding; returns k, of which the last two bits count.  pi/2 in parts
 * of 33 bits, so that k times one is exact for |x| < E_FAR_ANGLE, and so is x less the first of them. */
STN_FN EMASK E(angle)(EREAL x, EREAL *hi, EREAL *lo)
{
    ETRUTH beyond = E_OR(E_LT(E_SPLAT(E_EIGHTH_TURN), x), E_LT(x, E_SPLAT(-E_EIGHTH_TURN)));
    union {
        EREAL d;
        EMASK i;
    } turns;
    turns.d = E_SPLAT(0.0);
    *hi = x, *lo = turns.d;
    if (!E_ANY(beyond))
        return turns.i;
    turns.d = E_SELECT(beyond, x * 0.63661977236758134, turns.d) + E_ROUND;
    EREAL k = turns.d - E_ROUND, rest = *lo, sum;
    *hi = x - k * 0x1.921fb544p+0;
    E(less)(hi, &rest, k * 0x1.0b4611a6p-34);
    E(less)(hi, &rest, k * 0x1.3198a2e0p-69);
    rest = rest - k * 0x1.b839a252049c1p-104;
    sum = *hi + rest;
    *lo = rest - (sum - *hi);
    *hi = sum;
    return E_FAR(x, turns.i, hi, lo);
}

/* sin(k*pi/2 + hi + lo). */
STN_FN EREAL E(sin_turned)(EMASK k, EREAL hi, EREAL lo)
{
    ETRUTH odd = E_ODD(k);
    union {
        EREAL d;
        EMASK i;
    } value;
    value.d = hi;
    if (E_ANY(odd))
        value.d = E(cos_series)(hi, lo);
    if (!E_ALL(odd))
        value.d = E_SELECT(odd, value.d, E(sin_series)(hi, lo));
    value.i = value.i ^ E_SHIFT(k & 2, 62); /* the sign */
    return value.d;
}

/* sin(x) and cos(x) for any x; NaN where it is not finite. */
STN_FN EREAL E(sin)(EREAL x)
{
    EREAL hi, lo;
    EMASK k = E(angle)(x, &hi, &lo);
    return E(sin_turned)(k, hi, lo);
}
STN_FN EREAL E(cos)(EREAL x)
{
    EREAL hi, lo;
    EMASK k = E(angle)(x, &hi, &lo);
    return E(sin_turned)(k + 1, hi, lo);
}
/* Both at once. */
STN_FN void E(sin_cos)(EREAL x, EREAL *sine, EREAL *cosine)
{
    EREAL hi, lo;
    EMASK k = E(angle)(x, &hi, &lo);
    *sine = E(sin_turned)(k, hi, lo);
    *cosine = E(sin_turned)(k + 1, hi, lo);
}

#undef EREAL
#undef EMASK
#undef ETRUTH
#undef E_ODD
#undef E_ALL
#undef E
#undef E_SPLAT
#undef E_LT
#undef E_OR
#undef E_ANY
#undef E_SELECT
#undef E_SHIFT
#undef E_FAR
