/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Work is asked by time, not by rows or steps, and ends from outside with what it has. */
#include "build_block.h"

#include <pthread.h>

typedef struct {
    int questions, last; /* the one that is answered by no; 0: none is */
    double fraction;
} Caller;

static bool ask(void *user, double fraction)
{
    Caller *caller = user;
    caller->fraction = fraction;
    return ++caller->questions != caller->last;
}

static StnStatus run(Block *b, double duration, StnWatch *watch, StnRecord *record, StnError *error)
{
    StnState *state = stn_state_init(b->system, malloc(stn_state_size(b->system)));
    StnRunDef def = stn_default_run_def(duration, 1e-3);
    def.progress = stn_watch_progress;
    def.user = watch;
    const StnStatus status = stn_run(b->system, state, &def, record, error);
    free(state);
    return status;
}

static void rows_do_not_make_it_ask_more_often(void **state)
{
    (void)state;
    Block b;
    Caller caller = {0};
    StnRecord record = {0};
    block_stick_slip(&b, "stribeck");
    block_make(&b);
    StnWatch watch = stn_watch(ask, &caller);
    watch.every = 1e9;
    assert_int_equal(run(&b, 2.0, &watch, &record, NULL), STN_OK);
    assert_int_equal(record.rows, 2001);
    assert_int_equal(caller.questions, 0);
    assert_true(watch.fraction == 1.0);
    assert_false(stn_watch_ended(&watch));
    stn_record_free(&record);
    block_end(&b);
}

/* It asks at every turn: the third answer is no. */
static void an_answer_ends_a_run_which_keeps_its_rows(void **state)
{
    (void)state;
    Block b;
    Caller caller = {.last = 3};
    StnRecord record = {0};
    StnError error = {0};
    block_stick_slip(&b, "stribeck");
    block_make(&b);
    StnWatch watch = stn_watch(ask, &caller);
    watch.every = 0.0;
    assert_int_equal(run(&b, 200.0, &watch, &record, &error), STN_CANCELLED);
    assert_int_equal(caller.questions, 3);
    assert_true(caller.fraction > 0.0 && caller.fraction < 1.0);
    assert_true(record.rows > 1 && record.rows < 200001);
    assert_true(stn_watch_ended(&watch));
    assert_non_null(strstr(error.text, "interrupted at t = "));
    stn_record_free(&record);
    block_end(&b);
}

typedef struct {
    Block *b;
    StnWatch watch;
    StnRecord record;
    StnStatus status;
} Job;

static void *work(void *arg)
{
    Job *job = arg;
    job->status = run(job->b, 1e4, &job->watch, &job->record, NULL); /* a while */
    return NULL;
}

static void another_thread_ends_a_run(void **state)
{
    (void)state;
    Block b;
    Job job = {.b = &b};
    pthread_t thread;
    block_stick_slip(&b, "stribeck");
    block_make(&b);
    job.watch = stn_watch(NULL, NULL);
    assert_int_equal(pthread_create(&thread, NULL, work, &job), 0);
    stn_watch_cancel(&job.watch);
    pthread_join(thread, NULL);
    assert_int_equal(job.status, STN_CANCELLED);
    assert_true(job.record.rows < 10000001);
    stn_record_free(&job.record);
    block_end(&b);
}

static void an_advance_is_ended_too(void **state)
{
    (void)state;
    Block b;
    StnWatch watch = stn_watch(NULL, NULL);
    const StnObserver observer = {.go_on = stn_watch_go_on, .user = &watch};
    block_stick_slip(&b, "stribeck");
    block_make(&b);
    StnState *motion = stn_state_init(b.system, malloc(stn_state_size(b.system)));
    assert_int_equal(stn_advance(b.system, motion, 1.0, &observer, NULL), STN_OK);
    stn_watch_cancel(&watch);
    assert_int_equal(stn_advance(b.system, motion, 1e5, &observer, NULL), STN_CANCELLED);
    assert_true(stn_state_time(motion) < 1e5);
    free(motion);
    block_end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_do_not_make_it_ask_more_often),
        cmocka_unit_test(an_answer_ends_a_run_which_keeps_its_rows),
        cmocka_unit_test(another_thread_ends_a_run),
        cmocka_unit_test(an_advance_is_ended_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
