/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Runs gnuplot without a shell: it reads a script and writes the figure to a file handed to it, so that
 * no path and no text of a user is ever part of a command. */
#ifndef STICTION_IO_GNUPLOT_H
#define STICTION_IO_GNUPLOT_H

#include "stiction/core.h"

#include <stdio.h>

/* Runs `script` (read from its start) with standard output to `picture`; `path` stands in messages. */
StnStatus stn_gnuplot_run(const char *path, FILE *script, FILE *picture, StnError *error);

#endif
