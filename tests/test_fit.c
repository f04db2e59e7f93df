/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Output-error fits on simulated data whose truth is known. */
#include "fit_bench.h"

static StnStatus fit_remarks(const StnFitRun *run, const char *words, int starts, int threads,
                             StnFitResult *result, StnError *error)
{
    StnFreeParameter list[STN_FREE_MAX];
    int n = free_words(words, list);
    StnFitDef def = stn_default_fit_def(run, 1, list, n);
    def.starts = starts;
    def.threads = threads;
    memset(error, 0, sizeof *error);
    return stn_fit(&def, result, error);
}

static void must_fit(const StnFitRun *run, const char *words, int starts, StnFitResult *result)
{
    StnError error;
    StnStatus status = fit_remarks(run, words, starts, 0, result, &error);
    CHECK(status == STN_OK, "%s: %s", words, error.text);
}

static const StnFitParameter *found(const StnFitResult *result, const char *name)
{
    for (int i = 0; i < result->nparam; i++)
        if (strcmp(result->param[i].name, name) == 0)
            return &result->param[i];
    fail_msg("no parameter %s", name);
    return NULL;
}

static StnFitResult result; /* large */

/* Steady states of plain Coulomb friction: the law alone, led along velocities. */
static StnFitRun led_along(const double *t, const double *v, size_t rows,
                           const StnFitSignal *signal)
{
    static StnGiven drive;
    return (StnFitRun){.def = stn_motion_def(stn_catalog_law(NULL, "coulomb"), NULL, 0, &drive),
                       .t = t,
                       .rows = rows,
                       .signal = signal,
                       .nsignal = 1,
                       .v = v};
}

/* ---- Finding what is there ---- */

/* Without noise the truth is the minimum; the engine's tolerance (1e-9) and the tolerance of the search
 * (1e-7) leave some 1e-5. */
static void parameters_are_found_again(void **state)
{
    static const struct {
        const char *law, *friction, *free;
    } cases[] = {
        {"coulomb", "Fs=6.5 Fc=5 sigma2=8", "m=1.2 Fs=8 Fc=4 sigma2=5"},
        {"coulomb", "Fs=5,6 Fc=5,6 sigma2=8,4",
         "Fc.forward=4 Fc.backward=7 sigma2.forward=5 "
         "sigma2.backward=5"},
        {"stribeck", "Fs=6.5 Fc=5 vs=0.02 sigma2=8", "m=1.1 Fs=6 Fc=4.5 vs=0.03 sigma2=6"},
        {"dahl", "Fc=5 sigma0=2e4 sigma2=8", "m=1.1 Fc=4 sigma0=1e4 sigma2=6"},
        {"lugre", "Fs=6.5 Fc=5 vs=0.02 sigma0=2e4 sigma1=100 sigma2=8",
         "Fs=6 Fc=4.8 vs=0.025 sigma0=1.5e4 sigma1=80 sigma2=7"},
        /* The truth has another structure (a rough curve) than the start. */
        {"stribeck", "Fs=6.5 Fc=5 vs=0.02 n=0.8 sigma2=8", "Fc=4.5 n=2"},
    };
    for (int c = 0; c < COUNT(cases); c++) {
        Bench bench;
        StnFreeParameter list[STN_FREE_MAX];
        bench_begin(&bench, cases[c].law, cases[c].friction);
        bench_measure(&bench, 0.0);
        must_fit(&bench.run, cases[c].free, 1, &result);
        int n = free_words(cases[c].free, list);
        assert_int_equal(result.nparam, n);
        for (int i = 0; i < n; i++) {
            char name[32];
            snprintf(name, sizeof name, "%s", list[i].path);
            bool backward = strstr(name, ".backward") != NULL;
            name[strcspn(name, ".")] = '\0';
            double truth = strcmp(name, "m") == 0
                               ? 1.0
                               : stn_system_friction(bench.b.system, 0, name, backward ? 1 : 0);
            CHECK(fabs(result.param[i].value / truth - 1.0) < 1e-4, "%s: %s = %.9g, true %g",
                  cases[c].law, result.param[i].name, result.param[i].value, truth);
        }
        CHECK(result.fitted[0][0].nrmse > 99.99, "%s: fit %g %%", cases[c].law,
              result.fitted[0][0].nrmse);
        stn_fit_result_free(&result);
        bench_end(&bench);
    }
}

