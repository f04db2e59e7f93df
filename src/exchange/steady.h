/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The friction of a law while a speed lasts, as one formula whose terms follow from the parameters that the law
 * has.  Whether the formula is that of the law is not taken for granted: it is compared with the law itself. */
#ifndef STN_EXCHANGE_STEADY_H
#define STN_EXCHANGE_STEADY_H

#include "stiction/scenario.h"

/* The numbers of one direction: name, and the name that another law has for the same. */
#define STN_STEADY_VALUES(X)  \
    X(Fc, "T0_din")           \
    X(Fs, NULL)               \
    X(vs, NULL)               \
    X(n, NULL)                \
    X(sigma2, NULL)           \
    X(vb, NULL)               \
    X(eps, NULL)              \
    X(v_onset, NULL)          \
    X(eta_opp, "eta_din_opp") \
    X(eta_aid, "eta_din_aid") \
    X(k_m, NULL)              \
    X(k_e, NULL)              \
    X(k_ms, NULL)             \
    X(k_es, NULL)             \
    X(k_mq, NULL)             \
    X(k_eq, NULL)             \
    X(beta, NULL)
#define STN_STEADY_FIELD(name, other) double name;
typedef struct StnSteadySide {
    STN_STEADY_VALUES(STN_STEADY_FIELD)
    double C[STN_VECTOR_MAX]; /* static level over the position, a polynomial */
} StnSteadySide;

/* The terms that the formula has. */
enum {
    STN_TERM_FALL = 1,    /* a part that falls with speed, exp(-(s/vs)^n) */
    STN_TERM_FILM = 2,    /* whose static level a film lowers */
    STN_TERM_LOAD = 4,    /* efficiencies against and with the load */
    STN_TERM_LEVEL = 8,   /* shares of drive and load in the level, */
    STN_TERM_PEAK = 16,   /* in the part that falls, */
    STN_TERM_SQUARE = 32, /* and their squares */
    STN_TERM_BAND = 64,   /* a line instead of a jump at v = 0 */
    STN_TERM_MAP = 128,   /* levels over the position */
    STN_TERM_ONSET = 256, /* the viscous part sets in at a speed, */
    STN_TERM_JUMP = 512,  /* with a jump */
};
#define STN_TERMS_DRIVE (STN_TERM_LEVEL | STN_TERM_PEAK | STN_TERM_SQUARE)

typedef struct StnSteady {
    unsigned terms;
    bool moves; /* the levels depend on the position */
    int degree; /* of the polynomial */
    StnSteadySide side[2];
} StnSteady;

/* What the friction depends on beside the velocity; drive NaN: what a motion takes at constant speed. */
typedef struct StnSteadyAt {
    double load, drive, x;
} StnSteadyAt;

/* How far a friction is looked at: where a part that falls with speed has died away (100*vs, without a vs 1), loads
 * like the friction (twice it), and the largest friction without load within. */
typedef struct StnSteadyRange {
    double speed, load, level;
} StnSteadyRange;
/* speed, load: 0, or what is wanted. */
StnSteadyRange stn_steady_range(const StnSystem *system, int site, double speed, double load);

/* The formula by the parameters of the law at a site. */
StnSteady stn_steady(const StnSystem *system, int site);
/* The same or, where that is nearer to the law, without the band, which the steady friction of Karnopp's and Quinn's
 * laws does not show; *error: the largest difference within the range. */
StnSteady stn_steady_found(const StnSystem *system, int site, const StnSteadyRange *range,
                           double *error);
/* Whether a formula with that error is the law. */
bool stn_steady_is_law(const StnSteadyRange *range, double error);
/* The sliding level of a direction at a position, without load and viscous part. */
double stn_steady_level(const StnSteady *steady, int side, double x);
/* Its value; 0 at v = 0. */
double stn_steady_friction(const StnSteady *steady, double v, StnSteadyAt at);
/* The law itself. */
double stn_steady_law(const StnSystem *system, int site, double v, StnSteadyAt at);
/* The largest difference of both over speeds up to `speed` and loads up to `load`. */
double stn_steady_error(const StnSteady *steady, const StnSystem *system, int site, double speed,
                        double load);
/* The number that a parameter name means, by its direction; NULL: none. */
double *stn_steady_value(StnSteady *steady, const char *name, int side);

#endif
