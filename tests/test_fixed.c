/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The fixed step: converges where it should, holds where it must at an engineer's step, and makes
 * the mistakes that the papers report. */
#include "build_block.h"

/* ---- Borello converges to the exact law ---- */

/* Semi-implicit Euler of v = v0 - Fc/m*t lags by half a step: x - v0^2*m/(2*Fc) = -v0*dt/2. */
static void borello_brakes_with_a_first_order_error(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        Block b;
        double dt = 1e-2 / (1 << k), v0 = 2.0;
        block_pushed(&b, "borello", 1.0, 1.5, 1.0);
        block_start(&b, "v", v0);
        block_input(&b, "u", stn_signal_constant(0.0));
        block_fixed(&b, dt);
        block_make(&b);
        block_to(&b, 4.0);
        NEAR(block_value(&b, "x"), 2.0 - 0.5 * v0 * dt, 1e-3 * v0 * dt);
        NEAR(block_when(&b, STN_EVENT_STICK, 0), 2.0, 1.01 * dt);
        block_end(&b);
    }
}

/* Largest error of stop times, breakaway times and stop positions against the event engine. */
static double stick_slip_error(const char *law, double dt, double t_end)
{
    Block exact, b;
    double worst = 0.0;
    block_stick_slip(&exact, "coulomb");
    block_make(&exact);
    block_to(&exact, t_end);
    block_stick_slip(&b, law);
    block_fixed(&b, dt);
    block_make(&b);
    block_to(&b, t_end);
    assert_int_equal(b.nevent, exact.nevent);
    for (int i = 0; i < exact.nevent; i++) {
        assert_int_equal(b.event[i].kind, exact.event[i].kind);
        worst = fmax(worst, fabs(b.event[i].t - exact.event[i].t));
    }
    worst = fmax(worst, fabs(block_value(&b, "x") - block_value(&exact, "x")));
    block_end(&exact);
    block_end(&b);
    return worst;
}

/* 46 s: stuck, so that x is that of the last stop.  An error of first order halves with dt; event
 * times are multiples of dt, which adds up to one step. */
static void borello_converges_to_coulomb_at_first_order(void **state)
{
    static const char *const laws[] = {"borello", "coulomb"};
    (void)state;
    for (int c = 0; c < COUNT(laws); c++) {
        double dt = 4e-3, error[4];
        for (int k = 0; k < 4; k++, dt *= 0.5)
            error[k] = stick_slip_error(laws[c], dt, 46.0);
        for (int k = 1; k < 4; k++)
            CHECK(error[k] <= 0.65 * error[k - 1], "%s: %g, %g, %g, %g", laws[c], error[0],
                  error[1], error[2], error[3]);
        CHECK(error[3] <= 20.0 * 5e-4, "%s: %g", laws[c], error[3]);
    }
}

/* Scenario block-free-oscillator: 5 half cycles, stop at t = pi/2 and x = -5 mm. */
static void borello_stops_the_free_oscillator_ever_closer_to_the_closed_form(void **state)
{
    double t_error[3], x_error[3];
    (void)state;
    for (int k = 0; k < 3; k++) {
        Block b;
        block_begin(&b, "borello");
        block_choose(&b, "drive", "spring");
        block_set(&b, "K", 100.0);
        block_friction(&b, "Fs", 1.2);
        block_friction(&b, "Fc", 1.0);
        block_start(&b, "x", 0.105);
        block_input(&b, "y", stn_signal_constant(0.0));
        block_fixed(&b, 1e-3 / pow(4.0, k));
        block_make(&b);
        block_to(&b, 3.0);
        t_error[k] = fabs(block_when(&b, STN_EVENT_STICK, -1) - 0.5 * PI);
        x_error[k] = fabs(block_value(&b, "x") + 0.005);
        block_end(&b);
    }
    for (int k = 0; k < 3; k++) { /* each of the 5 stops costs at most a step of rest */
        CHECK(t_error[k] <= 10e-3 / pow(4.0, k), "t off by %g, %g, %g", t_error[0], t_error[1],
              t_error[2]);
        CHECK(x_error[k] <= 1e-3 / pow(4.0, k), "x off by %g, %g, %g", x_error[0], x_error[1],
              x_error[2]);
    }
}

