/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Advancing a system in time, and what comes out: a record of columns, an event log, an energy
 * balance. */
#ifndef STICTION_SOLVE_H
#define STICTION_SOLVE_H

#include "stiction/system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Advance to t_end exactly (fixed step: to the last whole step that does not pass it).  The engine
 * may step past it and interpolate, so results do not depend on how often this is called.  No
 * allocation, except with STN_METHOD_SUNDIALS: that engine, for cross-checks, allocates and opens
 * its solver anew in each call, and may end with STN_NO_MEMORY.  On failure *error says time, state
 * and reason. */
STN_API StnStatus stn_advance(const StnSystem *system, StnState *state, double t_end,
                              const StnObserver *observer, StnError *error);

/* When an advance ends: at its end time, or already just after the first event (those that a run
 * begins with, such as "stick initial", apart). */
typedef enum StnUntil { STN_UNTIL_TIME, STN_UNTIL_EVENT } StnUntil;
/* Which of both ended it. */
typedef enum StnStopped { STN_STOPPED_TIME, STN_STOPPED_EVENT } StnStopped;
/* An advance with its end: t_end and until are given, stopped is the answer. */
typedef struct StnAdvance {
    double t_end;
    StnUntil until;
    StnStopped stopped; /* which of both ended it; filled by stn_advance_to */
} StnAdvance;

/* stn_advance with a choice of when to stop.  An event engine that is stopped at events and goes on
 * makes the same steps as one that is not.  In fixed steps an event is seen at the end of its
 * step. */
STN_API StnStatus stn_advance_to(const StnSystem *system, StnState *state, StnAdvance *advance,
                                 const StnObserver *observer, StnError *error);

/* ---- A whole run into a record --------------------------------------------------------------- */

/* What a run left: columns of equal length, the event log and the balance of energy. */
typedef struct StnRecord {
    size_t rows, capacity;
    int ncolumn; /* column 0 is t */
    StnColumnInfo *column;
    double **data; /* data[c][row] */
    StnEvent *event;
    size_t nevent, event_capacity;
    StnEnergy energy;
    StnCounters counters;
    double seconds; /* that the run took, by the clock of its StnRunDef; 0 without one */
} StnRecord;

/* How long a run is and what it records.  Make one with stn_default_run_def() and edit it. */
typedef struct StnRunDef {
    double duration;
    double every;               /* s between rows; INFINITY: first and last only */
    const char *const *columns; /* names to keep; NULL: all */
    int ncolumn;
    bool at_events;                                /* also a row at each event (default false) */
    size_t max_rows;                               /* refuse more; 0: no limit */
    bool (*progress)(void *user, double fraction); /* false: stop with STN_CANCELLED; may be NULL */
    void *user;
    /* Optional, for figures: a second record with the same columns that has, besides the rows of
     * the first, rows at both sides of every event and dense ones near it.  stn_run() fills it;
     * free it too. */
    StnRecord *detail;
    /* Refuse a larger record (with `detail` one of twice the rows, and it gets no more than what is
     * left); 0: no limit (default 2 GiB). */
    size_t max_bytes;
    bool no_events;        /* keep no event log, which a law that turns at every step makes long */
    double (*clock)(void); /* a clock in s, to tell how long the run took; NULL: none */
} StnRunDef;

/* What a scenario can set in it under `record`. */
STN_API extern const StnFields stn_record_fields;
/* A run of `duration` that keeps a row of all columns `every` seconds. */
STN_API StnRunDef stn_default_run_def(double duration, double every);
/* Runs from the state's time for `duration`.  *record is filled as far as the run came, also on
 * failure; free it with stn_record_free.  The events' texts live in the system. */
STN_API StnStatus stn_run(const StnSystem *system, StnState *state, const StnRunDef *def,
                          StnRecord *record, StnError *error);
/* Frees the columns and the event log and empties the record. */
STN_API void stn_record_free(StnRecord *record);
/* Index of a column by name, -1 when there is none. */
STN_API int stn_record_column(const StnRecord *record, const char *name);

#ifdef __cplusplus
}
#endif
#endif
