/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A progress bar with the time still to go, and the rate of what is counted, on standard error.  The bar appears when
 * the work takes longer than a second, and only on a terminal. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

typedef struct Progress {
    const char *label;
    bool on, drawn;
    struct timespec start;
    double last;  /* s since start at the last drawing */
    double count; /* what the whole is, 0: nothing that is counted; set after progress_begin, */
    double from;  /* and the share that was done before */
} Progress;

void progress_begin(Progress *progress, const char *label, bool quiet);
/* For StnRunDef: user is a Progress; false once a signal asked for an end (interrupt.h). */
bool progress_show(void *user, double fraction);
/* Seconds that the whole takes at the present rate, without what was done before; INFINITY: nobody knows yet. */
double progress_whole(const Progress *progress, double fraction);
/* "1 h 02 min", "3 min 05 s", "12 s"; returns out. */
const char *progress_time(double seconds, char *out, size_t size);
/* Takes the bar away. */
void progress_end(Progress *progress);

#endif
