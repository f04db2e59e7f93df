/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The size of the terminal behind a stream. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdio.h>

/* Columns (80 where unknown) and rows (24). */
void terminal_size(FILE *stream, int *columns, int *rows);
/* Columns for running text: as the terminal has, but neither very narrow nor very wide. */
int terminal_text_width(FILE *stream);

#endif
