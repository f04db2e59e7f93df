/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The 95 % intervals of fits hold the truth: a small part of tools/recovery.c, which counts 400
 * repetitions. */
#define RECOVERY_NO_MAIN
#include "../tools/recovery.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { REPETITIONS = 6 };

/* 6 repetitions of 4 laws, 1 of gms: 131 intervals, of which 95 % should hold the truth.  Those of one fit are not
 * independent, so that 85 % is a safe line: intervals half as wide would hold it in 67 %.  Nor may all be
 * far too wide: errors are of the size of the standard deviations, their mean square 1. */
static void intervals_hold_the_truth(void **state)
{
    int inside = 0, all = 0;
    double square = 0.0;
    (void)state;
    for (int i = 0; i < RECOVERY_CASES; i++) {
        RecoveryResult r = {.nparam = 0};
        RecoveryCase c = recovery_cases[i];
        bool slow = c.starts > 1; /* the tool takes its time, a test does not */
        int many = slow ? 1 : REPETITIONS;
        c.starts = slow ? 6 : 1;
        assert_true(recovery_run(&c, 0, many, &r));
        assert_int_equal(r.done, many);
        for (int k = 0; k < r.nparam; k++) {
            /* all of them outside, or errors of many standard deviations: not by chance */
            if ((r.done > 1 && r.inside[k] == 0) || r.square[k] > 16.0 * r.done)
                fail_msg("%s %s: %d of %d inside, mean square %g", c.law, r.name[k], r.inside[k],
                         r.done, r.square[k] / r.done);
            inside += r.inside[k], all += r.done, square += r.square[k];
        }
    }
    if (inside < 0.85 * all)
        fail_msg("%d of %d intervals hold the truth", inside, all);
    if (!(square > 0.4 * all && square < 2.0 * all))
        fail_msg("mean square of error over standard deviation: %g", square / all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(intervals_hold_the_truth)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
