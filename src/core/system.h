/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The inside of a system and of its state. */
#ifndef STN_CORE_SYSTEM_H
#define STN_CORE_SYSTEM_H

#include "core/model.h"
#include "signals/signal.h"

#include <complex.h>
#include <math.h>

/* A model with numbers; constant while it runs. */
struct StnSystem {
    StnModel model;
    StnTexts *texts;

    double *p, *law_p[STN_SITES_MAX];
    double _Complex *cp, *law_cp[STN_SITES_MAX];
    StnShape shape[STN_SITES_MAX];
    double stop_lo[STN_STOPS_MAX], stop_hi[STN_STOPS_MAX];
    StnTwist twist[STN_TWISTS_MAX];
    StnSensorDef sensor[STN_SENSORS_MAX];
    double Ts; /* of the controller; NaN: none */

    double *y_start, *scale, *scale_abs; /* n each; scale_abs: absolute part of a plain tolerance */
    double *scale_min, *scale_max;       /* bounds of the size that an error is compared with */
    double *range; /* a state beyond this has left the range of sane numbers: the run diverged */
    StnSignal *input[STN_INPUTS_MAX];
    double t_shortest; /* of the fastest input */
    bool borrows;      /* given inputs are not the system's own */
    uint64_t seed;
    StnSolverDef solver;
    double dt; /* longest fixed step */
    double near_step[STN_SITES_MAX],
        near_below[STN_SITES_MAX]; /* dt: auto: step_near of the laws */

    bool *given, *derived; /* plant parameters */
    bool *law_given[STN_SITES_MAX], *law_derived[STN_SITES_MAX];
    int *law_count[STN_SITES_MAX]; /* values in use per parameter */
    void *arena;
};

/* What is frozen between events. */
typedef struct StnModes {
    double dir[STN_SITES_MAX];  /* direction of motion; 0: stuck */
    int zone[STN_SITES_MAX];    /* inside the narrow feature of the law */
    double stop[STN_STOPS_MAX]; /* -1 at the lower limit, +1 at the upper, 0 free */
} StnModes;

/* What happens at the end of a step: a guard number, or one of these. */
enum { STN_DUE_NOTHING = -1, STN_DUE_TIME = -2 };

typedef enum StnHow { STN_HOW_NONE, STN_HOW_EXACT, STN_HOW_EXPLICIT, STN_HOW_IMPLICIT } StnHow;

/* The progress of the present window of steps; see solve/pace.c. */
typedef struct StnPace {
    double t; /* at its start, like the counters */
    int64_t steps, rejected;
    int stiff;   /* a refused step was far longer than some state's damping */
    int windows; /* before it, in a row, that got ahead far too slowly */
} StnPace;

/* Plain memory; the arrays behind it are found through the system's offsets.  The present step covers
 * [t0, tv] (tv <= t0 + h) by polynomials in (t - t0)/h; `due` happens at tv. */
struct StnState {
    double t, t0, h, tv, h_next, theta_due;
    double t_low;   /* what t0 lost in rounding: t0 + t_low is the instant */
    double t_break; /* next kink, sample or end of an input piece */
    double t_goal;  /* the end of the run, where it is known to lie beyond the present advance */
    StnPace pace;
    int degree, due, started, failed;
    StnHow how;
    int affine_ready; /* matrices of the exact method belong to the present mode */
    int stiff, calm;  /* evidence of stiffness; the mode is affine */
    int mode_steps;   /* steps since the mode began */
    int slip_steps;   /* steps since a site with a rough law last began, ended or turned a slip */
    int trial;        /* at which of them the implicit method is tried on an affine mode */
    int smooth_from;  /* from which on it is tried earlier where the motion is smooth */
    int suspect,
        look_at;    /* suspect explicit steps, and how many are worth a look at the Jacobian */
    double h_tried; /* mean explicit step before such a look found stiffness; 0: it has not */
    double span;    /* way of the last nspan steps in modes that are not affine */
    int nspan;
    double h_exact; /* the last exact step */
    int newton_ready;
    double h_newton;
    int noisy; /* implicit method: rounding was the larger part of the last doubtful error */
    int outline, slope_ready; /* explicit method: polynomial not completed; first slope known */
    double error_before, h_before;
    int swings;   /* explicit method: the polynomial is right at both ends of the step only */
    int64_t tick; /* next sample of the controller */
    int64_t sensor_tick[STN_SENSORS_MAX];
    int64_t fixed_steps;
    double t_fixed; /* start of the present run of equal steps */
    double t_next;  /* end of the present fixed step */
    int instant;    /* events since time last moved on */
    double t_event;
    StnModes modes;
    double creep[STN_SITES_MAX]; /* a bound of the size of v; see note_creep */
    double
        push[STN_SITES_MAX]; /* |h|/m at the last event, or the terms that cancel in it: rounding */
    double x_rest[STN_SITES_MAX];                      /* where the last slip ended */
    double x_now[STN_SITES_MAX], v_now[STN_SITES_MAX]; /* largest of the present slip */
    double v_most[STN_SITES_MAX];                      /* largest so far */
    double FF[STN_SITES_MAX], mass[STN_SITES_MAX];     /* of the last fixed step */
    double t_kink
        [STN_SITES_MAX]; /* soft site at rest: the last event or kink, NaN: none since it moved */
    double kink_slope[STN_SITES_MAX]; /* |dv/dt| of that site just before it */
    double
        t_zero[STN_SITES_MAX]; /* where v passed zero, not out of the dead band yet; NaN: not so */
    double travel[STN_SITES_MAX]; /* since then, against the frozen direction */
    int rest_steps[STN_SITES_MAX],
        rest_stiff[STN_SITES_MAX]; /* in the dead band; too stiff there */
    int rests;                     /* implicit steps for one of them */
    double late, t_told; /* the event that is told took place so long ago; the last one's time */
    double told[STN_SITES_MAX]; /* fixed step: direction told at the start, before it shows in v */
    StnCounters counters;
    StnEnergy energy;
    double e_start;
    StnIn u[STN_INPUTS_MAX]; /* inputs; constant ones stay as refreshed */
    int nvarying, varying[STN_INPUTS_MAX];
    StnPiece piece[STN_INPUTS_MAX];
    int replaced[STN_INPUTS_MAX]; /* input set by stn_state_set_input: 1 in effect, 2 from now on */
    double replaced_by[STN_INPUTS_MAX];
    double memory[];
};

