/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* An integrator at the limit of its controller: free below it, held beyond it, and on the limit itself with as
 * much of its rate as keeps the effort there. */
#include "run_scenario.h"

/* Friction holds the block at 0; Kp 3, Ki 4, limit 5 N.  xd = 1 m: u = 3 + 4*t reaches 5 N at 0.5 s. */
static void a_held_body_saturates_when_the_integral_says_so(void **state)
{
    static const StnOverride how[] = {
        {"solver.rtol", "1e-9"},           {"solver.rtol", "1e-6"},
        {"solver.rtol", "1e-12"},          {"solver.integrator", "explicit"},
        {"solver.integrator", "implicit"}, {"solver.method", "sundials"},
        {"solver.method", "fixed"}};
    (void)state;
    for (int k = 0; k < COUNT(how); k++) {
        Trial a;
        RUN(&a, "block-limit-cycle", {"friction.contact.Fs", "10 N"},
            {"friction.contact.Fc", "10 N"}, {"controller.limit", "5 N"}, {"duration", "2 s"},
            how[k]);
        if (!a.missing) {
            double tolerance = strcmp(how[k].value, "fixed") == 0 ? 2e-5 : 1e-9;
            assert_int_equal(trial_count(&a, STN_EVENT_SATURATION_ON, "effort"), 1);
            assert_int_equal(trial_count(&a, STN_EVENT_SATURATION_OFF, "effort"), 0);
            NEAR(trial_when(&a, STN_EVENT_SATURATION_ON, "effort", 0), 0.5, tolerance);
            NEAR(trial_last(&a, "u"), 5.0, 1e-9);
        }
        trial_end(&a);
    }
}

/* The same with xd = 1 - t/2 and limit 4 N: u = 3 + 2.5*t - t^2 reaches it at 0.5 s.  There Kp*xd falls at
 * 1.5 N/s and the integral lifts by 4*xd = 3 N/s, so that u stays at the limit until 4*xd = 1.5 N/s, at
 * 1.25 s; then it falls as 2.5*t - t^2 does, to 3.4375 N at 2 s. */
static void an_effort_rests_at_its_limit_while_the_integral_can_keep_it_there(void **state)
{
    static const StnOverride how[] = {{"solver.rtol", "1e-9"},
                                      {"solver.integrator", "explicit"},
                                      {"solver.integrator", "implicit"},
                                      {"solver.method", "sundials"},
                                      {"solver.method", "fixed"}};
    (void)state;
    for (int k = 0; k < COUNT(how); k++) {
        Trial a;
        RUN(&a, "block-limit-cycle", {"friction.contact.Fs", "10 N"},
            {"friction.contact.Fc", "10 N"}, {"controller.limit", "4 N"}, {"duration", "2 s"},
            {"inputs.xd", "[1 m, {ramp: {slope: -0.5 m/s}}]"}, how[k]);
        if (!a.missing) {
            double tolerance = strcmp(how[k].value, "fixed") == 0 ? 5e-5 : 2e-9;
            assert_int_equal(trial_count(&a, STN_EVENT_SATURATION_ON, "effort"), 1);
            assert_int_equal(trial_count(&a, STN_EVENT_SATURATION_OFF, "effort"), 1);
            NEAR(trial_when(&a, STN_EVENT_SATURATION_ON, "effort", 0), 0.5, tolerance);
            NEAR(trial_when(&a, STN_EVENT_SATURATION_OFF, "effort", 0), 1.25, tolerance);
            NEAR(trial_last(&a, "u"), 3.4375, tolerance);
        }
        trial_end(&a);
    }
}

/* A load that jumps while the effort rests changes nothing of it; a command that jumps does at once: at 1 s
 * xd falls by 0.1 m, u by 0.3 N to 3.7 N, and rises from there at 4*0.4 - 1.5 = 0.1 N/s and less. */
static void a_jump_ends_the_rest_at_the_limit(void **state)
{
    (void)state;
    Trial a;
    RUN(&a, "block-limit-cycle", {"friction.contact.Fs", "10 N"}, {"friction.contact.Fc", "10 N"},
        {"controller.limit", "4 N"}, {"duration", "2 s"},
        {"inputs.xd", "[1 m, {ramp: {slope: -0.5 m/s}}, {step: {at: 1 s, to: -0.1 m}}]"},
        {"inputs.load", "{pulses: {high: 0.1 N, period: 0.07 s}}"});
    assert_int_equal(trial_count(&a, STN_EVENT_SATURATION_ON, "effort"), 1);
    assert_int_equal(trial_count(&a, STN_EVENT_SATURATION_OFF, "effort"), 1);
    NEAR(trial_when(&a, STN_EVENT_SATURATION_OFF, "effort", 0), 1.0, 0.0);
    NEAR(trial_last(&a, "u"), 3.7 + 0.1 - 1.0, 1e-8); /* 0.1*s - s^2 after s = 1 s */
    trial_end(&a);
}

/* ---- Many loops: none ends in a storm ---- */

static uint64_t seed;
static double uniform_in(double lo, double hi)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return lo + (hi - lo) * (double)(seed >> 11) * 0x1p-53;
}
static double log_in(double lo, double hi) { return exp(uniform_in(log(lo), log(hi))); }

