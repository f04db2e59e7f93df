/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* At the limits: runs that leave the range of sane numbers, starts on and into a stop, the size that
 * the energy balance is compared with, steps that cannot be counted. */
#include "run_scenario.h"

static const StnMethod methods[] = {STN_METHOD_EVENT, STN_METHOD_FIXED, STN_METHOD_SUNDIALS};

static bool unavailable(const Block *b)
{
    return b->def.solver.method == STN_METHOD_SUNDIALS && !STN_HAVE_SUNDIALS;
}

/* Kp*Kv < Ki*m: the loop is unstable by Routh's criterion. */
static void an_unstable_loop_ends_while_its_numbers_are_finite(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT(methods); k++) {
        Block b;
        block_begin(&b, "coulomb");
        block_choose(&b, "drive", "pid");
        block_set(&b, "Kp", 100.0);
        block_set(&b, "Kv", 1.0);
        block_set(&b, "Ki", 1000.0);
        block_start(&b, "x", 0.01);
        block_friction(&b, "Fs", 1.0);
        block_friction(&b, "Fc", 1.0);
        block_input(&b, "xd", stn_signal_constant(0.0));
        b.def.solver.method = methods[k];
        b.def.solver.dt = 1e-3;
        b.def.solver.energy = true;
        block_make(&b);
        if (!unavailable(&b)) {
            assert_int_equal(block_try(&b, 200.0), STN_DIVERGED);
            CHECK(strstr(b.error.text, "grew beyond"), "%s", b.error.text);
            StnEnergy e = stn_state_energy(b.system, b.state);
            CHECK(isfinite(e.input + e.stored + e.friction + e.impact + e.moved),
                  "energy of method %d", k);
            CHECK(fabs(block_value(&b, "x")) < 1e33, "x = %g", block_value(&b, "x"));
        }
        block_end(&b);
    }
}

static void a_start_beyond_the_range_is_refused(void **state)
{
    Block b;
    (void)state;
    block_begin(&b, "coulomb");
    block_start(&b, "v", -1e31);
    StnSignal *input = stn_signal_constant(0.0);
    block_input(&b, "u", input);
    assert_null(stn_system_new(&b.def, &b.error));
    stn_signal_free(input); /* a failed system leaves it to its maker */
    assert_int_equal(b.error.status, STN_BAD_INPUT);
    CHECK(strstr(b.error.text, "initial v = -1e+31"), "%s", b.error.text);
    block_end(&b);
}

/* m*v^2/2 = 2*3^2/2 = 9 J are lost at t = 0. */
static void a_start_into_a_stop_loses_its_energy_there(void **state)
{
    static const char *const laws[] = {"coulomb", "lugre"};
    (void)state;
    for (int k = 0; k < COUNT(methods) * COUNT(laws); k++) {
        Block b;
        block_begin(&b, laws[k % COUNT(laws)]);
        block_set(&b, "m", 2.0);
        block_set(&b, "xmax", 0.1);
        block_start(&b, "x", 0.1);
        block_start(&b, "v", 3.0);
        block_input(&b, "u", stn_signal_constant(0.5));
        b.def.solver.method = methods[k / COUNT(laws)];
        b.def.solver.energy = true;
        block_make(&b);
        if (!unavailable(&b)) {
            block_to(&b, 0.1);
            StnEnergy e = stn_state_energy(b.system, b.state);
            NEAR(e.impact, 9.0, 1e-12);
            NEAR(e.stored, -9.0, 1e-12);
            NEAR(stn_energy_left_over(&e), 0.0, 1e-12);
        }
        block_end(&b);
    }
}

/* The start values of the cylinder balance the piston, so that h is 0 but for rounding; P2 falls at
 * once and pushes it onto the stop. */