/* ---- Stiff bristles at an engineer's step ---- */

static const char *const bristle_laws[] = {
    "dahl", "lugre", "lugre_modified", "lugre_new_modified", "elastoplastic", "gms", "leuven"};

/* m 1, sigma0 5e6, dt 1e-3: the load rises to 0.8 N (below Fc, so that dahl holds it too) and
 * stays. An elastic deflection of the order h/sigma0 and nothing more: no drift, no chatter. */
static void stiff_bristles_hold_a_load_at_dt_1_ms(void **state)
{
    (void)state;
    for (int c = 0; c < 2 * COUNT(bristle_laws); c++) {
        Block b;
        double h = 0.8, sigma0 = 5e6;
        block_pushed(&b, bristle_laws[c / 2], 1.0, 1.5, 1.0);
        block_friction(&b, "sigma0", sigma0);
        block_friction(&b, "sigma1", c % 2 ? 0.1 : 2.0 * sqrt(sigma0)); /* also nearly undamped */
        block_input(&b, "u", c % 2 ? stn_signal_constant(h) : stn_signal_ramp(h, 0.0, 0.0, 1.0));
        block_fixed(&b, 1e-3);
        block_make(&b);
        block_to(&b, 2.0);
        double x = block_value(&b, "x"), most = 0.0;
        CHECK(x > 0.0 && x < 20.0 * h / sigma0, "%s: x = %g m after loading", bristle_laws[c / 2],
              x);
        for (int k = 1; k <= 10000; k++) {
            block_to(&b, 2.0 + 1e-3 * k);
            most = fmax(most, fabs(block_value(&b, "v")));
        }
        CHECK(fabs(block_value(&b, "x") - x) <= 1e-3 * h / sigma0, "%s: moved by %g m in 10 s",
              bristle_laws[c / 2], block_value(&b, "x") - x);
        CHECK(most <= 1e-9, "%s: |v| up to %g m/s", bristle_laws[c / 2], most);
        block_end(&b);
    }
}

/* Time between the second and the fifth breakaway, over three: v rises through 10 mm/s. */
static double period(Block *b, double dt)
{
    double last = 0.0, at[8];
    int count = 0;
    for (int64_t k = 1; count < 6; k++) {
        CHECK(k * dt < 100.0, "%d breakaways", count);
        block_to(b, (double)k * dt);
        double v = block_value(b, "v");
        if (last < 0.01 && v >= 0.01)
            at[count++] = (double)k * dt;
        last = v;
    }
    return (at[5] - at[2]) / 3.0;
}

static void stiff_bristles_keep_the_stick_slip_period_at_dt_1_ms(void **state)
{
    (void)state;
    Block exact;
    block_stick_slip(&exact, "stribeck");
    block_make(&exact);
    double want = period(&exact, 1e-3);
    block_end(&exact);
    for (int c = 1; c < COUNT(bristle_laws); c++) { /* dahl has no stick-slip */
        Block b;
        if (strstr(bristle_laws[c], "modified"))
            continue; /* their film lowers the static level: another period */
        block_stick_slip(&b, bristle_laws[c]);
        block_friction(&b, "sigma0", 5e6);
        block_fixed(&b, 1e-3);
        block_make(&b);
        double got = period(&b, 1e-3);
        CHECK(fabs(got - want) <= 0.1 * want, "%s: %g s, exact %g s", bristle_laws[c], got, want);
        block_end(&b);
    }
}

