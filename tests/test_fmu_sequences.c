/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "fmu_sequences.h"

static void random_calls_have_the_right_status(void **state) { run_sequences(1, 20000); }

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_calls_have_the_right_status)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
