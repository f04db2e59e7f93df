/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Candidates for the choice of a law, from the registry alone. */
#include "stiction/fit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const StnSiteInfo *site;
    const StnSiteDef *asked; /* of the run */
    const StnLaw *law;
    bool motion; /* measured, without a plant */
    StnCandidate *out;
    int room, count;
} Maker;

/* Numbers of elements that are tried in laws made of elements. */
static const int element_counts[] = {2, 4};
enum { ELEMENT_COUNTS = sizeof element_counts / sizeof element_counts[0] };

static bool has(const StnLaw *law, const char *name) { return stn_law_parameter(law, name) >= 0; }

/* Carries a unit, has a value of its own, is no option. */
static bool is_physical(const StnLaw *law, const StnParam *p)
{
    bool derived = isnan(p->def) && p->derived;
    if (p->kind == STN_KIND_CHOICE || p->def == 0.0 || (isnan(p->def) && !derived))
        return false;
    if (p->kind == STN_KIND_VECTOR)
        return derived;
    if (strcmp(p->unit, "1") == 0)
        return false;
    /* A static level takes a curve that leads down from it; elements have a shape of their own. */
    bool curve =
        strcmp(p->name, "Fs") == 0 || strcmp(p->name, "vs") == 0 || strcmp(p->name, "C") == 0;
    return !curve || (has(law, "vs") && !law->vector);
}

static bool is_force(const StnParam *p) { return strcmp(p->unit, "$F") == 0; }

static void add(const Maker *maker, StnCandidate *c, const StnParam *p, const char *suffix)
{
    char path[sizeof c->free[0].path];
    if (c->nfree == STN_CANDIDATE_FREE)
        return;
    snprintf(path, sizeof path, "friction.%s.%s%s", maker->site->name, p->name, suffix);
    c->free[c->nfree++] = stn_free_parameter(path);
    c->nparam +=
        p->kind == STN_KIND_VECTOR ? c->elements - (p->max == 1.0) : 1; /* shares add up to 1 */
}

static void add_both(const Maker *maker, StnCandidate *c, const StnParam *p, bool apart)
{
    if (!apart || p->kind != STN_KIND_PAIR) {
        add(maker, c, p, "");
        return;
    }
    add(maker, c, p, ".forward");
    add(maker, c, p, ".backward");
}

/* What a candidate has beside the levels. */
typedef struct Features {
    int elements, base;
    bool viscous, apart;
    bool speed;           /* vs by direction, too */
    bool level, exponent; /* a static level; a free exponent */
    double n;
} Features;

/* The curve between a static and a sliding level, which elements have only on request. */
static bool of_curve(const StnParam *p)
{
    return strcmp(p->name, "Fs") == 0 || strcmp(p->name, "vs") == 0;
}

static void name_it(const Maker *maker, const Features *has, StnCandidate *c)
{
    char many[32] = "";
    if (has->elements > 0)
        snprintf(many, sizeof many, " of %d", has->elements);
    snprintf(c->label, sizeof c->label, "%s%s%s%s%s%s%s%s", maker->law->name, many,
             has->viscous ? ", viscous" : "", has->apart ? ", by direction" : "",
             has->speed ? ", with vs" : "", has->level ? ", static level" : "",
             has->exponent ? ", n free" : "", has->n == 1.0 ? ", n = 1" : "");
}

static void make(Maker *maker, const Features *has)
{
    if (maker->count == maker->room)
        return;
    StnCandidate *c = &maker->out[maker->count++];
    *c = (StnCandidate){.law = maker->law,
                        .elements = has->elements,
                        .viscous = has->viscous,
                        .apart = has->apart,
                        .base = has->base,
                        .n = has->n};
    name_it(maker, has, c);
    for (int i = 0; i < maker->law->nparam; i++) {
        const StnParam *p = maker->law->params[i];
        if (is_physical(maker->law, p) || (has->level && of_curve(p)))
            add_both(maker, c, p,
                     (has->apart && is_force(p)) || (has->speed && strcmp(p->name, "vs") == 0));
        else if ((has->viscous && strcmp(p->name, "sigma2") == 0) ||
                 (has->exponent && strcmp(p->name, "n") == 0))
            add_both(maker, c, p, has->apart && strcmp(p->name, "n") != 0);
    }
}

/* The exponent of the run, or the law's own. */
static double exponent_of(const Maker *maker)
{
    const int k = stn_law_parameter(maker->law, "n");
    const StnSiteDef *asked = maker->asked;
    for (int i = 0; i < asked->ngiven; i++)
        if (strcmp(asked->given[i].name, "n") == 0)
            return asked->given[i].value[0];
    return k < 0 ? NAN : maker->law->params[k]->def;
}

static double largest_given(const StnSiteDef *asked, const char *name)
{
    const int k = stn_given_index(asked->given, asked->ngiven, name);
    double most = NAN;
    for (int i = 0; k >= 0 && i < asked->given[k].count; i++)
        most = fmax(most, asked->given[k].value[i]);
    return most;
}

