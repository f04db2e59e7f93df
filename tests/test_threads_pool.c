/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The pool of threads: every job once, the same failure with any number of threads, an end on request.  Run
 * under the thread sanitizer by ./test. */
#include "threads/pool.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

#include <cmocka.h>

enum { JOBS = 200 };

typedef struct {
    atomic_int runs[JOBS];
    double result[JOBS];
    int fails_from; /* jobs from here on fail */
} Work;

static StnStatus job(StnPool *pool, int k, void *user, StnError *error)
{
    Work *work = user;
    atomic_fetch_add(&work->runs[k], 1);
    work->result[k] = 1.0 / (k + 1);
    stn_pool_progress(pool, k, 0.5);
    if (k >= work->fails_from)
        return stn_error(error, STN_BAD_INPUT, "job %d", k);
    return STN_OK;
}

static void every_job_runs_once_with_any_number_of_threads(void **state)
{
    for (int threads = 0; threads <= 100; threads += 20) {
        Work work = {.fails_from = JOBS};
        const StnPoolDef def = {.count = JOBS, .threads = threads, .job = job, .user = &work};
        assert_int_equal(stn_pool_run(&def, NULL), STN_OK);
        for (int k = 0; k < JOBS; k++) {
            assert_int_equal(work.runs[k], 1);
            assert_true(work.result[k] == 1.0 / (k + 1));
        }
    }
}

static void no_jobs_are_no_mistake(void **state)
{
    const StnPoolDef def = {.count = 0, .threads = 4, .job = job};
    assert_int_equal(stn_pool_run(&def, NULL), STN_OK);
}

static void the_failure_of_the_lowest_job_is_reported(void **state)
{
    for (int threads = 1; threads <= 8; threads++)
        for (int again = 0; again < 20; again++) {
            Work work = {.fails_from = 37};
            StnError error = {.status = STN_OK};
            const StnPoolDef def = {.count = JOBS, .threads = threads, .job = job, .user = &work};
            assert_int_equal(stn_pool_run(&def, &error), STN_BAD_INPUT);
            assert_string_equal(error.text, "job 37");
            for (int k = 0; k <= 37; k++)
                assert_int_equal(work.runs[k], 1);
        }
    Work work = {.fails_from = 37};
    const StnPoolDef def = {.count = JOBS, .threads = 1, .job = job, .user = &work};
    assert_int_equal(stn_pool_run(&def, NULL), STN_BAD_INPUT);
    assert_int_equal(work.runs[38], 0); /* nothing begins after a failure */
}

/* Two jobs that run at the same time, where there are threads: job 1 fails at once, job 0 goes on for a while
 * and ends when it is told to. */
typedef struct {
    atomic_bool second_failed;
    bool first_fails;
} Pair;

static void wait_a_little(void)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    nanosleep(&pause, NULL);
}

static StnStatus obedient(StnPool *pool, int k, void *user, StnError *error)
{
    Pair *pair = user;
    if (k == 1) {
        atomic_store(&pair->second_failed, true);
        return stn_error(error, STN_BAD_INPUT, "job 1");
    }
    for (int i = 0, after = 0; i < 200 && after < 20; i++) {
        after += atomic_load(&pair->second_failed);
        wait_a_little();
        if (!stn_pool_progress(pool, k, 0.001 * i))
            return stn_error(error, STN_CANCELLED, "told to end");
    }
    return pair->first_fails ? stn_error(error, STN_DIVERGED, "job 0") : STN_OK;
}

static void a_job_that_ends_when_told_hides_no_failure(void **state)
{
    for (int threads = 1; threads <= 2; threads++)
        for (int fails = 0; fails <= 1; fails++) {
            Pair pair = {.first_fails = fails == 1};
            StnError error = {.status = STN_OK};
            const StnPoolDef def = {.count = 2, .threads = threads, .job = obedient, .user = &pair};
            assert_int_equal(stn_pool_run(&def, &error), fails ? STN_DIVERGED : STN_BAD_INPUT);
            assert_string_equal(error.text, fails ? "job 0" : "job 1");
        }
}

/* A job above the failed one is told to end, which is no failure of its own. */
static StnStatus second_obeys(StnPool *pool, int k, void *user, StnError *error)
{
    atomic_bool *begun = user;
    if (k == 1)
        atomic_store(begun, true);
    for (int i = 0; i < 2000; i++) {
        if (k == 0 && atomic_load(begun))
            return stn_error(error, STN_BAD_INPUT, "job 0");
        wait_a_little();
        if (!stn_pool_progress(pool, k, 0.0001 * i))
            return stn_error(error, STN_CANCELLED, "told to end");
    }
    return stn_error(error, STN_DIVERGED, "never told");
}

