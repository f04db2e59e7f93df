/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "threads/pool.h"

#include "threads/lock.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { THREADS_MAX = 64 };

#define PROGRESS_STEP 0.002 /* of a job; reports that are closer are not passed on */

struct StnPool {
    const StnPoolDef *def;
    atomic_int next;
    atomic_int failed; /* lowest job that failed, or count */
    atomic_bool cancelled;
    StnLock lock; /* of everything below, and of the caller's progress function */
    double *done; /* share of each job; NULL without a progress function */
    double sum;   /* of them */
    StnStatus status;
    StnError error;
};

/* Jobs begin in the order of their numbers, so that every job below a failed one has begun; it goes on to
 * its own end, so that the lowest failure does not depend on which thread was faster.  One above it changes
 * nothing. */
static bool goes_on(const StnPool *pool, int job)
{
    return !atomic_load(&pool->cancelled) && job < atomic_load(&pool->failed);
}

bool stn_pool_progress(StnPool *pool, int job, double fraction)
{
    if (!pool->done || (fraction < 1.0 && fraction - pool->done[job] < PROGRESS_STEP))
        return goes_on(pool, job);
    stn_lock_take(&pool->lock);
    pool->sum += fraction - pool->done[job];
    pool->done[job] = fraction;
    const double whole = pool->sum / pool->def->count; /* rounded, so perhaps beyond 1 */
    if (goes_on(pool, job) &&
        !pool->def->progress(pool->def->progress_user, whole < 1.0 ? whole : 1.0))
        atomic_store(&pool->cancelled, true);
    stn_lock_give(&pool->lock);
    return goes_on(pool, job);
}

static void keep_failure(StnPool *pool, int job, StnStatus status, const StnError *error)
{
    stn_lock_take(&pool->lock);
    if (job < atomic_load(&pool->failed)) {
        atomic_store(&pool->failed, job);
        pool->status = status;
        pool->error = *error;
    }
    stn_lock_give(&pool->lock);
}

static void *work(void *user)
{
    StnPool *pool = user;
    for (;;) {
        const int job = atomic_fetch_add(&pool->next, 1);
        if (!goes_on(pool, job))
            return NULL;
        StnError error = {.status = STN_OK};
        const StnStatus status = pool->def->job(pool, job, pool->def->user, &error);
        if (status != STN_OK)
            keep_failure(pool, job, status, &error);
        else
            stn_pool_progress(pool, job, 1.0);
    }
}

/* Threads leave signals to those of the program: two requests to end that wait together would otherwise be
 * handled in two threads at once, the later one perhaps first. */
static bool start(pthread_t *thread, StnPool *pool)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* a new thread has the mask of its maker */
    const bool started = pthread_create(thread, NULL, work, pool) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

int stn_pool_threads(int wanted)
{
    const long count = wanted > 0 ? wanted : sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count < THREADS_MAX ? (int)count : THREADS_MAX;
}

/* The caller's thread works too. */
static void run_threads(StnPool *pool)
{
    pthread_t thread[THREADS_MAX];
    int wanted = stn_pool_threads(pool->def->threads), started = 0;
    if (wanted > pool->def->count)
        wanted = pool->def->count;
    while (started < wanted - 1 && start(&thread[started], pool))
        started++;
    work(pool);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}

StnStatus stn_pool_run(const StnPoolDef *def, StnError *error)
{
    StnPool pool = {.def = def, .failed = def->count};
    if (def->progress) {
        pool.done = calloc((size_t)def->count + 1, sizeof *pool.done);
        if (!pool.done)
            return stn_out_of_memory(error);
    }
    stn_lock_init(&pool.lock);
    run_threads(&pool);
    stn_lock_free(&pool.lock);
    free(pool.done);
    if (atomic_load(&pool.cancelled))
        return stn_error(error, STN_CANCELLED, "%s", stn_status_text(STN_CANCELLED));
    if (pool.status != STN_OK && error)
        *error = pool.error;
    return pool.status;
}
