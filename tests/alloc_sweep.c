/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The whole program, with one allocation that fails: the first, the second, and so on to the last.
 *
 *     alloc_sweep [--every K] [--most N] [--first N] [--last N] [--places] [--list] [--varies] ARGUMENT...
 *
 * in the current folder.
 *
 * ARGUMENTs are one command of the program, which must succeed (exit 0) when no allocation fails.
 *
 * The command runs in a child for each n; its files go to the folder out/, which is emptied.  Claims:
 * exit 0 means the same bytes on standard output and in out/ as without a failure; otherwise the exit
 * code is 1 and standard error says "out of memory"; nothing crashes, and no temporary file is left.
 * Crashes within functions of SUNDIALS that do not look at their own allocations stand in foreign[] below.  The
 * program's own child processes (gnuplot, the reader of .mat files) are left alone, unless --children.
 *
 * --every K: only every K-th allocation, beginning with a different one for each command.
 * --most N: not more than about N allocations, evenly spread.
 * --first N: the first N besides, in which options are read and files compared; --last N: the last N, after which
 * nothing of a command may be left.
 * --children: instead of the program's own allocations, those of the child processes that it forks.
 * --lasting: after the one that fails all others fail as well, in every process.
 * --places: of the allocations that have the same calls above them, only the first.
 * --varies: standard output shows times in a table and differs from run to run, so it is not compared.
 * (Lines of their own that say how long it took are left out of the comparison anyway.)
 * --list: prints where each failure was that broke a claim. */
#define _GNU_SOURCE
#undef main

#include "io/counters.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int stiction_main(int argc, char **argv);

/* ---- Libraries that crash without memory; the program cannot mend them ---- */

static const struct {
    const char *function, *why;
} foreign[] = {
    {"ARKodeButcherTable_LoadERK", "fills the table that ARKodeButcherTable_Alloc did not give"},
    {"erkStep_Init", "lets arkAllocVec write into an array that malloc did not give"},
    {"SUNLogger_Create", "stores into a hash map that was not made"},
    {"SUNLogger_Destroy", "frees a hash map that was not made, after SUNLogger_Create failed"},
};
enum { FOREIGN = sizeof foreign / sizeof foreign[0], FRAMES = 40, CRASHED = 99, IN_FOREIGN = 98 };

/* ---- The allocator ---- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

enum { NONE = -1, ALL = -2 };
static struct Fault {
    atomic_long left; /* allocations up to the one that fails; NONE: none fails, ALL: all do */
    atomic_bool met;
} * fault; /* children see it too */
static bool children, lasting;
static pid_t program;       /* the process whose allocations count, or those of whose children do */
static void *where[FRAMES]; /* the one that failed */
static int nwhere;

/* The calls above each allocation, hashed, where they are asked for: memory that parent and child share. */
enum { NOTED_MAX = 1 << 22 };
static uint64_t *noted;
static bool noting;

static uint64_t hash_bytes(uint64_t hash, const void *data, size_t size)
{
    for (const unsigned char *b = data; size > 0; size--)
        hash = (hash ^ *b++) * 1099511628211u;
    return hash;
}

static void note_calls(long n)
{
    void *frame[FRAMES];
    const int count = backtrace(frame, FRAMES);
    if (n < NOTED_MAX)
        noted[n] = hash_bytes(14695981039346656037u, frame, (size_t)count * sizeof frame[0]);
}

static bool fails(void)
{
    const long now = fault ? atomic_load_explicit(&fault->left, memory_order_relaxed) : NONE;
    if (now == NONE || (now != ALL && (getpid() != program) != children))
        return false;
    const long before = now == ALL ? 1 : atomic_fetch_sub(&fault->left, 1);
    if (noting)
        note_calls(LONG_MAX - before);
    if (before != 1)
        return false;
    if (now != ALL) {
        atomic_store(&fault->left, NONE);
        atomic_store(&fault->met, true);
        nwhere = backtrace(where, FRAMES);
        atomic_store(&fault->left, lasting ? ALL : NONE);
    }
    errno = ENOMEM;
    return true;
}

