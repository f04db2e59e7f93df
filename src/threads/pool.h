/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Independent jobs on several threads: the only place where the library makes threads. */
#ifndef STN_THREADS_POOL_H
#define STN_THREADS_POOL_H

#include "stiction/core.h"

#include <stdbool.h>

typedef struct StnPool StnPool;

typedef struct StnPoolDef {
    int count;   /* jobs 0 … count - 1, begun in this order */
    int threads; /* at most so many work, the caller's included; 0: one per processor */
    /* Does one job.  Jobs write into memory of their own, so that results do not depend on threads.
     * Anything but STN_OK ends the pool: no further job begins, those that run with a lower number come
     * to their end, those with a higher one are asked to end (stn_pool_progress). */
    StnStatus (*job)(StnPool *pool, int job, void *user, StnError *error);
    void *user;
    /* May be NULL.  The share of all jobs that is done, from one thread at a time and never less than before;
     * false: cancel. */
    bool (*progress)(void *user, double fraction);
    void *progress_user;
} StnPoolDef;

/* Runs all jobs and returns when every thread has ended.  STN_CANCELLED when progress asked for it; otherwise
 * the status and the error of the failed job with the lowest number, which is the same with any number of
 * threads.  Where the system has no threads to give, the caller's does all. */
StnStatus stn_pool_run(const StnPoolDef *def, StnError *error);

/* For use inside a job: reports the share of this job that is done, in steps that are worth a call.
 * False when the job should end because the pool was cancelled or a job with a lower number failed. */
bool stn_pool_progress(StnPool *pool, int job, double fraction);

/* The number of threads for a setting of it: one per processor for 0, and not more than a pool can have. */
int stn_pool_threads(int wanted);

#endif
