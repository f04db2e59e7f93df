/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fits without a plant of motions with few speeds, and with two terms that the model lacks.  The motions are made here, in
 * closed form, and the force by F = Fc*(1 + r*t)*sgn(v) + sigma2*v + m*a. */
#include "identify_support.h"
#include "stiction/fit.h"

enum { ROWS = 2000 };
#define TS 0.01
#define FC 10.0
#define SIGMA2 40.0
#define PERIOD 3.0 /* s */
#define SPEED 0.05 /* m/s */

static StnFitResult result;      /* large */
static StnMeasured measured;     /* large */
static double quick, mass, rate; /* time of a reversal, s; of the next motion */

/* To and fro at one speed; within `quick` it turns evenly. */
static void to_and_fro(double t, double *x, double *v, double *a)
{
    const double half = 0.5 * PERIOD, n = floor(t / half), since = t - n * half;
    const double sense = fmod(n, 2.0) == 0.0 ? 1.0 : -1.0, turns = fmin(since, quick);
    const double way = quick > 0.0 ? SPEED * (turns * turns / quick - turns) : 0.0;
    *a = since < quick ? 2.0 * sense * SPEED / quick : 0.0;
    *v = since < quick ? sense * SPEED * (2.0 * since / quick - 1.0) : sense * SPEED;
    *x = (sense > 0.0 ? 0.0 : SPEED * (half - quick)) + sense * (way + SPEED * (since - turns));
}

static void two_sines(double t, double *x, double *v, double *a)
{
    *x = 0.05 * sin(3.1 * t) + 0.01 * sin(10.4 * t);
    *v = 0.155 * cos(3.1 * t) + 0.104 * cos(10.4 * t);
    *a = -0.4805 * sin(3.1 * t) - 1.0816 * sin(10.4 * t);
}

static void fit(void (*motion)(double, double *, double *, double *), const char *const *names,
                int count)
{
    uint64_t draw = 5;
    StnError error = {0};
    StnFitRun run;
    StnFreeParameter list[3];
    unsigned char use[ROWS];
    StnData data = data_make(ROWS, TS, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, false);
    for (int i = 0; i < ROWS; i++) {
        double v, a, *x = &data.value[STN_ROLE_POSITION][i];
        motion(TS * i, x, &v, &a);
        data.value[STN_ROLE_EFFORT][i] = copysign(FC * (1.0 + rate * TS * i), v) + SIGMA2 * v +
                                         mass * a + 0.05 * noise_next(&draw);
        *x += 1e-7 * noise_next(&draw);
    }
    for (int i = 0; i < count; i++)
        list[i] = stn_free_parameter(names[i]);
    const StnMeasuredDef given = stn_default_measured_def(stn_catalog_law(NULL, "coulomb"));
    CHECK(stn_measured_take(&data, &given, &measured, &run, &error) == STN_OK, "%s", error.text);
    memset(use, STN_ROW_FIT, ROWS);
    run.use = use;
    StnFitDef def = stn_default_fit_def(&run, 1, list, count);
    def.starts = 2, def.threads = 1;
    CHECK(stn_measured_mark(&measured, &data, &def, NULL, 0, use, &error) == STN_OK, "%s",
          error.text);
    CHECK(stn_fit(&def, &result, &error) == STN_OK, "%s", error.text);
    stn_fit_result_free(&result);
    stn_measured_free(&measured);
    stn_data_free(&data);
}

static const char *const law[] = {"Fc", "sigma2"};

static void holds(int i, double truth, double most)
{
    const StnFitParameter *p = &result.param[i];
    CHECK(p->low <= truth && truth <= p->high && fabs(p->value - truth) < most,
          "%s %.6g (%.6g ... %.6g), true %g", p->name, p->value, p->low, p->high, truth);
}

/* The rows between, in which a low-pass spreads a reversal, made sigma2 0 and Fc 12 (11.997 ... 12.003). */
static void one_speed_to_and_fro_tells_no_slope(void **state)
{
    quick = mass = rate = 0.0;
    fit(to_and_fro, law, 2);
    assert_true(isnan(result.param[0].low) && isnan(result.param[1].low));
    fit(to_and_fro, law, 1);
    holds(0, FC + SIGMA2 * SPEED, 0.02); /* with sigma2 of 0: friction at this speed */
    (void)state;
}

/* Of these reversals the rows in the middle are right. */
static void slower_reversals_tell_the_slope(void **state)
{
    quick = 0.6, mass = rate = 0.0;
    fit(to_and_fro, law, 2);
    holds(0, FC, 0.05);
    holds(1, SIGMA2, 1.0);
    (void)state;
}

/* The mass hid the drift, and Fc was 8.4 (7.9 ... 8.9). */
static void a_drift_is_named_beside_a_mass_that_is_missing(void **state)
{
    mass = 3.0, rate = -0.016;
    fit(two_sines, law, 2);
    assert_string_equal(result.missing, "inertia");
    assert_true(says(&result.remarks, "Beside that, the residual follows the time"));
    holds(0, FC, 2.5);
    holds(1, SIGMA2, 6.0);
    rate = 0.0;
    fit(two_sines, law, 2);
    assert_string_equal(result.missing, "inertia");
    assert_false(says(&result.remarks, "Beside that"));
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_speed_to_and_fro_tells_no_slope),
        cmocka_unit_test(slower_reversals_tell_the_slope),
        cmocka_unit_test(a_drift_is_named_beside_a_mass_that_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
