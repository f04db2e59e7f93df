/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The first root of a polynomial on [0, 1]: none is missed, none is invented. */
#include "build_block.h"
#include "solve/step.h"

enum { DEGREE = STN_DEGREE_MAX };

/* The series of size*exp(-rate*x) + offset. */
static void decay(double *c, double size, double rate, double offset)
{
    double term = size;
    for (int k = 0; k <= DEGREE; k++) {
        c[k] = term;
        term *= -rate / (k + 1);
    }
    c[0] += offset;
}

/* At any size, also far below every tolerance: the bounds of the whole interval say nothing about the
 * end of it, where the large terms cancel. */
static void a_motion_that_dies_away_has_no_root(void **state)
{
    (void)state;
    for (double size = 1e-40; size < 10.0; size *= 1e4)
        for (double rate = 0.5; rate < 5.0; rate += 0.5) {
            double c[DEGREE + 1];
            decay(c, size, rate, 0.0);
            NEAR(stn_poly_first_root(c, DEGREE, 1e-15 * size), 2.0, 0.0);
        }
}

/* exp(-rate*x) = exp(-rate*at) at x = at.  The value is uncertain by the rounding of its terms, whose sum
 * is exp(rate*at), and by the first term that the series lacks; the slope there is rate*exp(-rate*at). */
static void a_late_root_of_a_decay_is_found(void **state)
{
    (void)state;
    for (double at = 0.05; at < 1.0; at += 0.1)
        for (double rate = 0.5; rate < 5.0; rate += 0.5) {
            double c[DEGREE + 1];
            decay(c, 1.0, rate, -exp(-rate * at));
            double lacks = exp((DEGREE + 1) * log(rate * at) - lgamma(DEGREE + 2.0));
            double error = 4e-16 * exp(rate * at) + 1e-15 + lacks;
            NEAR(stn_poly_first_root(c, DEGREE, 1e-15), at, 2.0 * error * exp(rate * at) / rate);
        }
}

/* (x - r)^2 + gap: the nearer it comes to zero, the more halvings it needs. */
static void a_near_touch_is_no_root_and_a_narrow_dip_is_one(void **state)
{
    (void)state;
    for (double gap = 1e-2; gap > 1e-14; gap *= 0.1)
        for (double r = 0.1; r < 1.0; r += 0.17) {
            double above[3] = {r * r + gap, -2.0 * r, 1.0}, below[3] = {r * r - gap, -2.0 * r, 1.0};
            NEAR(stn_poly_first_root(above, 2, 0.0), 2.0, 0.0);
            if (r > sqrt(gap))
                NEAR(stn_poly_first_root(below, 2, 0.0), r - sqrt(gap), 1e-7);
        }
}

/* What a force that grows as t^(m - 1) makes of a mass at rest, m = 1 to 3: size*x^m*(1 - (x/at)^8)*exp(-x/2), behind
 * roundings of c[0] to c[m - 1].  It returns at `at`, and within the step where that is below 1. */
static void a_motion_from_rest_returns_when_it_does(void **state)
{
    (void)state;
    for (int m = 1; m <= 3; m++)
        for (double size = 1e-6; size < 1e7; size *= 1e4)
            for (double at = 0.3; at < 1.6; at += 0.1)
                for (int sign = -1; sign <= 1; sign++) {
                    double c[DEGREE + 1] = {0.0}, term = size;
                    for (int k = 0; k + m <= DEGREE; k++, term *= -0.5 / k) {
                        c[k + m] += term;
                        if (k + m + 8 <= DEGREE)
                            c[k + m + 8] -= term * pow(at, -8.0);
                    }
                    for (int k = 0; k < m; k++)
                        c[k] = sign * 1e-17 * size;
                    const double root = stn_poly_first_root(c, DEGREE, 1e-15 * size);
                    if (fabs(at - 1.0) > 1e-6)
                        NEAR(root, at < 1.0 ? at : 2.0, 1e-9);
                }
}

/* size*x*(x - at)*(x - 1.5*at): its cube is positive everywhere and what stands before it small, but no rounding. */
static void a_motion_from_rest_that_soon_returns_is_seen(void **state)
{
    (void)state;
    for (double size = 1e-6; size < 1e7; size *= 1e4)
        for (double at = 1e-3; at < 0.6; at *= 1.3) {
            const double c[] = {0.0, 1.5 * at * at * size, -2.5 * at * size, size};
            NEAR(stn_poly_first_root(c, 3, 1e-15 * size), at, 1e-9);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_motion_that_dies_away_has_no_root),
        cmocka_unit_test(a_late_root_of_a_decay_is_found),
        cmocka_unit_test(a_near_touch_is_no_root_and_a_narrow_dip_is_one),
        cmocka_unit_test(a_motion_from_rest_returns_when_it_does),
        cmocka_unit_test(a_motion_from_rest_that_soon_returns_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
