/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The named units and prefixes.  A name in the list wins over prefix + name: min is a minute, ft a
 * foot, T a tesla. */
#include "scenario/unit_table.h"
#include "kernel/pi.h"

#include "core/names.h"

#include <stdio.h>
#include <string.h>

typedef struct Unit {
    const char *name;
    bool prefix;     /* takes SI prefixes */
    double up, down; /* SI value = up/down*10^ten */
    int ten;
    int8_t m, kg, s, A, K, angle, cycle;
} Unit;

/* clang-format off */
static const Unit unit_list[] = {
    /* name      prefix up        down ten  m kg  s  A  K angle cycle */
    {"1",        false, 1,        1,   0,   0, 0, 0, 0, 0, 0, 0},
    {"m",        true,  1,        1,   0,   1, 0, 0, 0, 0, 0, 0},
    {"g",        true,  1,        1,  -3,   0, 1, 0, 0, 0, 0, 0},
    {"s",        true,  1,        1,   0,   0, 0, 1, 0, 0, 0, 0},
    {"A",        true,  1,        1,   0,   0, 0, 0, 1, 0, 0, 0},
    {"K",        true,  1,        1,   0,   0, 0, 0, 0, 1, 0, 0},
    {"N",        true,  1,        1,   0,   1, 1,-2, 0, 0, 0, 0},
    {"Pa",       true,  1,        1,   0,  -1, 1,-2, 0, 0, 0, 0},
    {"J",        true,  1,        1,   0,   2, 1,-2, 0, 0, 0, 0},
    {"W",        true,  1,        1,   0,   2, 1,-3, 0, 0, 0, 0},
    {"V",        true,  1,        1,   0,   2, 1,-3,-1, 0, 0, 0},
    {"C",        true,  1,        1,   0,   0, 0, 1, 1, 0, 0, 0},
    {"Ohm",      true,  1,        1,   0,   2, 1,-3,-2, 0, 0, 0},
    {"F",        true,  1,        1,   0,  -2,-1, 4, 2, 0, 0, 0},
    {"H",        true,  1,        1,   0,   2, 1,-2,-2, 0, 0, 0},
    {"Wb",       true,  1,        1,   0,   2, 1,-2,-1, 0, 0, 0},
    {"T",        true,  1,        1,   0,   0, 1,-2,-1, 0, 0, 0},
    {"Hz",       true,  1,        1,   0,   0, 0,-1, 0, 0, 0, 1},
    {"rad",      true,  1,        1,   0,   0, 0, 0, 0, 0, 1, 0},
    {"deg",      false, STN_PI,   180, 0,   0, 0, 0, 0, 0, 1, 0},
    {"arcmin",   false, STN_PI,   10800, 0, 0, 0, 0, 0, 0, 1, 0},
    {"arcsec",   false, STN_PI,   648000,0, 0, 0, 0, 0, 0, 1, 0},
    {"turn",     false, 2*STN_PI, 1,   0,   0, 0, 0, 0, 0, 1, 0},
    {"rpm",      false, STN_PI,   30,  0,   0, 0,-1, 0, 0, 1, 0},
    {"%",        false, 1,        1,  -2,   0, 0, 0, 0, 0, 0, 0},
    {"bar",      true,  1,        1,   5,  -1, 1,-2, 0, 0, 0, 0},
    {"l",        true,  1,        1,  -3,   3, 0, 0, 0, 0, 0, 0},
    {"L",        true,  1,        1,  -3,   3, 0, 0, 0, 0, 0, 0},
    {"t",        false, 1,        1,   3,   0, 1, 0, 0, 0, 0, 0},
    {"min",      false, 60,       1,   0,   0, 0, 1, 0, 0, 0, 0},
    {"h",        false, 3600,     1,   0,   0, 0, 1, 0, 0, 0, 0},
    {"in",       false, 127,      5000, 0,  1, 0, 0, 0, 0, 0, 0},
    {"ft",       false, 381,      1250, 0,  1, 0, 0, 0, 0, 0, 0},
    {"lb",       false, 45359237, 1e8, 0,   0, 1, 0, 0, 0, 0, 0},
    {"lbf",      false, 44482216152605, 1e13, 0, 1, 1,-2, 0, 0, 0, 0},
    {"psi",      false, 44482216152605, 6451600000, 0, -1, 1,-2, 0, 0, 0, 0},
};

