/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Least squares on the inverse model: published results, and data whose truth is known. */
#include "identify_support.h"

static StnData emps(void)
{
    const StnTerm terms[] = {{.role = STN_ROLE_TIME, .column = "t_s"},
                             {.role = STN_ROLE_EFFORT, .column = "force_N"},
                             {.role = STN_ROLE_POSITION, .column = "q_m"}};
    StnDataDef def = stn_default_data_def(shared_file("emps_id.csv"));
    StnData data;
    StnError error = {.status = STN_OK};
    def.term = terms;
    def.nterm = 3;
    CHECK(stn_data_read(&def, &data, &error) == STN_OK, "%s", error.text);
    return data;
}

/* Janot, Gautier & Brunot 2019, all printed digits. */
static void emps_gives_the_published_parameters_to_every_digit(void **state)
{
    StnData data = emps();
    StnInverseDef def = stn_default_inverse_def();
    StnInverse r;
    StnError error = {.status = STN_OK};
    def.cutoff = 100.0;
    def.order = 4;
    def.skip = 49;
    def.skip_end = 0;
    def.decimate = 10;
    def.dead_speed = 0.0;
    CHECK(stn_identify_inverse(&def, &data, &r, &error) == STN_OK, "%s", error.text);
    NEAR(estimate_of(&r.parameters, "M"), 95.1089, 5e-5);
    NEAR(estimate_of(&r.parameters, "Fv"), 203.5034, 5e-5);
    NEAR(estimate_of(&r.parameters, "Fc"), 20.3935, 5e-5);
    NEAR(estimate_of(&r.parameters, "offset"), -3.1648, 5e-5);
    NEAR(r.fit.relative_error, 4.0834, 5e-5);
    stn_inverse_free(&r);
    def.asymmetric = true;
    CHECK(stn_identify_inverse(&def, &data, &r, &error) == STN_OK, "%s", error.text);
    NEAR(estimate_of(&r.parameters, "M"), 95.1540, 5e-5);
    NEAR(estimate_of(&r.parameters, "Fv+"), 166.7061, 5e-5);
    NEAR(estimate_of(&r.parameters, "Fv-"), 240.4236, 5e-5);
    NEAR(estimate_of(&r.parameters, "Fc+"), 20.1440, 5e-5);
    NEAR(estimate_of(&r.parameters, "Fc-"), 20.6277, 5e-5);
    NEAR(r.fit.relative_error, 3.1117, 5e-5);
    assert_true(r.asymmetry_chance < 1e-10);
    stn_inverse_free(&r);
    stn_data_free(&data);
}

/* ---- Known truth ---- */

static const double M = 2.0, Fv = 0.7, Fc = 1.3, offset = 0.2, rate = 1000.0;

/* x = two sines; the effort by the model itself, so that only the method's own errors remain. */
static StnData known(unsigned roles)
{
    StnData data =
        data_make(8000, 1.0 / rate, roles | 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, false);
    for (size_t i = 0; i < data.rows; i++) {
        const double t = data.value[STN_ROLE_TIME][i], a = 2 * PI * 0.5, b = 2 * PI * 1.3;
        const double v = 0.3 * a * cos(a * t) + 0.1 * b * cos(b * t);
        const double acc = -0.3 * a * a * sin(a * t) - 0.1 * b * b * sin(b * t);
        data.value[STN_ROLE_POSITION][i] = 0.3 * sin(a * t) + 0.1 * sin(b * t);
        data.value[STN_ROLE_EFFORT][i] = M * acc + Fv * v + Fc * ((v > 0) - (v < 0)) + offset;
        if (data.value[STN_ROLE_LOAD])
            data.value[STN_ROLE_LOAD][i] = 3.0 + sin(0.7 * t);
    }
    return data;
}

static StnInverse fit(const StnInverseDef *def, const StnData *data)
{
    StnInverse r;
    StnError error = {.status = STN_OK};
    CHECK(stn_identify_inverse(def, data, &r, &error) == STN_OK, "%s", error.text);
    return r;
}

