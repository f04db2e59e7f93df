/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Texts on their way in and out: UTF-8, quotes in messages, JSON, names for MATLAB, paths. */
#include "io/file_identity.h"
#include "io/json_text.h"
#include "io/matlab_name.h"
#include "io/page.h"
#include "io/utf8.h"
#include "io_support.h"
#include "scenario/quote.h"
#include "stiction/stiction.h"

#include <fcntl.h>

/* ---- UTF-8 ---- */

/* Well-formed and ill-formed sequences of Unicode 15, tables 3-6 and 3-7; one of the latter is Latin-1. */
static void what_is_not_utf8_is_latin_1(void **state)
{
    static const struct {
        const char *text;
        uint32_t code;
        int taken;
    } cases[] = {
        {"a", 'a', 1},
        {"\xc2\xb5", 0xb5, 2},
        {"\xe2\x82\xac", 0x20ac, 3},
        {"\xf0\x9d\x84\x9e", 0x1d11e, 4},
        {"\x80", 0x80, 1},             /* goes on, but nothing began */
        {"\xc1\xbf", 0xc1, 1},         /* longer than needed */
        {"\xe0\x9f\xbf", 0xe0, 1},     /* longer than needed */
        {"\xf0\x8f\xbf\xbf", 0xf0, 1}, /* longer than needed */
        {"\xed\xa0\x80", 0xed, 1},     /* half of a pair */
        {"\xf4\x90\x80\x80", 0xf4, 1}, /* beyond the last one */
        {"\xf5\x80\x80\x80", 0xf5, 1}, /* beyond the last one */
        {"\xff", 0xff, 1},
        {"\xe2\x82", 0xe2, 1}, /* cut */
        {"\xe2x\xac", 0xe2, 1},
        {"\xe2\x82x", 0xe2, 1},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *at = cases[i].text, *end = at + strlen(at);
        const uint32_t code = stn_utf8_next(&at, end);
        if (code != cases[i].code || at - cases[i].text != cases[i].taken) {
            fail_msg("case %zu: %#x, %d bytes", i, code, (int)(at - cases[i].text));
        }
    }
}

static void a_copy_is_valid_and_cut_between_characters(void **state)
{
    char out[6];
    const char text[] = "a\xb5\xe2\x82\xac";
    stn_utf8_copy(text, text + sizeof text - 1, out, sizeof out);
    assert_string_equal(out, "a\xc2\xb5");
    assert_int_equal(stn_utf8_length(text, text + sizeof text - 1), 3);
    char *copy = stn_utf8_duplicate("\xb5\xb5");
    assert_string_equal(copy, "\xc2\xb5\xc2\xb5");
    free(copy);
    copy = stn_utf8_duplicate(NULL);
    assert_string_equal(copy, "");
    free(copy);
    assert_int_equal(stn_utf8_put(0x1d11e, out), 4);
    assert_memory_equal(out, "\xf0\x9d\x84\x9e", 4);
}

/* A quote is short, on one line, and cut between characters. */
static void a_quote_is_short_and_harmless(void **state)
{
    char text[100];
    assert_string_equal(stn_quote_all("m/s\t\n\x7f").text, "m/s???");
    memset(text, 'a', sizeof text);
    const StnQuote cut = stn_quote(text, sizeof text);
    assert_int_equal(strlen(cut.text), 60);
    assert_string_equal(cut.text + 57, "...");
    for (int i = 0; i < 99; i += 3) {
        memcpy(text + i, "\xe2\x82\xac", 3);
    }
    assert_int_equal(strlen(stn_quote(text, 99).text), 57 + 3);
    for (int i = 0; i < 99; i += 3) {
        memcpy(text + 1 + i, "\xe2\x82\xac", 3);
    }
    const StnQuote shifted = stn_quote(text, 100); /* 57 lies within a character */
    assert_int_equal(strlen(shifted.text), 55 + 3);
    assert_memory_equal(shifted.text + 52, "\xe2\x82\xac...", 6);
}

/* ---- JSON ---- */