static void a_body_in_balance_on_a_stop_follows_the_force_that_comes(void **state)
{
    static const char *const masses[] = {"38.9816239477 kg", "39.5 kg", "38.2 kg", "40.1 kg"};
    static const char *const laws[] = {"lugre_modified", "lugre", "dahl", "coulomb"};
    (void)state;
    for (int k = 0; k < COUNT(masses) * COUNT(laws); k++) {
        Trial a;
        RUN(&a, "cylinder-4.5mA", {"friction.piston.law", laws[k % COUNT(laws)]},
            {"parameters.m", masses[k / COUNT(laws)]}, {"initial.x", "0.2 m"},
            {"inputs.u", "{constant: {value: 0 A}}"}, {"parameters.V20", "6e-7 m^3"},
            {"parameters.Ps", "4.55 MPa"}, {"duration", "1 ms"});
        CHECK(trial_count(&a, STN_EVENT_STOP_LEFT, "stroke") == 0, "%s leaves the stop",
              laws[k % COUNT(laws)]);
        NEAR(trial_last(&a, "x"), 0.2, 0.0);
        trial_end(&a);
    }
}

/* A spring moves a block out and back: the work of the active force is 0 in sum. */
static void the_balance_is_compared_with_the_energy_that_was_moved(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT(methods); k++) {
        Block b;
        block_begin(&b, "none");
        block_choose(&b, "drive", "spring");
        block_set(&b, "K", 4.0 * PI * PI);
        block_start(&b, "x", 1.0);
        block_input(&b, "y", stn_signal_constant(0.0));
        b.def.solver.method = methods[k];
        b.def.solver.dt = 1e-5;
        b.def.solver.energy = true;
        block_make(&b);
        if (!unavailable(&b)) {
            block_to(&b, 2.0); /* two periods: K/2 in and out, four times each */
            StnEnergy e = stn_state_energy(b.system, b.state);
            double once = 0.5 * 4.0 * PI * PI;
            NEAR(e.moved, 8.0 * once, 0.05 * once); /* |h*v| has kinks inside steps */
            NEAR(e.input, 0.0, 1e-3 * once);
        }
        block_end(&b);
    }
}

/* Explicit steps at the edge of stability: a bristle that slides has a polynomial right at its ends only, and friction
 * works in between.  Measured: at most 1.1e-8 of the energy moved (1.4e-6 where the polynomial is believed). */
static void friction_between_the_ends_of_long_steps_closes_the_balance(void **state)
{
    static const char *const laws[] = {"dahl", "lugre", "lugre_modified", "lugre_new_modified"};
    (void)state;
    for (int k = 0; k < COUNT(laws); k++) {
        Trial a;
        RUN(&a, "eha-step", {"friction.piston.law", laws[k]}, {"duration", "1.7154 s"});
        const StnEnergy *e = &a.record.energy;
        CHECK(fabs(stn_energy_left_over(e)) <= 2e-8 * e->moved, "%s: %g of %g J are missing",
              laws[k], stn_energy_left_over(e), e->moved);
        trial_end(&a);
    }
}

/* The load turns a flap without friction or mass to speak of, and the oil takes its work up as it leaks:
 * nearly nothing is left of either, for speed or for the balance. */
static void the_balance_closes_to_the_work_that_cancels_in_it(void **state)
{
    static const struct {
        const char *rtol;
        double part;
    } cases[] = {{"1e-9", 2e-10}, {"1e-12", 2e-12}}; /* measured: 6.9e-11, 8.5e-13 */
    (void)state;
    for (int k = 0; k < COUNT(cases); k++) {
        Trial a;
        RUN(&a, "flap-irreversible-retract", {"friction.surface.law", "none"},
            {"parameters.JS", "5e-4 kg*m^2"}, {"duration", "2 ms"}, {"solver.rtol", cases[k].rtol});
        const StnEnergy *e = &a.record.energy;
        const double load = 35000.0 * fabs(trial_last(&a, "TH") - 17.0 * PI / 180.0);
        CHECK(load > 0.6 && e->moved < 1e-6, "%g J by the load, %g J left", load, e->moved);
        NEAR(stn_energy_left_over(e), 0.0, cases[k].part * load);
        trial_end(&a);
    }
}

/* u = 0 up to 1 s, then 2 N on 1 kg: v = 2*(t - 1). */
static void equal_times_of_a_trapezoid_make_a_jump(void **state)
{
    static const double times[] = {0.0, 1.0, 1.0, 3.0}, levels[] = {0.0, 0.0, 2.0, 2.0};
    (void)state;
    for (int k = 0; k < COUNT(methods); k++) {
        Block b;
        block_begin(&b, "none");
        block_input(&b, "u", stn_signal_trapezoid(times, levels, 4));
        b.def.solver.method = methods[k];
        b.def.solver.dt = 1e-3;
        block_make(&b);
        if (!unavailable(&b)) {
            block_to(&b, 2.0);
            NEAR(block_value(&b, "v"), 2.0, 1e-9);
        }
        block_end(&b);
    }
}

