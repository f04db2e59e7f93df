/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A system: which plant, which law at each friction site, parameters and inputs.  Constant once
 * made, shared by threads.  Its state is plain memory of the caller: copy it to save it, copy it
 * back to restore it, and go on. */
#ifndef STICTION_SYSTEM_H
#define STICTION_SYSTEM_H

#include "stiction/fields.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { STN_SITES_MAX = 8, STN_INPUTS_MAX = 16, STN_SENSORS_MAX = 8, STN_TERMS_MAX = 8 };

/* ---- Signals ------------------------------------------------------------------------------- */

/* A function of time that drives an input. */
typedef struct StnSignal StnSignal;

/* All constructors return NULL when memory is out; a signal is freed by stn_signal_free, and
 * owned by the system that it is given to.  Times in s.  Numbers are checked by stn_system_new, by
 * the rules that scenarios are read by: finite, times that increase, a period above 0 .... */

/* The same value at all times. */
STN_API StnSignal *stn_signal_constant(double value);
/* `from` before the time `at`, `to` from it on. */
STN_API StnSignal *stn_signal_step(double at, double from, double to);
/* from + slope*(t - start) for start <= t <= end, constant outside. */
STN_API StnSignal *stn_signal_ramp(double slope, double from, double start, double end);
/* bias + amplitude*sin(2*pi*frequency*(t - start) + phase) for t >= start; before it the value at
 * start. */
STN_API StnSignal *stn_signal_sine(double amplitude, double frequency, double phase, double bias,
                                   double start);
/* Straight lines through (times[i], levels[i]), constant outside; two equal times make a jump. */
STN_API StnSignal *stn_signal_trapezoid(const double *times, const double *levels, size_t count);
/* `high` for the share `duty` of each period from `start` on, `low` otherwise. */
STN_API StnSignal *stn_signal_pulses(double low, double high, double period, double duty,
                                     double start);
/* amplitude*sin(2*pi*(f0*t + (f1 - f0)*t^2/(2*duration))) up to duration, then its last value. */
STN_API StnSignal *stn_signal_chirp(double amplitude, double f0, double f1, double duration);
/* One term of a multisine: amplitude*sin(2*pi*frequency*t + phase). */
typedef struct StnSineTerm {
    double amplitude, frequency, phase;
} StnSineTerm;
/* The sum of the terms. */
STN_API StnSignal *stn_signal_multisine(const StnSineTerm *terms, size_t count);
/* hold: the value stays until the next sample; otherwise straight lines. */
STN_API StnSignal *stn_signal_table(const double *times, const double *values, size_t count,
                                    bool hold);
/* The sum of signals; takes ownership of the parts (also on failure). */
STN_API StnSignal *stn_signal_sum(StnSignal **parts, size_t count);
/* Frees a signal that no system took over; NULL is allowed. */
STN_API void stn_signal_free(StnSignal *signal);
/* Value and two derivatives at t; at a kink those of the side t+. */
STN_API StnIn stn_signal_at(const StnSignal *signal, double t);
/* The next kink or jump strictly after t; INFINITY when there is none. */
STN_API double stn_signal_next(const StnSignal *signal, double t);

/* ---- Definition ---------------------------------------------------------------------------- */

/* A parameter given by the user, by name; `count` values (1, or 2 for a pair, or a vector's).  A
 * choice is given by its index.  file, line, column: where it was given, for messages; may be all
 * zero.  `file` must outlive the definition. */
typedef struct StnGiven {
    char name[32];
    int count;
    double value[STN_VECTOR_MAX];
    const char *file;
    int line, column;
} StnGiven;

/* 0: ideal in that respect. */
typedef struct StnSensorDef {
    int output;        /* index of the plant's output that it measures */
    double resolution; /* its step, in the unit of the output */
    double sample;     /* s between samples */
    double lag;        /* s, time constant */
    double noise;      /* standard deviation, in the unit of the output */
} StnSensorDef;
/* What can be set in it, with defaults and ranges. */
STN_API extern const StnFields stn_sensor_fields;

/* The engine that advances a system. */
typedef enum StnMethod {
    STN_METHOD_EVENT,    /* our own event-driven engine */
    STN_METHOD_FIXED,    /* fixed step */
    STN_METHOD_SUNDIALS, /* the second engine, for cross-checks */
} StnMethod;

