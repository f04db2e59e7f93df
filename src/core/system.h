/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The inside of a system, and the functions that engines are made of. */
#ifndef STN_CORE_SYSTEM_H
#define STN_CORE_SYSTEM_H

#include "core/assembly.h"
#include "core/state.h"

#include <complex.h>
#include <math.h>

/* Numbers of fixed extent.  Those of sensors are given, the others computed. */
typedef struct StnNumberSet {
    StnShape shape[STN_SITES_MAX];
    double stop_lo[STN_STOPS_MAX], stop_hi[STN_STOPS_MAX];
    StnTwist twist[STN_TWISTS_MAX];
    StnSensorDef sensor[STN_SENSORS_MAX];
    double near_step[STN_SITES_MAX], near_below[STN_SITES_MAX]; /* dt: auto: step_near of laws */
    double Ts;                                                  /* of the controller; NaN: none */
    double t_shortest;                                          /* of the fastest input */
} StnNumberSet;

/* A model with numbers; constant while it runs.  Where nothing else is said the pointers lead into the
 * parameter block (core/params.c). */
struct StnSystem {
    StnModel model;
    StnTexts *texts;
    StnNumberSet num; /* by value: steps read it often; the block has a copy */
    void *block;
    size_t block_size, signals_at; /* bytes; where the room for signals begins */
    uint16_t *at; /* of the pointers into the block, in this struct; not in the block */
    int nat;
    int16_t law_width[STN_SITES_MAX]; /* numbers of the law's parameters */

    int *choice; /* of the plant; structure, not in the block */
    double *p, *law_p[STN_SITES_MAX];
    double _Complex *cp, *law_cp[STN_SITES_MAX]; /* the same; not in the block */
    double *other[STN_SITES_MAX]; /* given friction values that the law has no parameter for */
    double *signal;               /* numbers of the inputs' signals, one after the other */
    double *initial;              /* n start values as given; NaN: not given */
    bool *given, *derived;        /* plant parameters */
    bool *law_given[STN_SITES_MAX], *law_derived[STN_SITES_MAX];
    int *law_count[STN_SITES_MAX]; /* values in use per parameter */
    double *term_p;                /* numbers of all terms of the compensation, */
    bool *term_given, *term_derived;
    int *term_count; /* and per parameter */

    double *y_start, *scale, *scale_abs; /* n each; scale_abs: absolute part of a plain tolerance */
    double *scale_min, *scale_max;       /* bounds of the size that an error is compared with */
    double *range; /* a state beyond this has left the range of sane numbers: the run diverged */

    StnSignal *input[STN_INPUTS_MAX];
    bool borrows; /* given inputs are not the system's own */
    uint64_t seed;
    StnSolverDef solver;
    double dt;       /* longest fixed step */
    double duration; /* of the definition; NaN: not known */
    void *arena;
};

/* A signal that its piece does not describe, at a time of the piece: at the end of it the value before the
 * kink or jump that ends it, for a step ends there with the old input. */
static inline StnIn stn_input_inexact(const StnSignal *signal, const StnPiece *piece, double t)
{
    return stn_signal_at(signal, t < piece->end ? t : nextafter(piece->end, -INFINITY));
}
/* Inputs at t from the pieces of the state. */
void stn_inputs(const StnSystem *S, const StnState *st, double t, StnIn *u);
/* The same into W->u, without touching what is constant. */
static inline const StnIn *stn_inputs_now(const StnSystem *S, StnState *st, double t)
{
    StnWork *W = stn_work(st);
    for (int k = 0; k < W->nvarying; k++) {
        int i = W->varying[k];
        const StnPiece *piece = &stn_pieces(S, st)[i];
        if (piece->exact && piece->linear)
            W->u[i].val = piece->c[0] + piece->c[1] * (t - piece->t0);
        else
            W->u[i] =
                piece->exact ? stn_piece_at(piece, t) : stn_input_inexact(S->input[i], piece, t);
    }
    return W->u;
}
/* Refresh the pieces at t and the time of the next kink or sample. */
void stn_inputs_refresh(const StnSystem *S, StnState *st, double t);

/* Rates and guards.  live: 0 = all modes frozen; bits say whose relations are decided on the way, and that
 * laws with a fixed step of their own are not asked.  site and FF have nsite places. */
