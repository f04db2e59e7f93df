/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Friction over speed: measured screw drives, and characteristics whose truth is known. */
#include "identify_support.h"
#include "skip.h"

static StnData screw(double drive)
{
    const StnTerm terms[] = {
        {.role = STN_ROLE_TIME, .column = "t_s"},
        {.role = STN_ROLE_EFFORT, .column = "motor_torque_Nm", .unit = "N*m"},
        {.role = STN_ROLE_VELOCITY, .column = "motor_speed_rad_s", .unit = "rad/s"}};
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
    assert_true(says(&r.remarks, "may be chance"));
    assert_false(says(&r.remarks, "not significant"));          /* which 0.72 does not show */
    assert_true(isnan(stn_findings_get(&r.findings, "vs", 0))); /* so the scenario has none */
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
    CHECK(stn_characteristic_fit(&def, v, F, NULL, COUNT_V, 1, false, &c, &error) == STN_OK, "%s",
          error.text);
    NEAR(estimate_of(&c.stribeck, "Fs"), 830.0, 0.01); /* exact data: only the optimiser's error */
    NEAR(estimate_of(&c.stribeck, "Fc"), 210.0, 0.01);
    NEAR(estimate_of(&c.stribeck, "vs"), 0.0125, 1e-6);
    NEAR(estimate_of(&c.stribeck, "n"), 0.7, 1e-5);
    NEAR(estimate_of(&c.stribeck, "sigma2"), 330.0, 0.1);
    assert_true(c.significant);
    CHECK(stn_characteristic_fit(&def, v, F, NULL, COUNT_V, -1, false, &c, &error) == STN_OK, "%s",
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
        assert_int_equal(stn_characteristic_fit(&def, v, F, NULL, COUNT_V, 1, false, &c, NULL),
                         STN_OK);
        for (int k = 0; k < 5; k++) {
            const StnEstimate *e = stn_estimates_find(&c.stribeck, names[k]);
            held += e->low <= truth[k] && truth[k] <= e->high;
            all++;
        }
    }
    assert_true(held > 0.88 * all && held < 0.995 * all);
}

/* An exponential curve (n = 1) without noise: the bounds keep a negative sigma2 from imitating it. */
static void a_plain_falling_part_is_not_denied(void **state)
{
    static const double speed[] = {0.2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20};
    double v[2 * COUNT(speed)], F[2 * COUNT(speed)];
    const StnCurveDef def = stn_default_curve_def();
    StnCharacteristic c;
    for (size_t i = 0; i < COUNT(v); i++) {
        const double s = i % 2 ? -1.0 : 1.0, x = speed[i / 2];
        v[i] = s * x;
        F[i] = s * (2.5 + 0.55 * exp(-x / 3.5) + 0.045 * x);
    }
    assert_int_equal(stn_characteristic_fit(&def, v, F, NULL, COUNT(v), 0, true, &c, NULL), STN_OK);
    assert_true(c.significant && c.chance < 1e-10);
    NEAR(c.n, 1.0, 0.0);
    NEAR(estimate_of(&c.stribeck, "Fs"), 3.05, 1e-6);
    NEAR(estimate_of(&c.stribeck, "Fc"), 2.5, 1e-6);
    NEAR(estimate_of(&c.stribeck, "vs"), 3.5, 1e-5);
}

/* Friction that rises from standstill: nothing is claimed beyond what the bounds allow. */
static void rising_friction_has_no_falling_part(void **state)
{
    double v[20], F[20];
    const StnCurveDef def = stn_default_curve_def();
    StnCharacteristic c;
    for (int i = 0; i < 20; i++) {
        v[i] = i % 2 ? -0.1 * (i + 1) : 0.1 * (i + 1);
        F[i] = (v[i] > 0 ? 1.0 : -1.0) * (2.0 - 0.5 * exp(-fabs(v[i]) / 0.3)) + 0.1 * v[i];
    }
    assert_int_equal(stn_characteristic_fit(&def, v, F, NULL, 20, 0, false, &c, NULL), STN_OK);
    assert_true(c.enough && !c.significant);
}

