/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Libraries that are loaded while a program runs: plug-ins. */
#include "windows/posix/dlfcn.h"
#include "windows/wide.h"

#include <stdbool.h>
#include <windows.h>

static _Thread_local char sentence[400];
static _Thread_local bool failed;

static void keep_reason(const char *what)
{
    wchar_t reason[200];
    const DWORD code = GetLastError();
    const DWORD length = FormatMessageW(
        FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS | FORMAT_MESSAGE_MAX_WIDTH_MASK,
        NULL, code, 0, reason, sizeof reason / sizeof *reason, NULL);
    char *text = length ? stn_windows_narrow(reason) : NULL;
    if (text)
        snprintf(sentence, sizeof sentence, "%.200s: %s", what, text);
    else
        snprintf(sentence, sizeof sentence, "%.200s: error %lu of Windows", what, code);
    free(text);
    failed = true;
}

/* By the whole path: without one Windows would look for it in other folders, and what it needs not in its own. */
void *stn_windows_library(const char *path)
{
    wchar_t whole[MAX_PATH];
    wchar_t *wide = stn_windows_wide(path);
    if (!wide)
        SetLastError(errno == ENOMEM ? ERROR_NOT_ENOUGH_MEMORY : ERROR_NO_UNICODE_TRANSLATION);
    const DWORD length = wide ? GetFullPathNameW(wide, MAX_PATH, whole, NULL) : 0;
    free(wide);
    HMODULE library = NULL;
    if (length >= MAX_PATH)
        SetLastError(ERROR_FILENAME_EXCED_RANGE);
    else if (length > 0)
        library = LoadLibraryExW(whole, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
    if (!library)
        keep_reason(path);
    return library;
}

void *stn_windows_symbol(void *library, const char *name)
{
    void *address = NULL;
    const FARPROC found = GetProcAddress(library, name);
    memcpy(&address, &found, sizeof address);
    if (!address)
        keep_reason(name);
    return address;
}

void stn_windows_library_free(void *library) { FreeLibrary(library); }

const char *stn_windows_library_error(void)
{
    const bool known = failed;
    failed = false;
    return known ? sentence : NULL;
}
