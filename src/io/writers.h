/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The list of data formats, in the order in which they are shown; the first is that of standard output.  Each
 * is a file of its own, which defines stn_NAME_writer. */
#ifndef STN_IO_WRITERS_H
#define STN_IO_WRITERS_H

#include "stiction/io.h"

#define STN_WRITER_LIST(W) W(csv) W(mat) W(json)

#define STN_WRITER(name) extern const StnWriter stn_##name##_writer;
STN_WRITER_LIST(STN_WRITER)
#undef STN_WRITER

#endif
