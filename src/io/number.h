/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Numbers and their decimal text, the same in every locale.  stn_number_text is in stiction/io.h. */
#ifndef STICTION_IO_NUMBER_H
#define STICTION_IO_NUMBER_H

#include <stdbool.h>

enum { STN_NUMBER_SIZE = 32 }; /* bytes that hold any text written here */

/* Reads one decimal number from [text, end), correctly rounded.  Returns the place after it, or NULL
 * when there is none.  The decimal mark is '.', or also ',' when `comma` is set; *mark becomes the
 * one met and is left alone when there was none.  Words (NaN, Inf) are not numbers here. */
const char *stn_number_read(const char *text, const char *end, bool comma, char *mark,
                            double *value);

/* Like stn_number_text, with an exponent always (but for 0): "2e-5", "1.5e6". */
const char *stn_number_exponent(double value, char *out);

#endif
