/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Quantities: a number and a unit.
 *
 *     quantity = number [unit]                     "3kN", "3 kN", "800 /s"
 *     unit     = ["/"] power { ("*" | "/") power } left to right: N/m*s = (N/m)*s
 *     power    = atom ["^" number]                 whole or half exponents
 *     atom     = name | "1" | "%" | "(" unit ")" | "sqrt" "(" unit ")"
 *
 * Powers of ten are added as integers and meet the digits of the number before it is rounded. */
#include "scenario/decimal.h"
#include "scenario/quote.h"
#include "scenario/unit_table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NESTING_MAX = 16, EXPONENT_MAX = 60, TEN_MAX = 600, UNIT_LENGTH_MAX = 200 };

/* A cursor; `start` is where columns count from. */
typedef struct Cursor {
    const char *start, *at;
    int nesting;
    StnError *error;
} Cursor;

static const StnScale one = {.up = 1.0, .down = 1.0};

__attribute__((format(printf, 2, 3))) static bool fail(const Cursor *c, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    stn_error(c->error, STN_BAD_INPUT, "%s", text);
    if (c->error != NULL)
        c->error->column = (int)(c->at - c->start) + 1;
    return false;
}

static void skip_blanks(Cursor *c)
{
    while (*c->at == ' ' || *c->at == '\t')
        c->at++;
}

