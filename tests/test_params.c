/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Blocks of numbers: what is refused, and questions beyond the end of a list. */
#include "build_block.h"

/* A block on a spring whose end moves by this signal. */
static StnSystem *pulled_by(StnSignal *signal, double duration, StnError *error)
{
    StnSystemDef def = stn_system_def("block", NULL);
    stn_def_set_word(&def, "options.drive", "spring");
    stn_def_set(&def, "duration", duration);
    stn_def_set_input(&def, "y", signal);
    StnSystem *system = stn_system_new(&def, error);
    stn_def_free(&def);
    return system;
}

static StnStatus set_and_finish(const StnSystem *system, const char *path, double value,
                                StnError *error)
{
    void *block = malloc(stn_params_size(system));
    StnAddress address;
    stn_params_copy(system, block);
    assert_int_equal(stn_address(system, path, &address, error), STN_OK);
    StnStatus status = stn_params_set(system, block, address, value, error);
    if (!status)
        status = stn_params_finish(system, block, error);
    free(block);
    return status;
}

static void finish_refuses_signals_that_a_new_system_refuses(void **state)
{
    static const char text[] = "ramp: the end lies before the start";
    StnError error = {0};
    StnSignal *parts[] = {stn_signal_constant(0.0), stn_signal_ramp(0.1, 0.0, 1.0, 5.0)};
    StnSystem *system = pulled_by(stn_signal_ramp(0.1, 0.0, 1.0, 5.0), 10.0, &error);
    StnSystem *sum = pulled_by(stn_signal_sum(parts, 2), 10.0, &error);
    assert_true(system && sum);
    assert_int_equal(set_and_finish(system, "inputs.y.ramp.end", 4.0, &error), STN_OK);
    assert_int_equal(set_and_finish(system, "inputs.y.ramp.end", 0.5, &error), STN_BAD_INPUT);
    CHECK(strstr(error.text, text) != NULL, "%s", error.text);
    assert_string_equal(error.path, "inputs.y.ramp.end");
    assert_int_equal(set_and_finish(sum, "inputs.y.2.ramp.start", 6.0, &error), STN_BAD_INPUT);
    CHECK(strstr(error.text, text) != NULL, "%s", error.text);
    stn_system_free(system), stn_system_free(sum);
    error = (StnError){0};
    assert_null(pulled_by(stn_signal_ramp(0.1, 0.0, 5.0, 1.0), 10.0, &error));
    CHECK(strstr(error.text, text) != NULL, "%s", error.text);
}

static void finish_refuses_a_run_that_would_never_end(void **state)
{
    StnError error = {0};
    StnSystem *system = pulled_by(stn_signal_pulses(0.0, 1.0, 0.1, 0.5, 0.0), 10.0, &error);
    assert_non_null(system);
    assert_int_equal(set_and_finish(system, "inputs.y.pulses.period", 0.2, &error), STN_OK);
    assert_int_equal(set_and_finish(system, "inputs.y.pulses.period", 1e-12, &error),
                     STN_BAD_INPUT);
    CHECK(strstr(error.text, "the period of input y = 1e-12 s makes 1e+13 periods") != NULL, "%s",
          error.text);
    stn_system_free(system);
}

static void ranges_are_written_in_words(void **state)
{
    StnError error = {0};
    StnSystem *system = pulled_by(stn_signal_pulses(0.0, 1.0, 0.1, 0.5, 0.0), 10.0, &error);
    assert_non_null(system);
    assert_int_equal(set_and_finish(system, "inputs.y.pulses.period", 0.0, &error), STN_BAD_INPUT);
    assert_string_equal(error.text,
                        "inputs.y.pulses.period = 0 is out of range; allowed: more than "
                        "0 s, and finite");
    assert_int_equal(set_and_finish(system, "parameters.m", -1.0, &error), STN_BAD_INPUT);
    CHECK(strstr(error.text, "allowed: 1e-9 kg to") != NULL, "%s", error.text);
    stn_system_free(system);
    StnSystemDef def = stn_system_def("block", NULL);
    stn_def_set(&def, "parameters.m", -1.0);
    assert_null(stn_system_new(&def, &error));
    CHECK(strstr(error.text, "m = -1 is out of range; allowed: 1e-9 kg to") != NULL, "%s",
          error.text);
    stn_def_free(&def);
}

static void beyond_the_end_of_a_list_there_is_nothing(void **state)
{
    char path[64] = "full";
    StnError error = {0};
    StnSystem *system = pulled_by(stn_signal_constant(0.0), 10.0, &error);
    double *block = malloc(stn_params_size(system));
    stn_params_copy(system, block);
    StnAddress places[] = {stn_address_at(system, stn_address_count(system)),
                           stn_address_at(system, -1),
                           {10000, -1},
                           {0, 1},
                           {0, 10000}};
    for (int i = 0; i < COUNT(places); i++) {
        const StnAddressInfo info = stn_address_info(system, places[i]);
        assert_string_equal(info.name, "");
        assert_true(isnan(info.value) && !info.tunable);
        assert_string_equal(stn_address_path(system, places[i], path, sizeof path), "");
        assert_int_equal(stn_params_set(system, block, places[i], 1.0, &error), STN_BAD_INPUT);
    }
    const int past[] = {-1, 10000};
    for (int i = 0; i < COUNT(past); i++) {
        assert_string_equal(stn_system_column_at(system, past[i]).name, "");
        assert_string_equal(stn_system_note_at(system, past[i]).text, "");
        assert_null(stn_system_value_at(system, 0, past[i]).param);
        assert_null(stn_system_value_at(system, -1, past[i]).param);
        assert_null(stn_system_law(system, past[i]));
        assert_true(isnan(stn_system_friction(system, past[i], "Fs", 0)));
        assert_true(isnan(stn_system_friction(system, 0, "Fc", past[i])));
        assert_true(!stn_law_at(past[i]) && !stn_plant_at(past[i]));
        assert_true(!stn_catalog_law_at(NULL, past[i]) && !stn_catalog_plant_at(NULL, past[i]));
        assert_null(stn_friction_parameter_at(past[i]));
    }
    assert_int_equal(stn_system_value_count(system, 10000), 0);
    free(block);
    stn_system_free(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finish_refuses_signals_that_a_new_system_refuses),
        cmocka_unit_test(finish_refuses_a_run_that_would_never_end),
        cmocka_unit_test(ranges_are_written_in_words),
        cmocka_unit_test(beyond_the_end_of_a_list_there_is_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
