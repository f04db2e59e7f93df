/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Files that a command is to write: looked at before the work, written after it. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "stiction/stiction.h"

/* 0, or EXIT_BAD_INPUT after a message: the ending is one of `endings` (as ".csv .json"; "-" in
 * it allows standard output), the folder is there and can be written, the target is no folder and
 * nothing that is read or written otherwise (files.h).
 * path NULL: nothing to check. */
int output_check(const char *option, const char *path, const char *endings);
/* For records: a format of data, or "-". */
int output_check_record(const char *option, const char *path);
/* The endings of data, or of figures, that the library writes; returns out. */
enum { ENDINGS_SIZE = 128 };
const char *output_endings(bool figures, const char *between, char *out, size_t size);
/* For figures: the endings, the folder, and the program that draws them. */
int output_check_figure(const char *option, const char *path);
/* The same for a folder that need not be there yet: it can be written, or made. */
int output_check_folder(const char *option, const char *path);
/* Makes a folder, and those above it, where missing; 0, or EXIT_RUN_FAILED after a message. */
int output_make_folder(const char *path);
bool output_has_ending(const char *path, const char *ending);
/* The files of a command appear together when it has ended: main() begins, and ends with
 * output_end(), which keeps them where the exit code is 0 or that of an interrupt, and removes them
 * otherwise or where an interrupt ended the waiting for the reader of a pipe.  A command that keeps
 * them though its exit code is another calls output_keep(). Both return the exit code:
 * EXIT_RUN_FAILED after a message when a file cannot be renamed (then none is),
 * EXIT_INTERRUPTED where a pipe was given up. */
void output_begin(void);
int output_keep(int code);
int output_end(int code);
/* Draws; a request to end that comes meanwhile (interrupt.h) ends gnuplot: STN_CANCELLED, and no figure. */
StnStatus output_draw(const char *path, const StnFigure *figure, StnError *error);
/* After a failed write: the message, and EXIT_INTERRUPTED or EXIT_RUN_FAILED. */
int output_failed(const StnError *error);
/* --digits N: 1 to 17, 0 when text is NULL; 0, or EXIT_BAD_INPUT after a message. */
int output_read_digits(const char *text, int *digits);
/* A result, for people or as JSON; 0, or the exit code after a message. */
int output_put(const StnResult *result, FILE *out, bool json);
/* The same for people on standard output, and frees it. */
int output_put_page(StnResult *page);
/* A text of the library on standard output, and frees it; NULL: says why there is none. */
int output_put_text(char *text, const StnError *error);
#endif
