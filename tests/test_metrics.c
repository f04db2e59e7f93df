/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How a command is followed: records with closed forms against what is measured. */
#include "stiction/compare.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

enum { ROWS = 20001 };
static const double every = 1e-3;

typedef double Motion(double t);

static StnScenario *block_with(const char *command)
{
    char text[400];
    StnError error = {0};
    snprintf(text, sizeof text,
             "plant: block\noptions: {drive: pid}\nduration: 20 s\ninputs: {xd: %s}\n", command);
    StnScenario *scenario = stn_scenario_parse(text, strlen(text), "test", NULL, &error);
    if (!scenario)
        fail_msg("%s", error.text);
    return scenario;
}

/* A record of t and x alone; free it with stn_record_free(). */
static StnRecord record_of(Motion *motion)
{
    StnRecord record = {.rows = ROWS, .ncolumn = 2};
    record.column = calloc(2, sizeof *record.column);
    record.data = calloc(2, sizeof *record.data);
    record.column[0] = (StnColumnInfo){"t", "s", "time", STN_ROLE_TIME, -1};
    record.column[1] = (StnColumnInfo){"x", "m", "position", STN_ROLE_POSITION, 0};
    for (int c = 0; c < 2; c++)
        record.data[c] = calloc(ROWS, sizeof(double));
    for (int i = 0; i < ROWS; i++) {
        record.data[0][i] = i * every;
        record.data[1][i] = motion(i * every);
    }
    return record;
}

static StnResponse response(const char *command, Motion *motion)
{
    StnScenario *scenario = block_with(command);
    StnRecord record = record_of(motion);
    const StnResponse r = stn_response_of(stn_scenario_system(scenario), 0, &record);
    stn_record_free(&record);
    stn_scenario_free(scenario);
    return r;
}

static void near(double value, double expected, double tolerance, const char *what)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%s: %.12g instead of %.12g", what, value, expected);
}

/* A lag of 0.5 s after a step of 2 m at 1.2345 s, which lies between two rows. */
static const double step_at = 1.2345, lag = 0.5;
static double lagging(double t) { return t < step_at ? 0.0 : 2.0 * -expm1((step_at - t) / lag); }

static void a_first_order_lag_has_its_times(void **state)
{
    const StnResponse r = response("{step: {at: 1.2345 s, to: 2 m}}", lagging);
    assert_true(r.step && r.input >= 0);
    near(r.at, step_at, 1e-9, "time of the step");
    near(r.size, 2.0, 2e-3, "size");
    near(r.rise, lag * log(9.0), 2e-3, "rise time");     /* ln(0.9/0.1) */
    near(r.settling, lag * log(50.0), 2e-3, "settling"); /* e^(-t/lag) = 2 % */
    near(r.overshoot, 0.0, 1e-12, "overshoot");
    near(r.final_error, 0.0, 1e-12, "final error");
}

/* Damping 0.3, 5 rad/s. */
static double swinging(double t)
{
    const double d = 0.3, w = 5.0, wd = w * sqrt(1.0 - d * d);
    return 1.0 - exp(-d * w * t) * (cos(wd * t) + d / sqrt(1.0 - d * d) * sin(wd * t));
}

static void an_oscillator_overshoots_by_its_damping(void **state)
{
    const StnResponse r = response("1 m", swinging);
    assert_true(r.step && r.at == 0.0);
    near(r.overshoot, exp(-PI * 0.3 / sqrt(1.0 - 0.09)), 1e-5, "overshoot");
    assert_true(r.settling > 2.0 && r.settling < 3.0); /* ln(50)/(0.3*5) = 2.6 s is its envelope */
}

/* Friction holds it 3 % short. */
static double short_of(double t) { return t < 1.0 ? 0.97 * t : 0.97; }

static void what_stays_away_does_not_settle(void **state)
{
    const StnResponse r = response("1 m", short_of);
    near(r.final_error, 0.03, 1e-12, "final error");
    assert_true(isnan(r.settling));
    near(r.rise, 0.8 / 0.97, 1e-9, "rise time");
    assert_true(r.overshoot == 0.0);
}

static double behind(double t)
{
    return t < 10.0 ? 0.1 * t - 0.05 : 0.95 + 0.05 * -expm1(10.0 - t);
}

static void a_moving_command_has_no_rise_time(void **state)
{
    StnResponse r = response("{ramp: {slope: 0.1 m/s, end: 10 s}}", behind);
    assert_false(r.step);
    near(r.at, 10.0, 1e-7, "rest of the command");
    near(r.size, 1.0, 1e-9, "travel");
    near(r.largest_error, 0.05, 1e-12, "largest error");
    assert_true(isnan(r.rise));
    near(r.settling, log(0.05 / 0.02), 1e-3, "settling");
    r = response("{ramp: {slope: 0.1 m/s}}", behind);
    assert_true(isnan(r.at) && isnan(r.settling) && isnan(r.overshoot) && !r.step);
}

static void without_a_command_nothing_is_measured(void **state)
{
    static const char text[] = "plant: block\noptions: {drive: force}\nduration: 20 s\n"
                               "inputs: {u: 1 N}\n";
    StnScenario *scenario = stn_scenario_parse(text, strlen(text), "test", NULL, NULL);
    StnRecord record = record_of(lagging);
    assert_non_null(scenario);
    const StnResponse r = stn_response_of(stn_scenario_system(scenario), 0, &record);
    assert_true(r.input < 0 && isnan(r.final_error) && isnan(r.size));
    stn_record_free(&record);
    stn_scenario_free(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_first_order_lag_has_its_times),
        cmocka_unit_test(an_oscillator_overshoots_by_its_damping),
        cmocka_unit_test(what_stays_away_does_not_settle),
        cmocka_unit_test(a_moving_command_has_no_rise_time),
        cmocka_unit_test(without_a_command_nothing_is_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
