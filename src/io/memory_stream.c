/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* fopencookie */
#include "io/memory_stream.h"

static ssize_t write_memory(void *file, const char *bytes, size_t count)
{
    return stn_memory_append(file, bytes, count) ? (ssize_t)count : 0;
}

FILE *stn_memory_stream(StnMemoryFile *file)
{
    return fopencookie(file, "w", (cookie_io_functions_t){.write = write_memory});
}

bool stn_memory_stream_close(StnMemoryFile *file) { return fclose(file->out) == 0; }