/* Tolerances: differences at 1 kHz err by (w*Ts)^2/6 = 1e-5, the filter rounds the jump of sgn(v). */
static void a_known_model_is_found_again(void **state)
{
    StnData data = known(0);
    StnInverseDef def = stn_default_inverse_def();
    StnInverse r = fit(&def, &data);
    NEAR(estimate_of(&r.parameters, "M"), M, 2e-3 * M);
    NEAR(estimate_of(&r.parameters, "Fv"), Fv, 5e-3 * Fv);
    NEAR(estimate_of(&r.parameters, "Fc"), Fc, 5e-3 * Fc);
    NEAR(estimate_of(&r.parameters, "offset"), offset, 5e-3);
    NEAR(stn_findings_get(&r.findings, "Fc", 0), Fc, 5e-3 * Fc);
    stn_inverse_free(&r);
    stn_data_free(&data);
}

/* A Stribeck term that the model lacks: Fc is off by far more than noise makes it, that is said, and the interval holds
 * the truth.  Without one, nothing is said. */
static void a_missing_stribeck_term_is_said(void **state)
{
    StnInverseDef def = stn_default_inverse_def();
    for (int k = 0; k < 2; k++) {
        StnData data = known(0);
        uint64_t seed = 5;
        for (size_t i = 0; i < data.rows; i++) {
            const double t = data.value[STN_ROLE_TIME][i], a = 2 * PI * 0.5, b = 2 * PI * 1.3;
            const double v = 0.3 * a * cos(a * t) + 0.1 * b * cos(b * t);
            data.value[STN_ROLE_EFFORT][i] += 0.05 * noise_next(&seed);
            if (k)
                data.value[STN_ROLE_EFFORT][i] +=
                    0.6 * exp(-pow(v / 0.15, 2)) * ((v > 0) - (v < 0));
        }
        StnInverse r = fit(&def, &data);
        const StnEstimate *e = stn_estimates_find(&r.parameters, "Fc");
        assert_int_equal(r.missing && strcmp(r.missing, "stribeck") == 0, k);
        assert_int_equal(r.fit.low[2] > 1.02 * Fc, k); /* by noise alone */
        assert_int_equal(e->value > 1.02 * Fc, k);
        assert_true(e->low < Fc && e->high > Fc);
        stn_inverse_free(&r);
        stn_data_free(&data);
    }
}

static void a_wrong_sign_is_said(void **state)
{
    StnData data = known(0);
    StnInverseDef def = stn_default_inverse_def();
    StnError error = {.status = STN_OK};
    for (size_t i = 0; i < data.rows; i++)
        data.value[STN_ROLE_EFFORT][i] = -data.value[STN_ROLE_EFFORT][i];
    StnInverse r = fit(&def, &data);
    assert_true(r.findings.reversed);
    assert_int_equal(stn_findings_check(&r.findings, &error), STN_BAD_INPUT);
    StnFindings k = stn_findings_none(false);
    stn_findings_set(&k, "Fc", (double[]){10.0}, 1);
    stn_findings_set(&k, "sigma2", (double[]){-0.1}, 1);
    k.speed = 1.0;
    assert_int_equal(stn_findings_check(&k, &error), STN_OK); /* small */
    k.speed = 100.0;
    assert_int_equal(stn_findings_check(&k, &error), STN_BAD_INPUT);
    stn_inverse_free(&r);
    stn_data_free(&data);
}

static void a_known_mass_is_not_estimated(void **state)
{
    StnData data = known(0);
    StnInverseDef def = stn_default_inverse_def();
    def.m = M;
    StnInverse r = fit(&def, &data);
    assert_null(stn_estimates_find(&r.parameters, "M"));
    NEAR(estimate_of(&r.parameters, "Fv"), Fv, 1e-2 * Fv);
    NEAR(stn_findings_get(&r.findings, "m", 0), M, 0.0);
    stn_inverse_free(&r);
    stn_data_free(&data);
}

