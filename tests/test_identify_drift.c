/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What else acts beside friction over speed: slow drift of the levels, gravity of an arm, inertia. */
#include "identify_support.h"

/* An arm, J 0.05, G 0.8, hanging at 0.3 rad; Fc 0.4 with a falling part of 0.15 over 0.5 rad/s, both times 1 + rate*t;
 * sigma2 0.06. */
typedef struct Arm {
    double rate, gravity, J;
} Arm;
static const double Fc = 0.4, excess = 0.15, vs = 0.5, sigma2 = 0.06, hang = 0.3;

static StnData record(Arm arm, uint64_t seed)
{
    const double a = 2 * PI * 0.35, b = 2 * PI * 1.1;
    StnData data = data_make(15000, 1e-3, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, true);
    data.kind_known = true;
    for (size_t i = 0; i < data.rows; i++) {
        const double t = data.value[STN_ROLE_TIME][i];
        const double x = 1.2 * sin(a * t) + 0.3 * sin(b * t);
        const double v = 1.2 * a * cos(a * t) + 0.3 * b * cos(b * t);
        const double acc = -1.2 * a * a * sin(a * t) - 0.3 * b * b * sin(b * t);
        const double level = Fc + excess * exp(-pow(v / vs, 2));
        data.value[STN_ROLE_POSITION][i] = x;
        data.value[STN_ROLE_EFFORT][i] = arm.J * acc + arm.gravity * sin(x - hang) + sigma2 * v +
                                         level * (1.0 + arm.rate * t) * ((v > 0) - (v < 0)) +
                                         0.02 * noise_next(&seed);
    }
    return data;
}

/* Within four deviations, and these are small. */
static void meets(const StnEstimates *estimates, const char *name, double truth, double least)
{
    const StnEstimate *e = stn_estimates_find(estimates, name);
    CHECK(e && fabs(e->value - truth) < 4.0 * e->std && e->std < least, "%s %g, not %g, +- %g",
          name, e ? e->value : NAN, truth, e ? e->std : NAN);
}

static void inverse_finds_drift_and_gravity(void **state)
{
    StnInverseDef def = stn_default_inverse_def();
    StnData data = record((Arm){0.01, 0.8, 0.05}, 3);
    StnError error = {.status = STN_OK};
    StnInverse r;
    def.stribeck = def.gravity = true;
    CHECK(stn_identify_inverse(&def, &data, &r, &error) == STN_OK, "%s", error.text);
    assert_string_equal(r.missing ? r.missing : "", "drift");
    assert_true(says(&r.remarks, "--drift"));
    stn_inverse_free(&r);
    def.drift = true;
    CHECK(stn_identify_inverse(&def, &data, &r, &error) == STN_OK, "%s", error.text);
    meets(&r.parameters, "drift", 0.01, 5e-4);
    meets(&r.parameters, "Fc", Fc, 2e-3);
    meets(&r.parameters, "Fs-Fc", excess, 5e-3);
    meets(&r.parameters, "M", 0.05, 1e-4);
    meets(&r.parameters, "G", 0.8, 2e-3);
    meets(&r.parameters, "hang", hang, 5e-3);
    assert_null(r.missing);
    assert_int_equal(stn_inverse_validate(&def, &r, &data, &error), STN_OK);
    NEAR(r.validation_error, r.fit.relative_error, 0.05 * r.fit.relative_error);
    stn_inverse_free(&r);
    stn_data_free(&data);
    data = record((Arm){0.0, 0.8, 0.05}, 4); /* none: and that is said */
    CHECK(stn_identify_inverse(&def, &data, &r, &error) == STN_OK, "%s", error.text);
    assert_true(says(&r.remarks, "No drift"));
    stn_inverse_free(&r);
    stn_data_free(&data);
}

/* The work of gravity over a window is -G*d(cos(x - hang)); a power balance knows no falling part, whose mean goes to fc. */
static void power_finds_gravity(void **state)
{
    StnPowerDef def = stn_default_power_def();
    StnData data = record((Arm){0.0, 0.8, 0.05}, 5);
    StnError error = {.status = STN_OK};
    StnPower r;
    def.gravity = true;
    def.window = 0.05;
    CHECK(stn_identify_power(&def, &data, &r, &error) == STN_OK, "%s", error.text);
    NEAR(estimate_of(&r.parameters, "G"), 0.8, 0.01);
    NEAR(estimate_of(&r.parameters, "hang"), hang, 0.02);
    NEAR(estimate_of(&r.parameters, "m"), 0.05, 0.002);
    stn_power_free(&r);
    data.rotary = false;
    assert_int_equal(stn_identify_power(&def, &data, &r, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "rotary"));
    stn_data_free(&data);
}

/* All of it in one record: the curve is that of the friction alone, with the levels of the first row. */
static void curve_parts_friction_from_the_rest(void **state)
{
    StnCurveDef def = stn_default_curve_def();
    StnData data = record((Arm){0.01, 0.8, 0.05}, 6);
    StnError error = {.status = STN_OK};
    StnFrictionCurve r;
    def.gravity = def.drift = true;
    CHECK(stn_identify_curve(&def, &data, &r, &error) == STN_OK, "%s", error.text);
    const StnEstimates *e = &r.side[0].stribeck;
    assert_true(r.side[0].significant && r.windows);
    meets(e, "Fs", Fc + excess, 5e-3);
    meets(e, "Fc", Fc, 2e-3);
    meets(e, "vs", vs, 0.02);
    meets(e, "sigma2", sigma2, 2e-3);
    meets(e, "m", 0.05, 2e-4);
    meets(e, "G", 0.8, 2e-3);
    meets(e, "hang", hang, 5e-3);
    meets(e, "drift", 0.01, 6e-4);
    assert_null(r.missing);
    stn_curve_free(&r);
    def.drift = false; /* what is missing is named */
    CHECK(stn_identify_curve(&def, &data, &r, &error) == STN_OK, "%s", error.text);
    assert_string_equal(r.missing ? r.missing : "", "drift");
    stn_curve_free(&r);
    def.cutoff = 50.0; /* filters know nothing of an arm */
    assert_int_equal(stn_identify_curve(&def, &data, &r, &error), STN_BAD_INPUT);
    stn_data_free(&data);
}

