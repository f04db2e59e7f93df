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
    none.path[0] = none.path[1] = none.speed = none.travel = none.Cd = none.Cd_s = NAN;
    for (int side = 0; side < 2; side++) {
        none.Fs[side] = none.Fc[side] = none.sigma2[side] = none.vs[side] = none.n[side] = NAN;
        none.sigma0[side] = none.z_max[side] = NAN;
        none.Cs[side][0] = NAN;
    }
    return none;
}

/* ---- Signs ---- */

typedef enum Kind { KIND_OTHER, KIND_MASS, KIND_LEVEL, KIND_VISCOUS } Kind;

static Kind kind_of(const char *name)
{
    if (strcmp(name, "M") == 0 || strcmp(name, "m") == 0)
        return KIND_MASS;
    if (strncmp(name, "Fv", 2) == 0 || strncmp(name, "fv", 2) == 0 || strcmp(name, "sigma2") == 0)
        return KIND_VISCOUS;
    if (strncmp(name, "Fc", 2) == 0 || strncmp(name, "fc", 2) == 0 || strcmp(name, "Fs") == 0)
        return KIND_LEVEL;
    return KIND_OTHER;
}

void stn_identified_signs(StnIdentified *identified, const StnEstimates *estimates,
                          const StnData *data, StnRemarks *remarks)
{
    static const char *const what[] = {"", "mass", "friction level", "viscous coefficient"};
    bool seen[4] = {false};
    for (int i = 0; i < estimates->count; i++) {
        const StnEstimate *e = &estimates->item[i];
        const Kind kind = kind_of(e->name);
        if (kind == KIND_OTHER || !(e->value < 0.0) || e->high > 0.0 || seen[kind])
            continue;
        seen[kind] = true;
        if (kind == KIND_VISCOUS)
            stn_remark(remarks,
                       "%s is negative (%.4g %s): friction falls with speed in these data, so a "
                       "term is missing (Stribeck), or the speeds are too low to show it.",
                       e->name, e->value, e->unit);
        else
            stn_remark(remarks,
                       "%s is negative (%.4g %s): no %s is; is the sign of the effort (%s) "
                       "reversed?",
                       e->name, e->value, e->unit, what[kind], data->column[STN_ROLE_EFFORT]);
        identified->reversed = identified->reversed || kind != KIND_VISCOUS;
    }
}

static bool is_trifle(const StnIdentified *k, int side)
{
    return -k->sigma2[side] * k->speed <= 0.05 * k->Fc[side];
}

StnStatus stn_identified_check(const StnIdentified *identified, StnError *error)
{
    StnIdentified k = *identified;
    if (k.m <= 0.0)
        return stn_error(error, STN_BAD_INPUT,
                         "the mass came out as %.4g: no scenario can have that", k.m);
    for (int side = 0; side < 2; side++) {
        const double level = isnan(k.Fc[side]) ? k.Fs[side] : k.Fc[side];
        if (level <= 0.0)
            return stn_error(error, STN_BAD_INPUT,
                             "the friction level came out as %.4g: no scenario can have that",
                             level);
        if (k.sigma2[side] < 0.0 && !is_trifle(&k, side))
            return stn_error(error, STN_BAD_INPUT,
                             "the viscous coefficient came out as %.4g, too much below 0 to be "
                             "taken as 0",
                             k.sigma2[side]);
    }
    return STN_OK;
}

/* ---- Text ---- */

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
        if (k->map && isnan(k->Fs[side]))
            continue; /* the levels are those of the map */
        k->Fc[side] = isnan(k->Fc[side]) ? k->Fs[side] : fmax(k->Fc[side], 0.0);
        k->Fs[side] = isnan(k->Fs[side]) ? k->Fc[side] : fmax(k->Fs[side], k->Fc[side]);
        if (!isnan(k->sigma2[side]))
            k->sigma2[side] = fmax(k->sigma2[side], 0.0);
    }
}

static bool is_map(const StnIdentified *k)
{
    return k->map || !isnan(k->Cs[0][0]) || !isnan(k->v_onset);
}

/* The simplest law that has what was found.  A pre-sliding range without curvature is a spring's. */
static const char *law_of(const StnIdentified *k)
{
    if (is_map(k))
        return "coulomb_map";
    if (!isnan(k->sigma0[0]))
        return k->straight && !isnan(k->z_max[0]) ? "hybrid" : "lugre";
    return isnan(k->vs[0]) ? "coulomb" : "stribeck";
}

static void put_beta(Text *t, const StnIdentified *k)
{
    const double beta[2] = {k->Fs[0] / k->Fc[0], k->Fs[1] / k->Fc[1]};
    if (is_map(k) && isfinite(beta[0]) && isfinite(beta[1]))
        put_pair(t, "beta", beta);
}