static void pushed_bristle(Block *b, const char *law, double dt)
{
    block_pushed(b, law, 1.0, 1.5, 1.0);
    block_words(b, "sigma0=1e4 sigma1=100 sigma2=0.4 vs=0.01 T=0.1");
    block_input(b, "u", stn_signal_sine(3.0, 0.25, 0.0, 0.0, 0.0));
    if (dt > 0.0)
        block_fixed(b, dt);
    block_make(b);
    b->quiet = true;
}

/* Largest distance of the fixed step from the event engine over 5 s. */
static double distance(const char *law, double dt)
{
    Block exact, b;
    double most = 0.0;
    pushed_bristle(&exact, law, 0.0);
    pushed_bristle(&b, law, dt);
    for (int k = 1; k <= 50; k++) {
        block_to(&exact, 0.1 * k);
        block_to(&b, 0.1 * k);
        most = fmax(most, fabs(block_value(&b, "x") - block_value(&exact, "x")));
    }
    block_end(&exact);
    block_end(&b);
    return most;
}

/* First order: ten times closer with a tenth of dt. */
static void bristle_laws_agree_in_both_engines_as_dt_falls(void **state)
{
    (void)state;
    for (int c = 0; c < COUNT(bristle_laws); c++) {
        double coarse = distance(bristle_laws[c], 1e-4), fine = distance(bristle_laws[c], 1e-5);
        CHECK(fine <= 0.2 * coarse && fine <= 2e-4, "%s: off by %g m at 1e-4 s, %g m at 1e-5 s",
              bristle_laws[c], coarse, fine);
    }
}

/* ---- Karnopp's band ---- */

/* Force ramp r*t: breaks away at Fs/r, but shows v only when r*s^2/(2*m) = eps: late by
 * sqrt(2*m*eps/r). */
static void karnopp_breaks_away_late_by_the_band(void **state)
{
    static const double bands[] = {1e-3, 1e-2, 1e-1};
    (void)state;
    for (int c = 0; c < COUNT(bands); c++) {
        Block b;
        double m = 2.0, r = 0.5, Fs = 1.5, eps = bands[c], dt = 1e-4,
               late = sqrt(2.0 * m * eps / r);
        block_pushed(&b, "karnopp", m, Fs, 1.0);
        block_friction(&b, "eps", eps);
        block_input(&b, "u", stn_signal_ramp(r, 0.0, 0.0, INFINITY));
        block_fixed(&b, dt);
        block_make(&b);
        block_to(&b, Fs / r + 2.0 * late);
        NEAR(block_when(&b, STN_EVENT_SLIP_FORWARD, 0), Fs / r + late, 3.0 * dt);
        block_end(&b);
    }
}

/* Braking at Fc/m ends when |v| <= eps: early by m*eps/Fc. */
static void karnopp_stops_early_by_the_band(void **state)
{
    static const double bands[] = {1e-3, 1e-2, 1e-1};
    (void)state;
    for (int c = 0; c < COUNT(bands); c++) {
        Block b;
        double m = 2.0, Fc = 1.0, eps = bands[c], dt = 1e-4, v0 = 1.0;
        block_pushed(&b, "karnopp", m, 1.5, Fc);
        block_friction(&b, "eps", eps);
        block_start(&b, "v", v0);
        block_input(&b, "u", stn_signal_constant(0.0));
        block_fixed(&b, dt);
        block_make(&b);
        block_to(&b, 3.0);
        NEAR(block_when(&b, STN_EVENT_STICK, 0), m * (v0 - eps) / Fc, 2.0 * dt);
        assert_true(block_value(&b, "v") == 0.0);
        block_end(&b);
    }
}

/* What was gathered inside the band is lost when |h| falls back to Fs: pulses that each gather less
 * than the band never move the block, however many there are. */
