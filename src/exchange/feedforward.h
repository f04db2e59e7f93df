/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The friction of a site as a function for other programs: what is written, and how right it is. */
#ifndef STN_EXCHANGE_FEEDFORWARD_H
#define STN_EXCHANGE_FEEDFORWARD_H

#include "exchange/steady.h"
#include "exchange/write.h"

enum { STN_FEED_KNOTS_MAX = 400, STN_FEED_LOADS = 9 };

/* A number of the formula, or of a system, that moves with the estimates. */
typedef struct StnFeedShift {
    StnSteady steady;      /* where there is a formula */
    StnScenario *scenario; /* where there is none; NULL: the one that is exported */
} StnFeedShift;

typedef struct StnFeed {
    const StnExport *e;
    const StnScenario *scenario;
    const StnSystem *system;
    int site;
    const char *name; /* of the functions */
    bool rotary, by_load, by_drive, by_position;
    bool closed;        /* the formula is that of the law */
    StnSteady steady;   /* the formula */
    double speed, load; /* what tables reach */
    double level;       /* the largest friction within */
    double error;       /* of what is written against the law, N or N*m */
    /* The estimates: shift[2*k], shift[2*k + 1] are one of their independent parts down and up. */
    int nshift;
    StnFeedShift shift[2 * STN_INTERVALS_MAX];
    /* A table, where that is what is written: speeds above 0, loads, friction by direction. */
    int nv, nload;
    double v[STN_FEED_KNOTS_MAX], at_load[STN_FEED_LOADS];
} StnFeed;

/* Refuses a name that C, or Python (python), does not take for a function, with the reason. */
StnStatus stn_feed_check_name(const char *name, bool python, StnError *error);
/* The friction; part -1: as found, otherwise with that shift. */
double stn_feed_friction(const StnFeed *feed, int part, double v, StnSteadyAt at);
/* Half of the interval at a speed; NaN: none. */
double stn_feed_half(const StnFeed *feed, double v, StnSteadyAt at);
/* Finds speeds between which straight lines are near enough, and how near. */
void stn_feed_tabulate(StnFeed *feed);
/* Fills `shift` by the intervals of the scenario. */
void stn_feed_shifts(StnFeed *feed, StnRemarks *remarks);

/* The three ways to write it. */
void stn_feed_write_code(const StnFeed *feed, bool python);
void stn_feed_write_lookup(const StnFeed *feed, bool python);
void stn_feed_write_table(const StnFeed *feed);
/* What all of them say: where it comes from, units, how right it is, line by line behind `prefix`. */
void stn_feed_write_head(const StnFeed *feed, const char *prefix);
/* A text in which '@' is the name of the functions; where the formula has them '~' and '$' are the arguments fall
 * and x, and '^' is the part that falls. */
void stn_feed_put(const StnFeed *feed, const char *text);

#endif
