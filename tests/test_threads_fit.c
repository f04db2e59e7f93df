/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A fit on several threads, under the thread sanitizer too: starts and slopes share nothing that they write. */
#include "fit_bench.h"

static StnFitResult one, four; /* large */

static void starts_and_slopes_on_four_threads_give_the_bits_of_one(void **state)
{
    Bench bench;
    StnFreeParameter list[8];
    StnError error = {0};
    bench_begin(&bench, "coulomb", "Fs=6 Fc=5 sigma2=8");
    bench_measure(&bench, 1e-5);
    bench.run.rows = 500;
    StnFitDef def = stn_default_fit_def(&bench.run, 1, list, free_words("m=1.2 Fc=4 Fs=7", list));
    def.starts = 4;
    def.threads = 1;
    StnStatus status = stn_fit(&def, &one, &error);
    CHECK(status == STN_OK, "%s", error.text);
    def.threads = 4;
    status = stn_fit(&def, &four, &error);
    CHECK(status == STN_OK, "%s", error.text);
    for (int i = 0; i < one.nparam; i++) {
        assert_memory_equal(&one.param[i].value, &four.param[i].value, sizeof(double));
        assert_memory_equal(&one.param[i].std, &four.param[i].std, sizeof(double));
    }
    stn_fit_result_free(&one);
    stn_fit_result_free(&four);
    bench_end(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts_and_slopes_on_four_threads_give_the_bits_of_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