/* Nine plateaus of 5 s with the ramps between them: the points are the plateaus, and each has its value.  All
 * move one way, so there is no constant force. */
static void the_plateaus_of_a_staircase_are_found(void **state)
{
    static const double level[] = {1, 2, 4, 7, 10, 14, 18, 24, 30};
    StnData data = data_make(45000, 1e-3, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_VELOCITY, true);
    const StnCurveDef def = stn_default_curve_def();
    uint64_t seed = 4;
    double w = 0.0;
    for (size_t i = 0; i < data.rows; i++) {
        const double a = (level[i / 5000] - w) / 0.05;
        w += 1e-3 * a;
        data.value[STN_ROLE_VELOCITY][i] = w + 0.03 * noise_next(&seed);
        data.value[STN_ROLE_EFFORT][i] =
            0.002 * a + 0.4 + 0.03 * w + 0.15 * exp(-w * w / 9.0) + 0.02 * noise_next(&seed);
    }
    StnFrictionCurve r = curve_of(&def, &data);
    assert_true(r.plateaus && !r.runs && r.side[0].one_direction);
    assert_int_equal(r.npoint, 9);
    for (int i = 0; i < r.npoint; i++)
        NEAR(r.point[i].v, level[i], 2e-3);
    NEAR(estimate_of(&r.side[0].stribeck, "Fc"), 0.4, 2e-3);
    NEAR(estimate_of(&r.side[0].stribeck, "Fs"), 0.55, 2e-3);
    NEAR(estimate_of(&r.side[0].stribeck, "vs"), 3.0, 0.05);
    assert_null(stn_estimates_find(&r.side[0].stribeck, "offset"));
    stn_curve_free(&r);
    stn_data_free(&data);
}

/* Plateaus of 1 s, near these levels, seen by an encoder of 4096 steps from a random place on. */
static StnData coarse_staircase(uint64_t seed, const double *level, int levels, double *speed)
{
    const double step = 2.0 * 3.14159265358979 / 4096.0;
    StnData data = data_make((size_t)levels * 2000, 1e-3,
                             1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, true);
    double x = noise_next(&seed);
    for (int k = 0; k < levels; k++)
        speed[k] = level[k] * (1.0 + 0.1 * noise_next(&seed));
    for (size_t i = 0; i < data.rows; i++) {
        const double v = speed[i / 2000];
        x += 1e-3 * v;
        data.value[STN_ROLE_POSITION][i] = step * floor(x / step + 0.5);
        data.value[STN_ROLE_EFFORT][i] =
            copysign(1.0 + 0.3 * exp(-v * v / 0.04), v) + 0.2 * v + 0.01 * noise_next(&seed);
    }
    return data;
}

/* Windows of a plateau average the steps that an encoder shows within them, the more of them the faster it moves.  The
 * error of two single readings is six to ten times as large: with it the scatter of slow points was taken for errors of
 * their speeds, and other errors for smaller than they are (90 % of 1200 intervals of Fc held the truth, now 95 %). */
static void speeds_of_plateaus_err_as_much_as_is_said(void **state)
{
    static const double level[] = {0.2, -0.3, 0.45, -0.6};
    enum { LEVELS = 4, RECORDS = 40 };
    double said[LEVELS] = {0.0}, made[LEVELS] = {0.0};
    const StnCurveDef def = stn_default_curve_def();
    for (uint64_t seed = 1; seed <= RECORDS; seed++) {
        double speed[LEVELS];
        StnData data = coarse_staircase(seed, level, LEVELS, speed);
        StnFrictionCurve r = curve_of(&def, &data);
        assert_true(r.plateaus);
        assert_int_equal(r.npoint, LEVELS);
        for (int i = 0; i < LEVELS; i++) {
            said[i] += pow(r.point[i].v_error, 2) / RECORDS;
            made[i] += pow(r.point[i].v - speed[i], 2) / RECORDS;
        }
        stn_curve_free(&r);
        stn_data_free(&data);
    }
    for (int i = 0; i < LEVELS; i++) /* of 40 errors the mean square scatters by 22 % */
        if (!(made[i] < 1.6 * said[i] && made[i] > 0.1 * said[i]))
            fail_msg("at %g rad/s errors of %.3g rad/s, said to be %.3g", level[i], sqrt(made[i]),
                     sqrt(said[i]));
}

