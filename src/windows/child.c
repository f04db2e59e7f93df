/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Windows cannot let a process go on as two. */
#include "io/child.h"

StnStatus stn_child_start(StnChild *child, StnChildLimits limits, void (*work)(void *data, int to),
                          void *data, StnError *error)
{
    (void)child, (void)limits, (void)work, (void)data;
    return stn_error(error, STN_UNAVAILABLE,
                     "a process to read the file cannot be started on Windows");
}

int stn_child_pipe(int ends[2])
{
    ends[0] = ends[1] = -1;
    errno = ENOSYS;
    return -1;
}

int stn_child_end(StnChild *child)
{
    (void)child;
    return 0;
}

bool stn_child_write(int to, const void *data, size_t size)
{
    (void)to, (void)data, (void)size;
    return false;
}

bool stn_child_read(const StnChild *child, void *data, size_t size)
{
    (void)child, (void)data, (void)size;
    return false;
}
