/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Which file a path means, however it is written: through links, with "./" or "..", and also where the
 * file does not exist yet. */
#ifndef STICTION_IO_FILE_IDENTITY_H
#define STICTION_IO_FILE_IDENTITY_H

#include "io/path.h"
#include "stiction/core.h"

#include <limits.h>
#include <sys/stat.h>

typedef struct StnFileIdentity {
    bool exists, regular; /* regular: a plain file, or one that does not exist yet */
    dev_t device;         /* of the file; of its folder when it does not exist */
    ino_t inode;
    char name[NAME_MAX + 1]; /* within the folder, when it does not exist */
} StnFileIdentity;

/* STN_NO_FILE when neither the file nor its folder exists, or when the path cannot be followed;
 * STN_NO_MEMORY.  /dev/stdin, /dev/stdout and /dev/stderr are what this process has open there, also without
 * /proc. */
StnStatus stn_file_identify(const char *path, StnFileIdentity *identity);
/* Whether both are the same plain file.  Pipes and devices are never "the same": what is written to one
 * of them replaces nothing. */
bool stn_identity_same(const StnFileIdentity *a, const StnFileIdentity *b);

/* Follows symbolic links at the last part of a path to where they end, even if nothing exists there.
 * To be freed; NULL with errno. */
char *stn_path_follow(const char *path);
/* The folder of a path: "a/b" -> "a", "b" -> ".", "/b" -> "/".  To be freed; NULL: out of memory. */
char *stn_path_folder(const char *path);

#endif
