/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#if defined(__linux__)
#define _GNU_SOURCE /* pipe2 */
#include <sys/prctl.h>
#endif

#include "io/child.h"
#include "io/counters.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* The address sanitizer reserves more address space than any limit. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LIMIT_MEMORY 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define LIMIT_MEMORY 0
#endif
#endif
#ifndef LIMIT_MEMORY
#define LIMIT_MEMORY 1
#endif

/* Moves a descriptor off the numbers of the standard streams, which a host may have closed: the child puts
 * /dev/null there.  -1 with errno; the old one is closed. */
static int above_standard(int fd)
{
    if (fd > STDERR_FILENO) {
        return fd;
    }
    const int moved = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), why = errno;
    close(fd);
    errno = why;
    return moved;
}

/* A pipe that programs started by other threads do not inherit. */
static int open_pipe_anywhere(int ends[2])
{
#if defined(__linux__)
    return pipe2(ends, O_CLOEXEC);
#else
    const int code = pipe(ends);
    if (code == 0) {
        fcntl(ends[0], F_SETFD, FD_CLOEXEC);
        fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    }
    return code;
#endif
}

int stn_child_pipe(int ends[2])
{
    if (open_pipe_anywhere(ends) != 0) {
        return -1;
    }
    ends[0] = above_standard(ends[0]);
    int why = errno;
    ends[1] = above_standard(ends[1]);
    why = ends[0] < 0 ? why : errno;
    if (ends[0] >= 0 && ends[1] >= 0) {
        return 0;
    }
    for (int i = 0; i < 2; i++) {
        if (ends[i] >= 0) {
            close(ends[i]);
        }
    }
    errno = why;
    return -1;
}

static void limit(int what, size_t most)
{
    struct rlimit now;
    if (getrlimit(what, &now) == 0 && (now.rlim_max == RLIM_INFINITY || now.rlim_max > most)) {
        now.rlim_cur = now.rlim_max = (rlim_t)most;
        setrlimit(what, &now);
    }
}

/* SIGXCPU ends a child that is out of time, a second before SIGKILL would: that is also what the system sends
 * where memory is out. */
static void limit_time(size_t seconds)
{
    struct rlimit now;
    const rlim_t soft = (rlim_t)seconds;
    if (getrlimit(RLIMIT_CPU, &now) == 0) {
        if (now.rlim_max == RLIM_INFINITY || now.rlim_max > soft + 1) {
            now.rlim_max = soft + 1;
        }
        now.rlim_cur = now.rlim_max > soft ? soft : now.rlim_max > 0 ? now.rlim_max - 1 : 0;
        setrlimit(RLIMIT_CPU, &now);
    }
}

/* Where the address space in use is not known: more than a host with large maps has. */
#define MEMORY_ASSUMED ((size_t)64 << 30)

/* Bytes of address space in use, MEMORY_ASSUMED when that is not known. */
static size_t memory_in_use(void)
{
    unsigned long pages = 0;
    FILE *statm = fopen("/proc/self/statm", "r");
    if (statm) {
        if (fscanf(statm, "%lu", &pages) != 1) {
            pages = 0;
        }
        fclose(statm);
    }
    return pages > 0 ? (size_t)pages * (size_t)sysconf(_SC_PAGESIZE) : MEMORY_ASSUMED;
}

/* In the child: nothing that it does wrong may be seen or be felt outside. */
static void confine(StnChildLimits limits)
{
    const int nowhere = open("/dev/null", O_RDWR);
    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
    } else { /* what is opened later and gets their numbers is open for reading only */
        close(STDOUT_FILENO);
        close(STDERR_FILENO);
    }
    limit(RLIMIT_CORE, 0);
    if (!STN_COUNTERS) {
        limit(RLIMIT_FSIZE, 0);
    }
    limit_time(limits.seconds);
    if (LIMIT_MEMORY) {
        limit(RLIMIT_AS, memory_in_use() + limits.memory);
    }
}

/* In the child: the signals that end a program end it, without the handlers of the host, and it does not
 * outlive its parent.  All others stay blocked. */
static void end_with_parent(pid_t parent)
{
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGABRT, SIGXCPU};
    sigset_t open;
    sigemptyset(&open);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        signal(ending[i], SIG_DFL);
        sigaddset(&open, ending[i]);
    }
    pthread_sigmask(SIG_UNBLOCK, &open, NULL);
#if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) {
        stn_counters_write();
        _exit(1); /* of the child: its parent ended before that */
    }
}

static StnStatus not_started(StnError *error, int why)
{
    return stn_error(error, STN_FAILED, "a process to read the file cannot be started: %s",
                     strerror(why));
}

StnStatus stn_child_start(StnChild *child, StnChildLimits limits, void (*work)(void *data, int to),
                          void *data, StnError *error)
{
    int ends[2];
    sigset_t all, before;
    if (stn_child_pipe(ends) != 0) {
        return not_started(error, errno);
    }
    /* Blocked until the child has dropped the handlers of the host, which must not run there. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t parent = getpid(), pid = fork();
    const int why = errno;
    if (pid == 0) {
        close(ends[0]);
        end_with_parent(parent);
        confine(limits);
        work(data, ends[1]);
        stn_counters_write();
        _exit(0); /* of the child; the process of the host goes on */
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return why == ENOMEM ? stn_out_of_memory(error) : not_started(error, why);
    }
    *child = (StnChild){pid, ends[0]};
    return STN_OK;
}

/* Where the host waits for all children, or ignores SIGCHLD, there is nothing left to wait for. */
int stn_child_end(StnChild *child)
{
    int status = 0;
    pid_t ended;
    close(child->from);
    if (!STN_COUNTERS) { /* it must be left the time to write them */
        kill(child->pid, SIGKILL);
    }
    do {
        ended = waitpid(child->pid, &status, 0);
    } while (ended < 0 && errno == EINTR);
    return ended == child->pid && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

/* All of it, in one direction; false: the other end is gone. */
static bool transfer(int with, char *data, size_t size, bool out)
{
    while (size > 0) {
        const ssize_t count = out ? write(with, data, size) : read(with, data, size);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return false;
        }
        data += count;
        size -= (size_t)count;
    }
    return true;
}

bool stn_child_write(int to, const void *data, size_t size)
{
    return transfer(to, (char *)data, size, true);
}

bool stn_child_read(const StnChild *child, void *data, size_t size)
{
    return transfer(child->from, data, size, false);
}