/* Visible: libraries and the C library itself are to call these. */
#pragma GCC visibility push(default)
void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void *realloc(void *memory, size_t size) { return fails() ? NULL : __libc_realloc(memory, size); }
#pragma GCC visibility pop

/* ---- One run, in a child ---- */

/* Where a crash happened decides whose it is: within one of those functions, or one that it calls, with
 * no function of the program between. */
static int owner(void **frame, int count)
{
    for (int i = 0; i < count; i++) {
        Dl_info info;
        if (!dladdr(frame[i], &info) || !info.dli_fname || strstr(info.dli_fname, "libc.so"))
            continue;
        if (!strstr(info.dli_fname, "libsundials"))
            return CRASHED;
        for (int k = 0; k < FOREIGN; k++)
            if (info.dli_sname && strcmp(info.dli_sname, foreign[k].function) == 0)
                return IN_FOREIGN;
    }
    return CRASHED;
}

static void put_frames(const char *title, void **frame, int count)
{
    const int file = open("frames.txt", O_WRONLY | O_CREAT | O_APPEND, 0666);
    dprintf(file, "%s\n", title);
    backtrace_symbols_fd(frame, count, file);
    close(file);
}

static void on_crash(int number)
{
    void *frame[FRAMES];
    (void)number;
    const int count = backtrace(frame, FRAMES);
    put_frames("crash at", frame + 2, count - 2);
    put_frames("failed allocation", where, nwhere);
    _exit(owner(frame + 2, count - 2)); /* behind this handler and the kernel's frame */
}

static void redirect(const char *path, int stream)
{
    const int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
    dup2(file, stream);
    close(file);
}

static void run_child(long n, int argc, char **argv)
{
    const struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    redirect("stdout.txt", STDOUT_FILENO);
    redirect("stderr.txt", STDERR_FILENO);
    redirect("reached.txt", 9);
    const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        signal(signals[i], on_crash);
    program = getpid();
    atomic_store(&fault->left, n);
    const int code = stiction_main(argc, argv);
    const long used = n - atomic_exchange(&fault->left, NONE);
    fflush(NULL);
    dprintf(9, "%ld ", used);
    if (nwhere > 0)
        put_frames("failed allocation", where, nwhere);
    stn_counters_write();
    _exit(code);
}

/* ---- What came out ---- */

static uint64_t hash_file(int folder, const char *name)
{
    char bytes[65536];
    uint64_t hash = 14695981039346656037u;
    const int file = openat(folder, name, O_RDONLY);
    for (ssize_t n; file >= 0 && (n = read(file, bytes, sizeof bytes)) > 0;)
        hash = hash_bytes(hash, bytes, (size_t)n);
    if (file >= 0)
        close(file);
    return hash;
}

/* Standard output, without the lines that say how long it took. */
static uint64_t hash_output(void)
{
    static const char *const timed[] = {"\"seconds\":", "\"wall\":", "Work: "};
    char line[4096];
    uint64_t hash = 14695981039346656037u;
    FILE *file = fopen("stdout.txt", "r");
    while (file && fgets(line, sizeof line, file)) {
        bool result = true;
        for (size_t i = 0; i < sizeof timed / sizeof timed[0]; i++)
            result = result && !strstr(line, timed[i]);
        if (result)
            hash = hash_bytes(hash, line, strlen(line));
    }
    if (file)
        fclose(file);
    return hash;
}

typedef struct Outcome {
    uint64_t output, files; /* their bytes, hashed */
    int code;               /* of the exit */
    bool reached;           /* the n-th allocation */
    bool said;              /* out of memory */
    bool left;              /* a temporary file */
} Outcome;

/* Files in out/, whatever their order; empties it. */
static uint64_t take_files(bool *temporary)
{
    uint64_t sum = 0;
    DIR *folder = opendir("out");
    for (struct dirent *e; folder && (e = readdir(folder)) != NULL;) {
        if (e->d_name[0] == '.')
            continue;
        *temporary = *temporary || strstr(e->d_name, ".tmp-");
        sum += hash_bytes(hash_file(dirfd(folder), e->d_name), e->d_name, strlen(e->d_name));
        unlinkat(dirfd(folder), e->d_name, 0);
    }
    if (folder)
        closedir(folder);
    return sum;
}