static inline double *stn_coef(const StnSystem *S, const StnState *st)
{
    return (double *)st->memory + S->model.at_coef;
}
static inline double *stn_now(const StnSystem *S, const StnState *st)
{
    return (double *)st->memory + S->model.at_now;
}
static inline double *stn_disc(const StnSystem *S, const StnState *st)
{
    return (double *)st->memory + S->model.at_disc;
}
static inline double *stn_mode(const StnSystem *S, const StnState *st)
{
    return (double *)st->memory + S->model.at_mode;
}
static inline double *stn_next(const StnSystem *S, const StnState *st)
{
    return (double *)st->memory + S->model.at_next;
}
/* When each relation last switched by an event of its own. */
static inline double *stn_since(const StnSystem *S, const StnState *st)
{
    return (double *)st->memory + S->model.at_since;
}
static inline double *stn_guard(const StnSystem *S, const StnState *st)
{
    return (double *)st->memory + S->model.at_guard;
}
static inline double *stn_held(const StnSystem *S, const StnState *st)
{
    return (double *)st->memory + S->model.at_held;
}
static inline double *stn_matrix(const StnSystem *S, const StnState *st)
{
    return (double *)st->memory + S->model.at_matrix;
}
static inline double *stn_taylor(const StnSystem *S, const StnState *st)
{
    return (double *)st->memory + S->model.at_taylor; /* of the inputs, STN_DEGREE_MAX + 1 each */
}
/* The largest size that each state has had. */
static inline double *stn_top(const StnSystem *S, const StnState *st)
{
    return (double *)st->memory + S->model.at_top;
}
static inline double *stn_work(const StnSystem *S, const StnState *st)
{
    return (double *)st->memory + S->model.at_work;
}

/* A signal that its piece does not describe, at a time of the piece: at the end of it the value before the
 * kink or jump that ends it, for a step ends there with the old input. */
static inline StnIn stn_input_inexact(const StnSignal *signal, const StnPiece *piece, double t)
{
    return stn_signal_at(signal, t < piece->end ? t : nextafter(piece->end, -INFINITY));
}
/* Inputs at t from the pieces of the state. */
void stn_inputs(const StnSystem *S, const StnState *st, double t, StnIn *u);
/* The same into st->u, without touching what is constant. */
static inline const StnIn *stn_inputs_now(const StnSystem *S, StnState *st, double t)
{
    for (int k = 0; k < st->nvarying; k++) {
        int i = st->varying[k];
        const StnPiece *piece = &st->piece[i];
        if (piece->exact && piece->nsine == 0)
            st->u[i].val = piece->c[0] + piece->c[1] * (t - piece->t0);
        else
            st->u[i] =
                piece->exact ? stn_piece_at(piece, t) : stn_input_inexact(S->input[i], piece, t);
    }
    return st->u;
}
/* Refresh the pieces at t and the time of the next kink or sample. */
void stn_inputs_refresh(const StnSystem *S, StnState *st, double t);

/* Rates and guards.  live: 0 = all modes frozen; bits say whose relations are decided on the way.
 * site and FF have nsite places. */
enum { STN_LIVE_PLANT = 1, STN_LIVE_LAWS = 2, STN_LIVE = 3 };
void stn_assemble(const StnSystem *S, StnState *st, const double *y, const StnIn *u, int live,
                  double *dy, double *guard, StnSite *site, double *FF);
