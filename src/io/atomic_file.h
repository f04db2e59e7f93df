/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A file that appears whole or not at all: written beside its target, then renamed over it.  Targets
 * that are not regular files ("-", /dev/stdout, a pipe) are written directly. */
#ifndef STICTION_IO_ATOMIC_FILE_H
#define STICTION_IO_ATOMIC_FILE_H

#include "stiction/core.h"

#include <stdio.h>

typedef struct StnAtomicFile {
    FILE *stream;
    char *target; /* what it becomes; NULL: written directly */
    char *path;   /* what is open now; NULL for standard output */
    const char *shown;
} StnAtomicFile;

/* Opens for writing.  `shown` (= path) must live until commit or discard. */
StnStatus stn_atomic_open(StnAtomicFile *file, const char *path, StnError *error);
/* Ends writing: the target is complete, or *error says why and nothing of it is left. */
StnStatus stn_atomic_commit(StnAtomicFile *file, StnError *error);
/* Gives up: nothing is left. */
void stn_atomic_discard(StnAtomicFile *file);

#endif
