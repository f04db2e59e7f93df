/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Parts of a chain: brakes, the monitor, what is not there, and mistakes. */
#include "build_chain.h"
#include "stiction/scenario.h"

/* ---- Brakes ---- */

static bool chain_engine(Chain *c, StnMethod method, double t)
{
    c->b.def.solver.method = method;
    c->b.def.solver.dt = 1e-5;
    block_make(&c->b);
    StnStatus status = block_try(&c->b, t);
    CHECK(status == STN_OK || status == STN_UNAVAILABLE, "%s", c->b.error.text);
    return status == STN_OK;
}

/* The brake of body 2 holds load 5 to the bit from 1 s to 2 s; then the load moves it again with
 * (5 - Fc)/J2 on its own, the shaft being broken from the start. */
static void a_brake_holds_exactly_and_lets_go(void **state)
{
    static const StnMethod methods[] = {STN_METHOD_EVENT, STN_METHOD_SUNDIALS, STN_METHOD_FIXED};
    (void)state;
    for (int m = 0; m < COUNT(methods); m++) {
        const double t[] = {0.0, 1.0, 1.0, 2.0, 2.0}, on[] = {0.0, 0.0, 1.0, 1.0, 0.0};
        double tolerance = methods[m] == STN_METHOD_FIXED ? 1e-3 : 1e-7;
        Chain c;
        chain_begin(&c, "bodies=2 J1=0.01 J2=0.5 K2=300 brake2=20 weak=2");
        chain_friction(&c, 1, "coulomb", "Fs=1 Fc=1");
        chain_friction(&c, 2, "coulomb", "Fs=1.5 Fc=1");
        block_input(&c.b, "u", stn_signal_constant(0.0));
        block_input(&c.b, "load2", stn_signal_constant(-5.0));
        block_input(&c.b, "broken", stn_signal_constant(1.0));
        block_input(&c.b, "brake", stn_signal_table(t, on, 5, false));
        if (chain_engine(&c, methods[m], 1.7)) {
            NEAR(chain_when(&c, "body2", STN_EVENT_STICK, 0), 1.0 + 8.0 / 32.0, tolerance);
            double held = block_value(&c.b, "th2"); /* w = 8 at 1 s, then (5 - 1 - 20)/0.5 = -32 */
            NEAR(held, 4.0 + 1.0, 10.0 * tolerance);
            assert_true(block_value(&c.b, "FF2") == 5.0);
            block_to(&c.b, 1.99);
            assert_true(block_value(&c.b, "th2") == held && block_value(&c.b, "w2") == 0.0);
            block_to(&c.b, 2.5);
            NEAR(block_value(&c.b, "w2"), 0.5 * 8.0, 10.0 * tolerance);
            assert_int_equal(block_count(&c.b, STN_EVENT_BRAKE), 1);
        }
        chain_end(&c);
    }
}

/* ---- The monitor ---- */

/* Body 3 is torn off and runs away under its load: 0.5*a*t^2 = 0.1 from 1 s on; 20 ms later the drive
 * is dead and brake 1 falls in, 50 ms later the others. */
