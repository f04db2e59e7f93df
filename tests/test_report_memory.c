/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A paper of one case while the n-th allocation fails: out of memory, or the numbers it would have had. */
#include "report/facts.h"
#include "report/runner.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "skip.h"

static long left = -1; /* allocations up to the one that fails; -1: none does */
static bool met;

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif

#if defined(__GLIBC__) && !defined(SANITIZED) /* elsewhere none fails: one run */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static bool fails(void)
{
    if (left < 0 || left-- > 1)
        return false;
    left = -1;
    return met = true;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return fails() ? NULL : __libc_realloc(old, size); }
#endif

enum { FACTS = 3 };
static const char yaml[] =
    "title: T\nauthors: A\nwhere: W\nyear: 1\nmechanism: m\n"
    "cases: {hunting: {scenario: block-limit-cycle, set: {record.every: 50ms}}}\n"
    "facts:\n"
    "  group:\n"
    "    period: {claim: c, run: hunting, measure: period}\n"
    "    height: {base: period, measure: height}\n"
    "    regular: {base: period, measure: irregularity}\n";

/* Runs and measures while allocation n fails. */
static StnStatus obtain(long n, double value[FACTS])
{
    StnCaseRun run = {.status = STN_OK};
    StnError error = {.status = STN_OK};
    const StnSource source = {.name = "text"};
    const StnReportDef def = {.threads = 1};
    left = n;
    StnPaperRun paper = {.run = &run};
    paper.def = stn_paper_parse(yaml, strlen(yaml), "name", &source, NULL, &error);
    StnStatus status = paper.def ? stn_runner_run(&paper, 1, &def, NULL) : error.status;
    for (int i = 0; i < FACTS && status == STN_OK; i++) {
        StnFact fact;
        status = stn_fact_measure(&paper, &paper.def->facts[i], &fact);
        value[i] = fact.value;
        free((char *)fact.obtained);
        free((char *)fact.cases);
    }
    left = -1;
    stn_record_free(&run.record);
    stn_scenario_free(run.scenario);
    stn_paper_free(paper.def);
    return status;
}

static void without_memory_a_paper_has_no_numbers_rather_than_others(void **state)
{
    double good[FACTS], value[FACTS];
    assert_int_equal(obtain(-1, good), STN_OK);
    long n = 0;
    do {
        met = false;
        const StnStatus status = obtain(++n, value);
        if (status == STN_NO_MEMORY)
            continue;
        assert_int_equal(status, STN_OK);
        assert_memory_equal(value, good, sizeof good);
    } while (met);
#if defined(__GLIBC__) && !defined(SANITIZED)
    assert_true(n > 20);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_memory_a_paper_has_no_numbers_rather_than_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
