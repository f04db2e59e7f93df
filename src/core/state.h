/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The state of a system is one piece of plain memory: StnState, which is the motion, StnWork, which is
 * what the engine remembers, and arrays that the model sizes for its method.  memcpy saves and restores
 * all of it bit for bit; stn_state_move carries the motion alone. */
#ifndef STN_CORE_STATE_H
#define STN_CORE_STATE_H

#include "core/model.h"
#include "signals/signal.h"

/* What is frozen between events. */
typedef struct StnModes {
    double dir[STN_SITES_MAX];  /* direction of motion; 0: stuck */
    int zone[STN_SITES_MAX];    /* inside the narrow feature of the law */
    double stop[STN_STOPS_MAX]; /* -1 at the lower limit, +1 at the upper, 0 free */
} StnModes;

struct StnState {
    uint64_t signature; /* of model and method */
    double t;
    StnModes modes;
    int started, failed;
    int64_t tick; /* next sample of the controller */
    int64_t sensor_tick[STN_SENSORS_MAX];
    int64_t fixed_steps;
    double FF[STN_SITES_MAX]; /* of the last fixed step */
    StnCounters counters;
    StnEnergy energy;
    double e_start;
};

/* An input that the caller has replaced: from `t` on it is in.val + in.d1*(t - t0) + in.d2*(t - t0)^2/2. */
typedef enum StnReplacing {
    STN_REPLACED_NOT,
    STN_REPLACED,     /* in effect */
    STN_REPLACED_DUE, /* from the present time on: not seen by the engine yet */
} StnReplacing;
typedef struct StnReplaced {
    StnIn in;
    double t0;
    int64_t when; /* StnReplacing */
} StnReplaced;

/* What happens at the end of a step: a guard number, or one of these. */
enum { STN_DUE_NOTHING = -1, STN_DUE_TIME = -2 };

/* How the event engine makes a step. */
typedef enum StnStepKind {
    STN_STEP_NONE,
    STN_STEP_EXACT,
    STN_STEP_EXPLICIT,
    STN_STEP_IMPLICIT
} StnStepKind;

/* Whether there is a propagator of the present mode; see solve/propagate.c. */
typedef enum StnKept { STN_KEPT_NOT, STN_KEPT, STN_KEPT_NEVER } StnKept;

/* The progress of the present window of steps; see solve/progress.c. */
typedef struct StnProgress {
    double t; /* at its start, like the counters */
    int64_t steps, rejected;
    int stiff;   /* a refused step was far longer than some state's damping */
    int windows; /* before it, in a row, that got ahead far too slowly */
    double
        t_switches; /* start of the present window of switches: of relations, such as the edge of a dead band */
    int switches, switch_windows, switched; /* in it; as above; the guard of the last one */
} StnProgress;

/* Motions that grow, which implicit steps must follow; see solve/growth.c. */
typedef struct StnGrowth {
    double h;       /* the longest step that follows them */
    double longest; /* of the steps at which they were asked for, */
    double until;   /* and until when the answer holds, */
    double leaps;   /* for which steps: a longer one leaps over a motion that might grow, */
    int steps;      /* and for how many more */
} StnGrowth;

/* The present step of the event engine covers [t0, tv] (tv <= t0 + h) by polynomials in (t - t0)/h;
 * `due` happens at tv. */
/* Who does the steps in which nothing happens: the loop of the plant and its law, or, for many states side by side,
 * the caller, for whom the advance stops (src/lanes). */
typedef enum StnLane {
    STN_LANE_NONE,
    STN_LANE_READY, /* the next such steps are the caller's: */
    STN_LANE_WAITS, /* the advance has stopped there, */
    STN_LANE_RAN    /* and they are done: a single step comes */
} StnLane;

/* Sets of matrices of affine modes that are kept at most, with keys of so many numbers. */
enum { STN_KEPT_MOST = 3, STN_KEY_MOST = 32 };

