/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What acts from outside: loads, levels by direction, and signals of every kind on a mass that
 * stands or moves, also those that no exact propagation covers. */
#include "build_block.h"

/* ---- Load and direction ---- */

/* coulomb_load, load L against the push u: stuck while u - L <= T0_stat + (1/eta_stat - 1)*L, then
 * m*a = u - L - T0_din - (1/eta_din - 1)*L. */
static void a_load_raises_the_level_through_the_opposing_efficiency(void **state)
{
    double L = 10.0, limit = L + 2.0 + (1.0 / 0.5 - 1.0) * L, slope = 0.25, m = 3.0, t = 2.0;
    double level = 1.0 + (1.0 / 0.8 - 1.0) * L, start = limit / slope;
    Block b;
    (void)state;
    block_begin(&b, "coulomb_load");
    block_choose(&b, "drive", "force");
    block_set(&b, "m", m);
    block_friction(&b, "T0_stat", 2.0);
    block_friction(&b, "T0_din", 1.0);
    block_friction(&b, "eta_din_opp", 0.8);
    block_friction(&b, "eta_stat_opp", 0.5);
    block_input(&b, "u", stn_signal_ramp(slope, 0.0, 0.0, INFINITY));
    block_input(&b, "load", stn_signal_constant(L));
    block_make(&b);
    block_to(&b, start + t);
    NEAR(block_when(&b, STN_EVENT_SLIP_FORWARD, 0), start, 1e-14 * start);
    NEAR(block_value(&b, "v"), ((limit - L - level) * t + 0.5 * slope * t * t) / m, 1e-11);
    block_end(&b);
}

/* Levels by direction: breaks away forward at Fs+ and backward at Fs-. */
static void each_direction_has_its_own_levels(void **state)
{
    Block b;
    double t[] = {0.0, 1.0, 3.0}, u[] = {0.0, 7.9, -6.0};
    (void)state;
    block_begin(&b, "coulomb");
    block_choose(&b, "drive", "force");
    block_friction_pair(&b, "Fs", 8.0, 5.0);
    block_friction_pair(&b, "Fc", 2.0, 1.0);
    block_input(&b, "u", stn_signal_table(t, u, 3, false));
    block_make(&b);
    block_to(&b, 4.0);
    double start = 1.0 + (7.9 + 5.0) / (7.9 + 6.0) * 2.0, ramp = (7.9 + 6.0) / 2.0, d = 3.0 - start;
    assert_int_equal(block_count(&b, STN_EVENT_SLIP_FORWARD), 0);
    NEAR(block_when(&b, STN_EVENT_SLIP_BACKWARD, 0), start, 1e-14);
    NEAR(block_value(&b, "v"), -((5.0 - 1.0) * d + 0.5 * ramp * d * d) - (6.0 - 1.0) * 1.0, 1e-12);
    block_end(&b);
}

/* ---- Signals that are not polynomials and a few sines ---- */

/* First time at which |u| exceeds the level, by scanning and bisection. */
static double first_above(const StnSignal *u, double level, double t_end)
{
    double step = 1e-4, a = 0.0;
    while (fabs(stn_signal_at(u, a + step).val) <= level) {
        a += step;
        CHECK(a < t_end, "never above %g", level);
    }
    for (int i = 0; i < 60; i++) {
        double mid = a + 0.5 * step;
        if (fabs(stn_signal_at(u, mid).val) <= level)
            a = mid;
        step *= 0.5;
    }
    return a;
}

static StnSignal *many_sines(int n)
{
    StnSineTerm term[16];
    for (int i = 0; i < n; i++)
        term[i] = (StnSineTerm){1.0 / sqrt(n), 0.1 * (i + 1) * 1.0137, 0.7 * i * i};
    return stn_signal_multisine(term, (size_t)n);
}

static void assert_breakaway(const char *law, StnSignal *u, StnSignal *same, double level,
                             double t_end)
{
    Block b;
    double want = first_above(same, level, t_end);
    block_pushed(&b, law, 1.0, level, 1.0);
    block_input(&b, "u", u);
    block_make(&b);
    block_to(&b, want + 1e-6);
    CHECK(b.nevent == 2, "%s: %d events by %.9g s", law, b.nevent, want);
    NEAR(b.event[1].t, want, 1e-9);
    stn_signal_free(same);
    block_end(&b);
}

