/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Events: each is decided once from the set-valued law, whatever coincides with it. */
#include "build_block.h"

/* The log from entry `from` on is "kind site detail" as in want[]; all at the time t. */
static void same_instant(const Block *b, int from, int count, const StnEventKind *want, double t)
{
    CHECK(b->nevent >= from + count, "only %d events", b->nevent);
    for (int i = 0; i < count; i++) {
        assert_string_equal(stn_event_word(b->event[from + i].kind), stn_event_word(want[i]));
        NEAR(b->event[from + i].t, t, 1e-13 * fmax(1.0, t));
    }
}

/* ---- Start ---- */

static void a_site_that_cannot_hold_slips_at_time_zero(void **state)
{
    static const char *const laws[] = {"coulomb", "stribeck", "hybrid"};
    (void)state;
    for (int c = 0; c < COUNT(laws); c++) {
        Block b;
        block_pushed(&b, laws[c], 1.0, 1.5, 1.0);
        block_input(&b, "u", stn_signal_constant(-1.6));
        block_make(&b);
        block_to(&b, 0.0);
        assert_int_equal(b.nevent, 1);
        assert_int_equal(b.event[0].kind, STN_EVENT_SLIP_BACKWARD);
        assert_string_equal(b.event[0].site, "contact");
        assert_string_equal(b.event[0].detail, "initial");
        block_to(&b, 1.0);
        assert_true(block_value(&b, "x") < 0.0);
        block_end(&b);
    }
}

/* In fixed step the first breakaway is one event, as in the event engine. */
static void a_breakaway_at_time_zero_is_told_once(void **state)
{
    static const char *const laws[] = {"coulomb", "borello", "stribeck"};
    (void)state;
    for (int c = 0; c < COUNT(laws); c++) {
        Block b;
        block_pushed(&b, laws[c], 1.0, 1.5, 1.0);
        block_input(&b, "u", stn_signal_constant(2.0));
        block_fixed(&b, 1e-3);
        block_make(&b);
        block_to(&b, 1.0);
        CHECK(block_count(&b, STN_EVENT_SLIP_FORWARD) == 1, "%s: %d times", laws[c],
              block_count(&b, STN_EVENT_SLIP_FORWARD));
        block_end(&b);
    }
}

/* -Fc - u < 0 with v > 0: m*v' = -(Fc + u). */
static void a_site_that_moves_at_the_start_is_told_with_its_direction(void **state)
{
    Block b;
    (void)state;
    block_pushed(&b, "coulomb", 1.0, 1.5, 1.0);
    block_start(&b, "v", 1e-9);
    block_input(&b, "u", stn_signal_constant(-0.5));
    block_make(&b);
    block_to(&b, 1.0);
    assert_int_equal(b.nevent, 2);
    assert_int_equal(b.event[0].kind, STN_EVENT_SLIP_FORWARD);
    assert_int_equal(b.event[1].kind, STN_EVENT_STICK);
    NEAR(b.event[1].t, 1e-9 / 1.5, 1e-16 * 1e-9 / 1.5 + 1e-24);
    block_end(&b);
}

/* Kp*xd = 3 N at the start, limit 2 N: a = (2 - Fc)/m = 1 while saturated, the integrator held; it
 * ends where 3*(1 - t^2/2) - 6*t = 2, at t = -2 + sqrt(14/3). */
static void a_saturation_is_active_from_time_zero_until_the_effort_falls_below_it(void **state)
{
    Block b;
    double off = -2.0 + sqrt(14.0 / 3.0);
    (void)state;
    block_pushed(&b, "coulomb", 1.0, 1.5, 1.0);
    b.def.ngiven = 0;
    block_choose(&b, "drive", "pid");
    block_set(&b, "limit", 2.0);
    block_input(&b, "xd", stn_signal_constant(1.0));
    block_make(&b);
    block_to(&b, 0.1);
    assert_int_equal(block_count(&b, STN_EVENT_SATURATION_ON), 1);
    assert_true(block_when(&b, STN_EVENT_SATURATION_ON, 0) == 0.0);
    NEAR(block_value(&b, "u"), 2.0, 0.0);
    NEAR(block_value(&b, "x"), 0.5 * 0.1 * 0.1, 1e-15);
    block_to(&b, 0.2);
    NEAR(block_when(&b, STN_EVENT_SATURATION_OFF, 0), off, 1e-14);
    block_end(&b);
}

