/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Sinusoidal speed and balance of power, on data whose truth is known; directions of a coarse
 * encoder. */
#include "identify_support.h"
#include "skip.h"

/* The clutch bench (plants.md): inertia, sliding level, viscous coefficient above the onset. */
static const double J = 1.32e-5, fc = 0.1097, fv = 7.1746e-4, onset = 240.0, dx = 2.0 * PI / 56.0;

typedef struct Shape {
    double fc_backward, viscous_from, lag; /* lag of the motion behind the reference, s */
    double quantum;                        /* 0: a perfect sensor */
    double play, Cd; /* crossed after each turning point, and the level in it */
} Shape;

/* One record with several amplitudes, four periods each, travel +-25 rad. */
static StnData bench(const double *V, int count, Shape shape)
{
    size_t rows = 0;
    for (int k = 0; k < count; k++)
        rows += (size_t)lround(4.0 * 2.0 * PI * 25.0 / V[k] / 1e-3);
    StnData data = data_make(
        rows, 1e-3, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION | 1u << STN_ROLE_SPEED_COMMAND,
        true);
    size_t i = 0;
    for (int k = 0; k < count; k++) {
        const double w = V[k] / 25.0;
        const size_t n = (size_t)lround(4.0 * 2.0 * PI / w / 1e-3);
        for (size_t s = 0; s < n; s++, i++) {
            const double t = 1e-3 * (double)s, phase = w * (t - shape.lag);
            const double v = V[k] * sin(phase), a = V[k] * w * cos(phase);
            const double x = 35.0 - 25.0 * cos(phase);
            const double above = fmax(fabs(v) - shape.viscous_from, 0.0);
            const bool crosses = 25.0 * (1.0 - cos(fmod(phase, PI))) < shape.play;
            const double level =
                crosses ? shape.Cd : (v > 0.0 ? fc : shape.fc_backward) + fv * above;
            data.value[STN_ROLE_SPEED_COMMAND][i] = V[k] * sin(w * t);
            data.value[STN_ROLE_EFFORT][i] = J * a + level * ((v > 0.0) - (v < 0.0));
            data.value[STN_ROLE_POSITION][i] =
                shape.quantum > 0.0 ? shape.quantum * floor(x / shape.quantum + 0.5) : x;
        }
    }
    return data;
}

static StnSineTest fit(const StnSineTestDef *def, const StnData *data)
{
    StnSineTest r;
    StnError error = {.status = STN_OK};
    CHECK(stn_identify_sine(def, &data, 1, &r, &error) == STN_OK, "%s", error.text);
    return r;
}

static const double slow[] = {60, 120, 180, 220}, wide[] = {60, 120, 180, 240, 300, 360, 420, 500};

static void segments_are_found_and_the_line_fits(void **state)
{
    const double V[] = {100, 200, 300, 400};
    StnData data = bench(V, 4, (Shape){.fc_backward = fc, .viscous_from = 0.0});
    const StnSineTestDef def = stn_default_sine_test_def();
    StnSineTest r = fit(&def, &data);
    assert_int_equal(r.used, 4);
    for (int i = 0; i < 4; i++)
        NEAR(r.point[i].V, V[i], 2e-3 * V[i]); /* half periods are whole samples */
    NEAR(estimate_of(&r.line, "fc"), fc, 2e-3 * fc);
    NEAR(estimate_of(&r.line, "fv"), fv, 2e-3 * fv);
    assert_false(r.piecewise_chosen);
    stn_sine_test_free(&r);
    stn_data_free(&data);
}

