/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/json_text.h"

#include "stiction/io.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Whether bytes from p are one character of well-formed UTF-8; its length, 0 otherwise. */
static int utf8_length(const unsigned char *p)
{
    const int length = p[0] < 0x80 ? 1 : p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if ((p[0] >= 0x80 && p[0] < 0xc2) || p[0] > 0xf4)
        return 0;
    for (int i = 1; i < length; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

static void put_string(FILE *out, const char *text)
{
    putc('"', out);
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        const int length = utf8_length(p);
        if (*p == '"' || *p == '\\')
            fprintf(out, "\\%c", *p);
        else if (*p == '\n')
            fputs("\\n", out);
        else if (*p < 0x20 || length == 0)
            fprintf(out, "\\u%04x", length == 0 ? 0xfffdu : *p);
        else
            fwrite(p, 1, (size_t)length, out);
        p += length > 0 ? length : 1;
    }
    putc('"', out);
}

/* Comma, new line, key: all that comes before a value. */
static void put_lead(StnJsonText *json, const char *key)
{
    if (json->depth > 0) {
        fputs(json->filled[json->depth - 1] ? ",\n" : "\n", json->out);
        fprintf(json->out, "%*s", 2 * json->depth, "");
        json->filled[json->depth - 1] = true;
    }
    if (key) {
        put_string(json->out, key);
        fputs(": ", json->out);
    }
}

static void begin(StnJsonText *json, const char *key, char opening, char closing)
{
    put_lead(json, key);
    putc(opening, json->out);
    json->closing[json->depth] = closing;
    json->filled[json->depth++] = false;
}

void stn_json_open_map(StnJsonText *json, const char *key) { begin(json, key, '{', '}'); }

void stn_json_open_list(StnJsonText *json, const char *key) { begin(json, key, '[', ']'); }

void stn_json_close(StnJsonText *json)
{
    json->depth--;
    if (json->filled[json->depth])
        fprintf(json->out, "\n%*s", 2 * json->depth, "");
    putc(json->closing[json->depth], json->out);
    if (json->depth == 0)
        putc('\n', json->out);
}

void stn_json_put_text(StnJsonText *json, const char *key, const char *text)
{
    put_lead(json, key);
    if (text)
        put_string(json->out, text);
    else
        fputs("null", json->out);
}

void stn_json_put_number(StnJsonText *json, const char *key, double value)
{
    char text[32];
    put_lead(json, key);
    if (isnan(value))
        fputs("null", json->out);
    else if (isinf(value))
        fputs(value > 0.0 ? "\"inf\"" : "\"-inf\"", json->out);
    else
        fputs(stn_number_text(value, text), json->out);
}

void stn_json_put_count(StnJsonText *json, const char *key, uint64_t value)
{
    put_lead(json, key);
    fprintf(json->out, "%" PRIu64, value);
}

void stn_json_put_flag(StnJsonText *json, const char *key, bool value)
{
    put_lead(json, key);
    fputs(value ? "true" : "false", json->out);
}
