/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Limit cycles of a position loop while they are measured (cycles.c), the slips between their rests
 * (cycles_slips.c), whether the effort turns where they begin (cycles_turns.c), whether it answers them late (cycles_delay.c), and words
 * (cycles_words.c). */
#ifndef STN_IDENTIFY_CYCLES_HUNT_H
#define STN_IDENTIFY_CYCLES_HUNT_H

#include "stiction/identify.h"

/* Sensor steps that a slip must show; slips that are kept. */
enum { STN_SLIP_STEPS = 4, STN_SLIPS_MAX = 4096 };

#define STN_SLIP_PAUSE 0.02 /* of the period: a longer time without a step ends a slip */

/* One cycle, from one rise of the effort through the trigger to the next. */
typedef struct StnHuntCycle {
    double period, top, bottom, way;
    size_t top_at, bottom_at;
} StnHuntCycle;

typedef struct StnHunt {
    const StnHuntingDef *def;
    const StnData *data;
    const double *t, *x;
    double *u; /* median of three: single kicks are gone */
    size_t rows, begin;
    StnHuntCycle *cycle;
    int count;
    StnHunting *result;
} StnHunt;

/* Slips of `step` and more, which end after a `pause` without one, into result->slip. */
void stn_hunt_slips(StnHunt *h, double step, double pause);
/* Share of the time in which the position stays within a step of where it was a pause ago. */
double stn_hunt_rest(const StnHunt *h, double step, double pause);
/* What the turns of the effort to one side show. */
typedef struct StnHuntTurns {
    int seen, breakaways; /* turns at which a rest ends; ... with a motion to that side */
    double
        jump; /* share of the rise of the effort in a rest that comes within a tenth of it, median; NaN: too short */
    double late; /* rise of the effort after the rest, median; NaN: no breakaway */
} StnHuntTurns;

/* work: room for two numbers for each cycle. */
StnHuntTurns stn_hunt_turns(const StnHunt *h, int side, double step, double pause, double *work);
/* How often the wanted position turns, where it is known and moves. */
int stn_hunt_reference_turns(const StnHunt *h);
/* By how much the effort rises on until a slip shows, at most. */
double stn_hunt_excess(const StnHunt *h);
/* By how many rows the effort answers the slips late (negative: early); 0: it does not, or not for certain.  least, most: how
 * many it may be; a twentieth of a slip where they do not tell, as where steps of the sensor or noise hide it. */
typedef struct StnHuntDelay {
    long rows, least, most;
    bool seen;
} StnHuntDelay;

StnStatus stn_hunt_delay(const StnHunt *h, StnHuntDelay *delay, StnError *error);
/* The slips where the effort is moved earlier by some rows; slip of *moved is to be freed. */
StnStatus stn_hunt_slips_moved(const StnHunt *h, double step, double pause, long rows,
                               StnHunting *moved, StnError *error);
/* Remarks of the result. */
void stn_hunt_words(const StnHunt *h);
/* ... on a delay, which makes the sliding level of either side less by so much. */
void stn_hunt_words_on_delay(const StnHunt *h, const StnHuntDelay *delay, const double *by);

#endif
