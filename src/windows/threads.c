/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Threads, locks and the clock. */
#include <assert.h>
#include <process.h>
#include <windows.h>

#include "windows/posix/pthread.h"

typedef struct Start {
    void *(*work)(void *);
    void *user;
} Start;

static unsigned __stdcall begin(void *given)
{
    const Start start = *(Start *)given;
    free(given);
    start.work(start.user);
    return 0;
}

int stn_windows_thread(pthread_t *thread, void *(*work)(void *), void *user)
{
    Start *start = malloc(sizeof *start);
    if (!start)
        return ENOMEM;
    *start = (Start){work, user};
    *thread = (pthread_t)_beginthreadex(NULL, 0, begin, start, 0, NULL);
    if (*thread)
        return 0;
    free(start);
    return EAGAIN;
}

void stn_windows_join(pthread_t thread)
{
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}

static_assert(sizeof(SRWLOCK) == sizeof(pthread_mutex_t), "a lock is a pointer");

void stn_windows_lock(pthread_mutex_t *lock) { AcquireSRWLockExclusive((SRWLOCK *)&lock->lock); }
void stn_windows_unlock(pthread_mutex_t *lock) { ReleaseSRWLockExclusive((SRWLOCK *)&lock->lock); }

long stn_windows_processors(void) { return (long)GetActiveProcessorCount(ALL_PROCESSOR_GROUPS); }

int stn_windows_clock(struct timespec *out)
{
    LARGE_INTEGER count, per_second;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&per_second);
    const long long rest = count.QuadPart % per_second.QuadPart;
    out->tv_sec = count.QuadPart / per_second.QuadPart;
    out->tv_nsec = (long)((double)rest / (double)per_second.QuadPart * 1e9);
    return 0;
}

void stn_windows_pause(const struct timespec *how_long)
{
    Sleep((DWORD)(how_long->tv_sec * 1000 + how_long->tv_nsec / 1000000));
}
