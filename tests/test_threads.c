/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A system is constant once made: threads share it, each with a state of its own, and get the same
 * bits.  Run under the thread sanitizer by ./test. */
#include "build_block.h"

#include <pthread.h>

enum { THREADS = 4, ROWS = 40 };

typedef struct {
    const StnSystem *system;
    double x[ROWS];
    StnStatus status;
} Job;

static void *work(void *arg)
{
    Job *job = arg;
    double column[64];
    StnState *state = stn_state_init(job->system, malloc(stn_state_size(job->system)));
    for (int k = 0; k < ROWS && job->status == STN_OK; k++) {
        job->status = stn_advance(job->system, state, 0.5 * (k + 1), NULL, NULL);
        stn_state_columns(job->system, state, column);
        job->x[k] = column[0];
    }
    free(state);
    return NULL;
}

static void share(const char *law, double dt)
{
    Block b;
    pthread_t thread[THREADS];
    Job job[THREADS];
    block_stick_slip(&b, law);
    if (dt > 0.0)
        block_fixed(&b, dt);
    block_make(&b);
    for (int i = 0; i < THREADS; i++) {
        job[i] = (Job){.system = b.system};
        assert_int_equal(pthread_create(&thread[i], NULL, work, &job[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(job[i].status, STN_OK);
        assert_memory_equal(job[i].x, job[0].x, sizeof job[0].x);
    }
    assert_true(job[0].x[ROWS - 1] > 1.0);
    block_end(&b);
}

static void threads_share_a_system_and_get_the_same_bits(void **state)
{
    (void)state;
    share("stribeck", 0.0);
    share("lugre", 0.0);
    share("coulomb", 0.0);
    share("stribeck", 1e-3);
    share("lugre", 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_share_a_system_and_get_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
