/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A scenario with several laws through the public functions. */
#include "skip.h"
#include "stiction/compare.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>
static const char *const two[] = {"coulomb", "lugre"};

static int column_of(const char *name)
{
    for (int c = 0; c < stn_comparison_column_count(); c++)
        if (strcmp(stn_comparison_column_at(c).name, name) == 0)
            return c;
    fail_msg("no column %s", name);
    return -1;
}

static StnComparison *compare_two(bool detail)
{
    StnError error = {.status = STN_OK};
    const StnOverride set = {"duration", "2 s"};
    const StnComparisonDef def = {.scenario = "block-brake",
                                  .options = {.set = &set, .nset = 1},
                                  .law = two,
                                  .nlaw = 2,
                                  .detail = detail};
    StnComparison *comparison = stn_comparison_new(&def, &error);
    if (!comparison)
        fail_msg("%s", error.text);
    return comparison;
}

/* A document that was changed in memory says the same as its file with --set. */
static void a_document_is_compared_as_its_file_is(void **state)
{
    StnScenario *document = stn_scenario_load("block-brake", NULL, NULL);
    assert_int_equal(stn_scenario_set(document, "duration", "2 s"), STN_OK);
    const StnComparisonDef def = {
        .scenario = "mine", .document = document, .law = two, .nlaw = 2, .detail = false};
    StnComparison *own = stn_comparison_new(&def, NULL), *file = compare_two(false);
    assert_non_null(own);
    stn_scenario_free(document); /* it was copied */
    for (int i = 0; i < 2; i++) {
        assert_int_equal(stn_comparison_run(own, i, NULL, NULL), STN_OK);
        assert_int_equal(stn_comparison_run(file, i, NULL, NULL), STN_OK);
        const StnRecord *a = &stn_comparison_row(own, i)->record;
        const StnRecord *b = &stn_comparison_row(file, i)->record;
        assert_int_equal(a->rows, b->rows);
        for (int c = 0; c < a->ncolumn; c++)
            assert_memory_equal(a->data[c], b->data[c], a->rows * sizeof(double));
    }
    stn_comparison_free(own);
    stn_comparison_free(file);
}

static void a_row_is_what_its_law_does_alone(void **state)
{
    StnComparison *comparison = compare_two(false);
    assert_int_equal(stn_comparison_count(comparison), 2);
    assert_int_equal(stn_comparison_done(comparison), 0);
    assert_true(isnan(stn_comparison_value(comparison, 0, column_of("breakaway"))));
    for (int i = 0; i < 2; i++) {
        const StnComparisonRow *row = stn_comparison_row(comparison, i);
        assert_int_equal(stn_comparison_run(comparison, i, NULL, NULL), STN_OK);
        assert_int_equal(stn_comparison_done(comparison), i + 1);
        assert_string_equal(row->law, two[i]);
        const StnMetrics alone = stn_metrics_of(row->system, 0, &row->record, NAN);
        assert_true(row->metrics.standstill == alone.standstill);
        assert_true(stn_comparison_value(comparison, i, column_of("standstill")) ==
                    alone.standstill);
        assert_true(row->detail.rows == 0);
    }
    /* Coulomb friction stops the block, a bristle never stands still exactly. */
    assert_true(stn_comparison_value(comparison, 0, column_of("stands")) == 1.0);
    assert_true(stn_comparison_value(comparison, 1, column_of("stands")) == 0.0);
    stn_comparison_free(comparison);
}

static bool refuse(void *user, double fraction)
{
    (void)user, (void)fraction;
    return false;
}

static void a_cancelled_row_is_not_done(void **state)
{
    StnComparison *comparison = compare_two(true);
    assert_int_equal(stn_comparison_run(comparison, 0, refuse, NULL), STN_CANCELLED);
    assert_int_equal(stn_comparison_done(comparison), 0);
    assert_int_equal(stn_comparison_run(comparison, 0, NULL, NULL), STN_OK);
    assert_int_equal(stn_comparison_done(comparison), 1);
    assert_true(stn_comparison_row(comparison, 0)->detail.rows > 0);
    stn_comparison_free(comparison);
}

