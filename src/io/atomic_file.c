/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700

#include "io/atomic_file.h"
#include "io/error_place.h"
#include "io/counters.h"
#include "io/file_identity.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* NAME_KEPT: of the target's name in the name of the temporary file, which must not be longer than a
 * file system allows (255 bytes). */
enum { TRIES = 1000, BUFFER = 1 << 18, NAME_KEPT = 200, TEMPORARY = 64 };

/* Why something failed: an error number, or a sentence with its status where there is none.  All 0: nothing
 * failed. */
typedef struct Failure {
    int code;
    const char *sentence;
    StnStatus status; /* STN_OK: STN_NO_FILE */
} Failure;

static bool failed(Failure failure) { return failure.code != 0 || failure.sentence; }

static StnStatus report(const char *path, Failure failure, StnError *error)
{
    const StnStatus status = failure.status != STN_OK ? failure.status : STN_NO_FILE;
    return failure.sentence ? stn_error_at(error, status, path, 0, 0, "%s", failure.sentence)
                            : stn_error_file(error, path, "cannot write the file", failure.code);
}

/* ---- Temporary files ---- */

/* Those of a thread, for stn_files_abandon().  Whoever takes a path out of here may free it, so that the
 * handler of a signal reads none that was freed where it interrupts. */
static _Thread_local char *_Atomic temporary[TEMPORARY];

/* False: there is no room, and the path stays the caller's. */
static bool remember(char *path)
{
    for (int i = 0; i < TEMPORARY; i++) {
        char *nothing = NULL;
        if (atomic_compare_exchange_strong(&temporary[i], &nothing, path)) {
            return true;
        }
    }
    return false;
}

/* Of a path that was remembered: whether it is the caller's again. */
static bool forget(char *path)
{
    for (int i = 0; i < TEMPORARY; i++) {
        char *found = path;
        if (atomic_compare_exchange_strong(&temporary[i], &found, NULL)) {
            return true;
        }
    }
    return false;
}

void stn_files_abandon(void)
{
    for (int i = 0; i < TEMPORARY; i++) {
        const char *path = atomic_exchange(&temporary[i], NULL);
        if (path) {
            (void)unlink(path);
        }
    }
    stn_counters_write();
}

/* How much of a name stays: whole UTF-8 characters, as some file systems refuse anything else. */
static size_t kept_length(const char *name)
{
    size_t length = strlen(name);
    if (length > NAME_KEPT) {
        length = NAME_KEPT;
        while (length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80) {
            length--;
        }
    }
    return length;
}

static int make_file(const char *path, const void *mode)
{
    return open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, *(const mode_t *)mode);
}

static int make_link(const char *path, const void *target) { return link(target, path); }

/* Makes TARGET.tmp-PID-N, with the first N that is free, and gives its name, to be freed; *made: what
 * `make` returned.  NULL with errno on failure. */
static char *make_beside(const char *target, int (*make)(const char *path, const void *from),
                         const void *from, int *made)
{
    const char *name = stn_path_name(target);
    const int length = (int)((size_t)(name - target) + kept_length(name));
    const size_t size = (size_t)length + 48;
    char *path = malloc(size);
    *made = -1;
    errno = path ? EEXIST : ENOMEM;
    for (int n = 0; path && n < TRIES && *made < 0 && errno == EEXIST; n++) {
        snprintf(path, size, "%.*s.tmp-%ld-%d", length, target, (long)getpid(), n);
        *made = make(path, from);
    }
    if (*made < 0) {
        free(path);
        path = NULL;
    }
    return path;
}

/* -1 with errno on failure. */
static int create_beside(StnAtomicFile *file, mode_t mode)
{
    int fd;
    file->path = make_beside(file->target, make_file, &mode, &fd);
    file->known = file->path && remember(file->path);
    return fd;
}

/* ---- Opening ---- */

static _Thread_local bool (*go_on)(void);

void stn_files_wait_while(bool (*wanted)(void)) { go_on = wanted; }

