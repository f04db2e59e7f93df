/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A study on several threads, with reasons, records and progress: the same numbers as on one.  Run under the thread
 * sanitizer by ./test. */
#include "build_block.h"

#include <stdlib.h>

enum { RUNS = 96 };

static bool count_calls(void *user, double fraction)
{
    ++*(int *)user;
    return fraction <= 1.0;
}

/* The period of each run; a few are invalid, since Fs is below Fc. */
static void run_study(const StnScenario *scenario, int threads, double *period, char command[400])
{
    static const char *const vary[] = {"Fs=+-50%", "law=list:coulomb,stribeck"};
    static const char *const metric[] = {"period"}, *const trajectory[] = {"x"};
    StnStudyDef def = {.scenario = scenario,
                       .name = "block-stick-slip",
                       .vary = vary,
                       .nvary = 2,
                       .metric = metric,
                       .nmetric = 1,
                       .trajectory = trajectory,
                       .ntrajectory = 1};
    StnError error = {0};
    int calls = 0;
    stn_fields_default(&stn_study_fields, &def.settings);
    def.settings.samples = RUNS;
    def.settings.threads = threads;
    def.settings.trajectory_runs = 32;
    StnStudy *study = stn_study_new(&def, &error);
    CHECK(study != NULL, "%s", error.text);
    CHECK(stn_study_run(study, count_calls, &calls, &error) == STN_OK, "%s", error.text);
    assert_true(calls > 0);
    assert_true(stn_study_done(study, STN_OUTCOME_INVALID) > 0);
    assert_int_equal(
        stn_study_done(study, STN_OUTCOME_DONE) + stn_study_done(study, STN_OUTCOME_INVALID), RUNS);
    assert_int_equal(stn_study_column(study, 2, period, &error), STN_OK);
    stn_study_command(study, 7, command, 400);
    stn_study_free(study);
}

static void threads_share_a_study(void **state)
{
    StnError error = {0};
    StnScenario *scenario = stn_scenario_load("block-stick-slip", NULL, &error);
    double one[RUNS], four[RUNS];
    char first[400], second[400];
    CHECK(scenario != NULL, "%s", error.text);
    run_study(scenario, 1, one, first);
    run_study(scenario, 4, four, second);
    assert_memory_equal(one, four, sizeof one);
    assert_string_equal(first, second);
    stn_scenario_free(scenario);
}

static bool stop_soon(void *user, double fraction)
{
    (void)fraction;
    return --*(int *)user > 0;
}

/* Candidates of a search run on threads, too. */
static void threads_share_a_search(void **state)
{
    static const char *const tune[] = {"K=1:3"}, *const vary[] = {"Fs=+-10%"};
    StnError error = {0};
    StnScenario *scenario = stn_scenario_load("block-stick-slip", NULL, &error);
    double value[2] = {0.0, 0.0};
    CHECK(scenario != NULL, "%s", error.text);
    for (int i = 0; i < 2; i++) {
        StnTuneDef def = {.scenario = scenario,
                          .name = "block-stick-slip",
                          .tune = tune,
                          .ntune = 1,
                          .vary = vary,
                          .nvary = 1,
                          .minimise = "height"};
        stn_fields_default(&stn_tune_fields, &def.settings);
        def.settings.samples = 8;
        def.settings.evaluations = 12;
        def.settings.threads = i == 0 ? 1 : 4;
        StnTune *search = stn_tune_new(&def, &error);
        CHECK(search != NULL, "%s", error.text);
        const StnStatus status = stn_tune_run(search, NULL, NULL, &error);
        if (status == STN_UNAVAILABLE) {
            stn_tune_free(search);
            stn_scenario_free(scenario);
            skip();
        }
        CHECK(status == STN_OK && stn_tune_found(search), "%s", error.text);
        value[i] = stn_tune_value(search, 0);
        int left = 5;
        assert_int_equal(stn_tune_run(search, stop_soon, &left, &error), STN_CANCELLED);
        stn_tune_free(search);
    }
    assert_true(value[0] == value[1]);
    /* the height of a slip falls with the stiffness: Fs - Fc over K */
    CHECK(value[0] > 2.9, "%g", value[0]);
    stn_scenario_free(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_share_a_study),
        cmocka_unit_test(threads_share_a_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
