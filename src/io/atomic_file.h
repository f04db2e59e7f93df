/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A file that appears whole or not at all: written beside its target, brought onto the disk, then renamed
 * over it.  Everything that writes a file uses it.  Targets that are not regular files ("-", /dev/stdout,
 * a pipe) are written directly. */
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
/* Ends writing: the target is complete and on the disk, or *error says why and what was there before is
 * still there, unchanged.  (One exception: the folder itself cannot be brought onto the disk after the
 * rename.  The new file is there then, and complete, and the error says so.) */
StnStatus stn_atomic_commit(StnAtomicFile *file, StnError *error);
/* Gives up: nothing is left. */
void stn_atomic_discard(StnAtomicFile *file);

/* Several files of one thread, all or none: between begin and end a commit brings its file onto the disk, and
 * leaves the renaming to the end.  `shown` of each must live until then.  What is written directly is not part
 * of it. */
enum { STN_ATOMIC_BATCH = 8 };
typedef struct StnAtomicBatch {
    StnAtomicFile file[STN_ATOMIC_BATCH];
    int count;
} StnAtomicBatch;
void stn_atomic_batch_begin(StnAtomicBatch *to);
/* Renames all, up to the first failure; keep false: none.  Nothing to do where no batch was begun. */
StnStatus stn_atomic_batch_end(bool keep, StnError *error);

#endif
