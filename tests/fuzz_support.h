/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* For fuzz targets that make systems: bytes as choices, and a scenario made from them. */
#ifndef TEST_FUZZ_SUPPORT_H
#define TEST_FUZZ_SUPPORT_H

#include "stiction/scenario.h"
#include "stiction/solve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FUZZ_SETS = 10, FUZZ_BUDGET = 4 };

typedef struct Fuzz {
    const uint8_t *at, *end;
    char path[FUZZ_SETS][128], value[FUZZ_SETS][256];
    StnOverride set[FUZZ_SETS];
    int nset;
    long budget; /* how often the engine may ask before it is stopped */
} Fuzz;

static inline void require(bool claim, const char *what)
{
    if (!claim) {
        fprintf(stderr, "broken: %s\n", what);
        abort();
    }
}

/* 0 when the bytes are used up. */
static inline unsigned fuzz_byte(Fuzz *f) { return f->at < f->end ? *f->at++ : 0; }

static inline unsigned fuzz_choice(Fuzz *f, int count)
{
    return count > 0 ? fuzz_byte(f) % (unsigned)count : 0;
}

/* 1e-6 ... 1e6 of either sign; now and then an odd one. */
static inline double fuzz_number(Fuzz *f)
{
    static const double odd[] = {0.0, -1.0, 1e300, 1e-300, 1e-12, INFINITY, -0.0, 1e9};
    const unsigned k = fuzz_byte(f);
    if (k < 16)
        return odd[k % 8];
    return (k > 200 ? -1.0 : 1.0) * pow(10.0, fuzz_byte(f) / 255.0 * 12.0 - 6.0);
}

static inline void fuzz_set(Fuzz *f, const char *section, const char *name, const char *value)
{
    if (f->nset == FUZZ_SETS)
        return;
    snprintf(f->path[f->nset], sizeof f->path[0], "%s%s%s", section, name[0] ? "." : "", name);
    snprintf(f->value[f->nset], sizeof f->value[0], "%s", value);
    f->set[f->nset] = (StnOverride){f->path[f->nset], f->value[f->nset]};
    f->nset++;
}

static inline void fuzz_set_number(Fuzz *f, const char *section, const char *name, double value)
{
    char text[64];
    snprintf(text, sizeof text, "%.17g", value);
    fuzz_set(f, section, name, text);
}

static inline void fuzz_signal(Fuzz *f, const char *input)
{
    char text[256];
    const double a = fabs(fuzz_number(f)), b = fuzz_number(f);
    switch (fuzz_choice(f, 5)) {
    case 0: snprintf(text, sizeof text, "{step: {at: %.9g, to: %.9g}}", a, b); break;
    case 1: snprintf(text, sizeof text, "{sine: {frequency: %.9g, amplitude: %.9g}}", a, b); break;
    case 2: snprintf(text, sizeof text, "{ramp: {start: %.9g, slope: %.9g}}", a, b); break;
    case 3:
        snprintf(text, sizeof text, "{pulses: {low: 0, period: %.9g, high: %.9g}}", a, b);
        break;
    default:
        snprintf(text, sizeof text,
                 "[{sine: {frequency: %.9g, amplitude: 1}}, {step: {at: 0.01, to: %.9g}}]", a, b);
    }
    fuzz_set(f, "inputs", input, text);
}

/* A value near the default where there is one. */
static inline void fuzz_parameter(Fuzz *f, const char *section, const StnParam *p)
{
    const bool near = fuzz_byte(f) % 3 && isfinite(p->def) && p->def != 0.0;
    const double x = near ? p->def * pow(10.0, fuzz_byte(f) / 64.0 - 2.0) : fuzz_number(f);
    if (p->kind == STN_KIND_SCALAR || p->kind == STN_KIND_PAIR)
        fuzz_set_number(f, p->section ? p->section : section, p->name, x);
}

static inline void fuzz_solver(Fuzz *f)
{
    static const char *const integrator[] = {"auto", "exact", "explicit", "implicit"};
    switch (fuzz_choice(f, 4)) {
    case 0: fuzz_set(f, "solver", "method", fuzz_byte(f) % 2 ? "fixed" : "event"); break;
    case 1: fuzz_set(f, "solver", "integrator", integrator[fuzz_choice(f, 4)]); break;
    case 2: fuzz_set_number(f, "solver", "dt", pow(10.0, fuzz_byte(f) / 64.0 - 6.0)); break;
    default: fuzz_set_number(f, "solver", "rtol", pow(10.0, -3.0 - fuzz_byte(f) / 25.0)); break;
    }
}

/* One more thing that differs from the built-in scenario. */
static inline void fuzz_change(Fuzz *f, const StnPlant *plant)
{
    char section[128];
    const unsigned what = fuzz_choice(f, 6);
    const unsigned site = fuzz_choice(f, plant->nsite);
    snprintf(section, sizeof section, "friction.%s", plant->nsite ? plant->sites[site].name : "");
    if (what == 0 && plant->nsite > 0)
        fuzz_set(f, section, "law", stn_law_at((int)fuzz_choice(f, stn_law_count()))->name);
    else if (what == 1 && plant->nsite > 0)
        fuzz_parameter(
            f, section,
            stn_friction_parameter_at((int)fuzz_choice(f, stn_friction_parameter_count())));
    else if (what == 2 && plant->nparam > 0)
        fuzz_parameter(f, "parameters", &plant->params[fuzz_choice(f, plant->nparam)]);
    else if (what == 3 && plant->ninput > 0)
        fuzz_signal(f, plant->inputs[fuzz_choice(f, plant->ninput)].name);
    else if (what == 4)
        fuzz_set_number(f, "initial", plant->states[fuzz_choice(f, plant->nstate)].name,
                        fuzz_number(f));
    else
        fuzz_solver(f);
}

/* A built-in scenario with up to five changes; NULL where that is refused, with a sentence. */
static inline StnScenario *fuzz_scenario(Fuzz *f)
{
    StnError error = {0};
    const StnBuiltin builtin = stn_builtin_at((int)fuzz_choice(f, stn_builtin_count()));
    StnScenario *plain = stn_scenario_load(builtin.name, NULL, &error);
    require(plain != NULL, "a built-in scenario does not load");
    fuzz_set_number(f, "duration", "", pow(10.0, fuzz_byte(f) / 64.0 - 3.5));
    for (unsigned n = fuzz_choice(f, 6); n > 0; n--)
        fuzz_change(f, stn_system_plant(stn_scenario_system(plain)));
    stn_scenario_free(plain);
    const StnScenarioOptions options = {.set = f->set, .nset = f->nset};
    StnScenario *scenario = stn_scenario_load(builtin.name, &options, &error);
    require(scenario != NULL || error.text[0], "refused without a sentence");
    return scenario;
}

static inline bool fuzz_go_on(void *user)
{
    Fuzz *f = user;
    return --f->budget > 0;
}

#endif