static void load_spring_and_position_terms_are_found(void **state)
{
    StnData data = known(1u << STN_ROLE_LOAD);
    StnInverseDef def = stn_default_inverse_def();
    for (size_t i = 0; i < data.rows; i++) {
        const double x = data.value[STN_ROLE_POSITION][i], L = data.value[STN_ROLE_LOAD][i];
        const double t = data.value[STN_ROLE_TIME][i];
        const double v = 0.15 * cos(PI * t) * 2 * PI + 0.13 * 2 * PI * cos(2.6 * PI * t);
        const double sign = (v > 0) - (v < 0);
        data.value[STN_ROLE_EFFORT][i] +=
            0.9 * L + 0.15 * fabs(L) * sign + 4.0 * x + 0.5 * x * sign;
    }
    def.load = def.spring = true;
    def.position_terms = 1;
    StnInverse r = fit(&def, &data);
    NEAR(estimate_of(&r.parameters, "eta"), 0.9, 5e-3);
    NEAR(estimate_of(&r.parameters, "mu"), 0.15, 5e-3);
    NEAR(estimate_of(&r.parameters, "K"), 4.0, 2e-2);
    NEAR(estimate_of(&r.parameters, "Fx1"), 0.5, 2e-2);
    stn_inverse_free(&r);
    stn_data_free(&data);
}

static void the_stribeck_speed_is_found_and_significant(void **state)
{
    StnData data = known(0);
    StnInverseDef def = stn_default_inverse_def();
    for (size_t i = 0; i < data.rows; i++) {
        const double t = data.value[STN_ROLE_TIME][i];
        const double v = 0.15 * cos(PI * t) * 2 * PI + 0.13 * 2 * PI * cos(2.6 * PI * t);
        data.value[STN_ROLE_EFFORT][i] += 0.8 * exp(-pow(v / 0.25, 2)) * ((v > 0) - (v < 0));
    }
    def.stribeck = true;
    def.decimate = 1;
    StnInverse r = fit(&def, &data);
    NEAR(r.vs, 0.25, 0.01);
    NEAR(estimate_of(&r.parameters, "Fs-Fc"), 0.8, 0.03);
    assert_true(r.stribeck_chance < 1e-6);
    NEAR(stn_findings_get(&r.findings, "Fs", 0), Fc + 0.8, 0.03);
    stn_inverse_free(&r);
    stn_data_free(&data);
}

/* Spikes in the effort pull plain least squares, and hardly Huber's. */
static void robust_weights_withstand_spikes(void **state)
{
    StnData data = known(0);
    StnInverseDef def = stn_default_inverse_def();
    def.decimate = 1;
    for (size_t i = 500; i < data.rows; i += 37)
        data.value[STN_ROLE_EFFORT][i] += 60.0;
    StnInverse plain = fit(&def, &data);
    def.robust = true;
    StnInverse robust = fit(&def, &data);
    const double off = fabs(estimate_of(&robust.parameters, "offset") - offset);
    assert_true(off < 0.1 * fabs(estimate_of(&plain.parameters, "offset") - offset));
    stn_inverse_free(&plain);
    stn_inverse_free(&robust);
    stn_data_free(&data);
}

static void held_out_and_other_data_judge_the_parameters(void **state)
{
    StnData data = known(0);
    StnInverseDef def = stn_default_inverse_def();
    StnError error = {.status = STN_OK};
    def.hold_out = 0.25;
    StnInverse r = fit(&def, &data);
    assert_int_equal(r.fit.rows, (size_t)lround(0.75 * (double)r.rows));
    assert_true(r.held_out_error < 1.0);
    assert_int_equal(stn_inverse_validate(&def, &r, &data, &error), STN_OK);
    assert_true(r.validation_error < 1.0);
    stn_inverse_free(&r);
    stn_data_free(&data);
}

