/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Binaries of an FMU: its sources, compiled in a folder of their own by the C compiler at hand, or for every
 * platform by zig. */
#define _GNU_SOURCE

#include "fmu/writer.h"
#include "io/environment.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_SIZE = 512, ARGUMENTS_MAX = 320 };

typedef struct {
    const char *fmi2, *fmi3; /* folders in binaries/ */
    const char *target;      /* of zig; NULL: the compiler at hand */
    const char *ending;
} Platform;

/* macOS: the oldest that the cross compiler's headers know without a word, and the first on aarch64. */
static const Platform platforms[] = {
    {"linux64", "x86_64-linux", "x86_64-linux-gnu.2.17", ".so"},
    {"aarch64-linux", "aarch64-linux", "aarch64-linux-gnu.2.17", ".so"},
    {"win64", "x86_64-windows", "x86_64-windows-gnu", ".dll"},
    {"darwin64", "x86_64-darwin", "x86_64-macos.10.13", ".dylib"},
    {"aarch64-darwin", "aarch64-darwin", "aarch64-macos.11.0", ".dylib"},
};

#if defined(__APPLE__) && defined(__aarch64__)
static const Platform native = {"aarch64-darwin", "aarch64-darwin", NULL, ".dylib"};
#elif defined(__APPLE__)
static const Platform native = {"darwin64", "x86_64-darwin", NULL, ".dylib"};
#elif defined(__aarch64__)
static const Platform native = {"aarch64-linux", "aarch64-linux", NULL, ".so"};
#else
static const Platform native = {"linux64", "x86_64-linux", NULL, ".so"};
#endif

/* ---- A folder for the work ---- */

static bool write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    const bool written = fputs(text, file) >= 0;
    return fclose(file) == 0 && written;
}

/* The folders on the way to a file. */
static void make_folders(char *path)
{
    for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
}

static bool put_sources(const StnFmuWriter *w, const char *folder)
{
    char path[PATH_SIZE];
    bool done = true;
    for (int k = 0; done && k < stn_fmu_source_count(); k++) {
        snprintf(path, sizeof path, "%s/%s", folder, stn_fmu_source_at(k).name);
        make_folders(path);
        done = write_text(path, stn_fmu_source_at(k).text);
    }
    snprintf(path, sizeof path, "%s/model.c", folder);
    return done && write_text(path, w->model);
}

static void remove_folder(const char *folder)
{
    DIR *dir = opendir(folder);
    char path[PATH_SIZE];
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (unlink(path) != 0)
            remove_folder(path);
    }
    if (dir)
        closedir(dir);
    rmdir(folder);
}

/* ---- The compiler ---- */