/* Shares add up to 1 whatever the search does; elements start apart from the truth, and several starts
 * are needed, as elements have many local minima. */
static void elements_are_found_again_from_several_starts(void **state)
{
    Bench bench;
    double sum = 0.0;
    bench_begin(&bench, "gms", "Fs=5 Fc=5 nu=0.4,0.6 k=1.5e4,3e3");
    bench_measure(&bench, 0.0);
    for (int i = 0; i < bench.run.def.site[0].ngiven; i++) { /* 30 % and 20 % off */
        StnGiven *given = &bench.run.def.site[0].given[i];
        if (strcmp(given->name, "k") == 0)
            given->value[0] *= 1.3, given->value[1] *= 0.7;
        if (strcmp(given->name, "nu") == 0)
            given->value[0] = 0.5, given->value[1] = 0.5;
    }
    must_fit(&bench.run, "Fc=4.5 k nu", 3, &result);
    NEAR(found(&result, "friction.contact.Fc")->value, 5.0, 1e-3);
    NEAR(found(&result, "friction.contact.k.1")->value, 1.5e4, 15.0);
    NEAR(found(&result, "friction.contact.k.2")->value, 3e3, 3.0);
    for (int i = 1; i <= 2; i++) {
        char name[40];
        snprintf(name, sizeof name, "friction.contact.nu.%d", i);
        sum += found(&result, name)->value;
    }
    NEAR(sum, 1.0, 1e-12);
    NEAR(found(&result, "friction.contact.nu.1")->value, 0.4, 1e-3);
    stn_fit_result_free(&result);
    bench_end(&bench);
}

/* Below the sliding level a static one has no effect, and a search that got there must find back: it moves as
 * the height above the sliding one. */
static void a_static_level_is_found_from_a_start_on_the_sliding_one(void **state)
{
    Bench bench;
    bench_begin(&bench, "stribeck", "Fs=8 Fc=5 vs=0.05 sigma2=8");
    bench_measure(&bench, 0.0);
    must_fit(&bench.run, "Fc.each=8 Fs.each=8 vs=0.02 sigma2=3", 8, &result);
    NEAR(found(&result, "friction.contact.Fs.forward")->value, 8.0, 1e-3);
    NEAR(found(&result, "friction.contact.Fc.backward")->value, 5.0, 1e-3);
    assert_false(found(&result, "friction.contact.Fs.backward")->pressed);
    stn_fit_result_free(&result);
    bench_end(&bench);
}

/* Where the motion of the site is compared, its fastest speed bounds a Stribeck velocity that starts below. */
static void a_stribeck_velocity_ends_at_the_fastest_speed(void **state)
{
    Bench bench;
    double fastest = 0.0;
    bench_begin(&bench, "stribeck", "Fs=8 Fc=5 vs=0.05 sigma2=8");
    bench_measure(&bench, 0.0);
    for (int i = 1; i < ROWS; i++)
        fastest = fmax(fastest, fabs(bench.x[i] - bench.x[i - 1]) / 2e-3);
    must_fit(&bench.run, "vs=0.04", 1, &result);
    NEAR(found(&result, "friction.contact.vs")->max, fastest, 1e-9);
    NEAR(found(&result, "friction.contact.vs")->value, 0.05, 1e-5);
    stn_fit_result_free(&result);
    bench_end(&bench);
}

