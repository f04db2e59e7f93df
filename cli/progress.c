/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "progress.h"

#include "interrupt.h"
#include "terminal.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void progress_begin(Progress *progress, const char *label, bool quiet)
{
    *progress = (Progress){.label = label, .on = !quiet && isatty(STDERR_FILENO)};
    clock_gettime(CLOCK_MONOTONIC, &progress->start);
}

/* "1 h 02 min", "3 min 05 s", "12 s" */
static void time_text(double seconds, char *out, size_t size)
{
    const long s = (long)(seconds + 0.5);
    if (s >= 3600)
        snprintf(out, size, "%ld h %02ld min", s / 3600, s / 60 % 60);
    else if (s >= 60)
        snprintf(out, size, "%ld min %02ld s", s / 60, s % 60);
    else
        snprintf(out, size, "%ld s", s);
}

static void draw(const Progress *progress, double fraction, double passed)
{
    char left[40], bar[64];
    int columns, rows;
    terminal_size(stderr, &columns, &rows);
    const int room = columns - (int)strlen(progress->label) - 32;
    const int width = room < 10 ? 10 : room > 50 ? 50 : room;
    const int done = (int)(fraction * width);
    memset(bar, '#', (size_t)done);
    memset(bar + done, '.', (size_t)(width - done));
    bar[width] = '\0';
    time_text(passed * (1.0 - fraction) / fraction, left, sizeof left);
    fprintf(stderr, "\r%s [%s] %3.0f %%, %s left\033[K", progress->label, bar, 100.0 * fraction,
            left);
    fflush(stderr);
}

bool progress_show(void *user, double fraction)
{
    Progress *progress = user;
    if (progress->on && fraction > 0.0 && fraction <= 1.0) {
        const double passed = seconds_since(&progress->start);
        if (passed > 1.0 && passed - progress->last > 0.1) {
            draw(progress, fraction, passed);
            progress->drawn = true;
            progress->last = passed;
        }
    }
    return !interrupt_asked();
}

void progress_end(Progress *progress)
{
    if (progress->drawn)
        fputs("\r\033[K", stderr);
    progress->drawn = false;
}
