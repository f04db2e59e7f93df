/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The 95 % intervals of inverse, curve and fit hold the truth: four small cells of tools/recovery.c, which counts
 * 200 runs of each of its cells. */
#define RECOVERY_NO_MAIN
#include "../tools/recovery.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* Every parameter within 90 ... 99 %, as far as so few runs tell (two standard deviations), no sign of Fs - Fc wrong,
 * and errors of the size of the deviations: intervals twice as wide or half as wide as they should be would give a
 * root mean square of 0.5 or 2, and of 12 independent numbers it scatters by 20 %. */
static void expect(const char *name, int runs)
{
    const RecoveryCell *cell = find_cell(name);
    RecoveryResult r = {.nparam = 0};
    assert_non_null(cell);
    assert_true(recovery_run(cell, 1, runs, false, &r));
    assert_int_equal(r.failed, 0);
    assert_int_equal(r.wrong_sign, 0);
    assert_true(r.nparam >= 4);
    for (int k = 0; k < r.nparam; k++) {
        const RecoveryCount *c = &r.param[k];
        const double rms = sqrt(c->square / c->all);
        if (c->all != runs || !holds(c, runs) || !(rms > 0.55 && rms < 1.6))
            fail_msg("%s %s: %d of %d hold the truth, %d withheld, rms %g deviations", name,
                     c->name, c->inside, c->all, c->withheld, rms);
    }
}

static void curve_holds_the_truth_with_a_noisy_velocity(void **state)
{
    (void)state;
    expect("curve-stairs-v0.5", 40);
}

static void inverse_holds_the_truth_with_coloured_noise(void **state)
{
    (void)state;
    expect("inverse-coulomb-coloured", 40);
}

static void fit_holds_the_truth_with_pre_sliding(void **state)
{
    (void)state;
    expect("fit-dahl-16bit", 12);
}

/* Position alone is matched and the loop's gains are free: all numbers scale together, and sigma2 + Kv counts
 * only.  With two such directions no interval is given, whatever the parts of a number in them. */
static void nothing_is_claimed_where_everything_scales(void **state)
{
    enum { RUNS = 5 };
    RecoveryResult r = {.nparam = 0};
    (void)state;
    assert_true(recovery_run(find_cell("fit-coulomb-ratios"), 1, RUNS, false, &r));
    assert_int_equal(r.nparam, 5);
    for (int k = 0; k < r.nparam; k++) {
        assert_int_equal(r.param[k].free, RUNS);
        assert_int_equal(r.param[k].claimed, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curve_holds_the_truth_with_a_noisy_velocity),
        cmocka_unit_test(inverse_holds_the_truth_with_coloured_noise),
        cmocka_unit_test(fit_holds_the_truth_with_pre_sliding),
        cmocka_unit_test(nothing_is_claimed_where_everything_scales),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