static void karnopp_loses_what_it_gathered_when_the_load_falls_back(void **state)
{
    Block b;
    double eps = 0.01, excess = 0.5, width = 0.8 * eps / excess; /* m = 1 */
    (void)state;
    block_pushed(&b, "karnopp", 1.0, 1.5, 1.0);
    block_friction(&b, "eps", eps);
    block_input(&b, "u", stn_signal_pulses(1.4, 1.5 + excess, 0.1, width / 0.1, 0.0));
    block_fixed(&b, 1e-4);
    block_make(&b);
    block_to(&b, 20.0);
    assert_true(block_value(&b, "x") == 0.0);
    block_end(&b);
}

/* ---- Limits and defects ---- */

/* When v rises through 20 mm/s for the fourth time. */
static double fourth_slip(const char *law, double sigma0)
{
    Block b;
    double before = 0.0, t = 0.0;
    block_stick_slip(&b, law);
    block_friction(&b, "sigma0", sigma0);
    block_friction(&b, "sigma1", sqrt(sigma0));
    block_make(&b);
    for (int count = 0; count < 4;) {
        t += 1e-3;
        block_to(&b, t);
        double v = block_value(&b, "v");
        count += before < 0.02 && v >= 0.02;
        before = v;
    }
    block_end(&b);
    return t;
}

/* LuGre comes to the set-valued Stribeck law as its bristle hardens. */
static void lugre_tends_to_stribeck_as_sigma0_grows(void **state)
{
    double want = fourth_slip("stribeck", 1e5), error[5];
    (void)state;
    for (int k = 0; k < 5; k++)
        error[k] = fabs(fourth_slip("lugre", pow(10.0, 5 + k)) - want);
    CHECK(error[4] <= 0.05 * error[0] && error[4] <= 0.01 && error[2] < error[0],
          "off by %g, %g, %g, %g, %g s", error[0], error[1], error[2], error[3], error[4]);
}

/* u = 0.6*Fs*min(t/5, 1) + 0.3*Fs*sin(2*pi*(t - 5)) for t >= 5: never above 0.9*Fs (plants.md). */
static double drift(const char *law, bool fixed, double *least)
{
    Block b;
    double most = -INFINITY;
    StnSignal *parts[] = {stn_signal_ramp(0.132, 0.0, 0.0, 5.0),
                          stn_signal_sine(0.33, 1.0, 0.0, 0.0, 5.0)};
    block_pushed(&b, law, 1.0, 1.1, 1.0);
    block_words(&b, "vs=0.1 n=2 sigma2=0 sigma0=110 z_max=0.01 z_ba=0.009");
    block_friction(&b, "sigma1", 2.0 * sqrt(110.0));
    block_input(&b, "u", stn_signal_sum(parts, 2));
    if (fixed)
        block_fixed(&b, 1e-3);
    block_make(&b);
    *least = INFINITY;
    for (int k = 0; k <= 6000; k++) {
        block_to(&b, 0.01 * k);
        most = fmax(most, block_value(&b, "x"));
        *least = fmin(*least, block_value(&b, "x"));
    }
    block_end(&b);
    return most;
}

static void the_drift_test_separates_lugre_from_elastoplastic_and_hybrid(void **state)
{
    double least, z_max = 0.01;
    (void)state;
    for (int fixed = 0; fixed < 2; fixed++) {
        double lugre = drift("lugre", fixed, &least);
        CHECK(lugre > 2.0 * z_max, "lugre stays within %g m", lugre);
        const char *const still[] = {"elastoplastic", "hybrid"};
        for (int c = 0; c < COUNT(still); c++) {
            double most = drift(still[c], fixed, &least);
            CHECK(most <= z_max && least >= -1e-12, "%s: x in %g .. %g m", still[c], least, most);
        }
    }
}

/* ---- Nonlocal memory ---- */

/* Imposed position, constant speed: up to 60 um, back to 30, up to 45, back to 30, up to 90.  A law
 * with nonlocal memory closes the inner loop 30-45-30 and, going up, joins the outer branch at 60.
 * Returns the largest gap: at the closing, and against a run without the inner loop. */
