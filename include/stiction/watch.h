/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Work that is watched by wall time.  The core reads no clock, so this is no part of it. */
#ifndef STICTION_WATCH_H
#define STICTION_WATCH_H

#include "stiction/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Asks by time, whatever a row or a step costs, and ends work from another thread.  It serves every
 * function that takes `progress` or `go_on`: hand over the watch as its `user`.  Make one with
 * stn_watch(); it must outlive the work. */
typedef struct StnWatch {
    bool (*ask)(void *user, double fraction); /* false ends the work; NULL: nobody asks */
    void *user;
    double every;    /* s of wall time from one question to the next, at least (0.05) */
    double fraction; /* of the work that was done when it was asked last; NaN: not known */
    double answered, clock_read; /* the library's own, and so are those below */
    int32_t ended, skip;
} StnWatch;
/* A watch that asks this function, which may be NULL: 20 times a second. */
STN_API StnWatch stn_watch(bool (*ask)(void *user, double fraction), void *user);
/* Ends the work: it returns STN_CANCELLED soon, and keeps what it has.  From any thread, or from
 * the handler of a signal. */
STN_API void stn_watch_cancel(StnWatch *watch);
/* Whether it was ended, by stn_watch_cancel or by an answer. */
STN_API bool stn_watch_ended(const StnWatch *watch);
/* As `progress` of a StnRunDef and its like; watch: a StnWatch. */
STN_API bool stn_watch_progress(void *watch, double fraction);
/* As `go_on` of a StnObserver. */
STN_API bool stn_watch_go_on(void *watch);

#ifdef __cplusplus
}
#endif
#endif
