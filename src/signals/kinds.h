/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Kinds of signals as a table: what can be set, and the signal made from it. */
#ifndef STN_SIGNALS_KINDS_H
#define STN_SIGNALS_KINDS_H

#include "signals/signal.h"

#include <stddef.h>

/* Settings that do not go together: the sentence, the field (NULL: all of them), and of a list its
 * element. */
typedef struct StnSignalFault {
    const char *text, *field;
    int element; /* -1: the field as a whole */
} StnSignalFault;

typedef struct StnSignalKind {
    const StnFields *fields; /* their name is that of the kind */
    StnSignalShape shape;    /* of the signals that it makes */
    /* NULL when memory is out. */
    StnSignal *(*make)(const void *settings);
    /* Optional: false, with *fault filled. */
    bool (*check)(const void *settings, StnSignalFault *fault);
} StnSignalKind;

/* A time that has no default (NaN) and is not given is the duration of the run. */
extern const StnSignalKind stn_signal_kinds[];
int stn_signal_kind_count(void);
/* The kind whose fields are the numbers of a signal, in their order; NULL: it has none of its own. */
const StnSignalKind *stn_signal_kind_of(const StnSignal *signal);
/* The first of the times that lies before the one ahead of it, or is the third of equal ones; -1: none. */
ptrdiff_t stn_times_fault(const double *times, size_t count);
/* The largest struct of settings. */
enum { STN_SIGNAL_SETTINGS_MAX = 64 };

#endif
