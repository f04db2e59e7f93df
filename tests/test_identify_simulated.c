/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A scenario in the place of a measurement. */
#include "skip.h"
#include "stiction/identify.h"

#include <math.h>
#include <string.h>

static StnScenario *load(const char *name)
{
    StnError error = {.status = STN_OK};
    StnScenario *scenario = stn_scenario_load(name, NULL, &error);
    if (!scenario)
        fail_msg("%s", error.text);
    return scenario;
}

static void a_run_is_sampled_as_asked(void **state)
{
    StnScenario *scenario = load("block-stick-slip");
    StnSimulated got;
    assert_int_equal(stn_simulate_record(scenario, 0.25, 2.0, &got, NULL), STN_OK);
    assert_int_equal(got.record.rows, 9);
    assert_true(got.record.data[0][8] == 2.0);
    assert_string_equal(got.position, "x");
    assert_string_equal(got.effort, "u");
    assert_true(got.m == 1.0);
    assert_true(isnan(got.resolution));
    stn_simulated_free(&got);
    stn_scenario_free(scenario);
}

static void a_sensor_names_the_position_and_its_resolution(void **state)
{
    StnScenario *scenario = load("block-limit-cycle");
    StnSimulated got;
    assert_int_equal(stn_scenario_set(scenario, "sensors.x.resolution", "1 um"), STN_OK);
    assert_int_equal(stn_simulate_record(scenario, NAN, NAN, &got, NULL), STN_OK);
    assert_string_equal(got.position, "x_meas");
    assert_float_equal(got.resolution, 1e-6, 1e-18);
    assert_float_equal(got.target, 1.0, 0.0);
    stn_simulated_free(&got);
    stn_scenario_free(scenario);
}

static void too_many_samples_are_refused(void **state)
{
    StnScenario *scenario = load("block-stick-slip");
    StnSimulated got;
    StnError error = {.status = STN_OK};
    assert_int_equal(stn_simulate_record(scenario, 1e-9, 1.0, &got, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "more than 1e8 samples"));
    stn_simulated_free(&got);
    stn_scenario_free(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_is_sampled_as_asked),
        cmocka_unit_test(a_sensor_names_the_position_and_its_resolution),
        cmocka_unit_test(too_many_samples_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
