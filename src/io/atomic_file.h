/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A file that appears whole or not at all: written beside its target, brought onto the disk, then
 * renamed over it.  Everything that writes a file uses it.  Targets that are not regular files
 * ("-", /dev/stdout, a pipe) are written directly. */
#ifndef STICTION_IO_ATOMIC_FILE_H
#define STICTION_IO_ATOMIC_FILE_H

#include "stiction/io.h"

typedef struct StnAtomicFile {
    FILE *stream;
    char *target; /* what it becomes; NULL: written directly */
    char *path;   /* what is open now; NULL for standard output */
    bool known;   /* path is among those that stn_files_abandon() removes */
    char *shown;  /* the path as it was given, for messages */
    /* Of several that appear together, until all have their names: */
    char *old;      /* a second name of what stood at the target; NULL: none */
    bool old_known; /* as known */
    bool is_new;    /* nothing stood there */
} StnAtomicFile;

/* Opens for writing.  A pipe is waited for until it has a reader. */
StnStatus stn_atomic_open(StnAtomicFile *file, const char *path, StnError *error);
/* Ends writing: the target is complete and on the disk, or *error says why and what was there
 * before is still there, unchanged.  (One exception: the folder itself cannot be brought onto the
 * disk after the rename.  The new file is there then, and complete, and the error says so.) */
StnStatus stn_atomic_commit(StnAtomicFile *file, StnError *error);
/* Gives up: nothing is left. */
void stn_atomic_discard(StnAtomicFile *file);
/* The files of stn_files_begin() (io.h): a commit brings its file onto the disk, and leaves the renaming to
 * stn_files_end().  What is written directly is not part of it. */
enum { STN_ATOMIC_BATCH = 8 };
typedef struct StnAtomicBatch {
    bool open;
    StnAtomicFile file[STN_ATOMIC_BATCH];
    int count;
} StnAtomicBatch;
/* That of the calling thread. */
StnAtomicBatch *stn_atomic_batch(void);

#endif