static void friction_of_a_moving_record_is_effort_less_inertia(void **state)
{
    StnData data = data_make(20000, 5e-4, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, false);
    StnCurveDef def = stn_default_curve_def();
    const double m = 118.0, w = 2 * PI * 0.5;
    for (size_t i = 0; i < data.rows; i++) {
        const double t = data.value[STN_ROLE_TIME][i], v = 0.1 * sin(w * t),
                     sign = (v > 0) - (v < 0);
        data.value[STN_ROLE_POSITION][i] = -0.1 / w * cos(w * t);
        data.value[STN_ROLE_EFFORT][i] = m * 0.1 * w * cos(w * t) + m * 9.81 +
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

/* Two sines, 3 kg, F = 5 + 4*exp(-(v/0.05)^1.3) + 10*v to either side, 0.05 of noise in the effort. */
static StnData moving_record(double factor, uint64_t seed)
{
    StnData data = data_make(20000, 1e-3, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, false);
    for (size_t i = 0; i < data.rows; i++) {
        const double t = data.value[STN_ROLE_TIME][i], a = 2 * PI * 0.5, b = 2 * PI * 1.7;
        const double v = 0.05 * a * cos(a * t) + 0.012 * b * cos(b * t);
        const double level = 5.0 + 4.0 * exp(-pow(fabs(v) / 0.05, 1.3)) + 10.0 * fabs(v);
        data.value[STN_ROLE_POSITION][i] = 0.05 * sin(a * t) + 0.012 * sin(b * t);
        data.value[STN_ROLE_EFFORT][i] =
            -3.0 * (0.05 * a * a * sin(a * t) + 0.012 * b * b * sin(b * t)) +
            factor * copysign(level, v) + 0.05 * noise_next(&seed);
    }
    return data;
}

/* The exponent has an interval that holds it.  The straight law is judged on the samples of the falling one: it cannot
 * have the smaller error.  A second record whose friction is a tenth larger is missed by 0.1/1.1 of it. */
static void an_exponent_has_its_interval_and_laws_the_same_samples(void **state)
{
    StnData data = moving_record(1.0, 3), other = moving_record(1.1, 4);
    StnCurveDef def = stn_default_curve_def();
    StnError error = {0};
    def.free_exponent = true;
    StnFrictionCurve r = curve_of(&def, &data);
    const StnCharacteristic *c = &r.side[0];
    const StnEstimate *n = stn_estimates_find(&c->stribeck, "n");
    assert_non_null(n);
    CHECK(n->low < 1.3 && 1.3 < n->high && n->std < 0.3, "n %g (%g ... %g)", n->value, n->low,
          n->high);
    CHECK(n->next_low <= n->low && n->high <= n->next_high, "next %g ... %g", n->next_low,
          n->next_high);
    CHECK(c->coulomb_rms > c->stribeck_rms, "rms %g and %g", c->coulomb_rms, c->stribeck_rms);
    CHECK(stn_curve_validate(&def, &r, &other, &error) == STN_OK, "%s", error.text);
    NEAR(r.validation_error, 100.0 * 0.1 / 1.1, 0.3);
    CHECK(stn_curve_validate(&def, &r, &data, &error) == STN_OK, "%s", error.text);
    CHECK(r.validation_error < 1.0, "%g %%", r.validation_error);
    stn_curve_free(&r);
    stn_data_free(&data);
    stn_data_free(&other);
}

/* What the converters of the cylinder bench show of a run. */
static StnData cylinder_run(const StnScenario *scenario)
{
    const double A1 = PI * 0.016 * 0.016, A2 = A1 - PI * 0.009 * 0.009;
    const double dP = 5e6 / 4096.0, dv = 1.0 / 4096.0;
    const StnSystem *system = stn_scenario_system(scenario);
    const StnRunDef run = stn_scenario_run_def(scenario);
    StnError error = {.status = STN_OK};
    StnRecord record;
    void *memory = malloc(stn_state_size(system));
    CHECK(stn_run(system, stn_state_init(system, memory), &run, &record, &error) == STN_OK, "%s",
          error.text);
    StnData data =
        data_make(record.rows, 5e-4, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_VELOCITY, false);
    for (size_t i = 0; i < data.rows; i++) {
        const double P1 = record.data[stn_record_column(&record, "P1")][i];
        const double P2 = record.data[stn_record_column(&record, "P2")][i];
        const double v = record.data[stn_record_column(&record, "v")][i];
        data.value[STN_ROLE_EFFORT][i] =
            A1 * dP * floor(P1 / dP + 0.5) - A2 * dP * floor(P2 / dP + 0.5);
        data.value[STN_ROLE_VELOCITY][i] = dv * floor(v / dv + 0.5);
    }
    stn_record_free(&record);
    free(memory);
    return data;
}

/* The level of Stribeck's law at a speed, as the scenario has it. */
static double law_of(const StnSystem *system, double v)
{
    const int side = v < 0.0;
    const double Fs = stn_system_friction(system, 0, "Fs", side);
    const double Fc = stn_system_friction(system, 0, "Fc", side);
    const double vs = stn_system_friction(system, 0, "vs", side);
    const double n = stn_system_friction(system, 0, "n", side);
    return Fc + (Fs - Fc) * exp(-pow(fabs(v) / vs, n)) +
           stn_system_friction(system, 0, "sigma2", side) * fabs(v);
}

/* The simulated cylinder bench (plants.md): 2 kHz, 12-bit converters over 5 MPa and +-0.5 m/s, friction =
 * P1*A1 - P2*A2 - m*a - m*g, filters at 150 Hz.  The points lie on the law that the plant has, within
 * 4 N.  (With 32 Hz on the acceleration, as published, they are up to 60 N off below 0.06 m/s: after
 * a reversal m*a rings at 16 Hz, and jumps.) */
static void the_cylinder_bench_shows_the_law_of_its_piston(void **state)
{
    static const StnOverride set[] = {{"duration", "10 s"}, {"record.every", "0.5 ms"}};
    static const char *const law = "stribeck";
    const StnScenarioOptions options = {.set = set, .nset = 2, .law = &law, .nlaw = 1};
    StnError error = {.status = STN_OK};
    int count = 0;
    if (!stn_catalog_plant(NULL, "cylinder")) {
        SKIP("cylinder", "there is no such plant");
    }
    StnScenario *scenario = stn_scenario_load("cylinder-4.5mA", &options, &error);
    CHECK(scenario, "%s", error.text);
    StnData data = cylinder_run(scenario);
    StnCurveDef def = stn_default_curve_def();
    def.m = 118.0;
    def.weight = 118.0 * 9.81;
    def.cutoff = def.cutoff_a = 150.0;
    def.per_side = true;
    StnFrictionCurve r = curve_of(&def, &data);
    for (int i = 0; i < r.npoint; i++) {
        const double v = r.point[i].v;
        if (fabs(v) < 0.025) /* just after a reversal */
            continue;
        NEAR(fabs(r.point[i].F), law_of(stn_scenario_system(scenario), v), 4.0);
        count++;
    }
    assert_true(count > 20);
    stn_curve_free(&r);
    stn_data_free(&data);
    stn_scenario_free(scenario);
}

/* Seven runs of 4 s about one place gave Fc -2.1 to 1.8 N of 6 N, without a word. */
static void runs_that_move_to_and_fro_are_no_points(void **state)
{
    enum { RUNS = 7, SAMPLES = 1000 };
    const unsigned roles = 1u << STN_ROLE_POSITION | 1u << STN_ROLE_EFFORT;
    const StnCurveDef def = stn_default_curve_def();
    for (int turning = 0; turning < 2; turning++) {
        StnData data = data_make(RUNS * SAMPLES, 1e-3, roles, false);
        StnFrictionCurve curve;
        StnError error = {0};
        uint64_t seed = 2;
        data.run = realloc(data.run, (RUNS + 1) * sizeof *data.run);
        data.run_value = realloc(data.run_value, RUNS * sizeof *data.run_value);
        data.nrun = RUNS;
        for (size_t i = 0; i < RUNS * SAMPLES; i++) {
            const int run = (int)(i / SAMPLES);
            const double t = 1e-3 * (double)(i % SAMPLES), w = 12.0 + run;
            const double v = turning ? 0.1 * cos(w * t) : 0.02 * (run + 1) * (run % 2 ? 1.0 : -1.0);
            data.value[STN_ROLE_POSITION][i] = turning ? 0.1 / w * sin(w * t) : v * t;
            data.value[STN_ROLE_EFFORT][i] = copysign(6.0, v) + 20.0 * v + 0.1 * noise_next(&seed);
        }
        for (int k = 0; k <= RUNS; k++)
            data.run[k] = (size_t)k * SAMPLES;
        for (int k = 0; k < RUNS; k++)
            data.run_value[k] = k;
        const StnStatus status = stn_identify_curve(&def, &data, &curve, &error);
        assert_int_equal(status, turning ? STN_BAD_INPUT : STN_OK);
        if (turning)
            assert_non_null(strstr(error.text, "7 of 7 runs move to and fro"));
        else
            stn_curve_free(&curve);
        stn_data_free(&data);
    }
}

static void what_is_missing_is_said(void **state)
{
    StnData data = data_make(100, 1e-3, 1u << STN_ROLE_EFFORT, false);
    const StnCurveDef def = stn_default_curve_def();
    StnFrictionCurve r;
    StnError error;
    data.value[STN_ROLE_EFFORT][3] = 1.0;
    assert_int_equal(stn_identify_curve(&def, &data, &r, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "needs the velocity or the position"));
    stn_data_free(&data);
}

/* A staircase of an arm, to and fro, seen by a 12-bit encoder: friction falls by 0.15 N*m over 0.08 rad/s, which the data hold
 * more narrowly than the speeds of a profile lie apart.  Its interval was 0 to 0.053 about an estimate of 0.083. */
static void a_narrow_interval_has_its_estimate_inside(void **state)
{
    static const double level[] = {0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 2.5};
    StnData data = data_make(21000, 2e-3, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, true);
    StnCurveDef def = stn_default_curve_def();
    uint64_t seed = 5;
    double w = 0.0, x = 0.0;
    for (size_t i = 0; i < data.rows; i++) {
        const double wanted = level[i / 3000] * (i % 3000 < 1500 ? 1.0 : -1.0);
        const double a = (wanted - w) / 0.1, side = w < 0.0 ? -1.0 : 1.0;
        data.value[STN_ROLE_POSITION][i] = 2.0 * PI / 4096 * floor(4096 / (2.0 * PI) * x + 0.5);
        data.value[STN_ROLE_EFFORT][i] = 0.05 * a + 0.06 * w + 0.5 * sin(x) +
                                         side * (0.4 + 0.15 * exp(-w * w / 0.0064)) +
                                         0.01 * noise_next(&seed);
        w += 2e-3 * a;
        x += 2e-3 * w;
    }
    def.gravity = true;
    StnFrictionCurve r = curve_of(&def, &data);
    const StnEstimates *found = &r.side[0].stribeck;
    assert_true(found->count >= 5);
    for (int k = 0; k < found->count; k++) {
        const StnEstimate *e = &found->item[k];
        if (!isnan(e->low) && !(e->low <= e->value && e->value <= e->high))
            fail_msg("%s: %g in %g ... %g", e->name, e->value, e->low, e->high);
        assert_true(isnan(e->low) == isnan(e->high));
    }
    const StnEstimate *vs = stn_estimates_find(found, "vs");
    assert_true(vs->low < 0.08 && 0.08 < vs->high);
    stn_curve_free(&r);
    stn_data_free(&data);
}

/* Levels of friction fall by 1.2 % a second on a staircase of 27 s, up and down: the points lie on another curve, and intervals said
 * that with a few per cent (Fc 8.41 to 8.84 for 10, sigma2 79.5 to 82.9 for 90). */
static void what_points_of_a_staircase_lack_is_named(void **state)
{
    static const double level[] = {0.004, 0.008, 0.015, 0.03, 0.06, 0.1};
    static const struct {
        const char *name;
        double value;
    } truth[] = {{"Fc", 10.0}, {"Fs", 16.0}, {"sigma2", 90.0}, {"vs", 0.012}};
    for (int drifts = 0; drifts < 2; drifts++) {
        StnData data =
            data_make(24000, 1e-3, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, false);
        const StnCurveDef def = stn_default_curve_def();
        uint64_t seed = 8;
        double v = 0.0, x = 0.0;
        for (size_t i = 0; i < data.rows; i++) {
            const double wanted = level[i / 4000] * (i % 4000 < 2000 ? 1.0 : -1.0);
            const double a = (wanted - v) / 0.05, side = v < 0.0 ? -1.0 : 1.0;
            const double now = 1.0 - (drifts ? 0.012e-3 * (double)i : 0.0);
            data.value[STN_ROLE_POSITION][i] = x;
            data.value[STN_ROLE_EFFORT][i] = 35.0 * a + 90.0 * v + 0.02 * noise_next(&seed) +
                                             side * now * (10.0 + 6.0 * exp(-v * v / 1.44e-4));
            v += 1e-3 * a;
            x += 1e-3 * v;
        }
        StnFrictionCurve r = curve_of(&def, &data);
        assert_true(r.plateaus);
        assert_true(drifts ? r.missing && strcmp(r.missing, "drift") == 0 : !r.missing);
        for (int k = 0; k < COUNT(truth); k++) {
            const StnEstimate *e = stn_estimates_find(&r.side[0].stribeck, truth[k].name);
            CHECK(e->low <= truth[k].value && truth[k].value <= e->high, "%s %g ... %g", e->name,
                  e->low, e->high);
        }
        stn_curve_free(&r);
        stn_data_free(&data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drive_2_has_no_visible_stribeck_effect),
        cmocka_unit_test(drive_3_reaches_the_known_deviation),
        cmocka_unit_test(the_cylinders_characteristic_is_found_per_direction),
        cmocka_unit_test(intervals_hold_the_truth_about_as_often_as_they_say),
        cmocka_unit_test(a_plain_falling_part_is_not_denied),
        cmocka_unit_test(rising_friction_has_no_falling_part),
        cmocka_unit_test(the_plateaus_of_a_staircase_are_found),
        cmocka_unit_test(a_narrow_interval_has_its_estimate_inside),
        cmocka_unit_test(what_points_of_a_staircase_lack_is_named),
        cmocka_unit_test(speeds_of_plateaus_err_as_much_as_is_said),
        cmocka_unit_test(an_exponent_has_its_interval_and_laws_the_same_samples),
        cmocka_unit_test(friction_of_a_moving_record_is_effort_less_inertia),
        cmocka_unit_test(the_cylinder_bench_shows_the_law_of_its_piston),
        cmocka_unit_test(runs_that_move_to_and_fro_are_no_points),
        cmocka_unit_test(what_is_missing_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
