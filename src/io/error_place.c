/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/error_place.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int as_int(size_t n) { return n > INT_MAX ? INT_MAX : (int)n; }

StnStatus stn_error_at(StnError *error, StnStatus status, const char *file, size_t line,
                       size_t column, const char *format, ...)
{
    char text[sizeof error->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    stn_error(error, status, "%s", text);
    if (error) {
        snprintf(error->file, sizeof error->file, "%s", file);
        error->line = as_int(line);
        error->column = as_int(column);
    }
    return status;
}

StnStatus stn_error_file(StnError *error, const char *file, const char *what, int why)
{
    return why == ENOMEM
               ? stn_out_of_memory(error)
               : stn_error_at(error, STN_NO_FILE, file, 0, 0, "%s: %s", what, strerror(why));
}
