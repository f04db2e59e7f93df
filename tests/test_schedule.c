/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Gains of a sampled PID that follow the place (controller.schedule_1 …), and the clutch under a controller that knows its map
 * of friction.  Figures of the clutch: bench/clutch_schedule.py. */
#include "run_scenario.h"

#define STEP (2.0 * 3.14159265358979323846 / 56.0) /* of the encoder, rad */

/* The polynomial of clutch-scheduled over its value at 30 rad. */
static double factor(double x)
{
    static const double q[] = {1.0, -0.0320899, 2.92699e-3, -7.63676e-5, 5.86695e-7};
    double here = 0.0, there = 0.0;
    for (int i = COUNT(q) - 1; i >= 0; i--)
        here = here * x + q[i], there = there * 30.0 + q[i];
    return here / there;
}

/* Breakaway level of the rack, both directions together. */
static double levels(const StnSystem *system, double x)
{
    double sum = 0.0;
    for (int i = STN_VECTOR_MAX - 1; i >= 0; i--)
        sum = sum * x + stn_system_friction(system, 0, "Cs_forward", i) +
              stn_system_friction(system, 0, "Cs_backward", i);
    return sum;
}

/* The coefficients of the scenario are those of its map, to four digits. */
static void the_schedule_of_the_clutch_is_the_mean_of_its_map(void **state)
{
    Trial a;
    (void)state;
    RUN(&a, "clutch-scheduled", {"duration", "1 ms"});
    for (int x = 0; x <= 70; x++)
        NEAR(factor(x), levels(a.system, x) / levels(a.system, 30.0), 1e-5);
    trial_end(&a);
}

/* u = q(x)/q(30 rad)*Kp*gap, where Kd and Ki are 0; x: what the encoder shows. */
static void a_schedule_is_a_factor_of_the_gains(void **state)
{
    Trial a;
    (void)state;
    RUN(&a, "clutch-scheduled", {"controller.Kd", "0"}, {"compensation", "[]"}, {"duration", "1 s"},
        {"record.every", "1 ms"}, {"inputs.thetad", "60 rad"});
    const double *theta = trial_column(&a, "theta_meas"), *u = trial_column(&a, "u");
    double least = INFINITY, most = 0.0;
    for (size_t k = 0; k < a.record.rows; k++) {
        const double raw = factor(theta[k]) * 0.05 * (60.0 - theta[k]);
        NEAR(u[k], fmax(-2.0, fmin(2.0, raw)), 1e-12);
        least = fmin(least, factor(theta[k])), most = fmax(most, factor(theta[k]));
    }
    assert_true(least < 0.8 && most > 1.15); /* it went along the travel */
    trial_end(&a);
}

/* Of Ki and Kd, too: a motor that friction slows down and holds. */
static void it_counts_for_all_three_gains(void **state)
{
    Trial a, b;
    (void)state;
#define SLOWS                                                                                 \
    {"friction.rack.law", "coulomb"}, {"friction.rack.Fs", "100 N*m"},                        \
        {"inputs.thetad", "10.5 rad"}, {"initial.theta", "10 rad"}, {"duration", "50 ms"},    \
        {"controller.derivative", "state"}, {"compensation", "[]"}, {"controller.Ki", "0.6"}, \
        {"initial.omega", "20 rad/s"}, {"parameters.J", "1 kg*m^2"}, {"record.every", "1 ms"}
    RUN(&a, "clutch-scheduled", SLOWS);
    RUN(&b, "clutch-step", SLOWS);
    const double *theta = trial_column(&a, "theta_meas"), *u = trial_column(&a, "u");
    const double *w = trial_column(&a, "omega");
    double sum = 0.0;
    for (size_t k = 0; k < a.record.rows; k++) {
        const double gap = 10.5 - theta[k];
        sum += 1e-3 * gap;
        NEAR(u[k], factor(theta[k]) * (0.05 * gap - 6e-4 * w[k] + 0.6 * sum), 1e-12);
    }
    assert_true(trial_column(&b, "u")[0] != u[0]);
    trial_end(&a), trial_end(&b);
}

static void without_coefficients_no_bit_changes(void **state)
{
    Trial a, b;
    (void)state;
    RUN(&a, "clutch-step", {"duration", "3 s"});
    RUN(&b, "clutch-step", {"duration", "3 s"}, {"controller.schedule_at", "30 rad"});
    assert_int_equal(a.record.rows, b.record.rows);
    for (int c = 0; c < a.record.ncolumn; c++)
        assert_memory_equal(a.record.data[c], b.record.data[c], a.record.rows * sizeof(double));
    trial_end(&a), trial_end(&b);
}

/* Where the polynomial is below 0 the gains are 0. */
static void gains_do_not_change_their_sign(void **state)
{
    Trial a;
    (void)state;
    RUN(&a, "block-hunting", {"controller.schedule_1", "-4 1/m"}, {"duration", "3 s"},
        {"initial.x", "0.5 m"}, {"record.every", "10 ms"});
    for (size_t k = 0; k < a.record.rows; k++)
        assert_true(trial_column(&a, "u")[k] == 0.0);
    trial_end(&a);
}

