/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Text from a file, made fit to stand in a message. */
#ifndef STICTION_SCENARIO_QUOTE_H
#define STICTION_SCENARIO_QUOTE_H

#include <stddef.h>

/* At most 60 bytes, whole UTF-8 characters, no control characters. */
typedef struct StnQuote {
    char text[64];
} StnQuote;

StnQuote stn_quote(const char *text, size_t length);
StnQuote stn_quote_all(const char *text);

#endif
