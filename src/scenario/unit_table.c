/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The named units and prefixes.  A name in the list wins over prefix + name: min is a minute, ft a
 * foot, T a tesla. */
#include "scenario/unit_table.h"

#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

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
    {"deg",      false, PI,       180, 0,   0, 0, 0, 0, 0, 1, 0},
    {"arcmin",   false, PI,       10800, 0, 0, 0, 0, 0, 0, 1, 0},
    {"arcsec",   false, PI,       648000,0, 0, 0, 0, 0, 0, 1, 0},
    {"turn",     false, 2*PI,     1,   0,   0, 0, 0, 0, 0, 1, 0},
    {"rpm",      false, PI,       30,  0,   0, 0,-1, 0, 0, 1, 0},
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
/* clang-format on */

enum {
    UNIT_COUNT = sizeof unit_list / sizeof unit_list[0],
    PREFIX_COUNT = sizeof prefix_list / sizeof prefix_list[0],
};

static const Unit *find(const char *name, size_t length)
{
    for (int i = 0; i < UNIT_COUNT; i++)
        if (strlen(unit_list[i].name) == length && memcmp(unit_list[i].name, name, length) == 0)
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

bool stn_unit_named(const char *name, size_t length, StnScale *scale)
{
    const Unit *unit = find(name, length);
    if (unit != NULL) {
        fill(unit, 0, scale);
        return true;
    }
    for (int i = 0; i < PREFIX_COUNT; i++) {
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

/* "KN" -> "kN": the usual slip, and not a kelvin. */
static bool suggest_kilo(const char *name, size_t length, char *out, size_t size)
{
    StnScale scale;
    snprintf(out, size, "k%.*s", (int)length - 1, name + 1);
    return name[0] == 'K' && stn_unit_named(out, strlen(out), &scale);
}

/* "Nm" -> "N*m". */
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

bool stn_unit_suggest(const char *name, size_t length, char *out, size_t size)
{
    if (length == 0 || length >= STN_UNIT_NAME_MAX)
        return false;
    if (suggest_kilo(name, length, out, size) || suggest_product(name, length, out, size) ||
        suggest_case(name, length, out, size))
        return true;
    char copy[STN_UNIT_NAME_MAX];
    memcpy(copy, name, length);
    copy[length] = '\0';
    const char *names[UNIT_COUNT];
    for (int i = 0; i < UNIT_COUNT; i++)
        names[i] = unit_list[i].name;
    const char *near = stn_nearest(copy, names, UNIT_COUNT);
    if (near != NULL)
        snprintf(out, size, "%s", near);
    return near != NULL;
}