enum { STN_LIVE_PLANT = 1, STN_LIVE_LAWS = 2, STN_LIVE = 3, STN_LIVE_NOT_OWN = 4 };
void stn_assemble(const StnSystem *S, StnState *st, const double *y, const StnIn *u, int live,
                  double *dy, double *guard, StnSite *site, double *FF);
/* The same at a time, with what comes of it in one place. */
typedef struct StnEvaluation {
    double dy[STN_ROW], guard[STN_GUARDS_MAX], FF[STN_SITES_MAX];
    StnSite site[STN_SITES_MAX];
} StnEvaluation;
void stn_evaluate(const StnSystem *S, StnState *st, double t, const double *y, int live,
                  StnEvaluation *out);
/* The same with the modes of a state for readers, who may share it: modes are frozen, and the relations are
 * looked at in mode and next, which have nrel places.  u: inputs as the caller sees them. */
void stn_evaluate_shown(const StnSystem *S, const StnState *st, const double *y, const StnIn *u,
                        double *mode, double *next, StnEvaluation *out);
/* The same with all outputs of the full plant. */
void stn_outputs_shown(const StnSystem *S, const StnState *st, const double *y, const StnIn *u,
                       StnEvaluation *at, double *out);
/* The friction that is shown is that of the law's own fixed step, which knows what acted. */
static inline bool stn_friction_is_kept(const StnSystem *S, const StnState *st, int i)
{
    return S->model.method == STN_METHOD_FIXED && S->model.law[i]->advance && st->fixed_steps > 0;
}
/* stn_state_columns for whoever alone has the state: 50 instructions fewer a row. */
void stn_columns_own(const StnSystem *S, StnState *st, double *out);
/* Inputs of a state at its time as the caller sees them: a replacement counts from the moment it was made. */
void stn_inputs_shown(const StnSystem *S, const StnState *st, StnIn *u);
/* dy at (t, y) with frozen modes; counted. */
void stn_rates(const StnSystem *S, StnState *st, double t, const double *y, double *dy,
               double *guard);
/* Columns d(dy)/dy (n x n, row-major) and, where not NULL, d(guard)/dy (ng x n), and d(dy)/du (n x nu),
 * d(guard)/du (ng x nu) for the inputs in list[0..count), 0 for the others. */
void stn_jacobian(const StnSystem *S, StnState *st, double t, const double *y, double *J,
                  double *Gy, double *B, double *Gu, const int *list, int count);

/* Times that lie nearer to t are one instant with it. */
static inline double stn_instant(double t)
{
    const double size = fabs(t);
    return 1e-13 * (size > 1.0 ? size : 1.0);
}
/* Field by field: of a structure of zeros per site the compiler makes a call of memset. */
static inline void stn_sites_clear(StnSite *site, int count)
{
    for (int i = 0; i < count; i++) {
        StnSite *s = &site[i];
        s->v = s->x = s->h = s->m = s->load = s->drive = s->a = s->dir = s->dt = s->brake = 0.0;
        s->play[0] = s->play[1] = s->barred[0] = s->barred[1] = 0.0;
        s->imposed = 0;
    }
}
/* No site moves or is moved. */
static inline bool stn_all_stand(const StnSystem *S, const StnState *st)
{
    bool stand = true;
    for (int i = 0; i < S->model.nsite; i++)
        stand = stand && st->modes.dir[i] == 0.0 && !S->model.imposed[i];
    return stand;
}
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
/* Samples of controllers and sensors that are due at t, where the states are y and the inputs u; finds the time of the
 * next one. */
void stn_sample_due(const StnSystem *S, StnState *st, double t, const double *y, const StnIn *u);
double stn_next_sample(const StnSystem *S, const StnState *st);
/* The compensation at a sample: what it adds, before the controller, and what it learns, after it. */
typedef struct StnSampled {
    const StnIn *u;
    const double *y;
    double *meas; /* outputs as the sensors show them */
    double t;
    StnLoop loop;
} StnSampled;
void stn_terms_act(const StnSystem *S, StnState *st, StnSampled *at);
void stn_terms_learn(const StnSystem *S, StnState *st, StnSampled *at);
bool stn_terms_want_learning(const StnModel *M);
/* Sample times are multiples; a step that was meant to land on one may miss it by rounding. */
#define STN_SAMPLE_ROUNDING 1e-9 /* of a period */
static inline bool stn_is_due(double t, int64_t tick, double period)
{
    double at = (double)tick * period;
    return t >= at - STN_SAMPLE_ROUNDING * period;
}

