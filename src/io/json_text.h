/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* JSON, written as it goes.  Strings are escaped, numbers read back to the same bits; NaN
 * becomes null, infinities the texts "inf" and "-inf". */
#ifndef STICTION_IO_JSON_TEXT_H
#define STICTION_IO_JSON_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_DEPTH = 16 };

typedef struct JsonText {
    FILE *out;
    int depth;
    char closing[JSON_DEPTH];
    bool filled[JSON_DEPTH]; /* something stands before the next entry */
} JsonText;

/* key NULL: an entry of a list, or the whole text. */
void json_open_map(JsonText *json, const char *key);
void json_open_list(JsonText *json, const char *key);
/* Closes what was opened last; the last one ends the line. */
void json_close(JsonText *json);
/* text NULL: null. */
void json_put_text(JsonText *json, const char *key, const char *text);
void json_put_number(JsonText *json, const char *key, double value);
void json_put_count(JsonText *json, const char *key, uint64_t value);
void json_put_flag(JsonText *json, const char *key, bool value);

#endif
