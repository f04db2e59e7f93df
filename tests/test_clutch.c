/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The clutch actuator: what its specification says must be seen, closed forms of the play, and both
 * engines against each other. */
#include "build_clutch.h"

/* ---- Numbers ---- */

/* Published means 0.1352 and 0.1506 N*m over 0 to 70 rad, mean Cr 0.1097; variation about 30 %. */
static void polynomials_have_the_published_means_and_vary_by_30_percent(void **state)
{
    Run r = RUN("clutch-step", "duration=1ms");
    (void)state;
    for (int side = 0; side < 2; side++) {
        const char *name = side ? "Cs_backward" : "Cs_forward";
        double c[STN_VECTOR_MAX], mean = 0.0, lo = INFINITY, hi = 0.0;
        for (int i = 0; i < STN_VECTOR_MAX; i++) {
            c[i] = stn_system_friction(r.system, 0, name, i);
            mean += c[i] * pow(70.0, i) / (i + 1);
        }
        for (int k = 0; k <= 7000; k++) {
            double level = polynomial(c, STN_VECTOR_MAX, 0.01 * k);
            NEAR(level, Cs(0.01 * k, side), 1e-15);
            lo = fmin(lo, level), hi = fmax(hi, level);
        }
        NEAR(mean, mean_Cs[side], 1e-9);
        NEAR(mean / stn_system_friction(r.system, 0, "beta", side), 0.1097, 5e-5);
        NEAR(hi / mean, 1.3, 0.02);
        NEAR(lo / mean, 0.7, 0.02);
        assert_true(c[side ? 4 : 3] != 0.0 && c[side ? 5 : 4] == 0.0); /* quartic, cubic */
    }
    run_end(&r);
}

static void scenario_has_the_published_numbers(void **state)
{
    Run r = RUN("clutch-step", "duration=1ms");
    (void)state;
    assert_true(stn_system_parameter(r.system, "J") == J);
    assert_true(stn_system_parameter(r.system, "r") == 2.0414e-4);
    assert_true(stn_system_parameter(r.system, "Ts") == 1e-3);
    assert_true(stn_system_parameter(r.system, "limit") == 2.0);
    assert_true(stn_system_friction(r.system, 0, "sigma2", 1) == FV);
    assert_true(stn_system_friction(r.system, 0, "v_onset", 1) == W0);
    assert_true(stn_system_friction(r.system, 0, "beta", 0) == beta[0] &&
                stn_system_friction(r.system, 0, "beta", 1) == beta[1]);
    NEAR(r.system->num.sensor[0].resolution, STEP, 1e-15);
    run_end(&r);
}

/* ---- Breakaway ---- */

static void motor_breaks_away_exactly_at_the_level_of_its_place(void **state)
{
    static const double theta[] = {0.0, 7.0, 15.0, 30.0, 52.0, 70.0};
    (void)state;
    for (int c = 0; c < 2 * COUNT(theta); c++) {
        Block b;
        int side = c % 2;
        double rate = side ? -0.01 : 0.01;
        clutch_map(&b);
        block_start(&b, "theta", theta[c / 2]);
        block_input(&b, "u", stn_signal_ramp(rate, 0.0, 0.0, INFINITY));
        block_make(&b);
        block_to(&b, 30.0);
        NEAR(block_when(&b, side ? STN_EVENT_SLIP_BACKWARD : STN_EVENT_SLIP_FORWARD, 0),
             Cs(theta[c / 2], side) / 0.01, 1e-11);
        block_end(&b);
    }
}

/* Each slip of the bench starts at a sample whose torque is the first one beyond Cs: torque rises by
 * Kp*4 rad/s*Ts = 2e-4 N*m per sample. */
static void breakaway_bench_finds_the_levels_along_the_travel(void **state)
{
    Run r = run("clutch-breakaway", 0, NULL);
    const double *theta = column(&r, "theta"), *u = column(&r, "u");
    int points[2] = {0};
    (void)state;
    for (size_t k = 0; k < r.record.nevent; k++) {
        const StnEvent *event = &r.record.event[k];
        int side = event->kind == STN_EVENT_SLIP_BACKWARD;
        if (!side && event->kind != STN_EVENT_SLIP_FORWARD)
            continue;
        size_t row = (size_t)lround(event->t / 1e-3);
        NEAR(event->t, 1e-3 * (double)row, 1e-12);
        double beyond = fabs(u[row]) - Cs(theta[row], side);
        CHECK(beyond > 0.0 && beyond < 2e-4, "%g at %g rad", beyond, theta[row]);
        points[side]++;
    }
    print_message("breakaway: %d points forward, %d backward\n", points[0], points[1]);
    assert_true(points[0] > 50 && points[1] > 30);
    assert_true(last(&r, "theta") < 0.0); /* there and back */
    run_end(&r);
}

