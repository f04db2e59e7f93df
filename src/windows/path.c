/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/path.h"

#include <ctype.h>

static bool is_slash(char c) { return c == '/' || c == '\\'; }

bool stn_path_is_absolute(const char *path)
{
    return is_slash(path[0]) ||
           (isalpha((unsigned char)path[0]) && path[1] == ':' && is_slash(path[2]));
}

const char *stn_path_name(const char *path)
{
    const char *name = path;
    for (const char *c = path; *c; c++)
        if (is_slash(*c))
            name = c + 1;
    return name;
}
