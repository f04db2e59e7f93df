/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Libraries that are loaded when they are first needed.  matio alone brings 33 shared objects, and loading them
 * took nine tenths of the time of a short run that reads no .mat file. */
#ifndef STN_MODULES_SHARED_LIBRARY_H
#define STN_MODULES_SHARED_LIBRARY_H

#include "stiction/core.h"

#include <stdatomic.h>

enum { STN_LIBRARY_FILES = 3 };

typedef struct StnSharedLibrary {
    const char *purpose; /* "reading MATLAB files": begins the sentence of a failure */
    const char *package; /* of Debian, which has the files */
    const char
        *file[STN_LIBRARY_FILES]; /* "libmatio.so.11"; the first that has a function counts */
    const char *const *function;
    size_t count;
    _Atomic(void *) table; /* made by the first call that succeeds, and kept */
} StnSharedLibrary;

/* *table: pointers to the functions, in the order of their names.  May be called from several threads at once.
 * STN_UNAVAILABLE where a file or a function is not there. */
StnStatus stn_library_table(StnSharedLibrary *library, const void **table, StnError *error);

/* From one list, LIST(X) with X(function) for each, the struct that the table is, and the names. */
#define STN_LIBRARY_POINTER(name) __typeof__(name) *name;
#define STN_LIBRARY_NAME(name) #name,
#define STN_LIBRARY_LINKED(name) \
    name, /* where the library is compiled in: its table needs no loading */

#endif
