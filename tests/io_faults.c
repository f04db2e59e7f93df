/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Runs a program and lets one of its system calls fail, as a full or broken disk would.
 *
 *   io_faults KIND N[+] ERROR COUNTS PROGRAM [ARGUMENT]...
 *
 * KIND: open, read, write, fsync, rename, close or mkdir.  The N-th call of that kind fails with ERROR (ENOSPC,
 * EIO, EMFILE), with "+" all later ones too; N = 0: none.  The file COUNTS gets a line "KIND NUMBER" for each
 * kind.  The exit code is the program's; 128 + signal when one killed it; 77 where calls cannot be traced.
 *
 * The tool works by ptrace, not by replacing functions of the C library: buffered output, matio and HDF5 call
 * the kernel from inside libraries.  Calls count from the moment at which the program installs its handler for
 * SIGINT, the first thing it does in main, so that the dynamic linker is left alone.  Not counted: writes to
 * standard error, what lies in /proc and /sys, and child processes (gnuplot). */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <elf.h>

enum { CLOSE = 5, KINDS = 7, THREADS = 512, CANNOT_TRACE = 77 };
static const char *const kind_name[KINDS] = {"open",   "read",  "write", "fsync",
                                             "rename", "close", "mkdir"};

#ifdef __NR_open
#define CALL_OPEN __NR_open
#define CALL_CREAT __NR_creat
#define CALL_RENAME __NR_rename
#define CALL_MKDIR __NR_mkdir
#else /* younger machines have the ...at calls only */
#define CALL_OPEN (-2L)
#define CALL_CREAT (-3L)
#define CALL_RENAME (-4L)
#define CALL_MKDIR (-5L)
#endif
#ifdef __NR_renameat
#define CALL_RENAMEAT __NR_renameat
#else
#define CALL_RENAMEAT (-6L)
#endif

static const struct {
    long call;
    int kind, path; /* path: which argument it is, -1: none */
} calls[] = {
    {CALL_OPEN, 0, 0},      {CALL_CREAT, 0, 0},      {__NR_openat, 0, 1},
    {__NR_read, 1, -1},     {__NR_pread64, 1, -1},   {__NR_readv, 1, -1},
    {__NR_write, 2, -1},    {__NR_pwrite64, 2, -1},  {__NR_writev, 2, -1},
    {__NR_fsync, 3, -1},    {__NR_fdatasync, 3, -1}, {CALL_RENAME, 4, -1},
    {CALL_RENAMEAT, 4, -1}, {__NR_renameat2, 4, -1}, {__NR_close, 5, -1},
    {CALL_MKDIR, 6, -1},    {__NR_mkdirat, 6, -1},
};

/* A thread of the program; `failing`: its current call was replaced. */
typedef struct Thread {
    pid_t pid;
    bool failing;
} Thread;

static Thread threads[THREADS];
static long counts[KINDS];
static int wanted_kind = -1, wanted_error = EIO;
static long wanted_number;
static bool and_later, counting;

static Thread *thread_of(pid_t pid)
{
    Thread *free_one = NULL;
    for (int i = 0; i < THREADS; i++) {
        if (threads[i].pid == pid)
            return &threads[i];
        if (!threads[i].pid && !free_one)
            free_one = &threads[i];
    }
    if (!free_one)
        exit(CANNOT_TRACE);
    *free_one = (Thread){.pid = pid};
    return free_one;
}

/* ---- The machine: a call is replaced by none at its entry, and gets its result at its exit ---- */

#if defined(__x86_64__)
static bool drop_call(pid_t pid)
{
    struct user_regs_struct r;
    if (ptrace(PTRACE_GETREGS, pid, 0, &r) != 0)
        return false;
    r.orig_rax = (unsigned long long)-1;
    return ptrace(PTRACE_SETREGS, pid, 0, &r) == 0;
}

static bool set_result(pid_t pid, long result)
{
    struct user_regs_struct r;
    if (ptrace(PTRACE_GETREGS, pid, 0, &r) != 0)
        return false;
    r.rax = (unsigned long long)result;
    return ptrace(PTRACE_SETREGS, pid, 0, &r) == 0;
}
#elif defined(__aarch64__)
#define NT_SYSTEM_CALL 0x404
static bool drop_call(pid_t pid)
{
    int none = -1;
    struct iovec v = {&none, sizeof none};
    return ptrace(PTRACE_SETREGSET, pid, (void *)NT_SYSTEM_CALL, &v) == 0;
}

static bool set_result(pid_t pid, long result)
{
    struct user_regs_struct r;
    struct iovec v = {&r, sizeof r};
    if (ptrace(PTRACE_GETREGSET, pid, (void *)NT_PRSTATUS, &v) != 0)
        return false;
    r.regs[0] = (unsigned long long)result;
    return ptrace(PTRACE_SETREGSET, pid, (void *)NT_PRSTATUS, &v) == 0;
}
#else
static bool drop_call(pid_t pid) { return pid < 0; }
static bool set_result(pid_t pid, long result) { return pid < 0 && result < 0; }
#endif

/* ---- Calls ---- */

static bool is_system_path(pid_t pid, unsigned long address)
{
    char text[sizeof(long) + 1] = "";
    errno = 0;
    const long word = ptrace(PTRACE_PEEKDATA, pid, (void *)address, 0);
    memcpy(text, &word, errno == 0 ? sizeof word : 0);
    return strncmp(text, "/proc/", 6) == 0 || strncmp(text, "/sys/", 5) == 0;
}

