/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Metrics of a position loop, on motions that are written down: every number has a closed form.  Rows are 1 ms apart, and a
 * peak between two of them is missed by less than A*(w*1 ms)^2/8, below 1e-6 of A here. */
#include "run_scenario.h"
#include "stiction/ensemble.h"

#include <math.h>

enum { ROWS = 20001 };
static const double pi = 3.14159265358979323846;

/* A record of 20 s with t, x, v and u, as functions of time. */
typedef struct Motion {
    StnScenario *scenario;
    StnRecord record;
    StnColumnInfo column[4];
    double data[4][ROWS], *pointer[4];
} Motion;

typedef double Shape(double t);

static void make(Motion *m, const char *command, Shape *x, Shape *u)
{
    const StnOverride set[] = {{"inputs.xd", command}};
    const StnScenarioOptions options = {.set = set, .nset = 1};
    StnError error = {0};
    m->scenario = stn_scenario_load("block-limit-cycle", &options, &error);
    CHECK(m->scenario != NULL, "%s", error.text);
    const char *const names[] = {"t", "x", "v", "u"};
    for (int c = 0; c < 4; c++) {
        snprintf(m->column[c].name, sizeof m->column[c].name, "%s", names[c]);
        m->pointer[c] = m->data[c];
    }
    for (int i = 0; i < ROWS; i++) {
        const double t = 1e-3 * i;
        m->data[0][i] = t, m->data[1][i] = x(t), m->data[3][i] = u(t);
        m->data[2][i] = (x(t + 1e-6) - x(t - 1e-6)) / 2e-6;
    }
    m->record = (StnRecord){.rows = ROWS, .ncolumn = 4, .column = m->column, .data = m->pointer};
}

static StnLoopMetrics measure(const char *command, Shape *x, Shape *u)
{
    static Motion m;
    make(&m, command, x, u);
    const StnLoopMetrics out = stn_loop_metrics_of(stn_scenario_system(m.scenario), 0, &m.record);
    stn_scenario_free(m.scenario);
    return out;
}

static double hunting(double t) { return 1.0 + 0.05 * sin(2.0 * pi * t / 4.0); }
static double standing(double t) { return t < 5.0 ? 0.2 * t : 0.99; }
static double creeping(double t) { return 0.9 + 0.005 * t; }
static double effort(double t) { return 3.0 * sin(2.0 * pi * t); }

static void hunting_has_the_swing_and_the_period_of_a_sine(void **state)
{
    (void)state;
    const StnLoopMetrics m = measure("1 m", hunting, effort);
    assert_int_equal(m.command, STN_COMMAND_RESTS);
    assert_false(m.stands);
    NEAR(m.hunting, 0.1, 1e-6);
    NEAR(m.period, 4.0, 1e-6);
    NEAR(m.largest_error, 0.05, 1e-6);
    /* over 2.5 periods, which are whole halves */
    NEAR(m.rms_error, 0.05 / sqrt(2.0), 1e-6);
    NEAR(m.largest_effort, 3.0, 1e-4);
    NEAR(m.rms_effort, 3.0 / sqrt(2.0), 1e-4);
    /* twice a period; one at an end of the window may be outside of it */
    NEAR(m.effort_reversals, 2.0, 0.11);
    CHECK(isnan(m.standing_error) && isnan(m.staircase) && isnan(m.quadrant_glitch) &&
              isnan(m.held),
          "what does not exist has a number");
}

static void what_stands_has_no_hunting_and_a_standing_error(void **state)
{
    (void)state;
    const StnLoopMetrics m = measure("1 m", standing, effort);
    assert_true(m.stands);
    NEAR(m.hunting, 0.0, 0.0);
    NEAR(m.period, 0.0, 0.0);
    NEAR(m.standing_error, 0.01, 1e-12);
}

static void what_creeps_neither_stands_nor_swings(void **state)
{
    (void)state;
    const StnLoopMetrics m = measure("1 m", creeping, effort);
    assert_false(m.stands);
    CHECK(isnan(m.period) && isnan(m.standing_error), "%g s, %g m", m.period, m.standing_error);
    NEAR(m.hunting, 0.05, 1e-12);
}

/* Half of each 0.5 s still, then twice as fast as the ramp of 0.1 m/s. */
static double stairs(double t)
{
    const double part = fmod(t, 0.5);
    return 0.1 * (t - part) + (part < 0.25 ? 0.0 : 0.2 * (part - 0.25));
}
static double smooth(double t) { return 0.1 * t - 0.003; }

