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

static StnFitResult result;      /* large */
static StnMeasured measured;     /* large */
static double mass, rate; /* of the next motion */

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
        cmocka_unit_test(a_drift_is_named_beside_a_mass_that_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