static void put_friction(Text *t, const StnIdentified *k, const char *site)
{
    const char *law = law_of(k);
    put(t, "friction:\n  %s: {law: %s", site, law);
    put_pair(t, "Fs", k->Fs);
    put_pair(t, "Fc", k->Fc);
    put_beta(t, k);
    put_pair(t, strcmp(law, "hybrid") == 0 ? "z_max" : "sigma0",
             strcmp(law, "hybrid") == 0 ? k->z_max : k->sigma0);
    put_pair(t, "sigma2", k->sigma2);
    put_pair(t, "vs", k->vs);
    put_pair(t, "n", k->n);
    if (!isnan(k->Cs[0][0]) && !isnan(k->Cs[1][0])) {
        put_polynomial(t, "Cs_forward", k->Cs[0]);
        put_polynomial(t, "Cs_backward", k->Cs[1]);
    }
    if (!isnan(k->Cd))
        put(t, ", Cd: %.6g, Cd_s: %.6g", k->Cd, fmax(k->Cd, k->Cd_s));
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

static const StnGiven *find_given(const StnSiteDef *site, const char *name)
{
    for (int i = 0; i < site->ngiven; i++)
        if (strcmp(site->given[i].name, name) == 0)
            return &site->given[i];
    return NULL;
}

static double given(const StnSiteDef *site, const char *name, int side)
{
    const StnGiven *g = find_given(site, name);
    return g ? g->value[side < g->count ? side : 0] : NAN;
}

/* The mean over time of a polynomial along half a period of a sine, at the contact: without the time that
 * crosses the play, behind whose half the contact follows. */
static double mean_along(const StnGiven *polynomial, const StnIdentified *k, int side)
{
    enum { NODES = 400 };
    const double middle = 0.5 * (k->path[0] + k->path[1]), reach = 0.5 * (k->path[1] - k->path[0]);
    const double sense = side ? -1.0 : 1.0, start = acos(fmax(1.0 - k->play / reach, -1.0));
    double sum = 0.0;
    for (int i = 0; i < NODES; i++) {
        const double phase = start + (PI - start) * (i + 0.5) / NODES;
        const double x = middle - sense * (reach * cos(phase) + 0.5 * k->play);
        double level = 0.0;
        for (int c = polynomial->count - 1; c >= 0; c--)
            level = level * x + polynomial->value[c];
        sum += level / NODES;
    }
    return sum;
}

/* Sliding levels as means over the travel, where they are means over the time of a sine. */
static void refer_to_travel(StnIdentified *k, const StnSiteDef *base)
{
    static const char *const names[] = {"Cs_forward", "Cs_backward"};
    for (int side = 0; side < 2 && !isnan(k->path[0]); side++) {
        const StnGiven *map = find_given(base, names[side]);
        const double Fs = given(base, "Fs", side);
        if (map && !isnan(Fs) && !isnan(k->Fc[side]))
            k->Fc[side] *= Fs / mean_along(map, k, side);
    }
}

void stn_identified_join(StnIdentified *identified, const StnLaw *law, const StnSiteDef *base,
                         StnRemarks *remarks)
{
    StnIdentified *k = identified;
    if (!k->part)
        return;
    k->map = k->map || strcmp(law->name, "coulomb_map") == 0;
    if (k->map)
        refer_to_travel(k, base);
    for (int side = 0; side < 2; side++) {
        const bool has_Fs = !isnan(k->Fs[side]), has_Fc = !isnan(k->Fc[side]);
        k->Fs[side] = has_Fs ? k->Fs[side] : given(base, "Fs", side);
        k->Fc[side] = has_Fc ? k->Fc[side] : given(base, "Fc", side);
        if (!(k->Fs[side] < k->Fc[side]))
            continue;
        stn_remark(remarks,
                   "%s, the static level %.4g %s is below the sliding level %.4g: the scenario "
                   "has the %s for both",
                   side ? "backward" : "forward", k->Fs[side], k->rotary ? "N*m" : "N", k->Fc[side],
                   has_Fs && !has_Fc ? "former" : "latter");
        if (has_Fs && !has_Fc)
            k->Fc[side] = k->Fs[side];
    }
    if (k->map && isnan(k->Fs[0]) && !isnan(k->Fc[0]))
        stn_remark(remarks, "the scenario of --base gives no mean static level Fs: its beta stays "
                            "as it is");
}

static void put_comment(Text *t, const char *comment)
{
    for (const char *line = comment; line && *line;) {
        const size_t length = strcspn(line, "\n");
        put(t, "# %.*s\n", (int)length, line);
        line += length + (line[length] != '\0');
    }
}

/* A path may hold what YAML reads as something else. */
static void put_base(Text *t, const char *base)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./-";
    if (base[strspn(base, plain)] == '\0') {
        put(t, "base: %s\n", base);
        return;
    }
    put(t, "base: '");
    for (; *base; base++)
        put(t, *base == '\'' ? "''" : "%c", *base);
    put(t, "'\n");
}

char *stn_identified_scenario(const StnIdentified *identified, const char *title,
                              const char *comment, const char *base, const char *site)
{
    StnIdentified k = *identified;
    Text t = {.text = malloc(TEXT_SIZE)};
    if (!t.text)
        return NULL;
    t.text[0] = '\0';
    put_comment(&t, comment);
    if (k.sigma2[0] < 0.0 || k.sigma2[1] < 0.0)
        put(&t, "# The viscous coefficient came out as %.3g: taken as 0.\n",
            fmin(k.sigma2[0], k.sigma2[1]));
    complete(&k);
    put_comment(&t,
                k.rotary ? "Rotary: read N*m for force, kg*m^2 for mass, rad for position." : NULL);
    put(&t, "title: \"%s\"\n", title);
    if (base) {
        put_base(&t, base);
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
