/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "io/file_load.h"
#include "io/error_place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_CHUNK = 1 << 16 };

typedef struct Load {
    const char *path;
    FILE *stream;
    size_t limit, capacity, length;
    char *text;
    int first; /* byte of a pipe that was read already; -1: none */
    StnError *error;
} Load;

static StnStatus too_large(const Load *load)
{
    return stn_error_at(load->error, STN_BAD_INPUT, load->path, 0, 0,
                        "the file is larger than the limit of %zu bytes", load->limit);
}

static StnStatus cannot_read(const Load *load)
{
    return stn_error_file(load->error, load->path, "cannot read the file", errno);
}

/* The size when it is known, so that the text is read in one go. */
static StnStatus reserve(Load *load)
{
    struct stat info;
    load->capacity = FIRST_CHUNK;
    if (fstat(fileno(load->stream), &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0) {
        if ((uintmax_t)info.st_size > load->limit) {
            return too_large(load);
        }
        load->capacity = (size_t)info.st_size + 1;
    }
    load->text = malloc(load->capacity);
    if (!load->text) {
        return stn_out_of_memory(load->error);
    }
    if (load->first >= 0) {
        load->text[load->length++] = (char)load->first;
    }
    return STN_OK;
}

static StnStatus grow(Load *load)
{
    const size_t capacity = load->capacity * 2;
    char *larger = capacity > load->capacity ? realloc(load->text, capacity) : NULL;
    if (!larger) {
        return stn_out_of_memory(load->error);
    }
    load->text = larger;
    load->capacity = capacity;
    return STN_OK;
}

static StnStatus read_all(Load *load)
{
    StnStatus status = reserve(load);
    while (status == STN_OK) {
        if (load->length == load->capacity) {
            status = grow(load);
            continue;
        }
        load->length +=
            fread(load->text + load->length, 1, load->capacity - load->length, load->stream);
        if (load->length > load->limit) {
            status = too_large(load);
        } else if (ferror(load->stream)) {
            status = cannot_read(load);
        } else if (feof(load->stream)) {
            break;
        }
    }
    return status;
}

/* Whether somebody writes into a pipe that is open without waiting; otherwise reading would wait for ever.
 * A byte that is there already is kept. */
static bool has_writer(Load *load, int fd)
{
    unsigned char byte;
    const ssize_t length = read(fd, &byte, 1);
    load->first = length == 1 ? byte : -1;
    return length == 1 || (length < 0 && errno == EAGAIN);
}

/* A plain file, or a pipe that is written into; devices may never end.  A pipe whose writer has not opened it
 * yet looks like one that nobody will ever open: it is refused, as io.h documents. */
static StnStatus open_for_reading(Load *load)
{
    struct stat info = {.st_mode = 0};
    const int fd = open(load->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 && errno == ENXIO && stat(load->path, &info) == 0 && S_ISSOCK(info.st_mode)) {
        return stn_error_at(load->error, STN_BAD_INPUT, load->path, 0, 0,
                            "cannot read the file: it is a socket");
    }
    if (fd < 0) {
        return cannot_read(load);
    }
    const bool known = fstat(fd, &info) == 0;
    const char *why = NULL;
    if (known && S_ISFIFO(info.st_mode)) {
        why = has_writer(load, fd) ? NULL : "it is a pipe, and nobody writes into it";
    } else if (!known || !S_ISREG(info.st_mode)) {
        why = known && S_ISDIR(info.st_mode) ? "Is a directory" : "it is a device";
    }
    if (why) {
        close(fd);
        return stn_error_at(load->error, S_ISDIR(info.st_mode) ? STN_NO_FILE : STN_BAD_INPUT,
                            load->path, 0, 0, "cannot read the file: %s", why);
    }
    if (S_ISFIFO(info.st_mode)) {
        (void)fcntl(fd, F_SETFL, 0); /* reading waits for the writer */
    }
    load->stream = fdopen(fd, "rb");
    if (!load->stream) {
        close(fd);
        return cannot_read(load);
    }
    return STN_OK;
}

static StnStatus load_open(Load *load, char **text, size_t *length)
{
    const StnStatus status = read_all(load);
    if (status != STN_OK) {
        free(load->text);
        return status;
    }
    *text = load->text;
    *length = load->length;
    return STN_OK;
}

StnStatus stn_file_load(const char *path, size_t limit, char **text, size_t *length,
                        StnError *error)
{
    Load load = {.path = path, .limit = limit, .error = error, .first = -1};
    *text = NULL;
    *length = 0;
    StnStatus status = open_for_reading(&load);
    if (status != STN_OK) {
        return status;
    }
    setvbuf(load.stream, NULL, _IONBF, 0);
    status = load_open(&load, text, length);
    fclose(load.stream);
    return status;
}

StnStatus stn_stream_load(FILE *stream, const char *shown, size_t limit, char **text,
                          size_t *length, StnError *error)
{
    Load load = {.path = shown, .stream = stream, .limit = limit, .error = error, .first = -1};
    *text = NULL;
    *length = 0;
    return load_open(&load, text, length);
}
