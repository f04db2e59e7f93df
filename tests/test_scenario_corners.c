/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Corners of scenarios: states of laws in initial:, tables from files, signs in units, and texts that come back from
 * the resolved scenario as they were. */
#include "io_support.h"
#include "skip.h"
#include "stiction/stiction.h"

#define HEAD "plant: block\nduration: 1 s\n"
#define DRIVEN HEAD "inputs: {u: 1 N}\n"
#define CHAIN "plant: chain\nduration: 1 s\nparameters: {bodies: 2}\ninputs: {u: 0}\n"
#define BRISTLES CHAIN "friction: {body1: {law: lugre}, body2: {law: lugre}}\n"
#define ELEMENTS DRIVEN "friction: {contact: {law: gms, k: [100, 200], nu: [0.5, 0.5]}}\n"

static StnScenario *parse(const char *text, StnError *error)
{
    *error = (StnError){0};
    return stn_scenario_parse(text, strlen(text), in_folder("s.yaml"), NULL, error);
}

static void expect_good(const char *text)
{
    StnError error;
    StnScenario *scenario = parse(text, &error);
    if (!scenario) {
        fail_msg("%s\n%s", text, error.text);
    }
    stn_scenario_free(scenario);
}

static void expect_bad(const char *text, const char *fragment)
{
    StnError error;
    StnScenario *scenario = parse(text, &error);
    if (scenario || !strstr(error.text, fragment)) {
        fail_msg("no \"%s\" in \"%s\" for\n%s", fragment, error.text, text);
    }
}

/* ---- initial: ---- */

static double start_of(const StnSystemDef *def, const char *name)
{
    for (int i = 0; i < def->ninitial; i++) {
        if (strcmp(def->initial[i].name, name) == 0) {
            return def->initial[i].value[0];
        }
    }
    return NAN;
}

static void a_state_of_a_law_is_named_with_its_site_where_it_must_be(void **state)
{
    StnError error;
    StnScenario *scenario =
        parse(BRISTLES "initial: {body1.z: 1 urad, body2: {z: 2 urad}}\n", &error);
    if (!scenario) {
        fail_msg("%s", error.text);
    }
    const StnSystemDef def = stn_scenario_def(scenario);
    assert_true(start_of(&def, "body1.z") == 1e-6 && start_of(&def, "body2.z") == 2e-6);
    stn_scenario_free(scenario);
    expect_bad(BRISTLES "initial: {z: 1 urad}\n", "\"z\" is a state at 2 sites; write SITE.z");
    expect_bad(BRISTLES "initial: {body9.z: 1}\n", "\"body9.z\"");
    expect_bad(BRISTLES "initial: {body9: {z: 1}}\n", "\"body9\"");
    expect_bad(BRISTLES "initial: {body1: {w: 1}}\n", "\"w\"");
    expect_bad(BRISTLES "initial: {body1.z: 1, body1: {z: 2}}\n",
               "the initial value of \"body1.z\" appears twice");
    expect_good(DRIVEN "friction: {contact: {law: lugre}}\ninitial: {z: 1 um}\n");
}

static void elements_of_a_vector_state_are_numbered_from_1(void **state)
{
    expect_good(ELEMENTS "initial: {F1: 0.1 N, contact.F2: 0.2 N}\n");
    static const char *const wrong[] = {"F", "F0", "F11", "F01", "F1x", "F99999", "G1"};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        char text[400];
        snprintf(text, sizeof text, ELEMENTS "initial: {%s: 0.1 N}\n", wrong[i]);
        expect_bad(text, wrong[i]);
    }
}

