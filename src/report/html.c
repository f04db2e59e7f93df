/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "report/html.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static void put_char(FILE *out, char c)
{
    switch (c) {
    case '&': fputs("&amp;", out); break;
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '"': fputs("&quot;", out); break;
    case '\'': fputs("&#39;", out); break;
    default: putc(c, out);
    }
}

void stn_html_text_range(FILE *out, const char *text, const char *end)
{
    for (; text < end; text++)
        put_char(out, *text);
}

void stn_html_text(FILE *out, const char *text)
{
    stn_html_text_range(out, text, text + strlen(text));
}

static bool is_digit(char c) { return isdigit((unsigned char)c) != 0; }

/* Length of an exponent "e-5" at p that follows a digit; 0 when there is none. */
static size_t exponent_length(const char *p, char before)
{
    size_t length = p[0] == 'e' && is_digit(before) ? 1 : 0;
    if (length && (p[1] == '-' || p[1] == '+'))
        length++;
    const size_t digits = length;
    while (length && is_digit(p[length]))
        length++;
    return length > digits && !isalnum((unsigned char)p[length]) ? length : 0;
}

/* A power of ten behind `lead`. */
static void put_exponent(FILE *out, const char *lead, const char *p, size_t length)
{
    fprintf(out, "%s10<sup>", lead);
    for (size_t i = 1; i < length; i++)
        if (p[i] == '-')
            fputs("−", out);
        else if (p[i] != '+')
            putc(p[i], out);
    fputs("</sup>", out);
}

/* A hyphen before a digit, where a number begins, is a minus sign. */
static bool is_minus(const char *p, char before)
{
    return p[0] == '-' && is_digit(p[1]) && !isalnum((unsigned char)before);
}

void stn_html_rich_range(FILE *out, const char *text, const char *end)
{
    bool code = false;
    char before = ' ';
    for (const char *p = text; p < end; before = *p++) {
        const size_t exponent = code ? 0 : exponent_length(p, before);
        const size_t bare = code || *p != '1' || is_digit(before) || before == '.'
                                ? 0
                                : exponent_length(p + 1, '1'); /* "1e-9" */
        if (*p == '`') {
            fputs(code ? "</code>" : "<code>", out);
            code = !code;
        } else if (bare) {
            put_exponent(out, "", p + 1, bare);
            p += bare;
        } else if (exponent) {
            put_exponent(out, "·", p, exponent);
            p += exponent - 1;
        } else if (!code && is_minus(p, before)) {
            fputs("−", out);
        } else {
            put_char(out, *p == '\n' ? ' ' : *p);
        }
    }
    if (code)
        fputs("</code>", out);
}

void stn_html_rich(FILE *out, const char *text)
{
    stn_html_rich_range(out, text, text + strlen(text));
}
