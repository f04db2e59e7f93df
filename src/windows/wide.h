/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Texts and errors of Windows. */
#ifndef STN_WINDOWS_WIDE_H
#define STN_WINDOWS_WIDE_H

#include <stddef.h>

/* UTF-8 as Windows has it, to be freed; NULL with errno. */
wchar_t *stn_windows_wide(const char *text);
/* The other way round. */
char *stn_windows_narrow(const wchar_t *text);
/* errno from the last error of a call of Windows; -1. */
int stn_windows_failed(void);

#endif