/* ---- Tables ---- */

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(in_folder(name), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static const char *table(const char *entries)
{
    static char text[600];
    char path[300];
    snprintf(path, sizeof path, "%s", in_folder("t.csv"));
    snprintf(text, sizeof text, HEAD "inputs: {u: {table: {file: %s, %s}}}\n", path, entries);
    return text;
}

static double held_at(const char *entries, double t)
{
    StnError error;
    StnScenario *scenario = parse(table(entries), &error);
    if (!scenario) {
        fail_msg("%s: %s", entries, error.text);
    }
    const StnSystem *system = stn_scenario_system(scenario);
    int u = 0;
    while (strcmp(stn_system_plant(system)->inputs[u].name, "u") != 0) {
        u++;
    }
    const double value = stn_system_input(system, u, t).val;
    stn_scenario_free(scenario);
    return value;
}

static void a_table_is_linear_unless_it_holds(void **state)
{
    write_file("t.csv", "t [s],u [kN],p [Pa],q [nonsense],w\n0,0,1,1,0\n1,2,1,1,2\n2,2,1,1,2\n");
    static const char *const linear[] = {"column: u", "column: u, linear", "column: u, hold: false",
                                         "column: u, linear: true"};
    static const char *const hold[] = {"column: u, hold", "column: u, hold: true",
                                       "column: u, linear: false"};
    for (size_t i = 0; i < COUNT(linear); i++) {
        assert_true(held_at(linear[i], 0.5) == 1000.0);
    }
    for (size_t i = 0; i < COUNT(hold); i++) {
        assert_true(held_at(hold[i], 0.5) == 0.0);
    }
    assert_true(held_at("column: w, time: t", 1.5) == 2.0); /* no unit: taken as it is */
    expect_bad(table("column: u, hold, linear"), "either hold or linear, not both");
    expect_bad(table("column: u, hold: maybe"), "hold");
    expect_bad(table("column: u, linear: [1]"), "linear");
    expect_bad(table("column: t"), "the column \"t\" is the time itself");
    expect_bad(table("column: uu"), "column in the file: \"uu\"");
    expect_bad(table("column: u, time: tt"), "column in the file: \"tt\"");
    expect_bad(table("column: p"), "column \"p\" is in Pa, but N is needed");
    expect_bad(table("column: q"), "column \"q\": ");
    expect_bad(table("column: u, time: p"), "column \"p\" is in Pa, but s is needed");
    write_file("t.csv", "t [s],u [N]\n0,0\n1,2\n1,3\n");
    expect_bad(table("column: u"), "times must increase; row 3 does not");
    write_file("t.csv", "t [s],u [N]\n0,0\n1,nan\n2,3\n");
    expect_bad(table("column: u"), "column \"u\": row 2 is no number");
    write_file("t.csv", "t [s],u [N]\n");
    expect_bad(table("column: u"), "no");
}

static void a_table_that_ends_early_is_warned_about(void **state)
{
    StnError error;
    write_file("t.csv", "t [s],u [N]\n0,0\n0.5,2\n");
    StnScenario *scenario = parse(table("column: u"), &error);
    assert_non_null(scenario);
    bool warned = false;
    for (int i = 0; i < stn_scenario_warning_count(scenario); i++) {
        warned = warned || strstr(stn_scenario_warning_at(scenario, i), "the table ends at 0.5 s");
    }
    assert_true(warned);
    stn_scenario_free(scenario);
}

/* ---- Units in signs ---- */

static void signs_stand_for_units_and_powers(void **state)
{
    static const struct {
        const char *text, *same;
    } cases[] = {
        {"3 \xc2\xb5m", "3 um"},
        {"3 \xce\xbcm", "3 um"},
        {"3 \xc2\xb0", "3 deg"},
        {"3 \xc2\xba", "3 deg"},
        {"3 \xce\xa9", "3 Ohm"},
        {"3 \xe2\x84\xa6", "3 Ohm"},
        {"3 N\xc2\xb7m", "3 N*m"},
        {"3 N\xe2\x8b\x85m", "3 N*m"},
        {"3 N\xe2\x80\xa2m", "3 N*m"},
        {"3 N\xe2\x88\x99m", "3 N*m"},
        {"3 N\xc3\x97m", "3 N*m"},
        {"3 m\xc2\xb9", "3 m"},
        {"3 m\xc2\xb2", "3 m^2"},
        {"3 m\xc2\xb3", "3 m^3"},
        {"3 m\xe2\x81\xb4", "3 m^4"},
        {"3 s\xe2\x81\xbb\xc2\xb9", "3 s^-1"},
        {"3 s\xe2\x81\xba\xc2\xb2", "3 s^2"},
        {"3 m s\xe2\x81\xbb\xc2\xb2", "3 m/s^2"},
        {"3 m s-2", "3 m/s^2"},
        {"3 sqrt(mm)", "0.0948683298050513799599668 m^0.5"},
        {"3 1/sqrt(kPa)", "3 kPa^-0.5"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        StnDimension a, b;
        StnError error = {0};
        double x = NAN, y = NAN;
        bool bare;
        if (stn_unit_parse(cases[i].text, &x, &a, &bare, &error) != STN_OK) {
            fail_msg("%s: %s", cases[i].text, error.text);
        }
        assert_int_equal(stn_unit_parse(cases[i].same, &y, &b, &bare, &error), STN_OK);
        if (!(fabs(x - y) <= 2e-16 * y)) { /* half powers of ten are rounded */
            fail_msg("%s: %.17g instead of %.17g", cases[i].text, x, y);
        }
        assert_true(stn_dimension_fits(a, b));
    }
}

static void what_is_no_unit_is_said(void **state)
{
    static const char *const texts[] = {
        "3 m^",           "3 m^x", "3 m^99",  "3 m^0.3", "3 m\xe2\x81\xbb", "3 sqrt(m", "3 (m",
        "3 m)",           "3 /",   "3 m//s",  "3 m**2",  "3 \xff",          "3 Nmms",   "1e999 m",
        "3 \xe2\x82\xac", "3 m 2", "3 m^1e9", "3 Gm^40"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        StnDimension dimension;
        StnError error = {0};
        double value;
        bool bare;
        if (stn_unit_parse(texts[i], &value, &dimension, &bare, &error) == STN_OK ||
            !error.text[0]) {
            fail_msg("%s is read as %g", texts[i], value);
        }
    }
}

/* ---- Resolved ---- */

/* Resolving what was resolved changes nothing, and the description stands there as `written`. */
static void text_survives(const char *yaml, const char *written)
{
    char text[400], line[400];
    StnError error;
    snprintf(text, sizeof text, DRIVEN "description: %s\n", yaml);
    StnScenario *scenario = parse(text, &error);
    if (!scenario) {
        fail_msg("%s: %s", yaml, error.text);
    }
    snprintf(line, sizeof line, "\ndescription: %s\n", written);
    if (!strstr(stn_scenario_resolved(scenario), line)) {
        fail_msg("no \"%s\" in\n%s", line, stn_scenario_resolved(scenario));
    }
    StnScenario *again = parse(stn_scenario_resolved(scenario), &error);
    if (!again) {
        fail_msg("%s: %s\n%s", yaml, error.text, stn_scenario_resolved(scenario));
    }
    assert_non_null(strstr(stn_scenario_resolved(again), line));
    stn_scenario_free(scenario);
    stn_scenario_free(again);
}

static void every_text_comes_back_from_the_resolved_scenario(void **state)
{
    static const char *const plain[] = {
        "words_and 1.5/2 (a)*b^c+d-e%", "-1", "+a", "/a", ".a", "_a"};
    static const char *const quoted[] = {"\"null\"",
                                         "\"ends with blank \"",
                                         "\"-\"",
                                         "\"- a\"",
                                         "\"+ a\"",
                                         "\"a: b # c\"",
                                         "\"say \\\"no\\\" \\\\ back\"",
                                         "\"two\\nlines\"",
                                         "\"~\"",
                                         "\"\xc2\xb5 \xe2\x82\xac\"",
                                         "\"#\"",
                                         "\"@a\"",
                                         "\"`a\""};
    for (size_t i = 0; i < COUNT(plain); i++) {
        text_survives(plain[i], plain[i]);
    }
    for (size_t i = 0; i < COUNT(quoted); i++) {
        text_survives(quoted[i], quoted[i]);
    }
    text_survives("\"tab\\tbell\\x07\\x7f\"", "\"tab\\U00000009bell\\U00000007\\U0000007F\"");
    text_survives("\"\\u0085\\u00a0\\u2028\\u2029\\ufeff\"",
                  "\"\\U00000085\\U000000A0\\U00002028\\U00002029\\U0000FEFF\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_of_a_law_is_named_with_its_site_where_it_must_be),
        cmocka_unit_test(elements_of_a_vector_state_are_numbered_from_1),
        cmocka_unit_test_teardown(a_table_is_linear_unless_it_holds, clean_up),
        cmocka_unit_test_teardown(a_table_that_ends_early_is_warned_about, clean_up),
        cmocka_unit_test(signs_stand_for_units_and_powers),
        cmocka_unit_test(what_is_no_unit_is_said),
        cmocka_unit_test(every_text_comes_back_from_the_resolved_scenario),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
