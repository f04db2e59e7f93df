/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Libraries that are loaded when they are first needed: the C mathematics library stands for them, since every
 * machine has it. */
#include "modules/shared_library.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define FUNCTIONS(X) X(cos) X(hypot)

typedef struct Functions {
    FUNCTIONS(STN_LIBRARY_POINTER)
} Functions;

static const char *const functions[] = {FUNCTIONS(STN_LIBRARY_NAME)};

static void a_table_has_the_functions_and_is_made_once(void **state)
{
    static StnSharedLibrary library = {"a test", "libc6", {"libm.so.6"}, functions, 2, NULL};
    const void *table, *again;
    StnError error;
    assert_int_equal(stn_library_table(&library, &table, &error), STN_OK);
    assert_int_equal(stn_library_table(&library, &again, &error), STN_OK);
    assert_ptr_equal(table, again);
    const Functions *call = table;
    assert_true(call->cos(0.0) == 1.0 && call->hypot(3.0, 4.0) == 5.0);
}

static void a_missing_library_is_named_with_its_package(void **state)
{
    StnSharedLibrary library = {
        "reading such files", "libabsent-dev", {"libabsent.so.7"}, functions, 2, NULL};
    const void *table;
    StnError error;
    assert_int_equal(stn_library_table(&library, &table, &error), STN_UNAVAILABLE);
    assert_null(table);
    assert_non_null(strstr(error.text, "reading such files needs libabsent.so.7, which cannot be "
                                       "loaded (Debian package libabsent-dev): "));
}

static void a_missing_function_is_named(void **state)
{
    static const char *const wanted[] = {"cos", "no_such_function"};
    StnSharedLibrary library = {"a test", "libc6", {"libm.so.6"}, wanted, 2, NULL};
    const void *table;
    StnError error;
    assert_int_equal(stn_library_table(&library, &table, &error), STN_UNAVAILABLE);
    assert_null(table);
    assert_non_null(strstr(error.text, "needs the function no_such_function, which libm.so.6 does "
                                       "not have (Debian package libc6"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_has_the_functions_and_is_made_once),
        cmocka_unit_test(a_missing_library_is_named_with_its_package),
        cmocka_unit_test(a_missing_function_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