/* The integral drives the effort into its limit, velocity drives it out: the effort stays at the limit
 * until the rest wins, and no storm of events ends the run. */
static void an_integrator_at_its_limit_does_not_chatter(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        Block b;
        block_pushed(&b, "coulomb", 1.0, 1.5, 1.0);
        b.def.ngiven = 0;
        block_choose(&b, "drive", "pid");
        block_set(&b, "limit", 2.0);
        block_set(&b, "Ki", k ? 400.0 : 40.0);
        block_input(&b, "xd", stn_signal_constant(1.0));
        block_make(&b);
        block_to(&b, 5.0);
        CHECK(b.nevent < 60, "%d events", b.nevent);
        StnEnergy e = stn_state_energy(b.system, b.state);
        NEAR(e.input - e.stored - e.friction - e.impact, 0.0, 1e-10);
        block_end(&b);
    }
}

/* ---- Jumps of the input ---- */

static void a_jump_of_the_load_breaks_away_at_its_very_instant(void **state)
{
    Block b;
    (void)state;
    block_pushed(&b, "stribeck", 1.0, 1.5, 1.0);
    block_input(&b, "u", stn_signal_step(0.1 + 0.2, 1.49, 1.51));
    block_make(&b);
    block_to(&b, 1.0);
    assert_true(block_when(&b, STN_EVENT_SLIP_FORWARD, 0) == 0.1 + 0.2);
    block_end(&b);
}

/* Pulse of 3 N for d: v = (3 - Fc)*d/m, x = v*d/2; then braking takes v*m/Fc and v^2*m/(2*Fc). */
static void a_short_pulse_moves_the_mass_by_its_closed_form(void **state)
{
    static const double width[] = {1.0, 1e-3, 1e-6, 1e-9};
    (void)state;
    for (int c = 0; c < COUNT(width); c++) {
        Block b;
        double d = width[c], t[] = {0.0, 1.0, 1.0 + d}, u[] = {0.0, 3.0, 0.0};
        d = t[2] - t[1];
        block_pushed(&b, "coulomb", 1.0, 1.5, 1.0);
        block_input(&b, "u", stn_signal_table(t, u, 3, true));
        block_make(&b);
        block_to(&b, 10.0);
        double v = (3.0 - 1.0) * d, x = 0.5 * v * d + 0.5 * v * v;
        assert_int_equal(b.nevent, 3);
        NEAR(b.event[2].t, t[2] + v, 1e-15 * t[2]);
        NEAR(block_value(&b, "x"), x, 1e-12 * x);
        block_end(&b);
    }
}

/* The push turns at t = 1: the block brakes from (2 - 1)*1 m/s at (3 + 1)/m and then goes back at
 * (3 - 1)/m without a stop, because 3 N > Fs. */
static void a_reversal_passes_zero_without_standstill(void **state)
{
    Block b;
    StnEventKind want[] = {STN_EVENT_REVERSAL};
    (void)state;
    block_pushed(&b, "coulomb", 1.0, 1.5, 1.0);
    block_input(&b, "u", stn_signal_step(1.0, 2.0, -3.0));
    block_make(&b);
    block_to(&b, 2.25);
    assert_int_equal(b.nevent, 2);
    same_instant(&b, 1, 1, want, 1.25);
    assert_string_equal(b.event[1].detail, "backward");
    NEAR(block_value(&b, "v"), -2.0, 1e-14);
    NEAR(block_value(&b, "x"), 0.5 + 0.125 - 1.0, 1e-14);
    block_end(&b);
}

/* ---- Imposed motion ---- */

