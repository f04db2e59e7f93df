/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The grammar is scanned here, so that neither hexadecimal numbers nor a decimal comma nor `nan`
 * get through; the conversion is that of src/io, the same in every locale. */
#include "scenario/decimal.h"

#include "io/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DIGITS_MAX = 200, EXPONENT_MAX = 10000 };

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static size_t digits(const char *text)
{
    size_t n = 0;
    while (is_digit(text[n]))
        n++;
    return n;
}

/* Length of the part before the exponent, sign included. */
static size_t mantissa_span(const char *text)
{
    const size_t sign = *text == '+' || *text == '-';
    const size_t whole = digits(text + sign);
    if (text[sign + whole] != '.')
        return whole > 0 ? sign + whole : 0;
    const size_t part = digits(text + sign + whole + 1);
    return whole + part > 0 ? sign + whole + 1 + part : 0;
}

size_t stn_decimal_span(const char *text)
{
    const size_t sign = *text == '+' || *text == '-';
    if (strncmp(text + sign, "inf", 3) == 0 && !is_letter(text[sign + 3]))
        return sign + 3;
    const size_t mantissa = mantissa_span(text);
    if (mantissa == 0 || (text[mantissa] != 'e' && text[mantissa] != 'E'))
        return mantissa;
    const char *exponent = text + mantissa + 1;
    const size_t exponent_sign = *exponent == '+' || *exponent == '-';
    const size_t n = digits(exponent + exponent_sign);
    return n > 0 ? mantissa + 1 + exponent_sign + n : mantissa;
}

/* "e-5" as a number, limited to what cannot matter any more. */
static int read_exponent(const char *text, size_t length)
{
    if (length == 0)
        return 0;
    const bool negative = text[1] == '-';
    int value = 0;
    for (size_t i = 1; i < length; i++)
        if (is_digit(text[i]) && value < EXPONENT_MAX)
            value = 10 * value + (text[i] - '0');
    return negative ? -value : value;
}

static bool has_value(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] >= '1' && text[i] <= '9')
            return true;
    return false;
}

StnDecimalResult stn_decimal_read(const char *text, size_t span, int shift, double *value)
{
    const size_t mantissa = mantissa_span(text);
    *value = 0.0;
    if (mantissa == 0) {
        *value = text[0] == '-' ? -INFINITY : INFINITY;
        return STN_DECIMAL_GOOD;
    }
    if (mantissa > DIGITS_MAX)
        return STN_DECIMAL_LONG;
    char copy[DIGITS_MAX + 16], mark;
    const int exponent = read_exponent(text + mantissa, span - mantissa) + shift;
    const int length = snprintf(copy, sizeof copy, "%.*se%d", (int)mantissa, text, exponent);
    if (stn_number_read(copy, copy + length, false, &mark, value) == NULL || !isfinite(*value))
        return STN_DECIMAL_LARGE;
    if (*value == 0.0 && has_value(text, mantissa))
        return STN_DECIMAL_SMALL;
    return STN_DECIMAL_GOOD;
}
