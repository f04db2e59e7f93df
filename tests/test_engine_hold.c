/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Standing still: a stuck site is stuck exactly and for ever, a load that only touches the static
 * level does not move it, and the treatments that cannot hold creep as the papers say. */
#include "build_block.h"

#define START 0.12345678901234567 /* a position with all its bits in use */

static void assert_unmoved(const Block *b)
{
    double x = block_value(b, "x"), v = block_value(b, "v"), start = START;
    CHECK(memcmp(&x, &start, sizeof x) == 0, "x = %.17g at t = %g s", x, stn_state_time(b->state));
    CHECK(v == 0.0, "v = %.17g", v);
    CHECK(b->nevent == 1, "%d events, the last one %s at %.17g s", b->nevent,
          stn_event_word(b->event[b->nevent - 1].kind), b->event[b->nevent - 1].t);
}

static const char *const exact_laws[] = {"coulomb", "stribeck", "hybrid", "coulomb_map",
                                         "coulomb_load"};

static void loaded(Block *b, const char *law, StnSignal *u)
{
    block_pushed(b, law, 1.0, 1.5, 1.0);
    block_start(b, "x", START);
    block_input(b, "u", u);
}

static void a_load_just_below_the_limit_never_moves_a_stuck_mass(void **state)
{
    (void)state;
    for (int c = 0; c < COUNT(exact_laws); c++) {
        Block b;
        loaded(&b, exact_laws[c], stn_signal_constant(0.999999 * 1.5));
        block_make(&b);
        block_to(&b, 1e6);
        assert_unmoved(&b);
        assert_true(block_value(&b, "FF") == block_value(&b, "h"));
        block_end(&b);
    }
}

static void a_slow_sine_just_below_the_limit_never_moves_a_stuck_mass(void **state)
{
    (void)state;
    for (int c = 0; c < COUNT(exact_laws); c++) {
        Block b;
        loaded(&b, exact_laws[c], stn_signal_sine(0.999999 * 1.5, 1e-3, 0.0, 0.0, 0.0));
        block_make(&b);
        block_to(&b, 1e6);
        assert_unmoved(&b);
        block_end(&b);
    }
}

static void a_spring_just_below_the_limit_never_moves_a_stuck_mass(void **state)
{
    Block b;
    (void)state;
    block_begin(&b, "stribeck");
    block_choose(&b, "drive", "spring");
    block_friction(&b, "Fs", 1.5);
    block_start(&b, "x", START);
    /* K*(y - x) = 2*(bias - x) +- 2*amplitude */
    block_input(&b, "y", stn_signal_sine(0.5 * 0.999999 * 1.5, 1e-3, 0.0, START, 0.0));
    block_make(&b);
    block_to(&b, 1e6);
    assert_unmoved(&b);
    block_end(&b);
}

static void in_fixed_step_a_load_below_the_limit_never_moves_a_stuck_mass(void **state)
{
    static const char *const laws[] = {"borello", "coulomb", "stribeck", "karnopp", "hybrid"};
    (void)state;
    for (int c = 0; c < 2 * COUNT(laws); c++) {
        Block b;
        double level = 0.999999 * 1.5;
        loaded(&b, laws[c / 2],
               c % 2 ? stn_signal_sine(level, 1e-3, 0.0, 0.0, 0.0) : stn_signal_constant(level));
        block_fixed(&b, 2.0);
        block_make(&b);
        block_to(&b, 1e6);
        assert_unmoved(&b);
        block_end(&b);
    }
}

/* ---- Grazing ---- */

static void a_load_that_touches_the_limit_and_returns_leaves_the_mass_stuck(void **state)
{
    double t[] = {0.0, 1.0, 2.0, 3.0, 4.0}, u[] = {0.0, 1.5, 0.0, -1.5, 0.0};
    (void)state;
    for (int c = 0; c < 4 * COUNT(exact_laws); c++) {
        Block b;
        StnSignal *touch = c % 4 == 0   ? stn_signal_table(t, u, 5, false)
                           : c % 4 == 1 ? stn_signal_sine(1.5, 1.0, 0.0, 0.0, 0.0)
                           : c % 4 == 2 ? stn_signal_sine(0.75, 0.37, 0.2, 0.75, 0.0)
                                        : stn_signal_step(1.0, 0.0, 1.5);
        loaded(&b, exact_laws[c / 4], touch);
        block_make(&b);
        block_to(&b, 50.0);
        assert_unmoved(&b);
        block_end(&b);
    }
}