/* dy at (t, y) with frozen modes; counted. */
void stn_rates(const StnSystem *S, StnState *st, double t, const double *y, double *dy,
               double *guard);
/* Columns d(dy)/dy (n x n, row-major) and, where not NULL, d(guard)/dy (ng x n), and d(dy)/du (n x nu),
 * d(guard)/du (ng x nu) for the inputs in list[0..count), 0 for the others. */
void stn_jacobian(const StnSystem *S, StnState *st, double t, const double *y, double *J,
                  double *Gy, double *B, double *Gu, const int *list, int count);
/* The complex-step twin, where every model has a complex form. */
void stn_jacobian_complex(const StnSystem *S, const StnState *st, const double *y, const StnIn *u,
                          double *J, double *Gy, double *B, double *Gu, const int *list, int count);

/* Add work of the active forces and work against friction to the energy account. */
static inline void stn_add_work(StnEnergy *energy, double input, double friction)
{
    energy->input += input;
    energy->friction += friction;
    double in = fabs(input), out = fabs(friction);
    energy->moved += in > out ? in : out;
}
/* Kinetic energy of the sites. */
double stn_kinetic(const StnSystem *S, StnState *st, const double *y);
/* Sensors with a lag start at what they look at. */
void stn_lags_start(const StnSystem *S, StnState *st, double *y);
/* The sensors' view of the outputs (nout places), and samples of controllers and sensors due at t. */
void stn_sample_due(const StnSystem *S, StnState *st, double t, const double *y);
double stn_next_sample(const StnSystem *S, const StnState *st);

/* Modes. */
void stn_modes_start(const StnSystem *S, StnState *st, double *y, const StnObserver *observer);
/* After a jump of an input or a sample: relations live, standing sites anew. */
void stn_modes_refresh(const StnSystem *S, StnState *st, double *y, const StnObserver *observer);
/* Guard `fired` reached zero: set y exactly onto the event, change the mode, tell the observer. */
void stn_modes_event(const StnSystem *S, StnState *st, double *y, int fired,
                     const StnObserver *observer);
/* Site i, which its law cannot hold, came to v = 0 just when an input jumped or a sample was due: it goes
 * on or back as the force now says. */
void stn_modes_turn(const StnSystem *S, StnState *st, double *y, int i,
                    const StnObserver *observer);
/* snprintf that returns what it wrote, never more than fits. */
int stn_format(char *out, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* No state is NaN, infinite or beyond its range. */
static inline bool stn_in_range(const StnSystem *S, const double *y)
{
    bool good = true;
    for (int i = 0; i < S->model.n; i++)
        good &= fabs(y[i]) <= S->range[i];
    return good;
}
/* The sentence for states that are not in range; returns STN_DIVERGED. */
StnStatus stn_diverged(const StnSystem *S, double t, const double *y, StnError *error);
/* "WHY at t = ... (states)" into *error; returns status. */
StnStatus stn_lost(const StnSystem *S, double t, const double *y, StnStatus status, const char *why,
                   StnError *error);
/* Counts events at one instant, and all; STN_STORM when they are too many. */
StnStatus stn_watch_storm(const StnSystem *S, StnState *st, const double *y, int fired,
                          StnError *error);
/* Count an event and hand it to the observer; at the present instant of the engine that runs. */
void stn_tell(const StnSystem *S, StnState *st, const StnObserver *observer, StnEventKind kind,
              const char *site, const char *detail);
/* The event of a relation whose mode has changed, if it has one. */
void stn_tell_relation(const StnSystem *S, StnState *st, int k, const StnObserver *observer);
/* STN_CANCELLED when the observer wants no more. */
StnStatus stn_ask(const StnObserver *observer, double t, StnError *error);
/* Name of what a guard belongs to, for messages. */
const char *stn_guard_name(const StnSystem *S, int guard);

/* STN_BAD_INPUT when so many fixed steps lie in a duration, or between the state and t_end, that they cannot
 * be counted. */
StnStatus stn_fixed_can_count(const StnSystem *S, double duration, double t_end, StnError *error);
StnStatus stn_fixed_reaches(const StnSystem *S, const StnState *st, double t_end, StnError *error);
/* From the last point of the grid before t_end to t_end, by one shorter step; none where t_end is on the grid. */
StnStatus stn_fixed_finish(const StnSystem *S, StnState *st, double t_end,
                           const StnObserver *observer, StnError *error);
StnStatus stn_fixed_advance(const StnSystem *S, StnState *st, double t_end,
                            const StnObserver *observer, StnError *error);
StnStatus stn_event_advance(const StnSystem *S, StnState *st, double t_end,
                            const StnObserver *observer, StnError *error);
StnStatus stn_sundials_advance(const StnSystem *S, StnState *st, double t_end,
                               const StnObserver *observer, StnError *error);

#endif