static void json_is_valid_whatever_the_text(void **state)
{
    size_t length;
    FILE *file = fopen(in_folder("t.json"), "w");
    StnJsonText json = {.out = file};
    stn_json_open_map(&json, NULL);
    stn_json_put_text(&json, "a\"b", "q\"\\\n\t\x01\xc2\xb5\xb5\xed\xa0\x80.");
    stn_json_put_text(&json, "none", NULL);
    stn_json_open_list(&json, "numbers");
    stn_json_put_number(&json, NULL, 0.1);
    stn_json_put_number(&json, NULL, NAN);
    stn_json_put_number(&json, NULL, INFINITY);
    stn_json_put_number(&json, NULL, -INFINITY);
    stn_json_close(&json);
    stn_json_open_map(&json, "empty");
    stn_json_close(&json);
    stn_json_put_flag(&json, "yes", true);
    stn_json_put_flag(&json, "no", false);
    stn_json_put_count(&json, "most", UINT64_MAX);
    stn_json_close(&json);
    fclose(file);
    char *text = contents(in_folder("t.json"), &length);
    assert_string_equal(text, "{\n"
                              "  \"a\\\"b\": \"q\\\"\\\\\\n\\u0009\\u0001\xc2\xb5\xc2\xb5"
                              "\xc3\xad\xc2\xa0\xc2\x80.\",\n"
                              "  \"none\": null,\n"
                              "  \"numbers\": [\n"
                              "    0.1,\n"
                              "    null,\n"
                              "    \"inf\",\n"
                              "    \"-inf\"\n"
                              "  ],\n"
                              "  \"empty\": {},\n"
                              "  \"yes\": true,\n"
                              "  \"no\": false,\n"
                              "  \"most\": 18446744073709551615\n"
                              "}\n");
    free(text);
}

/* ---- Names for MATLAB ---- */

static void names_are_ones_that_matlab_takes(void **state)
{
    static const struct {
        const char *name, *expected;
    } cases[] = {
        {"x", "x"},           {"X_2", "X_2"},       {"2nd", "x2nd"},
        {"", "x_2"},          {"x", "x_3"},         {"x", "x_4"},
        {"end", "end_2"},     {"units", "units_2"}, {"a b\xc2\xb5", "a_b_"},
        {"p[bar]", "p_bar_"}, {"~z", "x_z"},        {"Z{", "Z_"},
    };
    StnColumnInfo column[COUNT(cases) + 1];
    StnMatlabName name[COUNT(cases) + 1];
    memset(column, 0, sizeof column);
    for (size_t i = 0; i < COUNT(cases); i++) {
        snprintf(column[i].name, sizeof column[i].name, "%s", cases[i].name);
    }
    memset(column[COUNT(cases)].name, 'n', sizeof column[0].name - 1);
    stn_matlab_names(column, COUNT(column), name);
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_string_equal(name[i], cases[i].expected);
    }
    assert_true(strlen(name[COUNT(cases)]) <= 63); /* namelengthmax */
}

/* ---- Sheets, solvers ---- */

static void sheets_have_names(void **state)
{
    assert_non_null(stn_sheet("A4"));
    assert_non_null(stn_sheet("letter"));
    assert_true(stn_sheet("A5")->width < stn_sheet("A3")->width);
    assert_null(stn_sheet("A0"));
}

