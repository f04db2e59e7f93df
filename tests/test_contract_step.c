/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the fixed step owes for every law with states, by walking the lists: the states stay in the
 * invariant set of the law, also where a stop, a brake or a play is at work, and the friction of a body
 * at rest on a stop is that of the event engine. */
#include "build_block.h"
#include "build_chain.h"
#include "build_clutch.h"

static double number(const Block *b, const char *name, int place)
{
    return stn_system_friction(b->system, 0, name, place);
}

/* The invariant set of state i of the law at site 0, from the law's own equations:
 *   bristle   d|z|/dt <= 0 beyond the largest steady deflection, level/sigma0 (Fs; dahl: Fc)
 *   elements  an element slips at its share nu_i*Fs; deflections d_i = F_i/k_i
 *   film      hf follows hss in [0, 1 - Fc/Fs];  karnopp: |w| <= eps;  shares in [0, 1]
 * A state without a bound of its own (a deflection that only counts the way) has none here. */
static void invariant_set(const Block *b, int i, double *lo, double *hi)
{
    const StnLaw *law = b->system->model.law[0];
    int place = i < law->nstate ? 0 : i - law->nstate + 1; /* of a vector, which comes last */
    const char *name = law->states[i < law->nstate ? i : law->nstate - 1].name;
    bool hybrid = strcmp(law->name, "hybrid") == 0, leuven = strcmp(law->name, "leuven") == 0;
    const char *level = strcmp(law->name, "dahl") == 0 ? "Fc" : "Fs";
    double nu = law->vector ? number(b, "nu", place) : NAN;
    *lo = -INFINITY, *hi = INFINITY;
    if (strcmp(name, "z") == 0 && !hybrid && !leuven)
        *lo = -number(b, level, 1) / number(b, "sigma0", 1),
        *hi = number(b, level, 0) / number(b, "sigma0", 0);
    else if (strcmp(name, "F") == 0)
        *lo = -nu * number(b, "Fs", 1), *hi = nu * number(b, "Fs", 0);
    else if (strcmp(name, "d") == 0 && number(b, "stick", 0) == 1.0)
        *lo = -nu * number(b, "Fs", 1) / number(b, "k", place),
        *hi = nu * number(b, "Fs", 0) / number(b, "k", place);
    else if (strcmp(name, "hf") == 0)
        *lo = 0.0, *hi = 1.0 - fmin(number(b, "Fc", 0) / number(b, "Fs", 0),
                                    number(b, "Fc", 1) / number(b, "Fs", 1));
    else if (strcmp(name, "w") == 0)
        *lo = -number(b, "eps", 0), *hi = number(b, "eps", 0);
    else if (strcmp(name, "rise") == 0)
        *lo = 0.0, *hi = 1.0;
    else if (strcmp(name, "vm") == 0)
        *lo = 0.0;
    else
        CHECK(strcmp(name, "z") == 0 || strcmp(name, "d") == 0, "what bounds %s of %s?", name,
              law->name);
}

static void assert_inside(const Block *b, const double *s, const char *words, double dt)
{
    for (int i = 0; i < b->system->model.law_nstate[0]; i++) {
        double lo, hi;
        invariant_set(b, i, &lo, &hi);
        CHECK(s[i] >= lo - 1e-12 * fabs(lo) && s[i] <= hi + 1e-12 * fabs(hi),
              "%s %s, dt %g: state %d is %.9g, outside %.9g .. %.9g", b->system->model.law[0]->name,
              words, dt, i, s[i], lo, hi);
    }
}

static const double *law_states(const Block *b)
{
    return stn_now(b->system, b->state) + b->system->model.law_state[0];
}

/* ---- The law's step alone ---- */

static double random_in(uint64_t *seed, double lo, double hi)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return lo + (hi - lo) * (double)(*seed >> 11) * 0x1p-53;
}