/* Fs a few ulp off the peak of the load: it may break away or not, but it must go on, and with
 * Fs = Fc it can hardly move: the excess e lasts sqrt(8*e/(u*w^2)) about the peak. */
static void a_load_that_passes_the_limit_by_rounding_causes_no_storm(void **state)
{
    (void)state;
    for (int ulp = -20; ulp <= 20; ulp++) {
        Block b;
        double level = 1.5 * (1.0 + ulp * 2.220446049250313e-16);
        block_pushed(&b, "coulomb", 1.0, level, level);
        block_input(&b, "u", stn_signal_sine(1.5, 0.3, 0.0, 0.0, 0.0));
        block_make(&b);
        block_to(&b, 50.0);
        NEAR(block_value(&b, "x"), 0.0, 1e-12);
        block_end(&b);
    }
}

/* As above, but pulled: found where the spring's force peaks at Fs to the last bit or beyond. */
static void a_spring_that_passes_the_limit_by_rounding_causes_no_storm(void **state)
{
    (void)state;
    for (int c = 0; c < 12; c++) {
        Block b;
        block_begin(&b, "coulomb");
        block_choose(&b, "drive", "spring");
        block_set(&b, "K", 100.0);
        double level = 5.0 * (1.0 - 1.1102230246251565e-16 * c);
        block_friction(&b, "Fs", level);
        block_friction(&b, "Fc", level);
        block_input(&b, "y", stn_signal_sine(0.05, 2.0 / (2.0 * PI), 0.0, 0.0, 0.0));
        block_make(&b);
        block_to(&b, 30.0);
        NEAR(block_value(&b, "x"), 0.0, 1e-12);
        block_end(&b);
    }
}

/* ---- What the treatments do wrong ---- */

/* In the band m*v' = h - Fc*v/eps: v -> h*eps/Fc with the time constant m*eps/Fc. */
static void hyperviscous_creeps_at_h_eps_over_Fc(void **state)
{
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        Block b;
        double h = 0.6, eps = 1e-3, Fc = 1.2, creep = h * eps / Fc;
        block_pushed(&b, "hyperviscous", 2.0, Fc, Fc);
        block_friction(&b, "eps", eps);
        block_input(&b, "u", stn_signal_constant(h));
        if (engine)
            block_fixed(&b, 1e-4);
        block_make(&b);
        block_to(&b, 1.0); /* 600 time constants */
        double from = block_value(&b, "x");
        NEAR(block_value(&b, "v"), creep, 1e-9 * creep);
        block_to(&b, 101.0);
        NEAR(block_value(&b, "x") - from, 100.0 * creep, 1e-9 * 100.0 * creep);
        block_end(&b);
    }
}

/* v jumps by dt*(h -+ Fc)/m and, where h/Fc is irrational, is spread evenly over
 * (-dt*(Fc - h)/m, dt*(Fc + h)/m): its mean is dt*h/m. */
static void sign_creeps_at_h_dt_over_m_in_the_mean(void **state)
{
    (void)state;
    for (int c = 0; c < 3; c++) {
        Block b;
        double dt = 1e-3, m = 2.0, Fc = 1.0, h = c == 0 ? sqrt(0.2) : c == 1 ? sqrt(0.5) : 0.5;
        block_pushed(&b, "sign", m, Fc, Fc);
        block_fixed(&b, dt);
        block_input(&b, "u", stn_signal_constant(h));
        block_make(&b);
        b.quiet = true;
        block_to(&b, 1000.0);
        double creep = block_value(&b, "x") / 1000.0;
        if (c < 2) /* 1e6 steps: the even spread is reached to about 1e-4 */
            NEAR(creep, h * dt / m, 1e-3 * h * dt / m);
        else /* 0, dt/4, 0, dt/4, ...: with h/Fc = 1/2 half of it */
            NEAR(creep, 0.5 * h * dt / m, 1e-6 * h * dt / m);
        block_end(&b);
    }
}

