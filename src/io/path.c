/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/path.h"

#include <string.h>

bool stn_path_is_absolute(const char *path) { return path[0] == '/'; }

const char *stn_path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
