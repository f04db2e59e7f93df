/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Paths as texts. */
#ifndef STICTION_IO_PATH_H
#define STICTION_IO_PATH_H

#include <stdbool.h>

/* Whether it begins at a root, not in the current folder. */
bool stn_path_is_absolute(const char *path);
/* The last part of a path: "a/b" -> "b". */
const char *stn_path_name(const char *path);

#endif