/* x(t) itself, and its slope, are what the input says; in fixed step to first order. */
static void an_imposed_motion_is_followed(void **state)
{
    static const char *const laws[] = {"none", "coulomb", "stribeck", "hybrid",
                                       "dahl", "lugre",   "gms"};
    double A = 0.1, w = 2.0 * PI * 0.1, dt = 1e-3;
    (void)state;
    for (int c = 0; c < 4 * COUNT(laws); c++) {
        Block b;
        bool position = c & 1, fixed = c & 2;
        block_begin(&b, laws[c / 4]);
        block_choose(&b, "drive", "motion");
        block_choose(&b, "motion", position ? "position" : "velocity");
        block_friction(&b, "sigma0", 1e4);
        block_input(&b, "xd", stn_signal_sine(A, 0.1, 0.0, 0.0, 0.0));
        block_input(&b, "vd", stn_signal_sine(A * w, 0.1, 0.5 * PI, 0.0, 0.0));
        if (fixed)
            block_fixed(&b, dt);
        block_make(&b);
        for (int k = 1; k <= 30; k++) {
            block_to(&b, k);
            double x = block_value(&b, "x") - A * sin(w * k),
                   v = block_value(&b, "v") - A * w * cos(w * k);
            CHECK(fabs(x) <= (fixed ? 1.1 * A * w * dt : 1e-9 * A) && fabs(v) <= 1e-12,
                  "%s %s, %s: off by %g m, %g m/s at %d s", laws[c / 4], fixed ? "fixed" : "event",
                  position ? "position" : "velocity", x, v, k);
        }
        block_end(&b);
    }
}

/* ---- Two at the same instant ---- */

/* v = 2 - t is 0 at t = 2, where the push jumps beyond Fs: decided once, it goes on forward. */
static void an_input_that_jumps_at_the_instant_of_a_stop_is_taken_into_account(void **state)
{
    static const double push[] = {1.6, -1.6, 1.4};
    (void)state;
    for (int c = 0; c < COUNT(push); c++) {
        Block b;
        double a = fabs(push[c]) > 1.5 ? push[c] - (push[c] > 0 ? 1.0 : -1.0) : 0.0;
        block_pushed(&b, "coulomb", 1.0, 1.5, 1.0);
        block_start(&b, "v", 2.0);
        block_input(&b, "u", stn_signal_step(2.0, 0.0, push[c]));
        block_make(&b);
        block_to(&b, 3.0);
        NEAR(block_value(&b, "v"), a, 1e-14);
        NEAR(block_value(&b, "x"), 2.0 + 0.5 * a, 1e-14);
        CHECK(b.nevent <= 4, "%d events", b.nevent);
        block_end(&b);
    }
}

/* The stopping distance m*v^2/(2*Fc) = 2 m ends exactly on the stop. */
static void a_mass_that_stops_exactly_on_its_stop_stands_there(void **state)
{
    Block b;
    (void)state;
    block_pushed(&b, "coulomb", 1.0, 1.5, 1.0);
    block_set(&b, "xmax", 2.0);
    block_start(&b, "v", 2.0);
    block_input(&b, "u", stn_signal_constant(0.0));
    block_make(&b);
    block_to(&b, 100.0);
    NEAR(block_value(&b, "x"), 2.0, 1e-15);
    assert_true(block_value(&b, "v") == 0.0);
    CHECK(b.nevent <= 3, "%d events", b.nevent);
    NEAR(stn_state_energy(b.system, b.state).impact, 0.0, 1e-14);
    block_end(&b);
}

/* ---- Hard stops ---- */

/* From rest at 0 under u = 3 N: x = t^2 (a = 2), at xmax = 1 after 1 s with 2 m/s. */
static void stop_case(Block *b, const char *law, StnSignal *u)
{
    block_pushed(b, law, 1.0, 1.5, 1.0);
    block_set(b, "xmax", 1.0);
    block_set(b, "xmin", -5.0);
    block_input(b, "u", u);
    block_make(b);
}