/* Within the band FF = h + Fc*v/eps, so v = v0*exp(-Fc*t/(m*eps)): it never ends. */
static void quinn_stops_only_asymptotically(void **state)
{
    Block b;
    double m = 2.0, Fc = 1.0, h = 0.5, eps = 0.01, v0 = 0.004, tau = m * eps / Fc;
    (void)state;
    block_pushed(&b, "quinn", m, Fc, Fc);
    block_friction(&b, "eps", eps);
    block_start(&b, "v", v0);
    block_input(&b, "u", stn_signal_constant(h));
    block_make(&b);
    for (int i = 1; i <= 12; i++) {
        block_to(&b, i * tau);
        double v = block_value(&b, "v");
        NEAR(v, v0 * exp(-i), 1e-9 * v0);
        assert_true(v > 0.0);
    }
    NEAR(block_value(&b, "x"), v0 * tau * (1.0 - exp(-12.0)), 1e-9 * v0 * tau);
    NEAR(block_value(&b, "FF"), h, 1e-4);
    assert_int_equal(block_count(&b, STN_EVENT_STICK), 0);
    block_end(&b);
}

/* v < 0 and h > 0: w = v + eps*h/Fc > 0, so friction pushes along the motion. */
static void quinn_friction_can_point_along_the_motion(void **state)
{
    Block b;
    (void)state;
    block_pushed(&b, "quinn", 1.0, 1.0, 1.0);
    block_friction(&b, "eps", 0.01);
    block_start(&b, "v", -0.002);
    block_input(&b, "u", stn_signal_constant(0.5));
    block_make(&b);
    block_to(&b, 0.0);
    NEAR(block_value(&b, "FF"), -0.2 + 0.5, 1e-12);
    assert_true(block_value(&b, "FF") * block_value(&b, "v") < 0.0);
    block_end(&b);
}

/* Bristle laws hold below breakaway: what moved elastically stays where it is. */
static void bristle_laws_hold_a_constant_load(void **state)
{
    static const char *const laws[] = {
        "dahl", "lugre", "lugre_modified", "lugre_new_modified", "elastoplastic", "gms", "leuven"};
    (void)state;
    for (int c = 0; c < COUNT(laws); c++) {
        Block b;
        block_pushed(&b, laws[c], 1.0, 1.5, 1.0);
        block_friction(&b, "sigma0", 1e5);
        block_friction(&b, "sigma1", sqrt(1e5));
        block_friction(&b, "sigma2", 2.0 * sqrt(1e5)); /* dahl and gms have no other damping */
        block_input(&b, "u", stn_signal_ramp(0.1, 0.0, 0.0, 5.0));
        block_make(&b);
        block_to(&b, 100.0);
        double x = block_value(&b, "x");
        CHECK(x > 0.0 && x < 3e-5, "%s: x = %g", laws[c], x); /* a few h/sigma0 */
        block_to(&b, 1e4);
        CHECK(fabs(block_value(&b, "x") - x) <= 1e-6 * x, "%s moved by %g", laws[c],
              block_value(&b, "x") - x);
        block_end(&b);
    }
}

/* Two static levels and nothing else given: the derived bristle has one stiffness, else its force
 * would jump at v = 0 and a load between the two sides would hold v there, event upon event. */
static void a_bristle_with_two_static_levels_holds_a_load_that_falls(void **state)
{
    static const char *const laws[] = {"lugre", "lugre_modified", "elastoplastic", "dahl"};
    (void)state;
    for (int c = 0; c < COUNT(laws); c++) {
        Block b;
        block_pushed(&b, laws[c], 1.0, 1.5, 1.0);
        b.friction[0].count = 2;
        b.friction[0].value[1] = 1.2;
        block_friction(&b, "sigma2", 200.0); /* dahl has no other damping */
        block_input(&b, "u", stn_signal_step(1.0, 0.8, 0.7));
        b.def.solver.max_events = 1000;
        block_make(&b);
        block_to(&b, 2.0);
        assert_true(stn_system_friction(b.system, 0, "sigma0", 0) ==
                    stn_system_friction(b.system, 0, "sigma0", 1));
        NEAR(block_value(&b, "v"), 0.0, 1e-9);
        block_end(&b);
    }
}

/* ---- Held on the jump of the viscous term ---- */

/* Mass 1, level 1 below and 2 above v = 1 (coulomb_map with onset: jump), held there at the start by
 * h = 1.5 + a*sin(2*pi*t). */
static void on_the_jump(Block *b, double a)
{
    block_pushed(b, "coulomb_map", 1.0, 1.0, 1.0);
    block_friction(b, "sigma2", 1.0);
    block_friction(b, "v_onset", 1.0);
    block_friction(b, "onset", 1.0);
    block_start(b, "v", 1.0);
    block_input(b, "u", stn_signal_sine(a, 1.0, 0.0, 1.5, 0.0));
}