/* What slides at once has the stiffness of no bristle: a search went to 1e13 N/m, where every run follows swings of MHz. */
static void a_stiffness_ends_where_no_motion_shows_it(void **state)
{
    Bench bench;
    double lo = INFINITY, hi = -INFINITY;
    bench_begin(&bench, "dahl", "Fc=5 sigma0=2e4 sigma2=8");
    bench_measure(&bench, 0.0);
    for (int i = 0; i < ROWS; i++)
        lo = fmin(lo, bench.x[i]), hi = fmax(hi, bench.x[i]);
    must_fit(&bench.run, "sigma0=1e4", 1, &result);
    const StnFitParameter *sigma0 = found(&result, "friction.contact.sigma0");
    NEAR(sigma0->max * 1e-8 * (hi - lo) / 5.0, 1.0, 1e-9);
    NEAR(sigma0->value, 2e4, 1.0);
    stn_fit_result_free(&result);
    bench_end(&bench);
}

/* Initial state, a constant input, offset and gain of a sensor. */
static void states_inputs_and_sensors_can_be_free(void **state)
{
    Bench bench;
    bench_begin(&bench, "coulomb", "Fs=5 Fc=5 sigma2=8");
    block_start(&bench.b, "v", 0.07);
    block_input(&bench.b, "load", stn_signal_constant(0.8));
    StnSignal *load = bench.b.def.input[4];
    bench_measure(&bench, 0.0);
    for (int i = 0; i < ROWS; i++)
        bench.x[i] = 1.02 * bench.x[i] + 3e-4;
    bench.run.def.ninitial = 0;
    bench.run.def.input[4] = NULL;
    must_fit(&bench.run, "Fc initial.v inputs.load offset.x gain.x", 1, &result);
    NEAR(found(&result, "friction.contact.Fc")->value, 5.0, 1e-3);
    NEAR(found(&result, "initial.v")->value, 0.07, 1e-4);
    NEAR(found(&result, "inputs.load")->value, 0.8, 1e-3);
    NEAR(found(&result, "offset.x")->value, 3e-4, 1e-7);
    NEAR(found(&result, "gain.x")->value, 1.02, 1e-5);
    stn_fit_result_free(&result);
    bench_end(&bench);
    stn_signal_free(load);
}

/* ---- Statistics ---- */

/* F = Fc*sgn(v) + sigma2*v + offset is linear: values and standard deviations are those of least squares,
 * computed by the QR of identify.h. */
static void a_linear_fit_equals_least_squares(void **state)
{
    enum { N = 300 };
    double v[N], F[N], t[N], sign[N], one[N];
    const double *column[] = {sign, v, one};
    uint64_t seed = 5;
    for (int i = 0; i < N; i++) {
        t[i] = i;
        v[i] = 0.3 * sin(0.1 * i + 0.05);
        sign[i] = v[i] > 0.0 ? 1.0 : -1.0;
        one[i] = 1.0;
        F[i] = 2.0 * sign[i] + 3.0 * v[i] + 0.25 + 0.1 * noise_next(&seed);
    }
    StnLeastSquares truth;
    StnError error = {0};
    assert_int_equal(stn_least_squares(column, 3, F, NULL, N, NULL, &truth, NULL, &error), STN_OK);
    StnFitSignal signal = {"FF", F, NAN};
    StnFitRun run = led_along(t, v, N, &signal);
    must_fit(&run, "Fc=1 sigma2=1 offset.FF", 1, &result);
    assert_false(result.coloured);
    for (int i = 0; i < 3; i++) {
        NEAR(result.param[i].value, truth.value[i], 1e-6);
        NEAR(result.param[i].std, truth.std[i], 1e-6 * truth.std[i] + 1e-9);
        NEAR(result.param[i].low, truth.low[i], 2e-6);
        NEAR(result.param[i].high, truth.high[i], 2e-6);
        for (int j = 0; j < 3; j++)
            NEAR(result.covariance[i][j], truth.covariance[i][j], 1e-8);
    }
    NEAR(result.fitted[0][0].relative, truth.relative_error, 1e-6);
    stn_fit_result_free(&result);
}

/* Residuals that repeat for ten samples each hold a tenth of the information: the intervals of blocks are
 * wider by about sqrt(10) than those for white noise, which the test for whiteness refuses. */