static void a_stop_takes_the_velocity_and_its_energy_counts_as_impact(void **state)
{
    Block b;
    StnEventKind want[] = {STN_EVENT_STOP_HIT, STN_EVENT_STICK};
    (void)state;
    stop_case(&b, "coulomb", stn_signal_constant(3.0));
    block_to(&b, 50.0);
    assert_int_equal(b.nevent, 3);
    same_instant(&b, 1, 2, want, 1.0);
    assert_string_equal(b.event[1].site, "stop");
    assert_string_equal(b.event[1].detail, "upper");
    assert_true(block_value(&b, "x") == 1.0 && block_value(&b, "v") == 0.0);
    StnEnergy e = stn_state_energy(b.system, b.state);
    NEAR(e.impact, 2.0, 1e-12); /* m*v^2/2 */
    NEAR(e.input, 3.0, 1e-12);
    NEAR(e.friction, 1.0, 1e-12);
    NEAR(e.stored, 0.0, 1e-15);
    block_end(&b);
}

/* Friction acts at the stop too: it is left when u < -Fs, here at t = 2 + (3 + 1.5)/2, and then the
 * excess over Fc grows with 2 N/s. */
static void a_stop_is_left_when_the_force_exceeds_the_static_level_inwards(void **state)
{
    Block b;
    StnEventKind want[] = {STN_EVENT_STOP_LEFT, STN_EVENT_SLIP_BACKWARD};
    double left = 2.0 + 4.5 / 2.0, d = 1.0;
    (void)state;
    stop_case(&b, "coulomb", stn_signal_ramp(-2.0, 3.0, 2.0, INFINITY));
    block_to(&b, left + d);
    assert_int_equal(b.nevent, 5);
    same_instant(&b, 3, 2, want, left);
    NEAR(block_value(&b, "v"), -(0.5 * d + 0.5 * 2.0 * d * d), 1e-13);
    block_end(&b);
}

/* At t = 1 the block arrives at the stop while -4 N already push inwards: it stops and goes back at
 * (4 - 1)/m at once.  Arrival: 2 m/s^2 for 0.9 s, then braking at 5 m/s^2 over the rest 0.19 m. */
static void a_stop_touched_while_the_force_points_inwards_is_left_at_once(void **state)
{
    Block b;
    StnEventKind want[] = {STN_EVENT_STOP_HIT, STN_EVENT_STOP_LEFT, STN_EVENT_SLIP_BACKWARD};
    double v0 = 1.8, gap = 1.0 - 0.81, v1 = sqrt(v0 * v0 - 2.0 * 5.0 * gap),
           t = 0.9 + (v0 - v1) / 5.0;
    (void)state;
    stop_case(&b, "coulomb", stn_signal_step(0.9, 3.0, -4.0));
    block_to(&b, t + 1.0);
    assert_int_equal(b.nevent, 4);
    same_instant(&b, 1, 3, want, t);
    NEAR(block_value(&b, "v"), -3.0, 1e-13);
    NEAR(block_value(&b, "x"), 1.0 - 1.5, 1e-13);
    NEAR(stn_state_energy(b.system, b.state).impact, 0.5 * v1 * v1, 1e-13);
    block_end(&b);
}

static void a_start_on_the_stop_stands_or_leaves_as_the_force_says(void **state)
{
    static const double u[] = {3.0, 0.0, -1.5, -1.6};
    (void)state;
    for (int c = 0; c < COUNT(u); c++) {
        Block b;
        block_pushed(&b, "coulomb", 1.0, 1.5, 1.0);
        block_set(&b, "xmax", 1.0);
        block_start(&b, "x", 1.0);
        block_input(&b, "u", stn_signal_constant(u[c]));
        block_make(&b);
        block_to(&b, 1.0);
        double a = u[c] < -1.5 ? u[c] + 1.0 : 0.0;
        NEAR(block_value(&b, "x"), 1.0 + 0.5 * a, 1e-15);
        block_end(&b);
    }
}