/* Which integrator the event engine uses; AUTO picks the cheapest that is right for each mode. */
typedef enum StnIntegrator {
    STN_INTEGRATOR_AUTO,
    STN_INTEGRATOR_EXACT,
    STN_INTEGRATOR_EXPLICIT,
    STN_INTEGRATOR_IMPLICIT,
} StnIntegrator;

/* The kind of Euler step that the fixed step takes. */
typedef enum StnEuler { STN_EULER_SEMI_IMPLICIT, STN_EULER_EXPLICIT } StnEuler;

/* How a system is advanced.  Defaults stand in brackets. */
typedef struct StnSolverDef {
    StnMethod method;
    StnIntegrator integrator;
    StnEuler euler;
    double rtol;     /* of the event engine (1e-9) */
    double dt;       /* s, fixed step (1e-5); 0: auto, see stn_system_step */
    double h_max;    /* s, longest step of the event engine (INFINITY) */
    bool zone_guard; /* stop at the edge of narrow features (true) */
    bool energy;     /* integrate the energy balance (true) */
    long max_events; /* a run with more events ends with STN_STORM (1e7) */
} StnSolverDef;
/* What can be set in it, with defaults and ranges. */
STN_API extern const StnFields stn_solver_fields;
/* The default of every setting. */
STN_API StnSolverDef stn_default_solver_def(void);

/* The law at a friction site with the parameters that were given for it. */
typedef struct StnSiteDef {
    const StnLaw *law; /* NULL: the plant's default */
    StnGiven *given;   /* parameters of this law or of any other known one */
    int ngiven;
} StnSiteDef;

/* A term of the compensation of friction: its kind, with the parameters that were given for it. */
typedef struct StnTermDef {
    const StnCompensation *kind;
    const StnLaw *law; /* of a kind with a law of its own; NULL: that of the site */
    StnGiven *given;
    int ngiven;
    StnGiven at; /* where the term was given, for messages; its values mean nothing */
} StnTermDef;

/* What a definition that is filled by path owns; see stn_def_set. */
typedef struct StnDefOwn StnDefOwn;

/* Make one with stn_system_def() or stn_default_system_def(), edit, and give it to stn_system_new,
 * which copies it, once or several times.  Signals that were put into `input` by hand pass into the
 * ownership of the first system, unless it only borrows them. */
typedef struct StnSystemDef {
    uint32_t cookie;
    const StnPlant *plant;
    StnGiven *given; /* plant parameters, options and controller values */
    int ngiven;
    StnGiven *initial; /* plant states, and law states as "z" or "site.z" */
    int ninitial;
    StnSiteDef site[STN_SITES_MAX];
    StnTermDef term[STN_TERMS_MAX]; /* compensation of friction; the terms add */
    int nterm;
    StnSignal *input[STN_INPUTS_MAX]; /* by plant input index; NULL: not given */
    bool borrow; /* the signals stay the caller's and outlive the system: many systems share them */
    StnSensorDef sensor[STN_SENSORS_MAX];
    int nsensor;
    uint64_t seed;
    StnSolverDef solver;
    double duration; /* s; for warnings, and to refuse what would never end; NaN: not known */
    StnDefOwn *own;  /* what stn_def_set and its like made; stn_def_copy copies it too */
} StnSystemDef;

/* A definition of this plant in which nothing is given. */
STN_API StnSystemDef stn_default_system_def(const StnPlant *plant);

/* A given value by name; count: how many of value[] it has.  More than STN_VECTOR_MAX are not kept,
 * and refused when a system is made. */
STN_API StnGiven stn_given_make(const char *name, const double *value, int count);
/* The index of a name in a list of given values, -1 when there is none. */
STN_API int stn_given_index(const StnGiven *list, int count, const char *name);

/* ---- Definitions by path ------------------------------------------------------------------- */

/* In SI and without files.  The first mistake is kept: later calls do nothing and return its
 * status, and stn_system_new reports it with its sentence and the nearest name. */

/* A definition for a plant by name; catalog: where it and laws are found besides the built-in ones,
 * may be NULL, must outlive the definition. */
STN_API StnSystemDef stn_system_def(const char *plant, const StnCatalog *catalog);
/* A number: parameters.NAME, controller.NAME, friction.SITE.NAME (with .forward, .backward, or the
 * number of an element from 1), compensation.N.NAME (likewise), initial.STATE, solver.NAME,
 * duration, seed. */
STN_API StnStatus stn_def_set(StnSystemDef *def, const char *path, double value);
/* A word: friction.SITE.law, options.NAME and other choices, solver.method and its like;
 * compensation.N.kind, which makes term N (from 1, one after the other), and compensation.N.law. */