/* What the matrices of an affine mode say of its inputs and guards (event engine). */
enum { STN_WATCHED_MOST = 8 };
typedef struct StnModeWatch {
    uint32_t driving;                            /* bit j: input j acts on rates; */
    uint32_t acting;                             /* it varies and acts on rates or guards */
    uint64_t moving[(STN_GUARDS_MAX + 63) / 64]; /* bit k: guard k moves */
    int count; /* of guards that move; of the first ones the number, and the state on which alone each */
    int guard[STN_WATCHED_MOST], state[STN_WATCHED_MOST]; /* depends, -1: several, or an input */
} StnModeWatch;

/* Explicit method: what is right at both ends of the step only, not along its polynomial: nothing, states of the plant
 * alone, states of a law as well. */
typedef enum StnSwings { STN_SWINGS_NOT, STN_SWINGS_PLANT, STN_SWINGS_LAW } StnSwings;

typedef struct StnWork {
    /* All engines. */
    int ready;        /* the engine has taken up the motion */
    double t0;        /* the present instant of events */
    double t_break;   /* next kink, sample or end of an input piece */
    double piece_end; /* the same without samples */
    int inputs_known; /* u below is that of the pieces */
    int affine_ready; /* the matrices belong to the present affine mode, */
    int affine_kept; /* or all of them do but the constants, which a sample or a kink has changed */
    int nvarying, varying[STN_INPUTS_MAX];
    int nbell, bell[STN_SITES_MAX];       /* sites whose bells the matrices have */
    StnIn u[STN_INPUTS_MAX];              /* inputs; constant ones stay as refreshed */
    double event_delay;                   /* the event that is emitted took place so long ago */
    double t_reported;                    /* of the last event */
    double accel_at_event[STN_SITES_MAX]; /* |h|/m, or the terms that cancel in it: rounding */

    /* Fixed step. */
    double t_fixed; /* start of the present run of equal steps */
    double t_next;  /* end of the present step */
    double mass[STN_SITES_MAX];
    double reported_dir[STN_SITES_MAX]; /* at the start, before it shows in v */
    StnLane lane;

    /* Event engine. */
    double h, tv, h_next, theta_due;
    double h_whole; /* the step before it was made shorter, to end at an event */
    double t_low;   /* what t0 lost in rounding: t0 + t_low is the instant */
    double t_goal;  /* the end of the run, where it is known to lie beyond the present advance */
    StnProgress progress;
    StnGrowth growth;
    int degree, due;
    StnStepKind how;
    int stiff, affine_mode; /* evidence of stiffness; the mode is affine, */
    int bell_mode;          /* or is so but for bells */
    int form_known, form;   /* StnForm of the present mode */
    int summed; /* the state of which these are known, -1: none: c[1] + c[2] ... of the */
    double term_sum, term_size; /* series of an exact step, and the sum of their sizes */
    int guard_below; /* a guard that does not move in the present affine mode is below zero */
    int mode_steps;  /* steps since the mode began */
    int slip_steps;  /* steps since a site with a rough law last began, ended or turned a slip */
    int implicit_trial_at;  /* at which of them the implicit method is tried on an affine mode */
    int smooth_from;        /* from which on it is tried earlier where the motion is smooth */
    int suspect;            /* explicit steps that may be held by stability, */
    int check_stiffness_at; /* and how many of them make the engine evaluate the Jacobian */
    double h_tried;         /* mean explicit step before that found stiffness; 0: it has not */
    double span;            /* way of the last nspan steps in modes that are not affine */
    int nspan;
    double h_exact;     /* the last exact step */
    StnKept propagator; /* the scratch memory holds the propagator of the present mode */
    int kept_rates;  /* and the rates at the start of the step that comes; stn_guard the guards */
    int propagated;  /* the present step was made by it: there is no series */
    int kept_terms;  /* terms of its sums: how fast the mode is */
    int equal_steps; /* steps of the length h_kept in the present mode, */
    double h_kept;   /* which the propagator is made for */
    int kept;        /* number of the set of matrices of the present mode, */
    int kept_used[STN_KEPT_MOST];      /* when each was last taken, 0: it holds none, */
    int kept_count;                    /* by this count: see solve/recall.c; */
    StnModeWatch watch[STN_KEPT_MOST]; /* what each says */
    int refusals; /* of explicit steps, more than of those that stood: rounding is suspected; */
    int held_by_rounding;        /* in this mode it is (2: and stiffness has been looked for), */
    double terms[STN_SITES_MAX]; /* and what the terms of each site's rate are */
    int newton_ready;
    double h_newton;  /* the polynomial at hand is that of an implicit step so long, 0: is not; */
    int newton_again; /* of a try from the same start, not of the step before */
    int stalled; /* implicit steps of the mode that were refused since Newton stalled on rounding */
    int noisy;   /* implicit method: rounding was the larger part of the last doubtful error */
    int dense_pending, slope_ready; /* explicit: polynomial not completed; first slope known */
    double error_before, h_before;
    double
        h_beyond; /* implicit: a layer is followed, and a step so long is tried behind it; 0: none */
    StnSwings swings;
    int instant; /* events since time last moved on */
    double t_event;
    int rests;                                         /* implicit steps for a soft site at rest */
    double v_bound[STN_SITES_MAX];                     /* of the size of v; see note_creep */
    double x_rest[STN_SITES_MAX];                      /* where the last slip ended */
    double x_now[STN_SITES_MAX], v_now[STN_SITES_MAX]; /* largest of the present slip */
    double v_most[STN_SITES_MAX];                      /* largest so far */
    double v_rounding[STN_SITES_MAX];                  /* what rounding makes of v; see turns */
} StnWork;