/* Every law: the block is pressed on the stop, then pulled off; it never passes the stop. */
static void no_law_lets_the_block_pass_its_stop(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * stn_law_count(); i++) {
        Block b;
        const StnLaw *law = stn_law_at(i / 2);
        block_pushed(&b, law->name, 1.0, 1.5, 1.0);
        block_friction(&b, "sigma0", 1e4);
        block_set(&b, "xmax", 0.5);
        block_set(&b, "xmin", -0.25);
        block_input(&b, "u", stn_signal_sine(4.0, 0.25, 0.0, 0.0, 0.0));
        if (i % 2)
            block_fixed(&b, 1e-4);
        else
            b.def.solver.dt = 1e-4;
        block_make(&b);
        b.quiet = law->flags & STN_LAW_FIXED_ONLY;
        for (double t = 0.0; t < 12.0; t += 0.05) {
            StnStatus status = block_try(&b, t);
            CHECK(status == STN_OK, "%s: %s", law->name, b.error.text);
            double x = block_value(&b, "x");
            CHECK(x >= -0.25 && x <= 0.5, "%s: x = %.17g at %g s", law->name, x, t);
        }
        if (!b.quiet)
            CHECK(block_count(&b, STN_EVENT_STOP_HIT) >= 5, "%s: %d hits, %d left", law->name,
                  block_count(&b, STN_EVENT_STOP_HIT), block_count(&b, STN_EVENT_STOP_LEFT));
        block_end(&b);
    }
}

/* v = 1 - t until a step of the force at 1 - w, when v = w is within the tolerance; from then on it falls by 1e-4 a second only,
 * so that it stops w/1e-4 later.  It was noticed where v had passed zero by four tolerances, 74 us late. */
static void a_stop_that_begins_within_the_tolerance_is_found_at_zero(void **state)
{
    static const StnIntegrator integrators[] = {STN_INTEGRATOR_EXPLICIT, STN_INTEGRATOR_IMPLICIT};
    static const double speeds[] = {1e-10, 4e-10, 9e-10}; /* rtol is 1e-9 */
    (void)state;
    for (int c = 0; c < COUNT(integrators) * COUNT(speeds); c++) {
        const double w = speeds[c / COUNT(integrators)];
        Block b;
        block_begin(&b, "coulomb");
        block_set(&b, "m", 1.0);
        block_friction(&b, "Fs", 2.0);
        block_friction(&b, "Fc", 1.0);
        block_start(&b, "v", 1.0);
        block_input(&b, "u", stn_signal_step(1.0 - w, 0.0, 1.0 - 1e-4));
        b.def.solver.integrator = integrators[c % COUNT(integrators)];
        block_make(&b);
        block_to(&b, 1.1);
        NEAR(block_when(&b, STN_EVENT_STICK, 0), 1.0 - w + w / 1e-4, 1e-8); /* 1e-12 of v */
        block_end(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_site_that_cannot_hold_slips_at_time_zero),
        cmocka_unit_test(a_breakaway_at_time_zero_is_told_once),
        cmocka_unit_test(a_site_that_moves_at_the_start_is_told_with_its_direction),
        cmocka_unit_test(a_saturation_is_active_from_time_zero_until_the_effort_falls_below_it),
        cmocka_unit_test(an_integrator_at_its_limit_does_not_chatter),
        cmocka_unit_test(a_jump_of_the_load_breaks_away_at_its_very_instant),
        cmocka_unit_test(a_short_pulse_moves_the_mass_by_its_closed_form),
        cmocka_unit_test(a_reversal_passes_zero_without_standstill),
        cmocka_unit_test(an_imposed_motion_is_followed),
        cmocka_unit_test(an_input_that_jumps_at_the_instant_of_a_stop_is_taken_into_account),
        cmocka_unit_test(a_mass_that_stops_exactly_on_its_stop_stands_there),
        cmocka_unit_test(a_stop_takes_the_velocity_and_its_energy_counts_as_impact),
        cmocka_unit_test(a_stop_is_left_when_the_force_exceeds_the_static_level_inwards),
        cmocka_unit_test(a_stop_touched_while_the_force_points_inwards_is_left_at_once),
        cmocka_unit_test(a_start_on_the_stop_stands_or_leaves_as_the_force_says),
        cmocka_unit_test(no_law_lets_the_block_pass_its_stop),
        cmocka_unit_test(a_stop_that_begins_within_the_tolerance_is_found_at_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
