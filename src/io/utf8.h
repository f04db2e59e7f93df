/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* UTF-8, for texts that come from files: what is not valid UTF-8 is read as Latin-1, which it nearly
 * always is ("°", "µ"). */
#ifndef STICTION_IO_UTF8_H
#define STICTION_IO_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The code point at *text, and *text moved past it.  *text < end. */
uint32_t stn_utf8_next(const char **text, const char *end);
/* Writes a code point; returns the number of bytes, at most 4. */
size_t stn_utf8_put(uint32_t code, char *out);
/* Copies [text, end) as valid UTF-8 into out[size], cut between characters and ended by 0. */
void stn_utf8_copy(const char *text, const char *end, char *out, size_t size);
/* A valid copy to free(); NULL text gives "".  NULL when memory is out. */
char *stn_utf8_duplicate(const char *text);
bool stn_utf8_valid(const char *text);
/* Number of characters in [text, end). */
size_t stn_utf8_length(const char *text, const char *end);

#endif