/* 1 < h < 2 holds v.  Each period it is left upwards and downwards once: 4 events.  The first one is
 * late by 1e-10 of the level, which is 1e-9 s where h passes by at a fifth of a newton per second. */
static void leaves_and_returns(double a)
{
    Block b[2];
    for (int k = 0; k < 2; k++) {
        on_the_jump(&b[k], a);
        b[k].def.solver.rtol = k ? 1e-12 : 1e-9;
        block_make(&b[k]);
        block_to(&b[k], 20.0);
        assert_int_equal(block_count(&b[k], STN_EVENT_MODE), 80);
    }
    NEAR(block_when(&b[0], STN_EVENT_MODE, 0), asin(0.5 / a) / (2.0 * PI), 1e-8);
    for (int i = 0; i < 80; i++)
        NEAR(block_when(&b[0], STN_EVENT_MODE, i), block_when(&b[1], STN_EVENT_MODE, i), 1e-7);
    block_end(&b[0]);
    block_end(&b[1]);
}

static void a_load_that_leaves_the_jump_and_returns_causes_no_storm(void **state)
{
    (void)state;
    leaves_and_returns(0.6);
    leaves_and_returns(0.65);
}

/* Nothing but the guard tells of a peak that lasts 1/100 of a period. */
static void a_load_that_leaves_the_jump_for_a_moment_is_seen(void **state)
{
    (void)state;
    leaves_and_returns(0.501);
    leaves_and_returns(0.5005);
    leaves_and_returns(0.51);
    leaves_and_returns(0.55);
}

static void a_load_within_the_jump_holds_the_speed_to_the_last_bit(void **state)
{
    Block b;
    (void)state;
    on_the_jump(&b, 0.499);
    block_make(&b);
    block_to(&b, 100.0);
    assert_int_equal(block_count(&b, STN_EVENT_MODE), 0);
    assert_true(block_value(&b, "v") == 1.0);
    NEAR(block_value(&b, "x"), 100.0, 1e-10);
    block_end(&b);
}

/* An imposed speed V*sin(2*pi*t) passes the onset: there is nothing to hold, FF is that of its side. */
static void an_imposed_speed_passes_the_jump(void **state)
{
    Block b;
    (void)state;
    block_begin(&b, "coulomb_map");
    block_choose(&b, "drive", "motion");
    block_friction(&b, "Fs", 1.0);
    block_friction(&b, "Fc", 1.0);
    block_friction(&b, "sigma2", 1.0);
    block_friction(&b, "v_onset", 1.0);
    block_friction(&b, "onset", 1.0);
    block_input(&b, "vd", stn_signal_sine(2.0, 1.0, 0.0, 0.0, 0.0));
    block_make(&b);
    for (int k = 1; k <= 400; k++) {
        block_to(&b, 0.0251 * k);
        double v = 2.0 * sin(2.0 * PI * 0.0251 * k), above = fabs(v) > 1.0 ? v : 0.0;
        NEAR(block_value(&b, "FF"), copysign(1.0, v) + above, 1e-12);
    }
    NEAR(block_when(&b, STN_EVENT_MODE, 0), 1.0 / 12.0, 1e-9);
    NEAR(block_when(&b, STN_EVENT_MODE, 1), 5.0 / 12.0, 1e-9);
    assert_int_equal(block_count(&b, STN_EVENT_MODE), 40);
    block_end(&b);
}

/* In balance at the start, under a load that begins to pull one way: that is the way it goes, without a
 * reversal in the first moment. */
static void a_bristle_in_balance_starts_in_the_sense_in_which_the_load_rises(void **state)
{
    static const char *const laws[] = {"none", "dahl", "lugre", "lugre_new_modified", "gms"};
    (void)state;
    for (int c = 0; c < 2 * COUNT(laws); c++) {
        Block b;
        double rate = c % 2 ? -1.0 : 1.0;
        block_pushed(&b, laws[c / 2], 1.0, 1.5, 1.0);
        block_friction(&b, "sigma0", 100.0);
        block_friction(&b, "sigma2", 0.4);
        block_input(&b, "u", stn_signal_ramp(rate, 0.0, 0.0, INFINITY));
        block_make(&b);
        block_to(&b, 0.05);
        CHECK(block_count(&b, STN_EVENT_REVERSAL) == 0, "%s, %g N/s: a reversal", laws[c / 2],
              rate);
        CHECK(rate * block_value(&b, "v") > 0.0, "%s: v = %g", laws[c / 2], block_value(&b, "v"));
        block_end(&b);
    }
}