static const struct { const char *name; int ten; } prefix_list[] = {
    {"da", 1}, {"T", 12}, {"G", 9}, {"M", 6}, {"k", 3}, {"h", 2}, {"d", -1}, {"c", -2},
    {"m", -3}, {"u", -6}, {"n", -9}, {"p", -12}, {"f", -15},
};

/* Words and spellings for a unit of the list. */
static const struct { const char *word, *name; } word_list[] = {
    {"meter", "m"}, {"metre", "m"}, {"millimeter", "mm"}, {"millimetre", "mm"},
    {"micrometer", "um"}, {"micrometre", "um"}, {"micron", "um"}, {"gram", "g"}, {"kilogram", "kg"},
    {"second", "s"}, {"sec", "s"}, {"millisecond", "ms"}, {"minute", "min"}, {"hour", "h"},
    {"hr", "h"}, {"mins", "min"}, {"hrs", "h"}, {"newton", "N"}, {"pascal", "Pa"}, {"joule", "J"},
    {"watt", "W"}, {"volt", "V"},
    {"ampere", "A"}, {"amp", "A"}, {"ohm", "Ohm"}, {"hertz", "Hz"}, {"kelvin", "K"},
    {"radian", "rad"}, {"degree", "deg"}, {"revolution", "turn"}, {"rev", "turn"},
    {"liter", "l"}, {"litre", "l"}, {"inch", "in"}, {"inches", "in"}, {"feet", "ft"},
    {"percent", "%"},
};
/* clang-format on */

enum {
    WORD_COUNT = sizeof word_list / sizeof word_list[0],
    UNIT_COUNT = sizeof unit_list / sizeof unit_list[0],
    PREFIX_COUNT = sizeof prefix_list / sizeof prefix_list[0],
};

static const Unit *find(const char *name, size_t length)
{
    for (int i = 0; i < UNIT_COUNT; i++)
        if (unit_list[i].name[0] == name[0] && strlen(unit_list[i].name) == length &&
            memcmp(unit_list[i].name, name, length) == 0)
            return &unit_list[i];
    return NULL;
}

static void fill(const Unit *u, int ten, StnScale *scale)
{
    *scale = (StnScale){.up = u->up, .down = u->down, .ten = 2 * (u->ten + ten)};
    scale->dimension = (StnDimension){
        (int8_t)(2 * u->m), (int8_t)(2 * u->kg),    (int8_t)(2 * u->s),     (int8_t)(2 * u->A),
        (int8_t)(2 * u->K), (int8_t)(2 * u->angle), (int8_t)(2 * u->cycle),
    };
}

/* The symbol of a word, singular or plural; NULL when it is none. */
static const char *symbol_of(const char *name, size_t length)
{
    for (int i = 0; i < WORD_COUNT; i++) {
        if (word_list[i].word[0] != name[0])
            continue;
        const size_t n = strlen(word_list[i].word);
        if ((length == n || (length == n + 1 && n > 2 && name[n] == 's')) &&
            memcmp(name, word_list[i].word, n) == 0)
            return word_list[i].name;
    }
    return NULL;
}

bool stn_unit_named(const char *name, size_t length, StnScale *scale)
{
    const char *symbol = symbol_of(name, length);
    if (symbol != NULL) {
        name = symbol;
        length = strlen(symbol);
    }
    const Unit *unit = find(name, length);
    if (unit != NULL) {
        fill(unit, 0, scale);
        return true;
    }
    for (int i = 0; i < PREFIX_COUNT; i++) {
        if (prefix_list[i].name[0] != name[0])
            continue;
        const size_t n = strlen(prefix_list[i].name);
        if (length <= n || memcmp(name, prefix_list[i].name, n) != 0)
            continue;
        unit = find(name + n, length - n);
        if (unit != NULL && unit->prefix) {
            fill(unit, prefix_list[i].ten, scale);
            return true;
        }
    }
    return false;
}

