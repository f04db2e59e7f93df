/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Counters of gcov are files that a process writes at its end, but not where _exit() or a signal is that end:
 * there a build that counts branches writes them with this call.  Every other build does nothing. */
#ifndef STICTION_IO_COUNTERS_H
#define STICTION_IO_COUNTERS_H

#ifdef STN_COVERAGE
#include <gcov.h>
enum { STN_COUNTERS = 1 };
static inline void stn_counters_write(void) { __gcov_dump(); }
#else
enum { STN_COUNTERS = 0 };
static inline void stn_counters_write(void) {}
#endif

#endif
