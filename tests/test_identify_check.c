/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Bounds before identification. */
#include "identify_support.h"
#include "skip.h"

/* Nouailletas 2010: 56 points per turn, 1 ms, 1.32e-5 kg*m^2 (+- 2.1e-6), 2 N*m. */
static StnCheckDef clutch(void)
{
    StnCheckDef def = stn_default_check_def();
    def.dx = 2.0 * PI / 56.0;
    def.Ts = 1e-3;
    def.m = 1.32e-5;
    def.m_error = 2.1e-6;
    def.umax = 2.0;
    def.rotary = true;
    return def;
}

static void the_clutch_bench_cannot_tell_its_inertia(void **state)
{
    const StnCheckDef def = clutch();
    StnCheck c;
    StnError error;
    assert_int_equal(stn_identify_check(&def, &c, &error), STN_OK);
    NEAR(c.signal_to_noise, 0.68, 0.005);       /* published */
    NEAR(c.mass_uncertainty, 1.95e-5, 0.01e-5); /* published */
    NEAR(c.velocity_error, 112.2, 0.05);
    NEAR(c.acceleration_error, 2.244e5, 0.001e5);
    assert_false(c.mass_identifiable);
    assert_non_null(strstr(c.remarks.text[0], "Do not identify the mass"));
}

static void a_fine_sensor_can(void **state)
{
    StnCheckDef def = clutch();
    StnCheck c;
    def.dx /= 1000.0;
    assert_int_equal(stn_identify_check(&def, &c, NULL), STN_OK);
    assert_true(c.mass_identifiable && c.signal_to_noise > 10.0);
    def.dx = c.enough_dx; /* the resolution that it recommends is just enough */
    assert_int_equal(stn_identify_check(&def, &c, NULL), STN_OK);
    NEAR(c.signal_to_noise, 10.0, 1e-9);
}

/* A single sample of this encoder tells nothing of an inertia (+-84 % of 2e-4 kg*m^2), 20 s of it do: inverse finds it to 0.05 %
 * in such a record.  Both were said: that it can be identified, and to use methods without acceleration. */
static void a_record_tells_more_than_a_sample(void **state)
{
    StnCheckDef def = clutch();
    StnCheck c;
    def.dx = 2.0 * PI / 4096.0, def.Ts = 2e-3, def.m = 2e-4, def.umax = 0.18, def.m_error = 2e-5;
    def.duration = 20.0;
    assert_int_equal(stn_identify_check(&def, &c, NULL), STN_OK);
    CHECK(c.mass_of_record > 5e-4 * def.m && c.mass_of_record < 0.02 * def.m, "%g",
          c.mass_of_record);
    assert_non_null(strstr(c.remarks.text[0], "The mass can be identified"));
    assert_non_null(strstr(c.remarks.text[0], "Leave it free, and compare"));
    assert_non_null(strstr(c.remarks.text[1], "means over windows"));
    def.m_error = 0.1 * c.mass_of_record; /* the drawing knows better */
    assert_int_equal(stn_identify_check(&def, &c, NULL), STN_OK);
    assert_non_null(strstr(c.remarks.text[0], "Do not identify the mass"));
    def.duration *= 100.0; /* as many samples again: ten times better */
    const double before = c.mass_of_record;
    assert_int_equal(stn_identify_check(&def, &c, NULL), STN_OK);
    NEAR(c.mass_of_record, 0.1 * before, 1e-9 * before);
}

static void what_is_missing_is_said(void **state)
{
    StnCheckDef def = clutch();
    StnCheck c;
    StnError error;
    def.m = NAN;
    assert_int_equal(stn_identify_check(&def, &c, &error), STN_OK);
    assert_true(isnan(c.signal_to_noise) && c.velocity_error > 0.0);
    def.dx = NAN;
    assert_int_equal(stn_identify_check(&def, &c, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "resolution"));
    def.dx = -1.0;
    assert_int_equal(stn_identify_check(&def, &c, &error), STN_BAD_INPUT);
}

static void resolution_and_sampling_come_from_data(void **state)
{
    StnData data = data_make(1000, 2e-3, 1u << STN_ROLE_POSITION | 1u << STN_ROLE_EFFORT, false);
    StnCheckDef def = stn_default_check_def();
    for (size_t i = 0; i < data.rows; i++) {
        data.value[STN_ROLE_POSITION][i] = 1e-4 * floor(500.0 * sin(0.01 * (double)i));
        data.value[STN_ROLE_EFFORT][i] = -7.0 * cos(0.01 * (double)i);
    }
    assert_int_equal(stn_check_from_data(&def, &data, NULL), STN_OK);
    NEAR(def.dx, 1e-4, 1e-12);
    NEAR(def.Ts, 2e-3, 0.0);
    NEAR(def.umax, 7.0, 0.0);
    NEAR(def.vmax, 0.05 * 0.01 / 2e-3, 0.02); /* slope of the sine, over ten samples */
    stn_data_free(&data);
}

