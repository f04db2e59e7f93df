/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A file that appears whole or not at all: written beside its target, brought onto the disk, then
 * renamed over it.  Everything that writes a file uses it.  Targets that are not regular files
 * ("-", /dev/stdout, a pipe) are written directly. */
#ifndef STICTION_IO_ATOMIC_FILE_H
#define STICTION_IO_ATOMIC_FILE_H

#include "stiction/core.h"

#include <stdio.h>

typedef struct StnAtomicFile {
    FILE *stream;
    char *target; /* what it becomes; NULL: written directly */
    char *path;   /* what is open now; NULL for standard output */
    bool known;   /* path is among those that stn_atomic_abandon() removes */
    char *shown;  /* the path as it was given, for messages */
} StnAtomicFile;

/* Opens for writing.  A pipe is waited for until it has a reader. */
StnStatus stn_atomic_open(StnAtomicFile *file, const char *path, StnError *error);
/* Ends writing: the target is complete and on the disk, or *error says why and what was there
 * before is still there, unchanged.  (One exception: the folder itself cannot be brought onto the
 * disk after the rename.  The new file is there then, and complete, and the error says so.) */
StnStatus stn_atomic_commit(StnAtomicFile *file, StnError *error);
/* Gives up: nothing is left. */
void stn_atomic_discard(StnAtomicFile *file);
/* For the calling thread: while a pipe is waited for, `wanted` is asked a hundred times a second;
 * false ends the waiting with STN_CANCELLED.  NULL, as at the beginning: waits for ever. */
void stn_atomic_wait_while(bool (*wanted)(void));
/* Before a process ends at once: removes the temporary files of the calling thread, those of a
 * batch too.  The first 64 at a time are known here.  May be called in the handler of a signal; nothing else here may be
 * called afterwards. */
void stn_atomic_abandon(void);

/* Several files of one thread that appear together: between begin and end a commit brings its file
 * onto the disk, and leaves the renaming to the end.  One more than STN_ATOMIC_BATCH is refused by
 * its commit.  What is written directly is not part of it. */
enum { STN_ATOMIC_BATCH = 8 };
typedef struct StnAtomicBatch {
    StnAtomicFile file[STN_ATOMIC_BATCH];
    int count;
} StnAtomicBatch;
void stn_atomic_batch_begin(StnAtomicBatch *to);
/* keep: renames all, up to the first failure; those renamed before it stay, the others are
 * removed.  Otherwise removes all.  Nothing to do where no batch was begun. */
StnStatus stn_atomic_batch_end(bool keep, StnError *error);

#endif
