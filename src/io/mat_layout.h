/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What can be said about a .mat file before a library reads it. */
#ifndef STICTION_IO_MAT_LAYOUT_H
#define STICTION_IO_MAT_LAYOUT_H

#include "stiction/core.h"

/* Is it a plain file of at most `limit` bytes, and in versions 5 to 7, do its variables follow each other
 * without a gap up to its end?  A file that was cut or lost some bytes does not.  *size: its bytes. */
StnStatus stn_mat_layout(const char *path, size_t limit, size_t *size, StnError *error);

#endif
