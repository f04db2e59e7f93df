/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Rows for figures: at both sides of events and dense near them, beside a record that stays as it was. */
#include "stiction/scenario.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static StnRecord run(const StnScenario *scenario, StnRecord *detail)
{
    const StnSystem *system = stn_scenario_system(scenario);
    StnRunDef def = stn_scenario_run_def(scenario);
    StnError error = {0};
    StnRecord record;
    void *memory = malloc(stn_state_size(system));
    assert_non_null(memory);
    def.detail = detail;
    if (stn_run(system, stn_state_init(system, memory), &def, &record, &error) != STN_OK)
        fail_msg("%s", error.text);
    free(memory);
    return record;
}

/* The detail changes nothing in the record, whose rows all are in it too. */
static void the_record_stays_as_it_was(void **state)
{
    static const char *const names[] = {"block-stick-slip", "eha-step", "chain-two-mass",
                                        "clutch-step-play"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        StnScenario *scenario = stn_scenario_load(names[n], NULL, NULL);
        StnRecord detail, plain = run(scenario, NULL), both = run(scenario, &detail);
        assert_int_equal(plain.rows, both.rows);
        assert_int_equal(plain.nevent, both.nevent);
        assert_true(detail.rows > both.rows && detail.ncolumn == both.ncolumn);
        for (int c = 0; c < plain.ncolumn; c++)
            assert_memory_equal(plain.data[c], both.data[c], plain.rows * sizeof(double));
        size_t at = 0;
        for (size_t i = 0; i < both.rows; i++) {
            while (at < detail.rows && detail.data[0][at] < both.data[0][i])
                at++;
            assert_true(at < detail.rows && detail.data[0][at] == both.data[0][i]);
        }
        for (size_t i = 1; i < detail.rows; i++)
            assert_true(detail.data[0][i] > detail.data[0][i - 1]);
        stn_record_free(&plain);
        stn_record_free(&both);
        stn_record_free(&detail);
        stn_scenario_free(scenario);
    }
}

/* Largest friction in the half second before a time. */
static double peak_before(const StnRecord *record, double t)
{
    const int column = stn_record_column(record, "FF");
    double peak = 0.0;
    for (size_t i = 0; i < record->rows; i++)
        if (record->data[0][i] > t - 0.5 && record->data[0][i] < t)
            peak = fmax(peak, record->data[column][i]);
    return peak;
}

/* Under the Stribeck law friction rises to the static level, 1.5 N, before every stop.  Rows each 50 ms see
 * some of it by accident; the detail sees all of it at every stop. */
static void every_stop_shows_the_static_level(void **state)
{
    StnScenario *scenario = stn_scenario_load("block-stick-slip", NULL, NULL);
    StnRecord detail, record = run(scenario, &detail);
    int stops = 0, missed = 0;
    for (size_t k = 1; k < record.nevent; k++) {
        if (record.event[k].kind != STN_EVENT_STICK)
            continue;
        stops++;
        missed += peak_before(&record, record.event[k].t) < 1.4;
        if (!(fabs(peak_before(&detail, record.event[k].t) - 1.5) < 1e-3))
            fail_msg("stop at %g s: %g N", record.event[k].t,
                     peak_before(&detail, record.event[k].t));
    }
    assert_true(stops >= 14 && missed > 0);
    stn_record_free(&record);
    stn_record_free(&detail);
    stn_scenario_free(scenario);
}

/* The largest distance of the rows of `fine` from the broken line through the rows of `coarse`, as a part of the
 * range of `fine`: what a figure drawn from `coarse` leaves out. */
static double left_out(const StnRecord *coarse, const StnRecord *fine, const char *name)
{
    const int c = stn_record_column(coarse, name), f = stn_record_column(fine, name);
    double most = 0.0, low = INFINITY, high = -INFINITY;
    size_t k = 1;
    assert_true(c > 0 && f > 0);
    for (size_t i = 0; i < fine->rows; i++) {
        const double t = fine->data[0][i], value = fine->data[f][i];
        while (k + 1 < coarse->rows && coarse->data[0][k] < t)
            k++;
        const double *tc = coarse->data[0], *yc = coarse->data[c];
        const double line = yc[k - 1] + (t - tc[k - 1]) / (tc[k] - tc[k - 1]) * (yc[k] - yc[k - 1]);
        most = fmax(most, fabs(value - line));
        low = fmin(low, value);
        high = fmax(high, value);
    }
    return most / (high - low);
}

/* LuGre has no stops in the log, and bends within milliseconds at the end of each slip: the detail of rows each
 * 50 ms follows a run recorded each 1 ms, which the rows themselves do not. */
static void a_law_without_events_is_followed_between_rows(void **state)
{
    static const char *const law[] = {"lugre"};
    static const StnOverride every[] = {{"record.every", "1ms"}};
    const StnScenarioOptions options = {.law = law, .nlaw = 1};
    const StnScenarioOptions fine_options = {.law = law, .nlaw = 1, .set = every, .nset = 1};
    StnScenario *scenario = stn_scenario_load("block-stick-slip", &options, NULL);
    StnScenario *fine_scenario = stn_scenario_load("block-stick-slip", &fine_options, NULL);
    StnRecord detail, record = run(scenario, &detail), fine = run(fine_scenario, NULL);
    const double of_rows = left_out(&record, &fine, "FF");
    const double of_detail = left_out(&detail, &fine, "FF");
    if (!(of_rows > 0.1 && of_detail < 0.02))
        fail_msg("left out: %g of the range by rows, %g by the detail", of_rows, of_detail);
    stn_record_free(&record);
    stn_record_free(&detail);
    stn_record_free(&fine);
    stn_scenario_free(scenario);
    stn_scenario_free(fine_scenario);
}

/* Both together; a record for which alone there is no room is refused. */
static void the_limit_of_memory_counts_the_detail(void **state)
{
    StnScenario *scenario = stn_scenario_load("block-stick-slip", NULL, NULL);
    const StnSystem *system = stn_scenario_system(scenario);
    StnRunDef def = stn_scenario_run_def(scenario);
    StnRecord detail, record = run(scenario, &detail);
    const size_t rows = record.rows, whole = detail.rows, row = (size_t)record.ncolumn * 8;
    void *memory = malloc(stn_state_size(system));
    stn_record_free(&record);
    stn_record_free(&detail);
    def.detail = &detail;
    for (size_t most = 2 * rows; most < rows + whole + 100; most += 97) {
        def.max_bytes = most * row;
        assert_int_equal(stn_run(system, stn_state_init(system, memory), &def, &record, NULL),
                         STN_OK);
        assert_int_equal(record.rows, rows);
        assert_true(detail.rows >= rows && record.rows + detail.rows <= most);
        assert_true(detail.rows == whole || most < rows + whole);
        stn_record_free(&record);
        stn_record_free(&detail);
    }
    def.max_bytes = (2 * rows - 2) * row;
    StnError error = {.status = STN_OK};
    assert_int_equal(stn_run(system, stn_state_init(system, memory), &def, &record, &error),
                     STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "the record and the figure of "));
    stn_record_free(&record);
    stn_record_free(&detail);
    free(memory);
    stn_scenario_free(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_record_stays_as_it_was),
        cmocka_unit_test(every_stop_shows_the_static_level),
        cmocka_unit_test(a_law_without_events_is_followed_between_rows),
        cmocka_unit_test(the_limit_of_memory_counts_the_detail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
