/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Models from a shared object through the public function: docs/examples/own_law.c as one. */
#include "stiction/scenario.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define PLUGIN STN_BUILD_DIR "/tests/plugin_own_law.so"

static void a_law_is_added_to_the_catalogue(void **state)
{
    StnCatalog catalog = {.nlaw = 0};
    StnError error = {.status = STN_OK};
    if (stn_plugin_load(&catalog, PLUGIN, &error) != STN_OK)
        fail_msg("%s: %s", error.file, error.text);
    assert_int_equal(catalog.nlaw, 1);
    assert_int_equal(catalog.nplant, 0);
    assert_non_null(stn_catalog_law(&catalog, "wearing"));
    assert_non_null(stn_catalog_law(&catalog, "lugre"));
    stn_plugin_free(&catalog);
    assert_int_equal(catalog.nlaw, 0);
    assert_null(stn_catalog_law(&catalog, "wearing"));
}

static void a_mistake_leaves_the_catalogue_as_it_was(void **state)
{
    StnCatalog catalog = {.nlaw = 0};
    StnError error = {.status = STN_OK};
    assert_int_equal(stn_plugin_load(&catalog, PLUGIN, NULL), STN_OK);
    const StnLaw *const *before = catalog.laws;
    assert_int_equal(stn_plugin_load(&catalog, PLUGIN, &error), STN_BAD_INPUT);
    assert_string_equal(error.text, "there is a law \"wearing\" already");
    assert_string_equal(error.file, PLUGIN);
    assert_ptr_equal(catalog.laws, before);
    assert_int_equal(catalog.nlaw, 1);
    stn_plugin_free(&catalog);
}

static void a_file_that_is_none_is_refused(void **state)
{
    StnCatalog catalog = {.nlaw = 0};
    StnError error = {.status = STN_OK};
    assert_int_equal(stn_plugin_load(&catalog, "no/such/file.so", &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "no/such/file.so"));
    assert_int_equal(stn_plugin_load(&catalog, "no-such-file.so", NULL), STN_BAD_INPUT);
    assert_int_equal(catalog.nlaw, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_law_is_added_to_the_catalogue),
        cmocka_unit_test(a_mistake_leaves_the_catalogue_as_it_was),
        cmocka_unit_test(a_file_that_is_none_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
