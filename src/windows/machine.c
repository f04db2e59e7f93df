/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "ensemble/machine.h"

#include <cpuid.h>
#include <windows.h>

/* What the processor calls itself: 48 characters in three answers of 16. */
const char *stn_machine_processor(char *out, size_t size)
{
    unsigned name[13] = {0};
    for (unsigned i = 0; i < 3; i++) {
        unsigned *part = &name[4 * i];
        if (!__get_cpuid(0x80000002 + i, &part[0], &part[1], &part[2], &part[3]))
            memcpy(name, "unknown", sizeof "unknown");
    }
    const char *text = (const char *)name;
    snprintf(out, size, "%s", text + strspn(text, " "));
    return out;
}

/* GetVersionEx() tells a program what that program was written for. */
const char *stn_machine_system(char *out, size_t size)
{
    LONG(WINAPI * version)(OSVERSIONINFOW *) = NULL;
    const FARPROC found = GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "RtlGetVersion");
    OSVERSIONINFOW info = {.dwOSVersionInfoSize = sizeof info};
    memcpy(&version, &found, sizeof version);
    if (version && version(&info) == 0)
        snprintf(out, size, "Windows %lu.%lu.%lu x86_64", info.dwMajorVersion, info.dwMinorVersion,
                 info.dwBuildNumber);
    else
        snprintf(out, size, "Windows x86_64");
    return out;
}

const char *stn_machine_compiler(void) { return __VERSION__; /* begins with its name */ }
