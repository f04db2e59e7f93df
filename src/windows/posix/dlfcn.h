/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Libraries that are loaded while a program runs. */
#ifndef STN_WINDOWS_DLFCN_H
#define STN_WINDOWS_DLFCN_H

void *stn_windows_library(const char *path);
void *stn_windows_symbol(void *library, const char *name);
void stn_windows_library_free(void *library);
/* Why the last call of this thread failed; NULL: none did. */
const char *stn_windows_library_error(void);

#define RTLD_NOW 0
#define RTLD_LOCAL 0
#define dlopen(path, flags) stn_windows_library(path)
#define dlsym stn_windows_symbol
#define dlclose stn_windows_library_free
#define dlerror stn_windows_library_error

#endif
