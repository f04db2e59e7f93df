/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A law of your own, outside the tree: friction that grows with the distance travelled from x = 0,
 *   FF = Fc*(1 + wear*|x|)*sgn(v) while sliding, stuck while |h| <= Fs*(1 + wear*|x|).
 * Everything that reads laws (scenarios, checks, engines, columns) takes it as one of its own.
 *
 * As a program: cc own_law.c $(pkg-config --cflags --libs stiction) -lm
 * For the command line, without its main(): cc -shared -fPIC own_law.c -o own_law.so -lm
 *                           $(pkg-config --cflags stiction) -fvisibility=hidden -ffunction-sections -Wl,--gc-sections
 *                       stiction --plugin ./own_law.so run block-brake --law wearing */
#include <stiction/stiction.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The order of this list is the order of the parameter array. */
static const StnParam Fs = {"Fs", STN_KIND_PAIR,           "$F", 1.5,  0,
                            1e9,  "static level at x = 0", NULL, NULL, "Fc"};
static const StnParam Fc = {"Fc", STN_KIND_PAIR, "$F", 1.0, 0, 1e9, "sliding level at x = 0",
                            NULL, NULL,          NULL};
static const StnParam wear = {"wear", STN_KIND_SCALAR,        "1/$x", 0.5,  0,
                              1e6,    "growth with distance", NULL,   NULL, NULL};
static const StnParam *const params[] = {&Fs, &Fc, &wear};
enum { FS = 0, FC = 2, WEAR = 4 };

static StnFric slide(const StnSelf *self, const double *p, const double *s, const StnSite *in,
                     StnRel *r, double *rate)
{
    (void)self, (void)s, (void)r, (void)rate;
    double level = in->dir > 0.0 ? p[FC] : p[FC + 1];
    return (StnFric){in->dir * level * (1.0 + p[WEAR] * fabs(in->x)), 0.0};
}

static void rest(const StnSelf *self, const double *p, const double *s, const StnSite *in,
                 StnRel *r, double *lo, double *hi, double *rate)
{
    (void)self, (void)s, (void)r, (void)rate;
    *hi = p[FS] * (1.0 + p[WEAR] * fabs(in->x));
    *lo = -p[FS + 1] * (1.0 + p[WEAR] * fabs(in->x));
}

/* |x| has a kink, so slide() is nowhere affine as far as the engine is concerned. */
static StnShape shape(const StnSelf *self, const double *p)
{
    (void)self, (void)p;
    return (StnShape){.affine_above = INFINITY, .t_scale = INFINITY};
}

static const StnLaw wearing = {
    .abi = STN_MODEL_ABI, /* made with these headers */
    .size = sizeof(StnLaw),
    .name = "wearing",
    .title = "Coulomb friction that grows with distance",
    .equation = "FF = Fc*(1 + wear*|x|)*sgn(v)",
    .text = "An example of a law from outside the tree.",
    .reference = "",
    .nparam = 3,
    .params = params,
    .flags = STN_LAW_SET_VALUED,
    .slide = slide,
    .rest = rest,
    .shape = shape,
};
static const StnLaw *const laws[] = {&wearing};

/* What `stiction --plugin` looks for. */
__attribute__((visibility("default"))) const StnLaw *const *stn_plugin_laws(int *count);
const StnLaw *const *stn_plugin_laws(int *count)
{
    *count = 1;
    return laws;
}

int main(void)
{
    StnError error = {0};
    StnCatalog catalog = {.laws = laws, .nlaw = 1};
    const char *law[] = {"wearing"};
    StnScenarioOptions options = {.catalog = &catalog, .law = law, .nlaw = 1};
    StnScenario *scenario = stn_scenario_load("block-brake", &options, &error);
    if (!scenario) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    const StnSystem *system = stn_scenario_system(scenario);
    StnState *state = stn_state_init(system, malloc(stn_state_size(system)));
    double column[64];
    int status = stn_advance(system, state, 3.0, NULL, &error);
    stn_state_columns(system, state, column);
    /* m*v0^2/2 = Fc*(X + wear*X^2/2)  ->  with m = Fc = 1, v0 = 2, wear = 0.5: X = 2*(sqrt(3) - 1) */
    double expected = 2.0 * (sqrt(3.0) - 1.0);
    printf("stopped at %.9f m, expected %.9f m\n", column[0], expected);
    free(state);
    stn_scenario_free(scenario);
    return status || fabs(column[0] - expected) > 1e-8;
}
