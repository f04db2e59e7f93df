/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Systems, signals and parameter blocks as C text.  That the text compiles and gives the same bits is what the tests
 * one_hash show, whose definitions stn_def_code writes; here: what it holds and what it refuses. */
#include "build_block.h"

static void begin_pull(Block *b)
{
    block_begin(b, "stribeck");
    block_choose(b, "drive", "spring");
    block_set(b, "K", 0.1 + 0.2); /* 0.30000000000000004 */
    block_input(b, "y", stn_signal_ramp(0.1, 0.0, 0.0, INFINITY));
}

static void numbers_keep_all_their_bits(void **state)
{
    StnError error = {0};
    const double times[] = {0.0, 1e-3, 2.0}, values[] = {-0.0, 1.0 / 3.0, 1e300};
    StnSignal *parts[] = {
        stn_signal_table(times, values, 3, true),
        stn_signal_multisine((StnSineTerm[]){{1.0, 50.0, 0.0}, {2.0, 60.0, 0.1}}, 2),
        stn_signal_table(times, values, 2, false)};
    StnSignal *sum = stn_signal_sum(parts, 3);
    char *text = stn_signal_code(sum, "wave", &error);
    assert_non_null(text);
    assert_non_null(strstr(
        text, "static const double wave_values_0[] = {\n    -0.0, 0.3333333333333333, 1e300};"));
    assert_non_null(strstr(text, "stn_signal_table(wave_times_0, wave_values_0, 3, true)"));
    assert_non_null(strstr(text, "stn_signal_table(wave_times_1, wave_values_1, 2, false)"));
    assert_non_null(strstr(text, "stn_signal_sine(2.0, 60.0, 0.1, 0.0, -INFINITY)"));
    stn_text_free(text);
    stn_signal_free(sum);
}

static void a_definition_says_all_that_was_given(void **state)
{
    Block b;
    StnError error = {0};
    begin_pull(&b);
    b.def.seed = UINT64_MAX;
    char *text = stn_def_code(&b.def, "model", &error),
         *again = stn_def_code(&b.def, "model", &error);
    assert_non_null(text);
    assert_string_equal(text, again);
    const char *parts[] = {"#include \"stiction_core.h\"",
                           "bool model_def(StnSystemDef *def)",
                           "StnSystem *model_new(StnError *error)",
                           "0.30000000000000004",
                           "stn_signal_ramp(0.1, 0.0, 0.0, INFINITY)",
                           "stn_catalog_law(NULL, \"stribeck\")",
                           "def->seed = 18446744073709551615u;",
                           "def->solver.rtol = 1e-9;",
                           "def->solver.max_events = 10000000;"};
    for (int k = 0; k < COUNT(parts); k++)
        CHECK(strstr(text, parts[k]) != NULL, "no %s in\n%s", parts[k], text);
    stn_text_free(text), stn_text_free(again);
    block_make(&b);
    block_end(&b);
}

static void a_name_cannot_end_its_string(void **state)
{
    StnError error = {0};
    StnGiven given = stn_given_make("a\"b\\", (double[]){1.0}, 1);
    StnSystemDef def = stn_default_system_def(stn_catalog_plant(NULL, "block"));
    def.given = &given, def.ngiven = 1;
    char *text = stn_def_code(&def, "model", &error);
    assert_non_null(text);
    assert_non_null(strstr(text, "{\"a\\042b\\134\", 1, {1.0}, NULL, 0, 0}"));
    stn_text_free(text);
}

static void models_from_outside_and_bad_names_are_refused(void **state)
{
    StnError error = {0};
    StnLaw law = *stn_catalog_law(NULL, "coulomb");
    StnSystemDef def = stn_default_system_def(stn_catalog_plant(NULL, "block"));
    assert_null(stn_def_code(&def, "2 words", &error));
    assert_int_equal(error.status, STN_BAD_INPUT);
    error = (StnError){0};
    assert_null(stn_def_code(&def, "double", &error));
    assert_non_null(strstr(error.text, "a word of C"));
    error = (StnError){0};
    law.name = "mine", def.site[0].law = &law;
    assert_null(stn_def_code(&def, "model", &error));
    assert_non_null(strstr(error.text, "\"mine\" is not built in"));
    stn_def_set(&def, "parameters.nothing", 1.0);
    def.site[0].law = NULL;
    assert_null(stn_def_code(&def, "model", &error));
    assert_non_null(strstr(error.text, "nothing"));
    stn_def_free(&def);
}

/* Only what was set in the block stands there; what follows from it is derived again. */
static void a_block_says_what_was_set_in_it(void **state)
{
    Block b;
    StnError error = {0};
    StnAddress Fs;
    begin_pull(&b);
    block_make(&b);
    void *block = malloc(stn_params_size(b.system));
    stn_params_copy(b.system, block);
    char *text = stn_params_code(b.system, block, "numbers", &error);
    assert_non_null(text);
    assert_null(strstr(text, "friction."));
    stn_text_free(text);
    assert_int_equal(stn_address(b.system, "friction.contact.Fs.forward", &Fs, &error), STN_OK);
    assert_int_equal(stn_params_set(b.system, block, Fs, 1.75, &error), STN_OK);
    assert_int_equal(stn_params_finish(b.system, block, &error), STN_OK);
    text = stn_params_code(b.system, block, "numbers", &error);
    assert_non_null(text);
    assert_non_null(strstr(text, "1.75}, /* friction.contact.Fs.forward */"));
    assert_non_null(strstr(
        text, "static StnStatus numbers(const StnSystem *system, void *block, StnError *error)"));
    stn_text_free(text);
    free(block);
    block_end(&b);
}

static void the_core_is_there_as_files(void **state)
{
    const char *names[] = {"stiction_core.c", "stiction_core.h", "stiction_core_complex.c"};
    assert_int_equal(stn_core_file_count(), COUNT(names));
    for (int k = 0; k < COUNT(names); k++) {
        const StnCoreFile file = stn_core_file_at(k);
        assert_string_equal(file.name, names[k]);
        assert_int_equal(strlen(file.text), file.size);
        assert_non_null(strstr(file.text, "Made by tools/amalgamate"));
    }
    assert_null(stn_core_file_at(-1).name);
    assert_null(stn_core_file_at(COUNT(names)).name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_keep_all_their_bits),
        cmocka_unit_test(a_definition_says_all_that_was_given),
        cmocka_unit_test(a_name_cannot_end_its_string),
        cmocka_unit_test(models_from_outside_and_bad_names_are_refused),
        cmocka_unit_test(a_block_says_what_was_set_in_it),
        cmocka_unit_test(the_core_is_there_as_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
