/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "io/file_load.h"
#include "io/error_place.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FIRST_CHUNK = 1 << 16 };

typedef struct Load {
    const char *path;
    FILE *stream;
    size_t limit, capacity, length;
    char *text;
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
    return load->text ? STN_OK : stn_out_of_memory(load->error);
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

StnStatus stn_file_load(const char *path, size_t limit, char **text, size_t *length,
                        StnError *error)
{
    Load load = {.path = path, .limit = limit, .error = error};
    *text = NULL;
    *length = 0;
    load.stream = fopen(path, "rb");
    if (!load.stream) {
        return cannot_read(&load);
    }
    setvbuf(load.stream, NULL, _IONBF, 0);
    const StnStatus status = read_all(&load);
    fclose(load.stream);
    if (status != STN_OK) {
        free(load.text);
        return status;
    }
    *text = load.text;
    *length = load.length;
    return STN_OK;
}
