/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Quantities: a number and a unit.
 *
 *     quantity = number [unit]                     "3kN", "3 kN", "800 /s"
 *     unit     = ["/"] power { ("*" | "/" | " ") power }  left to right: N/m*s = (N/m)*s
 *     power    = atom ["^" number | superscripts | digits]  whole or half exponents
 *     atom     = name | "1" | "%" | "(" unit ")" | "sqrt" "(" unit ")"
 *
 * The signs of print are read too: a middle dot is "*", a micro sign "u", a degree sign "deg", the ohm sign
 * "Ohm".  A blank multiplies (N m, the form of the SI Brochure 5.4.1), but not after "/", where readers
 * disagree.  Symbols that are written together (Nm, kgm2) are taken apart by stn_unit_product().
 *
 * Powers of ten are added as integers and meet the digits of the number before it is rounded. */
#include "scenario/decimal.h"
#include "scenario/quote.h"
#include "scenario/unit_table.h"

#include "core/names.h"
#include "io/utf8.h"

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

/* The character at the cursor, and its length in *length; bytes that are no UTF-8 are U+FFFD. */
static uint32_t peek(const char *at, size_t *length)
{
    const char *next = at;
    const uint32_t code = *at == '\0' ? 0 : stn_utf8_next(&next, at + strlen(at));
    *length = (size_t)(next - at);
    return code;
}

/* The ASCII name of a sign that stands for a unit or a prefix; NULL when it is none. */
static const char *sign_name(uint32_t code)
{
    return code == 0xB5 || code == 0x3BC  ? "u"
           : code == 0xB0 || code == 0xBA ? "deg" /* the ordinal sign is easily mistaken for it */
           : code == 0x3A9 || code == 0x2126 ? "Ohm"
                                             : NULL;
}

/* "*", a full stop (N.m), a middle dot, a dot operator, a bullet, a bullet operator, a multiplication sign. */
static bool is_times(uint32_t code)
{
    return code == '*' || code == '.' || code == 0xB7 || code == 0x22C5 || code == 0x2022 ||
           code == 0x2219 || code == 0xD7;
}