static void an_asymmetry_stops_the_drive_and_calls_the_brakes(void **state)
{
    static const StnMethod methods[] = {STN_METHOD_EVENT, STN_METHOD_SUNDIALS, STN_METHOD_FIXED};
    (void)state;
    for (int m = 0; m < COUNT(methods); m++) {
        double tolerance = methods[m] == STN_METHOD_FIXED ? 1e-4 : 1e-7;
        Chain c;
        chain_begin(&c, "bodies=3 parent3=1 weak=3 J1=0.1 J2=0.1 J3=0.1 K2=1000 K3=1000 D2=1 D3=1 "
                        "asymmetry=0.1 brake1=5 brake2=5 brake3=5");
        for (int body = 1; body <= 3; body++)
            chain_friction(&c, body, "coulomb", "Fs=3 Fc=2");
        block_input(&c.b, "u", stn_signal_constant(1.0));
        block_input(&c.b, "load3", stn_signal_step(1.0, 0.0, 4.0));
        block_input(&c.b, "broken", stn_signal_step(1.0, 0.0, 1.0));
        if (chain_engine(&c, methods[m], 2.0)) {
            double t = 1.0 + sqrt(0.2 * 0.1 / (4.0 - 2.0));
            NEAR(chain_when(&c, "weak_shaft", STN_EVENT_FAILURE, 0), 1.0, tolerance);
            NEAR(chain_when(&c, "drive_dead", STN_EVENT_BRAKE, 0), t + 0.02, tolerance);
            NEAR(chain_when(&c, "other_brakes", STN_EVENT_BRAKE, 0), t + 0.07, tolerance);
            double w = -20.0 * (t + 0.07 - 1.0); /* then (4 - 2 - 5)/0.1 against it */
            NEAR(chain_when(&c, "body3", STN_EVENT_STICK, -1), t + 0.07 - w / 30.0,
                 2.0 * tolerance);
            assert_true(block_value(&c.b, "u") == 0.0);
        }
        chain_end(&c);
    }
}

/* ---- What is not there ---- */

static bool has_column(const StnSystem *system, const char *name)
{
    for (int i = 0; i < stn_system_column_count(system); i++)
        if (strcmp(stn_system_column_at(system, i).name, name) == 0)
            return true;
    return false;
}

static void bodies_that_are_not_there_leave_no_trace(void **state)
{
    Chain c;
    (void)state;
    chain_begin(&c, "bodies=2 J3=5 play3=0.1");
    chain_friction(&c, 4, "coulomb", "Fs=2 Fc=1");
    block_input(&c.b, "u", stn_signal_sine(1.0, 1.0, 0.0, 0.0, 0.0));
    block_make(&c.b);
    assert_int_equal(stn_system_plant(c.b.system)->nsite, 2);
    assert_true(has_column(c.b.system, "th2") && has_column(c.b.system, "T2"));
    assert_false(has_column(c.b.system, "th3") || has_column(c.b.system, "T3"));
    assert_false(has_column(c.b.system, "P12") || has_column(c.b.system, "Com"));
    block_to(&c.b, 2.0);
    for (int i = 0; i < c.b.nevent; i++)
        assert_true(strcmp(c.b.event[i].site, "body1") == 0 ||
                    strcmp(c.b.event[i].site, "body2") == 0);
    assert_int_equal(stn_system_note_count(c.b.system), 1);
    assert_string_equal(stn_system_note_at(c.b.system, 0).text,
                        "unused in this system: J3, play3, body4");
    chain_end(&c);
}

/* Eight bodies in a line: a torque on the first reaches the last, and the momentum is right. */
static void eight_bodies_run(void **state)
{
    Chain c;
    (void)state;
    chain_begin(&c, "bodies=8");
    for (int k = 1; k <= 8; k++) {
        char words[96];
        snprintf(words, sizeof words, "J%d=0.01", k);
        chain_set(&c, words);
        snprintf(words, sizeof words, "K%d=%d D%d=0.05 play%d=%g", k, 100 * k, k, k, 0.002 * k);
        if (k > 1)
            chain_set(&c, words);
    }
    block_input(&c.b, "u", stn_signal_constant(0.4));
    block_make(&c.b);
    block_to(&c.b, 3.0);
    double sum = 0.0;
    for (int k = 1; k <= 8; k++) {
        char name[8];
        snprintf(name, sizeof name, "w%d", k);
        sum += 0.01 * block_value(&c.b, name);
    }
    NEAR(sum, 0.4 * 3.0, 1e-10);
    NEAR(chain_when(&c, "shaft2", STN_EVENT_CONTACT, 0), sqrt(2.0 * 0.002 * 0.01 / 0.4), 1e-12);
    chain_end(&c);
}

