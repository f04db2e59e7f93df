/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The steady friction of a law over velocities. */
#include "build_block.h"

enum { COUNT_V = 5 };
static const double velocity[COUNT_V] = {-0.1, -0.002, 0.001, 0.02, 0.5};

static void curve_of(const char *law, double *friction)
{
    Block b;
    block_stick_slip(&b, law);
    block_make(&b);
    stn_law_curve(b.system, 0, 0.0, velocity, COUNT_V, friction);
    block_end(&b);
}

/* Fs = 1.5 N, Fc = 1 N, vs = 1e-3 m/s, n = 2, sigma2 = 0.4 N s/m, as block_stick_slip has them. */
static double stribeck(double v) { return copysign(1.0 + 0.5 * exp(-v * v / 1e-6), v) + 0.4 * v; }

static void static_laws_give_their_closed_form(void **state)
{
    double falling[COUNT_V], level[COUNT_V];
    curve_of("stribeck", falling);
    curve_of("coulomb", level);
    for (int i = 0; i < COUNT_V; i++) {
        assert_float_equal(falling[i], stribeck(velocity[i]), 1e-15);
        assert_float_equal(level[i], copysign(1.0, velocity[i]) + 0.4 * velocity[i], 1e-15);
    }
}

static void bristles_settle_on_the_curve_of_the_static_law(void **state)
{
    double bristle[COUNT_V];
    curve_of("lugre", bristle);
    for (int i = 0; i < COUNT_V; i++) /* steps end where the force changes by 1e-12 of itself */
        assert_float_equal(bristle[i], stribeck(velocity[i]), 1e-9);
}

/* A bristle whose elements carry Fs when all of them slip is far above the curve where Fs is far above Fc,
 * and comes back to it only from steps shorter than its pre-sliding. */
static void elements_settle_on_the_curve_at_every_speed(void **state)
{
    static const char *const laws[] = {"leuven", "gms"};
    static const double levels[] = {1.0, 1.5, 30.0, 1e3}, powers[] = {0.5, 1.0, 2.0};
    for (int k = 0; k < 2 * 4 * 3; k++) {
        const double Fs = levels[k / 2 % 4];
        Block b;
        block_stick_slip(&b, laws[k % 2]);
        block_friction(&b, "Fs", Fs);
        if (k % 2 == 0)
            block_friction(&b, "n_z", powers[k / 8]);
        block_make(&b);
        for (double v = -100.0; v < -1e-6; v /= 3.0) {
            const double expected = -1.0 - (Fs - 1.0) * exp(-v * v / 1e-6) + 0.4 * v;
            double friction;
            stn_law_curve(b.system, 0, 1.0, &v, 1, &friction);
            CHECK(fabs(friction / expected - 1.0) < 1e-8, "%s, Fs %g, v %g: %g, not %g",
                  laws[k % 2], Fs, v, friction, expected);
        }
        block_end(&b);
    }
}

static void every_law_has_a_finite_curve(void **state)
{
    for (int k = 0; k < stn_law_count(); k++) {
        double friction[COUNT_V];
        curve_of(stn_law_at(k)->name, friction);
        for (int i = 0; i < COUNT_V; i++)
            assert_true(isfinite(friction[i]));
    }
}

/* Rest has the direction of the velocity before it. */
static void the_direction_at_rest_is_the_one_before(void **state)
{
    static const double v[] = {0.0, -1.0, 0.0};
    double friction[3];
    Block b;
    block_stick_slip(&b, "coulomb");
    block_make(&b);
    stn_law_curve(b.system, 0, 0.0, v, 3, friction);
    assert_true(friction[0] > 0.0);
    assert_true(friction[2] < 0.0);
    block_end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(static_laws_give_their_closed_form),
        cmocka_unit_test(bristles_settle_on_the_curve_of_the_static_law),
        cmocka_unit_test(elements_settle_on_the_curve_at_every_speed),
        cmocka_unit_test(every_law_has_a_finite_curve),
        cmocka_unit_test(the_direction_at_rest_is_the_one_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
