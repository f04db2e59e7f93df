/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The terminal behind a stream: its size, and texts that cannot command it. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdio.h>

/* Columns (80 where unknown) and rows (24). */
void terminal_size(FILE *stream, int *columns, int *rows);
/* Columns for running text: as the terminal has, but neither very narrow nor very wide. */
int terminal_text_width(FILE *stream);
/* Writes a text of others (a file's name) with "?" for each control character but \n and \t. */
void terminal_put(FILE *stream, const char *text);

#endif