/* The digit of a superscript, '-' or '+' of a superscript sign, otherwise 0. */
static char superscript(uint32_t code)
{
    return (char)(code == 0xB9                       ? '1'
                  : code == 0xB2 || code == 0xB3     ? '0' + (int)(code - 0xB0)
                  : code == 0x2070                   ? '0'
                  : code >= 0x2074 && code <= 0x2079 ? '0' + (int)(code - 0x2070)
                  : code == 0x207A                   ? '+'
                  : code == 0x207B                   ? '-'
                                                     : 0);
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

/* A name as written, in ASCII: signs become the letters that they stand for. */
typedef struct Name {
    char text[UNIT_LENGTH_MAX + 1];
    size_t length; /* of text */
    size_t bytes;  /* of what it was read from */
} Name;

static void read_name(const char *at, Name *name)
{
    *name = (Name){.length = 0};
    for (;;) {
        size_t bytes = 0;
        const uint32_t code = peek(at + name->bytes, &bytes);
        const char letter[2] = {(char)code, '\0'};
        const char *add = code < 0x80 && is_letter(letter[0]) ? letter : sign_name(code);
        if (add == NULL || name->length + strlen(add) > UNIT_LENGTH_MAX)
            break;
        memcpy(name->text + name->length, add, strlen(add) + 1);
        name->length += strlen(add);
        name->bytes += bytes;
        if (code == 0xB0 || code == 0xBA)
            break; /* a degree sign is a whole name */
    }
    if (name->length == 0 && (*at == '%' || *at == '1')) {
        name->text[0] = *at;
        name->length = name->bytes = 1;
    }
}

static bool unknown(const Cursor *c, const Name *name)
{
    char near[STN_UNIT_SUGGESTION_MAX];
    const StnQuote text = stn_quote(c->at, name->bytes);
    const bool found = stn_unit_suggest(name->text, name->length, near, sizeof near);
    return fail(c, "unknown unit \"%s\"%s", text.text, stn_did_you_mean(found ? near : NULL).text);
}

/* The product of all units of a name but the last goes to *before, the last one, which an exponent after
 * the name belongs to, to *scale: kgm2 is kg*m^2. */
static bool parse_name(Cursor *c, StnScale *before, StnScale *scale)
{
    Name name;
    read_name(c->at, &name);
    if (name.length == 0 && *c->at == '\0')
        return fail(c, "the unit is incomplete");
    if (name.length == 0)
        return fail(c, "\"%s\" is not part of a unit", stn_quote_all(c->at).text);
    if (strcmp(name.text, "sqrt") == 0 && c->at[4] == '(') {
        StnScale inner = one;
        c->at += 4;
        *scale = one;
        return parse_bracket(c, &inner) && multiply(c, scale, &inner, 1);
    }
    if (!stn_unit_named(name.text, name.length, scale)) {
        StnScale factor[STN_UNIT_FACTORS_MAX];
        const int count = stn_unit_product(name.text, name.length, factor);
        if (count == 0)
            return unknown(c, &name);
        for (int i = 0; i + 1 < count; i++)
            if (!multiply(c, before, &factor[i], 2))
                return false;
        *scale = factor[count - 1];
    }
    c->at += name.bytes;
    return true;
}

/* Superscripts, or digits right behind a letter, as plain text; its length in bytes, 0 when there is no
 * exponent here. */
static size_t read_raised(const char *at, bool digits, char *text, size_t size)
{
    size_t used = 0, bytes = 0;
    for (;;) {
        size_t length = 0;
        const uint32_t code = peek(at + bytes, &length);
        const bool sign = code == '-' && bytes == 0 && at[1] >= '0' && at[1] <= '9';
        const char raised = superscript(code);
        const char plain = digits && (sign || (code >= '0' && code <= '9')) ? (char)code : '\0';
        if ((raised == 0 && plain == 0) || used + 1 >= size)
            break;
        text[used++] = raised != 0 ? raised : plain;
        bytes += length;
    }
    text[used] = '\0';
    return bytes;
}

/* Twice the exponent that stands in `text`, of which `span` characters are a number. */
static bool convert_exponent(Cursor *c, const char *text, size_t span, int *twice)
{
    double value = 0.0;
    if (span == 0 || stn_decimal_read(text, span, 0, &value) != STN_DECIMAL_GOOD ||
        !(fabs(value) <= EXPONENT_MAX) || 2.0 * value != floor(2.0 * value))
        return fail(c, "exponents of a unit are whole or half numbers up to %d", EXPONENT_MAX / 2);
    *twice = (int)(2.0 * value);
    return true;
}

/* Twice the exponent here, 2 where none stands; digits: they may follow without a sign, as in m2. */
static bool parse_exponent(Cursor *c, bool digits, int *twice)
{
    char raised[24];
    const size_t bytes = read_raised(c->at, digits, raised, sizeof raised);
    *twice = 2;
    if (bytes > 0) {
        const size_t span = stn_decimal_span(raised);
        if (!convert_exponent(c, raised, raised[span] == '\0' ? span : 0, twice))
            return false;
        c->at += bytes;
        return true;
    }
    skip_blanks(c);
    if (*c->at != '^')
        return true;
    c->at++;
    const size_t span = stn_decimal_span(c->at);
    if (span == 0)
        return fail(c, "a number is missing after ^");
    if (!convert_exponent(c, c->at, span, twice))
        return false;
    c->at += span;
    return true;
}

static bool parse_power(Cursor *c, StnScale *scale)
{
    skip_blanks(c);
    StnScale before = one, base = one;
    const bool bracket = *c->at == '(';
    const bool one_or_percent = *c->at == '1' || *c->at == '%';
    if (!(bracket ? parse_bracket(c, &base) : parse_name(c, &before, &base)))
        return false;
    int twice = 2;
    if (!parse_exponent(c, !bracket && !one_or_percent, &twice))
        return false;
    *scale = before;
    return multiply(c, scale, &base, twice);
}

/* The sign between two units, taken; blank: there was none but blanks.  0 at the end. */
static char take_operator(Cursor *c, bool *blank)
{
    size_t length = 0;
    Name name;
    skip_blanks(c);
    const bool blanks = c->at > c->start && (c->at[-1] == ' ' || c->at[-1] == '\t');
    const uint32_t code = peek(c->at, &length);
    *blank = false;
    if (code == '/' || is_times(code)) {
        c->at += length;
        return code == '/' ? '/' : '*';
    }
    read_name(c->at, &name);
    *blank = blanks && name.length > 0 && *c->at != '%' && *c->at != '1';
    return *blank ? '*' : '\0';
}

static bool parse_unit(Cursor *c, StnScale *scale)
{
    int times = 2;
    bool divided = false, blank = false;
    *scale = one;
    if (*c->at == '/') {
        times = -2;
        divided = true;
        c->at++;
    }
    for (;;) {
        StnScale power = one;
        if (!parse_power(c, &power) || !multiply(c, scale, &power, times))
            return false;
        const char sign = take_operator(c, &blank);
        if (sign == '\0')
            return true;
        if (blank && divided)
            return fail(c, "after \"/\" a blank may mean two things: write N/(m*s) or N/m*s");
        divided = divided || sign == '/';
        times = sign == '*' ? 2 : -2;
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