STN_API StnStatus stn_def_set_word(StnSystemDef *def, const char *path, const char *word);
/* The signal of an input by the input's name.  It is taken over in any case, and systems get copies
 * of it, or borrow it; NULL counts as memory that is out. */
STN_API StnStatus stn_def_set_input(StnSystemDef *def, const char *name, StnSignal *signal);
/* A definition of its own, with copies of the lists and of all signals; to be freed.  (What `=`
 * copies shares them, and only one of both may be freed.)  Where memory is out stn_system_new says
 * so. */
STN_API StnSystemDef stn_def_copy(const StnSystemDef *def);
/* Frees what the functions above made, and the signals of stn_def_set_input; the definition is as
 * stn_default_system_def makes it then. */
STN_API void stn_def_free(StnSystemDef *def);

/* A system that was checked and resolved: constant, and shared by threads. */
typedef struct StnSystem StnSystem;

/* Makes a system.  NULL on failure, with *error filled (its place is that of the offending
 * StnGiven, or its path names the setting); the signals then stay the caller's. */
STN_API StnSystem *stn_system_new(const StnSystemDef *def, StnError *error);
/* Frees the system with the signals that it owns; NULL is allowed. */
STN_API void stn_system_free(StnSystem *system);

/* The plant as it is here: without the sites and outputs that its parameters leave unused. */
STN_API const StnPlant *stn_system_plant(const StnSystem *system);
/* The site whose position a command is for; -1 when the plant does not say. */
STN_API int stn_system_commanded(const StnSystem *system);
/* The law at a friction site; NULL where there is no such site. */
STN_API const StnLaw *stn_system_law(const StnSystem *system, int site);
/* The steady friction of a site's law over velocities, with the values that it has there:
 * friction[k] at v[k] held for ever.  At v = 0 that of the direction of the velocity before it,
 * or forward.  load: of the site, for laws that depend on it. */
STN_API void stn_law_curve(const StnSystem *system, int site, double load, const double *v,
                           size_t count, double *friction);
/* The settings of the solver. */
STN_API const StnSolverDef *stn_system_solver(const StnSystem *system);
/* The longest fixed step, s: dt; where that is auto, h_max if it is finite, otherwise 1e-5.  Steps
 * near standstill are then shorter where the law asks for it. */
STN_API double stn_system_step(const StnSystem *system);
/* The method that runs (a fixed-step law overrides the event engine). */
STN_API StnMethod stn_system_method(const StnSystem *system);

/* Whether a note gives a derived value or a warning. */
typedef enum StnNoteKind { STN_NOTE_DERIVED, STN_NOTE_WARNING } StnNoteKind;
/* What was decided for the user: a derived value or a warning, one sentence. */
typedef struct StnNote {
    StnNoteKind kind;
    const char *text;
} StnNote;
/* The notes of a system, derived values and warnings together. */
STN_API int stn_system_note_count(const StnSystem *system);
STN_API StnNote stn_system_note_at(const StnSystem *system, int index);

/* Resolved values: every parameter of the plant (site < 0) or of the law at a site. */
typedef struct StnValue {
    const StnParam *param;
    const double *value; /* stn_param_width(param) places */
    int count;           /* of them in use */
    bool derived;        /* neither given nor a fixed default */
    bool given;
} StnValue;
/* The resolved values of the plant (site < 0) or of a site, in the order of its list. */
STN_API int stn_system_value_count(const StnSystem *system, int site);
STN_API StnValue stn_system_value_at(const StnSystem *system, int site, int index);
/* The compensation: its number of terms, their kinds and laws (NULL: none), and the resolved values
 * of each, in the order of the kind's list and then of the law's. */
STN_API int stn_system_term_count(const StnSystem *system);
STN_API const StnCompensation *stn_system_term(const StnSystem *system, int term);
STN_API const StnLaw *stn_system_term_law(const StnSystem *system, int term);
STN_API int stn_system_term_value_count(const StnSystem *system, int term);
STN_API StnValue stn_system_term_value_at(const StnSystem *system, int term, int index);
/* The control loop that a compensation would act in, as it is at the start: gains, largest force,
 * sample time (NaN: continuous), site; whether or not the system has a compensation.  mass: that at
 * the site, which terms take for m.  Both may be NULL.  STN_BAD_INPUT, with the reason, where the
 * plant closes no loop. */
STN_API StnStatus stn_system_loop(const StnSystem *system, StnLoop *loop, double *mass,
                                  StnError *error);
