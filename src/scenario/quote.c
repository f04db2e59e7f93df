/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "scenario/quote.h"

#include <string.h>

enum { QUOTE_MAX = 60 };

StnQuote stn_quote(const char *text, size_t length)
{
    StnQuote quote = {{0}};
    size_t n = length;
    if (length > QUOTE_MAX) {
        n = QUOTE_MAX - 3;
        while (n > 0 && ((unsigned char)text[n] & 0xC0u) == 0x80u) /* not inside a character */
            n--;
    }
    for (size_t i = 0; i < n; i++) {
        const unsigned char byte = (unsigned char)text[i];
        quote.text[i] = byte < 0x20u || byte == 0x7Fu ? '?' : text[i];
    }
    if (length > QUOTE_MAX)
        memcpy(quote.text + n, "...", 4);
    return quote;
}

StnQuote stn_quote_all(const char *text) { return stn_quote(text, strlen(text)); }
