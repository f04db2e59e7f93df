/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Decimal text to the nearest double.  Up to 19 digits go through a 64 x 128 bit product whose error
 * is below one unit of its top 128 bits (D. Lemire, "Number parsing at a gigabyte per second", 2021);
 * what lies too near the middle of two doubles, is subnormal or has more digits goes to strtod in
 * the "C" locale. */
#include "io/c_locale.h"
#include "io/number.h"
#include "io/power_of_ten.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS_MAX = 19, LENGTH_MAX = 1100, EXPONENT_MAX = 99999 };

typedef struct Scan {
    const char *at, *end;
    uint64_t mantissa;
    int digits;   /* significant ones, leading zeros not counted */
    int exponent; /* of ten */
} Scan;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Takes a run of digits into the mantissa; returns its length. */
static int scan_digits(Scan *s)
{
    const char *start = s->at;
    uint64_t m = s->mantissa;
    int n = s->digits;
    for (; s->at < s->end && is_digit(*s->at); s->at++) {
        n += n > 0 || *s->at != '0';
        if (n <= DIGITS_MAX) {
            m = m * 10 + (uint64_t)(*s->at - '0');
        }
    }
    s->mantissa = m;
    s->digits = n;
    return s->at - start > EXPONENT_MAX ? EXPONENT_MAX : (int)(s->at - start);
}

/* Takes "e-5"; leaves the place alone when no exponent stands there. */
static void scan_exponent(Scan *s)
{
    const char *p = s->at;
    if (p >= s->end || (*p != 'e' && *p != 'E')) {
        return;
    }
    p++;
    const bool minus = p < s->end && *p == '-';
    if (p < s->end && (*p == '-' || *p == '+')) {
        p++;
    }
    if (p >= s->end || !is_digit(*p)) {
        return;
    }
    int value = 0;
    for (; p < s->end && is_digit(*p); p++) {
        value = value >= EXPONENT_MAX ? EXPONENT_MAX : value * 10 + (*p - '0');
    }
    s->exponent += minus ? -value : value;
    s->at = p;
}

/* Where mantissa and power are doubles themselves, one operation rounds once, to the nearest (W. D. Clinger, "How to
 * read floating point numbers accurately", 1990): all that most files have.  Not where doubles are computed with
 * more digits, as they would be rounded twice. */
static bool exact(uint64_t mantissa, int exponent, double *value)
{
    static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    enum { MOST = sizeof power / sizeof power[0] - 1 };
    if (FLT_EVAL_METHOD != 0 || mantissa >> 53 || exponent < -MOST || exponent > MOST) {
        return false;
    }
    *value =
        exponent < 0 ? (double)mantissa / power[-exponent] : (double)mantissa * power[exponent];
    return true;
}

/* mantissa * 10^exponent; false where this method cannot decide. */
static bool nearest(uint64_t mantissa, int exponent, double *value)
{
    if (exponent < STN_POWER_MIN || exponent > STN_POWER_MAX) {
        return false;
    }
    const int zeros = __builtin_clzll(mantissa);
    const uint64_t w = mantissa << zeros;
    const StnWide g = stn_power_of_ten(exponent);
    const StnWide low = (StnWide)(uint64_t)g * w;
    const StnWide top = (StnWide)(uint64_t)(g >> 64) * w + (uint64_t)(low >> 64);

    /* keep 53 bits; `top` is off by less than 1, so the rest must not be within 1 of the middle */
    const int cut = 74 + (int)(top >> 127);
    uint64_t bits = (uint64_t)(top >> cut);
    const StnWide half = (StnWide)1 << (cut - 1);
    const StnWide rest = top & (half * 2 - 1);
    if (rest + 1 >= half && rest <= half + 1) {
        return false;
    }
    int e = cut + 64 - zeros + stn_log2_of_power(exponent) - 127;
    bits += rest > half;
    if (bits >> 53) {
        bits >>= 1;
        e++;
    }
    const int biased = e + 1075;
    if (biased < 1 || biased > 2046) {
        return false;
    }
    bits = (bits & 0xfffffffffffffull) | (uint64_t)biased << 52;
    memcpy(value, &bits, sizeof *value);
    return true;
}

/* The slow and always right way; the decimal mark becomes a point. */
static bool from_library(const char *text, const char *end, double *value)
{
    char copy[LENGTH_MAX];
    const size_t length = (size_t)(end - text);
    if (length >= sizeof copy) {
        return false;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    char *comma = memchr(copy, ',', length);
    if (comma) {
        *comma = '.';
    }
    return stn_c_strtod(copy, value);
}

const char *stn_number_read(const char *text, const char *end, bool comma, char *mark,
                            double *value)
{
    Scan s = {text, end, 0, 0, 0};
    const bool minus = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+')) {
        s.at++;
    }
    const char *const unsigned_text = s.at;
    int count = scan_digits(&s);
    if (s.at < end && (*s.at == '.' || (comma && *s.at == ','))) {
        const char seen = *s.at++;
        const int decimals = scan_digits(&s);
        count += decimals;
        s.exponent = -decimals;
        if (count > 0) {
            *mark = seen;
        }
    }
    if (count == 0) {
        return NULL;
    }
    scan_exponent(&s);
    if (s.digits == 0) {
        *value = 0.0;
    } else if (s.digits > DIGITS_MAX ||
               (!exact(s.mantissa, s.exponent, value) && !nearest(s.mantissa, s.exponent, value))) {
        if (!from_library(unsigned_text, s.at, value)) {
            return NULL;
        }
    }
    *value = minus ? -*value : *value;
    return s.at;
}