/* Whether a law without a curve is tried with a static level: where the run has one above the sliding one.  Along a measured
 * motion none of them shows it. */
static bool breaks_away(const Maker *maker)
{
    return !maker->motion && has(maker->law, "Fs") && !has(maker->law, "vs") &&
           largest_given(maker->asked, "Fs") > largest_given(maker->asked, "Fc");
}

/* What may be varied in a candidate: the exponent of a curve, the static level of elements. */
static void make_variations(Maker *maker, const Features *plain, int at)
{
    const bool curve = has(maker->law, "vs"), elements = maker->law->vector != NULL;
    Features own = *plain;
    own.base = at;
    if (curve && elements && has(maker->law, "Fs")) {
        own.level = true;
        make(maker, &own);
    } else if (curve && has(maker->law, "n")) {
        own.n = 1.0;
        if (exponent_of(maker) != 1.0)
            make(maker, &own);
        own.n = NAN;
        own.exponent = true;
        make(maker, &own);
    }
}

static void make_all(Maker *maker, int elements)
{
    enum { PLAIN = 16 };
    const bool curve = has(maker->law, "vs") && !maker->law->vector;
    const int first = maker->count;
    Features plain[PLAIN];
    int count = 0;
    for (int apart = 0; apart < 2; apart++)
        for (int viscous = 0; viscous < 2; viscous++)
            for (int speed = 0; speed < 2; speed++)
                if ((!viscous || has(maker->law, "sigma2")) && (!speed || (apart && curve)))
                    plain[count++] = (Features){.elements = elements,
                                                .base = -1,
                                                .viscous = viscous,
                                                .apart = apart,
                                                .speed = speed,
                                                .n = NAN};
    const int once = breaks_away(maker) ? count : 0;
    for (int i = 0; i < once; i++) { /* what else is needed may show only with it */
        plain[count] = plain[i];
        plain[count++].level = true;
    }
    for (int i = 0; i < count; i++)
        make(maker, &plain[i]);
    for (int i = 0; i < count; i++)
        make_variations(maker, &plain[i], first + i);
}

int stn_select_candidates(const StnFitRun *run, int site, const StnLaw *const *laws, int nlaw,
                          StnCandidate out[STN_CANDIDATES_MAX])
{
    Maker maker = {.site = &run->def.plant->sites[site],
                   .asked = &run->def.site[site],
                   .motion = run->x || run->v,
                   .out = out,
                   .room = STN_CANDIDATES_MAX};
    for (int i = 0; i < nlaw; i++) {
        maker.law = laws[i];
        if (!laws[i]->vector)
            make_all(&maker, 0);
        for (int k = 0; laws[i]->vector && k < ELEMENT_COUNTS; k++)
            make_all(&maker, element_counts[k]);
    }
    return maker.count;
}

/* The ladder of servo gears: what each step has free beside the first, Fc and sigma2.  k_e and k_es follow k_m and
 * k_ms where they are not free. */
static const struct {
    const char *label;
    bool curve;
    const char *more[6];
} steps[] = {
    {"M1: coulomb, viscous", false, {NULL}},
    {"M2: with a Stribeck part", true, {NULL}},
    {"M3: M1, growing with the torques", false, {"k_m"}},
    {"M4: M2, growing with the torques", true, {"k_m", "k_ms"}},
    {"M5: M4, drive and load apart", true, {"k_m", "k_e", "k_ms", "k_es"}},
    {"M6: M5, with their squares", true, {"k_m", "k_e", "k_ms", "k_es", "k_mq", "k_eq"}},
};
enum { STEPS = sizeof steps / sizeof steps[0] };

static void add_named(const Maker *maker, StnCandidate *c, const char *name)
{
    add(maker, c, maker->law->params[stn_law_parameter(maker->law, name)], "");
}

int stn_select_ladder(const StnFitRun *run, int site, const StnLaw *law,
                      StnCandidate out[STN_CANDIDATES_MAX])
{
    static const char *const needed[] = {"Fs",  "Fc",   "vs",   "sigma2", "k_m",
                                         "k_e", "k_ms", "k_es", "k_mq",   "k_eq"};
    const Maker maker = {.site = &run->def.plant->sites[site], .law = law};
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
        if (!has(law, needed[i]))
            return 0;
    for (int k = 0; k < STEPS; k++) {
        StnCandidate *c = &out[k];
        *c = (StnCandidate){.law = law, .viscous = true, .base = -1, .n = NAN};
        snprintf(c->label, sizeof c->label, "%s", steps[k].label);
        add_named(&maker, c, "Fc");
        if (steps[k].curve) {
            add_named(&maker, c, "Fs");
            add_named(&maker, c, "vs");
        }
        add_named(&maker, c, "sigma2");
        for (int i = 0; i < 6 && steps[k].more[i]; i++)
            add_named(&maker, c, steps[k].more[i]);
    }
    return STEPS;
}