/* Is the call one of gcov's, which writes its counters when a program ends? */
#ifdef STN_COVERAGE
static bool is_counters(pid_t pid, const struct __ptrace_syscall_info *info, int path)
{
    char from[64], name[4096] = "";
    if (path < 0) {
        snprintf(from, sizeof from, "/proc/%d/fd/%d", (int)pid, (int)info->entry.args[0]);
        const ssize_t length = readlink(from, name, sizeof name - 1);
        name[length > 0 ? length : 0] = '\0';
    } else {
        snprintf(from, sizeof from, "/proc/%d/mem", (int)pid);
        const int memory = open(from, O_RDONLY | O_CLOEXEC);
        const ssize_t length = pread(memory, name, sizeof name - 1, (off_t)info->entry.args[path]);
        name[length > 0 ? length : 0] = '\0';
        close(memory);
    }
    const size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, ".gcda") == 0;
}
#else
static bool is_counters(pid_t pid, const struct __ptrace_syscall_info *info, int path)
{
    (void)pid, (void)info, (void)path;
    return false;
}
#endif

/* The kind of a call that counts; -1: it does not. */
static int kind_of(pid_t pid, const struct __ptrace_syscall_info *info)
{
    const long call = (long)info->entry.nr;
    if (call == __NR_rt_sigaction && info->entry.args[0] == SIGINT && info->entry.args[1] != 0)
        counting = true;
    for (size_t i = 0; counting && i < sizeof calls / sizeof calls[0]; i++) {
        if (calls[i].call != call)
            continue;
        if (calls[i].path >= 0 && is_system_path(pid, info->entry.args[calls[i].path]))
            return -1;
        if (is_counters(pid, info, calls[i].path))
            return -1;
        return calls[i].kind == 2 && info->entry.args[0] == STDERR_FILENO ? -1 : calls[i].kind;
    }
    return -1;
}

static void at_call(pid_t pid)
{
    Thread *thread = thread_of(pid);
    struct __ptrace_syscall_info info;
    if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof info, &info) <= 0)
        exit(CANNOT_TRACE);
    if (info.op == PTRACE_SYSCALL_INFO_EXIT && thread->failing) {
        thread->failing = false;
        if (!set_result(pid, -wanted_error))
            exit(CANNOT_TRACE);
    } else if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
        const int kind = kind_of(pid, &info);
        if (kind < 0)
            return;
        const long n = ++counts[kind];
        thread->failing = kind == wanted_kind && wanted_number > 0 &&
                          (n == wanted_number || (and_later && n > wanted_number));
        /* A close that fails has closed the file all the same: the call goes on, its result is changed. */
        if (thread->failing && kind != CLOSE && !drop_call(pid))
            exit(CANNOT_TRACE);
    }
}

/* Until the program ends; its exit code. */
static int follow(pid_t program)
{
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, __WALL)) > 0) {
        if (WIFEXITED(status) || WIFSIGNALED(status)) {
            if (pid == program)
                return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            thread_of(pid)->pid = 0;
            continue;
        }
        int number = WSTOPSIG(status);
        if (number == (SIGTRAP | 0x80))
            at_call(pid);
        if (number == (SIGTRAP | 0x80) || number == SIGTRAP || number == SIGSTOP)
            number = 0; /* an event of the trace, or a new thread: no signal of the program's */
        ptrace(PTRACE_SYSCALL, pid, 0, number);
    }
    return CANNOT_TRACE;
}

static int run(char **argv)
{
    const pid_t program = fork();
    int status;
    if (program == 0) {
        if (ptrace(PTRACE_TRACEME, 0, 0, 0) != 0)
            _exit(CANNOT_TRACE);
        raise(SIGSTOP);
        execvp(argv[0], argv);
        _exit(CANNOT_TRACE);
    }
    if (program < 0 || waitpid(program, &status, 0) != program || !WIFSTOPPED(status) ||
        ptrace(PTRACE_SETOPTIONS, program, 0,
               PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC |
                   PTRACE_O_EXITKILL) != 0 ||
        ptrace(PTRACE_SYSCALL, program, 0, 0) != 0)
        return CANNOT_TRACE;
    return follow(program);
}

static int error_number(const char *name)
{
    return strcmp(name, "ENOSPC") == 0 ? ENOSPC : strcmp(name, "EMFILE") == 0 ? EMFILE : EIO;
}

int main(int argc, char **argv)
{
    char *rest;
    if (argc < 6) {
        fputs("usage: io_faults KIND N[+] ERROR COUNTS PROGRAM [ARGUMENT]...\n", stderr);
        return 2;
    }
    for (int i = 0; i < KINDS; i++)
        wanted_kind = strcmp(kind_name[i], argv[1]) == 0 ? i : wanted_kind;
    wanted_number = strtol(argv[2], &rest, 10);
    and_later = *rest == '+';
    wanted_error = error_number(argv[3]);
    const int code = run(argv + 5);
    FILE *out = fopen(argv[4], "w");
    for (int i = 0; out && i < KINDS; i++)
        fprintf(out, "%s %ld\n", kind_name[i], counts[i]);
    return !out || fclose(out) != 0 ? CANNOT_TRACE : code;
}
