/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Work that is asked by wall time whether it should go on: rows may come a million times a second, or never. */
#include "stiction/watch.h"

#include <math.h>
#include <time.h>

/* The clock is read once in so many calls where these follow each other quickly: reading it costs as much as a tenth
 * of an exact step. */
enum { SKIP = 15 };
#define QUICK 1e-3 /* s from one reading to the next */

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

StnWatch stn_watch(bool (*ask)(void *user, double fraction), void *user)
{
    return (StnWatch){
        .ask = ask, .user = user, .every = 0.05, .answered = seconds_now(), .fraction = NAN};
}

void stn_watch_cancel(StnWatch *watch) { __atomic_store_n(&watch->ended, 1, __ATOMIC_RELAXED); }

bool stn_watch_ended(const StnWatch *watch)
{
    return __atomic_load_n(&watch->ended, __ATOMIC_RELAXED) != 0;
}

bool stn_watch_progress(void *user, double fraction)
{
    StnWatch *watch = user;
    watch->fraction = fraction;
    if (stn_watch_ended(watch))
        return false;
    if (!watch->ask || watch->skip-- > 0)
        return true;
    const double now = seconds_now();
    watch->skip = now - watch->clock_read < QUICK ? SKIP : 0;
    watch->clock_read = now;
    if (now - watch->answered < watch->every)
        return true;
    if (!watch->ask(watch->user, fraction))
        stn_watch_cancel(watch);
    watch->answered =
        seconds_now(); /* an answer that takes long is not followed by another at once */
    return !stn_watch_ended(watch);
}

bool stn_watch_go_on(void *user)
{
    const StnWatch *watch = user;
    return stn_watch_progress(user, watch->fraction);
}
