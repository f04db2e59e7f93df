/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* JSON, written as it goes.  Strings are escaped, and valid UTF-8 whatever they were (utf8.h);
 * numbers read back to the same bits; NaN becomes null, infinities the texts "inf" and "-inf". */
#ifndef STICTION_IO_JSON_TEXT_H
#define STICTION_IO_JSON_TEXT_H

#include "io/memory_file.h"
#include "stiction/core.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { STN_JSON_DEPTH = 16 };

typedef struct StnJsonText {
    FILE *out;
    int depth;
    char closing[STN_JSON_DEPTH];
    bool filled[STN_JSON_DEPTH]; /* something stands before the next entry */
    bool failed;                 /* something could not be written */
} StnJsonText;

/* key NULL: an entry of a list, or the whole text. */
void stn_json_open_map(StnJsonText *json, const char *key);
void stn_json_open_list(StnJsonText *json, const char *key);
/* Closes what was opened last; the last one ends the line. */
void stn_json_close(StnJsonText *json);
/* text NULL: null. */
void stn_json_put_text(StnJsonText *json, const char *key, const char *text);
void stn_json_put_number(StnJsonText *json, const char *key, double value);
/* A list on one line.  Every number has a point or an exponent, so that readers keep -0.0 and see one type;
 * what is not finite is null. */
void stn_json_put_numbers(StnJsonText *json, const char *key, const double *value, size_t count);
void stn_json_put_count(StnJsonText *json, const char *key, uint64_t value);
void stn_json_put_flag(StnJsonText *json, const char *key, bool value);

/* The same into memory. */
typedef struct StnJsonMemory {
    StnJsonText json; /* to write to, once it is open */
    StnMemoryFile file;
} StnJsonMemory;
/* False when memory is out; close it nevertheless. */
bool stn_json_memory_open(StnJsonMemory *memory);
/* The text, for stn_text_free(); NULL with *error when memory is out. */
char *stn_json_memory_close(StnJsonMemory *memory, StnError *error);

#endif
