/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What each system has of its own in a stream into memory. */
#ifndef STICTION_IO_MEMORY_STREAM_H
#define STICTION_IO_MEMORY_STREAM_H

#include "io/memory_file.h"

/* Behind what the file has; false: memory is out. */
bool stn_memory_append(StnMemoryFile *file, const char *bytes, size_t count);

/* A stream whose text is in the file once it is closed; NULL: none could be made. */
FILE *stn_memory_stream(StnMemoryFile *file);
/* Closes it; false: something was lost. */
bool stn_memory_stream_close(StnMemoryFile *file);

#endif