static void json_has_the_rows_that_are_done(void **state)
{
    StnComparison *comparison = compare_two(false);
    stn_comparison_run(comparison, 0, NULL, NULL);
    StnResult out = {.method = NULL};
    stn_report_comparison(comparison, 0, &out);
    char *text = stn_result_json(&out, NULL, NULL, NULL);
    stn_result_free(&out);
    assert_non_null(text);
    assert_non_null(strstr(text, "\"method\": \"compare\""));
    assert_non_null(strstr(text, "\"scenario\": \"block-brake\""));
    assert_non_null(strstr(text, "\"law\": \"coulomb\""));
    assert_null(strstr(text, "\"law\": \"lugre\""));
    assert_non_null(strstr(text, "\"stands\": true"));
    assert_non_null(strstr(text, "\"final_error\": \"m\""));
    stn_text_free(text);
    stn_comparison_free(comparison);
}

static void every_law_is_compared_where_none_is_named(void **state)
{
    const StnComparisonDef def = {.scenario = "block-brake"};
    StnComparison *comparison = stn_comparison_new(&def, NULL);
    assert_non_null(comparison);
    assert_int_equal(stn_comparison_count(comparison), stn_law_count());
    stn_comparison_free(comparison);
}

static void refused(StnComparisonDef def, const char *path, const char *text)
{
    StnError error = {.status = STN_OK};
    if (!def.scenario)
        def.scenario = "block-brake";
    assert_null(stn_comparison_new(&def, &error));
    assert_null(stn_comparison_new(&def, NULL));
    assert_int_equal(error.status, STN_BAD_INPUT);
    assert_string_equal(error.path, path);
    if (!strstr(error.text, text))
        fail_msg("%s", error.text);
}

static void mistakes_name_their_setting(void **state)
{
    static const char *const near[] = {"coulmb"}, *const far[] = {"xxxxxxx"},
                             *const twice[] = {"dahl", "dahl"};
    refused((StnComparisonDef){.law = near, .nlaw = 1}, "laws",
            "unknown law \"coulmb\"; did you mean \"coulomb\"?");
    refused((StnComparisonDef){.law = far, .nlaw = 1}, "laws", "allowed: none, sign");
    refused((StnComparisonDef){.law = twice, .nlaw = 2}, "laws", "\"dahl\" appears twice");
    refused((StnComparisonDef){.law = twice, .nlaw = 0}, "laws", "at least one law");
    refused((StnComparisonDef){.law = two, .nlaw = 2, .site = "x"}, "site", "allowed: contact");
    assert_null(stn_comparison_new(
        &(StnComparisonDef){.scenario = "no-such-scenario", .law = two, .nlaw = 2}, NULL));
}

static void measures_are_found_by_name(void **state)
{
    assert_null(stn_run_measure("nothing"));
    for (int i = 0; i < stn_run_measure_count(); i++)
        assert_ptr_equal(stn_run_measure(stn_run_measure_at(i)->name), stn_run_measure_at(i));
    StnComparison *comparison = compare_two(false);
    stn_comparison_run(comparison, 0, NULL, NULL);
    const StnComparisonRow *row = stn_comparison_row(comparison, 0);
    const StnMeasuredRun run = {row->system, &row->record, row->metrics};
    const StnMeasureArguments of_x = {.column = "x"};
    assert_true(stn_run_measure("max")->measure(&run, &of_x) ==
                stn_measure_max(&row->record, "x", (StnWindow){0.0, 0.0}));
    stn_comparison_free(comparison);
}

static void an_empty_record_has_no_measures(void **state)
{
    const StnRecord empty = {.rows = 0};
    const StnWindow window = {1.0, 2.0};
    assert_true(isnan(stn_measure_end(&empty, "x")));
    assert_true(isnan(stn_measure_at(&empty, "x", 1.0)));
    assert_true(isnan(stn_measure_mean(&empty, "x", window)));
    assert_true(isnan(stn_measure_still(&empty, "x", window)));
    assert_true(isnan(stn_measure_settled(&empty, "x", 0.0, 1.0, window)));
    assert_int_equal(stn_measure_event_count(&empty, NULL, STN_EVENT_STICK, window), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_is_what_its_law_does_alone),
        cmocka_unit_test(a_document_is_compared_as_its_file_is),
        cmocka_unit_test(a_cancelled_row_is_not_done),
        cmocka_unit_test(json_has_the_rows_that_are_done),
        cmocka_unit_test(every_law_is_compared_where_none_is_named),
        cmocka_unit_test(mistakes_name_their_setting),
        cmocka_unit_test(measures_are_found_by_name),
        cmocka_unit_test(an_empty_record_has_no_measures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
