/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "fmu_sequences.h"

static void a_hundred_thousand_random_calls_have_the_right_status(void **state)
{
    run_sequences(1, 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hundred_thousand_random_calls_have_the_right_status)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
