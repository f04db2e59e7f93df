/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the program says on standard error: "stiction: file:line:column: text". */
#ifndef CLI_MESSAGE_H
#define CLI_MESSAGE_H

#include "stiction/stiction.h"

void message(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Says nothing from now on: another process of the same command does. */
void message_silence(void);
/* The same; returns EXIT_BAD_INPUT. */
int bad_input(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The one sentence for memory that is out; returns EXIT_RUN_FAILED.  Once it was said the program ends
 * with that code, unless it was interrupted, whatever else its commands return (memory_was_out). */
int out_of_memory(void);
bool memory_was_out(void);
/* "unknown WHAT "NAME"; did you mean "NEAREST"?"; returns EXIT_BAD_INPUT. */
int unknown_word(const char *what, const char *name, const char *const *names, size_t count);
/* The same, with all names where none is near. */
int unknown_name(const char *what, const char *name, const char *const *names, size_t count);
/* Whoever read standard output, such as head(1), has closed the pipe: nothing to complain about, though
 * the exit code says that not all was written. */
bool output_reader_is_gone(void);
/* The sentence of the library, unless it is that nobody reads "-"; returns the exit code of its status. */
int report_error(const StnError *error);
/* 2 for bad input and missing files, EXIT_INTERRUPTED for an interruption, otherwise 1. */
int exit_code_of(StnStatus status);

#endif
