/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The unit that makes numbers of a size easy to read: 0.0005 m is 0.5 mm, 2e6 Pa is 2 MPa, 0.3 rad is 17.2 deg. */
#include "stiction/io.h"
#include "kernel/pi.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DEGREE (STN_PI / 180.0)
/* Two turns: larger angles and speeds are those of motors, which people give in rad. */
#define ANGLE_MOST (4.0 * STN_PI)

/* Units that take a prefix alone; a compound begins with one of them and goes on with "/" or a dot. */
static const char *const scaled[] = {"m", "N", "Pa", "A", "V", "W", "J", "s", "Hz", "Ohm"};

static const struct {
    const char *name;
    double size;
} prefixes[] = {{"n", 1e-9}, {"µ", 1e-6}, {"m", 1e-3}, {"", 1.0},
                {"k", 1e3},  {"M", 1e6},  {"G", 1e9}};
enum { PREFIXES = sizeof prefixes / sizeof prefixes[0], PLAIN = 3 };

/* "m^2" must not become "mm^2", which is a millionth. */
static bool takes_prefix(const char *unit)
{
    for (size_t i = 0; i < sizeof scaled / sizeof *scaled; i++) {
        const size_t n = strlen(scaled[i]);
        if (strncmp(unit, scaled[i], n) == 0 &&
            (unit[n] == '\0' || unit[n] == '/' || unit[n] == '*'))
            return true;
    }
    return false;
}

/* The prefix with which the largest number lies in 1 ... 1000, as far as there are prefixes. */
static int prefix_of(const char *unit, double largest)
{
    int best = PLAIN;
    if (!(largest > 0.0) || !isfinite(largest) || !takes_prefix(unit))
        return PLAIN;
    const bool time = strcmp(unit, "s") == 0;
    for (int i = 0; i < PREFIXES; i++)
        if (prefixes[i].size <= largest * (1.0 + 1e-9))
            best = i;
    if (largest < prefixes[0].size)
        best = 0;
    return time && best > PLAIN ? PLAIN : best; /* nobody counts in ks */
}

/* "N*s/m^2" as it is printed: N·s/m². */
static void put_printed(const char *unit, char *out, size_t size)
{
    static const struct {
        const char *from, *to;
    } signs[] = {{"*", "·"}, {"^2", "²"}, {"^3", "³"}};
    size_t used = 0;
    while (*unit && used + 4 < size) {
        size_t taken = 0;
        for (size_t i = 0; i < sizeof signs / sizeof *signs && taken == 0; i++)
            if (strncmp(unit, signs[i].from, strlen(signs[i].from)) == 0) {
                taken = strlen(signs[i].from);
                memcpy(out + used, signs[i].to, strlen(signs[i].to));
                used += strlen(signs[i].to);
            }
        if (taken == 0)
            out[used++] = *unit;
        unit += taken > 0 ? taken : 1;
    }
    out[used] = '\0';
}

StnEngineering stn_engineering(const char *unit, double largest)
{
    StnEngineering e = {.factor = 1.0};
    char printed[sizeof e.unit];
    if (strcmp(unit, "1") == 0)
        return e;
    if ((strcmp(unit, "rad") == 0 || strncmp(unit, "rad/s", 5) == 0) && largest <= ANGLE_MOST) {
        put_printed(unit + 3, printed, sizeof printed);
        snprintf(e.unit, sizeof e.unit, "°%.20s", printed);
        e.factor = DEGREE;
        return e;
    }
    const int prefix = prefix_of(unit, largest);
    put_printed(unit, printed, sizeof printed);
    snprintf(e.unit, sizeof e.unit, "%s%.40s", prefixes[prefix].name, printed);
    e.factor = prefixes[prefix].size;
    return e;
}