/* ---- Sinusoidal speed ---- */

/* Mean of u*sgn(omega) over a period by the midpoint rule: identification.md gives it for flat levels. */
static double mean_effort(double V, const char *onset)
{
    enum { N = 4000 };
    Block b;
    double sum = 0.0, f = 2.0;
    clutch_flat(&b, "coulomb_map");
    block_friction(&b, "onset", strcmp(onset, "jump") == 0);
    block_choose(&b, "drive", "motion");
    block_input(&b, "omegad", stn_signal_sine(V, f, 0.0, 0.0, 0.0));
    block_make(&b);
    for (int k = 0; k < N; k++) {
        block_to(&b, (k + 0.5) / (N * f));
        sum += block_value(&b, "u") * copysign(1.0, block_value(&b, "omega"));
    }
    block_end(&b);
    return sum / N;
}

static void sinusoidal_speed_gives_the_mean_level_and_the_viscous_part(void **state)
{
    double Cr = 0.5 * (mean_Cs[0] / beta[0] + mean_Cs[1] / beta[1]), V = 400.0, q = W0 / V;
    (void)state;
    NEAR(mean_effort(200.0, "continuous"), Cr, 1e-9);
    NEAR(mean_effort(V, "continuous"), Cr + FV * 2.0 / PI * (V * sqrt(1.0 - q * q) - W0 * acos(q)),
         1e-6);
    /* the jump: the samples on its two sides are uncertain by 1/N each */
    NEAR(mean_effort(V, "jump"), Cr + FV * 2.0 / PI * V * sqrt(1.0 - q * q), 2e-4);
}

/* ---- The loop ---- */

/* The torque swings between the breakaway levels: that is how Cd is identified.  A sample is the first
 * one beyond: Ki*Ts*(0.07 rad + a step of the encoder) = 1.1e-4 N*m with play. */
static void torque_swings_between_breakaway_levels(const Run *r, double from, int play)
{
    const double *u = column(r, "u"), *theta = column(r, "theta_rack");
    double lo = 0.0, hi = 0.0, least[2] = {INFINITY, INFINITY};
    for (size_t k = 0; k < r->record.rows; k++) {
        if (r->record.data[0][k] < from)
            continue;
        lo = fmin(lo, u[k]), hi = fmax(hi, u[k]);
        least[0] = fmin(least[0], Cs(theta[k], 0)), least[1] = fmin(least[1], Cs(theta[k], 1));
    }
    if (play) {
        NEAR(hi, CD_S, 1.1e-4);
        NEAR(lo, -CD_S, 1.1e-4);
    } else {
        CHECK(hi > least[0] && hi < 1.1 * least[0], "%g, %g", hi, least[0]);
        CHECK(-lo > least[1] && -lo < 1.1 * least[1], "%g, %g", lo, least[1]);
    }
}

/* plants.md: larger and slower without play; for ever. */
static void limit_cycles_are_larger_and_slower_without_play(void **state)
{
    static const char *const derivative[] = {"controller.derivative=difference",
                                             "controller.derivative=state"};
    (void)state;
    for (int c = 0; c < COUNT(derivative); c++) {
        double height[2], period[2];
        for (int play = 0; play < 2; play++) {
            Run r = RUN(play ? "clutch-step-play" : "clutch-step", derivative[c], "duration=50s",
                        "record.every=1ms", "solver.energy=false");
            cycle(&r, 20.0, &height[play], &period[play]);
            torque_swings_between_breakaway_levels(&r, 20.0, play);
            run_end(&r);
        }
        print_message("%s: %.4f rad, %.3f s; with play %.4f rad, %.3f s\n", derivative[c],
                      height[0], period[0], height[1], period[1]);
        assert_true(height[0] > 4.0 * height[1] && period[0] > 1.1 * period[1]);
    }
}