/* The friction site that is compensated; -1: there is no compensation. */
STN_API int stn_system_term_site(const StnSystem *system);
/* Value of a parameter by name at a site's law (place 0 = forward); NaN when it has none. */
STN_API double stn_system_friction(const StnSystem *system, int site, const char *name, int place);
/* Value of a plant parameter; NaN when there is none. */
STN_API double stn_system_parameter(const StnSystem *system, const char *name);

/* The index-th number that a measured motion determines where the parameters that it is made of
 * may not be (kt/R of a motor); false: there are no more. */
STN_API bool stn_system_combination(const StnSystem *system, int index, StnCombination *out);

/* A given input signal at time t; NaN when the input was not given. */
STN_API StnIn stn_system_input(const StnSystem *system, int input, double t);

/* Columns: the plant's outputs, then the states of the laws, then the sensors (NAME_meas); with a
 * compensation u_comp, the force that it adds, and of each term its part and its estimates
 * (comp1_push, comp2_observer, comp2_z). */
typedef struct StnColumnInfo {
    char name[48], unit[32];
    const char *text;
    StnRole role;
    int site; /* friction site of a system's column, -1: none */
} StnColumnInfo;
/* How many columns a system has, and each by its place. */
STN_API int stn_system_column_count(const StnSystem *system);
STN_API StnColumnInfo stn_system_column_at(const StnSystem *system, int index);
/* The index of a column by name, -1 when there is none. */
STN_API int stn_system_column(const StnSystem *system, const char *name);

/* ---- Addresses ------------------------------------------------------------------------------ */

/* Where a number of a system stands; holds for the system and all its variants.  place: the element
 * of a pair (0 forward, 1 backward) or list, from 0; -1: all of them. */
typedef struct StnAddress {
    int16_t item, place;
} StnAddress;

/* What an address means.  tunable: the parameter block holds it; otherwise it belongs to the
 * structure or to the solver, and a new system is needed to change it. */
typedef struct StnAddressInfo {
    const char *name; /* of the parameter, state or field */
    char unit[32];
    StnKind kind;
    StnRole role; /* of states, inputs and sensors; STN_ROLE_OTHER: none */
    double min, max, value;
    bool given, tunable;
} StnAddressInfo;

/* "parameters.m", "controller.Kp", "friction.contact.Fc.forward", "friction.contact.k.2",
 * "initial.v", "inputs.y.ramp.slope" (of a sum "inputs.y.2.ramp.slope", of a constant "inputs.y"),
 * "sensors.x.noise", "compensation.1.band", "solver.rtol"; elements count from 1; the last words
 * alone are enough where they are unique.  STN_BAD_INPUT with a sentence that names the nearest
 * path. */
STN_API StnStatus stn_address(const StnSystem *system, const char *path, StnAddress *address,
                              StnError *error);
/* What stands at an address of this system, with its value; name "", numbers NaN where there is
 * nothing. */
STN_API StnAddressInfo stn_address_info(const StnSystem *system, StnAddress address);
/* The whole path, "" where there is nothing; returns out, "" where `size` is 0. */
STN_API const char *stn_address_path(const StnSystem *system, StnAddress address, char *out,
                                     size_t size);
/* All single numbers of the system; their order depends on its structure alone.  Beyond the last
 * the address is {-1, -1}, where nothing stands. */
STN_API int stn_address_count(const StnSystem *system);
STN_API StnAddress stn_address_at(const StnSystem *system, int index);

/* ---- Variants -------------------------------------------------------------------------------- */

/* A variant is a system of the same structure with other numbers.  Copy the numbers of a system
 * into a block of stn_params_size bytes, set some of them, finish the block, and bind it:
 *
 *     stn_params_copy(system, block);
 *     stn_params_set(system, block, address, 1.2, &error);
 *     stn_params_finish(system, block, &error);
 *     const StnSystem *variant = stn_system_variant(system, block, seed, memory);
 *
 * Nothing is allocated.  Block and memory are aligned for double and outlive the variant; the
 * variant must not outlive its system, and is not freed. */
STN_API size_t stn_params_size(const StnSystem *system);
/* Copies the numbers of the system into a block. */
STN_API void stn_params_copy(const StnSystem *system, void *block);
/* What is set counts as given from then on: it is derived no more, and others may be derived from
 * it.  Setting the old value does not take that back; copying the block again does.  STN_BAD_INPUT,
 * and no change, where it is out of range, not tunable, or no address of the system. */