static void random_step(const Block *b, uint64_t *seed, const char *words)
{
    const StnSystem *S = b->system;
    double s[64] = {0}, mode[64] = {0}, guard[128] = {0}, next[64] = {0};
    for (int i = 0; i < S->model.law_nstate[0]; i++) {
        double lo, hi;
        invariant_set(b, i, &lo, &hi);
        if (isfinite(lo) && isfinite(hi))
            s[i] = random_in(seed, lo, hi);
    }
    int bar = (int)random_in(seed, 0.0, 4.0);
    double dt = pow(10.0, random_in(seed, -5.0, -3.0)), v = random_in(seed, -1.0, 1.0);
    v = bar ? 0.0 : v * pow(10.0, random_in(seed, -6.0, 1.0)); /* on a stop it stands */
    StnSite in = {.v = v, .h = random_in(seed, -15.0, 15.0), .m = 1.0, .dt = dt};
    in.barred[0] = bar & 1, in.barred[1] = bar >> 1;
    in.dir = v != 0.0 ? copysign(1.0, v) : copysign(1.0, in.h);
    StnRel r = {mode, guard, next, STN_LIVE, guard + 64, NULL};
    StnStep step = S->model.law[0]->advance(&S->model.law_self[0], S->law_p[0], s, &in, &r);
    assert_inside(b, s, words, dt);
    CHECK(!(in.barred[0] > 0.0 && step.v > 0.0) && !(in.barred[1] > 0.0 && step.v < 0.0),
          "%s %s moves to %g m/s where it is barred", S->model.law[0]->name, words, step.v);
    if (bar == 3)
        CHECK(step.v == 0.0 && step.extra == 0.0, "%s %s moves by %g m", S->model.law[0]->name,
              words, step.extra);
}

static void every_own_step_keeps_the_states_in_their_set(void **state)
{
    BlockVariant variant;
    uint64_t seed = 1;
    (void)state;
    for (int i = 0; block_variant(i, &variant); i++) {
        Block b;
        block_stick_slip(&b, variant.law);
        block_words(&b, variant.words);
        block_make(&b);
        for (int k = 0; b.system->model.law[0]->advance && k < 4000; k++)
            random_step(&b, &seed, variant.words);
        block_end(&b);
    }
}

/* ---- On a stop ---- */

/* Pushed onto a stop by twice its static level, held there, and pulled off again at 0.7 s. */
static void pushed_onto_a_stop(Block *b, const BlockVariant *variant, double side)
{
    double times[] = {0.0, 0.6, 0.8}, levels[] = {3.0 * side, 3.0 * side, -3.0 * side};
    block_begin(b, variant->law);
    block_choose(b, "drive", "force");
    block_set(b, "m", 1.0);
    block_set(b, "xmax", 0.1);
    block_set(b, "xmin", -0.1);
    block_friction(b, "vs", 0.01);
    block_friction(b, "sigma0", 1e4);
    block_friction(b, "sigma1", 200.0);
    block_words(b, variant->words);
    block_input(b, "u", stn_signal_trapezoid(times, levels, 3));
}

/* FF at rest on the stop and the time at which it is left; the event engine says what is right, and
 * for laws that it does not take, the law: FF = Fs. */
static void compare_on_a_stop(const BlockVariant *variant, double dt, double side, StnEuler euler)
{
    Block b, truth;
    pushed_onto_a_stop(&truth, variant, side);
    block_make(&truth);
    bool known = truth.system->model.method == STN_METHOD_EVENT;
    block_to(&truth, 0.6);
    double FF = known ? block_value(&truth, "FF") : side * number(&truth, "Fs", side < 0.0);
    block_to(&truth, 1.0);
    pushed_onto_a_stop(&b, variant, side);
    b.def.solver.euler = euler;
    block_fixed(&b, dt);
    block_make(&b);
    for (int k = 1; k <= 100; k++) {
        block_to(&b, 0.6 * k / 100.0);
        assert_inside(&b, law_states(&b), variant->words, dt);
    }
    assert_true(block_value(&b, "v") == 0.0 && block_value(&b, "x") == side * 0.1);
    CHECK(fabs(block_value(&b, "FF") - FF) <= 10.0 * dt + 1e-6, "%s %s, dt %g: FF %.9g, not %.9g",
          variant->law, variant->words, dt, block_value(&b, "FF"), FF);
    block_to(&b, 1.0);
    if (known) /* the load falls by 30 N/s, so FF off by 10*dt is a third of dt in time */
        NEAR(block_when(&b, STN_EVENT_STOP_LEFT, 0), block_when(&truth, STN_EVENT_STOP_LEFT, 0),
             5.0 * dt);
    block_end(&b);
    block_end(&truth);
}

