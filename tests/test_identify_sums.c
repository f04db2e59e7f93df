/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What makes the search of residuals cheap, against the plain way to the same numbers. */
#include "identify_support.h"
#include "compare/sort.h"
#include "identify/inverse_trial.h"
#include "identify/noise.h"
#include "identify/score.h"
#include "identify/spread.h"
#include "identify/window.h"

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Against qsort: waves, noise, both, steps of a sensor, in order, against it, all the same. */
static void numbers_are_put_in_order(void **state)
{
    enum { COUNT = 1000 };
    for (int kind = 0; kind < 7; kind++)
        for (size_t count = 0; count <= COUNT; count += count < 5 ? 1 : 199) {
            double own[COUNT], other[COUNT];
            uint64_t seed = 3;
            for (size_t i = 0; i < count; i++) {
                const double wave = sin(0.05 * (double)i), noise = noise_next(&seed);
                const double values[] = {
                    wave,       noise, wave + 0.01 * noise, floor(20.0 * wave) / 20.0, (double)i,
                    -(double)i, 1.0};
                own[i] = other[i] = values[kind];
            }
            stn_sort(own, count);
            qsort(other, count, sizeof *other, ascending);
            assert_memory_equal(own, other, count * sizeof *own);
        }
}

/* A window by its weights is four running means after one another. */
static void weights_of_a_window_are_those_of_running_means(void **state)
{
    for (size_t box = 1; box <= 9; box++) {
        StnData data = data_make(200, 1e-3, 0, false);
        double x[200], mean[200], work[204], weight[32];
        const size_t reach = stn_window_reach(box);
        uint64_t seed = 7;
        for (size_t i = 0; i < data.rows; i++)
            x[i] = 5.0 + noise_next(&seed);
        stn_window_mean(&data, box, x, mean, work);
        stn_window_weights(box, weight);
        for (size_t i = 0; i < data.rows; i++) {
            const bool fits = i >= reach && i + reach < data.rows;
            NEAR(fits ? stn_window_at(x + i, weight, reach) : 0.0, mean[i], 1e-12);
        }
        stn_data_free(&data);
    }
}

/* A body with a falling part, in both directions, with noise. */
static StnData falling(double vs)
{
    StnData data = data_make(6000, 1e-3, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, false);
    uint64_t seed = 11;
    for (size_t i = 0; i < data.rows; i++) {
        const double t = data.value[STN_ROLE_TIME][i], w = 2.0 * PI * 0.7;
        const double v = 0.2 * w * cos(w * t);
        data.value[STN_ROLE_POSITION][i] = 0.2 * sin(w * t);
        data.value[STN_ROLE_EFFORT][i] = -1.5 * 0.2 * w * w * sin(w * t) + 0.5 * v +
                                         (1.0 + 0.6 * exp(-pow(v / vs, 2))) * ((v > 0) - (v < 0)) +
                                         0.05 * noise_next(&seed);
    }
    return data;
}

/* The best of 25 speeds, and what it gains, by least squares on every one of them. */
static double best_of_all(StnInverseModel *m, double largest, double *vs, double *value)
{
    double least = INFINITY;
    for (int k = 0; k < 25; k++) {
        const double speed = largest / 3.0 * pow(1.0 / 33.0, k / 24.0);
        StnLeastSquares fit;
        assert_int_equal(stn_inverse_falling(m, speed, m->column[m->ncolumn]), STN_OK);
        assert_int_equal(stn_least_squares((const double *const *)m->column, m->ncolumn + 1, m->y,
                                           m->weight, m->rows, NULL, &fit, NULL, NULL),
                         STN_OK);
        if (fit.value[m->ncolumn] > 0.0 && fit.sse < least)
            least = fit.sse, *vs = speed, *value = fit.value[m->ncolumn];
    }
    return least;
}