/* ---- Symbols written together ---------------------------------------------------------------- */

enum { READINGS_MAX = 4 };

/* The ways to take a name apart: where each factor ends. */
typedef struct Readings {
    size_t end[READINGS_MAX][STN_UNIT_FACTORS_MAX];
    int factors[READINGS_MAX], count;
} Readings;

/* With a prefix or without one.  `units`: "N|Pa|g". */
static bool is_one_of(const char *name, size_t length, const char *units)
{
    StnScale scale;
    for (const char *u = units; *u != '\0'; u += strcspn(u, "|"), u += *u == '|') {
        const size_t n = strcspn(u, "|");
        if (length >= n && length <= n + 2 && memcmp(name + length - n, u, n) == 0 &&
            stn_unit_named(name, length, &scale))
            return true;
    }
    return false;
}

/* Adds all readings of the rest that begins at `at`, behind `factors` that end in end[]. */
static void read_rest(const char *name, size_t length, size_t at, size_t *end, int factors,
                      Readings *out)
{
    if (at == length && factors > 1 && out->count < READINGS_MAX) {
        memcpy(out->end[out->count], end, (size_t)factors * sizeof *end);
        out->factors[out->count++] = factors;
    }
    if (factors == STN_UNIT_FACTORS_MAX)
        return;
    for (size_t n = 1; at + n <= length && n <= 3; n++) {
        const size_t before = factors > 1 ? end[factors - 1] - end[factors - 2] : 0;
        if (!is_one_of(name + at, n, "m|s|h") ||
            (before == n && memcmp(name + at - n, name + at, n) == 0)) /* nobody writes m*m so */
            continue;
        end[factors] = at + n;
        read_rest(name, length, at + n, end, factors + 1, out);
    }
}

/* A force, pressure, mass, energy, power or electrical unit, then lengths and times.  A prefix belongs to
 * the first symbol where it can: mPas is mPa*s. */
static void read_product(const char *name, size_t length, Readings *out)
{
    *out = (Readings){.count = 0};
    for (size_t n = length < 5 ? length : 5; n > 0 && out->count == 0; n--) {
        size_t end[STN_UNIT_FACTORS_MAX] = {n};
        if (is_one_of(name, n, "N|Pa|g|J|W|V|A|lbf"))
            read_rest(name, length, n, end, 1, out);
    }
}

/* Are all symbols behind the first single letters? */
static bool is_plain(const Readings *readings, int r)
{
    for (int i = 1; i < readings->factors[r]; i++)
        if (readings->end[r][i] - readings->end[r][i - 1] > 1)
            return false;
    return true;
}

/* The reading that is meant, -1 when that is not clear: the only one, or the only one without prefixes behind
 * the first symbol.  Nms is N*m*s, as every data sheet has it; Nmms may be N*mm*s or N*m*ms. */
static int choose_reading(const Readings *readings)
{
    int plain = -1, count = 0;
    for (int r = 0; r < readings->count; r++)
        if (is_plain(readings, r)) {
            plain = r;
            count++;
        }
    return readings->count == 1 ? 0 : count == 1 ? plain : -1;
}

int stn_unit_product(const char *name, size_t length, StnScale factor[STN_UNIT_FACTORS_MAX])
{
    Readings readings;
    read_product(name, length, &readings);
    const int r = choose_reading(&readings);
    if (r < 0)
        return 0;
    size_t at = 0;
    for (int i = 0; i < readings.factors[r]; at = readings.end[r][i++])
        if (!stn_unit_named(name + at, readings.end[r][i] - at, &factor[i]))
            return 0;
    return readings.factors[r];
}

/* ---- Suggestions ----------------------------------------------------------------------------- */

