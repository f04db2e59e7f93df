/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Names of functions that both C and Python take. */
#include "exchange/feedforward.h"

#include "core/build.h"

#include <string.h>

enum { NAME_MOST = 40 };

/* Words between spaces. */
static const char c_words[] =
    " alignas alignof auto bool break case char const constexpr continue default do double else "
    "enum "
    "extern false float for goto if inline int long nullptr register restrict return short signed "
    "sizeof static static_assert struct switch thread_local true typedef typeof typeof_unqual "
    "union "
    "unsigned void volatile while main asm ";
static const char python_words[] =
    " False None True and as assert async await break class continue def del elif else except "
    "finally for from global if import in is lambda nonlocal not or pass raise return try while "
    "with yield abs len range ";
/* Of <math.h>, also with f and l: a function of that name takes the place of the library's. */
static const char math_words[] =
    " acos asin atan atan2 cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 expm1 frexp ilogb "
    "ldexp log log10 log1p log2 logb modf scalbn scalbln cbrt fabs hypot pow sqrt erf erfc lgamma "
    "tgamma ceil floor nearbyint rint lrint llrint round lround llround trunc fmod remainder "
    "remquo "
    "copysign nan nextafter nexttoward fdim fmax fmin fma isnan isinf isfinite isnormal signbit "
    "fpclassify gamma j0 j1 jn y0 y1 yn ";

static bool is_one_of(const char *words, const char *name, size_t length)
{
    char word[NAME_MOST + 3];
    snprintf(word, sizeof word, " %.*s ", (int)length, name);
    return strstr(words, word) != NULL;
}

static const char *taken_by(const char *name)
{
    const size_t length = strlen(name);
    const bool variant = length > 1 && (name[length - 1] == 'f' || name[length - 1] == 'l');
    if (is_one_of(c_words, name, length) ||
        (name[0] == '_' && (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'))))
        return "a word of C";
    if (is_one_of(python_words, name, length))
        return "a word of Python";
    if (is_one_of(math_words, name, length) || (variant && is_one_of(math_words, name, length - 1)))
        return "a function of C's own library";
    return NULL;
}

StnStatus stn_feed_check_name(const char *name, StnError *error)
{
    bool good = name[0] != '\0' && !(name[0] >= '0' && name[0] <= '9');
    for (const char *c = name; *c; c++)
        good = good && ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_' ||
                        (*c >= '0' && *c <= '9'));
    if (!good || strlen(name) > NAME_MOST)
        return stn_bad_setting(error, "--name",
                               "\"%.60s\" is no name of a function: letters, digits and _, at most "
                               "%d, and no digit first",
                               name, (int)NAME_MOST);
    const char *owner = taken_by(name);
    if (owner)
        return stn_bad_setting(error, "--name", "\"%s\" is %s: a function needs a name of its own",
                               name, owner);
    return STN_OK;
}
