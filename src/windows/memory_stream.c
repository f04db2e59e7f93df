/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Through a temporary file: streams lead to nothing else here. */
#include "io/memory_stream.h"

FILE *stn_memory_stream(StnMemoryFile *file)
{
    (void)file;
    return tmpfile();
}

bool stn_memory_stream_close(StnMemoryFile *file)
{
    char piece[4096];
    size_t count = 1;
    bool whole = fflush(file->out) == 0;
    rewind(file->out);
    while (whole && count > 0) {
        count = fread(piece, 1, sizeof piece, file->out);
        whole = !ferror(file->out) && stn_memory_append(file, piece, count);
    }
    fclose(file->out);
    return whole;
}