static void coloured_residuals_widen_the_intervals(void **state)
{
    enum { N = 4000 };
    static double v[N], F[N], t[N];
    double noise = 0.0, white = 0.0;
    uint64_t seed = 9;
    StnFitSignal signal = {"FF", F, NAN};
    StnFitRun run = led_along(t, v, N, &signal);
    for (int held = 0; held < 2; held++) {
        for (int i = 0; i < N; i++) {
            if (!held || i % 10 == 0)
                noise = 0.2 * noise_next(&seed);
            t[i] = i;
            v[i] = 0.3 * sin(0.037 * i + 0.05);
            F[i] = (v[i] > 0.0 ? 2.0 : -2.0) + 3.0 * v[i] + noise;
        }
        must_fit(&run, "Fc=1 sigma2=1", 1, &result);
        assert_int_equal(result.coloured, held);
        assert_int_equal(result.white[0][0].white, !held);
        double std = result.param[0].std;
        if (held)
            CHECK(std > 2.0 * white && std < 5.0 * white, "%g against %g", std, white);
        white = std;
        stn_fit_result_free(&result);
    }
}

/* Noise that holds together for 50 rows (AR(1), rho = exp(-1/50)) of 4000, the block length of the sandwich
 * being 80: 95 % of the intervals should hold the truth.  Of 200 that are not independent by pairs, 87 % is a
 * safe line. */
static void intervals_allow_for_noise_that_holds_together(void **state)
{
    enum { N = 4000, MANY = 100 };
    static double v[N], F[N], t[N];
    const double rho = exp(-1.0 / 50.0);
    uint64_t seed = 5;
    int inside = 0;
    StnFitSignal signal = {"FF", F, NAN};
    StnFitRun run = led_along(t, v, N, &signal);
    for (int k = 0; k < MANY; k++) {
        double noise = 0.0;
        for (int i = -500; i < N; i++) {
            noise = rho * noise + 0.1 * noise_next(&seed);
            if (i < 0)
                continue;
            t[i] = i;
            v[i] = 0.3 * sin(0.0037 * i + 0.05);
            F[i] = (v[i] > 0.0 ? 2.0 : -2.0) + 3.0 * v[i] + noise;
        }
        must_fit(&run, "Fc=1.5 sigma2=2", 1, &result);
        inside += result.param[0].low <= 2.0 && 2.0 <= result.param[0].high;
        inside += result.param[1].low <= 3.0 && 3.0 <= result.param[1].high;
        stn_fit_result_free(&result);
    }
    CHECK(inside >= 0.87 * 2 * MANY, "%d of %d intervals hold the truth", inside, 2 * MANY);
}

/* At one speed to each side a Coulomb and a viscous term are the same thing. */
static void what_cannot_be_told_apart_is_said(void **state)
{
    enum { N = 400 };
    double v[N], F[N], t[N];
    uint64_t seed = 3;
    for (int i = 0; i < N; i++) {
        t[i] = i;
        v[i] = (i / 50 % 2 ? 0.2 : -0.2) * (1.0 + 1e-4 * noise_next(&seed));
        F[i] = (v[i] > 0.0 ? 2.0 : -2.0) + 3.0 * v[i] + 0.05 * noise_next(&seed);
    }
    StnFitSignal signal = {"FF", F, NAN};
    StnFitRun run = led_along(t, v, N, &signal);
    must_fit(&run, "Fc=1 sigma2=1", 1, &result);
    assert_true(fabs(result.correlation[0][1]) > 0.99);
    assert_true(says(&result.remarks, "Fc and sigma2 cannot be distinguished by this excitation"));
    stn_fit_result_free(&result);
}

static void what_does_not_act_is_said(void **state)
{
    Bench bench; /* stops that are never reached; no element of the law sees them */
    bench_begin(&bench, "coulomb", "Fs=5 Fc=5 sigma2=8");
    block_set(&bench.b, "xmax", 1.0);
    bench_measure(&bench, 1e-6);
    must_fit(&bench.run, "Fc xmax", 1, &result);
    assert_true(isnan(found(&result, "parameters.xmax")->std));
    assert_true(says(&result.remarks, "xmax does not act in these data"));
    stn_fit_result_free(&result);
    bench_end(&bench);
}

