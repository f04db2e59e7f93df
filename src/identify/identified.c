/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What was identified, as a scenario.  The block stands for rotary systems too. */
#include "stiction/identify.h"
#include "kernel/pi.h"

#include "stiction/scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- Values ---- */

/* A site of a document. */
typedef struct Place {
    StnScenario *scenario;
    const char *site;
} Place;

static double rounded(double value, int digits)
{
    char text[40];
    snprintf(text, sizeof text, "%.*g", digits, value);
    return strtod(text, NULL);
}

static void set_values(const Place *place, const char *name, const double *value, int count,
                       int digits)
{
    double short_value[STN_VECTOR_MAX];
    char path[100];
    for (int i = 0; i < count; i++)
        short_value[i] = rounded(value[i], digits);
    snprintf(path, sizeof path, "friction.%s.%s", place->site, name);
    stn_scenario_set_numbers(place->scenario, path, short_value, count);
}

static void set_word(const Place *place, const char *name, const char *word)
{
    char path[100];
    snprintf(path, sizeof path, "friction.%s.%s", place->site, name);
    stn_scenario_set_text(place->scenario, path, word);
}

/* Six digits are more than data give. */
static void set_pair(const Place *place, const char *name, const double pair[2])
{
    if (!isnan(pair[0]) && !isnan(pair[1]))
        set_values(place, name, pair, 2, 6);
}

static void set_polynomial(const Place *place, const char *name, const double *c)
{
    int degree = STN_VECTOR_MAX - 1;
    while (degree > 0 && c[degree] == 0.0)
        degree--;
    set_values(place, name, c, degree + 1, 9);
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

static void set_beta(const Place *place, const StnIdentified *k)
{
    const double beta[2] = {k->Fs[0] / k->Fc[0], k->Fs[1] / k->Fc[1]};
    if (is_map(k) && isfinite(beta[0]) && isfinite(beta[1]))
        set_pair(place, "beta", beta);
}

static void set_friction(const Place *place, const StnIdentified *k)
{
    const char *law = law_of(k);
    const double Cd_s = fmax(k->Cd, k->Cd_s);
    const bool spring = strcmp(law, "hybrid") == 0;
    set_word(place, "law", law);
    set_pair(place, "Fs", k->Fs);
    set_pair(place, "Fc", k->Fc);
    set_beta(place, k);
    set_pair(place, spring ? "z_max" : "sigma0", spring ? k->z_max : k->sigma0);
    set_pair(place, "sigma2", k->sigma2);
    set_pair(place, "vs", k->vs);
    set_pair(place, "n", k->n);
    if (!isnan(k->Cs[0][0]) && !isnan(k->Cs[1][0])) {
        set_polynomial(place, "Cs_forward", k->Cs[0]);
        set_polynomial(place, "Cs_backward", k->Cs[1]);
    }
    if (!isnan(k->Cd)) {
        set_values(place, "Cd", &k->Cd, 1, 6);
        set_values(place, "Cd_s", &Cd_s, 1, 6);
    }
    if (!isnan(k->v_onset)) {
        set_values(place, "v_onset", &k->v_onset, 1, 6);
        set_word(place, "onset", k->jump ? "jump" : "continuous");
    }
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
    const int i = stn_given_index(site->given, site->ngiven, name);
    return i < 0 ? NULL : &site->given[i];
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
        const double phase = start + (STN_PI - start) * (i + 0.5) / NODES;
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

/* ---- The document ---- */

static void add_comments(StnScenario *scenario, const StnIdentified *k, const char *comment)
{
    char text[200];
    for (const char *line = comment; line && *line;) {
        const size_t length = strcspn(line, "\n");
        snprintf(text, sizeof text, "%.*s", (int)length, line);
        stn_scenario_comment(scenario, text);
        line += length + (line[length] != '\0');
    }
    if (k->sigma2[0] < 0.0 || k->sigma2[1] < 0.0) {
        snprintf(text, sizeof text, "The viscous coefficient came out as %.3g: taken as 0.",
                 fmin(k->sigma2[0], k->sigma2[1]));
        stn_scenario_comment(scenario, text);
    }
    if (k->rotary)
        stn_scenario_comment(scenario,
                             "Rotary: read N*m for force, kg*m^2 for mass, rad for position.");
}

/* The block under a sinusoidal effort. */
static void fill_block(StnScenario *s, const StnIdentified *k)
{
    const Test test = choose_test(k);
    const Place place = {s, "contact"};
    if (test.m != k->m)
        stn_scenario_comment(s, "The mass is not identified: give it.");
    stn_scenario_set_number(s, "parameters.m", rounded(test.m, 6));
    set_friction(&place, k);
    stn_scenario_set_number(s, "inputs.u.sine.amplitude", rounded(test.amplitude, 4));
    stn_scenario_set_number(s, "inputs.u.sine.frequency", rounded(1.0 / test.period, 4));
    if (isfinite(k->offset) && k->offset != 0.0) {
        stn_scenario_comment(s, "The load is a constant effort that is no friction.");
        stn_scenario_set_number(s, "inputs.load", rounded(k->offset, 6));
    }
    stn_scenario_set_number(s, "duration", rounded(5.0 * test.period, 4));
}

static void change_base(StnScenario *s, const StnIdentified *k, const char *site)
{
    const Place place = {s, site};
    char text[80];
    if (isfinite(k->m)) {
        snprintf(text, sizeof text, "identified mass: %.6g", k->m);
        stn_scenario_comment(s, text);
    }
    set_friction(&place, k);
}

StnScenario *stn_identified_scenario(const StnIdentified *identified, const char *title,
                                     const char *comment, const StnScenario *base, const char *site,
                                     StnError *error)
{
    StnIdentified k = *identified;
    complete(&k);
    StnScenario *scenario = base ? stn_scenario_diff(base, base, error) : stn_scenario_new("block");
    if (!scenario) {
        if (!base)
            stn_out_of_memory(error);
        return NULL;
    }
    add_comments(scenario, identified, comment);
    stn_scenario_set_text(scenario, "title", title);
    if (base)
        change_base(scenario, &k, site);
    else
        fill_block(scenario, &k);
    return scenario;
}