static void uneven_samples_are_refused(void **state)
{
    StnData data = known(0);
    StnInverseDef def = stn_default_inverse_def();
    StnInverse r;
    StnError error = {.status = STN_OK};
    data.uniform = false;
    assert_int_equal(stn_identify_inverse(&def, &data, &r, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "not evenly spaced"));
    stn_data_free(&data);
}

/* A body that stands for 30 ms at each turning point while the effort goes from one level to the other: no filter may
 * carry that, or the jump of the acceleration, into the samples beside it.  Filters at 100 Hz made M
 * 0.7 % too small, eight deviations, here. */
static void rests_at_turning_points_leave_no_trace(void **state)
{
    const double half = 0.4, rest = 0.03, A = 0.2, w = PI / half;
    StnData data =
        data_make(20000, 1.0 / rate, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, false);
    uint64_t seed = 4;
    for (size_t i = 0; i < data.rows; i++) {
        const double t = data.value[STN_ROLE_TIME][i], n = floor(t / (half + rest) + 1e-9);
        const double s = t - n * (half + rest), sense = fmod(n, 2.0) > 0.5 ? -1.0 : 1.0;
        const double end =
            -sense * A * w * w * M + sense * Fc; /* effort at the end of the motion */
        const double start = sense * A * w * w * M + sense * Fc;
        double *u = &data.value[STN_ROLE_EFFORT][i];
        data.value[STN_ROLE_POSITION][i] = s < half ? -sense * A * cos(w * s) : sense * A;
        *u = s < half ? sense * (M * A * w * w * cos(w * s) + Fv * A * w * sin(w * s) + Fc)
                      : end + (-start - end) * (s - half) / rest;
        *u += offset + 0.2 * noise_next(&seed);
    }
    const StnInverseDef def = stn_default_inverse_def();
    StnInverse r = fit(&def, &data);
    for (int k = 0; k < 4; k++) {
        static const char *const names[] = {"M", "Fv", "Fc", "offset"};
        const double truth[] = {M, Fv, Fc, offset};
        const StnEstimate *e = stn_estimates_find(&r.parameters, names[k]);
        CHECK(fabs(e->value - truth[k]) < 3.0 * e->std, "%s %g, not %g, deviation %g", names[k],
              e->value, truth[k], e->std);
    }
    NEAR(estimate_of(&r.parameters, "Fc"), Fc, 5e-3 * Fc);
    stn_inverse_free(&r);
    stn_data_free(&data);
}

/* A joint with an encoder of `bits`: the acceleration of two sines is 5 rad/s^2, that of the steps behind a
 * filter at 100 Hz for 12 bits is 4 rad/s^2, which would make the inertia 40 % too small. */
static void the_filter_follows_from_the_sensor(void **state)
{
    double before = 0.0;
    for (int bits = 12; bits <= 16; bits += 2) {
        StnData data = known(0);
        const double step = 2.0 * PI / ldexp(1.0, bits);
        uint64_t seed = 3;
        for (size_t i = 0; i < data.rows; i++) {
            data.value[STN_ROLE_POSITION][i] =
                step * round(data.value[STN_ROLE_POSITION][i] / step);
            data.value[STN_ROLE_EFFORT][i] += 0.05 * noise_next(&seed);
        }
        const StnInverseDef def = stn_default_inverse_def();
        StnInverse r = fit(&def, &data);
        NEAR(estimate_of(&r.parameters, "M"), M, 0.015 * M);
        NEAR(estimate_of(&r.parameters, "Fc"), Fc, 0.03 * Fc);
        assert_true(r.cutoff > before); /* the finer, the shorter are windows */
        before = r.cutoff;
        stn_inverse_free(&r);
        stn_data_free(&data);
    }
}

/* A measured velocity with noise of 0.6 % of its largest value: at rest its sign is that of the noise, and
 * Fs - Fc once came out negative with great certainty. */
