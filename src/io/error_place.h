/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* An error with its place in a file. */
#ifndef STICTION_IO_ERROR_PLACE_H
#define STICTION_IO_ERROR_PLACE_H

#include "stiction/core.h"

/* As stn_error, and says where: line and column 1-based, 0 = not known. */
StnStatus stn_error_at(StnError *error, StnStatus status, const char *file, size_t line,
                       size_t column, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/* A system call on a file failed with the error number `why`: "WHAT: reason" with STN_NO_FILE, or out of
 * memory. */
StnStatus stn_error_file(StnError *error, const char *file, const char *what, int why);

#endif