/* A pipe, once there is a reader.  -1 on failure. */
static int open_pipe(const char *path, Failure *failure)
{
    const struct timespec pause = {.tv_nsec = 10000000};
    int fd;
    while ((fd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)) < 0 &&
           (errno == ENXIO || errno == EINTR)) {
        if (go_on && !go_on()) {
            failure->status = STN_CANCELLED;
            failure->sentence =
                "cannot write the file: interrupted while it waited for a reader of the pipe";
            return -1;
        }
        nanosleep(&pause, NULL); /* a signal may cut it short */
    }
    if (fd < 0) {
        failure->code = errno;
        return -1;
    }
    const int flags = fcntl(fd, F_GETFL);
    if (flags >= 0) {
        (void)fcntl(fd, F_SETFL, flags & ~O_NONBLOCK);
    }
    return fd;
}

/* Gives up what was opened so far. */
static StnStatus refuse(StnAtomicFile *file, Failure failure, StnError *error)
{
    const StnStatus status = report(file->shown, failure, error);
    stn_atomic_discard(file);
    return status;
}

/* fd < 0: it failed with errno. */
static StnStatus attach_stream(StnAtomicFile *file, int fd, StnError *error)
{
    file->stream = fd < 0 ? NULL : fdopen(fd, "wb");
    if (file->stream) {
        setvbuf(file->stream, NULL, _IOFBF, BUFFER);
        return STN_OK;
    }
    const Failure failure = {.code = errno};
    if (fd >= 0) {
        close(fd);
    }
    return refuse(file, failure, error);
}

/* Nothing exists there; where a link leads to that place, the link stays. */
static StnStatus open_new(StnAtomicFile *file, StnError *error)
{
    file->target = stn_path_follow(file->shown);
    return attach_stream(file, file->target ? create_beside(file, 0666) : -1, error);
}

/* The target exists: its links, and its permissions, stay.  The set-user and set-group bits do not: the
 * new file belongs to whoever writes it. */
static StnStatus open_replacement(StnAtomicFile *file, mode_t mode, StnError *error)
{
    file->target = realpath(file->shown, NULL);
    if (!file->target || access(file->target, W_OK) != 0) {
        return attach_stream(file, -1, error);
    }
    const int fd = create_beside(file, 0600);
    if (fd >= 0) {
        (void)!fchmod(fd, mode & 0777);
    }
    return attach_stream(file, fd, error);
}

StnStatus stn_atomic_open(StnAtomicFile *file, const char *path, StnError *error)
{
    struct stat info;
    Failure failure = {0};
    *file = (StnAtomicFile){.shown = strdup(path)};
    if (!file->shown) {
        return stn_out_of_memory(error);
    }
    if (strcmp(path, "-") == 0) {
        file->stream = stdout;
        return STN_OK;
    }
    if (stat(path, &info) != 0) {
        return open_new(file, error);
    }
    if (S_ISREG(info.st_mode)) {
        return open_replacement(file, info.st_mode, error);
    }
    const bool pipe = S_ISFIFO(info.st_mode);
    const int fd = pipe ? open_pipe(path, &failure) : open(path, O_WRONLY | O_CLOEXEC);
    return failed(failure) ? refuse(file, failure, error) : attach_stream(file, fd, error);
}

/* ---- Ending ---- */

static void release(StnAtomicFile *file)
{
    if (file->old) {
        (void)unlink(file->old);
    }
    if (!file->old_known || forget(file->old)) {
        free(file->old);
    }
    if (!file->known || forget(file->path)) {
        free(file->path);
    }
    free(file->target);
    free(file->shown);
    *file = (StnAtomicFile){0};
}

/* Onto the disk; false with errno.  Some file systems cannot do it, and then there is nothing to wait
 * for. */
static bool synchronize(int fd)
{
    int code;
    do {
        code = fsync(fd);
    } while (code != 0 && errno == EINTR);
    return code == 0 || errno == EINVAL || errno == ENOTSUP || errno == ENOSYS;
}

/* Flushes, waits for the disk where `durable`, and closes. */
static Failure finish_stream(FILE *stream, bool durable)
{
    Failure failure = {0};
    if (ferror(stream)) { /* errno of that write is long gone */
        failure.sentence = "cannot write the file: a write failed; the disk may be full, or the "
                           "reader of a pipe gone";
    } else if (fflush(stream) != 0 || (durable && !synchronize(fileno(stream)))) {
        failure.code = errno;
    }
    if (stream != stdout && fclose(stream) != 0 && !failed(failure)) {
        failure.code = errno;
    }
    return failure;
}