static bool is_letter(char ch) { return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z'); }

/* exponent += sign*other, both doubled; false when it leaves what an int8_t is for. */
static bool add(int8_t *exponent, int times, int other)
{
    const int sum = *exponent + times * other / 2;
    if (times * other % 2 != 0 || sum > EXPONENT_MAX || sum < -EXPONENT_MAX)
        return false;
    *exponent = (int8_t)sum;
    return true;
}

/* *a *= b^(times/2). */
static bool multiply(Cursor *c, StnScale *a, const StnScale *b, int times)
{
    const double power = 0.5 * times;
    StnDimension *d = &a->dimension;
    const StnDimension *o = &b->dimension;
    if (!add(&d->m, times, o->m) || !add(&d->kg, times, o->kg) || !add(&d->s, times, o->s) ||
        !add(&d->A, times, o->A) || !add(&d->K, times, o->K) || !add(&d->angle, times, o->angle) ||
        !add(&d->cycle, times, o->cycle) || times * b->ten % 2 != 0)
        return fail(c, "exponents of a unit are whole or half numbers up to %d", EXPONENT_MAX / 2);
    const double up = power > 0.0 ? b->up : b->down, down = power > 0.0 ? b->down : b->up;
    a->up *= times == 2 || times == -2 ? up : pow(up, fabs(power));
    a->down *= times == 2 || times == -2 ? down : pow(down, fabs(power));
    a->ten += times * b->ten / 2;
    if (abs(a->ten) > TEN_MAX || !(a->up < 1e300) || !(a->down < 1e300))
        return fail(c, "the unit is too large or too small");
    return true;
}

static bool parse_unit(Cursor *c, StnScale *scale);

static bool parse_bracket(Cursor *c, StnScale *scale)
{
    c->at++;
    if (++c->nesting > NESTING_MAX)
        return fail(c, "too many brackets in a unit");
    if (!parse_unit(c, scale))
        return false;
    skip_blanks(c);
    if (*c->at != ')')
        return fail(c, "a closing bracket is missing in \"%s\"", stn_quote_all(c->start).text);
    c->at++;
    c->nesting--;
    return true;
}

static bool unknown(const Cursor *c, size_t length)
{
    char near[40];
    const StnQuote name = stn_quote(c->at, length);
    if (stn_unit_suggest(c->at, length, near, sizeof near))
        return fail(c, "unknown unit \"%s\"; did you mean \"%s\"?", name.text, near);
    return fail(c, "unknown unit \"%s\"", name.text);
}

static bool parse_name(Cursor *c, StnScale *scale)
{
    size_t length = 0;
    while (is_letter(c->at[length]))
        length++;
    if (length == 0)
        length = *c->at == '%' || *c->at == '1';
    if (length == 0 && *c->at == '\0')
        return fail(c, "the unit is incomplete");
    if (length == 0 && (unsigned char)*c->at >= 0x80)
        return fail(c, "\"%s\": units are plain ASCII, as um, deg, m^2", stn_quote_all(c->at).text);
    if (length == 0)
        return fail(c, "\"%s\" is not part of a unit", stn_quote_all(c->at).text);
    if (length == 4 && memcmp(c->at, "sqrt", 4) == 0 && c->at[4] == '(') {
        StnScale inner = one;
        c->at += 4;
        *scale = one;
        return parse_bracket(c, &inner) && multiply(c, scale, &inner, 1);
    }
    if (!stn_unit_named(c->at, length, scale))
        return unknown(c, length);
    c->at += length;
    return true;
}

/* Twice the exponent after '^'. */
static bool parse_exponent(Cursor *c, int *twice)
{
    double value = 0.0;
    const size_t span = stn_decimal_span(c->at);
    if (span == 0)
        return fail(c, "a number is missing after ^");
    if (stn_decimal_read(c->at, span, 0, &value) != STN_DECIMAL_GOOD ||
        !(fabs(value) <= EXPONENT_MAX) || 2.0 * value != floor(2.0 * value))
        return fail(c, "exponents of a unit are whole or half numbers up to %d", EXPONENT_MAX / 2);
    c->at += span;
    *twice = (int)(2.0 * value);
    return true;
}

static bool parse_power(Cursor *c, StnScale *scale)
{
    skip_blanks(c);
    StnScale base = one;
    if (!(*c->at == '(' ? parse_bracket(c, &base) : parse_name(c, &base)))
        return false;
    int twice = 2;
    skip_blanks(c);
    if (*c->at == '^') {
        c->at++;
        if (!parse_exponent(c, &twice))
            return false;
    }
    *scale = one;
    return multiply(c, scale, &base, twice);
}

static bool parse_unit(Cursor *c, StnScale *scale)
{
    int times = 2;
    *scale = one;
    if (*c->at == '/') {
        times = -2;
        c->at++;
    }
    for (;;) {
        StnScale power = one;
        if (!parse_power(c, &power) || !multiply(c, scale, &power, times))
            return false;
        skip_blanks(c);
        if (*c->at != '*' && *c->at != '/')
            return true;
        times = *c->at++ == '*' ? 2 : -2;
    }
}

/* A whole unit text up to its end. */
static bool parse_all(Cursor *c, StnScale *scale)
{
    if (strlen(c->at) > UNIT_LENGTH_MAX)
        return fail(c, "\"%s\" is too long for a unit", stn_quote_all(c->at).text);
    if (!parse_unit(c, scale))
        return false;
    if (*c->at != '\0')
        return fail(c, "\"%s\" is not part of a unit", stn_quote_all(c->at).text);
    return true;
}

/* number*scale; odd half powers of ten go into the factor. */
static bool combine(Cursor *c, const char *number, size_t span, const StnScale *scale,
                    double *value)
{
    const int odd = scale->ten % 2;
    const StnDecimalResult result = stn_decimal_read(number, span, (scale->ten - odd) / 2, value);
    if (result == STN_DECIMAL_GOOD) {
        const double root = odd == 0 ? 1.0 : odd > 0 ? sqrt(10.0) : sqrt(0.1);
        const bool finite = isfinite(*value);
        *value = *value * scale->up / scale->down * root;
        if (isfinite(*value) == finite)
            return true;
    }
    c->at = c->start;
    return fail(c, "\"%s\" %s", stn_quote_all(c->start).text,
                result == STN_DECIMAL_LONG    ? "has too many digits"
                : result == STN_DECIMAL_SMALL ? "is too small a number"
                                              : "is too large a number");
}

static bool parse_quantity(Cursor *c, double *value, StnScale *scale, bool *bare)
{
    skip_blanks(c);
    const char *number = c->at;
    const size_t span = stn_decimal_span(number);
    if (span == 0)
        return *number == '\0' ? fail(c, "a number is missing")
                               : fail(c, "\"%s\" is not a number", stn_quote_all(number).text);
    c->at += span;
    skip_blanks(c);
    *scale = one;
    *bare = *c->at == '\0';
    if (!*bare && !parse_all(c, scale))
        return false;
    return combine(c, number, span, scale, value);
}

StnStatus stn_unit_parse(const char *text, double *value, StnDimension *dimension, bool *bare,
                         StnError *error)
{
    Cursor c = {.start = text, .at = text, .error = error};
    StnScale scale = one;
    double number = 0.0;
    bool alone = false;
    const bool good = parse_quantity(&c, &number, &scale, &alone);
    *value = good ? number : NAN;
    *dimension = scale.dimension;
    *bare = alone;
    return good ? STN_OK : STN_BAD_INPUT;
}

StnStatus stn_unit_factor(const char *unit, double *factor, StnDimension *dimension,
                          StnError *error)
{
    Cursor c = {.start = unit, .at = unit, .error = error};
    StnScale scale = one;
    double number = NAN;
    skip_blanks(&c);
    const bool good = parse_all(&c, &scale) && combine(&c, "1", 1, &scale, &number);
    *factor = good ? number : NAN;
    *dimension = scale.dimension;
    return good ? STN_OK : STN_BAD_INPUT;
}

bool stn_dimension_fits(StnDimension given, StnDimension wanted)
{
    if (given.m != wanted.m || given.kg != wanted.kg || given.s != wanted.s ||
        given.A != wanted.A || given.K != wanted.K)
        return false;
    const bool cycles_for_angle = given.cycle != 0 && wanted.angle != 0 && wanted.cycle == 0;
    const bool angle_for_cycles = given.angle != 0 && given.cycle == 0 && wanted.cycle != 0;
    return !cycles_for_angle && !angle_for_cycles;
}