static void fixed_steps_that_cannot_be_counted_are_refused(void **state)
{
    static const double dt[] = {1e-300, 1e-20, 1e-19, 5e-14};
    (void)state;
    for (int k = 0; k < COUNT(dt); k++) {
        Block b;
        StnRecord record;
        block_begin(&b, "coulomb");
        block_input(&b, "u", stn_signal_constant(0.0));
        block_fixed(&b, dt[k]);
        block_make(&b);
        StnRunDef run = stn_default_run_def(100.0, 1.0);
        assert_int_equal(stn_run(b.system, b.state, &run, &record, &b.error), STN_BAD_INPUT);
        CHECK(strstr(b.error.text, "is too short"), "%s", b.error.text);
        stn_record_free(&record);
        assert_int_equal(block_try(&b, 100.0), STN_BAD_INPUT);
        block_end(&b);
    }
}

/* A mass comes onto its stop at t0 = 1 s, when the force u = t - t1 still pulls it away, t1 = t0 + d.  It leaves
 * at once, x - xmax = tau^3/6 - d*tau^2/2, and is back at tau = 3*d after a bounce of 2/3*d^3: 0.7 nm, 0.7 pm. */
static void a_bounce_far_below_the_tolerance_ends_in_time(void **state)
{
    static const StnIntegrator how[] = {STN_INTEGRATOR_AUTO, STN_INTEGRATOR_EXPLICIT,
                                        STN_INTEGRATOR_IMPLICIT};
    static const double delay[] = {1e-2, 1e-3, 1e-4};
    (void)state;
    for (int c = 0; c < COUNT(how) * COUNT(delay); c++) {
        double d = delay[c % COUNT(delay)], t1 = 1.0 + d;
        Block b;
        block_begin(&b, "none");
        block_choose(&b, "drive", "force");
        block_set(&b, "m", 1.0);
        block_set(&b, "xmax", 1.0);
        block_start(&b, "v", 2.0);
        block_start(&b, "x", 1.0 - 2.0 - (1.0 / 6.0 - t1 / 2.0));
        block_input(&b, "u", stn_signal_ramp(1.0, -t1, 0.0, INFINITY));
        b.def.solver.integrator = how[c / COUNT(delay)];
        block_make(&b);
        block_to(&b, 1.5);
        NEAR(block_when(&b, STN_EVENT_STOP_HIT, 0), 1.0, 1e-9);
        NEAR(block_when(&b, STN_EVENT_STOP_LEFT, 0), 1.0, 1e-9);
        NEAR(block_when(&b, STN_EVENT_STOP_HIT, 1), 1.0 + 3.0 * d, 1e-7);
        assert_int_equal(block_count(&b, STN_EVENT_STOP_HIT), 2);
        block_end(&b);
    }
}

static void a_fixed_step_longer_than_the_run_is_refused(void **state)
{
    Block b;
    StnRecord record;
    (void)state;
    block_begin(&b, "sign");
    block_input(&b, "u", stn_signal_constant(0.0));
    block_fixed(&b, 10.0);
    block_make(&b);
    StnRunDef run = stn_default_run_def(1.0, 0.1);
    assert_int_equal(stn_run(b.system, b.state, &run, &record, &b.error), STN_BAD_INPUT);
    CHECK(strstr(b.error.text, "longer than the duration"), "%s", b.error.text);
    block_end(&b);
}

/* `sign` turns at every step. */
static void a_record_can_do_without_the_event_log(void **state)
{
    StnRecord record[2];
    (void)state;
    for (int k = 0; k < 2; k++) {
        Block b;
        block_begin(&b, "sign");
        block_input(&b, "u", stn_signal_constant(0.5));
        block_fixed(&b, 1e-3);
        block_make(&b);
        StnRunDef run = stn_default_run_def(1.0, 0.1);
        run.no_events = k == 1;
        assert_int_equal(stn_run(b.system, b.state, &run, &record[k], &b.error), STN_OK);
        block_end(&b);
    }
    assert_true(record[0].nevent > 900 && record[1].nevent == 0);
    assert_int_equal(record[1].counters.events, record[0].counters.events);
    assert_int_equal(record[1].rows, record[0].rows);
    for (int c = 0; c < record[0].ncolumn; c++)
        assert_memory_equal(record[1].data[c], record[0].data[c], record[0].rows * sizeof(double));
    stn_record_free(&record[0]);
    stn_record_free(&record[1]);
}

