/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The source files of an FMU, model.c apart: the code inside it, embedded by tools/embed.cmake, then the core. */
#include "fmu/writer.h"

#include "stiction/code.h"

#include <string.h>

extern const StnFmuSource stn_fmu_sources[];
extern const int stn_fmu_sources_count;

int stn_fmu_source_count(void) { return stn_fmu_sources_count + stn_core_file_count(); }

StnFmuSource stn_fmu_source_at(int index)
{
    if (index < stn_fmu_sources_count)
        return stn_fmu_sources[index];
    const StnCoreFile file = stn_core_file_at(index - stn_fmu_sources_count);
    return (StnFmuSource){file.name, file.text};
}

bool stn_fmu_is_compiled(int index, StnFmuVersion fmi)
{
    const char *name = stn_fmu_source_at(index).name;
    const size_t length = strlen(name);
    const char *other = fmi == STN_FMU_FMI2 ? "fmi3.c" : "fmi2.c";
    return length > 2 && strcmp(name + length - 2, ".c") == 0 && strcmp(name, other) != 0;
}
