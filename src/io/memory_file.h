/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A stream into memory that grows.  Unlike open_memstream of glibc, which loses a character that finds no memory and says
 * nothing, it knows when something was lost. */
#ifndef STICTION_IO_MEMORY_FILE_H
#define STICTION_IO_MEMORY_FILE_H

#include <stdbool.h>
#include <stdio.h>

typedef struct StnMemoryFile {
    FILE *out; /* to write to, once it is open */
    char *text;
    size_t size; /* what is written; a 0 stands behind it */
} StnMemoryFile;

/* False, with nothing to close, when memory is out.  The struct stays where it is until it is closed. */
bool stn_memory_file_open(StnMemoryFile *file);
/* `text` is whole and to be freed; false: something was lost, and it is NULL, of size 0. */
bool stn_memory_file_close(StnMemoryFile *file);

#endif