/* Runs a program in the folder, its messages into the file log there; its exit code, 127: it is not there. */
static int run(const char *folder, const char *const *argument)
{
    char log[PATH_SIZE];
    pid_t pid;
    int code = 0;
    posix_spawn_file_actions_t actions;
    snprintf(log, sizeof log, "%s/log", folder);
    if (posix_spawn_file_actions_init(&actions) != 0)
        return 127;
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    const int failed =
        posix_spawnp(&pid, argument[0], &actions, NULL, (char *const *)argument, stn_environment());
    posix_spawn_file_actions_destroy(&actions);
    if (failed)
        return 127;
    while (waitpid(pid, &code, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(code) ? WEXITSTATUS(code) : 1;
}

/* The words that start the compiler, those of CC or STN_ZIG from `own`; their number. */
static int compiler(const Platform *platform, char *own, const char **argument)
{
    int n = 0;
    for (char *word = strtok(own, " "); word && n < 8; word = strtok(NULL, " "))
        argument[n++] = word;
    if (n > 0) {
        /* the user's choice */
    } else if (platform->target) {
        argument[n++] = "python3";
        argument[n++] = "-m";
        argument[n++] = "ziglang";
    } else {
        argument[n++] = "cc";
    }
    if (platform->target) {
        argument[n++] = "cc";
        argument[n++] = "-target";
        argument[n++] = platform->target;
    }
    return n;
}

static int compile(const StnFmuWriter *w, const char *folder, const Platform *platform,
                   const char *file)
{
    static const char *const flags[] = {
        "-std=gnu99",          "-O2",     "-ffp-contract=off", "-fno-math-errno",
        "-fvisibility=hidden", "-shared", "-DSTN_API=",        "-w"};
    const char *argument[ARGUMENTS_MAX];
    char include[PATH_SIZE + 2], *names = malloc((size_t)stn_fmu_source_count() * PATH_SIZE);
    const char *choice = getenv(platform->target ? "STN_ZIG" : "CC");
    char own[PATH_SIZE];
    snprintf(own, sizeof own, "%s", choice ? choice : "");
    int n = compiler(platform, own, argument);
    if (!names)
        return 1;
    for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
        argument[n++] = flags[k];
    if (strcmp(platform->ending, ".dll") != 0)
        argument[n++] = "-fPIC";
    snprintf(include, sizeof include, "-I%s", folder);
    argument[n++] = include;
    char model[PATH_SIZE];
    snprintf(model, sizeof model, "%s/model.c", folder);
    argument[n++] = model;
    for (int k = 0; k < stn_fmu_source_count() && n < ARGUMENTS_MAX - 8; k++)
        if (stn_fmu_is_compiled(k, w->def.fmi)) {
            char *name = names + (size_t)k * PATH_SIZE;
            snprintf(name, PATH_SIZE, "%s/%s", folder, stn_fmu_source_at(k).name);
            argument[n++] = name;
        }
    argument[n++] = "-lm";
    argument[n++] = "-s";
    argument[n++] = "-o";
    argument[n++] = file;
    argument[n] = NULL;
    const int code = run(folder, argument);
    free(names);
    return code;
}

static bool add_file(StnZip *zip, const char *name, const char *path)
{
    FILE *file = fopen(path, "rb");
    struct stat facts;
    unsigned char *bytes = NULL;
    bool done = false;
    if (file && fstat(fileno(file), &facts) == 0 && (bytes = malloc((size_t)facts.st_size + 1))) {
        done = fread(bytes, 1, (size_t)facts.st_size, file) == (size_t)facts.st_size;
        if (done)
            stn_zip_add(zip, name, bytes, (size_t)facts.st_size);
    }
    free(bytes);
    if (file)
        fclose(file);
    return done;
}

static const char no_compiler[] = "there is no compiler";

/* The first line of what the compiler said. */
static void read_reason(const char *folder, char *out, size_t size)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/log", folder);
    FILE *log = fopen(path, "r");
    out[0] = '\0';
    if (log) {
        while (fgets(out, (int)size, log) && !strstr(out, "error") && !strstr(out, "No module"))
            continue;
        fclose(log);
    }
    out[strcspn(out, "\n")] = '\0';
}

static bool make_one(StnFmuWriter *w, StnZip *zip, const char *folder, const Platform *platform,
                     char *reason, size_t size)
{
    char file[PATH_SIZE], name[PATH_SIZE];
    snprintf(file, sizeof file, "%s/%s%s", folder, w->identifier, platform->ending);
    snprintf(name, sizeof name, "binaries/%s/%s%s",
             w->def.fmi == STN_FMU_FMI2 ? platform->fmi2 : platform->fmi3, w->identifier,
             platform->ending);
    const int code = compile(w, folder, platform, file);
    if (code == 0 && add_file(zip, name, file))
        return true;
    if (code == 127)
        snprintf(reason, size, "%s", no_compiler);
    else
        read_reason(folder, reason, size);
    return false;
}

static const char *advice(const StnFmuWriter *w)
{
    return w->def.platforms == STN_FMU_ALL
               ? "the Python package ziglang makes binaries for all platforms (pip install ziglang)"
               : "a C compiler makes the binary: gcc or clang as cc, or as the variable CC names "
                 "it";
}

StnStatus stn_fmu_binaries(StnFmuWriter *w, StnZip *zip)
{
    const char *where = getenv("TMPDIR");
    char folder[PATH_SIZE - 100], reason[300] = ""; /* names of files come behind it */
    const bool all = w->def.platforms == STN_FMU_ALL;
    const int count = all ? (int)(sizeof platforms / sizeof *platforms) : 1;
    int made = 0;
    where = where && where[0] ? where : "/tmp";
    const int length = snprintf(folder, sizeof folder, "%s/stiction-fmu-XXXXXX", where);
    if (length >= (int)sizeof folder || !mkdtemp(folder))
        return stn_error(w->error, STN_NO_FILE,
                         "no folder for compiling can be made in %.200s: the variable TMPDIR names "
                         "another place",
                         where);
    if (put_sources(w, folder))
        for (int k = 0; k < count; k++)
            made += make_one(w, zip, folder, all ? &platforms[k] : &native, reason, sizeof reason);
    remove_folder(folder);
    if (made == count)
        return STN_OK;
    if (w->def.kind == STN_FMU_BINARY && made == 0)
        return stn_error(w->error, STN_UNAVAILABLE, "no binary could be made: %s; %s", reason,
                         advice(w));
    const bool ran = reason[0] && strcmp(reason, no_compiler) != 0 && !strstr(reason, "No module");
    if (w->remarks)
        stn_remark(w->remarks, "%d of %d binaries could not be made (%.*s)%s%s", count - made,
                   count, ran ? 250 : 120, reason, ran ? "" : "; ", ran ? "" : advice(w));
    return STN_OK;
}
