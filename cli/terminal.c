/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "terminal.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

void terminal_size(FILE *stream, int *columns, int *rows)
{
    struct winsize size;
    const char *told = getenv("COLUMNS");
    const long wanted = told ? strtol(told, NULL, 10) : 0;
    *columns = wanted > 0 && wanted < 10000 ? (int)wanted : 80;
    *rows = 24;
    if (isatty(fileno(stream)) && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 &&
        size.ws_col > 0) {
        *columns = size.ws_col;
        *rows = size.ws_row > 0 ? size.ws_row : 24;
    }
}

int terminal_text_width(FILE *stream)
{
    int columns, rows;
    terminal_size(stream, &columns, &rows);
    return columns < 40 ? 40 : columns > 100 ? 100 : columns;
}
