/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Signals.  INT (Ctrl-C), TERM and HUP ask for an end: files are then whole or absent, no temporary file is
 * left, and the exit code is 128 + the signal's number (130, 143, 129). */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>
#include <time.h>

/* The first thing in main.  Until interrupt_defer() a signal ends the program at once: it may wait for its
 * input, and there is nothing to tidy up yet.  A signal that the caller ignores (nohup) stays ignored.
 * SIGPIPE and SIGXFSZ are ignored: the write that caused them fails, and says so. */
void interrupt_install(void);
/* Before work that asks interrupt_asked() now and then, and before any file is written: from now on the first
 * signal only makes that true, and a second one, half a second later or more, ends the program. */
void interrupt_defer(void);
bool interrupt_asked(void);
/* 128 + the number of the signal that came; that of Ctrl-C when none did. */
int interrupt_exit_code(void);

/* On CLOCK_MONOTONIC; may be called in a signal handler. */
double seconds_since(const struct timespec *start);

#endif