/* First order: v*dt, up to 1000 rad/s of the clutch. */
static void both_engines_agree_on_a_schedule(void **state)
{
    static const char *const scenarios[] = {"clutch-scheduled", "block-hunting", "chain-two-mass"};
    static const char *const outputs[] = {"theta", "x", "th1"};
    static const double tolerance[] = {1e-2, 2e-4, 1e-4};
    (void)state;
    for (int k = 0; k < COUNT(scenarios); k++) {
        Trial a, b;
#define CURVED \
    {"duration", "1.5 s"}, {"controller.Ts", "1 ms"}, {"controller.schedule_2", k ? "0.5" : "3e-3"}
        RUN(&a, scenarios[k], CURVED);
        RUN(&b, scenarios[k], CURVED, {"solver.method", "fixed"}, {"solver.dt", "10 us"});
        NEAR(trial_last(&a, outputs[k]), trial_last(&b, outputs[k]), tolerance[k]);
        trial_end(&a), trial_end(&b);
    }
}

/* A number of a schedule is tuned in a variant, with the bits of a system made anew; there is none where there was none. */
static void variants_have_schedules(void **state)
{
    Trial a;
    StnError error = {0};
    StnAddress address;
    double tuned[64], anew[64];
    (void)state;
    RUN(&a, "clutch-scheduled", {"duration", "1 ms"});
    assert_int_equal(stn_address(a.system, "controller.schedule_1", &address, &error), STN_OK);
    void *block = malloc(stn_params_size(a.system)), *memory = malloc(stn_variant_size(a.system));
    stn_params_copy(a.system, block);
    assert_int_equal(stn_params_set(a.system, block, address, -0.01, &error), STN_OK);
    assert_int_equal(stn_params_finish(a.system, block, &error), STN_OK);
    const StnSystem *variant = stn_system_variant(a.system, block, 1, memory);
    StnState *st = stn_state_init(variant, malloc(stn_state_size(variant)));
    assert_int_equal(stn_advance(variant, st, 0.5, NULL, &error), STN_OK);
    stn_state_columns(variant, st, tuned);
    Trial b;
    RUN(&b, "clutch-scheduled", {"controller.schedule_1", "-0.01 1/rad"}, {"duration", "1 ms"});
    StnState *other = stn_state_init(b.system, malloc(stn_state_size(b.system)));
    assert_int_equal(stn_advance(b.system, other, 0.5, NULL, &error), STN_OK);
    stn_state_columns(b.system, other, anew);
    assert_memory_equal(tuned, anew, (size_t)stn_system_column_count(b.system) * sizeof(double));
    free(st), free(other), free(block), free(memory);
    trial_end(&a), trial_end(&b);

    RUN(&a, "clutch-step", {"duration", "1 ms"});
    block = malloc(stn_params_size(a.system));
    stn_params_copy(a.system, block);
    assert_int_equal(stn_address(a.system, "controller.schedule_1", &address, &error), STN_OK);
    const bool refused = stn_params_set(a.system, block, address, -0.01, &error) != STN_OK ||
                         stn_params_finish(a.system, block, &error) != STN_OK;
    CHECK(refused, "a schedule came up in a variant");
    free(block);
    trial_end(&a);
}

/* ---- The clutch ---- */

/* Swing and largest error of the second half. */
static void second_half(const Trial *a, double target, double *swing, double *error)
{
    const double *theta = trial_column(a, "theta");
    double lo = INFINITY, hi = -INFINITY;
    for (size_t k = trial_row(a, 0.5 * trial_last(a, "t")); k < a->record.rows; k++)
        lo = fmin(lo, theta[k]), hi = fmax(hi, theta[k]);
    *swing = hi - lo, *error = fmax(fabs(lo - target), fabs(hi - target));
}

/* Off the place that the gains are given for, with play and without: at rest within two steps of the encoder, where the PID of
 * clutch-step is 0.5 to 1.2 rad off again and again. */
static void a_clutch_that_knows_its_map_rests_at_any_place(void **state)
{
    static const double places[] = {5.0, 30.0, 60.0};
    static const char *const play[] = {"without", "with"};
    (void)state;
    for (int k = 0; k < 3 * 2 * 4; k++) {
        const double target = places[k % 3] + STEP / 4.0 * (k / 6);
        char command[64];
        double swing, error;
        Trial a;
        snprintf(command, sizeof command, "{step: {at: 0 s, to: %.9g rad}}", target);
        RUN(&a, "clutch-scheduled", {"inputs.thetad", command}, {"options.play", play[k / 3 % 2]},
            {"duration", "6 s"}, {"record.every", "10 ms"});
        second_half(&a, target, &swing, &error);
        CHECK(swing < 0.25 * STEP && error < 2.0 * STEP, "%g rad, %s play: swings by %g, %g off",
              target, play[k / 3 % 2], swing, error);
        trial_end(&a);
        if (k >= 3)
            continue;
        RUN(&a, "clutch-step", {"inputs.thetad", command}, {"duration", "20 s"},
            {"record.every", "10 ms"});
        second_half(&a, target, &swing, &error);
        CHECK(error > 4.0 * STEP, "%g rad, PID: swings by %g, %g off", target, swing, error);
        trial_end(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_schedule_of_the_clutch_is_the_mean_of_its_map),
        cmocka_unit_test(a_schedule_is_a_factor_of_the_gains),
        cmocka_unit_test(it_counts_for_all_three_gains),
        cmocka_unit_test(without_coefficients_no_bit_changes),
        cmocka_unit_test(gains_do_not_change_their_sign),
        cmocka_unit_test(both_engines_agree_on_a_schedule),
        cmocka_unit_test(variants_have_schedules),
        cmocka_unit_test(a_clutch_that_knows_its_map_rests_at_any_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