static void a_noisy_velocity_keeps_the_sign_of_stribeck(void **state)
{
    StnInverseDef def = stn_default_inverse_def();
    def.stribeck = true;
    for (uint64_t seed = 1; seed < 6; seed++) {
        StnData data = known(1u << STN_ROLE_VELOCITY);
        uint64_t state_of_noise = seed;
        for (size_t i = 0; i < data.rows; i++) {
            const double t = data.value[STN_ROLE_TIME][i], a = 2 * PI * 0.5, b = 2 * PI * 1.3;
            const double v = 0.3 * a * cos(a * t) + 0.1 * b * cos(b * t), s = v / 0.15;
            data.value[STN_ROLE_VELOCITY][i] = v + 0.018 * noise_next(&state_of_noise);
            data.value[STN_ROLE_POSITION][i] =
                PI / 2048.0 * round(data.value[STN_ROLE_POSITION][i] * 2048.0 / PI);
            data.value[STN_ROLE_EFFORT][i] += 0.6 * ((v > 0) - (v < 0)) * exp(-s * s);
        }
        StnInverse r = fit(&def, &data);
        for (int k = 0; k < 3; k++) { /* within four deviations */
            static const char *const names[] = {"Fs-Fc", "Fc", "Fv"};
            const double truth[] = {0.6, Fc, Fv};
            const StnEstimate *e = stn_estimates_find(&r.parameters, names[k]);
            NEAR(e->value, truth[k], 4.0 * e->std);
        }
        assert_true(estimate_of(&r.parameters, "Fs-Fc") > 0.3);
        assert_true(r.dead_speed > 0.002 && r.dead_speed < 0.06);
        stn_inverse_free(&r);
        stn_data_free(&data);
    }
}

/* Without outliers Huber's scale, 2.0 times the median of |residual|, reaches nearly all samples of uniform noise:
 * the robust fit is the plain one.  A scale from the signed median, which is about 0, would weigh all down. */
static void robust_weights_leave_good_data_alone(void **state)
{
    StnData data = known(0);
    StnInverseDef def = stn_default_inverse_def();
    uint64_t seed = 21;
    for (size_t i = 0; i < data.rows; i++)
        data.value[STN_ROLE_EFFORT][i] += 0.3 * noise_next(&seed);
    def.decimate = 1;
    def.order = 0;
    def.dead_speed =
        0.3; /* reversals apart, where the differences of the position smear the jump */
    StnInverse plain = fit(&def, &data);
    def.robust = true;
    StnInverse robust = fit(&def, &data);
    const StnEstimate *e = stn_estimates_find(&plain.parameters, "Fc");
    NEAR(estimate_of(&robust.parameters, "Fc"), e->value, 0.1 * e->std);
    stn_inverse_free(&plain);
    stn_inverse_free(&robust);
    stn_data_free(&data);
}

/* What the model lacks is named, and with it nothing is missing any more. */
static void missing_terms_are_named(void **state)
{
    enum { GRAVITY, SPRING, DRIFT, DIRECTION, NONE, CASES };
    static const char *const names[CASES] = {"gravity", "spring", "drift", "direction", NULL};
    for (int k = 0; k < CASES; k++) {
        StnData data = known(0);
        uint64_t seed = 11 + (uint64_t)k;
        data.rotary = data.kind_known = k == GRAVITY;
        for (size_t i = 0; i < data.rows; i++) {
            const double t = data.value[STN_ROLE_TIME][i],
                         x = 4.0 * data.value[STN_ROLE_POSITION][i];
            const double a = 2 * PI * 0.5, b = 2 * PI * 1.3;
            const double v = 0.3 * a * cos(a * t) + 0.1 * b * cos(b * t), sign = (v > 0) - (v < 0);
            double *u = &data.value[STN_ROLE_EFFORT][i];
            *u += 0.05 * noise_next(&seed);
            if (k == GRAVITY) { /* the same torque over four times the angle */
                data.value[STN_ROLE_POSITION][i] = x;
                *u += 1.5 * sin(x - 0.4);
            }
            *u += k == SPRING      ? 2.0 * x / 4.0
                  : k == DRIFT     ? 0.05 * t * sign
                  : k == DIRECTION ? 0.3 * fabs(v)
                                   : 0.0;
        }
        StnInverseDef def = stn_default_inverse_def();
        StnInverse r = fit(&def, &data);
        CHECK((r.missing == NULL) == (names[k] == NULL) &&
                  (!r.missing || !strcmp(r.missing, names[k])),
              "%s, not %s", r.missing ? r.missing : "nothing", names[k] ? names[k] : "nothing");
        stn_inverse_free(&r);
        if (k == GRAVITY) {
            def.gravity = true;
            r = fit(&def, &data);
            assert_null(r.missing);
            NEAR(estimate_of(&r.parameters, "G"), 1.5, 0.02);
            NEAR(estimate_of(&r.parameters, "hang"), 0.4, 0.02);
            NEAR(estimate_of(&r.parameters, "Fc"), Fc, 0.02);
            stn_inverse_free(&r);
        }
        stn_data_free(&data);
    }
}