/* An effort that is 20 ms late: fc was 3 to 20 % too low with an interval of half a per cent, and nothing was said. */
static void a_late_effort_or_position_is_named_beside_sines(void **state)
{
    static const long late[] = {0, 20, -20};
    const double V[] = {100, 200, 300, 400};
    for (int i = 0; i < COUNT(late); i++) {
        StnData data = bench(V, 4, (Shape){.fc_backward = fc, .quantum = dx});
        const StnRole role = late[i] > 0 ? STN_ROLE_EFFORT : STN_ROLE_POSITION;
        StnSineTestDef def = stn_default_sine_test_def();
        def.sign = STN_SINE_SIGN_HELD;
        double *column = data.value[role];
        strcpy(data.column[STN_ROLE_EFFORT], "u");
        strcpy(data.column[STN_ROLE_POSITION], "x");
        for (size_t k = data.rows, by = (size_t)labs(late[i]); k-- > by;)
            column[k] = column[k - by];
        StnSineTest r = fit(&def, &data);
        const StnEstimate *level = stn_estimates_find(&r.line, "fc");
        assert_int_equal(isnan(level->low), late[i] != 0);
        double told = 0.0;
        for (int k = 0; k < r.remarks.count; k++) {
            const char *at = strstr(r.remarks.text[k], late[i] > 0 ? "--delay u=" : "--delay x=");
            told = at ? strtod(at + 10, NULL) : told;
        }
        NEAR(told, 1e-3 * (double)labs(late[i]), 1e-3);
        stn_sine_test_free(&r);
        stn_data_free(&data);
    }
}

/* 200 rad/s is driven twice, and a disturbed half period cuts 300 rad/s in two: still one amplitude
 * each. */
static void alike_segments_of_a_record_are_one_amplitude(void **state)
{
    const double V[] = {100, 200, 300, 200, 400};
    StnData data = bench(V, 5, (Shape){.fc_backward = fc, .viscous_from = 0.0});
    const StnSineTestDef def = stn_default_sine_test_def();
    size_t middle = 0;
    for (int k = 0; k < 2; k++)
        middle += (size_t)lround(4.0 * 2.0 * PI * 25.0 / V[k] / 1e-3);
    middle += (size_t)lround(1.9 * 2.0 * PI * 25.0 / V[2] / 1e-3);
    for (size_t i = middle; i < middle + 30; i++) /* the reference stands for a moment */
        data.value[STN_ROLE_SPEED_COMMAND][i] = 0.0;
    StnSineTest r = fit(&def, &data);
    assert_int_equal(r.npoint, 4);
    assert_true(r.point[1].halves > 10 && r.point[2].halves < 8);
    NEAR(r.point[1].V, 200.0, 0.4);
    stn_sine_test_free(&r);
    stn_data_free(&data);
}

/* --settle was ignored in segments that have no more half periods: those had 7 (of 8, the first one is cut). */
static void a_segment_that_settling_uses_up_is_left_out(void **state)
{
    const double V[] = {100, 200, 300, 400};
    StnData data = bench(V, 4, (Shape){.fc_backward = fc, .viscous_from = 0.0});
    const StnData *all = &data;
    StnSineTestDef def = stn_default_sine_test_def();
    data.rows = data.run[1] = data.rows - 600; /* the last segment is shorter */
    StnSineTest r = fit(&def, &data);
    const int last = r.point[3].halves + 1, most = r.point[0].halves + 1;
    assert_true(r.npoint == 4 && r.used == 4 && last >= 2 && last < most - 1);
    stn_sine_test_free(&r);
    def.settle = last - 1;
    r = fit(&def, &data);
    assert_int_equal(r.npoint, 4);
    assert_int_equal(r.used, 3);
    assert_int_equal(r.point[0].halves, most - def.settle);
    CHECK(r.point[3].left_out && strstr(r.point[3].left_out, "--settle"), "%d", r.point[3].halves);
    assert_true(says(&r.remarks, "1 segment is left out"));
    stn_sine_test_free(&r);
    def.settle = 100.0;
    StnError error = {.status = STN_OK};
    assert_int_equal(stn_identify_sine(&def, &all, 1, &r, &error), STN_BAD_INPUT);
    CHECK(strstr(error.text, "0 amplitudes were found (of 4 more, --settle leaves"), "%s",
          error.text);
    stn_data_free(&data);
}

