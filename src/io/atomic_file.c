/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700

#include "io/atomic_file.h"
#include "io/error_place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TRIES = 1000, BUFFER = 1 << 18 };

static StnStatus cannot_write(const char *path, const char *why, StnError *error)
{
    return stn_error_at(error, STN_NO_FILE, path, 0, 0, "cannot write the file: %s", why);
}

/* A new file TARGET.tmp-PID-N; -1 with errno on failure. */
static int create_beside(StnAtomicFile *file, mode_t mode)
{
    const size_t size = strlen(file->target) + 48;
    file->path = malloc(size);
    if (!file->path) {
        errno = ENOMEM;
        return -1;
    }
    int fd = -1;
    for (int n = 0; n < TRIES && fd < 0; n++) {
        snprintf(file->path, size, "%s.tmp-%ld-%d", file->target, (long)getpid(), n);
        fd = open(file->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd < 0 && errno != EEXIST) {
            break;
        }
    }
    if (fd < 0) {
        free(file->path);
        file->path = NULL;
    }
    return fd;
}

static StnStatus attach_stream(StnAtomicFile *file, int fd, StnError *error)
{
    file->stream = fd < 0 ? NULL : fdopen(fd, "wb");
    if (file->stream) {
        setvbuf(file->stream, NULL, _IOFBF, BUFFER);
        return STN_OK;
    }
    const char *why = strerror(errno);
    if (fd >= 0) {
        close(fd);
    }
    const StnStatus status = cannot_write(file->shown, why, error);
    stn_atomic_discard(file);
    return status;
}

static StnStatus open_new(StnAtomicFile *file, StnError *error)
{
    file->target = strdup(file->shown);
    if (!file->target) {
        return stn_error_at(error, STN_NO_MEMORY, file->shown, 0, 0, "out of memory");
    }
    return attach_stream(file, create_beside(file, 0666), error);
}

/* The target exists: its links, and its mode, stay. */
static StnStatus open_replacement(StnAtomicFile *file, mode_t mode, StnError *error)
{
    file->target = realpath(file->shown, NULL);
    if (!file->target || access(file->target, W_OK) != 0) {
        return attach_stream(file, -1, error);
    }
    const int fd = create_beside(file, 0600);
    if (fd >= 0) {
        (void)!fchmod(fd, mode & 07777);
    }
    return attach_stream(file, fd, error);
}

StnStatus stn_atomic_open(StnAtomicFile *file, const char *path, StnError *error)
{
    struct stat info;
    *file = (StnAtomicFile){.shown = path};
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
    return attach_stream(file, open(path, O_WRONLY | O_CLOEXEC), error);
}

static void release(StnAtomicFile *file)
{
    free(file->path);
    free(file->target);
    *file = (StnAtomicFile){0};
}

/* Flushes and closes; NULL or why it failed. */
static const char *finish_stream(FILE *stream)
{
    const char *why = NULL;
    if (ferror(stream)) { /* errno of that write is long gone */
        why = "a write failed; the disk may be full, or the reader of a pipe gone";
    } else if (fflush(stream) != 0) {
        why = strerror(errno);
    }
    if (stream != stdout && fclose(stream) != 0 && !why) {
        why = strerror(errno);
    }
    return why;
}

StnStatus stn_atomic_commit(StnAtomicFile *file, StnError *error)
{
    StnStatus status = STN_OK;
    const char *why = finish_stream(file->stream);
    file->stream = NULL;
    if (!why && file->path && rename(file->path, file->target) != 0) {
        why = strerror(errno);
    }
    if (why) {
        status = cannot_write(file->shown, why, error);
        if (file->path) {
            remove(file->path);
        }
    }
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
