/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The structure of a system: what no number can change.  Systems that differ in their numbers alone
 * (variants) have the same model.
 *
 * Global state vector y: plant states, their twists, then the states of each site's law, then one lag
 * state per sensor that has a lag.  Relations: the plant's, then each law's.
 * Guards g (all > 0 while the frozen modes hold): relations, their lower sides, two per site, two per
 * stop; a guard that does not apply is the constant 1. */
#ifndef STN_CORE_MODEL_H
#define STN_CORE_MODEL_H

#include "stiction/system.h"

enum {
    STN_STOPS_MAX = 16,
    STN_NOTES_MAX = 64,
    STN_DEGREE_MAX = 24,
    STN_STRUCTURE_LEAST =
        12, /* active states from which, and up to which, the zeros of the Jacobian count */
    STN_STRUCTURE_MOST = 64,
    STN_OUTPUTS_MAX = 64,
    STN_GUARDS_MAX = 448,
    STN_RELS_MAX = 192,
    STN_STATES_MAX = 128,
    STN_PARAMS_MAX = 192,
    STN_ROW = STN_STATES_MAX + STN_VECTOR_MAX /* states, and room for a law that writes too many */
};

/* Up to `most` fixed steps in which nothing happens; the number done. */
typedef int64_t StnFused(const StnSystem *S, StnState *st, int64_t most);

typedef struct StnModel {
    const StnPlant *plant, *full_plant; /* with the parts that are used; with all of them */
    const StnLaw *law[STN_SITES_MAX];
    StnSelf self, law_self[STN_SITES_MAX];                  /* what their functions get as self */
    const void *complex_plant, *complex_law[STN_SITES_MAX]; /* their tables on complex numbers */
    StnMethod method;
    bool affine;       /* the plant is, while modes are frozen */
    bool complex_step; /* every part has its complex form */
    bool sampled;      /* something samples at Ts: a controller, a compensation, or both */
    bool controls;     /* the controller does */
    bool runs_affine;  /* fixed step: no law has a step of its own, no motion is imposed */
    bool single_site;  /* fixed step: one site, no stops, no imposed motion, one velocity */
    bool rests;        /* one site: nothing moves while it stands */
    StnFused *fused;   /* fixed step: the loop of this plant and law (core/fused.h), or NULL */
    int nsite, nstop, ninput, ndisc, noutput, nsensor;
    int nplant, ntwist, nlag; /* states of the plant, twists behind them, lags at the end */
    int n, nrel, nguard, ncolumn;
    int g_site, g_stop; /* first guard of the sites, of the stops */

    int law_state[STN_SITES_MAX], law_nstate[STN_SITES_MAX]; /* in y */
    int law_rel[STN_SITES_MAX], law_nrel[STN_SITES_MAX];     /* among the relations */
    bool set_valued[STN_SITES_MAX], imposed[STN_SITES_MAX];
    bool soft[STN_SITES_MAX]; /* held by a bristle or a steep line: never quite at rest */
    int nsoft;
    bool elastic
        [STN_SITES_MAX]; /* stands exactly where it slips, but is held by a spring: it may turn in rest */
    int nelastic;
    int site_stop[STN_SITES_MAX]; /* the stop that shares the site, -1: none */
    int sensor_lag[STN_SENSORS_MAX], sensor_output[STN_SENSORS_MAX]; /* in y (-1: none), outputs */
    int nlimited, limited[STN_STOPS_MAX];                            /* the stops with a limit */

    /* The compensation: its site, its terms, where each has its numbers and its memory (the force that it adds, the
     * states of its kind, then those and the modes of its law), and the length of both. */
    int nterm, term_site, term_numbers, term_memory;
    const StnCompensation *term[STN_TERMS_MAX];
    const StnLaw *term_law[STN_TERMS_MAX];
    StnSelf term_self[STN_TERMS_MAX];
    int term_p[STN_TERMS_MAX + 1], term_param[STN_TERMS_MAX + 1], term_at[STN_TERMS_MAX + 1];

    uint32_t input_given; /* bit i: input i was given */
    bool late;            /* some rates depend on accelerations */
    uint32_t slopes;      /* bit i: the rates depend on the slope of input i, too */

    int nactive, nfollow, nsmooth;
    uint8_t active[STN_STATES_MAX]; /* states that move at all */
    uint8_t follow[STN_STATES_MAX]; /* single site: active states that follow its velocity, */
    uint8_t smooth[STN_STATES_MAX]; /* and those that have a rate of their own */
    int8_t slip_of[STN_STATES_MAX]; /* the set-valued site whose position this state is, -1: none */
    int8_t speed_of[STN_STATES_MAX]; /* the site whose velocity it is */
    int8_t rough_of[STN_STATES_MAX]; /* the site with a rough set-valued law whose velocity it is */
    uint8_t visible[STN_OUTPUTS_MAX]; /* places of the plant's outputs among all of them */

    /* Places of the arrays behind StnWork, in doubles, and the size of it all in bytes. */
    size_t at_now, at_disc, at_mode, at_held, at_replaced, at_term; /* the motion */
    size_t at_piece, at_next, at_since, at_guard, at_matrix;        /* all engines */
    int nkept,
        nkey; /* sets of matrices of affine modes that are kept, and the numbers that tell them apart */
    size_t kept_size; /* of a set, with its key */
    size_t at_coef, at_rest, at_top, at_taylor, at_structure, at_scratch; /* event engine */
    size_t state_size;
    uint64_t signature;        /* of a state: structure, method and layout */
    uint64_t motion_signature; /* of what stn_state_move carries: structure alone */
} StnModel;

/* What people read: owned by the system, borrowed by its variants. */
typedef struct StnTexts {
    StnColumnInfo *column;
    char *note_text[STN_NOTES_MAX];
    StnNoteKind note_kind[STN_NOTES_MAX];
    int nnote;
    bool note_lost; /* for want of memory */
    /* Per site: numbers (STN_PAR_...) of the law's parameters, -1: its own; and of given values that
     * the law has no parameter for. */
    int16_t *law_known[STN_SITES_MAX], *other_known[STN_SITES_MAX], *other_count[STN_SITES_MAX];
    int nother[STN_SITES_MAX];
    struct StnItem *item; /* what addresses mean: core/params.h */
    int nitem;
} StnTexts;

#endif
