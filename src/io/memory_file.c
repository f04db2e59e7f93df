/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A stream into memory. */
#define _GNU_SOURCE /* fopencookie */
#include "io/memory_file.h"

#include <stdlib.h>
#include <string.h>

static ssize_t write_memory(void *cookie, const char *bytes, size_t count)
{
    StnMemoryFile *file = cookie;
    char *more = realloc(file->text, file->size + count + 1);
    if (!more)
        return 0;
    file->text = more;
    memcpy(file->text + file->size, bytes, count);
    file->size += count;
    file->text[file->size] = '\0';
    return (ssize_t)count;
}

bool stn_memory_file_open(StnMemoryFile *file)
{
    *file = (StnMemoryFile){.text = calloc(1, 1)};
    if (file->text)
        file->out = fopencookie(file, "w", (cookie_io_functions_t){.write = write_memory});
    if (file->out)
        return true;
    free(file->text);
    file->text = NULL;
    return false;
}

bool stn_memory_file_close(StnMemoryFile *file)
{
    const bool lost = ferror(file->out) != 0, whole = fclose(file->out) == 0 && !lost;
    file->out = NULL;
    if (whole)
        return true;
    free(file->text);
    file->text = NULL;
    file->size = 0;
    return false;
}