static void records_with_different_signs_are_said(void **state)
{
    const double V[] = {100, 200, 300, 400};
    StnData data[2] = {bench(V, 4, (Shape){.fc_backward = fc, .viscous_from = 0.0, .lag = 0.02}),
                       bench(V, 4, (Shape){.fc_backward = fc, .viscous_from = 0.0})};
    const StnData *all[] = {&data[0], &data[1]};
    const StnSineTestDef def = stn_default_sine_test_def();
    StnSineTest r;
    StnError error = {.status = STN_OK};
    CHECK(stn_identify_sine(&def, all, 2, &r, &error) == STN_OK, "%s", error.text);
    assert_int_equal(r.used, 8); /* records stay apart */
    CHECK(strstr(r.remarks.text[0], "in records that follow it"), "%s", r.remarks.text[0]);
    stn_sine_test_free(&r);
    stn_data_free(&data[0]);
    stn_data_free(&data[1]);
}

/* Specified: sliding level within 3 %, fv within 5 % with the 56-point encoder.  Measured here: 0.1 %
 * and 0.3 %. */
static void a_coarse_encoder_is_enough_with_a_good_sign(void **state)
{
    StnData data =
        bench(wide, COUNT(wide), (Shape){.fc_backward = fc, .viscous_from = onset, .quantum = dx});
    StnSineTestDef def = stn_default_sine_test_def();
    for (int k = 0; k < 2; k++) {
        def.sign = k ? STN_SINE_SIGN_HELD : STN_SINE_SIGN_REFERENCE;
        StnSineTest r = fit(&def, &data);
        assert_true(r.piecewise_chosen);
        assert_int_equal(r.onset, STN_ONSET_CONTINUOUS);
        NEAR(estimate_of(&r.piecewise, "fc"), fc, 0.005 * fc);
        NEAR(estimate_of(&r.piecewise, "fv"), fv, 0.01 * fv);
        NEAR(estimate_of(&r.piecewise, "w0"), onset, 3.0);
        NEAR(stn_findings_get(&r.findings, "v_onset", 0), onset, 3.0);
        NEAR(r.findings.path[0], 10.0, 0.1); /* 35 +- 25 rad, a step of the encoder */
        NEAR(r.findings.path[1], 60.0, 0.1);
        stn_sine_test_free(&r);
    }
    stn_data_free(&data);
}

/* 3 rad of 50 rad cost 16 % of the time, so 9 % of fc unless they are left out. */
static void the_time_that_crosses_a_play_is_left_out(void **state)
{
    StnData data = bench(
        wide, COUNT(wide),
        (Shape){.fc_backward = fc, .viscous_from = onset, .quantum = dx, .play = 3.0, .Cd = 0.05});
    StnSineTestDef def = stn_default_sine_test_def();
    StnSineTest r = fit(&def, &data);
    NEAR(estimate_of(&r.piecewise, "fc"), 0.91 * fc, 0.01 * fc);
    stn_sine_test_free(&r);
    def.play = 3.0;
    def.Cd = 0.05;
    r = fit(&def, &data);
    NEAR(r.point[0].crossing, acos(1.0 - 3.0 / 25.0) / PI, 1e-3);
    NEAR(estimate_of(&r.piecewise, "fc"), fc, 0.01 * fc);
    NEAR(estimate_of(&r.piecewise, "fv"), fv, 0.01 * fv);
    NEAR(r.point[0].fitted, r.point[0].mean, 0.01 * fc);
    stn_sine_test_free(&r);
    stn_data_free(&data);
}

/* 60 rad/s crosses a point of the encoder every 1.9 ms: half of the raw differences are 0. */
static void raw_signs_of_a_coarse_encoder_ruin_the_level(void **state)
{
    StnData data =
        bench(slow, COUNT(slow), (Shape){.fc_backward = fc, .viscous_from = onset, .quantum = dx});
    StnSineTestDef def = stn_default_sine_test_def();
    def.line = true;
    def.sign = STN_SINE_SIGN_RAW;
    StnSineTest raw = fit(&def, &data);
    def.sign = STN_SINE_SIGN_HELD;
    StnSineTest held = fit(&def, &data);
    assert_true(estimate_of(&raw.line, "fc") < 0.5 * fc);
    NEAR(estimate_of(&held.line, "fc"), fc, 0.005 * fc);
    stn_sine_test_free(&raw);
    stn_sine_test_free(&held);
    stn_data_free(&data);
}

