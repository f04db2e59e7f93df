/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/json_text.h"
#include "io/utf8.h"

#include "stiction/io.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ferror() knows nothing of a stream in memory that could not grow, so that every write is looked at. */
static void put(StnJsonText *json, const char *text)
{
    if (fputs(text, json->out) == EOF)
        json->failed = true;
}

static void put_char(StnJsonText *json, char c)
{
    if (putc(c, json->out) == EOF)
        json->failed = true;
}

static void put_indent(StnJsonText *json)
{
    for (int i = 0; i < json->depth; i++)
        put(json, "  ");
}

static void put_string(StnJsonText *json, const char *text)
{
    const char *end = text + strlen(text);
    put_char(json, '"');
    while (text < end) {
        char encoded[8] = "";
        const uint32_t code = stn_utf8_next(&text, end);
        if (code == '"' || code == '\\')
            snprintf(encoded, sizeof encoded, "\\%c", (char)code);
        else if (code == '\n')
            snprintf(encoded, sizeof encoded, "\\n");
        else if (code < 0x20)
            snprintf(encoded, sizeof encoded, "\\u%04x", (unsigned)code);
        else
            stn_utf8_put(code, encoded);
        put(json, encoded);
    }
    put_char(json, '"');
}

/* Comma, new line, key: all that comes before a value. */
static void put_lead(StnJsonText *json, const char *key)
{
    if (json->depth > 0) {
        put(json, json->filled[json->depth - 1] ? ",\n" : "\n");
        put_indent(json);
        json->filled[json->depth - 1] = true;
    }
    if (key) {
        put_string(json, key);
        put(json, ": ");
    }
}

static void begin(StnJsonText *json, const char *key, char opening, char closing)
{
    put_lead(json, key);
    put_char(json, opening);
    json->closing[json->depth] = closing;
    json->filled[json->depth++] = false;
}

void stn_json_open_map(StnJsonText *json, const char *key) { begin(json, key, '{', '}'); }

void stn_json_open_list(StnJsonText *json, const char *key) { begin(json, key, '[', ']'); }

void stn_json_close(StnJsonText *json)
{
    json->depth--;
    if (json->filled[json->depth]) {
        put_char(json, '\n');
        put_indent(json);
    }
    put_char(json, json->closing[json->depth]);
    if (json->depth == 0)
        put_char(json, '\n');
}

void stn_json_put_text(StnJsonText *json, const char *key, const char *text)
{
    put_lead(json, key);
    if (text)
        put_string(json, text);
    else
        put(json, "null");
}

void stn_json_put_number(StnJsonText *json, const char *key, double value)
{
    char text[32];
    put_lead(json, key);
    if (isnan(value))
        put(json, "null");
    else if (isinf(value))
        put(json, value > 0.0 ? "\"inf\"" : "\"-inf\"");
    else
        put(json, stn_number_text(value, text));
}

void stn_json_put_numbers(StnJsonText *json, const char *key, const double *value, size_t count)
{
    char text[32];
    put_lead(json, key);
    for (size_t i = 0; i < count; i++) {
        put_char(json, i > 0 ? ',' : '[');
        put(json, isfinite(value[i]) ? stn_number_text(value[i], text) : "null");
        if (isfinite(value[i]) && strpbrk(text, ".e") == NULL)
            put(json, ".0");
    }
    put(json, count > 0 ? "]" : "[]");
}

void stn_json_put_count(StnJsonText *json, const char *key, uint64_t value)
{
    char text[32];
    put_lead(json, key);
    snprintf(text, sizeof text, "%" PRIu64, value);
    put(json, text);
}

void stn_json_put_flag(StnJsonText *json, const char *key, bool value)
{
    put_lead(json, key);
    put(json, value ? "true" : "false");
}

/* ---- Text in memory ---- */

bool stn_json_memory_open(StnJsonMemory *memory)
{
    *memory = (StnJsonMemory){.json = {.out = NULL}};
    if (stn_memory_file_open(&memory->file))
        memory->json.out = memory->file.out;
    return memory->json.out != NULL;
}

char *stn_json_memory_close(StnJsonMemory *memory, StnError *error)
{
    const bool kept = memory->json.out && stn_memory_file_close(&memory->file);
    if (kept && !memory->json.failed)
        return memory->file.text;
    free(memory->file.text);
    stn_out_of_memory(error);
    return NULL;
}