static void a_falling_part_is_found_as_by_fits_of_all_speeds(void **state)
{
    const double shapes[] = {0.03, 0.1, 0.25};
    for (int way = 0; way < 6; way++) {
        StnData data = falling(shapes[way % 3]);
        StnInverseDef def = stn_default_inverse_def();
        StnInverseModel m;
        StnInverseTrial t;
        StnError error = {.status = STN_OK};
        double vs = NAN, wanted = NAN, value = NAN;
        def.cutoff = way < 3 ? NAN : 50.0;
        CHECK(stn_inverse_model_make(&m, &def, &data, &error) == STN_OK, "%s", error.text);
        const double least = best_of_all(&m, 0.88, &wanted, &value);
        assert_int_equal(stn_inverse_trial_make(&t, &m, m.rows), STN_OK);
        const StnGain gain = stn_inverse_trial_falling(&t, 0.88, &vs);
        NEAR(vs, wanted, 1e-12);
        NEAR(gain.sse, least, 1e-9 * least);
        NEAR(gain.value, value, 1e-9 * value);
        stn_inverse_trial_free(&t);
        stn_inverse_model_free(&m);
        stn_data_free(&data);
    }
}

/* Rows of runs stay those of the runs when further columns are made: samples near reversals are left out, and which rows
 * belong to a run must not be counted with them. */
static void runs_keep_their_rows(void **state)
{
    StnData data = falling(0.1);
    StnInverseDef def = stn_default_inverse_def();
    StnInverseModel m;
    StnError error = {.status = STN_OK};
    data.run = realloc(data.run, 3 * sizeof *data.run);
    data.nrun = 2;
    data.run[1] = 3000;
    data.run[2] = 6000;
    data.run_value[1] = 2.0;
    def.stribeck = true;
    CHECK(stn_inverse_model_make(&m, &def, &data, &error) == STN_OK, "%s", error.text);
    assert_int_equal(stn_inverse_falling(&m, 0.1, m.column[m.dexp]), STN_OK);
    assert_true(m.left_out > 0);
    assert_int_equal(m.run[2], m.rows);
    for (size_t i = 0; i < m.rows; i++)
        assert_int_equal(i < m.run[1], m.t[i] < data.value[STN_ROLE_TIME][3000]);
    stn_inverse_model_free(&m);
    stn_data_free(&data);
}

/* A spring that the model lacks, and one sample in fifty that is off by 40 N.  Huber's weights make of a residual e beyond
 * s = 1.345*1.4826*median|e| the square s*|e|: the wild ones leave 0.02*0.4*40 = 0.32 N^2 on average, the spring 0.045, so
 * its share is 12 %.  With plain squares they would leave 32 N^2, and the spring would not be seen. */
static void missing_terms_are_weighed_like_the_fit(void **state)
{
    const double share[] = {0.97, 0.12}; /* without the wild ones noise of 0.05/sqrt(3) N is left */
    for (int wild = 0; wild < 2; wild++) {
        StnData data = falling(0.1);
        StnInverseDef def = stn_default_inverse_def();
        StnInverse r;
        StnError error = {.status = STN_OK};
        for (size_t i = 0; i < data.rows; i++)
            data.value[STN_ROLE_EFFORT][i] +=
                1.5 * data.value[STN_ROLE_POSITION][i] + (wild && i % 50 == 7 ? 40.0 : 0.0);
        def.order = 0; /* every sample for itself: a window would spread the wild ones */
        def.m = 1.5;
        def.robust = true;
        def.stribeck = true;
        def.decimate = 1;
        CHECK(stn_identify_inverse(&def, &data, &r, &error) == STN_OK, "%s", error.text);
        assert_string_equal(r.missing ? r.missing : "", "spring");
        NEAR(r.missing_share, share[wild], 0.02);
        stn_inverse_free(&r);
        stn_data_free(&data);
    }
}

/* NRMSE is 1 - |e|/|y - mean|, whatever level y has: e is 0.1 of y - mean here, which is 1e-4 on a level of 1e4. */
static void a_score_does_not_depend_on_the_level(void **state)
{
    double y[1000], model[1000];
    for (int i = 0; i < 1000; i++) {
        y[i] = 1e4 + 1e-4 * sin(2.0 * PI * i / 100.0);
        model[i] = 1e4 + 0.9e-4 * sin(2.0 * PI * i / 100.0);
    }
    const StnScore score = stn_score_rows(y, model, 1000);
    NEAR(score.nrmse, 90.0, 1e-4); /* y itself is rounded to 1e-12 */
}

