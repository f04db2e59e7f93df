/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* environ */
#include "io/environment.h"

#include <unistd.h>

char **stn_environment(void) { return environ; }
