/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Runs gnuplot without a shell: it reads a script and writes the figure to a pipe, so that no path and no
 * text of a user is ever part of a command, and no write of gnuplot's can fail unnoticed. */
#ifndef STICTION_IO_GNUPLOT_H
#define STICTION_IO_GNUPLOT_H

#include "stiction/core.h"

#include <stdio.h>

/* Asked while gnuplot draws; false ends it (stn_figure_write_while). */
typedef struct StnGoOn {
    bool (*ask)(void *user);
    void *user;
} StnGoOn;

/* Runs `script` (read from its start) and copies the figure to `picture`.  `ending`: "svg", "png" or "pdf",
 * which the script must ask for; `path` stands in messages.  STN_OK: all of the figure was handed to the
 * stream, whose own errors are left to the caller. */
StnStatus stn_gnuplot_run(const char *path, const char *ending, StnGoOn go_on, FILE *script,
                          FILE *picture, StnError *error);

#endif