static void the_solver_is_described(void **state)
{
    static const struct {
        StnMethod method;
        bool adapted;
        const char *text;
    } cases[] = {
        {STN_METHOD_EVENT, false, "event engine, rtol 1e-6"},
        {STN_METHOD_SUNDIALS, false, "SUNDIALS, rtol 1e-6"},
        {STN_METHOD_FIXED, false, "fixed step, dt 0.25 s"},
        {STN_METHOD_FIXED, true, "fixed step, dt 0.25 s (adapted)"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        StnSystemDef def = stn_default_system_def(stn_catalog_plant(NULL, "block"));
        StnError error = {0};
        char text[80];
        def.site[0].law = stn_catalog_law(NULL, "coulomb");
        def.solver.method = cases[i].method;
        def.solver.rtol = 1e-6, def.solver.h_max = 0.25;
        def.solver.dt = cases[i].adapted ? 0.0 : 0.25;
        for (int k = 0; k < def.plant->ninput; k++) {
            def.input[k] =
                strcmp(def.plant->inputs[k].name, "u") == 0 ? stn_signal_constant(0.0) : NULL;
        }
        StnSystem *system = stn_system_new(&def, &error);
        if (!system) {
            fail_msg("%s", error.text);
        }
        assert_string_equal(stn_solver_text(system, text, sizeof text), cases[i].text);
        stn_system_free(system);
    }
}

/* ---- Paths ---- */

static void touch(const char *name)
{
    FILE *file = fopen(in_folder(name), "w");
    assert_non_null(file);
    fclose(file);
}

static StnFileIdentity identity_of(const char *name, StnStatus expected)
{
    StnFileIdentity identity = {0};
    assert_int_equal(stn_file_identify(in_folder(name), &identity), expected);
    return identity;
}

static void a_file_is_the_same_however_its_path_is_written(void **state)
{
    touch("a");
    touch("b");
    assert_int_equal(symlink("a", in_folder("near")), 0);
    char target[300];
    snprintf(target, sizeof target, "%s", in_folder("a"));
    assert_int_equal(symlink(target, in_folder("far")), 0);
    assert_int_equal(symlink("new", in_folder("to_new")), 0);
    const StnFileIdentity a = identity_of("a", STN_OK), b = identity_of("b", STN_OK);
    const StnFileIdentity near = identity_of("near", STN_OK), far = identity_of("far", STN_OK);
    const StnFileIdentity dotted = identity_of("./a", STN_OK), new = identity_of("new", STN_OK);
    const StnFileIdentity to_new = identity_of("to_new", STN_OK);
    const StnFileIdentity other = identity_of("other", STN_OK);
    assert_true(stn_identity_same(&a, &near) && stn_identity_same(&a, &far) &&
                stn_identity_same(&a, &dotted));
    assert_false(stn_identity_same(&a, &b));
    assert_false(stn_identity_same(&a, &new));
    assert_true(stn_identity_same(&new, &to_new)); /* which will exist */
    assert_false(stn_identity_same(&new, &other));
}

static void a_path_that_leads_nowhere_has_no_identity(void **state)
{
    char *far = malloc(5000);
    assert_int_equal(symlink("turn", in_folder("round")), 0);
    assert_int_equal(symlink("round", in_folder("turn")), 0);
    identity_of("round", STN_NO_FILE);
    identity_of("nowhere/x", STN_NO_FILE);
    memset(far, 'a', 4999);
    strcpy(far + 4990, "/x");
    StnFileIdentity identity;
    assert_int_equal(stn_file_identify(far, &identity), STN_NO_FILE);
    free(far);
}

/* What is written to a device or a pipe cannot be read back from it. */
static void devices_and_pipes_are_never_the_same(void **state)
{
    StnFileIdentity a, b;
    assert_int_equal(stn_file_identify("/dev/null", &a), STN_OK);
    assert_int_equal(stn_file_identify("/dev/null", &b), STN_OK);
    assert_false(stn_identity_same(&a, &b));
    touch("a");
    const int file = open(in_folder("a"), O_RDONLY), before = dup(STDIN_FILENO);
    assert_int_equal(dup2(file, STDIN_FILENO), STDIN_FILENO);
    assert_int_equal(stn_file_identify("/dev/stdin", &a), STN_OK);
    if (before >= 0)
        dup2(before, STDIN_FILENO);
    close(before);
    close(file);
    b = identity_of("a", STN_OK);
    assert_true(stn_identity_same(&a, &b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_utf8_is_latin_1),
        cmocka_unit_test(a_copy_is_valid_and_cut_between_characters),
        cmocka_unit_test(a_quote_is_short_and_harmless),
        cmocka_unit_test_teardown(json_is_valid_whatever_the_text, clean_up),
        cmocka_unit_test(names_are_ones_that_matlab_takes),
        cmocka_unit_test(sheets_have_names),
        cmocka_unit_test(the_solver_is_described),
        cmocka_unit_test_teardown(a_file_is_the_same_however_its_path_is_written, clean_up),
        cmocka_unit_test_teardown(a_path_that_leads_nowhere_has_no_identity, clean_up),
        cmocka_unit_test_teardown(devices_and_pipes_are_never_the_same, clean_up),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
