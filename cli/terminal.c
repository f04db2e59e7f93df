/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "terminal.h"

#include <stdbool.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

void terminal_size(FILE *stream, int *columns, int *rows)
{
    struct winsize size;
    const char *variable = getenv("COLUMNS");
    const long wanted = variable ? strtol(variable, NULL, 10) : 0;
    *columns = wanted > 0 && wanted < 10000 ? (int)wanted : 80;
    *rows = 24;
    if (isatty(fileno(stream)) && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 &&
        size.ws_col > 0) {
        *columns = size.ws_col;
        *rows = size.ws_row > 0 ? size.ws_row : 24;
    }
}

void terminal_put(FILE *stream, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        const bool c1 = *c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0; /* U+0080 ... U+009F in UTF-8 */
        if ((*c < ' ' && *c != '\n' && *c != '\t') || *c == 0x7f || c1)
            putc('?', stream);
        else
            putc(*c, stream);
        c += c1;
    }
}

int terminal_text_width(FILE *stream)
{
    int columns, rows;
    terminal_size(stream, &columns, &rows);
    return columns < 40 ? 40 : columns > 100 ? 100 : columns;
}