STN_API StnStatus stn_params_set(const StnSystem *system, void *block, StnAddress address,
                                 double value, StnError *error);
/* Derive, check and compute what follows from the numbers.  STN_BAD_INPUT, with a sentence, where
 * they do not go together, would make a run of the definition's duration endless, or change the
 * structure: then make a new system. */
STN_API StnStatus stn_params_finish(const StnSystem *system, void *block, StnError *error);
/* The bytes that a variant needs. */
STN_API size_t stn_variant_size(const StnSystem *system);
/* Binds a finished block to `memory` of stn_variant_size bytes; `seed` is that of its noise. */
STN_API const StnSystem *stn_system_variant(const StnSystem *system, void *block, uint64_t seed,
                                            void *memory);

/* ---- State --------------------------------------------------------------------------------- */

/* Plain memory without pointers, made for one system and its method.  memcpy of all of it saves and
 * restores it: it continues bit for bit. */
typedef struct StnState StnState;
/* The bytes that a state of this system takes. */
STN_API size_t stn_state_size(const StnSystem *system);
/* Whether `size` bytes of memory hold a state of this system: STN_BAD_INPUT, and *error says why,
 * for one that is cut off, or of another model or method, or whose time, states, modes, inputs,
 * indices, words and flags are not what a state can have.  It is no checksum: other numbers in the
 * same place pass, and a state that was changed on purpose can still lead a run anywhere.  Whoever
 * stores states where they may be damaged keeps a checksum of his own beside them. */
STN_API StnStatus stn_state_check(const StnSystem *system, const void *memory, size_t size,
                                  StnError *error);
/* Carry the motion alone (time, states, modes, samples, replaced inputs, counters, energy) from a
 * state of one system to that of another with the same structure: another engine or other numbers.
 * `to` has stn_state_size(to_system) bytes.  It continues to within the tolerance, not bit for bit;
 * with another sample time the next sample is at its first multiple after the state's time.
 * STN_BAD_INPUT where the plants, laws, choices, sampled parts, stops or imposed motions differ. */
STN_API StnStatus stn_state_move(const StnSystem *to_system, void *to, const StnSystem *from_system,
                                 const StnState *from, StnError *error);
/* Initial state; `memory` has at least stn_state_size bytes, aligned for double. */
STN_API StnState *stn_state_init(const StnSystem *system, void *memory);
/* The time that the state has reached, in s. */
STN_API double stn_state_time(const StnState *state);
/* All columns at the state's time; `out` has stn_system_column_count places. */
STN_API void stn_state_columns(const StnSystem *system, const StnState *state, double *out);
/* An input at the state's time. */
STN_API StnIn stn_state_input(const StnSystem *system, const StnState *state, int input);
/* Replace an input from the state's present time on, by value, slope and curvature (a constant:
 * {.val = x}).  STN_BAD_INPUT, and no change, where there is no such input or a number is not
 * finite. */
STN_API StnStatus stn_state_set_input(const StnSystem *system, StnState *state, int input,
                                      StnIn in);

/* ---- Linear form ---- */

/* How many continuous states a system has: those of the plant, then what the core integrates for
 * it, the states of the laws and sensors with a lag, in the order of StnStepInfo.y. */
STN_API int stn_system_state_count(const StnSystem *system);

/* d(rates) = A*d(states) + B*d(inputs), d(columns) = C*d(states) + D*d(inputs): matrices of n x n,
 * n x nu, nc x n and nc x nu numbers, row by row; n = stn_system_state_count, nu inputs of the
 * plant, nc = stn_system_column_count.  NULL: not wanted. */
typedef struct StnLinear {
    double *A, *B, *C, *D;
} StnLinear;
/* The system near a state while nothing switches: all modes, samples and what a sensor holds stay
 * as they are.  Exact to rounding where every model has a complex form, as the built-in ones;
 * otherwise by differences.  Inputs count by their value, their slopes as fixed. */
STN_API void stn_state_linear(const StnSystem *system, const StnState *state, const StnLinear *out);

/* A direction: changes of the states and of the inputs (value, slope, curvature), n and nu of them;
 * NULL: none. */
typedef struct StnDirection {
    const double *states;
    const StnIn *inputs;
} StnDirection;
/* Derivatives of the rates, of the columns and of the guards of stn_guard_at; NULL: not wanted. */
typedef struct StnSlopes {
    double *rates, *columns, *guards;
} StnSlopes;
/* The derivatives along a direction, in one evaluation where stn_state_linear is exact. */
STN_API void stn_state_slopes(const StnSystem *system, const StnState *state,
                              const StnDirection *along, const StnSlopes *out);