/* ---- Mistakes ---- */

static void mistakes_are_named(void **state)
{
    static const struct {
        const char *text, *says;
    } table[] = {
        {"bodies=1.5", "bodies must be a whole number"},
        {"bodies=9", "bodies = 9 is out of range"},
        {"bodies=3 K3=1", "the inertia J3 is missing"},
        {"bodies=3 J3=1", "the stiffness K3 is missing"},
        {"parent2=2", "parent2 is the body itself"},
        {"parent2=3", "parent2 is not the number of a body"},
        {"bodies=3 J3=1 K3=1 parent3=1.5", "parent3 is not the number of a body"},
        {"bodies=3 J3=1 K3=1 parent2=3 parent3=2", "the parents of body 2 form a ring"},
        {"bodies=4 J3=1 K3=1 J4=1 K4=1 parent3=4 parent4=3", "the parents of body 3 form a ring"},
        {"ratio2=0", "ratio2 must not be 0"},
        {"play2=0.1 K2=0", "play2 needs a stiffness K"},
        {"lo2=1 hi2=1", "the lower stop of body 2 must lie below its upper stop"},
        {"drive=1 position_of=3", "position_of and velocity_of must be numbers of bodies"},
        {"asymmetry=0.1", "watch_a and watch_b must be numbers of bodies"},
        {"weak=3", "weak must be the number of a body"},
        {"brake1=5", "body1 has a brake, which law none cannot hold"},
        {"J1=0", "J1 = 0 is out of range"},
        {"JJ1=1", "plant chain has no parameter \"JJ1\"; did you mean \"J1\"?"},
    };
    (void)state;
    for (int i = 0; i < COUNT(table); i++) {
        Chain c;
        chain_begin(&c, table[i].text);
        block_input(&c.b, "u", stn_signal_constant(0.0));
        block_input(&c.b, "Com", stn_signal_constant(0.0));
        c.b.system = stn_system_new(&c.b.def, &c.b.error);
        CHECK(c.b.system == NULL && strstr(c.b.error.text, table[i].says), "%s: \"%s\"",
              table[i].text, c.b.error.text);
        for (int k = 0; k < STN_INPUTS_MAX; k++)
            stn_signal_free(c.b.def.input[k]);
        chain_end(&c);
    }
}

/* In a scenario a body without a law takes no numbers, and --law leaves it alone. */
static void a_body_without_a_law_takes_no_numbers(void **state)
{
    static const char text[] = "plant: chain\nduration: 1\ninputs: {u: 1}\n"
                               "friction: {body1: {law: coulomb, Fs: 0.2, Fc: 0.1}}\n";
    static const char bad[] = "plant: chain\nduration: 1\ninputs: {u: 1}\n"
                              "friction: {body1: {Fs: 0.2, Fc: 0.1}}\n";
    const char *const law[] = {"stribeck"};
    const StnScenarioOptions options = {.law = law, .nlaw = 1};
    StnError error = {0};
    (void)state;
    StnScenario *scenario = stn_scenario_parse(text, strlen(text), "drive.yaml", &options, &error);
    CHECK(scenario != NULL, "%s", error.text);
    const StnSystem *system = stn_scenario_system(scenario);
    assert_string_equal(stn_system_law(system, 0)->name, "stribeck");
    assert_string_equal(stn_system_law(system, 1)->name, "none");
    stn_scenario_free(scenario);
    assert_null(stn_scenario_parse(bad, strlen(bad), "drive.yaml", NULL, &error));
    assert_non_null(strstr(error.text, "body1 has no friction unless a law is named"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_brake_holds_exactly_and_lets_go),
        cmocka_unit_test(an_asymmetry_stops_the_drive_and_calls_the_brakes),
        cmocka_unit_test(bodies_that_are_not_there_leave_no_trace),
        cmocka_unit_test(eight_bodies_run),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(a_body_without_a_law_takes_no_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
