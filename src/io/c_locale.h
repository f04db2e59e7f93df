/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What does not depend on the language that the host has chosen. */
#ifndef STICTION_IO_C_LOCALE_H
#define STICTION_IO_C_LOCALE_H

#include <stdbool.h>

/* strtod() with a decimal point; false: memory is out. */
bool stn_c_strtod(const char *text, double *value);

#endif