static void directions_have_their_own_levels(void **state)
{
    StnData data = bench(wide, COUNT(wide), (Shape){.fc_backward = 0.15, .viscous_from = 0.0});
    StnSineTestDef def = stn_default_sine_test_def();
    def.sides = true;
    StnSineTest r = fit(&def, &data);
    NEAR(estimate_of(&r.line, "fc+"), fc, 0.01 * fc);
    NEAR(estimate_of(&r.line, "fc-"), 0.15, 0.01 * 0.15);
    NEAR(estimate_of(&r.line, "fv-"), fv, 0.01 * fv);
    NEAR(stn_findings_get(&r.findings, "Fc", 1), 0.15, 0.0015);
    stn_sine_test_free(&r);
    stn_data_free(&data);
}

/* 20 ms late: the commanded sign is wrong near reversals; auto notices and holds the measured one. */
static void a_loop_that_lags_is_noticed(void **state)
{
    StnData data =
        bench(wide, COUNT(wide), (Shape){.fc_backward = fc, .viscous_from = 0.0, .lag = 0.02});
    StnSineTestDef def = stn_default_sine_test_def();
    StnSineTest r = fit(&def, &data);
    NEAR(estimate_of(&r.line, "fc"), fc, 0.01 * fc);
    bool said = false;
    for (int i = 0; i < r.remarks.count; i++)
        said = said || strstr(r.remarks.text[i], "not tight") != NULL;
    assert_true(said);
    stn_sine_test_free(&r);
    def.sign = STN_SINE_SIGN_REFERENCE;
    r = fit(&def, &data);
    assert_true(fabs(estimate_of(&r.line, "fc") - fc) > 0.02 * fc);
    stn_sine_test_free(&r);
    stn_data_free(&data);
}

/* Viscous friction that sets in at 40 rad/s, below the smallest amplitude of 60: the data may bend, but where it sets in
 * they do not show. */
static void an_onset_below_the_data_is_not_claimed(void **state)
{
    StnData data = bench(wide, COUNT(wide), (Shape){.fc_backward = fc, .viscous_from = 40.0});
    const StnSineTestDef def = stn_default_sine_test_def();
    StnSineTest r = fit(&def, &data);
    assert_false(r.piecewise_chosen);
    stn_sine_test_free(&r);
    stn_data_free(&data);
}

static void too_few_amplitudes_are_refused(void **state)
{
    StnData data = bench(slow, 2, (Shape){.fc_backward = fc});
    const StnData *one = &data;
    const StnSineTestDef def = stn_default_sine_test_def();
    StnSineTest r;
    StnError error;
    assert_int_equal(stn_identify_sine(&def, &one, 1, &r, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "2 amplitudes were found"));
    stn_data_free(&data);
}

/* Closed forms against a sum over the period. */
static void mean_viscous_parts_agree_with_sums(void **state)
{
    const double V = 400.0, w0 = 240.0;
    double continuous = 0.0, jump = 0.0;
    const int n = 100000;
    for (int i = 0; i < n; i++) {
        const double v = V * sin(PI * (i + 0.5) / n);
        continuous += fmax(v - w0, 0.0) / n;
        jump += (v > w0) * v / n;
    }
    NEAR(stn_sine_viscous(STN_ONSET_CONTINUOUS, V, w0), continuous, 1e-3);
    NEAR(stn_sine_viscous(STN_ONSET_JUMP, V, w0), jump, 2e-2);
    NEAR(stn_sine_viscous(STN_ONSET_NONE, V, 0.0), 2.0 * V / PI, 1e-12);
    NEAR(stn_sine_viscous(STN_ONSET_JUMP, 200.0, w0), 0.0, 0.0);
}

/* ---- The simulated clutch ---- */