/* The folder of a path, open; -1: it may not be read, so that it cannot be synchronized.  False with
 * errno on other failures. */
static bool open_folder(const char *path, int *fd)
{
    char *folder = stn_path_folder(path);
    *fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    const bool good = folder && (*fd >= 0 || errno == EACCES);
    free(folder);
    return good;
}

/* After the rename a power failure leaves the old or the new file, and once the folder is on the disk
 * too, the new one. */
static Failure replace(const StnAtomicFile *file)
{
    Failure failure = {0};
    int folder;
    if (!open_folder(file->target, &folder)) {
        failure.code = errno;
        remove(file->path);
        return failure;
    }
    if (rename(file->path, file->target) != 0) {
        failure.code = errno;
        remove(file->path);
    } else if (folder >= 0 && !synchronize(folder)) {
        failure.sentence = "the file was written, but its folder could not be brought onto the "
                           "disk: after a power failure the file may be gone";
    }
    if (folder >= 0) {
        close(folder);
    }
    return failure;
}

static _Thread_local StnAtomicBatch batch;

StnAtomicBatch *stn_atomic_batch(void) { return &batch; }

void stn_files_begin(void)
{
    batch.open = true;
    batch.count = 0;
}

/* What stands at the target gets a second name.  Where the file system has no links there is none, and
 * what was replaced cannot come back. */
static void keep_old(StnAtomicFile *file)
{
    struct stat info;
    int made;
    file->is_new = lstat(file->target, &info) != 0 && errno == ENOENT;
    file->old = file->is_new ? NULL : make_beside(file->target, make_link, file->target, &made);
    file->old_known = file->old && remember(file->old);
}

static void take_back(const StnAtomicFile *file)
{
    if (file->old) {
        (void)rename(file->old, file->target);
    } else if (file->is_new) {
        (void)remove(file->target);
    }
}

/* Gives all files of the batch their names, or none; one whose folder is not on the disk has it.  How many
 * have theirs at the end. */
static int replace_all(StnStatus *status, StnError *error)
{
    for (int i = 0; i < batch.count; i++) {
        StnAtomicFile *file = &batch.file[i];
        if (i < batch.count - 1) { /* nothing can fail behind the last one */
            keep_old(file);
        }
        const Failure failure = replace(file);
        if (failed(failure) && *status == STN_OK) {
            *status = report(file->shown, failure, error);
        }
        if (failure.code != 0) {
            while (i-- > 0) {
                take_back(&batch.file[i]);
            }
            return 0;
        }
    }
    return batch.count;
}

StnStatus stn_files_end(bool keep, StnError *error)
{
    StnStatus status = STN_OK;
    if (!batch.open) {
        return STN_OK;
    }
    const int replaced = keep ? replace_all(&status, error) : 0;
    for (int i = 0; i < batch.count; i++) {
        if (i >= replaced) {
            (void)remove(batch.file[i].path); /* may be gone already */
        }
        release(&batch.file[i]);
    }
    batch.open = false;
    return status;
}

StnStatus stn_atomic_commit(StnAtomicFile *file, StnError *error)
{
    Failure failure = finish_stream(file->stream, file->path != NULL);
    file->stream = NULL;
    if (file->path && failed(failure)) {
        remove(file->path);
    } else if (file->path && batch.open && batch.count == STN_ATOMIC_BATCH) {
        static_assert(STN_ATOMIC_BATCH == 8, "the number below");
        failure.sentence = "cannot write the file: at most 8 files can appear together";
        remove(file->path);
    } else if (file->path && batch.open) {
        batch.file[batch.count++] = *file;
        *file = (StnAtomicFile){0};
        return STN_OK;
    } else if (file->path) {
        failure = replace(file);
    }
    const StnStatus status = failed(failure) ? report(file->shown, failure, error) : STN_OK;
    release(file);
    return status;
}

void stn_atomic_discard(StnAtomicFile *file)
{
    if (file->stream && file->stream != stdout) {
        fclose(file->stream);
    }
    if (file->path) {
        remove(file->path);
    }
    release(file);
}