/* A standing mass has nothing that would limit the step: the signal must. */
static void a_stuck_mass_breaks_away_at_the_first_peak_of_a_sum_of_sines(void **state)
{
    (void)state;
    for (int n = 6; n <= 14; n++) {
        assert_breakaway("coulomb", many_sines(n), many_sines(n), 1.3, 2000.0);
        assert_breakaway("stribeck", many_sines(n), many_sines(n), 1.3, 2000.0);
    }
}

static void a_stuck_mass_breaks_away_at_the_first_peak_of_a_chirp(void **state)
{
    static const double amplitude[] = {1.6, 1.51, 1.5001};
    (void)state;
    for (int c = 0; c < COUNT(amplitude); c++)
        assert_breakaway("coulomb", stn_signal_chirp(amplitude[c], 0.5, 20.0, 400.0),
                         stn_signal_chirp(amplitude[c], 0.5, 20.0, 400.0), 1.5, 400.0);
}

static void a_stuck_mass_breaks_away_at_the_first_peak_of_a_fast_sine(void **state)
{
    static const double frequency[] = {1e-3, 1.0, 50.0, 1e4};
    (void)state;
    for (int c = 0; c < COUNT(frequency); c++) {
        Block b;
        double at = asin(1.5 / 1.5001) / (2.0 * PI * frequency[c]);
        block_pushed(&b, "coulomb", 1.0, 1.5, 1.0);
        block_input(&b, "u", stn_signal_sine(1.5001, frequency[c], 0.0, 0.0, 0.0));
        block_make(&b);
        block_to(&b, 0.26 / frequency[c]);
        NEAR(block_when(&b, STN_EVENT_SLIP_FORWARD, 0), at, 1e-12 * at + 1e-13 / frequency[c]);
        block_end(&b);
    }
}

/* A chirp push goes through every region of every law; nothing storms, and the balance closes. */
static void every_law_runs_under_a_chirp(void **state)
{
    BlockVariant variant;
    (void)state;
    for (int i = 0; block_variant(i, &variant); i++) {
        Block b;
        if (stn_catalog_law(NULL, variant.law)->flags & STN_LAW_FIXED_ONLY)
            continue;
        block_begin(&b, variant.law);
        block_choose(&b, "drive", "force");
        block_friction(&b, "sigma0", 1e4);
        block_friction(&b, "sigma1", 100.0);
        block_words(&b, variant.words);
        block_input(&b, "u", stn_signal_chirp(3.0, 0.1, 0.5, 20.0));
        block_make(&b);
        StnStatus status = block_try(&b, 20.0);
        CHECK(status == STN_OK, "%s %s: %s", variant.law, variant.words, b.error.text);
        StnEnergy e = stn_state_energy(b.system, b.state);
        double left = e.input - e.stored - e.friction - e.impact;
        CHECK(fabs(left) <= 1e-7 * fabs(e.input), "%s %s: %g of %g J is missing", variant.law,
              variant.words, left, e.input);
        block_end(&b);
    }
}

/* 0.1 + 0.2 is the next number after 0.3: two kinks that only rounding keeps apart, of two signals or of
 * one, are one instant and not the ends of a step that no method can take. */
static void kinks_that_only_rounding_keeps_apart_are_one(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        double first = k % 2 ? 0.1 + 0.2 : 0.3, second = k % 2 ? 0.3 : 0.1 + 0.2;
        StnSignal *parts[] = {stn_signal_step(first, 0.0, 1.0), stn_signal_step(second, 0.0, 2.0)};
        Block b;
        block_pushed(&b, "lugre", 1.0, 1.5, 1.0);
        if (k < 2) {
            block_input(&b, "u", parts[0]);
            block_input(&b, "load", parts[1]);
        } else {
            block_input(&b, "u", stn_signal_sum(parts, 2));
        }
        block_make(&b);
        block_to(&b, 0.3);
        assert_true(stn_work(b.state)->t_break > 1.0);
        block_to(&b, 0.5);
        NEAR(block_value(&b, "h"), k < 2 ? -1.0 : 3.0, 0.0);
        block_end(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_raises_the_level_through_the_opposing_efficiency),
        cmocka_unit_test(each_direction_has_its_own_levels),
        cmocka_unit_test(a_stuck_mass_breaks_away_at_the_first_peak_of_a_sum_of_sines),
        cmocka_unit_test(a_stuck_mass_breaks_away_at_the_first_peak_of_a_chirp),
        cmocka_unit_test(a_stuck_mass_breaks_away_at_the_first_peak_of_a_fast_sine),
        cmocka_unit_test(every_law_runs_under_a_chirp),
        cmocka_unit_test(kinks_that_only_rounding_keeps_apart_are_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