/* A run of a scenario as data: u, and what the encoder shows. */
static StnData clutch_run(double V)
{
    char speed[120], time[40];
    const double frequency = V / (PI * 66.0); /* from 2 to 68 rad */
    snprintf(speed, sizeof speed, "{sine: {amplitude: %.17g rad/s, frequency: %.17g Hz}}", V,
             frequency);
    snprintf(time, sizeof time, "%.17g s", 3.2 / frequency);
    const StnOverride set[] = {
        {"initial.theta", "2 rad"}, {"inputs.omegad", speed}, {"duration", time}};
    const StnScenarioOptions options = {.set = set, .nset = 3};
    StnError error = {.status = STN_OK};
    StnScenario *scenario = stn_scenario_load("clutch-sine", &options, &error);
    CHECK(scenario, "%s", error.text);
    const StnSystem *system = stn_scenario_system(scenario);
    const StnRunDef def = stn_scenario_run_def(scenario);
    StnRecord record;
    void *memory = malloc(stn_state_size(system));
    CHECK(stn_run(system, stn_state_init(system, memory), &def, &record, &error) == STN_OK, "%s",
          error.text);
    StnData data =
        data_make(record.rows - 1, 1e-3, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, true);
    for (size_t i = 0; i < data.rows; i++) {
        data.value[STN_ROLE_EFFORT][i] = record.data[stn_record_column(&record, "u")][i];
        data.value[STN_ROLE_POSITION][i] = record.data[stn_record_column(&record, "theta_meas")][i];
    }
    stn_record_free(&record);
    free(memory);
    stn_scenario_free(scenario);
    return data;
}

/* Specified: sliding level (0.1097 N*m, the mean of Cr over the travel) within 3 %, fv (7.1746e-4)
 * within 5 %.  Measured: -2.2 % and +0.4 %; the level is a mean over time, which dwells near the
 * turning points: over time Cr is 0.1073, and that is met to 0.1 %. */
static void the_clutch_bench_gives_the_sliding_level(void **state)
{
    static const double V[] = {60, 120, 180, 240, 300, 360, 450, 600};
    StnData data[COUNT(V)];
    const StnData *all[COUNT(V)];
    const StnSineTestDef def = stn_default_sine_test_def();
    StnSineTest r;
    StnError error = {.status = STN_OK};
    if (!stn_catalog_plant(NULL, "clutch")) {
        SKIP("clutch", "there is no such plant");
    }
    for (int i = 0; i < COUNT(V); i++) {
        data[i] = clutch_run(V[i]);
        all[i] = &data[i];
    }
    CHECK(stn_identify_sine(&def, all, COUNT(V), &r, &error) == STN_OK, "%s", error.text);
    assert_true(r.piecewise_chosen);
    NEAR(estimate_of(&r.piecewise, "fc"), fc, 0.03 * fc);
    NEAR(estimate_of(&r.piecewise, "fc"), 0.1073, 0.002 * fc);
    NEAR(estimate_of(&r.piecewise, "fv"), fv, 0.05 * fv);
    NEAR(estimate_of(&r.piecewise, "w0"), onset, 0.02 * onset);
    stn_sine_test_free(&r);
    for (int i = 0; i < COUNT(V); i++)
        stn_data_free(&data[i]);
}

/* ---- Directions ---- */

/* Turning points of a quantised sine lie within a sample or two of the true ones. */
static void held_directions_turn_where_the_motion_turns(void **state)
{
    enum { N = 2000 };
    double x[N], sign[N];
    int wrong = 0;
    for (int i = 0; i < N; i++)
        x[i] = dx * floor(25.0 * -cos(2 * PI * i / 500.0) / dx + 0.5);
    stn_direction_held(x, N, 2.0 * dx, sign);
    for (int i = 0; i < N; i++)
        wrong += sign[i] != (sin(2 * PI * i / 500.0) >= 0.0 ? 1.0 : -1.0);
    assert_true(wrong <= 2 * 7);
}

static void chatter_of_one_step_is_no_reversal(void **state)
{
    double x[100], sign[100];
    for (int i = 0; i < 100; i++)
        x[i] = dx * (i / 5) - (i % 5 == 1 ? dx : 0.0);
    stn_direction_held(x, 100, 2.0 * dx, sign);
    for (int i = 0; i < 100; i++)
        NEAR(sign[i], 1.0, 0.0);
}

