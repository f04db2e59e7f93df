/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A run ends: an explicit method that stability holds up gives a reason and a remedy; a run that is merely
 * long goes on. */
#include "build_chain.h"
#include "run_scenario.h"
#include "skip.h"

enum { STEPS_ENOUGH = 250000 }; /* more than the engine looks at before it gives up */

typedef struct {
    Block *b;
    bool enough;
} Watch;

/* Cancels a run that has gone on long enough to show that it is not given up. */
static bool go_on(void *user, double fraction)
{
    Watch *watch = user;
    (void)fraction;
    watch->enough = stn_state_counters(watch->b->state).steps > STEPS_ENOUGH;
    return !watch->enough;
}

static StnStatus run_for(Block *b, double duration)
{
    StnRecord record;
    Watch watch = {.b = b};
    StnRunDef run = stn_default_run_def(duration, INFINITY);
    run.progress = go_on;
    run.user = &watch;
    StnStatus status = stn_run(b->system, b->state, &run, &record, &b->error);
    stn_record_free(&record);
    return status;
}

/* On the steep line of the law v follows the load with Fc/(eps*m) = 1e8 1/s.  The explicit method is stable
 * up to h = 6.1e-8 s (the real end of its stability region), which makes 1.6e9 steps of 100 s. */
static void creeping(Block *b, StnIntegrator integrator)
{
    block_begin(b, "hyperviscous");
    block_choose(b, "drive", "force");
    block_friction(b, "eps", 1e-8);
    block_input(b, "u", stn_signal_sine(0.5, 0.1, 0.0, 0.0, 0.0));
    b->def.solver.integrator = integrator;
    block_make(b);
}

static void a_forced_explicit_method_on_a_stiff_mode_gives_up_with_reason_and_remedy(void **state)
{
    Block b;
    (void)state;
    creeping(&b, STN_INTEGRATOR_EXPLICIT);
    assert_int_equal(run_for(&b, 100.0), STN_STEP_TOO_SMALL);
    assert_non_null(strstr(b.error.text, "stability"));
    assert_non_null(strstr(b.error.text, "e+09 of them"));
    assert_non_null(strstr(b.error.text, "integrator: auto"));
    assert_true(stn_state_counters(b.state).steps <= STEPS_ENOUGH);
    block_end(&b);
}

/* A chamber at the return pressure: the slope of the orifice's root has no limit, the steps are refused
 * before any shows its stability, and the sign of the pressure changes all the time. */
static void a_chamber_at_its_limit_gives_up_an_explicit_method(void **state)
{
    const char *law = "stribeck";
    StnOverride set[] = {{"inputs.u.sine.amplitude", "20 mA"}, {"solver.integrator", "explicit"}};
    StnScenarioOptions options = {.set = set, .nset = COUNT(set), .law = &law, .nlaw = 1};
    StnError error = {0};
    StnRecord record;
    (void)state;
    StnScenario *scenario = stn_scenario_load("cylinder-4.5mA", &options, &error);
    CHECK(scenario != NULL, "%s", error.text);
    const StnSystem *system = stn_scenario_system(scenario);
    StnState *st = stn_state_init(system, malloc(stn_state_size(system)));
    StnRunDef run = stn_scenario_run_def(scenario);
    assert_int_equal(stn_run(system, st, &run, &record, &error), STN_STEP_TOO_SMALL);
    assert_non_null(strstr(error.text, "integrator: auto"));
    stn_record_free(&record);
    free(st);
    stn_scenario_free(scenario);
}

/* The remedy that the message names. */
static void other_integrators_run_the_same_mode_in_few_steps(void **state)
{
    static const StnIntegrator how[] = {STN_INTEGRATOR_AUTO, STN_INTEGRATOR_EXACT,
                                        STN_INTEGRATOR_IMPLICIT};
    (void)state;
    for (int c = 0; c < COUNT(how); c++) {
        Block b;
        creeping(&b, how[c]);
        StnStatus status = run_for(&b, 100.0);
        CHECK(status == STN_OK, "integrator %d: %s", c, b.error.text);
        assert_true(stn_state_counters(b.state).steps < 20000);
        block_end(&b);
    }
}