/* Of a coarse encoder 15 ms were advised, and inverse took 0.11 s: from one step to the next counts. */
static void the_windows_of_the_advice_are_those_of_inverse(void **state)
{
    static const double steps[] = {1e-6, 3e-5, 7e-4, 2e-3};
    for (size_t k = 0; k < COUNT(steps); k++) {
        StnData data =
            data_make(6000, 1e-3, 1u << STN_ROLE_POSITION | 1u << STN_ROLE_EFFORT, false);
        uint64_t seed = 4 + k;
        for (size_t i = 0; i < data.rows; i++) {
            const double w = 2.0 * PI * 0.6, t = data.value[STN_ROLE_TIME][i];
            const double v = 0.1 * w * cos(w * t), a = -0.1 * w * w * sin(w * t);
            data.value[STN_ROLE_POSITION][i] = steps[k] * rint(0.1 * sin(w * t) / steps[k]);
            data.value[STN_ROLE_EFFORT][i] =
                3.0 * a + 8.0 * v + copysign(5.0, v) + 0.1 * noise_next(&seed);
        }
        StnCheckDef def = stn_default_check_def();
        const StnInverseDef inverse = stn_default_inverse_def();
        StnCheck c;
        StnInverse found;
        char words[80];
        def.m = 3.0;
        assert_int_equal(stn_check_from_data(&def, &data, NULL), STN_OK);
        assert_int_equal(stn_identify_check(&def, &c, NULL), STN_OK);
        assert_int_equal(stn_identify_inverse(&inverse, &data, &found, NULL), STN_OK);
        snprintf(words, sizeof words, "windows of %.3g s", c.window);
        CHECK(says(&found.remarks, words), "%s", words);
        stn_inverse_free(&found);
        def.window = def.window_step = 0.0; /* by its numbers alone: near it */
        const double of_data = c.window;
        assert_int_equal(stn_identify_check(&def, &c, NULL), STN_OK);
        CHECK(c.window > 0.4 * of_data && c.window < 2.5 * of_data, "%g of %g", c.window, of_data);
        stn_data_free(&data);
    }
}

static void a_scenario_knows_sensor_mass_and_limit(void **state)
{
    static const char text[] = "{plant: block, options: {drive: pid}, parameters: {m: 2 kg}, "
                               "controller: {Ts: 1 ms, limit: 5 N}, inputs: {xd: 1 m}, "
                               "sensors: {x: {resolution: 1 um}}, duration: 1 s}";
    StnError error;
    StnScenario *scenario = stn_scenario_parse(text, sizeof text - 1, "test", NULL, &error);
    assert_non_null(scenario);
    StnCheckDef def = stn_default_check_def();
    stn_check_from_system(&def, stn_scenario_system(scenario), 0);
    NEAR(def.dx, 1e-6, 0.0);
    NEAR(def.Ts, 1e-3, 0.0);
    NEAR(def.m, 2.0, 0.0);
    NEAR(def.umax, 5.0, 0.0);
    stn_scenario_free(scenario);
}

/* A fine sensor could tell the mass, but at one speed nothing accelerates: "to about +-inf kg". */
static void a_record_at_one_speed_does_not_tell_the_mass(void **state)
{
    StnData data = data_make(2000, 1e-3, 1u << STN_ROLE_POSITION | 1u << STN_ROLE_EFFORT, false);
    StnCheckDef def = stn_default_check_def();
    StnCheck c;
    StnError error = {0};
    uint64_t seed = 4;
    for (size_t i = 0; i < data.rows; i++) {
        data.value[STN_ROLE_POSITION][i] = round(1e-5 * (double)i / 1e-9) * 1e-9;
        data.value[STN_ROLE_EFFORT][i] = 3.0 + 0.01 * noise_next(&seed);
    }
    def.m = 2.0;
    CHECK(stn_check_from_data(&def, &data, &error) == STN_OK, "%s", error.text);
    CHECK(stn_identify_check(&def, &c, &error) == STN_OK, "%s", error.text);
    assert_false(c.mass_identifiable || isinf(c.mass_of_record));
    assert_true(says(&c.remarks, "no acceleration beyond its noise"));
    assert_false(says(&c.remarks, "+-inf"));
    stn_data_free(&data);
}

static void the_clutch_scenario_is_the_published_bench(void **state)
{
    StnError error;
    if (!stn_catalog_plant(NULL, "clutch")) {
        SKIP("clutch", "there is no such plant");
    }
    StnScenario *scenario = stn_scenario_load("clutch-step", NULL, &error);
    assert_non_null(scenario);
    StnCheckDef def = stn_default_check_def();
    StnCheck c;
    stn_check_from_system(&def, stn_scenario_system(scenario), 0);
    assert_int_equal(stn_identify_check(&def, &c, &error), STN_OK);
    NEAR(c.signal_to_noise, 0.68, 0.005);
    NEAR(c.mass_uncertainty, 1.95e-5, 0.01e-5);
    assert_true(def.rotary);
    stn_scenario_free(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clutch_bench_cannot_tell_its_inertia),
        cmocka_unit_test(a_fine_sensor_can),
        cmocka_unit_test(a_record_tells_more_than_a_sample),
        cmocka_unit_test(what_is_missing_is_said),
        cmocka_unit_test(resolution_and_sampling_come_from_data),
        cmocka_unit_test(the_windows_of_the_advice_are_those_of_inverse),
        cmocka_unit_test(a_record_at_one_speed_does_not_tell_the_mass),
        cmocka_unit_test(the_clutch_scenario_is_the_published_bench),
        cmocka_unit_test(a_scenario_knows_sensor_mass_and_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