static void a_dead_band_ends_the_limit_cycles(void **state)
{
    (void)state;
    for (int play = 0; play < 2; play++) {
        Run r = RUN(play ? "clutch-step-play" : "clutch-step", "controller.band=0.1rad",
                    "duration=10s");
        double quiet = r.record.event[r.record.nevent - 1].t;
        print_message("dead band: at rest after %.3f s\n", quiet);
        assert_true(quiet < 1.0 && last(&r, "omega") == 0.0 && last(&r, "u") == 0.0);
        NEAR(last(&r, "theta"), 30.0, 0.1 + 0.5 * STEP);
        run_end(&r);
    }
}

/* The nearest points of the encoder are 0.043 and 0.070 rad away from 30 rad. */
static void a_dead_band_that_holds_no_point_of_the_encoder_ends_nothing(void **state)
{
    (void)state;
    Run r = RUN("clutch-step", "controller.band=0.04rad", "duration=20s");
    assert_true(r.record.event[r.record.nevent - 1].t > 10.0);
    run_end(&r);
}

/* A sampled loop with rounding goes the same way in all engines until a rounding is ambiguous, which
 * does not happen here. */
static void sampled_loop_has_the_same_events_in_all_engines(void **state)
{
    (void)state;
    for (int play = 0; play < 2; play++) {
        const char *name = play ? "clutch-step-play" : "clutch-step";
        Run a = RUN(name, "duration=3s"), b = RUN(name, "duration=3s", "solver.rtol=1e-12");
        Run c = RUN(name, "duration=3s", "solver.method=sundials", "record.every=1s");
        size_t n = a.record.nevent;
        assert_true(n > 10 && b.record.nevent == n);
        for (size_t k = 0; k < n; k++) {
            NEAR(a.record.event[k].t, b.record.event[k].t, 1e-9);
            if (c.record.nevent == n)
                NEAR(a.record.event[k].t, c.record.event[k].t, 1e-9);
        }
        assert_true(c.record.nevent == n || c.record.nevent == 0);
        run_end(&a), run_end(&b), run_end(&c);
    }
}

/* 100 rad away: Kp*gap is beyond 2 N*m. */
static void torque_is_limited_and_the_integrator_waits(void **state)
{
    (void)state;
    for (int sampled = 0; sampled < 2; sampled++) {
        Block b;
        clutch_flat(&b, "coulomb_map");
        block_choose(&b, "drive", "pid");
        if (sampled)
            block_set(&b, "Ts", 1e-3);
        block_input(&b, "thetad", stn_signal_constant(100.0));
        block_make(&b);
        block_to(&b, 2.5e-3);
        assert_true(block_value(&b, "u") == 2.0);
        assert_true(sampled ? stn_disc(b.system, b.state)[1] == 0.0
                            : stn_now(b.system, b.state)[2] == 0.0);
        assert_int_equal(block_count(&b, STN_EVENT_SATURATION_ON), sampled ? 0 : 1);
        block_to(&b, 1.0);
        NEAR(block_value(&b, "theta"), 100.0, 2.0);
        block_end(&b);
    }
}

/* An integral that drives the torque into its limit while the rest drives it out would chatter there. */
static void a_continuous_loop_at_its_torque_limit_does_not_chatter(void **state)
{
    Block b;
    (void)state;
    clutch_flat(&b, "coulomb_map");
    block_choose(&b, "drive", "pid");
    block_set(&b, "Kp", 0.05);
    block_set(&b, "Ki", 20.0);
    block_set(&b, "Kd", 0.01);
    block_set(&b, "limit", 0.3);
    block_input(&b, "thetad", stn_signal_constant(30.0));
    block_make(&b);
    block_to(&b, 2.0);
    CHECK(b.nevent < 200, "%d events", b.nevent);
    block_end(&b);
}

/* Without Ts the loop is continuous, dead band included: it comes to rest inside. */
static void a_continuous_loop_rests_in_its_dead_band(void **state)
{
    Block b[2];
    (void)state;
    for (int k = 0; k < 2; k++) {
        clutch_map(&b[k]);
        block_choose(&b[k], "drive", "pid");
        block_choose(&b[k], "play", "with");
        block_set(&b[k], "band", 0.2);
        block_input(&b[k], "thetad", stn_signal_constant(30.0));
        clutch_method(&b[k], k ? STN_METHOD_SUNDIALS : STN_METHOD_EVENT, 1e-10);
        block_make(&b[k]);
    }
    block_to(&b[0], 5.0);
    assert_true(block_value(&b[0], "omega") == 0.0 && block_value(&b[0], "u") == 0.0);
    NEAR(block_value(&b[0], "theta"), 30.0, 0.2);
    if (clutch_to(&b[1], 5.0))
        same_events(&b[0], &b[1], 1e-7);
    block_end(&b[0]);
    block_end(&b[1]);
}