/* Friction without viscous part and without static excess: both parameters rest at their bounds. */
static void parameters_rest_at_their_bounds(void **state)
{
    enum { N = 200 };
    double v[N], F[N], t[N];
    for (int i = 0; i < N; i++) {
        t[i] = i, v[i] = 0.3 * sin(0.1 * i + 0.05);
        F[i] = (v[i] > 0.0 ? 2.0 : -2.0) - 0.5 * v[i]; /* it would be negative */
    }
    StnFitSignal signal = {"FF", F, NAN};
    StnFitRun run = led_along(t, v, N, &signal);
    must_fit(&run, "Fc=1 sigma2=1", 1, &result);
    const StnFitParameter *sigma2 = found(&result, "friction.contact.sigma2");
    assert_true(sigma2->at_bound && sigma2->value == 0.0 && isnan(sigma2->std));
    assert_true(says(&result.remarks, "sigma2 ended at its bound"));
    stn_fit_result_free(&result);
}

static void several_signals_weigh_by_their_own_noise(void **state)
{
    Bench bench;
    bench_begin(&bench, "coulomb", "Fs=5 Fc=5 sigma2=8");
    bench_measure(&bench, 2e-5); /* noise of u is 1000 times as large, in its unit */
    bench.run.nsignal = 2;
    must_fit(&bench.run, "Fc=4 sigma2=6", 1, &result);
    NEAR(result.sigma[0][0], 2e-5 / sqrt(3.0), 2e-6); /* uniform in +-2e-5 */
    NEAR(result.sigma[0][1], 2e-2 / sqrt(3.0), 2e-3);
    NEAR(found(&result, "friction.contact.Fc")->value, 5.0,
         5.0 * found(&result, "friction.contact.Fc")->std);
    stn_fit_result_free(&result);
    bench_end(&bench);
}

static void held_out_rows_do_not_move_the_fit(void **state)
{
    Bench bench;
    unsigned char use[ROWS];
    double value[2];
    bench_begin(&bench, "coulomb", "Fs=5 Fc=5 sigma2=8");
    bench_measure(&bench, 1e-5);
    memset(use, STN_ROW_FIT, sizeof use);
    stn_rows_mark(bench.t, ROWS, 1.5, INFINITY, STN_ROW_HELD, use);
    bench.run.use = use;
    for (int k = 0; k < 2; k++) {
        must_fit(&bench.run, "Fc=4 sigma2=6", 1, &result);
        value[k] = result.param[0].value;
        assert_int_equal(result.fitted[0][0].rows, 750);
        assert_int_equal(result.held[0][0].rows, 750);
        if (k == 1)
            assert_true(says(&result.remarks, "is met worse on the held-out part"));
        for (int i = 750; i < ROWS; i++)
            bench.x[i] += 1e-3 * sin(bench.t[i]);
        stn_fit_result_free(&result);
    }
    assert_true(value[0] == value[1]);
    bench_end(&bench);
}

/* ---- Search ---- */

static void threads_give_the_same_bits(void **state)
{
    Bench bench;
    double value[2][4];
    StnError error;
    bench_begin(&bench, "stribeck", "Fs=6.5 Fc=5 vs=0.02 sigma2=8");
    bench_measure(&bench, 1e-5);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(fit_remarks(&bench.run, "Fs=8 Fc=4 vs=0.05 sigma2=3", 3, k == 0 ? 1 : 3,
                                     &result, &error),
                         STN_OK);
        for (int i = 0; i < 4; i++)
            value[k][i] = result.param[i].value;
        stn_fit_result_free(&result);
    }
    assert_memory_equal(value[0], value[1], sizeof value[0]);
    bench_end(&bench);
}

/* ---- Refusals ---- */

