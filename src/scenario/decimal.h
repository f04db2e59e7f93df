/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Decimal numbers with a shifted point: "0.1" times 10^-3 is the double nearest to 1e-4. */
#ifndef STICTION_SCENARIO_DECIMAL_H
#define STICTION_SCENARIO_DECIMAL_H

#include <stddef.h>

/* Length of the decimal number (or `inf`, `-inf`) that `text` begins with; 0 when there is none. */
size_t stn_decimal_span(const char *text);

typedef enum StnDecimalResult {
    STN_DECIMAL_GOOD,
    STN_DECIMAL_LONG,  /* more digits than anyone needs */
    STN_DECIMAL_LARGE, /* beyond the largest double */
    STN_DECIMAL_SMALL, /* not zero, but below the smallest double */
} StnDecimalResult;

/* The number text[0..span) times 10^shift, rounded once. */
StnDecimalResult stn_decimal_read(const char *text, size_t span, int shift, double *value);

#endif
