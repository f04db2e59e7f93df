/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/json_text.h"
#include "io/utf8.h"

#include "stiction/io.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put_string(FILE *out, const char *text)
{
    const char *end = text + strlen(text);
    putc('"', out);
    while (text < end) {
        char encoded[4];
        const uint32_t code = stn_utf8_next(&text, end);
        if (code == '"' || code == '\\')
            fprintf(out, "\\%c", (char)code);
        else if (code == '\n')
            fputs("\\n", out);
        else if (code < 0x20)
            fprintf(out, "\\u%04x", (unsigned)code);
        else
            fwrite(encoded, 1, stn_utf8_put(code, encoded), out);
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

/* ---- Text in memory ---- */

bool stn_json_memory_open(StnJsonMemory *memory)
{
    *memory = (StnJsonMemory){.text = NULL};
    memory->json.out = open_memstream(&memory->text, &memory->length);
    return memory->json.out != NULL;
}

char *stn_json_memory_close(StnJsonMemory *memory, StnError *error)
{
    FILE *out = memory->json.out;
    bool whole = out && !ferror(out);
    if (out && fclose(out) != 0)
        whole = false;
    if (whole && memory->text)
        return memory->text;
    free(memory->text);
    stn_out_of_memory(error);
    return NULL;
}

void stn_text_free(char *text) { free(text); }
