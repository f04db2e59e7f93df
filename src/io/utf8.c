/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/utf8.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of the sequence that starts with `lead`, 0 when none does. */
static int sequence_length(unsigned char lead)
{
    return lead < 0x80   ? 1
           : lead < 0xc2 ? 0
           : lead < 0xe0 ? 2
           : lead < 0xf0 ? 3
           : lead < 0xf5 ? 4
                         : 0;
}

uint32_t stn_utf8_next(const char **text, const char *end)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *p = (const unsigned char *)*text;
    const int length = sequence_length(p[0]);
    if (length == 1 || length == 0 || end - *text < length) {
        *text += 1;
        return p[0];
    }
    uint32_t code = p[0] & (0x7fu >> length);
    for (int i = 1; i < length; i++) {
        if ((p[i] & 0xc0) != 0x80) {
            *text += 1;
            return p[0];
        }
        code = code << 6 | (p[i] & 0x3f);
    }
    if (code < least[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
        *text += 1;
        return p[0];
    }
    *text += length;
    return code;
}

size_t stn_utf8_put(uint32_t code, char *out)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    const size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    out[0] = (char)((0xf00 >> length & 0xff) | code);
    return length;
}

void stn_utf8_copy(const char *text, const char *end, char *out, size_t size)
{
    size_t used = 0;
    while (text < end) {
        char encoded[4];
        const size_t length = stn_utf8_put(stn_utf8_next(&text, end), encoded);
        if (used + length >= size) {
            break;
        }
        memcpy(out + used, encoded, length);
        used += length;
    }
    out[used] = '\0';
}

char *stn_utf8_duplicate(const char *text)
{
    const size_t length = text ? strlen(text) : 0;
    const size_t size = 2 * length + 5; /* a stray byte becomes two */
    char *copy = malloc(size);
    if (copy) {
        stn_utf8_copy(text ? text : "", (text ? text : "") + length, copy, size);
    }
    return copy;
}

bool stn_utf8_valid(const char *text)
{
    const char *end = text + strlen(text);
    while (text < end) {
        const char *at = text;
        stn_utf8_next(&text, end);
        if ((unsigned char)*at >= 0x80 && text - at == 1) /* it was taken for Latin-1 */
            return false;
    }
    return true;
}

size_t stn_utf8_length(const char *text, const char *end)
{
    size_t count = 0;
    while (text < end) {
        stn_utf8_next(&text, end);
        count++;
    }
    return count;
}
