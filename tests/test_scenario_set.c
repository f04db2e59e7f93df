/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What --set and --law change, and the sentences for those that do not work. */
#include "stiction/scenario.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static StnScenario *parse_with(const char *text, const char *name,
                               const StnScenarioOptions *options)
{
    StnError error = {0};
    char message[1400];
    StnScenario *scenario = stn_scenario_parse(text, strlen(text), name, options, &error);
    if (scenario == NULL)
        fail_msg("%s\n%s", text, stn_error_format(&error, message, sizeof message));
    return scenario;
}

static const char base_text[] =
    "title: base\nplant: block\nparameters: {m: 2 kg, K: 5 N/m}\n"
    "friction: {contact: {law: coulomb, Fs: {forward: 3 N, backward: 2 N}, Fc: 1 N, z_max: 1 um}}\n"
    "inputs: {u: {sine: {amplitude: 1 N, frequency: 1 Hz}}, load: 1 N}\n"
    "duration: 5 s\nrecord: {every: 1 s, columns: [x, v]}\n";

static void set_changes_any_value(void **state)
{
    static const StnOverride set[] = {
        {"friction.contact.Fs", "{forward: 5 N, backward: 6 N}"},
        {"friction.contact.Fc", "[2, 3]"},
        {"duration", "30"},
        {"parameters.m", "7kg"},
        {"inputs.u.sine.amplitude", "2 N"},
        {"inputs.load", "{step: {to: 3 N}}"},
        {"record.columns", "[FF]"},
        {"seed", "9"},
        {"parameters.K", "null"},
        {"solver.method", "fixed"},
        {"initial.contact.z", "1 um"},
    };
    static const char *const laws[] = {"contact=lugre"};
    const StnScenarioOptions options = {.set = set, .nset = COUNT(set), .law = laws, .nlaw = 1};
    StnScenario *scenario = parse_with(base_text, "base.yaml", &options);
    const StnSystem *system = stn_scenario_system(scenario);
    const char *resolved = stn_scenario_resolved(scenario);
    assert_true(stn_system_friction(system, 0, "Fs", 1) == 6.0);
    assert_true(stn_system_friction(system, 0, "Fc", 1) == 3.0);
    assert_true(stn_scenario_duration(scenario) == 30.0 && stn_scenario_seed(scenario) == 9);
    assert_true(stn_system_parameter(system, "m") == 7.0);
    assert_string_equal(stn_system_law(system, 0)->name, "lugre");
    assert_non_null(strstr(resolved, "sine: {amplitude: 2 N, frequency: 1 Hz"));
    assert_non_null(strstr(resolved, "step: {to: 3 N"));
    stn_scenario_free(scenario);
}

/* A factor or a part of the value that the scenario has without it, defaults and derived values included;
 * and paths that begin where they are unique. */
static void set_takes_factors_and_short_paths(void **state)
{
    static const StnOverride set[] = {
        {"sigma1", "*2"}, {"m", "150%"},        {"parameters.m", "*2"},
        {"Fs", " * 2 "},  {"duration", "50 %"}, {"sine.amplitude", "*3"},
        {"Kp", "200 %"},
    };
    static const char *const laws[] = {"contact=lugre"};
    const StnScenarioOptions plain = {.law = laws, .nlaw = 1};
    const StnScenarioOptions options = {.set = set, .nset = COUNT(set), .law = laws, .nlaw = 1};
    StnScenario *before = parse_with(base_text, "base.yaml", &plain);
    StnScenario *after = parse_with(base_text, "base.yaml", &options);
    const StnSystem *a = stn_scenario_system(before), *b = stn_scenario_system(after);
    assert_true(stn_system_parameter(b, "m") == 3.0 * stn_system_parameter(a, "m"));
    assert_true(stn_system_parameter(b, "Kp") == 2.0 * stn_system_parameter(a, "Kp"));
    assert_true(stn_scenario_duration(after) == 0.5 * stn_scenario_duration(before));
    for (int k = 0; k < 2; k++)
        assert_true(stn_system_friction(b, 0, "Fs", k) == 2.0 * stn_system_friction(a, 0, "Fs", k));
    assert_true(stn_system_input(b, 0, 0.25).val == 3.0 * stn_system_input(a, 0, 0.25).val);
    /* sigma1 is derived: 2*sqrt(sigma0*m).  The factor comes first and is that of the value before. */
    assert_true(stn_system_friction(b, 0, "sigma1", 0) ==
                2.0 * stn_system_friction(a, 0, "sigma1", 0));
    stn_scenario_free(before);
    stn_scenario_free(after);
}

static void set_and_law_errors_show_the_column(void **state)
{
    static const struct {
        StnOverride set;
        const char *law;
        int column;
        const char *fragment;
    } wrong[] = {
        {{"duration", "3 m"}, NULL, 10, "but duration is in s"},
        {{"duraton", "3"}, NULL, 1, "did you mean \"duration\"?"},
        {{"Fss", "3"}, NULL, 1, "did you mean \"friction.contact.Fs\"?"},
        {{"solver.method", "*2"}, NULL, 1, "has no number that it could multiply"},
        {{"contact.law", "50 %"}, NULL, 22, "unknown friction law"},
        {{"sensors.x.noise", "*2"}, NULL, 1, "has no number"},
        {{"duration", "+10%"}, NULL, 1, "110% for a tenth more"},
        {{"friction.contakt.Fs", "3"}, NULL, 10, "did you mean \"contact\"?"},
        {{"friction.contact.Fs", "[1 N, 2 m]"}, NULL, 27, "\"2 m\" is in m"},
        {{"friction.contact.Fs", "3 NN"}, NULL, 23, "unknown unit \"NN\""},
        {{"friction..Fs", "3"}, NULL, 10, "is not a path"},
        {{"", "3"}, NULL, 1, "is not a path"},
        {{"duration.x", "3"}, NULL, 1, "has no parts"},
        {{"base", "x"}, NULL, 1, "base cannot be set"},
        {{"plant", "eha"}, NULL, 7, "cannot become \"eha\""},
        {{"duration", "[1"}, NULL, 12, "not valid YAML"},
        {{"duration", ""}, NULL, 10, "duration has no value"},
        {{NULL, NULL}, "lugree", 1, "did you mean \"lugre\"?"},
        {{NULL, NULL}, "contact=lugree", 9, "did you mean \"lugre\"?"},
        {{NULL, NULL}, "kontact=lugre", 1, "did you mean \"contact\"?"},
    };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        StnError error = {0};
        const bool law = wrong[i].law != NULL;
        const StnScenarioOptions options = {
            .set = &wrong[i].set, .nset = !law, .law = &wrong[i].law, .nlaw = law};
        assert_null(
            stn_scenario_parse(base_text, strlen(base_text), "base.yaml", &options, &error));
        if (strstr(error.text, wrong[i].fragment) == NULL || error.column != wrong[i].column ||
            strcmp(error.file, law ? "--law" : "--set") != 0 || error.line != 1)
            fail_msg("%zu: %s:%d:%d: %s", i, error.file, error.line, error.column, error.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set_changes_any_value),
        cmocka_unit_test(set_takes_factors_and_short_paths),
        cmocka_unit_test(set_and_law_errors_show_the_column),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