/* ... but an ideal relay at its edge may have to switch infinitely often. */
static void a_dead_band_without_a_sample_time_is_warned_of(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        Block b;
        int found = 0;
        clutch_map(&b);
        block_choose(&b, "drive", "pid");
        if (k & 1)
            block_set(&b, "band", 0.2);
        if (k & 2)
            block_set(&b, "Ts", 1e-3);
        block_input(&b, "thetad", stn_signal_constant(30.0));
        block_make(&b);
        for (int i = 0; i < stn_system_note_count(b.system); i++)
            found += strstr(stn_system_note_at(b.system, i).text, "without Ts") != NULL;
        assert_int_equal(found, k == 1);
        block_end(&b);
    }
}

/* A sine that the loop follows: inside the band friction takes the motor out, outside the controller drives it in, and it
 * bounces at the edge ever faster (337,000 steps and no end in 15 s before).  The run says so and ends. */
static void a_loop_that_slides_along_its_dead_band_is_given_up(void **state)
{
    Block b;
    (void)state;
    block_begin(&b, "quinn");
    b.def.plant = stn_catalog_plant(NULL, "clutch");
    block_choose(&b, "drive", "pid");
    block_choose(&b, "play", "with");
    block_set(&b, "J", 1.46779175535e-05);
    block_set(&b, "bmax", 0.0445980108521);
    block_set(&b, "band", 0.0108273270816);
    block_set(&b, "Kp", 0.0267076667164);
    block_set(&b, "Ki", 0.218667073138);
    block_friction(&b, "Fc", 0.131068621026);
    block_friction(&b, "sigma2", 4.42965991932e-07);
    block_friction(&b, "eps", 0.109851348056);
    block_input(&b, "thetad", stn_signal_sine(11.0646849135, 0.551455744037, 0.0, 30.0, 0.0));
    block_make(&b);
    assert_int_equal(block_try(&b, 1.9), STN_STORM);
    CHECK(strstr(b.error.text, "slides along the edge of \"inside\"") &&
              strstr(b.error.text, "give a sample time Ts"),
          "%s", b.error.text);
    CHECK(stn_state_counters(b.state).steps < 100000, "%ld steps",
          (long)stn_state_counters(b.state).steps);
    block_end(&b);
}

/* ---- Other laws ---- */

static void every_law_runs_at_the_rack(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * stn_law_count(); i++) {
        Block b;
        clutch_flat(&b, stn_law_at(i / 2)->name);
        block_choose(&b, "drive", "pid");
        block_choose(&b, "derivative", "difference");
        block_choose(&b, "play", i % 2 ? "with" : "without");
        block_set(&b, "Ts", 1e-3);
        block_sensor(&b, "theta", STEP, 0.0, 0.0, 0.0);
        block_input(&b, "thetad", stn_signal_constant(3.0));
        b.quiet = true;
        block_make(&b);
        block_to(&b, 0.1);
        CHECK(fabs(block_value(&b, "theta")) < 10.0, "%s: %g", stn_law_at(i / 2)->name,
              block_value(&b, "theta"));
        block_end(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polynomials_have_the_published_means_and_vary_by_30_percent),
        cmocka_unit_test(scenario_has_the_published_numbers),
        cmocka_unit_test(motor_breaks_away_exactly_at_the_level_of_its_place),
        cmocka_unit_test(breakaway_bench_finds_the_levels_along_the_travel),
        cmocka_unit_test(sinusoidal_speed_gives_the_mean_level_and_the_viscous_part),
        cmocka_unit_test(limit_cycles_are_larger_and_slower_without_play),
        cmocka_unit_test(a_dead_band_ends_the_limit_cycles),
        cmocka_unit_test(a_dead_band_that_holds_no_point_of_the_encoder_ends_nothing),
        cmocka_unit_test(sampled_loop_has_the_same_events_in_all_engines),
        cmocka_unit_test(torque_is_limited_and_the_integrator_waits),
        cmocka_unit_test(a_continuous_loop_at_its_torque_limit_does_not_chatter),
        cmocka_unit_test(a_continuous_loop_rests_in_its_dead_band),
        cmocka_unit_test(a_dead_band_without_a_sample_time_is_warned_of),
        cmocka_unit_test(a_loop_that_slides_along_its_dead_band_is_given_up),
        cmocka_unit_test(every_law_runs_at_the_rack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