/* The same mode for 1 s needs 1.6e7 steps: allowed. */
static void a_stiff_run_that_can_be_done_goes_on(void **state)
{
    Block b;
    (void)state;
    creeping(&b, STN_INTEGRATOR_EXPLICIT);
    assert_int_equal(run_for(&b, 1.0), STN_CANCELLED);
    block_end(&b);
}

/* An undamped spring, 1 rad/s, for 1e10 s: as many steps, but each as long as the accuracy allows. */
static void a_run_that_is_merely_long_goes_on(void **state)
{
    Block b;
    (void)state;
    block_begin(&b, "none");
    block_choose(&b, "drive", "spring");
    block_set(&b, "K", 1.0);
    block_set(&b, "m", 1.0);
    block_start(&b, "x", 1.0);
    block_input(&b, "y", stn_signal_constant(0.0));
    b.def.solver.integrator = STN_INTEGRATOR_EXPLICIT;
    block_make(&b);
    assert_int_equal(run_for(&b, 1e10), STN_CANCELLED);
    block_end(&b);
}

/* Whoever wants no more is heard inside one advance, by every engine, long before its end. */
static bool never(void *user)
{
    (void)user;
    return false;
}

static void ends_early(Block *b, double t_end, double t_most)
{
    b->observer.go_on = never;
    block_make(b);
    StnStatus status = block_try(b, t_end);
    if (status != STN_UNAVAILABLE)
        CHECK(status == STN_CANCELLED && stn_state_time(b->state) < t_most, "%s at %g s",
              stn_status_text(status), stn_state_time(b->state));
    block_end(b);
}

/* 1e6 steps of one affine mode: a slide, and with a shaft. */
static void a_run_of_affine_fixed_steps_can_be_cancelled(void **state)
{
    Block b;
    Chain c;
    (void)state;
    block_begin(&b, "coulomb");
    block_choose(&b, "drive", "force");
    block_input(&b, "u", stn_signal_constant(0.0));
    block_start(&b, "v", 1000.0);
    block_fixed(&b, 1e-6);
    b.def.solver.energy = false;
    ends_early(&b, 1.0, 0.05);
    chain_begin(&c, "bodies=2 J1=0.01 J2=0.02 K2=100");
    chain_friction(&c, 2, "coulomb", "Fs=1.5 Fc=1");
    block_input(&c.b, "u", stn_signal_constant(0.0));
    chain_start_at(&c, "w1=1000 w2=1000");
    block_fixed(&c.b, 1e-6);
    c.b.def.solver.energy = false;
    ends_early(&c.b, 1.0, 0.05);
}

/* Hundreds of swings in one advance, each a smooth piece of many steps. */
static void the_engine_of_sundials_can_be_cancelled(void **state)
{
    Block b;
    (void)state;
    block_begin(&b, "none");
    block_choose(&b, "drive", "spring");
    block_input(&b, "y", stn_signal_constant(0.0));
    block_start(&b, "x", 1.0);
    b.def.solver.method = STN_METHOD_SUNDIALS;
    ends_early(&b, 1000.0, 100.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_forced_explicit_method_on_a_stiff_mode_gives_up_with_reason_and_remedy),
        cmocka_unit_test(a_chamber_at_its_limit_gives_up_an_explicit_method),
        cmocka_unit_test(other_integrators_run_the_same_mode_in_few_steps),
        cmocka_unit_test(a_stiff_run_that_can_be_done_goes_on),
        cmocka_unit_test(a_run_that_is_merely_long_goes_on),
        cmocka_unit_test(a_run_of_affine_fixed_steps_can_be_cancelled),
        cmocka_unit_test(the_engine_of_sundials_can_be_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
