/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "progress.h"

#include "terminal.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* One request may come as several signals: timeout(1) and some shells signal the program and its process
 * group.  Only a later one is a second request. */
#define SECOND_AFTER 0.5 /* s */

static volatile sig_atomic_t interrupted;
static struct timespec first_interrupt; /* written once, by the handler */

static double seconds_since(const struct timespec *start)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + 1e-9 * (double)(now.tv_nsec - start->tv_nsec);
}

/* The signal is blocked while it is handled, and all that is called may be called in a handler. */
static void note_interrupt(int number)
{
    if (!interrupted) {
        clock_gettime(CLOCK_MONOTONIC, &first_interrupt);
        interrupted = 1;
    } else if (seconds_since(&first_interrupt) > SECOND_AFTER) {
        signal(number, SIG_DFL);
        raise(number); /* takes effect at the return */
    }
}

void interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = note_interrupt};
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, NULL);
}

bool interrupt_asked(void) { return interrupted != 0; }

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

bool progress_tell(void *user, double fraction)
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