/* 2*a + 5*sgn(v) + 10*v, noise 0.05: nothing falls.  A speed below all samples made a height of 3e45 out of that,
 * "certain" to 25 %: only speeds that samples show are tried. */
static void a_falling_part_that_no_sample_shows_is_not_claimed(void **state)
{
    StnData data = data_make(4000, 1e-3, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_VELOCITY, false);
    StnInverseDef def = stn_default_inverse_def();
    StnError error = {0};
    StnInverse r;
    uint64_t draw = 1;
    for (size_t i = 0; i < data.rows; i++) {
        const double t = data.value[STN_ROLE_TIME][i], v = 0.15 * cos(3.0 * t);
        data.value[STN_ROLE_VELOCITY][i] = v;
        data.value[STN_ROLE_EFFORT][i] =
            -0.9 * sin(3.0 * t) + copysign(5.0, v) + 10.0 * v + 0.09 * noise_next(&draw);
    }
    def.stribeck = true;
    CHECK(stn_identify_inverse(&def, &data, &r, &error) == STN_OK, "%s", error.text);
    const StnEstimate *e = stn_estimates_find(&r.parameters, "Fs-Fc");
    assert_non_null(e);
    CHECK(fabs(e->value) < 5.0 && (isnan(e->low) || (e->low <= 0.0 && e->high < 50.0)),
          "Fs-Fc %g (%g ... %g)", e->value, e->low, e->high);
    CHECK(isnan(e->low) || (e->next_low <= e->low && e->high <= e->next_high), "next %g ... %g",
          e->next_low, e->next_high);
    stn_inverse_free(&r);
    stn_data_free(&data);
}

/* A square wave of speed from 0 to 46 rad/s, with noise at standstill: Fc and a constant effort are one number
 * then, and nothing is split. */
static void one_direction_has_no_offset(void **state)
{
    StnData data = data_make(20000, 1e-3, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_VELOCITY, true);
    const StnInverseDef def = stn_default_inverse_def();
    uint64_t seed = 9;
    double w = 0.0;
    for (size_t i = 0; i < data.rows; i++) {
        const double a = ((i / 2000) % 2 ? 46.0 - w : -w) / 0.1;
        w += 1e-3 * a;
        data.value[STN_ROLE_VELOCITY][i] = w + 0.05 * noise_next(&seed);
        data.value[STN_ROLE_EFFORT][i] =
            1e-5 * a + (w > 0.01 ? 5.1e-4 + 2e-6 * w : 0.0) + 1e-5 * noise_next(&seed);
    }
    StnInverse r = fit(&def, &data);
    assert_null(stn_estimates_find(&r.parameters, "offset"));
    NEAR(estimate_of(&r.parameters, "Fc"), 5.1e-4, 0.1e-4);
    bool said = false;
    for (int i = 0; i < r.remarks.count; i++)
        said = said || strstr(r.remarks.text[i], "--no-offset");
    assert_true(said);
    stn_inverse_free(&r);
    stn_data_free(&data);
}

/* ---- Coarse steps ---- */