static bool file_says(const char *path, const char *text)
{
    char bytes[8192];
    FILE *file = fopen(path, "r");
    const size_t n = file ? fread(bytes, 1, sizeof bytes - 1, file) : 0;
    bytes[n] = '\0';
    if (file)
        fclose(file);
    return strstr(bytes, text) != NULL;
}

static Outcome once(long n, int argc, char **argv)
{
    int status;
    unlink("frames.txt");
    fflush(stdout);
    atomic_store(&fault->met, false);
    const pid_t pid = fork();
    if (pid == 0)
        run_child(n, argc, argv);
    while (waitpid(pid, &status, 0) < 0) {
    }
    Outcome o = {.code = WIFEXITED(status) ? WEXITSTATUS(status) : CRASHED};
    o.output = hash_output();
    o.files = take_files(&o.left);
    o.reached = atomic_load(&fault->met) || o.code == CRASHED || o.code == IN_FOREIGN;
    o.said = file_says("stderr.txt", "out of memory");
    return o;
}

static bool same(const Outcome *a, const Outcome *b)
{
    return a->output == b->output && a->files == b->files;
}

/* NULL, or the claim that is broken. */
static const char *broken(const Outcome *o, const Outcome *good)
{
    if (o->code == IN_FOREIGN)
        return NULL;
    if (o->code == CRASHED)
        return "crash";
    if (o->left)
        return "temporary file left";
    if (o->code == good->code && !o->said)
        return same(o, good) ? NULL : "same exit code, other results";
    if (o->code != 1)
        return "exit code other than 1";
    return o->said ? NULL : "does not say \"out of memory\"";
}

/* ---- Which allocations fail ---- */

/* How many allocations the command makes; `places` notes the calls above each. */
static long count_allocations(bool places, int argc, char **argv)
{
    long count = 0;
    noting = places;
    once(LONG_MAX, argc, argv);
    noting = false;
    FILE *file = fopen("reached.txt", "r");
    if (!file || fscanf(file, "%ld", &count) != 1)
        count = 0;
    if (file)
        fclose(file);
    return count;
}

static int compare_notes(const void *a, const void *b)
{
    const long i = *(const long *)a, k = *(const long *)b;
    const uint64_t x = noted[i - 1], y = noted[k - 1];
    return x != y ? (x > y) - (x < y) : (i > k) - (i < k);
}

static int compare_numbers(const void *a, const void *b)
{
    const long i = *(const long *)a, k = *(const long *)b;
    return (i > k) - (i < k);
}

/* Keeps the first allocation of each place; returns how many there are. */
static long keep_places(long *number, long count)
{
    long kept = 0;
    count = count < NOTED_MAX ? count : NOTED_MAX;
    qsort(number, (size_t)count, sizeof *number, compare_notes);
    for (long i = 0; i < count; i++)
        if (i == 0 || noted[number[i] - 1] != noted[number[i - 1] - 1])
            number[kept++] = number[i];
    qsort(number, (size_t)kept, sizeof *number, compare_numbers);
    return kept;
}

static void put_file(const char *path)
{
    char line[400];
    FILE *file = fopen(path, "r");
    for (int i = 0; file && i < 24 && fgets(line, sizeof line, file); i++)
        printf("    %s", line);
    if (file)
        fclose(file);
}

typedef struct Options {
    long every, most, first, last;
    bool places, list, varies;
} Options;