/* ---- Guards ---- */

/* A guard is positive while the present modes hold; an event happens where it reaches zero.  `name`
 * is that of its site, stop or relation; `scale` is a natural size. */
typedef struct StnGuardInfo {
    const char *name;
    double scale;
} StnGuardInfo;
/* The guards that this system and its variants can ever use, always in the same number and order:
 * both sides of every relation, of every friction site, of every stop with a limit.  Some of them
 * may never apply. */
STN_API int stn_guard_count(const StnSystem *system);
/* Its name is "" beyond the last. */
STN_API StnGuardInfo stn_guard_at(const StnSystem *system, int index);
/* Their values at the state's time; one that does not apply at the moment is 1. */
STN_API void stn_guards(const StnSystem *system, const StnState *state, double *out);

/* ---- What a run reports ---------------------------------------------------------------------- */

/* kind, word in the event log */
#define STN_EVENT_LIST(X)                         \
    X(STN_EVENT_STICK, "stick")                   \
    X(STN_EVENT_SLIP_FORWARD, "slip_forward")     \
    X(STN_EVENT_SLIP_BACKWARD, "slip_backward")   \
    X(STN_EVENT_REVERSAL, "reversal")             \
    X(STN_EVENT_STOP_HIT, "stop_hit")             \
    X(STN_EVENT_STOP_LEFT, "stop_left")           \
    X(STN_EVENT_SATURATION_ON, "saturation_on")   \
    X(STN_EVENT_SATURATION_OFF, "saturation_off") \
    X(STN_EVENT_CONTACT, "contact")               \
    X(STN_EVENT_SEPARATION, "separation")         \
    X(STN_EVENT_MODE, "mode")                     \
    X(STN_EVENT_FAILURE, "failure")               \
    X(STN_EVENT_BRAKE, "brake")

#define STN_EVENT_ENUM(name, word) name,
/* The kinds of STN_EVENT_LIST, by their place in it. */
typedef enum StnEventKind { STN_EVENT_LIST(STN_EVENT_ENUM) STN_EVENT_COUNT } StnEventKind;
#undef STN_EVENT_ENUM
/* The word of a kind in event logs. */
STN_API const char *stn_event_word(StnEventKind kind);

/* Something that happened at an instant. */
typedef struct StnEvent {
    double t;
    StnEventKind kind;
    const char *site;   /* name of the site, stop or relation; lives as long as the system */
    const char *detail; /* "" or a short word such as "initial"; likewise */
} StnEvent;

/* Work done so far, for benchmarks and reports. */
typedef struct StnCounters {
    int64_t steps, rejected, rates, jacobians, events;
    int64_t exact_steps, explicit_steps, implicit_steps;
} StnCounters;

/* Energy at the friction sites since the start, J: input = work of the active forces h,
 * stored = change of kinetic energy, friction = work against FF, impact = lost at stops.
 * input - stored - friction - impact should be 0.
 * moved = all work counted as positive, plus the kinetic energy at the start: the size that an
 * error of the balance is compared with, since a move out and back may leave sums that are nearly
 * 0. */
typedef struct StnEnergy {
    double input, stored, friction, impact, moved;
} StnEnergy;

/* An accepted step from t0 to t1; y are the n states at t1, before anything is decided there.
 * Plant states come first, in the order of their list. */
typedef struct StnStepInfo {
    double t0, t1;
    const double *y;
    int n;
} StnStepInfo;

/* Each function may be NULL.  go_on is asked now and then on the way; false ends the advance with
 * STN_CANCELLED.  step is called for each accepted step of the event engine and of the fixed step
 * (several equal ones that were made together count as one). */
typedef struct StnObserver {
    void (*event)(void *user, const StnEvent *event);
    void *user;
    bool (*go_on)(void *user);
    void (*step)(void *user, const StnStepInfo *step);
} StnObserver;

/* What the run to this state took. */
STN_API StnCounters stn_state_counters(const StnState *state);
/* The balance of energy up to this state; all 0 where the solver does not keep it. */
STN_API StnEnergy stn_state_energy(const StnSystem *system, const StnState *state);
/* The error of the balance: input - stored - friction - impact. */
STN_API double stn_energy_left_over(const StnEnergy *energy);

#ifdef __cplusplus
}
#endif
#endif