/* Three samples have differences of two orders: their noise is that of the lower ones, not 0. */
static void short_runs_have_noise(void **state)
{
    StnData data = data_make(30, 1e-3, 1u << STN_ROLE_POSITION, false);
    StnMotionNoise noise;
    StnError error = {.status = STN_OK};
    uint64_t seed = 5;
    data.nrun = 10;
    data.run = realloc(data.run, 11 * sizeof *data.run);
    data.run_value = realloc(data.run_value, 11 * sizeof *data.run_value);
    for (int r = 0; r <= 10; r++)
        data.run[r] = 3 * (size_t)r, data.run_value[r] = r;
    for (size_t i = 0; i < data.rows; i++)
        data.value[STN_ROLE_POSITION][i] = noise_next(&seed); /* deviation 1/sqrt(3) */
    assert_int_equal(stn_motion_noise(&data, &noise, &error), STN_OK);
    NEAR(noise.deviation, 0.57735, 0.25); /* from 20 differences */
    stn_data_free(&data);
}

/* Bartlett 1946 for AR(1): of 1000 rows whose neighbours correlate by 0.5 a third is independent.  A test with fewer rows
 * than parameters is none. */
static void correlated_rows_count_less(void **state)
{
    NEAR(stn_effective_rows(1000.0, 0.5), 1000.0 / 3.0, 1e-9);
    NEAR(stn_effective_rows(1000.0, -0.3), 1000.0, 0.0);
    NEAR(stn_effective_rows(1000.0, NAN), 1000.0, 0.0);
    NEAR(stn_compare_correlated(100.0, 3, 50.0, 5, 100, 0.9), 1.0, 0.0); /* 5.3 rows */
    NEAR(stn_compare_correlated(100.0, 3, 50.0, 5, 100, 0.0),
         stn_compare_fits(100.0, 3, 50.0, 5, 100), 0.0);
}

/* The error that is reported is that of the parameters that are reported. */
static void the_relative_error_is_that_of_the_result(void **state)
{
    StnData data = falling(0.1);
    StnInverseDef def = stn_default_inverse_def();
    StnInverse r;
    StnError error = {.status = STN_OK};
    uint64_t seed = 3;
    double rest = 0.0, whole = 0.0;
    for (size_t i = 0; i < data.rows; i++) /* noise of the acceleration: the mass is put right */
        data.value[STN_ROLE_POSITION][i] += 2e-5 * noise_next(&seed);
    CHECK(stn_identify_inverse(&def, &data, &r, &error) == STN_OK, "%s", error.text);
    for (size_t i = 0; i < r.rows; i++) {
        rest += pow(r.measured[i] - r.fitted[i], 2);
        whole += r.measured[i] * r.measured[i];
    }
    NEAR(r.fit.relative_error, 100.0 * sqrt(rest / whole), 1e-9);
    stn_inverse_free(&r);
    stn_data_free(&data);
}

/* With its best exponent given, the same curve costs a parameter less, and chance explains it less easily. */
static void a_free_exponent_is_a_parameter(void **state)
{
    double chance[2];
    StnData data = falling(0.03);
    StnCurveDef def = stn_default_curve_def();
    uint64_t seed = 9;
    for (size_t i = 0; i < data.rows; i++)
        data.value[STN_ROLE_EFFORT][i] += 6.0 * noise_next(&seed);
    def.m = 1.5;
    def.free_exponent = true;
    for (int given = 0; given < 2; given++) {
        StnFrictionCurve r;
        StnError error = {.status = STN_OK};
        CHECK(stn_identify_curve(&def, &data, &r, &error) == STN_OK, "%s", error.text);
        assert_true(r.side[0].fitted);
        chance[given] = r.side[0].chance;
        def.free_exponent = false;
        def.n = r.side[0].n;
        stn_curve_free(&r);
    }
    CHECK(chance[0] > 1.02 * chance[1] && chance[1] > 0.0, "%g and %g", chance[0], chance[1]);
    stn_data_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_put_in_order),
        cmocka_unit_test(weights_of_a_window_are_those_of_running_means),
        cmocka_unit_test(a_falling_part_is_found_as_by_fits_of_all_speeds),
        cmocka_unit_test(runs_keep_their_rows),
        cmocka_unit_test(missing_terms_are_weighed_like_the_fit),
        cmocka_unit_test(a_score_does_not_depend_on_the_level),
        cmocka_unit_test(short_runs_have_noise),
        cmocka_unit_test(correlated_rows_count_less),
        cmocka_unit_test(the_relative_error_is_that_of_the_result),
        cmocka_unit_test(a_free_exponent_is_a_parameter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