/* What the functions of an engine hand on; lives on the stack of stn_advance_to. */
typedef struct StnEngine {
    const StnSystem *system;
    StnState *state;
    StnWork *work;
    double *y; /* the states at the present instant */
    const StnObserver *observer;
    StnError *error;
    bool until_event; /* end just after the first event, */
    bool at_event;    /* which it did */
    int64_t events;   /* counted before the first step */
} StnEngine;

/* Modes. */
void stn_modes_start(const StnEngine *E);
/* The motion comes from another engine: sites that no law holds get their direction; nothing is emitted. */
void stn_modes_resume(const StnEngine *E);
/* After a jump of an input or a sample: relations live, standing sites anew.  True where no mode changed: *now is then
 * the evaluation of the present instant, modes frozen. */
bool stn_modes_refresh(const StnEngine *E, StnEvaluation *now);
/* Guard `fired` reached zero: set y exactly onto the event, change the mode, report it. */
void stn_modes_event(const StnEngine *E, int fired);
/* Site i, which its law cannot hold, came to v = 0 just when an input jumped or a sample was due: it goes
 * on or back as the force now says. */
void stn_modes_turn(const StnEngine *E, int i);
/* Site i, elastic at rest and in balance, is about to move against its direction: it goes back. */
void stn_modes_go_back(const StnEngine *E, int i);
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
StnStatus stn_watch_storm(const StnEngine *E, int fired);
/* Count an event and hand it to the observer; at the present instant of the engine that runs. */
void stn_event_emit(const StnEngine *E, StnEventKind kind, const char *site, const char *detail);
/* The site whose law relation k belongs to; -1: it is the plant's. */
int stn_relation_site(const StnModel *M, int k);
/* The mode of relation k has changed: its event, if it has one, and what a plant without late() sets. */
void stn_relation_switched(const StnEngine *E, int k);
/* STN_CANCELLED when the observer wants no more. */
StnStatus stn_check_go_on(const StnEngine *E, double t);
/* Name of what a guard belongs to, for messages. */
const char *stn_guard_name(const StnModel *M, int guard);
/* Whether stn_guard_at lists it. */
bool stn_guard_is_listed(const StnSystem *S, int guard);

/* STN_BAD_INPUT when so many fixed steps lie in a duration, or between the state and t_end, that they cannot
 * be counted. */
StnStatus stn_fixed_can_count(const StnSystem *S, double duration, double t_end, StnError *error);
StnStatus stn_fixed_reaches(const StnSystem *S, const StnState *st, double t_end, StnError *error);
/* From the last point of the grid before t_end to t_end, by one shorter step; none where t_end is on the grid. */
StnStatus stn_fixed_finish(const StnEngine *E, double t_end);

/* inline: made for each row of a record. */
static inline StnEngine stn_engine(const StnSystem *S, StnState *st, const StnObserver *observer,
                                   StnError *error)
{
    StnEngine engine;
    engine.system = S;
    engine.state = st;
    engine.work = stn_work(st);
    engine.y = S->model.method == STN_METHOD_FIXED ? stn_now(S, st) : stn_coef(S, st);
    engine.observer = observer;
    engine.error = error;
    engine.until_event = engine.at_event = false;
    engine.events = st->counters.events;
    return engine;
}
/* Report a step to t1 that was accepted. */
static inline void stn_step_emit(const StnEngine *E, double t0, double t1, const double *y)
{
    if (E->observer && E->observer->step) {
        const StnStepInfo step = {t0, t1, y, E->system->model.n};
        E->observer->step(E->observer->user, &step);
    }
}
/* Whether the advance ends here because of an event. */
static inline bool stn_ends_at_event(StnEngine *E)
{
    E->at_event = E->until_event && E->state->counters.events > E->events;
    return E->at_event;
}
/* To t_end, or to an event. */
StnStatus stn_fixed_advance(StnEngine *E, double t_end);
/* The number of the last step up to t_end. */
int64_t stn_fixed_last(const StnSystem *S, const StnState *st, double t_end);
StnStatus stn_event_advance(StnEngine *E, double t_end);
StnStatus stn_sundials_advance(StnEngine *E, double t_end);

#endif