static void every_law_on_a_stop_has_the_friction_of_the_event_engine(void **state)
{
    static const double steps[] = {1e-5, 1e-4, 1e-3};
    BlockVariant variant;
    (void)state;
    for (int i = 0; block_variant(i, &variant); i++)
        for (int k = 0; k < 4; k++)
            if (stn_catalog_law(NULL, variant.law)->nstate > 0)
                compare_on_a_stop(&variant, steps[k % 3], k % 2 ? -1.0 : 1.0,
                                  k < 3 ? STN_EULER_SEMI_IMPLICIT : STN_EULER_EXPLICIT);
}

/* ---- Under a brake ---- */

/* A disc driven by 3 N*m comes up to speed; from 0.2 s on a brake of 4 N*m holds it, up to 0.6 s. */
static void braked(Chain *c, const BlockVariant *variant, double dt)
{
    chain_begin(c, "bodies=1 J1=1 brake1=4");
    c->b.def.site[0].law = stn_catalog_law(NULL, variant->law);
    block_words(&c->b, variant->words);
    memcpy(c->friction[0], c->b.friction, sizeof c->friction[0]);
    block_input(&c->b, "u", stn_signal_constant(3.0));
    block_input(&c->b, "brake", stn_signal_pulses(0.0, 1.0, 10.0, 0.04, 0.2));
    if (dt > 0.0)
        block_fixed(&c->b, dt);
    block_make(&c->b);
}

static void every_law_under_a_brake_stands_still(void **state)
{
    BlockVariant variant;
    (void)state;
    for (int i = 0; block_variant(i, &variant); i++) {
        const StnLaw *law = stn_catalog_law(NULL, variant.law);
        for (int k = 0; k < 2 && law->nstate > 0 && (law->flags & STN_LAW_SET_VALUED); k++) {
            double dt = k ? 1e-3 : 1e-4;
            Chain c;
            braked(&c, &variant, dt);
            for (int at = 1; at <= 60; at++) {
                block_to(&c.b, 0.01 * at);
                assert_inside(&c.b, law_states(&c.b), variant.words, dt);
            }
            CHECK(block_value(&c.b, "w1") == 0.0, "%s %s, dt %g: w %g under the brake", variant.law,
                  variant.words, dt, block_value(&c.b, "w1"));
            NEAR(block_value(&c.b, "FF1"), 3.0, 1e-9); /* law and brake balance u */
            block_to(&c.b, 0.7);
            CHECK(block_value(&c.b, "w1") > 0.05, "%s %s does not start again", variant.law,
                  variant.words);
            chain_end(&c);
        }
    }
}

/* ---- Across a play ---- */

/* The clutch, pushed to and fro across its play. */
static void every_law_across_a_play_keeps_its_set(void **state)
{
    (void)state;
    for (int i = 0; i < stn_law_count(); i++)
        for (int k = 0; k < 2 && stn_law_at(i)->nstate > 0; k++) {
            Block b;
            double dt = k ? 1e-3 : 1e-4;
            clutch_flat(&b, stn_law_at(i)->name);
            block_choose(&b, "drive", "torque");
            block_choose(&b, "play", "with");
            block_input(&b, "u", stn_signal_sine(0.4, 5.0, 0.0, 0.0, 0.0));
            block_fixed(&b, dt);
            block_make(&b);
            for (int at = 1; at <= 500; at++) {
                block_to(&b, 1e-3 * at);
                assert_inside(&b, law_states(&b), "", dt);
            }
            block_end(&b);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_own_step_keeps_the_states_in_their_set),
        cmocka_unit_test(every_law_on_a_stop_has_the_friction_of_the_event_engine),
        cmocka_unit_test(every_law_under_a_brake_stands_still),
        cmocka_unit_test(every_law_across_a_play_keeps_its_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
