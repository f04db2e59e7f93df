/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/memory_stream.h"

static int write_memory(void *file, const char *bytes, int count)
{
    return stn_memory_append(file, bytes, (size_t)count) ? count : -1;
}

FILE *stn_memory_stream(StnMemoryFile *file)
{
    return funopen(file, NULL, write_memory, NULL, NULL);
}

bool stn_memory_stream_close(StnMemoryFile *file) { return fclose(file->out) == 0; }
