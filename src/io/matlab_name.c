/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/matlab_name.h"

#include <string.h>

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static bool is_taken(const char *name, StnMatlabName *earlier, int count)
{
    static const char *const reserved[] = {
        "units",  "events",     "info",   "break", "case",     "catch",  "classdef", "continue",
        "else",   "elseif",     "end",    "for",   "function", "global", "if",       "otherwise",
        "parfor", "persistent", "return", "spmd",  "switch",   "try",    "while",
    };
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
        if (strcmp(name, reserved[i]) == 0) {
            return true;
        }
    }
    for (int i = 0; i < count; i++) {
        if (strcmp(name, earlier[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Every character that MATLAB does not take becomes one '_'. */
static void make_valid(const char *name, StnMatlabName out)
{
    size_t used = 0;
    if (!is_letter(name[0])) {
        out[used++] = 'x';
    }
    for (const char *p = name; *p && used + 8 < STN_MATLAB_NAME_SIZE; p++) {
        const bool valid = is_letter(*p) || (*p >= '0' && *p <= '9') || *p == '_';
        const bool inside = ((unsigned char)*p & 0xc0) == 0x80; /* of a UTF-8 character */
        if (!inside) {
            out[used++] = valid ? *p : '_';
        }
    }
    out[used] = '\0';
}

void stn_matlab_names(const StnColumnInfo *column, int count, StnMatlabName *out)
{
    for (int c = 0; c < count; c++) {
        StnMatlabName plain;
        make_valid(column[c].name, plain);
        memcpy(out[c], plain, sizeof plain);
        for (int n = 2; is_taken(out[c], out, c); n++) {
            snprintf(out[c], sizeof out[c], "%.50s_%d", plain, n);
        }
    }
}