static void adaptive_speed_is_right_where_the_sensor_is_coarse(void **state)
{
    enum { N = 4000 };
    static double x[N], v[N];
    double worst = 0.0, worst_raw = 0.0;
    for (int i = 0; i < N; i++) {
        const double t = 1e-3 * i;
        x[i] = dx * floor((40.0 * t + 10.0 * sin(2.0 * t)) / dx + 0.5);
    }
    stn_speed_adaptive(x, N, 1e-3, dx, v);
    for (int i = 50; i < N - 50; i++) {
        const double truth = 40.0 + 20.0 * cos(2.0 * 1e-3 * i);
        worst = fmax(worst, fabs(v[i] - truth));
        worst_raw = fmax(worst_raw, fabs((x[i + 1] - x[i]) / 1e-3 - truth));
    }
    assert_true(worst < 0.12 * worst_raw); /* measured: 7 against 80 rad/s */
}

/* ---- Balance of power ---- */

static void the_balance_of_power_finds_mass_and_levels(void **state)
{
    const double V[] = {60, 90, 130, 180, 240, 320};
    StnData data = bench(V, COUNT(V), (Shape){.fc_backward = fc, .viscous_from = 0.0});
    StnPowerDef def = stn_default_power_def();
    StnPower r;
    StnError error = {.status = STN_OK};
    def.window = 0.1;
    CHECK(stn_identify_power(&def, &data, &r, &error) == STN_OK, "%s", error.text);
    NEAR(estimate_of(&r.parameters, "m"), J, 0.02 * J);
    NEAR(estimate_of(&r.parameters, "fc"), fc, 0.01 * fc);
    NEAR(estimate_of(&r.parameters, "fv"), fv, 0.01 * fv);
    stn_power_free(&r);
    stn_data_free(&data);
}

/* With the 56-point encoder the inertia must be given (check says so); the levels come out. */
static void the_balance_of_power_stands_a_coarse_encoder(void **state)
{
    const double V[] = {60, 90, 130, 180, 240, 320};
    StnData data =
        bench(V, COUNT(V), (Shape){.fc_backward = fc, .viscous_from = 0.0, .quantum = dx});
    StnPowerDef def = stn_default_power_def();
    StnPower r;
    StnError error = {.status = STN_OK};
    def.m = J;
    CHECK(stn_identify_power(&def, &data, &r, &error) == STN_OK, "%s", error.text);
    NEAR(estimate_of(&r.parameters, "fc"), fc, 0.03 * fc);
    NEAR(estimate_of(&r.parameters, "fv"), fv, 0.05 * fv);
    stn_power_free(&r);
    stn_data_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segments_are_found_and_the_line_fits),
        cmocka_unit_test(a_late_effort_or_position_is_named_beside_sines),
        cmocka_unit_test(alike_segments_of_a_record_are_one_amplitude),
        cmocka_unit_test(a_segment_that_settling_uses_up_is_left_out),
        cmocka_unit_test(records_with_different_signs_are_said),
        cmocka_unit_test(a_coarse_encoder_is_enough_with_a_good_sign),
        cmocka_unit_test(the_time_that_crosses_a_play_is_left_out),
        cmocka_unit_test(raw_signs_of_a_coarse_encoder_ruin_the_level),
        cmocka_unit_test(directions_have_their_own_levels),
        cmocka_unit_test(a_loop_that_lags_is_noticed),
        cmocka_unit_test(an_onset_below_the_data_is_not_claimed),
        cmocka_unit_test(too_few_amplitudes_are_refused),
        cmocka_unit_test(mean_viscous_parts_agree_with_sums),
        cmocka_unit_test(the_clutch_bench_gives_the_sliding_level),
        cmocka_unit_test(held_directions_turn_where_the_motion_turns),
        cmocka_unit_test(chatter_of_one_step_is_no_reversal),
        cmocka_unit_test(adaptive_speed_is_right_where_the_sensor_is_coarse),
        cmocka_unit_test(the_balance_of_power_finds_mass_and_levels),
        cmocka_unit_test(the_balance_of_power_stands_a_coarse_encoder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