/* "KN" -> "kN": the usual slip, and not a kelvin. */
static bool suggest_kilo(const char *name, size_t length, char *out, size_t size)
{
    StnScale scale, factor[STN_UNIT_FACTORS_MAX];
    snprintf(out, size, "k%.*s", (int)length - 1, name + 1);
    return name[0] == 'K' && (stn_unit_named(out, strlen(out), &scale) ||
                              stn_unit_product(out, strlen(out), factor) > 0);
}

/* "Nmms" -> "N*m*ms" or "N*mm*s". */
static bool suggest_readings(const char *name, size_t length, char *out, size_t size)
{
    Readings readings;
    size_t used = 0;
    read_product(name, length, &readings);
    for (int r = 0; r < readings.count; r++) {
        size_t at = 0;
        used += (size_t)snprintf(out + used, size - used, "%s", r > 0 ? "\" or \"" : "");
        for (int i = 0; i < readings.factors[r] && used + 20 < size; at = readings.end[r][i++])
            used += (size_t)snprintf(out + used, size - used, "%s%.*s", i > 0 ? "*" : "",
                                     (int)(readings.end[r][i] - at), name + at);
        if (used + 20 >= size)
            break;
    }
    return readings.count > 0;
}

/* "lbft" -> "lb*ft". */
static bool suggest_product(const char *name, size_t length, char *out, size_t size)
{
    StnScale scale;
    for (size_t n = 1; n < length; n++) {
        if (!stn_unit_named(name, n, &scale) || !stn_unit_named(name + n, length - n, &scale))
            continue;
        snprintf(out, size, "%.*s*%.*s", (int)n, name, (int)(length - n), name + n);
        return true;
    }
    return false;
}

/* "mpa" -> "mPa": the same letters in another case. */
static bool suggest_case(const char *name, size_t length, char *out, size_t size)
{
    StnScale scale;
    if (length >= size || length > 6)
        return false;
    for (unsigned flips = 1; flips < 1u << length; flips++) {
        bool letters = true;
        for (size_t i = 0; i < length; i++) {
            const char other = (char)(name[i] ^ 0x20);
            const bool flip = (flips >> i & 1u) != 0;
            letters = letters && (!flip || (other >= 'A' && other <= 'z'));
            out[i] = flip ? other : name[i];
        }
        out[length] = '\0';
        if (letters && stn_unit_named(out, length, &scale))
            return true;
    }
    return false;
}

/* Other names of units, which are near to the wrong ones. */
static bool suggest_synonym(const char *name, size_t length, char *out, size_t size)
{
    static const char *const words[][2] = {{"ton", "t"},    {"tons", "t"}, {"tonne", "t"},
                                           {"tonnes", "t"}, {"lbm", "lb"}, {"lbs", "lb"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i][0]) == length && strncmp(words[i][0], name, length) == 0) {
            snprintf(out, size, "%s", words[i][1]);
            return true;
        }
    return false;
}

bool stn_unit_suggest(const char *name, size_t length, char *out, size_t size)
{
    if (length == 0 || length >= STN_UNIT_NAME_MAX)
        return false;
    if (suggest_synonym(name, length, out, size) || suggest_kilo(name, length, out, size) ||
        suggest_readings(name, length, out, size) || suggest_product(name, length, out, size) ||
        suggest_case(name, length, out, size))
        return true;
    char copy[STN_UNIT_NAME_MAX];
    memcpy(copy, name, length);
    copy[length] = '\0';
    const char *names[UNIT_COUNT + WORD_COUNT];
    for (int i = 0; i < UNIT_COUNT; i++)
        names[i] = unit_list[i].name;
    for (int i = 0; i < WORD_COUNT; i++)
        names[UNIT_COUNT + i] = word_list[i].word;
    const char *near = stn_nearest(copy, names, UNIT_COUNT + WORD_COUNT);
    if (near != NULL)
        snprintf(out, size, "%s", near);
    return near != NULL;
}