/* Steps that pass and take no time once went on for ever, and so did refused ones whose length was no
 * number. */
static void forces_beyond_all_measure_end_the_run(void **state)
{
    static const double slope[] = {1e280, 1e295, 1e300, 1e307, -1.7e308};
    static const double times[] = {0.0, 1e-5, 2e-5, 1.0}, levels[] = {0.0, 1e308, -1e308, 1e308};
    (void)state;
    for (int k = 0; k < 7 * stn_law_count(); k++) {
        const StnLaw *law = stn_law_at(k / 7);
        Block b;
        block_begin(&b, law->name);
        block_input(&b, "u",
                    k % 7 < 5    ? stn_signal_ramp(slope[k % 7], 0.0, 0.0, INFINITY)
                    : k % 7 == 5 ? stn_signal_trapezoid(times, levels, 4)
                                 : stn_signal_sine(1e300, 1e5, 0.0, 0.0, 0.0));
        block_make(&b);
        const StnStatus status = stn_advance(b.system, b.state, 1e-4, NULL, &b.error);
        CHECK(status == STN_DIVERGED || status == STN_STEP_TOO_SMALL, "%s, case %d: %d, %s",
              law->name, k % 7, status, b.error.text);
        block_end(&b);
    }
}

static void a_run_that_cannot_be_recorded_says_what_is_wrong(void **state)
{
    static const char *const unknown[] = {"FFF"}, *const far[] = {"temperature"},
                             *const twice[] = {"v", "x", "v"};
    const struct {
        double duration;
        const char *const *columns;
        int ncolumn;
        const char *fragment;
    } cases[] = {
        {INFINITY, NULL, 0, "duration = inf s must be positive and finite"},
        {1.0, unknown, 1, "no column \"FFF\"; did you mean \"FF\"?"},
        {1.0, far, 1, "no column \"temperature\"; there are x, v, "},
        {1.0, twice, 3, "the column \"v\" is named twice"},
    };
    (void)state;
    Block b;
    block_begin(&b, "coulomb");
    block_input(&b, "u", stn_signal_constant(0.5));
    block_make(&b);
    for (int k = 0; k < COUNT(cases); k++) {
        StnRunDef run = stn_default_run_def(cases[k].duration, 0.1);
        StnRecord record;
        run.columns = cases[k].columns;
        run.ncolumn = cases[k].ncolumn;
        assert_int_equal(stn_run(b.system, b.state, &run, &record, &b.error), STN_BAD_INPUT);
        CHECK(strstr(b.error.text, cases[k].fragment) != NULL, "%s", b.error.text);
        stn_record_free(&record);
    }
    block_end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_that_cannot_be_recorded_says_what_is_wrong),
        cmocka_unit_test(forces_beyond_all_measure_end_the_run),
        cmocka_unit_test(an_unstable_loop_ends_while_its_numbers_are_finite),
        cmocka_unit_test(a_start_beyond_the_range_is_refused),
        cmocka_unit_test(a_start_into_a_stop_loses_its_energy_there),
        cmocka_unit_test(a_body_in_balance_on_a_stop_follows_the_force_that_comes),
        cmocka_unit_test(the_balance_is_compared_with_the_energy_that_was_moved),
        cmocka_unit_test(friction_between_the_ends_of_long_steps_closes_the_balance),
        cmocka_unit_test(the_balance_closes_to_the_work_that_cancels_in_it),
        cmocka_unit_test(equal_times_of_a_trapezoid_make_a_jump),
        cmocka_unit_test(fixed_steps_that_cannot_be_counted_are_refused),
        cmocka_unit_test(a_fixed_step_longer_than_the_run_is_refused),
        cmocka_unit_test(a_record_can_do_without_the_event_log),
        cmocka_unit_test(a_bounce_far_below_the_tolerance_ends_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
