/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* `environ` is a program's own here: no library may count on it. */
#include "io/environment.h"

#include <crt_externs.h>

char **stn_environment(void) { return *_NSGetEnviron(); }
