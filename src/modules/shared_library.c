/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "modules/shared_library.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* dlopen reports memory that is out only in its text, or in errno. */
static StnStatus not_loaded(const StnSharedLibrary *library, const char *file, StnError *error)
{
    const bool memory_out = errno == ENOMEM;
    const char *why = dlerror();
    why = why ? why : "no reason given";
    if (memory_out || strstr(why, strerror(ENOMEM)))
        return stn_out_of_memory(error);
    return stn_error(error, STN_UNAVAILABLE,
                     "%s needs %s, which cannot be loaded (Debian package %s): %s",
                     library->purpose, file, library->package, why);
}

static StnStatus open_files(const StnSharedLibrary *library, void **handle, StnError *error)
{
    for (int f = 0; f < STN_LIBRARY_FILES && library->file[f]; f++) {
        errno = 0;
        handle[f] = dlopen(library->file[f], RTLD_NOW | RTLD_LOCAL);
        if (!handle[f])
            return not_loaded(library, library->file[f], error);
    }
    return STN_OK;
}

static StnStatus find_function(const StnSharedLibrary *library, void *const *handle,
                               const char *name, void **address, StnError *error)
{
    *address = NULL;
    for (int f = 0; f < STN_LIBRARY_FILES && handle[f] && !*address; f++)
        *address = dlsym(handle[f], name);
    return *address ? STN_OK
                    : stn_error(error, STN_UNAVAILABLE,
                                "%s needs the function %s, which %s does not have (Debian package "
                                "%s, in the version that this program was built with)",
                                library->purpose, name, library->file[0], library->package);
}

static StnStatus fill(const StnSharedLibrary *library, void **table, StnError *error)
{
    void *handle[STN_LIBRARY_FILES] = {NULL};
    StnStatus status = open_files(library, handle, error);
    for (size_t k = 0; !status && k < library->count; k++)
        status = find_function(library, handle, library->function[k], &table[k], error);
    for (int f = 0; status && f < STN_LIBRARY_FILES; f++)
        if (handle[f])
            dlclose(handle[f]);
    return status;
}

/* Two threads may both fill a table; the first one's is kept.  No lock: what they fill in is the same. */
StnStatus stn_library_table(StnSharedLibrary *library, const void **table, StnError *error)
{
    *table = atomic_load(&library->table);
    if (*table)
        return STN_OK;
    void **made = calloc(library->count, sizeof *made), *before = NULL;
    StnStatus status = made ? fill(library, made, error) : stn_out_of_memory(error);
    if (status) {
        free(made);
        return status;
    }
    if (!atomic_compare_exchange_strong(&library->table, &before, (void *)made))
        free(made);
    *table = before ? before : made;
    return STN_OK;
}
