/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A whole file into memory. */
#ifndef STICTION_IO_FILE_LOAD_H
#define STICTION_IO_FILE_LOAD_H

#include "stiction/core.h"

#include <stdio.h>

/* *text is to be freed; at most `limit` bytes. */
StnStatus stn_file_load(const char *path, size_t limit, char **text, size_t *length,
                        StnError *error);
/* The same of a stream from where it stands to its end; it stays open.  `shown` stands in messages. */
StnStatus stn_stream_load(FILE *stream, const char *shown, size_t limit, char **text,
                          size_t *length, StnError *error);

#endif