/* K*y = 1.01*Fs*sin(2*pi*t/20 s) reaches Fs at t = 10/pi*asin(1/1.01).  A standing block gives no method a reason for short steps. */
static void every_method_sees_a_sine_touch_the_limit_of_a_standing_site(void **state)
{
    static const StnIntegrator how[] = {STN_INTEGRATOR_AUTO, STN_INTEGRATOR_EXPLICIT,
                                        STN_INTEGRATOR_IMPLICIT};
    (void)state;
    for (int c = 0; c < COUNT(how); c++) {
        Block b;
        block_begin(&b, "coulomb");
        block_choose(&b, "drive", "spring");
        block_input(&b, "y", stn_signal_sine(0.75 * 1.01, 0.05, 0.0, 0.0, 0.0));
        b.def.solver.integrator = how[c];
        block_make(&b);
        block_to(&b, 6.0);
        NEAR(block_when(&b, STN_EVENT_SLIP_FORWARD, 0), 10.0 / PI * asin(1.0 / 1.01), 1e-9);
        block_end(&b);
    }
}

/* Pressed on the stop at x = 0, then pulled off by a spring whose end moves as a sine: each time it
 * leaves it is off, whatever the first moments of an implicit step look like. */
static void a_stop_that_is_left_is_not_touched_at_the_same_instant(void **state)
{
    static const char *const laws[] = {"coulomb", "stribeck", "lugre", "none"};
    (void)state;
    for (int c = 0; c < COUNT(laws); c++) {
        Block b;
        block_begin(&b, laws[c]);
        block_choose(&b, "drive", "spring");
        block_set(&b, "K", 20.0);
        block_set(&b, "xmin", 0.0);
        block_friction(&b, "sigma2", 4.0);
        block_input(&b, "y", stn_signal_sine(1.0, 0.21, PI + 0.3, 0.0, 0.0));
        b.def.solver.integrator = STN_INTEGRATOR_IMPLICIT;
        block_make(&b);
        block_to(&b, 200.0);
        CHECK(block_count(&b, STN_EVENT_STOP_LEFT) > 30, "%s: left %d times", laws[c],
              block_count(&b, STN_EVENT_STOP_LEFT));
        for (int k = 2; k < b.nevent; k++) /* two are initial */
            CHECK(b.event[k].kind != STN_EVENT_STOP_HIT || b.event[k].t > b.event[k - 1].t + 1e-3,
                  "%s: touched again at %.12g s", laws[c], b.event[k].t);
        block_end(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_just_below_the_limit_never_moves_a_stuck_mass),
        cmocka_unit_test(a_slow_sine_just_below_the_limit_never_moves_a_stuck_mass),
        cmocka_unit_test(a_spring_just_below_the_limit_never_moves_a_stuck_mass),
        cmocka_unit_test(in_fixed_step_a_load_below_the_limit_never_moves_a_stuck_mass),
        cmocka_unit_test(a_load_that_touches_the_limit_and_returns_leaves_the_mass_stuck),
        cmocka_unit_test(a_load_that_passes_the_limit_by_rounding_causes_no_storm),
        cmocka_unit_test(a_spring_that_passes_the_limit_by_rounding_causes_no_storm),
        cmocka_unit_test(hyperviscous_creeps_at_h_eps_over_Fc),
        cmocka_unit_test(sign_creeps_at_h_dt_over_m_in_the_mean),
        cmocka_unit_test(quinn_stops_only_asymptotically),
        cmocka_unit_test(quinn_friction_can_point_along_the_motion),
        cmocka_unit_test(bristle_laws_hold_a_constant_load),
        cmocka_unit_test(a_bristle_with_two_static_levels_holds_a_load_that_falls),
        cmocka_unit_test(a_load_that_leaves_the_jump_and_returns_causes_no_storm),
        cmocka_unit_test(a_load_that_leaves_the_jump_for_a_moment_is_seen),
        cmocka_unit_test(a_load_within_the_jump_holds_the_speed_to_the_last_bit),
        cmocka_unit_test(an_imposed_speed_passes_the_jump),
        cmocka_unit_test(a_bristle_in_balance_starts_in_the_sense_in_which_the_load_rises),
        cmocka_unit_test(every_method_sees_a_sine_touch_the_limit_of_a_standing_site),
        cmocka_unit_test(a_stop_that_is_left_is_not_touched_at_the_same_instant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
