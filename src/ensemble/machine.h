/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Where runs are made: for the provenance of a study. */
#ifndef STN_ENSEMBLE_MACHINE_H
#define STN_ENSEMBLE_MACHINE_H

#include <stddef.h>

/* The name of the processor, "unknown" where the system does not say it; returns out. */
const char *stn_machine_processor(char *out, size_t size);
/* The operating system with its release and architecture; returns out. */
const char *stn_machine_system(char *out, size_t size);
/* What compiled this library. */
const char *stn_machine_compiler(void);

#endif