static double loop_gap(const char *law, bool fixed)
{
    double F[2][3];
    for (int run = 0; run < 2; run++) {
        Block b;
        double u = 1e-6, v = 1e-5; /* m, m/s */
        double turn[] = {0, 60 * u, 30 * u, 45 * u, 30 * u, 90 * u}, t[6], x[6];
        int n = 0;
        for (int k = 0; k < 6; k++) {
            if (run && (k == 3 || k == 4))
                continue;
            x[n] = turn[k];
            t[n] = n ? t[n - 1] + fabs(x[n] - x[n - 1]) / v : 0.0;
            n++;
        }
        block_begin(&b, law);
        block_choose(&b, "drive", "motion");
        block_choose(&b, "motion", "position");
        block_words(&b, "Fs=1 Fc=1 sigma0=2e4 sigma1=0 sigma2=0");
        block_input(&b, "xd", stn_signal_table(t, x, (size_t)n, false));
        if (fixed)
            block_fixed(&b, 1e-3);
        block_make(&b);
        block_to(&b, t[2]);
        F[run][0] = block_value(&b, "FF"); /* first time at 30 */
        if (!run)
            block_to(&b, t[n - 2]);
        F[run][1] = block_value(&b, "FF"); /* the inner loop is closed, at 30 again */
        block_to(&b, t[n - 1] - 5 * u / v);
        F[run][2] = block_value(&b, "FF"); /* at 85, beyond the outer turning point */
        block_end(&b);
    }
    return fmax(fabs(F[0][1] - F[0][0]), fabs(F[0][2] - F[1][2]));
}

static void gms_closes_its_inner_loops_and_lugre_does_not(void **state)
{
    (void)state;
    for (int fixed = 0; fixed < 2; fixed++) {
        double gms = loop_gap("gms", fixed), lugre = loop_gap("lugre", fixed);
        CHECK(gms <= (fixed ? 2e-3 : 1e-6), "%s: gms leaves a gap of %g N",
              fixed ? "fixed" : "event", gms);
        CHECK(lugre >= 0.02, "%s: lugre leaves a gap of %g N only", fixed ? "fixed" : "event",
              lugre);
    }
}

/* When the first slip of the stick-slip case ends, in steps of 5 ms with S = 2 mm/s: m*S = 2e-3 is far
 * below umax*dt = 2*Fs*dt = 1.5e-2. */
static double automaton_stop(bool adapted, int64_t *rates)
{
    Block b;
    block_stick_slip(&b, "hybrid");
    block_friction(&b, "S", 2e-3);
    block_friction(&b, "p0", 1e3);
    block_fixed(&b, 5e-3);
    if (adapted)
        b.def.solver.dt = 0.0, b.def.solver.h_max = 5e-3;
    block_make(&b);
    block_to(&b, 12.0);
    double stop = block_when(&b, STN_EVENT_STICK, 1);
    *rates = stn_state_counters(b.state).rates;
    block_end(&b);
    return stop;
}

/* Exact stop: 10.3402890582 s (event engine at rtol 1e-13).  dt: auto takes ceil(dt/(m*S/(1.01*umax))) = 8
 * parts while |v| < 10*S, which is all of the stick (7.5 s of 12) and both ends of the slip. */
static void an_adapted_step_keeps_the_inequality_of_the_automaton(void **state)
{
    (void)state;
    int64_t plain_rates, rates;
    double plain = fabs(automaton_stop(false, &plain_rates) - 10.3402890582);
    double adapted = fabs(automaton_stop(true, &rates) - 10.3402890582);
    CHECK(adapted <= 0.6 * plain && adapted < 0.02, "adapted %g s, plain %g s", adapted, plain);
    CHECK(rates > 4 * plain_rates && rates < 8 * plain_rates, "%lld against %lld", (long long)rates,
          (long long)plain_rates);
}

