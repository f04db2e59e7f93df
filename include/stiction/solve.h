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

/* ---- Integrators of others ------------------------------------------------------------------- */

/* A host with an integrator of its own (a simulation tool) keeps time and states, and this library
 * says what they do: between events modes are frozen, and rates and guards are smooth functions of
 * time, states and inputs.  For systems of the event engine; a law with a fixed step has no rates.
 *
 *     stn_state_init(system, state);
 *     stn_host_event(system, state, &host, NULL, &event, &error);      decides the start
 *     while (t < t_end) {
 *         integrate: stn_host_put(system, state, t, y), stn_host_rates, stn_host_guards,
 *         up to event.t_next, or to where the first guard is no longer above 0, exactly
 *         stn_host_event(system, state, &host, NULL, &event, &error);  and take the states anew
 *     } */
typedef struct StnHost {
    double rtol;  /* of the integrator */
    double *lift; /* stn_guard_count places, 0 at first: the caller keeps them with the state */
    bool jumped;  /* inputs have jumped since the last event: the caller says so */
} StnHost;
/* What an event left. */
typedef struct StnHostEvent {
    bool changed;  /* a mode or a state is another: the integrator starts anew */
    double t_next; /* the next kink of an input or sample, s; INFINITY: none */
} StnHostEvent;

/* One of the states that are integrated.  scale: its natural size; rate: the state that is its
 * rate, -1: none. */
typedef struct StnStateInfo {
    char name[48], unit[32];
    const char *text;
    double scale;
    int rate;
    StnRole role;
    int site; /* friction site, -1: none */
} StnStateInfo;
/* Each by its place, of stn_system_state_count; the name is "" beyond the last. */
STN_API StnStateInfo stn_host_state_at(const StnSystem *system, int index);

/* The states at the present time. */
STN_API void stn_host_states(const StnSystem *system, const StnState *state, double *y);
/* Another time, and where y is not NULL other states, with the modes as they are.  STN_BAD_INPUT,
 * and no change, where a number is not finite. */
STN_API StnStatus stn_host_put(const StnSystem *system, StnState *state, double t, const double *y);
/* An input from now on, without an event. */
STN_API StnStatus stn_host_set_input(const StnSystem *system, StnState *state, int input, StnIn in);
/* The rates of the states.  STN_DIVERGED where one is not finite. */
STN_API StnStatus stn_host_rates(const StnSystem *system, StnState *state, double *dy);
/* The guards of stn_guard_at: all above 0 just after an event, and one that is not above 0 any more
 * asks for the next. */
STN_API void stn_host_guards(const StnSystem *system, StnState *state, const StnHost *host,
                             double *guard);
/* Decides everything at the present time: the start, a guard that has passed 0, a kink or sample
 * that is due, inputs that have jumped.  A site that comes to rest has velocity 0 then, one that
 * breaks away a tiny velocity in its direction, so that the change shows in the states. */
STN_API StnStatus stn_host_event(const StnSystem *system, StnState *state, StnHost *host,
                                 const StnObserver *observer, StnHostEvent *event, StnError *error);

/* The direction of a friction site in the present mode: -1, +1, 0: it stands. */
STN_API int stn_state_direction(const StnSystem *system, const StnState *state, int site);

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