/* An arm without gravity moves slowly under an encoder of 1024 to 16384 counts: a step comes every 5 to 40 samples.  Rounding
 * is no white noise then; windows were 5 ms long, M was 0.000 for 0.05 kg*m^2, and gravity was missing. */
static StnData slow_arm(double size, double counts)
{
    StnData data = data_make(15000, 1e-3, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, true);
    const double step = 2 * PI / counts;
    uint64_t seed = 3;
    for (size_t i = 0; i < data.rows; i++) {
        const double t = data.value[STN_ROLE_TIME][i];
        const double x = size * (sin(2 * t) + 0.5 * sin(5 * t));
        const double v = size * (2 * cos(2 * t) + 2.5 * cos(5 * t));
        const double a = -size * (4 * sin(2 * t) + 12.5 * sin(5 * t));
        data.value[STN_ROLE_POSITION][i] = step * round(x / step);
        data.value[STN_ROLE_EFFORT][i] =
            0.05 * a + 0.1 * v + 0.3 * ((v > 0) - (v < 0)) + 0.01 * noise_next(&seed);
    }
    return data;
}

static void contains(const StnEstimates *estimates, const char *name, double truth)
{
    const StnEstimate *e = stn_estimates_find(estimates, name);
    CHECK(e && e->next_low <= truth && e->next_high >= truth, "%s: %g ... %g does not hold %g",
          name, e->next_low, e->next_high, truth);
}

static void steps_rarer_than_samples_are_seen(void **state)
{
    static const struct {
        double size, counts;
    } arm[] = {{0.05, 4096}, {0.03, 4096}, {0.1, 4096}, {0.2, 1024}, {0.01, 16384}};
    const StnInverseDef def = stn_default_inverse_def();
    const StnPowerDef balance = stn_default_power_def();
    for (int k = 0; k < 5; k++) {
        StnData data = slow_arm(arm[k].size, arm[k].counts);
        StnInverse r = fit(&def, &data);
        StnPower p;
        StnError error = {.status = STN_OK};
        CHECK(!r.missing, "%d: %s is missing", k, r.missing);
        contains(&r.parameters, "M", 0.05);
        contains(&r.parameters, "Fv", 0.1);
        contains(&r.parameters, "Fc", 0.3);
        NEAR(estimate_of(&r.parameters, "M"), 0.05, 0.005);
        CHECK(stn_identify_power(&balance, &data, &p, &error) == STN_OK, "%s", error.text);
        NEAR(estimate_of(&p.parameters, "m"), 0.05, 0.008);
        NEAR(estimate_of(&p.parameters, "fc"), 0.3, 0.01);
        stn_power_free(&p);
        stn_inverse_free(&r);
        stn_data_free(&data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(emps_gives_the_published_parameters_to_every_digit),
        cmocka_unit_test(a_known_model_is_found_again),
        cmocka_unit_test(a_missing_stribeck_term_is_said),
        cmocka_unit_test(a_wrong_sign_is_said),
        cmocka_unit_test(a_known_mass_is_not_estimated),
        cmocka_unit_test(load_spring_and_position_terms_are_found),
        cmocka_unit_test(the_stribeck_speed_is_found_and_significant),
        cmocka_unit_test(robust_weights_withstand_spikes),
        cmocka_unit_test(held_out_and_other_data_judge_the_parameters),
        cmocka_unit_test(uneven_samples_are_refused),
        cmocka_unit_test(the_filter_follows_from_the_sensor),
        cmocka_unit_test(rests_at_turning_points_leave_no_trace),
        cmocka_unit_test(a_noisy_velocity_keeps_the_sign_of_stribeck),
        cmocka_unit_test(a_falling_part_that_no_sample_shows_is_not_claimed),
        cmocka_unit_test(one_direction_has_no_offset),
        cmocka_unit_test(missing_terms_are_named),
        cmocka_unit_test(robust_weights_leave_good_data_alone),
        cmocka_unit_test(steps_rarer_than_samples_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