typedef struct {
    const char *scenario, *site, *command, *limit, *unit;
    double least, most, amplitude[2];
    const char *gain[3]; /* Kp, Kv, Ki; NULL: as it is */
    double range[3][2];
} Loop;
static const Loop loops[] = {{"block-limit-cycle",
                              "contact",
                              "inputs.xd",
                              "controller.limit",
                              "m",
                              0.3,
                              10.0,
                              {0.01, 2.0},
                              {"controller.Kp", "controller.Kv", "controller.Ki"},
                              {{1, 300}, {0.3, 20}, {1, 4000}}},
                             {"clutch-step",
                              "rack",
                              "inputs.thetad",
                              "controller.limit",
                              "rad",
                              0.15,
                              2.0,
                              {0.5, 50.0},
                              {"controller.Kp", "controller.Kd", "controller.Ki"},
                              {{5e-3, 0.5}, {1e-4, 5e-3}, {0.05, 20}}},
                             {"chain-two-mass",
                              "body1",
                              "inputs.Com",
                              "controller.limit",
                              "rad",
                              0.05,
                              5.0,
                              {0.1, 5.0},
                              {NULL, NULL, "controller.Ki"},
                              {{0, 0}, {0, 0}, {0.1, 200}}},
                             {"eha-step",
                              "piston",
                              "inputs.Com",
                              "controller.CorM",
                              "m",
                              2e-4,
                              0.01,
                              {1e-4, 0.03},
                              {NULL, "controller.GAD", "controller.GAI"},
                              {{0, 0}, {1e-3, 0.1}, {0.5, 500}}}};

/* A command of one of four kinds. */
static void command_text(const Loop *loop, int kind, char *text, size_t size)
{
    double amplitude = log_in(loop->amplitude[0], loop->amplitude[1]), f = log_in(0.1, 5.0);
    if (kind == 0)
        snprintf(text, size, "{sine: {amplitude: %.6g %s, frequency: %.6g Hz}}", amplitude,
                 loop->unit, f);
    else if (kind == 1)
        snprintf(text, size, "{pulses: {high: %.6g %s, period: %.6g s}}", amplitude, loop->unit,
                 1.0 / f);
    else if (kind == 2)
        snprintf(text, size, "{step: {at: 0.3 s, to: %.6g %s}}", amplitude, loop->unit);
    else
        snprintf(text, size,
                 "[{ramp: {slope: %.6g %s/s}}, {sine: {amplitude: %.6g %s, frequency: %.6g Hz}}]",
                 amplitude, loop->unit, 0.2 * amplitude, loop->unit, f);
}

static void random_loop(int number)
{
    static const char *const laws[] = {"none",          "coulomb",        "stribeck", "dahl",
                                       "lugre",         "lugre_modified", "leuven",   "gms",
                                       "elastoplastic", "hyperviscous",   "quinn"};
    const Loop *loop = &loops[number % COUNT(loops)];
    char law[40], command[160], limit[32], gain[3][32];
    StnOverride set[10] = {{law, laws[number % COUNT(laws)]},
                           {loop->command, command},
                           {loop->limit, limit},
                           {"sensors", "null"},
                           {"duration", "1 s"}};
    int n = 5;
    Trial a;
    seed = (uint64_t)number + 1;
    snprintf(law, sizeof law, "friction.%s.law", loop->site);
    command_text(loop, number / COUNT(loops) % 4, command, sizeof command);
    snprintf(limit, sizeof limit, "%.6g", log_in(loop->least, loop->most));
    if (strcmp(loop->scenario, "clutch-step") == 0)
        set[n++] = (StnOverride){"controller.Ts", "null"};
    for (int k = 0; k < 3; k++)
        if (loop->gain[k]) {
            snprintf(gain[k], sizeof gain[k], "%.6g", log_in(loop->range[k][0], loop->range[k][1]));
            set[n++] = (StnOverride){loop->gain[k], gain[k]};
        }
    trial_run(&a, loop->scenario, set);
    trial_end(&a);
}

static void no_loop_ends_in_a_storm(void **state)
{
    (void)state;
    for (int number = 0; number < 132; number++)
        random_loop(number);
}

/* Loops that did. */
static void loops_that_ended_in_a_storm_run(void **state)
{
    static const char *const plain[][3] = {{"1.6 N", "400", "0.1"},
                                           {"1.6 N", "4000", "0.1"},
                                           {"2 N", "40", "1"},
                                           {"2 N", "400", "1"},
                                           {"2.5 N", "4000", "1"}};
    (void)state;
    for (int k = 0; k < COUNT(plain); k++) {
        char signal[80];
        snprintf(signal, sizeof signal, "{sine: {amplitude: %s m, frequency: 0.5 Hz}}",
                 plain[k][2]);
        StnOverride set[] = {{"controller.limit", plain[k][0]},
                             {"controller.Ki", plain[k][1]},
                             {"inputs.xd", signal},
                             {"duration", "5 s"},
                             {NULL, NULL}};
        trial_crosscheck("block-limit-cycle", set, 1e-7);
    }
    Trial a;
    RUN(&a, "block-limit-cycle", {"friction.contact.law", "lugre"}, {"friction.contact.Fc", "1 N"},
        {"friction.contact.Fs", "1.5 N"}, {"parameters.m", "0.41 kg"}, {"controller.Kp", "59"},
        {"controller.Kv", "2"}, {"controller.Ki", "452"}, {"controller.limit", "2 N"},
        {"duration", "1 s"}, {"inputs.xd", "{pulses: {high: 0.034 m, period: 1 s}}"});
    trial_end(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_held_body_saturates_when_the_integral_says_so),
        cmocka_unit_test(an_effort_rests_at_its_limit_while_the_integral_can_keep_it_there),
        cmocka_unit_test(a_jump_ends_the_rest_at_the_limit),
        cmocka_unit_test(no_loop_ends_in_a_storm),
        cmocka_unit_test(loops_that_ended_in_a_storm_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
