/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A scenario as an FMU (https://fmi-standard.org): the configured plant with its laws, for
 * simulation tools.  It contains this library's core, and offers Model Exchange and
 * Co-Simulation. */
#ifndef STICTION_FMU_H
#define STICTION_FMU_H

#include "stiction/result.h"
#include "stiction/scenario.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of FMI. */
typedef enum StnFmuVersion { STN_FMU_FMI2, STN_FMU_FMI3 } StnFmuVersion;
/* What an FMU carries. */
typedef enum StnFmuKind { STN_FMU_BOTH, STN_FMU_SOURCE, STN_FMU_BINARY } StnFmuKind;
/* For which machines it has binaries: this one, by the C compiler at hand, or all that the cross
 * compiler (the Python package ziglang) makes. */
typedef enum StnFmuPlatforms { STN_FMU_NATIVE, STN_FMU_ALL } StnFmuPlatforms;

/* Make one with stn_default_fmu_def() and edit it. */
typedef struct StnFmuDef {
    StnFmuVersion fmi;
    StnFmuKind kind;
    StnFmuPlatforms platforms;
} StnFmuDef;
/* The fields of StnFmuDef, by the names of their options. */
STN_API extern const StnFields stn_fmu_fields;
/* FMI 3 with sources and a binary for this machine. */
STN_API StnFmuDef stn_default_fmu_def(void);

/* Writes the FMU.  The same scenario gives the same bytes, binaries apart, which a compiler makes.
 * remarks: what the FMU does not have and why; may be NULL.  Without a compiler the FMU has sources
 * alone, and a remark says so; STN_UNAVAILABLE where only binaries were asked for. */
STN_API StnStatus stn_fmu_write(const StnScenario *scenario, const StnFmuDef *def, const char *file,
                                StnRemarks *remarks, StnError *error);

#ifdef __cplusplus
}
#endif
#endif
