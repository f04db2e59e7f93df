/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Friction over speed: measured screw drives, and characteristics whose truth is known. */
#include "identify_support.h"

static StnData screw(double drive)
{
    const StnTerm terms[] = {
        {.role = STN_TIME, .column = "t_s"},
        {.role = STN_EFFORT, .column = "motor_torque_Nm", .unit = "N*m"},
        {.role = STN_VELOCITY, .column = "motor_speed_rad_s", .unit = "rad/s"}};
    const StnPick pick = {"drive", drive};
    StnDataDef def = stn_default_data_def(shared_file("screw_steady.csv"));
    StnData data;
    StnError error = {.status = STN_OK};
    def.term = terms;
    def.nterm = 3;
    def.pick = &pick;
    def.npick = 1;
    def.runs = "set_speed_rpm";
    CHECK(stn_data_read(&def, &data, &error) == STN_OK, "%s", error.text);
    return data;
}

static StnFrictionCurve curve_of(const StnCurveDef *def, const StnData *data)
{
    StnFrictionCurve r;
    StnError error = {.status = STN_OK};
    CHECK(stn_identify_curve(def, data, &r, &error) == STN_OK, "%s", error.text);
    return r;
}

/* Known: Stribeck + viscous + offset 0.0905 mN*m, Coulomb + viscous + offset 0.0915 mN*m. */
static void drive_2_has_no_visible_stribeck_effect(void **state)
{
    StnData data = screw(2);
    const StnCurveDef def = stn_default_curve_def();
    StnFrictionCurve r = curve_of(&def, &data);
    assert_int_equal(r.npoint, 30);
    assert_true(r.side[0].stribeck_rms < 0.092e-3);
    NEAR(r.side[0].coulomb_rms, 0.0915e-3, 0.00005e-3);
    assert_false(r.side[0].significant);
    assert_true(r.side[0].chance > 0.5);
    assert_non_null(strstr(r.remarks.text[0], "not significant"));
    assert_true(isnan(r.identified.vs[0])); /* so the scenario has none */
    stn_curve_free(&r);
    stn_data_free(&data);
}

/* Known: 0.0770 mN*m. */
static void drive_3_reaches_the_known_deviation(void **state)
{
    StnData data = screw(3);
    StnCurveDef def = stn_default_curve_def();
    StnFrictionCurve r = curve_of(&def, &data);
    assert_true(r.side[0].stribeck_rms < 0.078e-3);
    stn_curve_free(&r);
    def.per_side = true;
    r = curve_of(&def, &data);
    assert_int_equal(r.nside, 2);
    assert_true(r.side[1].significant && !r.side[0].significant); /* it rises forward */
    stn_curve_free(&r);
    stn_data_free(&data);
}

/* ---- Known truth ---- */

enum { COUNT_V = 40 };

/* The cylinder's characteristic (plants.md), forward and backward, with a little noise. */
static void sample_cylinder(double *v, double *F, double noise)
{
    uint64_t seed = 5;
    for (int i = 0; i < COUNT_V; i++) {
        const int side = i % 2, k = i / 2;
        const double speed = 0.001 * pow(200.0, k / 19.0);
        const double level = side ? 80 + 420 * exp(-pow(speed / 0.01, 0.9)) + 350 * speed
                                  : 210 + 620 * exp(-pow(speed / 0.0125, 0.7)) + 330 * speed;
        v[i] = side ? -speed : speed;
        F[i] = (side ? -level : level) + noise * noise_next(&seed);
    }
}

static void the_cylinders_characteristic_is_found_per_direction(void **state)
{
    double v[COUNT_V], F[COUNT_V];
    StnCurveDef def = stn_default_curve_def();
    StnCharacteristic c;
    StnError error = {.status = STN_OK};
    def.free_exponent = true;
    sample_cylinder(v, F, 0.0);
    CHECK(stn_fit_characteristic(&def, v, F, COUNT_V, 1, false, &c, &error) == STN_OK, "%s",
          error.text);
    NEAR(estimate_of(&c.stribeck, "Fs"), 830.0, 0.01); /* exact data: only the optimiser's error */
    NEAR(estimate_of(&c.stribeck, "Fc"), 210.0, 0.01);
    NEAR(estimate_of(&c.stribeck, "vs"), 0.0125, 1e-6);
    NEAR(estimate_of(&c.stribeck, "n"), 0.7, 1e-5);
    NEAR(estimate_of(&c.stribeck, "sigma2"), 330.0, 0.1);
    assert_true(c.significant);
    CHECK(stn_fit_characteristic(&def, v, F, COUNT_V, -1, false, &c, &error) == STN_OK, "%s",
          error.text);
    NEAR(estimate_of(&c.stribeck, "Fs"), 500.0, 0.01);
    NEAR(estimate_of(&c.stribeck, "n"), 0.9, 1e-5);
}

