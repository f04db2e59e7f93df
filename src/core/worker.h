/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Threads that work for a caller.  They leave signals to the threads of the program: two requests to end that
 * wait together would otherwise be handled in two threads at once, the later one perhaps first. */
#ifndef STN_CORE_WORKER_H
#define STN_CORE_WORKER_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

static inline bool stn_worker_start(pthread_t *thread, void *(*work)(void *), void *argument)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* a new thread has the mask of its maker */
    bool started = pthread_create(thread, NULL, work, argument) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

#endif