/* v = v0 - Fc/m*t is exact in every step, x of semi-implicit Euler is the sum of h*v_new. */
static void a_duration_that_dt_does_not_divide_is_run_to_its_end(void **state)
{
    (void)state;
    Block b;
    StnRecord record;
    const double duration[] = {1.0, 0.6, 1.0 - 1e-3, 0.3};
    block_pushed(&b, "coulomb", 1.0, 1.0, 1.0);
    block_start(&b, "v", 20.0);
    block_input(&b, "u", stn_signal_constant(0.0));
    block_fixed(&b, 0.3);
    block_make(&b);
    double t = 0.0, x = 0.0, v = 20.0; /* runs follow each other: each begins a grid of its own */
    for (int i = 0; i < COUNT(duration); i++) {
        StnRunDef def = stn_default_run_def(duration[i], 0.1);
        const double dt = 0.3, whole = floor(duration[i] / dt + 1e-9);
        for (int k = 0; k < (int)whole; k++)
            v -= dt, x += dt * v;
        v -= duration[i] - whole * dt, x += (duration[i] - whole * dt) * v;
        t += duration[i];
        assert_int_equal(stn_run(b.system, b.state, &def, &record, NULL), STN_OK);
        NEAR(record.data[0][record.rows - 1], t, 1e-12);
        NEAR(block_value(&b, "v"), v, 1e-12);
        NEAR(block_value(&b, "x"), x, 1e-12);
        stn_record_free(&record);
    }
    block_end(&b);
}

/* At the end of an advance a sample and a jump that fall on it have taken place, in every engine; x itself is
 * late by x*dt/t in semi-implicit Euler. */
static void who_looks_on_a_sample_or_a_jump_finds_what_holds_from_then_on(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        Block b;
        block_pushed(&b, "none", 1.0, 0.0, 0.0);
        block_sensor(&b, "x", 0.0, 0.125, 0.0, 0.0);
        block_input(&b, "u", stn_signal_step(0.25, 2.0, 5.0));
        b.quiet = true;
        if (k)
            block_fixed(&b, 1.0 / 1024.0);
        block_make(&b);
        for (int row = 1; row <= 4; row++) {
            block_to(&b, 0.125 * row);
            assert_true(block_value(&b, "x") > 0.0);
            NEAR(block_value(&b, "x_meas"), block_value(&b, "x"), 0.0);
            NEAR(block_value(&b, "u"), row < 2 ? 2.0 : 5.0, 0.0);
        }
        block_end(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_looks_on_a_sample_or_a_jump_finds_what_holds_from_then_on),
        cmocka_unit_test(borello_brakes_with_a_first_order_error),
        cmocka_unit_test(borello_converges_to_coulomb_at_first_order),
        cmocka_unit_test(borello_stops_the_free_oscillator_ever_closer_to_the_closed_form),
        cmocka_unit_test(stiff_bristles_hold_a_load_at_dt_1_ms),
        cmocka_unit_test(stiff_bristles_keep_the_stick_slip_period_at_dt_1_ms),
        cmocka_unit_test(bristle_laws_agree_in_both_engines_as_dt_falls),
        cmocka_unit_test(karnopp_breaks_away_late_by_the_band),
        cmocka_unit_test(karnopp_stops_early_by_the_band),
        cmocka_unit_test(karnopp_loses_what_it_gathered_when_the_load_falls_back),
        cmocka_unit_test(lugre_tends_to_stribeck_as_sigma0_grows),
        cmocka_unit_test(the_drift_test_separates_lugre_from_elastoplastic_and_hybrid),
        cmocka_unit_test(gms_closes_its_inner_loops_and_lugre_does_not),
        cmocka_unit_test(a_duration_that_dt_does_not_divide_is_run_to_its_end),
        cmocka_unit_test(an_adapted_step_keeps_the_inequality_of_the_automaton),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
