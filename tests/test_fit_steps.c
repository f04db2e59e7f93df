/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the steps of a sensor hold together, against closed forms: rows at one place have one error. */
#include "identify/fit_internal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { STANDS = 30, LENGTH = 20, ROWS = STANDS * LENGTH };

static double stepped(double x, double q) { return q * floor(x / q + 0.5); }

/* Of an estimate with the slope 1 in every row: what stays add to ROWS. */
static double added(const double *model, const double *value, StnFitSteps *steps)
{
    double e[ROWS], one[ROWS], out = 0.0;
    const double *slope[] = {one};
    for (int i = 0; i < ROWS; i++)
        one[i] = 1.0, e[i] = model[i] - value[i];
    assert_true(stn_fit_steps(value, e, ROWS, steps));
    stn_fit_add_stays(steps, model, slope, 1, ROWS, &out);
    return out;
}

/* A body that stands for 20 rows in each of 30 places: the error of a sum has the variance 30*20^2*q^2/12, not
 * 600*q^2/12. */
static void errors_of_a_standing_body_are_one(void **state)
{
    double model[ROWS], value[ROWS];
    StnFitSteps steps;
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        const int k = i / LENGTH; /* the places are spread evenly over a step */
        model[i] = 0.2 * k + 0.1 * (7 * k % STANDS + 0.5) / STANDS;
        value[i] = stepped(model[i], 0.1);
    }
    const double sum = added(model, value, &steps);
    assert_float_equal(steps.step, 0.1, 1e-9);
    assert_float_equal(sum / (STANDS * (LENGTH * LENGTH - LENGTH)), 1.0, 1e-3);
}

/* Over whole steps in even parts the sawtooth adds up to nothing: what one row has too much others take back. */
static void errors_of_slow_even_motion_cancel(void **state)
{
    double model[ROWS], value[ROWS];
    StnFitSteps steps;
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        model[i] = 0.1 / LENGTH * i + 0.0023;
        value[i] = stepped(model[i], 0.1);
    }
    assert_float_equal(added(model, value, &steps) / ROWS, -1.0, 0.05);
}

/* Stands that all happen to have large errors leave more than q^2/12, without any noise that would part them: their
 * errors share as much as any. */
static void large_errors_of_stands_are_no_noise(void **state)
{
    double model[ROWS], value[ROWS];
    StnFitSteps steps;
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        const int k = i / LENGTH; /* 0.3 ... 0.5 of a step off */
        model[i] = 0.1 * (2 * k + k % 2 + 0.3 + 0.2 * (k + 0.5) / STANDS);
        value[i] = stepped(model[i], 0.1);
    }
    added(model, value, &steps);
    /* q^2/12 over the variance, which is the mean of u^2 over 0.3 ... 0.5 times q^2 */
    assert_float_equal(steps.share[0], 6.0 / (9.8696044 * 12.0) / 0.163333, 1e-3);
}

/* Noise of a step or more in front of the steps makes their errors independent; so does motion of more than a step
 * from row to row. */
static void noise_and_motion_part_the_errors(void **state)
{
    double model[ROWS], value[ROWS];
    StnFitSteps steps;
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        model[i] = 0.1737 * (i / LENGTH) + 0.013;
        value[i] = stepped(model[i] + 0.1 * sqrt(2.0) * sin(2.3 * i * i), 0.1);
    }
    assert_float_equal(added(model, value, &steps), 0.0, 1e-9);
    assert_true(steps.step == 0.0);
    for (int i = 0; i < ROWS; i++) {
        model[i] = 0.1371 * i;
        value[i] = stepped(model[i], 0.1);
    }
    assert_float_equal(added(model, value, &steps), 0.0, 1e-9);
    assert_float_equal(steps.step, 0.1, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_of_a_standing_body_are_one),
        cmocka_unit_test(errors_of_slow_even_motion_cancel),
        cmocka_unit_test(large_errors_of_stands_are_no_noise),
        cmocka_unit_test(noise_and_motion_part_the_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