static void jobs_above_a_failed_one_are_told_to_end(void **state)
{
    atomic_bool begun = false;
    StnError error = {.status = STN_OK};
    const StnPoolDef def = {.count = 2, .threads = 2, .job = second_obeys, .user = &begun};
    assert_int_equal(stn_pool_run(&def, &error), STN_BAD_INPUT);
    assert_string_equal(error.text, "job 0");
}

/* What a caller is shown: shares that only grow, by one thread at a time. */
typedef struct {
    atomic_int inside;
    int calls, cancel_after;
    double last;
    bool together, back;
} Shown;

static bool show(void *user, double fraction)
{
    Shown *shown = user;
    shown->together = shown->together || atomic_fetch_add(&shown->inside, 1) != 0;
    shown->back = shown->back || fraction < shown->last;
    shown->last = fraction;
    atomic_fetch_sub(&shown->inside, 1);
    return ++shown->calls != shown->cancel_after;
}

static void progress_grows_to_one_and_comes_from_one_thread_at_a_time(void **state)
{
    Work work = {.fails_from = JOBS};
    Shown shown = {.cancel_after = -1};
    const StnPoolDef def = {.count = JOBS,
                            .threads = 6,
                            .job = job,
                            .user = &work,
                            .progress = show,
                            .progress_user = &shown};
    assert_int_equal(stn_pool_run(&def, NULL), STN_OK);
    assert_false(shown.together);
    assert_false(shown.back);
    assert_int_equal(shown.calls, 2 * JOBS);
    assert_float_equal(shown.last, 1.0, 1e-12);
}

static void a_cancelled_pool_begins_no_more_jobs(void **state)
{
    for (int threads = 1; threads <= 4; threads++) {
        Work work = {.fails_from = JOBS};
        Shown shown = {.cancel_after = 10};
        StnError error = {.status = STN_OK};
        int begun = 0;
        const StnPoolDef def = {.count = JOBS,
                                .threads = threads,
                                .job = job,
                                .user = &work,
                                .progress = show,
                                .progress_user = &shown};
        assert_int_equal(stn_pool_run(&def, &error), STN_CANCELLED);
        assert_string_equal(error.text, stn_status_text(STN_CANCELLED));
        assert_int_equal(shown.calls, 10); /* nobody is asked again */
        for (int k = 0; k < JOBS; k++)
            begun += work.runs[k];
        assert_true(begun <= 10 + threads);
    }
}

/* Jobs in threads of the pool see SIGINT blocked; those of the caller's thread as it has it. */
typedef struct {
    pthread_t caller;
    atomic_bool wrong;
} Signals;

static StnStatus see_signals(StnPool *pool, int k, void *user, StnError *error)
{
    Signals *signals = user;
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    const bool mine = pthread_equal(pthread_self(), signals->caller) != 0;
    if (mine == (sigismember(&blocked, SIGINT) == 1))
        atomic_store(&signals->wrong, true);
    return STN_OK;
}

static void threads_leave_signals_to_the_program(void **state)
{
    Signals signals = {.caller = pthread_self()};
    const StnPoolDef def = {.count = JOBS, .threads = 4, .job = see_signals, .user = &signals};
    assert_int_equal(stn_pool_run(&def, NULL), STN_OK);
    assert_false(signals.wrong);
}

static void a_number_of_threads_is_at_least_one_and_bounded(void **state)
{
    assert_true(stn_pool_threads(0) >= 1);
    assert_int_equal(stn_pool_threads(3), 3);
    assert_int_equal(stn_pool_threads(1000000), 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_job_runs_once_with_any_number_of_threads),
        cmocka_unit_test(no_jobs_are_no_mistake),
        cmocka_unit_test(the_failure_of_the_lowest_job_is_reported),
        cmocka_unit_test(a_job_that_ends_when_told_hides_no_failure),
        cmocka_unit_test(jobs_above_a_failed_one_are_told_to_end),
        cmocka_unit_test(progress_grows_to_one_and_comes_from_one_thread_at_a_time),
        cmocka_unit_test(a_cancelled_pool_begins_no_more_jobs),
        cmocka_unit_test(threads_leave_signals_to_the_program),
        cmocka_unit_test(a_number_of_threads_is_at_least_one_and_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
