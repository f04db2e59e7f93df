/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The law of one site alone, along a motion that it cannot change.
 *
 * Laws with states go in their own fixed step, with a mass so large that the velocity stays as given.
 * Set-valued laws have no state: their force follows from the velocity, and at standstill, where it is
 * anything between the limits, the last direction holds. */
#ifndef STN_CORE_IMPOSED_H
#define STN_CORE_IMPOSED_H

#include "core/system.h"

typedef struct StnImposed {
    const StnSystem *system;
    int site;
    double load;
    double s[STN_STATES_MAX], rate[STN_ROW];
    double mode[STN_RELS_MAX], guard[STN_RELS_MAX], guard_low[STN_RELS_MAX], next[STN_RELS_MAX];
    double dir;
} StnImposed;

/* With the states that the system starts from, and the direction forward. */
void stn_imposed_begin(StnImposed *imposed, const StnSystem *system, int site, double load);
/* The direction is that of v; at v = 0 the last one holds. */
void stn_imposed_turn(StnImposed *imposed, double v);
void stn_imposed_step(StnImposed *imposed, double x, double v, double dt);
double stn_imposed_force(StnImposed *imposed, double x, double v);
/* The limits at standstill under a force of the drive, for a law that has them (STN_LAW_SET_VALUED). */
void stn_imposed_rest(StnImposed *imposed, double x, double drive, double *lo, double *hi);
/* The force at a velocity that lasts for ever, from states at zero. */
double stn_imposed_steady(StnImposed *imposed, double v);

#endif
