/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "progress.h"

#include "interrupt.h"
#include "terminal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void progress_begin(Progress *progress, const char *label, bool quiet)
{
    *progress = (Progress){.label = label, .on = !quiet && isatty(STDERR_FILENO)};
    clock_gettime(CLOCK_MONOTONIC, &progress->start);
}

const char *progress_time(double seconds, char *out, size_t size)
{
    const long s = (long)(seconds + 0.5);
    if (s >= 3600)
        snprintf(out, size, "%ld h %02ld min", s / 3600, s / 60 % 60);
    else if (s >= 60)
        snprintf(out, size, "%ld min %02ld s", s / 60, s % 60);
    else
        snprintf(out, size, "%ld s", s);
    return out;
}

double progress_whole(const Progress *progress, double fraction)
{
    const double passed = seconds_since(&progress->start);
    return fraction > progress->from ? passed * (1.0 - progress->from) / (fraction - progress->from)
                                     : INFINITY;
}

static void draw(const Progress *progress, double fraction, double passed)
{
    char left[40], bar[64], rate[40] = "";
    int columns, rows;
    terminal_size(stderr, &columns, &rows);
    const int room = columns - (int)strlen(progress->label) - (progress->count > 0.0 ? 44 : 32);
    const int width = room < 10 ? 10 : room > 50 ? 50 : room;
    const int done = (int)(fraction * width);
    memset(bar, '#', (size_t)done);
    memset(bar + done, '.', (size_t)(width - done));
    bar[width] = '\0';
    const double whole = progress_whole(progress, fraction);
    progress_time(whole - passed, left, sizeof left);
    if (progress->count > 0.0)
        snprintf(rate, sizeof rate, " %.3g/s,", progress->count * (1.0 - progress->from) / whole);
    fprintf(stderr, "\r%s [%s] %3.0f %%,%s %s left\033[K", progress->label, bar, 100.0 * fraction,
            rate, left);
    fflush(stderr);
}

bool progress_show(void *user, double fraction)
{
    Progress *progress = user;
    if (progress->on && fraction > progress->from && fraction <= 1.0) {
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