static void a_staircase_has_its_height_period_and_share_held(void **state)
{
    (void)state;
    const StnLoopMetrics steps = measure("{ramp: {slope: 0.1 m/s}}", stairs, effort);
    assert_int_equal(steps.command, STN_COMMAND_RUNS);
    NEAR(steps.staircase, 0.025, 1e-6);
    NEAR(steps.period, 0.5, 1e-6);
    NEAR(steps.held, 0.5, 0.01);
    CHECK(isnan(steps.hunting) && isnan(steps.standing_error) && isnan(steps.quadrant_glitch),
          "what does not exist has a number");
    const StnLoopMetrics follows = measure("{ramp: {slope: 0.1 m/s}}", smooth, effort);
    NEAR(follows.staircase, 0.0, 1e-12);
    NEAR(follows.held, 0.0, 0.0);
    NEAR(follows.largest_error, 0.003, 1e-12);
}

/* 10 mm at 0.5 Hz turns at 0.5 s and every second after that. */
static double turning(double t) { return 0.01 * sin(pi * t); }
/* Late by 2 mm in the quarter period after each turn, and by 5 mm in the one before it. */
static double glitching(double t)
{
    const double since = fmod(t + 0.5, 1.0);
    return turning(t) + (since < 0.45 ? 0.002 : since > 0.55 ? 0.005 : 0.0);
}

static void the_quadrant_glitch_is_that_of_the_quarter_after_a_turn(void **state)
{
    (void)state;
    const char *sine = "{sine: {amplitude: 10 mm, frequency: 0.5 Hz}}";
    const StnLoopMetrics m = measure(sine, glitching, effort);
    assert_int_equal(m.command, STN_COMMAND_TURNS);
    NEAR(m.quadrant_glitch, 0.002, 1e-12);
    NEAR(m.largest_error, 0.005, 1e-12);
    CHECK(isnan(m.hunting) && isnan(m.staircase) && isnan(m.standing_error),
          "what does not exist has a number");
}

static void a_command_that_jumps_has_neither(void **state)
{
    (void)state;
    const StnLoopMetrics m =
        measure("{pulses: {low: 0 m, high: 1 m, period: 2 s}}", hunting, effort);
    assert_int_equal(m.command, STN_COMMAND_MIXED);
    CHECK(isnan(m.hunting) && isnan(m.staircase) && isnan(m.quadrant_glitch) && isnan(m.period),
          "what does not exist has a number");
    CHECK(m.largest_error > 1.0, "%g m", m.largest_error);
}

/* What sweep and tune call by name is the same. */
static void metrics_by_name_are_those_of_the_loop(void **state)
{
    (void)state;
    static Motion m;
    make(&m, "1 m", hunting, effort);
    const StnSystem *system = stn_scenario_system(m.scenario);
    const StnLoopMetrics loop = stn_loop_metrics_of(system, 0, &m.record);
    const struct {
        const char *name;
        double value;
    } named[] = {{"hunting", loop.hunting},
                 {"swing_period", loop.period},
                 {"tracking_error", loop.largest_error},
                 {"rms_error", loop.rms_error},
                 {"rms_effort", loop.rms_effort},
                 {"largest_effort", loop.largest_effort},
                 {"effort_reversals", loop.effort_reversals}};
    for (int i = 0; i < COUNT(named); i++) {
        StnError error = {0};
        double value = NAN;
        StnMetric *metric = stn_metric_new(system, named[i].name, &error);
        CHECK(metric != NULL, "%s", error.text);
        const StnMetric *const list[] = {metric};
        assert_int_equal(stn_metric_values(list, 1, system, &m.record, &value), STN_OK);
        NEAR(value, named[i].value, 0.0);
        stn_metric_free(metric);
    }
    stn_scenario_free(m.scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hunting_has_the_swing_and_the_period_of_a_sine),
        cmocka_unit_test(what_stands_has_no_hunting_and_a_standing_error),
        cmocka_unit_test(what_creeps_neither_stands_nor_swings),
        cmocka_unit_test(a_staircase_has_its_height_period_and_share_held),
        cmocka_unit_test(the_quadrant_glitch_is_that_of_the_quarter_after_a_turn),
        cmocka_unit_test(a_command_that_jumps_has_neither),
        cmocka_unit_test(metrics_by_name_are_those_of_the_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
