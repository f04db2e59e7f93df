/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What was identified, as a scenario.  Numbers are SI without units: the block stands for rotary
 * systems too. */
#include "stiction/identify.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

enum { TEXT_SIZE = 8192 };

typedef struct Text {
    char *text;
    size_t used;
} Text;

__attribute__((format(printf, 2, 3))) static void put(Text *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(t->text + t->used, TEXT_SIZE - t->used, format, arguments);
    va_end(arguments);
    const size_t room = TEXT_SIZE - 1 - t->used;
    t->used += length > 0 && (size_t)length < room ? (size_t)length : length > 0 ? room : 0;
}

StnIdentified stn_identified_none(bool rotary)
{
    StnIdentified none = {.rotary = rotary, .m = NAN, .v_onset = NAN, .offset = NAN};
    none.speed = none.travel = NAN;
    for (int side = 0; side < 2; side++) {
        none.Fs[side] = none.Fc[side] = none.sigma2[side] = none.vs[side] = none.n[side] = NAN;
        none.Cs[side][0] = NAN;
    }
    return none;
}

/* ", name: value" or ", name: [forward, backward]"; six digits are more than data give. */
static void put_pair(Text *t, const char *name, const double pair[2])
{
    if (isnan(pair[0]) || isnan(pair[1]))
        return;
    if (pair[0] == pair[1])
        put(t, ", %s: %.6g", name, pair[0]);
    else
        put(t, ", %s: [%.6g, %.6g]", name, pair[0], pair[1]);
}

static void put_polynomial(Text *t, const char *name, const double *c)
{
    int degree = STN_VECTOR_MAX - 1;
    while (degree > 0 && c[degree] == 0.0)
        degree--;
    put(t, ", %s: [", name);
    for (int i = 0; i <= degree; i++)
        put(t, "%s%.9g", i > 0 ? ", " : "", c[i]);
    put(t, "]");
}

/* Levels that a law accepts: the other level where one is missing, Fs not below Fc. */
static void complete(StnIdentified *k)
{
    for (int side = 0; side < 2; side++) {
        k->Fc[side] = isnan(k->Fc[side]) ? k->Fs[side] : fmax(k->Fc[side], 0.0);
        k->Fs[side] = isnan(k->Fs[side]) ? k->Fc[side] : fmax(k->Fs[side], k->Fc[side]);
        if (!isnan(k->sigma2[side]))
            k->sigma2[side] = fmax(k->sigma2[side], 0.0);
    }
}

static void put_friction(Text *t, const StnIdentified *k, const char *site)
{
    const bool map = !isnan(k->Cs[0][0]) || !isnan(k->v_onset);
    const char *law = map ? "coulomb_map" : isnan(k->vs[0]) ? "coulomb" : "stribeck";
    put(t, "friction:\n  %s: {law: %s", site, law);
    put_pair(t, "Fs", k->Fs);
    put_pair(t, "Fc", k->Fc);
    put_pair(t, "sigma2", k->sigma2);
    put_pair(t, "vs", k->vs);
    put_pair(t, "n", k->n);
    if (!isnan(k->Cs[0][0]) && !isnan(k->Cs[1][0])) {
        put_polynomial(t, "Cs_forward", k->Cs[0]);
        put_polynomial(t, "Cs_backward", k->Cs[1]);
    }
    if (!isnan(k->v_onset))
        put(t, ", v_onset: %.6g, onset: %s", k->v_onset, k->jump ? "jump" : "continuous");
    put(t, "}\n");
}

/* A sinusoidal effort that moves the mass about as the data were moved: half a level more than
 * friction takes, for a quarter of a period, makes the speed. */
typedef struct Test {
    double m, amplitude, period;
} Test;

static Test choose_test(const StnIdentified *k)
{
    const double level = fmax(fmax(k->Fs[0], k->Fs[1]), 1e-12), surplus = 0.5 * level;
    const double speed = isfinite(k->speed) && k->speed > 0.0 ? k->speed : 0.1;
    const double viscous = isnan(k->sigma2[0]) ? 0.0 : fmax(k->sigma2[0], k->sigma2[1]) * speed;
    const bool known = isfinite(k->m) && k->m > 0.0;
    Test test = {.m = known ? k->m : 0.5 * surplus / speed}; /* unknown: a period of 2 s */
    test.period = 4.0 * test.m * speed / surplus;
    test.amplitude = 1.5 * level + viscous + surplus;
    return test;
}

static void put_comment(Text *t, const char *comment)
{
    for (const char *line = comment; line && *line;) {
        const size_t length = strcspn(line, "\n");
        put(t, "# %.*s\n", (int)length, line);
        line += length + (line[length] != '\0');
    }
}

char *stn_identified_scenario(const StnIdentified *identified, const char *title,
                              const char *comment, const char *base, const char *site)
{
    StnIdentified k = *identified;
    Text t = {.text = malloc(TEXT_SIZE)};
    if (!t.text)
        return NULL;
    t.text[0] = '\0';
    complete(&k);
    put_comment(&t, comment);
    put_comment(&t,
                k.rotary ? "Rotary: read N*m for force, kg*m^2 for mass, rad for position." : NULL);
    put(&t, "title: \"%s\"\n", title);
    if (base) {
        put(&t, "base: %s\n", base);
        if (isfinite(k.m))
            put(&t, "# identified mass: %.6g\n", k.m);
        put_friction(&t, &k, site);
        return t.text;
    }
    const Test test = choose_test(&k);
    put(&t, "plant: block\nparameters: {m: %.6g}%s\n", test.m,
        test.m == k.m ? "" : "   # not identified: give the mass");
    put_friction(&t, &k, "contact");
    put(&t, "inputs:\n  u: {sine: {amplitude: %.4g, frequency: %.4g}}\n", test.amplitude,
        1.0 / test.period);
    if (isfinite(k.offset) && k.offset != 0.0)
        put(&t, "  load: %.6g   # constant effort that is no friction\n", k.offset);
    put(&t, "duration: %.4g\n", 5.0 * test.period);
    return t.text;
}
