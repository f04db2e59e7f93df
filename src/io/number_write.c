/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The shortest decimal text that reads back to the same bits, by the Schubfach method: R. Giulietti,
 * "The Schubfach way to render doubles", 2020.  Where several texts are equally short, the nearest
 * to the value is taken. */
#include "io/number.h"
#include "io/power_of_ten.h"
#include "stiction/io.h"

#include <math.h>
#include <string.h>

typedef struct Decimal {
    uint64_t digits;
    int exponent; /* value = digits * 10^exponent */
} Decimal;

/* The top 64 bits of g * c / 2^64, the lowest of them set when anything was cut off. */
static uint64_t round_to_odd(StnWide g, uint64_t c)
{
    const StnWide low = (StnWide)(uint64_t)g * c;
    const StnWide sum = (StnWide)(uint64_t)(g >> 64) * c + (uint64_t)(low >> 64);
    return (uint64_t)(sum >> 64) | ((uint64_t)sum > 1);
}

/* Picks among the candidates s*10^k, (s+1)*10^k and their neighbours with one digit less; all values
 * are in quarters, and [lower, upper] is the interval that reads back to the same double. */
static Decimal pick(uint64_t lower, uint64_t middle, uint64_t upper, int k)
{
    const uint64_t s = middle / 4;
    if (s >= 10) {
        const uint64_t t = s / 10;
        const bool below = lower <= 40 * t;
        const bool above = 40 * t + 40 <= upper;
        if (below != above) {
            return (Decimal){t + above, k + 1};
        }
    }
    const bool below = lower <= 4 * s;
    const bool above = 4 * s + 4 <= upper;
    if (below != above) {
        return (Decimal){s + above, k};
    }
    const uint64_t half = 4 * s + 2;
    return (Decimal){s + (middle > half || (middle == half && (s & 1))), k};
}

/* value = c * 2^q; `narrow`: the gap below is half of the gap above. */
static Decimal shortest(uint64_t c, int q, bool narrow)
{
    const int k = (q * 1262611 - (narrow ? 524031 : 0)) >> 22; /* floor(log10(2^q)) or so */
    const int h = q + stn_log2_of_power(-k) + 1;
    const StnWide g = stn_power_of_ten(-k);
    const uint64_t odd = c & 1;
    const uint64_t lower = round_to_odd(g, (4 * c - 2 + narrow) << h);
    const uint64_t middle = round_to_odd(g, (4 * c) << h);
    const uint64_t upper = round_to_odd(g, (4 * c + 2) << h);
    return pick(lower + odd, middle, upper - odd, k);
}

static Decimal to_decimal(uint64_t bits)
{
    const uint64_t fraction = bits & 0xfffffffffffffull;
    const int biased = (int)(bits >> 52 & 0x7ff);
    if (biased == 0) {
        return shortest(fraction, -1074, false);
    }
    const uint64_t c = fraction | 1ull << 52;
    const int q = biased - 1075;
    if (q <= 0 && q > -53 && (c & ((1ull << -q) - 1)) == 0) {
        return (Decimal){c >> -q, 0}; /* a whole number below 2^53 */
    }
    return shortest(c, q, fraction == 0 && biased > 1);
}

/* Digits of n without trailing zeros, which go to *exponent; returns their count. */
static int spell(uint64_t n, char *digit, int *exponent)
{
    char reversed[20];
    int count = 0, zeros = 0;
    for (; n != 0; n /= 10) {
        reversed[count++] = (char)('0' + n % 10);
    }
    while (zeros < count - 1 && reversed[zeros] == '0') {
        zeros++;
    }
    for (int i = count; i > zeros; i--) {
        *digit++ = reversed[i - 1];
    }
    *exponent += zeros;
    return count - zeros;
}

static char *put(char *out, const char *text, int count)
{
    memcpy(out, text, (size_t)count);
    return out + count;
}

static char *put_zeros(char *out, int count)
{
    memset(out, '0', (size_t)count);
    return out + count;
}

/* d.ddde±x, where `point` digits stand before the decimal point of the positional form. */
static char *put_scientific(char *out, const char *digit, int count, int point)
{
    *out++ = digit[0];
    if (count > 1) {
        *out++ = '.';
        out = put(out, digit + 1, count - 1);
    }
    int exponent = point - 1;
    *out++ = 'e';
    if (exponent < 0) {
        *out++ = '-';
        exponent = -exponent;
    }
    if (exponent >= 100) {
        *out++ = (char)('0' + exponent / 100);
    }
    if (exponent >= 10) {
        *out++ = (char)('0' + exponent / 10 % 10);
    }
    *out++ = (char)('0' + exponent % 10);
    return out;
}

static char *put_positional(char *out, const char *digit, int count, int point)
{
    if (point <= 0) {
        out = put(out, "0.", 2);
        out = put_zeros(out, -point);
        return put(out, digit, count);
    }
    if (point >= count) {
        out = put(out, digit, count);
        return put_zeros(out, point - count);
    }
    out = put(out, digit, point);
    *out++ = '.';
    return put(out, digit + point, count - point);
}

static const char *write_number(double value, bool exponent, char *out)
{
    char *at = out;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (isnan(value)) {
        return strcpy(out, "NaN");
    }
    if (bits >> 63) {
        *at++ = '-';
    }
    if (isinf(value)) {
        strcpy(at, "Inf");
        return out;
    }
    if (value == 0.0) {
        strcpy(at, "0");
        return out;
    }
    Decimal d = to_decimal(bits & ~(1ull << 63));
    char digit[20] = "0";
    const int count = spell(d.digits, digit, &d.exponent);
    const int point = count + d.exponent;
    const bool scientific = exponent || point < -3 || point > 16; /* below 1e-4, from 1e16 */
    at = scientific ? put_scientific(at, digit, count, point)
                    : put_positional(at, digit, count, point);
    *at = '\0';
    return out;
}

const char *stn_number_text(double value, char *out) { return write_number(value, false, out); }

const char *stn_number_exponent(double value, char *out) { return write_number(value, true, out); }
