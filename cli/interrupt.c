/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "interrupt.h"

#include "stiction/io.h"

#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* One request may come as several signals: timeout(1) and some shells signal the program and its process
 * group.  Only a later one is a second request. */
#define SECOND_AFTER 0.5 /* s */

static const int requests[] = {SIGINT, SIGTERM, SIGHUP};
enum { REQUESTS = sizeof requests / sizeof requests[0] };

static volatile sig_atomic_t deferred, received; /* received: the first signal's number */
static struct timespec first_request;            /* written once, by the handler */

double seconds_since(const struct timespec *start)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + 1e-9 * (double)(now.tv_nsec - start->tv_nsec);
}

/* The signals are blocked while one is handled, and all that is called may be called in a handler. */
static void note_request(int number)
{
    static const char text[] = "stiction: interrupted\n";
    if (!deferred) {
        (void)!write(STDERR_FILENO, text, sizeof text - 1);
        stn_files_abandon();
        _exit(128 + number);
    }
    if (!received) {
        clock_gettime(CLOCK_MONOTONIC, &first_request);
        received = number;
    } else if (seconds_since(&first_request) > SECOND_AFTER) {
        stn_files_abandon();
        signal(number, SIG_DFL);
        raise(number); /* takes effect at the return */
    }
}

void interrupt_install(void)
{
    struct sigaction action = {.sa_handler = note_request, .sa_flags = SA_RESTART}, before;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < REQUESTS; i++)
        sigaddset(&action.sa_mask, requests[i]);
    for (int i = 0; i < REQUESTS; i++)
        if (sigaction(requests[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(requests[i], &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

void interrupt_defer(void) { deferred = 1; }

bool interrupt_asked(void) { return received != 0; }

int interrupt_exit_code(void) { return 128 + (received ? received : SIGINT); }