/* 20 plateaus of 1 s, 0.05 ... 4 rad/s, and a 12-bit encoder: 33 steps on the slowest.  Behind a filter at 100 Hz its
 * speed is lost in the noise of the steps, and with it the falling part. */
static void slow_plateaus_of_a_coarse_encoder_count(void **state)
{
    enum { SPEEDS = 20, ROWS = 1000 };
    const StnCurveDef def = stn_default_curve_def();
    const double step = 2 * PI / 4096;
    StnData data =
        data_make(SPEEDS * ROWS, 1e-3, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, true);
    StnError error = {.status = STN_OK};
    StnFrictionCurve r;
    double x = 0.0;
    uint64_t seed = 8;
    for (size_t i = 0; i < data.rows; i++) {
        const size_t k = i / ROWS;
        const double v =
            0.05 * pow(80.0, (double)(k / 2) / (SPEEDS / 2 - 1)) * (k % 2 ? -1.0 : 1.0);
        x += 1e-3 * v;
        data.value[STN_ROLE_POSITION][i] = step * round(x / step);
        data.value[STN_ROLE_EFFORT][i] =
            (Fc + excess * exp(-pow(v / vs, 2))) * (v > 0 ? 1.0 : -1.0) + sigma2 * v +
            0.01 * noise_next(&seed);
    }
    CHECK(stn_identify_curve(&def, &data, &r, &error) == STN_OK, "%s", error.text);
    assert_true(r.plateaus && r.npoint == SPEEDS);
    meets(&r.side[0].stribeck, "Fs", Fc + excess, 2e-3);
    meets(&r.side[0].stribeck, "vs", vs, 0.02);
    stn_curve_free(&r);
    stn_data_free(&data);
}

/* Sixteen runs at constant speed of an arm whose levels fall by 0.2 % a second, by the equation itself: without the
 * two terms the levels are wrong by several of their intervals, with them they hold the truth.  Runs whose time starts
 * again know nothing of a drift. */
static void runs_of_an_arm_drift(void **state)
{
    enum { RUNS = 16, EACH = 300 };
    static const double speeds[RUNS / 2] = {0.1, 0.2, 0.4, 0.8, 1.5, 3.0, 5.0, 8.0};
    const unsigned roles =
        1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION | 1u << STN_ROLE_VELOCITY;
    StnData data = data_make((size_t)RUNS * EACH, 0.01, roles, true);
    double q = 0.0;
    uint64_t seed = 4;
    free(data.run);
    free(data.run_value);
    data.run = calloc(RUNS + 1, sizeof *data.run);
    data.run_value = calloc(RUNS + 1, sizeof *data.run_value);
    data.nrun = RUNS;
    for (int i = 0; i < RUNS * EACH; i++) {
        const int run = i / EACH;
        const double t = 0.01 * i + 0.5 * run, v = (run % 2 ? -1.0 : 1.0) * speeds[run / 2];
        const double level = Fc + excess * exp(-pow(v / vs, 2));
        q += 0.01 * v;
        data.run[run + 1] = (size_t)i + 1;
        data.run_value[run] = run;
        data.value[STN_ROLE_TIME][i] = t;
        data.value[STN_ROLE_POSITION][i] = q;
        data.value[STN_ROLE_VELOCITY][i] = v;
        data.value[STN_ROLE_EFFORT][i] = copysign(level * (1.0 - 0.002 * t), v) + sigma2 * v +
                                         0.5 * sin(q - hang) + 0.01 * noise_next(&seed);
    }
    StnCurveDef def = stn_default_curve_def();
    StnFrictionCurve r;
    StnError error = {.status = STN_OK};
    def.gravity = def.drift = true;
    CHECK(stn_identify_curve(&def, &data, &r, &error) == STN_OK, "%s", error.text);
    assert_true(r.side[0].significant);
    meets(&r.side[0].stribeck, "Fs", Fc + excess, 0.005);
    meets(&r.side[0].stribeck, "Fc", Fc, 0.01);
    meets(&r.side[0].stribeck, "vs", vs, 0.03);
    meets(&r.side[0].stribeck, "sigma2", sigma2, 0.002);
    meets(&r.side[0].stribeck, "G", 0.5, 0.005);
    meets(&r.side[0].stribeck, "hang", hang, 0.01);
    meets(&r.side[0].stribeck, "drift", -0.002, 5e-4);
    stn_curve_free(&r);
    data.value[STN_ROLE_TIME][EACH] = 0.0;
    assert_int_equal(stn_identify_curve(&def, &data, &r, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "a time that goes on from run to run: run 2 starts at 0 s"));
    StnInverseDef inverse = stn_default_inverse_def();
    StnInverse model;
    inverse.drift = true;
    error.text[0] = '\0';
    assert_int_equal(stn_identify_inverse(&inverse, &data, &model, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "a time that goes on from run to run: run 2 starts at 0 s"));
    stn_data_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inverse_finds_drift_and_gravity),
        cmocka_unit_test(power_finds_gravity),
        cmocka_unit_test(curve_parts_friction_from_the_rest),
        cmocka_unit_test(slow_plateaus_of_a_coarse_encoder_count),
        cmocka_unit_test(runs_of_an_arm_drift),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
