/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Work on foreign data by foreign code, in a process of its own: when that code crashes, loops or
 * asks for all memory, only the child ends.
 *
 * The child is a fork without exec, since a library has no program of its own to start.  It calls
 * malloc, which POSIX forbids in the child of a process with threads; glibc, musl, the BSDs and
 * macOS allow it (fork() leaves their allocators unlocked).  The work may use no lock that another
 * thread of the host can hold.  The host's signal handlers do not run in the child: INT, TERM, HUP,
 * ABRT and XCPU (its limit of time) end it, and so does (Linux) the end of its parent.  The host's
 * streams are not flushed, and standard output and standard error lead nowhere. */
#ifndef STICTION_IO_CHILD_H
#define STICTION_IO_CHILD_H

#include "stiction/core.h"

#include <sys/types.h>

typedef struct StnChildLimits {
    size_t memory;  /* bytes beyond what the process has */
    size_t seconds; /* of processor time */
} StnChildLimits;

typedef struct StnChild {
    pid_t pid;
    int from; /* what the work writes */
} StnChild;

/* Starts work(data, to) in a child; what it writes to `to` is read from child->from. */
StnStatus stn_child_start(StnChild *child, StnChildLimits limits, void (*work)(void *data, int to),
                          void *data, StnError *error);
/* A pipe for a child: closed by exec, and with numbers above those of the standard streams, which a
 * host may have closed.  -1 with errno. */
int stn_child_pipe(int ends[2]);
/* Ends the child, by SIGKILL if it has not ended by itself: one whose pipe was read to its end has.
 * Returns the signal that ended it; 0: none, or not known. */
int stn_child_end(StnChild *child);

/* All of it, or false. */
bool stn_child_write(int to, const void *data, size_t size);
bool stn_child_read(const StnChild *child, void *data, size_t size);

#endif