static void refused(const StnFitRun *run, const char *words, const char *why)
{
    StnError error;
    StnStatus status = fit_remarks(run, words, 1, 1, &result, &error);
    CHECK(status == STN_BAD_INPUT && strstr(error.text, why), "%s: status %d, \"%s\"", words,
          status, error.text);
    stn_fit_result_free(&result);
}

static void bad_parameters_are_refused_in_words(void **state)
{
    Bench bench;
    bench_begin(&bench, "coulomb", "Fs=5 Fc=5 sigma2=8");
    bench_measure(&bench, 0.0);
    refused(&bench.run, "sigma0", "no number \"sigma0\": law coulomb has Fs, Fc, sigma2");
    refused(&bench.run, "friction.wheel.Fc", "did you mean \"friction.contact.Fc\"?");
    refused(&bench.run, "friction.contact", "\"friction.contact\" is no number; there are Fs, Fc");
    refused(&bench.run, "y", "there are m, K, ");
    refused(&bench.run, "parameters.mass", "there are m, K, xmin, xmax");
    refused(&bench.run, "drive", "it is a choice");
    refused(&bench.run, "Fc.left", "Fc has .forward and .backward");
    refused(&bench.run, "m.each", "it has one value");
    refused(&bench.run, "Fc.forward.each", "it has one value");
    refused(&bench.run, "solver.rtol", "of the solver cannot be fitted");
    refused(&bench.run, "Fc Fc", "named twice");
    refused(&bench.run, "Fc=-1", "outside its bounds");
    refused(&bench.run, "initial.q", "no number \"initial.q\"");
    refused(&bench.run, "inputs.y", "this input varies");
    refused(&bench.run, "offset.FF", "no signal of that name is fitted; there is offset.x");
    refused(&bench.run, "offset", "there is offset.x");
    refused(&bench.run, "gain", "there is gain.x");
    refused(&bench.run, "", "no parameter is free");
    bench_end(&bench);
}

static void bad_data_are_refused_in_words(void **state)
{
    Bench bench;
    bench_begin(&bench, "coulomb", "Fs=5 Fc=5 sigma2=8");
    bench_measure(&bench, 0.0);
    double keep = bench.x[7];
    bench.x[7] = NAN;
    refused(&bench.run, "Fc", "x in row 8 is not a finite number");
    bench.x[7] = keep;
    keep = bench.t[7];
    bench.t[7] = bench.t[6];
    refused(&bench.run, "Fc", "time does not grow at row 8");
    bench.t[7] = keep;
    bench.signal[0].column = "xx";
    refused(&bench.run, "Fc", "the model has no column \"xx\"");
    bench.signal[0].column = "x";
    bench.run.rows = 1;
    refused(&bench.run, "Fc", "fewer than 2 rows");
    bench.run.rows = ROWS;
    static double zero[ROWS];
    bench.signal[0].value = zero;
    refused(&bench.run, "Fc", "zero throughout");
    bench_end(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_are_found_again),
        cmocka_unit_test(elements_are_found_again_from_several_starts),
        cmocka_unit_test(a_static_level_is_found_from_a_start_on_the_sliding_one),
        cmocka_unit_test(a_stribeck_velocity_ends_at_the_fastest_speed),
        cmocka_unit_test(a_stiffness_ends_where_no_motion_shows_it),
        cmocka_unit_test(states_inputs_and_sensors_can_be_free),
        cmocka_unit_test(a_linear_fit_equals_least_squares),
        cmocka_unit_test(coloured_residuals_widen_the_intervals),
        cmocka_unit_test(intervals_allow_for_noise_that_holds_together),
        cmocka_unit_test(what_cannot_be_told_apart_is_said),
        cmocka_unit_test(what_does_not_act_is_said),
        cmocka_unit_test(parameters_rest_at_their_bounds),
        cmocka_unit_test(several_signals_weigh_by_their_own_noise),
        cmocka_unit_test(held_out_rows_do_not_move_the_fit),
        cmocka_unit_test(threads_give_the_same_bits),
        cmocka_unit_test(bad_parameters_are_refused_in_words),
        cmocka_unit_test(bad_data_are_refused_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
