/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A report runs its cases on threads: each gets the result it would have alone.  Run under the thread
 * sanitizer by ./test. */
#include "report/paper.h"
#include "report/runner.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "skip.h"

static const StnOverride set[] = {{"record.every", "50ms"}, {"solver.dt", "1ms"}};
#define BRAKE(law)                                   \
    {                                                \
        law, "block-brake", law, set, STN_COUNT(set) \
    }

static StnCase cases[] = {
    BRAKE("coulomb"), BRAKE("stribeck"), BRAKE("lugre"), BRAKE("borello"),
    BRAKE("karnopp"), BRAKE("dahl"),     BRAKE("gms"),   BRAKE("hyperviscous"),
};
static StnPaperDef paper_def = {.cases = cases, .ncase = STN_COUNT(cases)};

/* A report tells one thread at a time, and never goes back. */
typedef struct Told {
    int calls;
    double last;
    bool went_back;
} Told;

static bool tell(void *user, double fraction)
{
    Told *told = user;
    told->calls++;
    told->went_back = told->went_back || fraction < told->last - 1e-12;
    told->last = fraction;
    return true;
}

static void run_all(StnCaseRun *runs, int threads)
{
    Told told = {0, 0.0, false};
    StnPaperRun paper = {.def = &paper_def, .run = runs};
    const StnReportDef def = {.threads = threads, .progress = tell, .user = &told};
    assert_int_equal(stn_runner_run(&paper, 1, &def, NULL), STN_OK);
    assert_false(told.went_back);
    assert_true(told.calls >= STN_COUNT(cases));
    assert_float_equal(told.last, 1.0, 1e-12);
}

static void cases_on_threads_give_the_bits_of_cases_alone(void **state)
{
    StnCaseRun alone[STN_COUNT(cases)] = {{.status = STN_OK}},
               together[STN_COUNT(cases)] = {{.status = STN_OK}};
    run_all(alone, 1);
    run_all(together, 4);
    for (int i = 0; i < STN_COUNT(cases); i++) {
        const StnRecord *a = &alone[i].record, *b = &together[i].record;
        assert_int_equal(alone[i].status, STN_OK);
        assert_int_equal(together[i].status, STN_OK);
        assert_int_equal(a->rows, b->rows);
        for (int c = 0; c < a->ncolumn; c++)
            assert_memory_equal(a->data[c], b->data[c], a->rows * sizeof(double));
    }
    for (int i = 0; i < STN_COUNT(cases); i++) {
        stn_record_free(&alone[i].record);
        stn_record_free(&together[i].record);
        stn_scenario_free(alone[i].scenario);
        stn_scenario_free(together[i].scenario);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_on_threads_give_the_bits_of_cases_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
