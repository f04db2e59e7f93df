/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A stream into memory. */
#include "io/memory_stream.h"

#include <stdlib.h>
#include <string.h>

bool stn_memory_append(StnMemoryFile *file, const char *bytes, size_t count)
{
    char *more = realloc(file->text, file->size + count + 1);
    if (!more)
        return false;
    file->text = more;
    memcpy(file->text + file->size, bytes, count);
    file->size += count;
    file->text[file->size] = '\0';
    return true;
}

bool stn_memory_file_open(StnMemoryFile *file)
{
    *file = (StnMemoryFile){.text = calloc(1, 1)};
    if (file->text)
        file->out = stn_memory_stream(file);
    if (file->out)
        return true;
    free(file->text);
    file->text = NULL;
    return false;
}

bool stn_memory_file_close(StnMemoryFile *file)
{
    const bool lost = ferror(file->out) != 0, whole = stn_memory_stream_close(file) && !lost;
    file->out = NULL;
    if (whole)
        return true;
    free(file->text);
    file->text = NULL;
    file->size = 0;
    return false;
}
