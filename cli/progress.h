/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A progress bar with the time still to go, on standard error.  The bar appears when
 * the work takes longer than a second, and only on a terminal. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <time.h>

typedef struct Progress {
    const char *label;
    bool on, drawn;
    struct timespec start;
    double last; /* s since start at the last drawing */
} Progress;

void progress_begin(Progress *progress, const char *label, bool quiet);
/* For StnRunDef: user is a Progress; false once a signal asked for an end (interrupt.h). */
bool progress_show(void *user, double fraction);
/* Takes the bar away. */
void progress_end(Progress *progress);

#endif