/* Takes the options; returns where the command begins, 0 if there is none. */
static int take_options(Options *o, int argc, char **argv)
{
    int at = 1;
    for (; at < argc && strncmp(argv[at], "--", 2) == 0; at++) {
        if (strcmp(argv[at], "--every") == 0 && at + 1 < argc)
            o->every = atol(argv[++at]);
        if (strcmp(argv[at], "--most") == 0 && at + 1 < argc)
            o->most = atol(argv[++at]);
        if (strcmp(argv[at], "--first") == 0 && at + 1 < argc)
            o->first = atol(argv[++at]);
        if (strcmp(argv[at], "--last") == 0 && at + 1 < argc)
            o->last = atol(argv[++at]);
        o->places = o->places || strcmp(argv[at], "--places") == 0;
        o->list = o->list || strcmp(argv[at], "--list") == 0;
        o->varies = o->varies || strcmp(argv[at], "--varies") == 0;
        children = children || strcmp(argv[at], "--children") == 0;
        lasting = lasting || strcmp(argv[at], "--lasting") == 0;
    }
    return at < argc && o->every >= 1 && o->most >= 1 ? at : 0;
}

/* The allocations to try, in an array that nobody frees; sets their number and how many there are. */
static const long *choose(const Options *o, long *chosen, long *count, int argc, char **argv)
{
    if (o->places)
        noted = mmap(NULL, NOTED_MAX * sizeof *noted, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    *count = count_allocations(o->places, argc, argv);
    long *number = malloc(((size_t)*count + 1) * sizeof *number);
    for (long i = 0; i < *count; i++)
        number[i] = i + 1;
    const long all = o->places ? keep_places(number, *count) : *count;
    const long every = all / o->every > o->most ? (all + o->most - 1) / o->most : o->every;
    long begin = 1;
    for (int i = 1; i < argc; i++)
        for (const char *c = argv[i]; *c; c++)
            begin = (begin * 31 + *c) % every;
    *chosen = 0;
    for (long i = 0; i < all; i++)
        if (i < o->first || i >= all - o->last || i % every == begin % every)
            number[(*chosen)++] = number[i];
    return number;
}

/* What the sweep came to. */
typedef struct Sum {
    long reached, bad, crashes;
} Sum;

/* Lets one allocation fail; says whether a claim was broken. */
static bool try_one(long n, const Options *options, const Outcome *good, Sum *sum, int argc,
                    char **argv)
{
    Outcome o = once(n, argc, argv);
    if (!o.reached)
        return false;
    sum->reached++;
    o.output = options->varies ? good->output : o.output;
    const char *claim = broken(&o, good);
    sum->crashes += o.code == IN_FOREIGN;
    if (!claim)
        return false;
    printf("allocation %ld: %s (exit %d)\n", n, claim, o.code);
    put_file("stderr.txt");
    if (options->list)
        put_file("frames.txt");
    return true;
}

int main(int argc, char **argv)
{
    Options options = {.every = 1, .most = LONG_MAX};
    Sum sum = {0};
    long count, chosen;
    const int at = take_options(&options, argc, argv);
    if (at == 0)
        return 2;
    static char name[] = "stiction";
    argv[at - 1] = name;
    argv += at - 1, argc -= at - 1;
    void *warm[2];
    backtrace(warm, 2); /* it loads a library the first time */
    mkdir("out", 0777);
    fault = mmap(NULL, sizeof *fault, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (fault == MAP_FAILED)
        return 2;
    const Outcome good = once(NONE, argc, argv), again = once(NONE, argc, argv);
    if ((!options.varies && !same(&good, &again)) || good.code != 0) {
        printf("exit %d, or other results each time:", good.code);
        put_file("stderr.txt");
        return 2;
    }
    const long *number = choose(&options, &chosen, &count, argc, argv);
    for (long i = 0; i < chosen; i++)
        sum.bad += try_one(number[i], &options, &good, &sum, argc, argv);
    printf("%ld allocations, %ld of them failed, %ld broken claims, %ld crashes of libraries:",
           count, sum.reached, sum.bad, sum.crashes);
    for (int i = 1; i < argc; i++)
        printf(" %s", argv[i]);
    putchar('\n');
    if (sum.reached == 0) /* nothing was tried, so that nothing is known */
        puts("no allocation failed");
    return sum.bad > 0 || sum.reached == 0;
}
