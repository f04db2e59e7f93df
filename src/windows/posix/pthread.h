/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Threads and locks, as far as src/threads uses them. */
#ifndef STN_WINDOWS_PTHREAD_H
#define STN_WINDOWS_PTHREAD_H

typedef void *pthread_t;
typedef struct StnWindowsLock {
    void *lock; /* of the system; NULL: nobody has it */
} pthread_mutex_t;

int stn_windows_thread(pthread_t *thread, void *(*work)(void *), void *user);
void stn_windows_join(pthread_t thread);
void stn_windows_lock(pthread_mutex_t *lock);
void stn_windows_unlock(pthread_mutex_t *lock);

#define pthread_create(thread, attributes, work, user) stn_windows_thread(thread, work, user)
#define pthread_join(thread, result) stn_windows_join(thread)
#define pthread_mutex_init(mutex, attributes) ((void)((mutex)->lock = NULL))
#define pthread_mutex_lock stn_windows_lock
#define pthread_mutex_unlock stn_windows_unlock
#define pthread_mutex_destroy(mutex) ((void)(mutex))

#endif
