/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A lock for what the jobs of a pool share. */
#ifndef STN_THREADS_LOCK_H
#define STN_THREADS_LOCK_H

#include <pthread.h>

typedef pthread_mutex_t StnLock;

static inline void stn_lock_init(StnLock *lock) { pthread_mutex_init(lock, NULL); }
static inline void stn_lock_take(StnLock *lock) { pthread_mutex_lock(lock); }
static inline void stn_lock_give(StnLock *lock) { pthread_mutex_unlock(lock); }
static inline void stn_lock_free(StnLock *lock) { pthread_mutex_destroy(lock); }

#endif