/* A site that is held softly, at rest (event engine). */
typedef struct StnRest {
    double t_kink,
        kink_slope; /* the last event or kink (NaN: none since it moved), |dv/dt| before it; */
    /* the one before that (NaN: none), and v where the last one was noted, to see if v leaves since then; */
    double t_kink_before, kink_slope_before, t_noted, v_noted;
    /* where v passed zero and has not left the dead band yet (NaN: not so), and the way since then; */
    double t_zero, travel;
    int steps, stiff; /* steps in the dead band, and whether they are too stiff there */
} StnRest;

/* A fixed distance: one that depends on the model costs 1 to 8 % of all instructions. */
static inline StnWork *stn_work(const StnState *st) { return (StnWork *)(st + 1); }
static inline double *stn_behind(const StnState *st) { return (double *)(stn_work(st) + 1); }

/* The model is the first member of a system, whose other members are not known here. */
static inline const StnModel *stn_model(const StnSystem *S) { return (const StnModel *)S; }

/* An array of the state: where the model says, behind StnWork. */
#define STN_ARRAY(name, type, place)                                   \
    static inline type *name(const StnSystem *S, const StnState *st)   \
    {                                                                  \
        return (type *)(void *)(stn_behind(st) + stn_model(S)->place); \
    }
STN_ARRAY(stn_now, double, at_now)           /* y at st->t */
STN_ARRAY(stn_disc, double, at_disc)         /* the discrete states of the plant */
STN_ARRAY(stn_mode, double, at_mode)         /* the mode of each relation */
STN_ARRAY(stn_held, double, at_held)         /* what the sensors show */
STN_ARRAY(stn_terms_memory, double, at_term) /* u_comp, then the memory of each term */
STN_ARRAY(stn_replaced, StnReplaced, at_replaced)
STN_ARRAY(stn_pieces, StnPiece, at_piece)
STN_ARRAY(stn_next, double, at_next) /* the mode that each relation takes when its guard is zero */
STN_ARRAY(stn_since, double, at_since) /* when it last switched by an event of its own */
STN_ARRAY(stn_guard, double, at_guard)
STN_ARRAY(stn_matrix, double, at_matrix) /* of the present affine mode: see core/affine.h */
/* Row d holds the coefficients of ((t - t0)/h)^d, one per state; row 0 is y at t0. */
STN_ARRAY(stn_coef, double, at_coef)
STN_ARRAY(stn_rests, StnRest, at_rest)   /* one per site */
STN_ARRAY(stn_top, double, at_top)       /* the largest size that each state has had */
STN_ARRAY(stn_taylor, double, at_taylor) /* of the inputs, STN_DEGREE_MAX + 1 each */
STN_ARRAY(stn_structure_words, uint64_t, at_structure) /* see core/structure.h */
/* Memory of one step: nothing in it outlives the step but, while steps are exact, a propagator or matrices. */
STN_ARRAY(stn_scratch, double, at_scratch)
#undef STN_ARRAY

#endif
