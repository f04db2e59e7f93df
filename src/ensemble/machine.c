/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "ensemble/machine.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

/* The value of the first line "model name : VALUE". */
const char *stn_machine_processor(char *out, size_t size)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(out, size, "unknown");
    while (file && fgets(line, sizeof line, file)) {
        const char *value = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || value == NULL)
            continue;
        value += 1 + strspn(value + 1, " \t");
        snprintf(out, size, "%.*s", (int)strcspn(value, "\n"), value);
        break;
    }
    if (file)
        fclose(file);
    return out;
}

const char *stn_machine_system(char *out, size_t size)
{
    struct utsname name;
    if (uname(&name) == 0)
        snprintf(out, size, "%s %s %s", name.sysname, name.release, name.machine);
    else
        snprintf(out, size, "unknown");
    return out;
}

const char *stn_machine_compiler(void)
{
#if defined(__clang__)
    return __VERSION__; /* begins with its name */
#elif defined(__GNUC__)
    return "gcc " __VERSION__;
#else
    return "unknown";
#endif
}