/* 95 % intervals hold the truth in 95 of 100 trials; five parameters, so all five in most. */
static void intervals_hold_the_truth_about_as_often_as_they_say(void **state)
{
    const double truth[] = {830.0, 210.0, 0.0125, 0.7, 330.0};
    const char *names[] = {"Fs", "Fc", "vs", "n", "sigma2"};
    int held = 0, all = 0;
    uint64_t seed = 77;
    for (int trial = 0; trial < 60; trial++) {
        double v[COUNT_V], F[COUNT_V];
        StnCurveDef def = stn_default_curve_def();
        StnCharacteristic c;
        def.free_exponent = true;
        sample_cylinder(v, F, 0.0);
        for (int i = 0; i < COUNT_V; i++)
            for (int k = 0; k < 12; k++) /* nearly normal */
                F[i] += 2.0 * noise_next(&seed);
        assert_int_equal(stn_fit_characteristic(&def, v, F, COUNT_V, 1, false, &c, NULL), STN_OK);
        for (int k = 0; k < 5; k++) {
            const StnEstimate *e = stn_estimates_find(&c.stribeck, names[k]);
            held += e->low <= truth[k] && truth[k] <= e->high;
            all++;
        }
    }
    assert_true(held > 0.88 * all && held < 0.995 * all);
}

static void friction_of_a_moving_record_is_effort_less_inertia(void **state)
{
    StnData data = data_make(20000, 5e-4, 1u << STN_EFFORT | 1u << STN_POSITION, false);
    StnCurveDef def = stn_default_curve_def();
    const double m = 118.0, w = 2 * PI * 0.5;
    for (size_t i = 0; i < data.rows; i++) {
        const double t = data.value[STN_TIME][i], v = 0.1 * sin(w * t), sign = (v > 0) - (v < 0);
        data.value[STN_POSITION][i] = -0.1 / w * cos(w * t);
        data.value[STN_EFFORT][i] = m * 0.1 * w * cos(w * t) + m * 9.81 +
                                    sign * (210 + 400 * exp(-pow(v / 0.02, 2))) + 330 * v;
    }
    def.m = m;
    def.weight = m * 9.81;
    def.cutoff = 150.0;
    def.cutoff_a = 32.0;
    StnFrictionCurve r = curve_of(&def, &data);
    const StnEstimates *e = &r.side[0].stribeck;
    NEAR(estimate_of(e, "Fc"), 210.0, 3.0); /* bins of speed smear the falling part a little */
    NEAR(estimate_of(e, "Fs"), 610.0, 20.0);
    NEAR(estimate_of(e, "vs"), 0.02, 0.001);
    NEAR(estimate_of(e, "sigma2"), 330.0, 30.0);
    NEAR(estimate_of(e, "offset"), 0.0, 1.0); /* the weight was subtracted */
    assert_true(r.side[0].significant);
    stn_curve_free(&r);
    stn_data_free(&data);
}

static void what_is_missing_is_said(void **state)
{
    StnData data = data_make(100, 1e-3, 1u << STN_EFFORT, false);
    const StnCurveDef def = stn_default_curve_def();
    StnFrictionCurve r;
    StnError error;
    data.value[STN_EFFORT][3] = 1.0;
    assert_int_equal(stn_identify_curve(&def, &data, &r, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "needs the velocity or the position"));
    stn_data_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drive_2_has_no_visible_stribeck_effect),
        cmocka_unit_test(drive_3_reaches_the_known_deviation),
        cmocka_unit_test(the_cylinders_characteristic_is_found_per_direction),
        cmocka_unit_test(intervals_hold_the_truth_about_as_often_as_they_say),
        cmocka_unit_test(friction_of_a_moving_record_is_effort_less_inertia),
        cmocka_unit_test(what_is_missing_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
